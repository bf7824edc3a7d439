"""What parts of the family need of a ricochet board while it is being constructed, and its diagonal walls."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol


class Diagonal(NamedTuple):
    """A diagonal wall. Tiles of its colour pass through it; with the colour "" it deflects all."""

    cell: int
    rising: bool
    colour: str


if TYPE_CHECKING:
    from clew.puzzles.position import Position

    class Board(Protocol):
        """The attributes of `clew.Ricochet`, as far as its parts need them."""

        @property
        def rows(self) -> int: ...
        @property
        def columns(self) -> int: ...
        @property
        def anywhere(self) -> bool: ...
        @property
        def tiles(self) -> list[tuple[str, int]]: ...
        @property
        def blocks(self) -> frozenset[int]: ...
        @property
        def edges(self) -> str: ...
        @property
        def diagonals(self) -> list[Diagonal]: ...
        def beside(self, cell: int, direction: int) -> int | None: ...
        def is_home(self, state: Position) -> bool: ...
        @property
        def goal(self) -> tuple[str, ...]: ...
