"""What an agent sees: a state's number, its characters as a grid, its text, or its picture."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium import spaces

from clew.errors import ClewError
from clew_lab.gym.pixels import Camera

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clew_lab.gym.pixels import Camera
    from clew_lab.gym.tables import Tables

KINDS = ("grid", "text", "index", "picture")

WIDTH = 128
"""Pixels of a picture, unless told otherwise."""


class Observer:
    """Makes the observations of one kind. `space`: the Gymnasium space that they are in.

    "grid": the characters of the position as their codes, (rows, columns) uint8, 0 beyond the end of a line.
    "text": the position on one line. "index": the number of the state. "picture": as `clew.draw` draws it,
    `width` pixels wide, (height, width, 3) uint8.
    """

    def __init__(self, tables: Tables, kind: str, width: int = WIDTH) -> None:
        if kind not in KINDS:
            raise ClewError(f"observation={kind!r}: expected one of {', '.join(KINDS)}")
        self.tables = tables
        self.kind = kind
        self._width = width
        self.space: spaces.Space[Any]
        if kind == "index":
            self.space = spaces.Discrete(tables.n)
        elif kind == "grid":
            self.space = spaces.Box(0, 255, self._shape, np.uint8)
        elif kind == "picture":
            self.space = spaces.Box(0, 255, self._camera.shape, np.uint8)
        else:
            longest, letters = self._extent
            self.space = spaces.Text(longest, charset=letters)

    def __call__(self, state: int) -> Any:
        """The observation of a state."""
        if self.kind == "index":
            return np.int64(state)
        if self.kind == "picture":
            return self.picture(state)
        text = self.text(state)
        return text if self.kind == "text" else self._grid(text)

    def text(self, state: int) -> str:
        """The position on one line."""
        return self.tables.puzzle._text(self.tables.space.state(state))

    def picture(self, state: int) -> NDArray[np.uint8]:
        """The position as pixels."""
        return self._camera(self.tables.space.state(state))

    @cached_property
    def grids(self) -> NDArray[np.uint8]:
        """The grids of all states, (states, rows, columns)."""
        found = np.zeros((self.tables.n, *self._shape), np.uint8)
        for state in range(self.tables.n):
            found[state] = self._grid(self.text(state))
        return found

    def _grid(self, text: str) -> NDArray[np.uint8]:
        grid = np.zeros(self._shape, np.uint8)
        for row, line in enumerate(text.split("/")):
            codes = np.frombuffer(line.encode("latin-1", "replace"), np.uint8)
            grid[row, : len(codes)] = codes
        return grid

    @cached_property
    def _camera(self) -> Camera:
        return Camera(self.tables.puzzle, self._width)

    @cached_property
    def _shape(self) -> tuple[int, int]:
        lines = self.text(self.tables.start).split("/")
        puzzle = self.tables.puzzle
        if all(len(line) == getattr(puzzle, "columns", None) for line in lines):
            return len(lines), len(lines[0])
        every = [self.text(state).split("/") for state in range(self.tables.n)]
        return max(map(len, every)), max(len(line) for lines in every for line in lines)

    @cached_property
    def _extent(self) -> tuple[int, str]:
        """The length of the longest text, and the characters of all."""
        letters: set[str] = set()
        longest = 1
        for state in range(self.tables.n):
            text = self.text(state)
            letters.update(text)
            longest = max(longest, len(text))
        return longest, "".join(sorted(letters))
