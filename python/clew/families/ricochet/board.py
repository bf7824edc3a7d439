"""What parts of the family need of a ricochet board while it is being constructed."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    class Board(Protocol):
        """The attributes of `clew.Ricochet`, as far as they are needed to read a goal."""

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
        def goal(self) -> tuple[str, ...]: ...
