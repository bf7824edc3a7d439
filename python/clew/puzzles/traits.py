"""Methods of a puzzle that only one package each needs. The defaults suit any family; a family overrides
those for which it has a better answer.
"""

from __future__ import annotations

from clew.errors import ClewError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from clew._engine import Engine
    from clew.puzzles.step import Code


class Traits:
    """The optional part of `clew.EnginePuzzle`."""

    family: str
    rows: int
    columns: int
    check_solves = False
    """Whether `clew check` solves boards of the family without a par, too."""
    shared_body = False
    """Whether the boards of a file have one long body, the source of a game, which is printed once."""

    @property
    def engine(self) -> Engine:
        """The native engine for this puzzle."""
        raise NotImplementedError

    @property
    def rests_on(self) -> dict[str, str]:
        """What a proof about this puzzle rests on, as far as searches and moves of it met it.

        `left_out`: turns without end, which are no moves. `stopped`: rules that the published player stops.
        """
        told = self.engine.notes
        found = {
            "left_out": [words for left_out, words in told if left_out],
            "stopped": [words for left_out, words in told if not left_out],
        }
        if found["left_out"]:
            found["left_out"].append("what is proved holds for play without such turns")
        return {key: "; ".join(words) for key, words in found.items() if words}

    def taken(self, code: Code) -> list[int]:
        """Where the pieces that move stand before the move: cells, or the coin; nothing for a pass."""
        return [code[0]]

    def bodies(self, state: str) -> list[list[int]]:
        """The cells of each thing that can be moved; empty if the board has no cells."""
        return []

    def shift(self, state: str, code: Code) -> tuple[int, int] | None:
        """A cell of the moving body, and the amount by which its cell numbers change; None for a pass and for
        a move in place.
        """
        return None

    def shifts(self, state: str, code: Code) -> list[tuple[int, int]]:
        """`shift` for every body that the move carries along, in an order in which they can go one by one."""
        shift = self.shift(state, code)
        return [] if shift is None else [shift]

    def hole_path(self, codes: Sequence[Code]) -> str | None:
        """The path of a single hole along these moves from the start, "0-3-5"; None for a puzzle
        without one."""
        return None

    def piece_cells(self, state: str) -> dict[str, list[int]]:
        """The cells of each piece by its letter; empty for a family whose pieces have no names."""
        return {}

    def matrix(self, state: str) -> list[list[int]]:
        """The board as rows of numbers: 0 empty, 255 wall, pieces from 1 in the order of their letters.

        Raises `ClewError` for a family that is not made of pieces on a grid.
        """
        raise ClewError(f"only block boards have grids of pieces, not {self.family}")

    def assumed(self) -> dict[str, str]:
        """The defaults that stand in for keys which the board leaves out and people may not expect, such as
        ``{"layout": "panguru"}``.
        """
        return {}

    def like(self) -> dict[str, Any]:
        """The arguments with which `clew.generate` makes boards of this size: `size`, `pieces`.

        Raises `ClewError` if it cannot.
        """
        return {}
