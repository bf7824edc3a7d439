"""Plans: whole routes for scripts, some found in each tick.

A question comes from a script: it asks for the route to a point, to an element, to the nearest element of a
kind, away from all dangers, or to where another's route can be crossed. Questions wait in a queue per animal:
in each tick the animals are served in turn, until `_WORK` edges have been examined. So an animal that asks a
lot waits, and the others do not; and because the work is counted and not timed, the answers come in the same
ticks in every run.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from clew_world.cast import Cast
from clew_world.elements import Character
from clew_world.lua import wire
from clew_world.lua.answers import Question
from clew_world.routes.network import UNIT, Network
from clew_world.routes.reach import Reach, seconds_of, takes
from clew_world.routes.risk import Danger
from clew_world.routes.spots import Leg, Spot, spot_on

_WORK = 12_000
"""How many edges of networks may be examined in a tick, for all questions together."""
_EACH = 150
"""The fixed cost of a question."""
_WAITING = 8
"""The most questions of an animal that wait."""
_HUNTERS = 4
"""How many of the nearest dangers an escape avoids."""
_EDGE = 0.25
"""Metres from the end of a top to which an escape leads."""
_AWAYS = [
    sign * away
    for away in (0.25, 0.5, 1, 1.5, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40)
    for sign in (-1, 1)
]
"""Metres from where an escape begins to other places on the same top where it may end."""
_DANGERS = 12
"""How many of the nearest dangers make routes cost more."""


class Plan(NamedTuple):
    """A route, how long it takes in seconds, where it ends, and the element there (0: none)."""

    legs: list[Leg]
    seconds: float
    x: float
    y: float
    element: int


Answer = tuple[int, bytes, Plan | None]


class Plans:
    """The questions of one game that wait for an answer."""

    def __init__(self, cast: Cast) -> None:
        self._cast = cast
        self._waiting: dict[int, list[Question]] = {}
        self._last = 0
        """The number of the animal that was served last."""

    def ask(self, question: Question) -> None:
        """Queues a question, unless it is queued already or the animal has too many."""
        row = self._waiting.setdefault(question.number, [])
        if len(row) < _WAITING and all(other.key != question.key for other in row):
            row.append(question)

    def waiting(self, number: int) -> int:
        """How many questions of an animal wait."""
        return len(self._waiting.get(number, ()))

    def forget(self, number: int) -> None:
        """Drops the questions of an animal that is gone or stopped."""
        self._waiting.pop(number, None)

    def answers(self) -> list[Answer]:
        """Answers as many questions as a tick allows; at least one, if there is one.

        An animal that has not stood anywhere yet gets its answer once it does.
        """
        left, found, later = _WORK, [], []
        while self._waiting and left > 0:
            number = min(self._waiting, key=lambda one: (one <= self._last, one))
            self._last = number
            row = self._waiting[number]
            question = row.pop(0)
            if not row:
                del self._waiting[number]
            character = self._cast.by_number.get(number)
            start = self._cast.start_of(character) if character is not None else None
            if character is None or start is None:
                later.append(question)
                continue
            plan, work = self._answer(character, start, question)
            left -= _EACH + work
            found.append((number, question.key, plan))
        for question in later:
            if question.number in self._cast.by_number:
                self.ask(question)
        return found

    def _answer(self, character: Character, start: Spot, question: Question) -> tuple[Plan | None, int]:
        """The answer to a question, and how much work it was."""
        network = self._cast.network(character)
        work = network.count
        if question.kind == wire.ESCAPE:
            work *= 2 + _HUNTERS
            return self._escape(character, network, start, question.dangers), work
        goal, element = network.spot(question.x, question.y), 0
        if question.kind in (wire.ELEMENT, wire.MEET):
            element = question.element
            goal = self._place_of(network, element)
        if question.kind == wire.MEET:
            work *= 2
            goal = self._crossing(network, start, character, element) or goal
        elif question.kind == wire.KIND:
            work *= 2
            element, goal = self._nearest(network, start, character, question.what)
        dangers = self._cast.dangers_to(character, question.dangers)[:_DANGERS]
        work += network.count * len(dangers)
        return self._plan(network, character, start, goal, element, dangers), work

    def _plan(
        self,
        network: Network,
        character: Character,
        start: Spot,
        goal: Spot | None,
        element: int,
        dangers: Sequence[Danger] = (),
    ) -> Plan | None:
        legs = network.route(start, goal, dangers) if goal is not None else None
        if goal is None or legs is None:
            return None
        seconds = seconds_of(legs, (start.x, start.y), character.build.speed)
        return Plan(legs, seconds, goal.x, goal.y, element)

    def _place_of(self, network: Network, element: int) -> Spot | None:
        place = self._cast.place_of(element)
        return network.spot(*place) if place is not None else None

    def _nearest(
        self, network: Network, start: Spot, character: Character, kind: str
    ) -> tuple[int, Spot | None]:
        """The nearest other element of a kind, by the cost of the route, and where it is."""
        reach = Reach(network, start)
        best: tuple[int, int] | None = None
        goal = None
        for number, x, y in self._cast.places_of(kind):
            spot = network.spot(x, y) if number != character.number else None
            cost = reach.cost(spot) if spot is not None else None
            if cost is not None and (best is None or (cost, number) < best):
                best, goal = (cost, number), spot
        return (best[1], goal) if best is not None else (0, None)

    def _escape(
        self, character: Character, network: Network, start: Spot, kinds: tuple[str, ...]
    ) -> Plan | None:
        """The route to the place that takes the dangers longest, of those to which it is ahead of them
        all the way.
        """
        hunters, dangers = [], self._cast.dangers_to(character, kinds)[:_HUNTERS]
        met: list[Spot] = []
        for danger in dangers:
            hunter = self._cast.by_number.get(danger.number)
            place = self._cast.start_of(hunter) if hunter is not None else None
            if hunter is not None and place is not None:
                hunters.append((Reach(self._cast.network(hunter), place), hunter.build.speed))
                here = network.spot(hunter.x, hunter.y)
                met += [here] if here is not None else []
        speed = character.build.speed
        known: dict[Spot, float] = {}

        def theirs(spot: Spot) -> float:
            if spot not in known:
                known[spot] = min((_seconds_to(reach, spot, pace) for reach, pace in hunters), default=1e9)
            return known[spot]

        def is_ahead(cost: int, a: Spot, b: Spot) -> bool:
            return cost * UNIT / speed < theirs(b) and not any(_is_between(a, one, b) for one in met)

        own = Reach(network, start, is_ahead)
        places = [spot for _, spot in own.spots()] + _flat_places(network, start)
        best, goal = (theirs(start), 0.0, 0), start
        for number, spot in enumerate(places):
            cost = own.cost(spot)
            worth = (theirs(spot), -(cost or 0.0), -number)
            if cost is not None and worth > best:
                best, goal = worth, spot
        return self._plan(network, character, start, goal, 0, dangers)

    def _crossing(self, network: Network, start: Spot, character: Character, other: int) -> Spot | None:
        """The first place on another's route that this character reaches no later; None if there is none."""
        prey = self._cast.by_number.get(other)
        if prey is None:
            return None
        reach, x, y, seconds = Reach(network, start), prey.x, prey.y, 0.0
        for leg in self._cast.legs(prey):
            seconds += takes(leg, (x, y), prey.build.speed)
            x, y = leg.x, leg.y
            spot = network.spot(x, y)
            cost = reach.cost(spot) if spot is not None else None
            if cost is not None and cost * UNIT / character.build.speed <= seconds:
                return spot
        return None


def _seconds_to(reach: Reach, spot: Spot, speed: float) -> float:
    """How many seconds another character needs to a place; a very large number if it cannot get there."""
    place = reach.network.spot(spot.x, spot.y)
    cost = reach.cost(place) if place is not None else None
    return 1e9 if cost is None else cost * UNIT / speed


def _flat_places(network: Network, start: Spot) -> list[Spot]:
    """The ends and the middle of every top, and more places on the one of the start."""
    found = []
    for stretch in network.surfaces.stretches:
        if stretch.on_lift:
            continue
        inset = min(_EDGE, (stretch.right - stretch.left) / 2)
        low, high = stretch.left + inset, stretch.right - inset
        places = [low, high, (low + high) / 2]
        if stretch.number == start.stretch:
            places += [x for away in _AWAYS if low < (x := start.x + away) < high]
        found += [spot_on(stretch, x) for x in places]
    return found


def _is_between(a: Spot, other: Spot, b: Spot) -> bool:
    """Whether who walks or climbs from `a` to `b` passes the other place."""
    if (a.stretch is None or a.stretch != b.stretch or other.stretch != a.stretch) and (
        a.ladder is None or a.ladder != b.ladder or other.ladder != a.ladder
    ):
        return False
    return min(a.x, b.x) <= other.x <= max(a.x, b.x) and min(a.y, b.y) <= other.y <= max(a.y, b.y)
