"""Legs of a route: when a character has finished one, and how it lands from the previous one."""

from __future__ import annotations

from math import sqrt

from clew_world.elements import Character
from clew_world.routes.network import STEP_ON
from clew_world.routes.spots import Leg

ARRIVED = 0.005
"""Metres from the target at which a character has arrived."""
STANDS = 0.05
"""Metres above its stretch at which a character that stands may be."""
RISES = 0.5
"""Metres per second upwards from which a walker bounces."""


def is_done(character: Character, leg: Leg) -> bool:
    """Whether the character is at the end of a walk or a climb."""
    if leg.kind == "climb":
        # Down a ladder, the ground stops the foot slightly above the ground's height.
        near = STANDS if character.standing else ARRIVED
        return abs(character.y - leg.y) < near and abs(character.x - leg.x) < ARRIVED
    if leg.kind in ("walk", STEP_ON):
        return abs(character.x - leg.x) < ARRIVED and (character.standing > 0 or character.on_ladder)
    return False


def bounce(character: Character, leg: Leg, gravity: float) -> float:
    """Seconds until a walker that bounces on landing comes down; nothing can brake it before."""
    high = character.y - leg.y
    if (
        leg.kind != "walk"
        or character.on_ladder
        or character.on_slope
        or (high < STANDS and character.vy < RISES)
    ):
        return 0.0
    return (character.vy + sqrt(character.vy**2 + 2 * gravity * max(high, 0.0))) / gravity
