"""Makes a body move as its guide wants: by an impulse, mass times (wanted - actual speed), while something is
underfoot or a ladder in hand. Falls, jumps and bounces are left to the physics.
"""

from __future__ import annotations

from collections.abc import Sequence

from clew_world.control.footing import Footing
from clew_world.control.guide import GRACE, Guide
from clew_world.control.steering import Wish
from clew_world.elements import MASS, STEP, Character, Ladder
from clew_world.physics import Body

_FOOT = 0.05
"""Metres below and above a ladder at which it still holds."""


class Drive:
    """Moves one character. `drive` is called before each physics step."""

    def __init__(
        self,
        character: Character,
        body: Body,
        guide: Guide,
        ladders: Sequence[Ladder],
        footing: Footing | None = None,
    ) -> None:
        self.character = character
        self.body = body
        self.guide = guide
        self._footing = footing
        self._ladders = [ladder.rect for ladder in ladders]
        self._floats = False

    def drive(self) -> None:
        """Acts on the character's body for one tick."""
        character, body = self.character, self.body
        standing = character.standing > 0
        if standing or character.supported > GRACE:
            character.lift = body.lift
        wish = self.guide.wish(body)
        vx, vy, jumps, climb, lets_go, through = wish
        flying = self.guide.flying
        # A character holds a ladder if it climbs, or falls past one; not if it only bounces at its foot.
        falls = not (standing or flying or lets_go)
        grabs = climb or (falls and (character.on_ladder or character.supported > GRACE))
        climbs = grabs and bool(self._ladders) and self._holds()
        character.on_ladder = climbs
        body.through = through or (climbs and climb)
        if climbs is not self._floats:
            self._floats = climbs
            body.gravity(not climbs)
        character.supported = 0.0 if standing or climbs else character.supported + STEP
        # The contact from which it jumped is still counted in the first ticks of a flight.
        acts = climbs or (not flying and (standing or character.supported <= GRACE))
        character.controlled = acts or jumps
        walked = self._walk(wish, walks=acts and not (climbs or jumps)) if self._footing else None
        if not character.controlled:
            return
        # Off ladders, an upward wish counts only for a jump: nobody flies.
        dy = vy - character.vy if climbs or jumps else 0.0
        if abs(vx) > 0.05:
            character.facing = 1 if vx > 0 else -1
        if character.lift is not None and not climbs:
            vx += character.lift.vx
        if walked is not None:
            vx, dy = walked[0], walked[1] - character.vy
        body.push(MASS * (vx - character.vx), MASS * dy)

    def _walk(self, wish: Wish, *, walks: bool) -> tuple[float, float] | None:
        """The velocity along the ground where there are slopes; None where it is left to the physics."""
        character, footing = self.character, self._footing
        if footing is None:
            return None
        footing.settle()
        if not walks or wish.through or character.lift is not None:
            footing.let_go()
            return None
        return footing.follow(wish.vx)

    def _holds(self) -> bool:
        character = self.character
        x, low, high = character.x, character.y - _FOOT, character.y + character.build.height
        return any(r.left <= x <= r.right and low <= r.top and r.bottom <= high for r in self._ladders)
