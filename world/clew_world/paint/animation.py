"""Files: a world as a PNG picture or as an animated GIF."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from clew.pictures.gif import Gif
from clew_world.packages import quietly
from clew_world.paint.frame import Painter

EVERY = 4
"""Ticks per frame: 15 frames per second, which GIF can show (7 hundredths of a second each)."""
_HUNDREDTHS = 7
_SAMPLES = 8
"""The number of frames from which the colours of an animation are chosen."""


def write_png(painter: Painter, path: str | Path) -> None:
    """Write a picture of the world as it is now."""
    painter.frame().save(path, "PNG")


class Animation:
    """Frames of a world; `write` makes a GIF of them. Until then they are kept as PNG: frames are large.

    `follow`: the camera follows the player.
    """

    def __init__(self, painter: Painter, *, follow: bool = False) -> None:
        self._painter = painter
        self._follow = follow
        self._frames: list[bytes] = []

    def shoot(self) -> None:
        """Add a frame of the world as it is now."""
        from io import BytesIO

        stream = BytesIO()
        player = self._painter.world.player
        for _ in range(EVERY if self._follow else 0):
            self._painter.camera.follow(player.x, player.y + 1.0)
        self._painter.frame().save(stream, "PNG", compress_level=1)
        self._frames.append(stream.getvalue())

    def write(self, path: str | Path) -> None:
        """Write the animation, which needs at least one frame."""
        from io import BytesIO

        picture: Any = quietly("PIL.Image")
        count = len(self._frames)
        chosen = [
            self._frames[number * (count - 1) // max(1, _SAMPLES - 1)]
            for number in range(min(_SAMPLES, count))
        ]
        width, height = self._painter.camera.screen
        samples = picture.new("RGB", (width, height * len(chosen)))
        for number, frame in enumerate(chosen):
            samples.paste(picture.open(BytesIO(frame)), (0, number * height))
        gif = Gif((width, height), samples)
        for frame in self._frames:
            gif.add(picture.open(BytesIO(frame)).convert("RGB"), (0, 0), _HUNDREDTHS)
        Path(path).write_bytes(gif.bytes())
