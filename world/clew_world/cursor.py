"""The cursor: where keys or a gamepad point, to send the player there."""

from __future__ import annotations

from clew_world.keys import Direction

_STEP = 0.5
"""Metres that a press of a key moves it."""
_SPEED = 10.0
"""Metres per second while a key or a stick is held all the way."""
_PATIENCE = 0.3
"""Seconds that a key is held before the cursor glides on: a short press is one step."""

Point = tuple[float, float]


class Cursor:
    """A point of a world of that width and height in metres; `at` is None while there is no cursor. It begins
    at the player.
    """

    def __init__(self, size: Point) -> None:
        self.at: Point | None = None
        self._size = size
        self._waits = 0.0

    def step(self, direction: Direction, player: Point) -> None:
        """Moves by one step."""
        self._waits = _PATIENCE
        self._move(direction, _STEP, player)

    def glide(self, direction: Direction, seconds: float, player: Point) -> None:
        """Moves on for that long, if something is held in a direction."""
        self._waits = max(0.0, self._waits - seconds)
        if direction != (0.0, 0.0) and not self._waits:
            self._move(direction, _SPEED * seconds, player)

    def leave(self) -> bool:
        """Removes the cursor; whether there was one."""
        was, self.at = self.at, None
        return was is not None

    def _move(self, direction: Direction, metres: float, player: Point) -> None:
        x, y = (
            min(max(place + metres * part, 0.0), side)
            for place, part, side in zip(self.at or player, direction, self._size, strict=True)
        )
        self.at = x, y
