"""The game that lines of a set share: one holds its source, and those below name it and hold their level."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clew.puzzles.families import has, part

if TYPE_CHECKING:
    from clew.puzzles.base import EnginePuzzle


class Above:
    """The source of a game that a line above has, as sets are read or written line by line."""

    def __init__(self) -> None:
        self._source: str | None = None

    def short(self, puzzle: EnginePuzzle) -> dict[str, Any]:
        """The keys of a board to write; without its source, if a line above has it."""
        keys = puzzle.to_dict()
        if not puzzle._shared_body:
            return keys
        found: dict[str, Any] | None = part(puzzle.family, "files").named_above(keys, self._source)
        if found is None:
            self._source = keys["game"]
        return keys if found is None else found

    def whole(self, values: dict[str, Any], family: str | None) -> dict[str, Any]:
        """The keys of a line that is read, with the source that it names. Raises `BoardError`."""
        name = values.get("family", family)
        name = name.partition("[")[0].strip() if isinstance(name, str) else ""
        if not has(name, "files"):
            return values
        found: dict[str, Any] = part(name, "files").with_game_above(values, self._source)
        return found

    def see(self, puzzle: EnginePuzzle, values: dict[str, Any]) -> None:
        """Remembers a line that holds the source of its game."""
        if puzzle._shared_body and "game" in values and "\n" in str(values["game"]):
            self._source = puzzle.to_dict()["game"]
