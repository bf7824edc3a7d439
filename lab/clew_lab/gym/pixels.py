"""Pictures of positions as arrays of pixels. Needs the extra `draw`."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING, Any

import numpy as np

from clew.errors import ClewError
from clew.pictures.compose import board
from clew.pictures.drawable import Drawable
from clew.pictures.raster import needed, png
from clew.pictures.svg import document

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clew.puzzles.base import EnginePuzzle

    Pixels = NDArray[np.uint8]

SMALLEST, LARGEST = 16, 2000
"""The sides that a picture may have, in pixels."""


class Camera:
    """Takes pictures of the positions of a puzzle, all of one shape: (height, width, 3)."""

    def __init__(self, puzzle: EnginePuzzle, width: int) -> None:
        if isinstance(width, bool) or not isinstance(width, int) or not SMALLEST <= width <= LARGEST:
            raise ClewError(f"width={width!r}: expected from {SMALLEST} to {LARGEST} pixels")
        self._image: Any = needed("PIL.Image", "a picture of a position")
        self._puzzle = puzzle
        picture = board(Drawable(puzzle, puzzle.initial()), "light", "letters", False)
        self.shape = (max(1, round(width * picture.height / picture.width)), width, 3)

    def __call__(self, state: Any) -> Pixels:
        """The picture of a position, on white."""
        height, width, _ = self.shape
        picture = board(Drawable(self._puzzle, state), "light", "letters", False)
        text = document(
            picture.shapes,
            picture.width,
            picture.height,
            theme="light",
            title=picture.title,
            description=picture.description,
        )
        drawn = self._image.open(BytesIO(png(text, width, height))).convert("RGBA").resize((width, height))
        page = self._image.new("RGBA", (width, height), "white")
        found: Pixels = np.asarray(self._image.alpha_composite(page, drawn).convert("RGB"))
        return found
