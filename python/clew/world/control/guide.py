"""The guide of one character: plans the route to its target, and says which velocity it wants now.

A new target on the character's own stretch needs no search. A route to any other is planned when the
character next stands, and planned again if a jump or drop does not land as planned.
"""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt

from clew.world.control.steering import Steering, Wish, paced
from clew.world.elements import STEP, Character
from clew.world.physics import Body
from clew.world.routes.network import NO_ROUTE, THROUGH, Danger, Leg, Network, Spot

ARRIVED = 0.005
"""Metres from the target at which a character has arrived."""
GRACE = 0.1
"""Seconds for which a character is still controlled after it has left an edge."""
_CALM = 0.05
"""Metres per second: a slower character counts as standing still."""
_SUNK = 0.1
"""Metres that a foot sinks until a one-way platform lets it pass anyway; less than any two are apart."""
_LANDED = 0.12
"""Metres: how far from its end a flight may come down and still have been the one planned."""
_STANDS = 0.05
"""Metres above its stretch at which a character that stands may be."""
_TRIES = 4
"""Flights that may go wrong before a target is given up."""
_PATIENCE = 1.5
"""Seconds without getting closer, or without moving at all, after which the route is planned again."""
_MOVED = 0.01
"""Metres: a character that moved less than this stands still."""
_PAUSE = 0.5
"""Seconds after giving up in which a target on the same stretch is not planned again."""

_PLANS, _PLANS_A_SECOND = 8.0, 6.0
"""How many routes a script's animal may plan at once, and per second on average."""
_WARY = 0.5
"""Seconds after which a route around dangers is planned again."""
_DANGERS = 12
"""How many of the nearest dangers make routes cost more."""

ON_THE_WAY, THERE, NO_GOAL = "on the way", "arrived", "cannot get there"
NOTHING_THERE, IN_THE_WAY = "there is nothing below it to stand on", "something is in the way"


_Part = tuple[int | None, int | None]
"""A part of the network: the number of a stretch, or of a ladder."""


_SINK = Wish(0.0, 0.0, False, False, lets_go=True, through=True)
_REST = Wish(0.0, 0.0, False, False)
_WAIT = Wish(0.0, 0.0, False, False, lets_go=True)


class Guide:
    """Guides one character: set its target with `aim`; call `wish` each tick."""

    def __init__(self, character: Character, network: Network) -> None:
        self.character = character
        self._network = network
        self.legs: list[Leg] = []
        self.goal: Spot | None = None
        self._stale = False
        self._flying = 0
        """Ticks since the take-off of a jump, or of a drop's fall; 0 with its feet on something."""
        self._floor = float("inf")
        """It sinks through one-way platforms until its foot is at this height."""
        self._fell = False
        """Was it on its way down in the tick before?"""
        self._failures = 0
        self._stuck = 0.0
        self._nearest = float("inf")
        self.dangers: Callable[[], list[Danger]] | None = None
        """The elements from which it keeps on its way, where they are now."""
        self._credit = _PLANS
        self._wary = 0.0
        """Seconds since it planned its way around dangers."""
        self._hand: Steering | None = None
        """Who steers by hand, instead of a plan."""
        self._place = (character.x, character.y)
        self._still = 0.0
        """Seconds since it moved last, while it is on the way."""
        self._pause = 0.0
        """Seconds until it may plan again, after it gave up."""
        self._proved: tuple[_Part | None, _Part | None] | None = None
        """Where it stood and where it was sent when no way was proved to lead there."""

    @property
    def flying(self) -> bool:
        """Whether the character is in a jump or a drop."""
        return self._flying > 0

    def steer(self, dx: float, dy: float) -> None:
        """From now on keys steer the character, until it gets a target."""
        if self._hand is None:
            self._hand = Steering(self.character)
            self.goal, self.legs, self._stale = None, [], False
            self._flying, self._fell, self._floor = 0, False, float("inf")
            self.character.target, self.character.answer, self.character.why = None, "", ""
        self._hand.hold(dx, dy)

    def aim(self, target: tuple[float, float] | None) -> None:
        """Sets the target; None for no target."""
        character = self.character
        self._hand = None
        if target == character.target:
            return
        before = self.goal
        character.target = target
        self._failures, character.why = 0, ""
        goal = self._network.spot(*target) if target is not None else None
        if goal is None:
            self.goal, self._stale = None, False
            self.legs = self.legs[:1] if self._flying else []
            character.answer, character.why = (NO_GOAL, NOTHING_THERE) if target is not None else ("", "")
            return
        self.goal = goal
        same = before is not None and goal.stretch == before.stretch and goal.ladder is before.ladder is None
        if same and character.answer in (ON_THE_WAY, THERE) and not self._stale:
            self._stretch_to(goal)
        elif character.answer == NO_GOAL and self._proved == (_part(self.here()), _part(goal)):
            character.why = NO_ROUTE
            return
        else:
            self._stale = True
            if not same:
                self._pause = 0.0
        character.answer = ON_THE_WAY

    def renew(self, network: Network) -> None:
        """The world has changed: plans the rest of the route in a new network, even if there was no route."""
        character, self._network, self._proved = self.character, network, None
        self.legs = self.legs[:1] if self._flying else []
        if self.legs:
            under = network.spot(self.legs[0].x, self.legs[0].y)
            self.legs = [self.legs[0]._replace(stretch=under.stretch if under is not None else None)]
        if character.target is None:
            return
        self.goal = network.spot(*character.target)
        if self.goal is None:
            self._give_up(NOTHING_THERE)
        elif character.answer != THERE:
            self._stale, self._failures, self._pause = True, 0, 0.0
            character.answer, character.why = ON_THE_WAY, ""

    def _stretch_to(self, goal: Spot) -> None:
        """The target moved along its stretch: only the last walk changes."""
        if self.legs and self.legs[-1].kind == "walk":
            self.legs.pop()
        self.legs.append(Leg("walk", goal.x, goal.y, None, goal.stretch))
        self._nearest = float("inf")

    def fell_out(self) -> None:
        """The character fell out of the world and was put back: what it was about to do went wrong."""
        self._flying, self._fell = 0, False
        self.legs = []
        if self.goal is not None and self.character.answer == ON_THE_WAY:
            self._fail()

    def here(self) -> Spot | None:
        """Where the character is in the network; None in the air."""
        character = self.character
        half = character.build.width / 2
        if character.standing:
            for within in (_LANDED, half):  # the second for a body that sank into a gap
                under = self._network.surfaces.on(character.x, character.y, half + 0.1, within)
                if under is not None:
                    return Spot(under.clamped(character.x), under.y, under.number, None)
        if character.on_ladder:
            return self._network.spot_on_ladder(character.x, character.y)
        return None

    def wish(self, body: Body) -> Wish:
        """What the character wants in this tick."""
        character = self.character
        if self._hand is not None:
            return self._hand.wish(self._network)
        self._look_for_standstill()
        self._look_around()
        if self._flying:
            return self._fly()
        if self._stale:
            self._plan()
        if self._stale:
            return _WAIT  # nothing to plan from: it lets go of a ladder that leads nowhere, and lands
        while self.legs and self._is_done(self.legs[0]):
            self.legs.pop(0)
            self._nearest = float("inf")
        if not self.legs:
            if self.goal is not None and not self._stale and character.answer == ON_THE_WAY:
                character.answer = THERE
            return _REST
        return self._toward(self.legs[0])

    def _plan(self) -> None:
        self._pause = max(0.0, self._pause - STEP)
        start = self.here()
        if start is None or self.goal is None or self._pause > 0:
            return
        if not self._pays():
            return
        dangers = self.dangers()[:_DANGERS] if self.dangers is not None else []
        self._wary = 0.0
        legs = (None if dangers else self._direct(start)) or self._network.route(start, self.goal, dangers)
        if legs is None:
            self._proved = (_part(start), _part(self.goal))
            self._give_up(NO_ROUTE)
            return
        self._stale, self._proved = False, None
        self._nearest = float("inf")
        self.legs = legs

    def _pays(self) -> bool:
        """Whether it may plan now: an animal that is sent elsewhere in every tick plans some ways in a
        second, and waits where it is until the next one."""
        if self.character.script is None:
            return True
        if self._credit < 1.0:
            return False
        self._credit -= 1.0
        return True

    def _look_around(self) -> None:
        """Dangers move: now and then the rest of a way that keeps from them is planned again."""
        self._credit = min(_PLANS, self._credit + _PLANS_A_SECOND * STEP)
        if self.dangers is None or self.character.answer != ON_THE_WAY or self._flying:
            return
        self._wary += STEP
        if self._wary > _WARY:
            self._stale = True

    def _fail(self) -> None:
        """A way went wrong: it is planned anew, unless that has happened too often."""
        self._failures += 1
        if self._failures < _TRIES:
            self._stale = True
            return
        self._pause = _PAUSE
        self._give_up(IN_THE_WAY)

    def _give_up(self, why: str) -> None:
        self.legs, self._stale = [], False
        self.character.answer, self.character.why = NO_GOAL, why

    def _look_for_standstill(self) -> None:
        """Keeps a character that should move from waiting forever for whatever is in its way."""
        character = self.character
        x, y = self._place
        if character.answer != ON_THE_WAY or abs(character.x - x) + abs(character.y - y) > _MOVED:
            self._place, self._still = (character.x, character.y), 0.0
            return
        self._still += STEP
        if self._still > _PATIENCE:
            self._still, self._flying = 0.0, 0
            self._fail()

    def _direct(self, start: Spot) -> list[Leg] | None:
        goal = self.goal
        if goal is None or goal.stretch is None or start.stretch != goal.stretch:
            return None
        return [Leg("walk", goal.x, goal.y, None, goal.stretch)]

    def _is_done(self, leg: Leg) -> bool:
        character = self.character
        if leg.kind == "climb":
            # Down a ladder it is the ground that stops the foot, a hair above where the ground is.
            near = _STANDS if character.standing else ARRIVED
            return abs(character.y - leg.y) < near and abs(character.x - leg.x) < ARRIVED
        if leg.kind == "walk":
            return abs(character.x - leg.x) < ARRIVED and (character.standing > 0 or character.on_ladder)
        return False

    def _toward(self, leg: Leg) -> Wish:
        character = self.character
        speed = character.build.speed
        if leg.kind == "jump" and leg.flight is not None:
            if character.standing and abs(character.vy) < 0.5:
                self._flying = 1
                return Wish(leg.flight.vx, leg.flight.vy, True, False)
            return _WAIT
        if leg.kind == THROUGH:
            if not character.standing or abs(character.vx) > _CALM:
                return _REST
            self._flying, self._floor = 1, character.y - _SUNK
            return _SINK
        if leg.kind == "drop" and character.supported > GRACE:
            self._flying = 1
            return _REST
        left = leg.x - character.x
        if leg.kind != "climb":
            self._watch(abs(left))
            return Wish(paced(left, speed, max(STEP, self._bounce(leg))), 0.0, False, False)
        up = leg.y - character.y
        self._watch(abs(left) + abs(up))
        return Wish(paced(left, speed), paced(up, speed), False, True)

    def _bounce(self, leg: Leg) -> float:
        """Seconds until a walker that bounces on landing comes down; nothing can brake it before."""
        character = self.character
        high = character.y - leg.y
        if leg.kind != "walk" or character.on_ladder or (high < _STANDS and character.vy < 0.5):
            return 0.0
        gravity = self._network.gravity
        return (character.vy + sqrt(character.vy**2 + 2 * gravity * max(high, 0.0))) / gravity

    def _watch(self, left: float) -> None:
        """Plans anew when a leg brings the character no nearer for a while, or it fell off its way."""
        if left < self._nearest - 0.005:
            self._nearest, self._stuck = left, 0.0
            return
        self._stuck += STEP
        if self._stuck > _PATIENCE or (self.character.standing and self._stuck > 0.3 and self._is_astray()):
            self._stuck = 0.0
            self._fail()

    def _is_astray(self) -> bool:
        leg, here = self.legs[0], self.here()
        return leg.kind == "walk" and here is not None and here.stretch != leg.stretch

    def _fly(self) -> Wish:
        """Waits for the landing; what comes after it depends on where that was."""
        character = self.character
        self._flying += 1
        if character.y > self._floor:
            return _SINK
        self._floor = float("inf")
        leg = self.legs[0] if self.legs else None
        # Upwards it may graze the platform that it passes; a landing comes from above, and then bounces.
        landed = self._flying > 3 and character.standing > 0 and (self._fell or character.vy < 0.5)
        self._fell = character.vy < -0.05
        if landed:
            self._flying, self._fell = 0, False
            here = self.here()
            if leg is not None and here is not None and here.stretch == leg.stretch:
                self.legs.pop(0)
                self._nearest = float("inf")
            elif self.goal is not None:
                self._fail()
            else:
                self.legs = []
        return _REST


def _part(spot: Spot | None) -> _Part | None:
    return None if spot is None else (spot.stretch, spot.ladder)
