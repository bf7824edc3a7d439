"""Methods of a puzzle that only one package each needs. The defaults suit any family; a family overrides
those for which it has a better answer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, Protocol

from clew.errors import ClewError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clew._engine import LimitName, Status
    from clew.puzzles.position import Code, Move, Position

    class Answer(Protocol):
        """What an audit reads of an answer; see `clew.Solution`. It is true if a solution is known.

        `asks`: the question: one solution, all of least cost, those of a given cost, one through waypoints,
        or how good each move is.
        """

        start: Any
        status: Status
        limit: LimitName | None
        length: int | None
        optimal: bool
        states: int
        expanded: int
        algorithm: str
        asks: Asks

        @property
        def steps(self) -> list[Move]: ...
        @property
        def positions(self) -> list[Any]: ...
        def __bool__(self) -> bool: ...

    Asks = Literal["one", "all", "these", "waypoints", "moves"]


ABOUT = ("title", "author", "source", "licence", "notes", "par")
"""The keys that every family has."""


class Traits:
    """The optional part of `clew.EnginePuzzle`."""

    family: str
    rows: int
    columns: int
    _BESIDE: tuple[str, ...] = ABOUT
    """The keys that the compact form does not hold."""

    _PARTS: dict[str, str] = {}  # noqa: RUF012 - never written
    """Names that are only a part of a key's value, each with that key: people write them as keys."""

    _readings: tuple[str, ...] = ()
    """Sentences, one for each place of the board that can be read in two ways: which way was taken, and how
    to write the other.
    """

    def _beside_compact(self) -> dict[str, Any]:
        """The keys that the compact form does not hold: `title`, `par`, places for drawing."""
        values = {key: getattr(self, key) for key in self._BESIDE}
        return {key: value for key, value in values.items() if value is not None}

    def _audited(self, answer: Answer) -> list[str]:
        """Checks an answer before it is given, and returns what its proof rests on beyond the rules, each as
        a clause of its own, such as "if the heuristic never overestimates". Raises `PuzzleError`.
        """
        return []

    def _audit_states(self, states: int, *, backwards: bool = False) -> list[str]:
        """Checks a map of so many states before it is given, and returns what it rests on, as `audited` does.
        `backwards`: it was made from the goals. Raises `PuzzleError`.
        """
        return []

    def _taken(self, code: Code) -> list[int]:
        """Where the pieces that move stand before the move: cells, or the coin; nothing for a pass."""
        return [code[0]]

    def _bodies(self, state: Any) -> list[list[int]]:
        """The cells of each thing that can be moved; empty if the board has no cells."""
        return []

    def _displaced(self, here: Position, code: Code) -> list[tuple[int, int]]:
        """What `Move.displaces` says."""
        return []

    _shows_path = False
    """Whether a solution is shown with its path, where that says more than its moves."""

    def _hole_path(self, codes: Sequence[Code]) -> str | None:
        """The path along these moves from the start, of a single hole, "0-3-5", or of the player, "rrUl";
        None for a puzzle without one."""
        return None

    def _piece_cells(self, state: Any) -> dict[str, list[int]]:
        """The cells of each piece by its letter; empty for a family whose pieces have no names."""
        return {}

    def _matrix(self, state: Any) -> list[list[int]]:
        """The board as rows of numbers: 0 empty, 255 wall, pieces from 1 in the order of their letters.

        Raises `ClewError` for a family that is not made of pieces on a grid.
        """
        raise ClewError(f"only block boards have grids of pieces, not {self.family}")

    def _assumed(self) -> dict[str, str]:
        """The defaults that stand in for keys which the board leaves out and people may not expect, such as
        ``{"layout": "panguru"}``.
        """
        return {}

    def _like(self) -> dict[str, Any]:
        """The arguments with which `clew.generate` makes boards of this size: `size`, `pieces`.

        Raises `ClewError` if it cannot.
        """
        return {}
