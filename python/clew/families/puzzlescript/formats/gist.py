"""A PuzzleScript game as the gist that its editor shares: the JSON of the gist, whose file `script.txt`, or
the only one that is a game, is the source. Each level is a board.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from clew.boards.format import SURE, Likeness
from clew.errors import BoardError
from clew.families.puzzlescript.files import reads, small_enough
from clew.families.puzzlescript.formats._games import Games
from clew.families.puzzlescript.sample import SAMPLE_TEXT
from clew.puzzles.fields import loads

if TYPE_CHECKING:
    from collections.abc import Mapping

    from clew.boards.source import Source


class Gist(Games):
    """The JSON of a gist."""

    name = "puzzlescript-gist"
    about = "a gist with a PuzzleScript game, as JSON"
    endings = (".json",)

    def recognise(self, source: Source) -> Likeness:
        if not source.first().startswith("{") or '"files"' not in source.head():
            return Likeness(0)
        try:
            _game(source.head())
        except BoardError as error:
            return Likeness(0.6, error.message)
        return SURE

    def game(self, source: Source) -> str:
        return small_enough(_game(source.text()))

    def written(self, puzzle: Any, extra: Mapping[str, Any]) -> str:
        about = puzzle.title or puzzle.game.prelude.get("title") or "a game"
        return _json(str(about), self.alone(puzzle))


def _json(about: str, game: str) -> str:
    files = {"readme.txt": {"content": "A game for PuzzleScript."}, "script.txt": {"content": game}}
    return json.dumps({"description": f"{about} (PuzzleScript)", "public": True, "files": files}) + "\n"


Gist.example = _json("Sample", SAMPLE_TEXT)
FORMAT = Gist()


def _game(text: str) -> str:
    """The source in the JSON of a gist. Raises `BoardError`."""
    try:
        files = loads(text).get("files")
    except (ValueError, RecursionError, AttributeError):
        raise BoardError("this is not the JSON of a gist") from None
    found = files if isinstance(files, dict) else {}
    contents = {
        name: file["content"]
        for name, file in found.items()
        if isinstance(file, dict) and isinstance(file.get("content"), str) and reads(file["content"])
    }
    if not contents or (len(contents) > 1 and "script.txt" not in contents):
        raise BoardError(f"has {len(contents)} files that are games; the editor calls its one script.txt")
    return str(contents.get("script.txt", next(iter(contents.values()))))
