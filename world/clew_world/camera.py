"""The camera: which part of the world is on the screen, and which point is under a finger."""

from __future__ import annotations

MOST_ZOOM, LEAST_ZOOM = 200.0, 8.0


class Camera:
    """A view of `width` x `height` pixels on a world; `zoom` is pixels per metre. (x, y) is its centre.

    It follows the player with a margin, and never shows anything outside the world, unless the world is
    smaller than the screen: then the world is centred.
    """

    def __init__(
        self, world: tuple[float, float], screen: tuple[int, int], zoom: float, x: float = 0.0, y: float = 0.0
    ) -> None:
        self._world = world
        self.screen = screen
        self.zoom = zoom
        self.x = x
        self.y = y
        self.look_at(x, y)

    def look_at(self, x: float, y: float) -> None:
        """Centres on (x, y), as far as the world's edges allow."""
        half = [size / self.zoom / 2 for size in self.screen]
        self.x, self.y = (
            side / 2 if side <= 2 * part else min(max(value, part), side - part)
            for value, part, side in zip((x, y), half, self._world, strict=True)
        )

    def follow(self, x: float, y: float) -> None:
        """Moves smoothly, and only as far as needed to keep (x, y) within the middle third."""
        third = [size / self.zoom / 6 for size in self.screen]
        wanted = [
            min(max(at, value - part), value + part)
            for at, value, part in zip((self.x, self.y), (x, y), third, strict=True)
        ]
        self.look_at(self.x + (wanted[0] - self.x) * 0.2, self.y + (wanted[1] - self.y) * 0.2)

    def zoom_to(self, zoom: float, px: float, py: float) -> None:
        """Changes the zoom; the point under the pixel stays there, as far as the world's edges allow."""
        x, y = self.to_world(px, py)
        self.zoom = min(max(zoom, LEAST_ZOOM), MOST_ZOOM)
        now_x, now_y = self.to_world(px, py)
        self.look_at(self.x + x - now_x, self.y + y - now_y)

    def to_screen(self, x: float, y: float) -> tuple[float, float]:
        """The pixel of a point of the world; pixels count from the upper left corner."""
        return (
            (x - self.x) * self.zoom + self.screen[0] / 2,
            (self.y - y) * self.zoom + self.screen[1] / 2,
        )

    def to_world(self, px: float, py: float) -> tuple[float, float]:
        """The point of the world under a pixel."""
        return (
            (px - self.screen[0] / 2) / self.zoom + self.x,
            self.y - (py - self.screen[1] / 2) / self.zoom,
        )
