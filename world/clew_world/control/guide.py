"""The guide of one character: plans the route to its target, and says which velocity it wants now.

A new target on the character's own stretch needs no search. A route to any other is planned when the
character next stands, and planned again if a jump or drop does not land as planned.
"""

from __future__ import annotations

from collections.abc import Callable

from clew_world.control.cruise import Cruise, cruise_on
from clew_world.control.grounds import Grounds, Part, part_of
from clew_world.control.legs import bounce, is_done
from clew_world.control.patience import PATIENCE, Patience
from clew_world.control.riding import Riding
from clew_world.control.search import Search
from clew_world.control.steering import Steering, Wish, paced
from clew_world.elements import STEP, Character
from clew_world.physics import Body
from clew_world.routes.network import NO_ROUTE, RIDE, THROUGH, Network
from clew_world.routes.reach import seconds_of
from clew_world.routes.risk import Danger
from clew_world.routes.spots import Leg, Spot

GRACE = 0.1
"""Seconds for which a character is still controlled after it has left an edge."""
_CALM = 0.05
"""Metres per second: a slower character counts as standing still."""
_SUNK = 0.1
"""Metres that a foot sinks until a one-way platform lets it pass anyway; less than any two are apart."""
_TRIES, _PUSHES = 4, 2
"""Routes that may fail before a target is given up; the second number applies while crates are pushed."""
_PAUSE = 0.5
"""Seconds after giving up during which no route to a target on the same stretch is planned."""
_UNSURE = 0.8
"""Seconds that a character stands on a crate outside the network until it tries to get off."""
_SPARE, _SLOWEST = 20.0, 3.0
"""Routes around moving crates are planned again for this many seconds plus this many times their duration."""

ON_THE_WAY, THERE, NO_GOAL = "on the way", "arrived", "cannot get there"
NOTHING_THERE, IN_THE_WAY = "there is nothing below it to stand on", "something is in the way"

_SINK = Wish(0.0, 0.0, False, False, lets_go=True, through=True)
_REST = Wish(0.0, 0.0, False, False)
_WAIT = Wish(0.0, 0.0, False, False, lets_go=True)


class Guide:
    """Guides one character: set its target with `aim`; call `wish` each tick."""

    def __init__(self, character: Character, grounds: Grounds) -> None:
        self.character = character
        self._grounds = grounds
        self.legs: list[Leg] = []
        self.goal: Spot | None = None
        self._stale = False
        self._flying = 0
        """Ticks since a jump or a drop began; 0 while something supports it."""
        self._floor = float("inf")
        """It sinks through one-way platforms until its foot is at this height."""
        self._fell = False
        """Whether it was falling in the previous tick."""
        self._failures = 0
        self._patience = Patience(character)
        self._riding = Riding(character)
        self._search = Search(character)
        self._cruise: Cruise | None = None
        self._hand: Steering | None = None  # who steers by hand, instead of a plan
        self._pause = 0.0
        """Seconds until it may plan again, after it gave up."""
        self._left = 0.0
        """Seconds left in which it may plan again around moving crates."""
        self._proved: tuple[Part | None, Part | None] | None = None
        """Where it stood and where it was sent when it was proved that no route leads there."""

    @property
    def network(self) -> Network:
        """The network in which it plans."""
        return self._grounds.network

    @property
    def flying(self) -> bool:
        """Whether it is in a jump or a drop."""
        return self._flying > 0

    def steer(self, dx: float, dy: float) -> None:
        """From now on keys steer the character, until it gets a target."""
        if self._hand is None:
            self._hand, self._cruise = Steering(self.character), None
            self.goal, self.legs, self._stale = None, [], False
            self._flying, self._fell, self._floor = 0, False, float("inf")
            self.character.target, self.character.answer, self.character.why = None, "", ""
        self._hand.hold(dx, dy)

    def avoid(self, dangers: Callable[[], list[Danger]] | None) -> None:
        """From now on it avoids elements on its way, where they are then; None for no elements."""
        self._search.dangers, self._cruise = dangers, None

    def aim(self, target: tuple[float, float] | None, *, again: bool = False) -> None:
        """Sets the target; None for no target. `again`: one that could not be reached is tried once more."""
        character = self.character
        self._hand = None
        if target == character.target and not (again and character.answer == NO_GOAL):
            return
        before, was = self.goal, self.network
        character.target, self._cruise = target, None
        self._failures, self._left, character.why = 0, 0.0, ""
        goal = self._spot(target) if target is not None else None
        if goal is None:
            self.goal, self._stale = None, False
            self.legs = self.legs[:1] if self._flying else []
            character.answer, character.why = (NO_GOAL, NOTHING_THERE) if target is not None else ("", "")
            return
        self.goal = goal
        same = (
            was is self.network
            and before is not None
            and goal.stretch == before.stretch
            and goal.ladder is before.ladder is None
        )
        if same and character.answer in (ON_THE_WAY, THERE) and not self._stale:
            self._stretch_to(goal)
        elif (
            character.answer == NO_GOAL
            and not self._grounds.pushes
            and self._proved == (part_of(self.here()), part_of(goal))
        ):
            character.why = NO_ROUTE
            return
        else:
            self._stale = True
            if not same:
                self._pause = 0.0
        character.answer = ON_THE_WAY

    def _spot(self, target: tuple[float, float]) -> Spot | None:
        """A target's place. A script that follows something goes on pushing what it pushes."""
        if self.character.script is not None and self._grounds.pushes and self.character.answer == ON_THE_WAY:
            return self.network.spot(*target)
        return self._grounds.choose(target)

    def renew(self, *, moved: bool = False, told: bool = False) -> None:
        """The world has changed: the rest of the route is planned in new networks, even if there was none.

        Exception: only crates have `moved`, and the player was `told` that there is no route. It waits for
        the next touch.
        """
        character, self._proved, self._cruise = self.character, None, None
        self._grounds.renew()
        self.legs = self.legs[:1] if self._flying else []
        if self.legs:
            under = self.network.spot(self.legs[0].x, self.legs[0].y)
            self.legs = [self.legs[0]._replace(stretch=under.stretch if under is not None else None)]
        if character.target is None:
            return
        self.goal = self._grounds.choose(character.target)
        if self.goal is None:
            self._give_up(NOTHING_THERE)
        elif character.answer == THERE or (moved and told and character.answer == NO_GOAL):
            return
        elif moved and character.answer == ON_THE_WAY:
            self._stale = True
            if self._left < 0:
                self._give_up(IN_THE_WAY)
        else:
            self._stale, self._failures, self._left, self._pause = True, 0, 0.0, 0.0
            character.answer, character.why = ON_THE_WAY, ""

    def _stretch_to(self, goal: Spot) -> None:
        """The target moved along its stretch: only the last walk changes."""
        if self.legs and self.legs[-1].kind == "walk":
            self.legs.pop()
        self.legs.append(Leg("walk", goal.x, goal.y, None, goal.stretch))
        self._begin()

    def fell_out(self) -> None:
        """The character fell out of the world and was put back: its route has failed."""
        self._flying, self._fell, self._cruise = 0, False, None
        self.legs = []
        if self.goal is not None and self.character.answer == ON_THE_WAY:
            self._fail()

    def here(self) -> Spot | None:
        """Where the character is in the network; None in the air."""
        return self._grounds.here()

    def wish(self, body: Body) -> Wish:
        """What the character wants in this tick."""
        character, cruise = self.character, self._cruise
        self._search.budget.refill()
        if cruise is not None and cruise.goes_on(character, self._patience):
            self._left -= STEP if self._left else 0.0
            return cruise.wish
        if self._rests():
            return _REST
        self._cruise = None
        body.carriers = self._riding.carriers(self.network, self.legs, self.goal)
        if self._hand is not None:
            return self._hand.wish(self.network)
        self._look_for_standstill()
        if character.answer == ON_THE_WAY and not self._flying and self._search.is_outdated():
            self._stale = True
        if self._flying:
            return self._fly()
        aside = self._patience.aside()
        if aside is not None and character.standing:
            return Wish(aside, 0.0, False, False)
        if self._stale:
            self._plan()
        if self._stale:
            return _WAIT  # nothing to plan from: it lets go of a ladder that leads nowhere, and lands
        while self.legs and self._is_done(self.legs[0]):
            self.legs.pop(0)
            self._begin()
        if not self.legs:
            if self.goal is not None and not self._stale and character.answer == ON_THE_WAY:
                character.answer = THERE
            return _REST
        if self._riding.holds(self.network, self._grounds.start, self.legs):
            if self._riding.is_lost(self.network):
                self._begin()
                self._fail()
            return _REST
        return self._toward(self.legs[0])

    def _rests(self) -> bool:
        """Whether it has nowhere to go, and nothing can carry it: most of the time at the end of a route."""
        moves = self.legs or self._stale or self._flying or self._hand or self.character.answer == ON_THE_WAY
        if moves or self.network.rides.stops or not self._patience.rests():
            return False
        self._left -= STEP if self._left else 0.0
        return True

    def _begin(self) -> None:
        """Begins a new leg."""
        self._patience.begin()
        self._riding.begin()

    def _is_done(self, leg: Leg) -> bool:
        if leg.kind == RIDE:
            return self._riding.is_over(self.network, self._grounds.start(), leg)
        return is_done(self.character, leg)

    def _plan(self) -> None:
        self._pause = max(0.0, self._pause - STEP)
        start = self._start()
        if start is None and self._riding.is_nowhere(self.network) and not self._leave_lift():
            self._give_up(IN_THE_WAY)
        if start is None or self.goal is None or self._pause > 0:
            return
        if not self._search.pays():
            return
        legs, here = self._found(start), None if self._grounds.pushes else self.here()
        proved = (part_of(here), part_of(self.goal)) if here is not None else None
        if legs is None and self._switch():
            start = self._grounds.start()
            legs = self._found(start) if start is not None else None
        if legs is None and self._leave_lift():
            return
        if legs is None:
            self._proved = proved
            self._give_up(NO_ROUTE)
            return
        self._stale, self._proved = False, None
        self._begin()
        self.legs = legs
        if not self._left:
            self._left = _SPARE + _SLOWEST * seconds_of(
                legs, (self.character.x, self.character.y), self.character.build.speed
            )

    def _start(self) -> Spot | None:
        start = self._grounds.start()
        if start is None and self._patience.still > _UNSURE and not self._grounds.pushes and self._switch():
            start = self._grounds.start()
        return start

    def _leave_lift(self) -> bool:
        """Drops through the lift that carries it, if a route leads on from below."""
        below = self._grounds.below()
        if below is None or self.goal is None or self.network.route(below, self.goal) is None:
            return False
        self.legs, self._flying, self._floor = [], 1, self.character.y - _SUNK
        return True

    def _switch(self) -> bool:
        """Plans in the other network from now on. Returns False if there is none."""
        target = self.character.target
        goal = self._grounds.switch(target) if target is not None else None
        if goal is not None:
            self.goal = goal
        return goal is not None

    def _found(self, start: Spot) -> list[Leg] | None:
        return None if self.goal is None else self._search.find(self.network, start, self.goal)

    def _fail(self) -> None:
        """A route has failed: it is planned again, unless that has happened too often."""
        self._failures += 1
        if self._failures < (_PUSHES if self._grounds.pushes else _TRIES):
            self._stale = True
            if self._grounds.pushes and self.character.target is not None:
                self.goal = self._grounds.choose(self.character.target)
            return
        self._pause = _PAUSE
        self._give_up(IN_THE_WAY)

    def _give_up(self, why: str) -> None:
        self.legs, self._stale = [], False
        self._patience.rest()
        self.character.answer, self.character.why = NO_GOAL, why

    def _look_for_standstill(self) -> None:
        """Keeps a character that should move from waiting forever."""
        character = self.character
        self._left -= STEP if self._left else 0.0
        moves = character.answer == ON_THE_WAY and not self._riding.waits
        if self._patience.ends_standing(on_the_way=moves):
            self._flying = 0
            self._step_back()
            self._fail()

    def _step_back(self) -> None:
        """It makes no progress: it may be wedged, and a step back can free it."""
        if self.legs and self.legs[0].kind != "climb":
            self._patience.step_back(self.legs[0].x - self.character.x)

    def _toward(self, leg: Leg) -> Wish:
        character = self.character
        speed = character.build.speed
        if leg.kind == "jump" and leg.flight is not None:
            if character.standing and abs(character.vy) < 0.5:
                self._flying, self._floor = 1, float("inf")
                return Wish(leg.flight.vx, leg.flight.vy, True, False)
            return _WAIT
        if leg.kind == THROUGH:
            if not character.standing or abs(character.vx) > _CALM:
                return _REST
            self._flying, self._floor = 1, character.y - _SUNK
            return _SINK
        if leg.kind == "drop" and character.supported > GRACE:
            self._flying, self._floor = 1, float("inf")
            return _REST
        left = leg.x - character.x
        if leg.kind != "climb":
            self._watch(abs(left))
            seconds = max(STEP, bounce(character, leg, self.network.gravity))
            wish = Wish(paced(left, speed, seconds), 0.0, False, False)
            if self._may_cruise():
                self._cruise = cruise_on(character, leg, wish)
            return wish
        up = leg.y - character.y
        self._watch(abs(left) + abs(up))
        return Wish(paced(left, speed), paced(up, speed), False, True)

    def _may_cruise(self) -> bool:
        """Whether only what `Cruise` looks at can change its mind in the next ticks."""
        is_steady = not self._stale and self.character.answer == ON_THE_WAY and not self.character.on_ladder
        return is_steady and self._search.dangers is None and not self.network.rides.stops

    def _watch(self, left: float) -> None:
        """Plans again if the character gets no nearer on a leg for a while, or has fallen off its route."""
        waited = self._patience.waited(left)
        astray = self.character.standing > 0 and waited > 0.3 and self._is_astray()
        if astray or waited > PATIENCE:
            self._patience.again()
            if not astray:
                self._step_back()
            self._fail()

    def _is_astray(self) -> bool:
        leg = self.legs[0]
        return leg.kind == "walk" and self._grounds.start() is not None and not self._is_at(leg)

    def _is_at(self, leg: Leg) -> bool:
        """Whether it stands where the leg ends, or walks there on slopes."""
        here = self._grounds.start()
        return here is not None and self.network.surfaces.is_one_floor(here.stretch, leg.stretch)

    def _fly(self) -> Wish:
        """Waits for the landing; where that is decides what comes next."""
        character = self.character
        self._flying += 1
        if character.y > self._floor:
            return _SINK
        self._floor = float("inf")
        leg = self.legs[0] if self.legs else None
        # On the way up it may graze a platform that it passes; it lands from above, and then bounces.
        landed = self._flying > 3 and character.standing > 0 and (self._fell or character.vy < 0.5)
        self._fell = character.vy < -0.05
        if landed:
            self._flying, self._fell = 0, False
            if leg is not None and self._is_at(leg):
                self.legs.pop(0)
                self._begin()
            elif self.goal is not None:
                self._fail()
            else:
                self.legs = []
        return _REST
