"""Patience: notices that a character on its way does not move or comes no nearer, and steps back from what
holds it."""

from __future__ import annotations

from clew_world.elements import STEP, Character

PATIENCE = 1.5
"""Seconds without getting closer, or without moving at all, after which the route is planned again."""
_MOVED = 0.01
"""Metres: a character that moved less than this stands still."""
_NEARER = 0.005
"""Metres by which a character must come nearer for it to count."""
_BACK, _BACK_SPEED = 15, 0.6
"""Ticks and metres per second of a step back: enough to free a wedged body, and too little to fall far."""


class Patience:
    """Watches one character."""

    def __init__(self, character: Character) -> None:
        self._character = character
        self._place = (character.x, character.y)
        self.still = 0.0
        """Seconds since it moved last, while it is on the way."""
        self._nearest = float("inf")
        self._stuck = 0.0
        self._back = 0
        self._aside = 0.0

    def begin(self) -> None:
        """A new leg begins; how near it came on the previous one does not count."""
        self._nearest = float("inf")

    def ends_standing(self, *, on_the_way: bool) -> bool:
        """Whether it has stood still for too long, although it is on the way. Called in every tick."""
        character, (x, y) = self._character, self._place
        if not on_the_way or abs(character.x - x) + abs(character.y - y) > _MOVED:
            self._place, self.still = (character.x, character.y), 0.0
            return False
        self.still += STEP
        if self.still <= PATIENCE:
            return False
        self.still = 0.0
        return True

    def waited(self, left: float) -> float:
        """Seconds since it last came nearer, given the metres left. Called in every tick of a leg."""
        if left < self._nearest - _NEARER:
            self._nearest, self._stuck = left, 0.0
            return 0.0
        self._stuck += STEP
        return self._stuck

    def rests(self) -> bool:
        """Whether it makes no step back; then it is noted where it rests, as `ends_standing` would."""
        if self._back:
            return False
        self._place, self.still = (self._character.x, self._character.y), 0.0
        return True

    def gets_nearer(self, left: float) -> bool:
        """Whether it has moved and come nearer since the last tick, given the metres left; then both are
        noted, as `ends_standing` and `waited` would.
        """
        character, (x, y) = self._character, self._place
        if left < self._nearest - _NEARER and abs(character.x - x) + abs(character.y - y) > _MOVED:
            self._place, self.still = (character.x, character.y), 0.0
            self._nearest, self._stuck = left, 0.0
            return True
        return False

    def again(self) -> None:
        """Counts the seconds from 0 again."""
        self._stuck = 0.0

    def step_back(self, left: float) -> None:
        """Walks away from the target for some ticks; the target is `left` metres to the right."""
        self._back, self._aside = _BACK, -_BACK_SPEED if left > 0 else _BACK_SPEED

    def rest(self) -> None:
        """It is no longer on its way."""
        self._back = 0

    def aside(self) -> float | None:
        """The speed of a step back, for its next tick; None if it makes none."""
        if self._back == 0:
            return None
        self._back -= 1
        return self._aside
