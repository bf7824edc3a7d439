"""Steering by hand, with keys or a gamepad: walk, jump, climb and drop through, with no plan at all.

The body obeys as it does on a planned route: it is pushed only while it stands or climbs, and a jump flies as
far as physics takes it.
"""

from __future__ import annotations

from typing import NamedTuple

from clew_world.elements import STEP, Character, Ladder
from clew_world.routes.flight import speed_for
from clew_world.routes.network import Network

_PRESSED = 0.5
"""How far a stick must be moved up or down to count as pressed."""
_BUFFER = 9
"""Ticks for which a key press counts that came before the character could jump or sink."""
_SUNK = 0.1
"""Metres that a foot sinks into a one-way platform until that lets it pass anyway."""
_END = 0.02
"""Metres from the end of a ladder at which a climb ends."""
_GRIP = 0.3
"""Metres above the foot at which the lower end of a ladder can still be reached."""


class Wish(NamedTuple):
    """The velocity that a character wants, in metres per second; `jump`: also upwards, once; `climb`: on a
    ladder.

    `lets_go`: it does not want to hang on a ladder. `through`: it wants to drop through the one-way platform
    on which it stands.
    """

    vx: float
    vy: float
    jump: bool
    climb: bool
    lets_go: bool = False
    through: bool = False


class Steering:
    """The keys that are held: `dx` to the left (-1) or right (1), `dy` up or down."""

    def __init__(self, character: Character) -> None:
        self._character = character
        self._dx = self._dy = 0.0
        self._leap = self._sink = 0
        """Ticks for which a press of up or down still counts."""
        self._floor = float("inf")

    def hold(self, dx: float, dy: float) -> None:
        """The keys that are held from now on."""
        if dy > _PRESSED >= self._dy:
            self._leap = _BUFFER
        if dy < -_PRESSED <= self._dy:
            self._sink = _BUFFER
        self._dx, self._dy = dx, dy

    def wish(self, network: Network) -> Wish:
        """What the character wants in this tick."""
        character = self._character
        self._leap, self._sink = max(0, self._leap - 1), max(0, self._sink - 1)
        speed = character.build.speed
        vx = self._dx * speed
        climb = self._climb(network)
        if climb is not None:
            self._leap = self._sink = 0
            return climb
        if character.on_ladder and self._hangs(network):
            return Wish(vx, 0.0, False, True)
        rises = character.vy - (character.lift.vy if character.lift is not None else 0.0)
        stands = rises < _PRESSED or character.on_slope
        if character.standing and self._leap and character.build.jump > 0 and stands:
            self._leap = 0
            return Wish(vx, speed_for(character.build.jump, network.gravity), True, False)
        if character.standing and self._sink:
            self._floor = character.y - _SUNK
        sinks = character.y > self._floor and (self._sink > 0 or not character.standing)
        if not sinks:
            self._floor = float("inf")
        return Wish(vx, 0.0, False, False, lets_go=True, through=sinks)

    def _climb(self, network: Network) -> Wish | None:
        """The wish on a ladder that leads where the keys point; None if there is none."""
        character = self._character
        speed = character.build.speed
        for ladder in network.ladders:
            rect = ladder.rect
            if not rect.left <= character.x <= rect.right:
                continue
            up = rect.top - character.y
            down = rect.bottom - character.y
            if self._dy > _PRESSED and up > _END and down < _GRIP:
                return Wish(self._aside(ladder), paced(up, speed), False, True)
            if self._dy < -_PRESSED and down < -_END and up > -_SUNK:
                return Wish(self._aside(ladder), paced(down, speed), False, True)
        return None

    def _hangs(self, network: Network) -> bool:
        """Whether a ladder continues above its foot: at the upper end it stands."""
        x, y = self._character.x, self._character.y
        return any(
            ladder.rect.left <= x <= ladder.rect.right and ladder.rect.top > y + _END
            for ladder in network.ladders
        )

    def _aside(self, ladder: Ladder) -> float:
        """The horizontal speed: to the middle of a ladder, or as the keys say."""
        speed = self._character.build.speed
        return self._dx * speed if self._dx else paced(ladder.x - self._character.x, speed)


def paced(left: float, speed: float, seconds: float = STEP) -> float:
    """The speed that covers the rest, at most `speed`: it reaches zero at the target without oscillating."""
    wanted = left / seconds
    return speed if wanted > speed else -speed if wanted < -speed else wanted
