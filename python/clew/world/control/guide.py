"""The guide of one character: turns the point where it is to go into legs, and says what speed it wants now.

A new target on the stretch where the character is needs no search; one elsewhere is planned when the
character next stands, and planned anew where a flight ended other than it should.
"""

from __future__ import annotations

from typing import NamedTuple

from clew.world.elements import Character
from clew.world.physics import STEP, Body
from clew.world.routes.network import Leg, Network, Spot

ARRIVED = 0.005
"""Metres from the target at which a character has arrived."""
GRACE = 0.1
"""Seconds after it left an edge in which a character is still controlled."""
_LANDED = 0.12
"""Metres: how far from its end a flight may come down and still have been the one planned."""
_STANDS = 0.05
"""Metres above its stretch at which a character that stands may be."""
_TRIES = 4
"""Flights that may go wrong before a target is given up."""
_PATIENCE = 1.5
"""Seconds without coming nearer until a way is planned anew."""

ON_THE_WAY, THERE, NO_WAY = "on the way", "arrived", "cannot get there"


class Wish(NamedTuple):
    """The speed that a character wants, metres a second; `jump`: also upwards, once; `climb`: on a ladder.

    `lets_go`: it does not want to hang on a ladder.
    """

    vx: float
    vy: float
    jump: bool
    climb: bool
    lets_go: bool = False


_REST = Wish(0.0, 0.0, False, False)
_WAIT = Wish(0.0, 0.0, False, False, lets_go=True)


class Guide:
    """Where its character is going. Feed it with `aim`; ask it each tick with `wish`."""

    def __init__(self, character: Character, network: Network) -> None:
        self._character = character
        self._network = network
        self.legs: list[Leg] = []
        self.goal: Spot | None = None
        self._stale = False
        self._flying = 0
        """Ticks since the take-off of a jump, or of a drop's fall; 0 with its feet on something."""
        self._fell = False
        """Was it on its way down in the tick before?"""
        self._failures = 0
        self._stuck = 0.0
        self._nearest = float("inf")

    @property
    def flying(self) -> bool:
        return self._flying > 0

    def aim(self, target: tuple[float, float] | None) -> None:
        """Sets where to go; None: nowhere."""
        character = self._character
        if target == character.target:
            return
        before = self.goal
        character.target = target
        self._failures = 0
        goal = self._network.spot(*target) if target is not None else None
        if goal is None:
            self.goal, self._stale = None, False
            self.legs = self.legs[:1] if self._flying else []
            character.answer = NO_WAY if target is not None else ""
            return
        self.goal = goal
        same = before is not None and goal.stretch == before.stretch and goal.ladder is before.ladder is None
        if same and character.answer in (ON_THE_WAY, THERE) and not self._stale:
            self._stretch_to(goal)
        elif not (same and character.answer == NO_WAY):
            self._stale = True
        if character.answer != NO_WAY or not same:
            character.answer = ON_THE_WAY

    def _stretch_to(self, goal: Spot) -> None:
        """The target moved along its stretch: only the last walk changes."""
        if self.legs and self.legs[-1].kind == "walk":
            self.legs.pop()
        self.legs.append(Leg("walk", goal.x, goal.y, None, goal.stretch))
        self._nearest = float("inf")

    def here(self) -> Spot | None:
        """Where the character is in the network; None in the air."""
        character = self._character
        half = character.build.width / 2
        if character.standing:
            under = self._network.surfaces.on(character.x, character.y, half + 0.1, _LANDED)
            if under is not None:
                return Spot(under.clamped(character.x), under.y, under.number, None)
        if character.on_ladder:
            for number, ladder in enumerate(self._network.ladders):
                if ladder.rect.left <= character.x <= ladder.rect.right:
                    spot = self._network.spot(ladder.x, character.y)
                    if spot is not None and spot.ladder == number:
                        return spot
        return None

    def wish(self, body: Body) -> Wish:
        """What the character wants in this tick."""
        character = self._character
        if self._flying:
            return self._fly()
        if self._stale:
            self._plan()
        while self.legs and self._is_done(self.legs[0]):
            self.legs.pop(0)
            self._nearest = float("inf")
        if not self.legs:
            if self.goal is not None and not self._stale and character.answer == ON_THE_WAY:
                character.answer = THERE
            return _REST
        return self._toward(self.legs[0])

    def _plan(self) -> None:
        start = self.here()
        if start is None or self.goal is None:
            return
        self._stale = False
        legs = self._direct(start) or self._network.route(start, self.goal)
        self._nearest = float("inf")
        if legs is None or self._failures >= _TRIES:
            self.legs = []
            self._character.answer = NO_WAY
        else:
            self.legs = legs

    def _direct(self, start: Spot) -> list[Leg] | None:
        goal = self.goal
        if goal is None or goal.stretch is None or start.stretch != goal.stretch:
            return None
        return [Leg("walk", goal.x, goal.y, None, goal.stretch)]

    def _is_done(self, leg: Leg) -> bool:
        character = self._character
        if leg.kind == "climb":
            # Down a ladder it is the ground that stops the foot, a hair above where the ground is.
            near = _STANDS if character.standing else ARRIVED
            return abs(character.y - leg.y) < near and abs(character.x - leg.x) < ARRIVED
        if leg.kind == "walk":
            return abs(character.x - leg.x) < ARRIVED and (character.standing > 0 or character.on_ladder)
        return False

    def _toward(self, leg: Leg) -> Wish:
        character = self._character
        speed = character.build.speed
        if leg.kind == "jump" and leg.flight is not None:
            if character.standing and abs(character.vy) < 0.5:
                self._flying = 1
                return Wish(leg.flight.vx, leg.flight.vy, True, False)
            return _WAIT
        if leg.kind == "drop" and character.supported > GRACE:
            self._flying = 1
            return _REST
        vx = _paced(leg.x - character.x, speed)
        vy = _paced(leg.y - character.y, speed) if leg.kind == "climb" else 0.0
        self._watch(abs(leg.x - character.x) + (abs(leg.y - character.y) if leg.kind == "climb" else 0.0))
        return Wish(vx, vy, False, leg.kind == "climb")

    def _watch(self, left: float) -> None:
        """Plans anew when a leg brings the character no nearer for a while, or it fell off its way."""
        if left < self._nearest - 0.005:
            self._nearest, self._stuck = left, 0.0
            return
        self._stuck += STEP
        if self._stuck > _PATIENCE or (self._character.standing and self._stuck > 0.3 and self._is_astray()):
            self._stuck = 0.0
            self._failures += 1
            self._stale = True

    def _is_astray(self) -> bool:
        leg, here = self.legs[0], self.here()
        return leg.kind == "walk" and here is not None and here.stretch != leg.stretch

    def _fly(self) -> Wish:
        """Waits for the landing; what comes after it depends on where that was."""
        character = self._character
        self._flying += 1
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
                self._failures += 1
                self._stale = True
            else:
                self.legs = []
        return _REST


def _paced(left: float, speed: float) -> float:
    """The speed that covers what is left, at most `speed`: it ends at the target and does not swing."""
    return max(-speed, min(speed, left / STEP))
