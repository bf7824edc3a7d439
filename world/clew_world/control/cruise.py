"""Cruising: walking on at full speed. Most characters do it most of the time, so it is decided quickly.

```text
    stands, gets nearer           too near the end, or stopped:
    o ->   o ->   o ->   o ->     the guide decides again
   ====================================|==
   from                               to
```

While a character stands between `low` and `high`, has moved and come nearer since the last tick, and is not
thrown upwards, the guide would decide as it did in the last tick, and would note the same. So the wish of
that tick is given without asking the guide. Whatever changes the route ends the cruise.
"""

from __future__ import annotations

from typing import NamedTuple

from clew_world.control.legs import ARRIVED, RISES, STANDS
from clew_world.control.patience import Patience
from clew_world.control.steering import Wish
from clew_world.elements import STEP, Character
from clew_world.routes.spots import Leg


class Cruise(NamedTuple):
    """A walk to `x` in metres; `top` is the height of a foot above which it bounces."""

    wish: Wish
    x: float
    low: float
    high: float
    top: float

    def goes_on(self, character: Character, patience: Patience) -> bool:
        """Whether the wish is the same in this tick."""
        return (
            character.standing > 0
            and self.low < character.x < self.high
            and character.vy < RISES
            and (character.y < self.top or character.on_slope)
            and patience.gets_nearer(abs(self.x - character.x))
        )


def cruise_on(character: Character, leg: Leg, wish: Wish) -> Cruise | None:
    """The cruise that a wish on a walk begins; None if the character is not at full speed yet."""
    speed = character.build.speed
    if leg.kind != "walk" or abs(wish.vx) != speed:
        return None
    brake = max(speed * STEP, ARRIVED)  # a slow one may be pushed faster than it walks
    low, high = (float("-inf"), leg.x - brake) if wish.vx > 0 else (leg.x + brake, float("inf"))
    return Cruise(wish, leg.x, low, high, leg.y + STANDS)
