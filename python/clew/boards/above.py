"""The game that lines of a set share: one holds its source, and those below name it and hold their level."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from clew.puzzles.families import has, part

if TYPE_CHECKING:
    from clew.puzzles.base import EnginePuzzle

KEPT_BYTES = 64 << 20
"""What the sources of a set may take; those met first are dropped first."""


class Above:
    """The sources of games that the lines above have, as sets are read or written line by line."""

    def __init__(self) -> None:
        self._sources: dict[str, str] = {}
        """By their digests."""
        self._bytes = 0

    def short(self, puzzle: EnginePuzzle) -> dict[str, Any]:
        """The keys of a board to write; without its source, if a line above has it."""
        keys = puzzle.to_dict()
        if not puzzle._shared_body:
            return keys
        found: dict[str, Any] | None = part(puzzle.family, "files").named_above(keys, self._sources)
        if found is None:
            self._keep(puzzle.family, keys["game"])
        return keys if found is None else found

    def whole(self, values: dict[str, Any], family: str | None) -> dict[str, Any]:
        """The keys of a line that is read, with the source that it names. Raises `BoardError`."""
        name = self._family(values, family)
        if not name:
            return values
        found: dict[str, Any] = part(name, "files").with_game_above(values, self._sources)
        return found

    def see(self, values: dict[str, Any], family: str | None) -> None:
        """Remembers the source of a game that a line holds, also of one that is no board otherwise."""
        name, game = self._family(values, family), values.get("game")
        if name and isinstance(game, str) and "\n" in game:
            self._keep(name, game)

    def _family(self, values: dict[str, Any], family: str | None) -> str:
        """The family of a line, if its boards may name a game; else nothing."""
        name = values.get("family", family)
        name = name.partition("[")[0].strip() if isinstance(name, str) else ""
        return name if has(name, "files") else ""

    def _keep(self, family: str, source: str) -> None:
        name = part(family, "files").digest(source)
        if name in self._sources:
            return
        self._sources[name] = source
        self._bytes += sys.getsizeof(source)
        while self._bytes > KEPT_BYTES and len(self._sources) > 1:
            self._bytes -= sys.getsizeof(self._sources.pop(next(iter(self._sources))))
