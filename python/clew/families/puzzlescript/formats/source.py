"""The source of a PuzzleScript game, as its editor has it. Each level is a board, numbered from 1.

[What Clew reads of the language](../families/puzzlescript.md).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from clew.boards.format import SURE, Likeness
from clew.families.puzzlescript.files import reads
from clew.families.puzzlescript.formats._games import Games, small_enough

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from clew.boards.source import Source
    from clew.puzzles.base import EnginePuzzle


class GameSource(Games):
    """The source of a game."""

    name = "puzzlescript"
    about = "the source of a PuzzleScript game"
    endings = (".txt",)
    own = True

    def recognise(self, source: Source) -> Likeness:
        return SURE if reads(source.head()) else Likeness(0)

    def game(self, source: Source) -> str:
        return small_enough(source.text())

    def written(self, puzzle: EnginePuzzle, extra: Mapping[str, Any]) -> str:
        return self.alone(puzzle)


FORMAT = GameSource()
