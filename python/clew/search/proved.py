"""What is proved in a result rests on the rules, and on what the result says here."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from clew.puzzles.base import EnginePuzzle


class Proved:
    """A result with what its proof rests on beyond the rules, each in words, or None for nothing.

    `left_out`: of a PuzzleScript level, the rules that made turns without end, which are no moves: what is
    proved holds for play without them. `stopped`: the rules that went on for ever and were stopped, as the
    published player does. `proof`: a clause that begins with "if", such as "if the heuristic never
    overestimates" where you wrote the heuristic.
    """

    left_out: str | None = None
    stopped: str | None = None
    proof: str | None = None

    @property
    def rests_on(self) -> dict[str, str]:
        """Those that are not None, by name, as `--json` prints them."""
        told = {"left_out": self.left_out, "stopped": self.stopped, "proof": self.proof}
        return {name: words for name, words in told.items() if words is not None}

    def _rest_on(self, puzzle: EnginePuzzle, clauses: Iterable[str | None]) -> None:
        """Takes what searches of the puzzle met so far, and the clauses of this result."""
        told = puzzle._rests_on
        self.left_out, self.stopped = told.get("left_out"), told.get("stopped")
        self.proof = "; ".join(dict.fromkeys(filter(None, clauses))) or None
