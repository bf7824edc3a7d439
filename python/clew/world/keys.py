"""The direction to steer that the held keys and the gamepad mean."""

from __future__ import annotations

from typing import Any

_IDLE = 0.25
"""How far a stick may be from its middle and still be at rest."""

Direction = tuple[float, float]
"""To the right and up, each from -1 to 1."""


class Keys:
    """Follows the events of pygame."""

    def __init__(self, pygame: Any) -> None:
        self._pygame = pygame
        self._of_key: dict[int, Direction] = {}
        for keys, direction in (
            ((pygame.K_LEFT, pygame.K_a), (-1.0, 0.0)),
            ((pygame.K_RIGHT, pygame.K_d), (1.0, 0.0)),
            ((pygame.K_UP, pygame.K_w), (0.0, 1.0)),
            ((pygame.K_DOWN, pygame.K_s), (0.0, -1.0)),
        ):
            self._of_key |= dict.fromkeys(keys, direction)
        self._held: dict[tuple[str, int], Direction] = {}
        self._last = (0.0, 0.0)

    def heed(self, event: Any) -> Direction | None:
        """The direction from now on, if the event changes it."""
        pygame = self._pygame
        if event.type in (pygame.KEYDOWN, pygame.KEYUP) and event.key in self._of_key:
            held = self._of_key[event.key] if event.type == pygame.KEYDOWN else (0.0, 0.0)
            self._held["key", event.key] = held
        elif event.type == pygame.JOYAXISMOTION and event.axis in (0, 1):
            along = event.value if abs(event.value) > _IDLE else 0.0
            self._held["axis", event.axis] = (along, 0.0) if event.axis == 0 else (0.0, -along)
        elif event.type == pygame.JOYHATMOTION:
            self._held["hat", event.hat] = (float(event.value[0]), float(event.value[1]))
        elif event.type in (pygame.JOYBUTTONDOWN, pygame.JOYBUTTONUP) and event.button == 0:
            self._held["button", 0] = (0.0, float(event.type == pygame.JOYBUTTONDOWN))
        elif event.type == pygame.WINDOWFOCUSLOST:
            self._held.clear()
        dx, dy = (max(-1.0, min(1.0, sum(held[axis] for held in self._held.values()))) for axis in (0, 1))
        if (dx, dy) == self._last:
            return None
        self._last = (dx, dy)
        return self._last
