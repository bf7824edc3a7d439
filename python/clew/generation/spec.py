"""The checked arguments of `generate`."""

from __future__ import annotations

import re
from math import inf
from typing import TYPE_CHECKING

from clew.errors import ClewError

if TYPE_CHECKING:
    from collections.abc import Sequence

METHODS = ("auto", "forwards", "backward", "search")


class Order:
    """The arguments of one call of `generate`.

    `least` and `most`: bounds on the moves (None: unbounded); `aim`: the moves within them that the next
    board is to have, or at least `least` where there is no upper bound. The others are as in `generate`.
    `endless`: a climb goes on for as long as it gets higher, and does not end at `least`.
    """

    def __init__(
        self,
        *,
        size: str | Sequence[int] | None,
        pieces: int | Sequence[int] | None,
        par: int | Sequence[int | None] | None,
        unique: bool,
        symmetric: bool,
        min_bits: float | None,
        minimal: bool,
        method: str,
        walls: int | Sequence[int] | None = None,
        numbered: bool = False,
        game: str | None = None,
        endless: bool = False,
    ) -> None:
        self.size = size
        self.game = game
        self.pieces = _range("pieces", pieces) if pieces is not None else None
        low, high = _range("par", 1 if par is None else par, par is None)
        self.aim = self.least = max(low, 1)
        self.most = high
        self.walls = _range("walls", walls) if walls is not None else None
        self.numbered = numbered
        self.unique = unique
        self.symmetric = symmetric
        self.min_bits = min_bits
        self.minimal = minimal
        if method not in METHODS:
            raise ClewError(f"there is no method {method!r}: choose one of {', '.join(METHODS)}")
        self.method = method
        self.endless = endless

    @property
    def enough(self) -> float:
        """The moves at which a climb ends."""
        return inf if self.endless else self.aim

    def grid(self, default: tuple[int, int], least: int, most: int) -> tuple[int, int]:
        """Rows and columns, each from `least` to `most`."""
        if self.size is None:
            return default
        words = self.size
        if isinstance(words, str):
            match = re.fullmatch(r"\s*(\d{1,3})\s*(?:x\s*(\d{1,3})\s*)?", words)
            parts = [match[1], match[2] or match[1]] if match else []
        else:
            parts = [str(part) for part in words]
        numbers = [int(part) for part in parts if part.isdigit()]
        if len(numbers) != 2 or not all(least <= number <= most for number in numbers):
            raise ClewError(
                f"size={self.size!r}: expected rows and columns from {least} to {most}, such as "
                f'"{default[0]}x{default[1]}"'
            )
        return numbers[0], numbers[1]

    def number(self, default: tuple[int, int], least: int, most: int) -> tuple[int, int]:
        """The least and the most pieces, within what the family allows."""
        low, high = self.pieces or default
        if high is None:
            high = most
        if not least <= low <= high <= most:
            raise ClewError(f"pieces={low}..{high}: expected from {least} to {most} pieces")
        return low, high

    def choose(self, *methods: str) -> str:
        """The method to use, one of those that the family supports; the first is the default."""
        if self.method == "auto":
            return methods[0]
        if self.method not in methods:
            raise ClewError(f"method={self.method!r}: this family supports {' and '.join(methods)}")
        return self.method

    def fits(self, family: str, *, game: bool, walls: bool, numbered: bool) -> None:
        """Raises `ClewError` if the order asks for what the boards of the family cannot have."""
        if self.game is not None and not game:
            raise ClewError(f"{family} boards belong to no game: leave game out")
        if self.walls is not None and not walls:
            raise ClewError(f"{family} boards are made without a number of walls: leave walls out")
        if self.numbered and not numbered:
            raise ClewError(f"{family} boards have no numbered pieces: leave numbered out")

    def has_no_pieces(self, family: str) -> None:
        """Raises `ClewError` if a number of pieces is given and the family's is fixed."""
        if self.pieces is not None:
            raise ClewError(f"{family} boards always have the same pieces: leave pieces out")

    def admits(self, length: int) -> bool:
        """Whether a board with a shortest solution of this length is wanted."""
        return self.least <= length and (self.most is None or length <= self.most)


def _range(name: str, value: int | Sequence[int | None], open_: bool = False) -> tuple[int, int | None]:
    """A pair of bounds from a number or a pair; the upper one may be None."""
    pair = [value, None if open_ else value] if isinstance(value, int) else list(value)
    fits = len(pair) == 2 and isinstance(pair[0], int) and (pair[1] is None or isinstance(pair[1], int))
    if not fits or pair[0] is None or pair[0] < 0 or (pair[1] is not None and pair[1] < pair[0]):
        raise ClewError(f"{name}={value!r}: expected a number, or a pair (least, most) such as (30, 40)")
    return pair[0], pair[1]
