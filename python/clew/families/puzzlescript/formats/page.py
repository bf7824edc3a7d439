"""A PuzzleScript game as the page that its editor exports: the source is in a string of the page. Each level
is a board. Nothing in the page is run.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from clew.boards.format import SURE, Likeness
from clew.errors import BoardError
from clew.families.puzzlescript.files import reads, small_enough
from clew.families.puzzlescript.formats._games import Games
from clew.families.puzzlescript.sample import SAMPLE_TEXT

if TYPE_CHECKING:
    from clew.boards.source import Source

_STRING = re.compile(r'"((?:[^"\\\n]|\\.)*+)"')
SHORTEST = 60
"""Characters of the shortest string that may be a game."""


class Page(Games):
    """A page with a game in it."""

    name = "puzzlescript-html"
    about = "a page with a PuzzleScript game, as the editor exports it"
    example = f"<!DOCTYPE html><html><script>\nsourceCode={json.dumps(SAMPLE_TEXT)};\n</script></html>\n"
    endings = (".html",)

    def recognise(self, source: Source) -> Likeness:
        head = source.head()
        if not head.lstrip()[:200].lower().startswith("<") or "<script" not in head.lower():
            return Likeness(0)
        if _game(head) is None:
            return Likeness(0.6, "no string of the page is a game")
        return SURE

    def game(self, source: Source) -> str:
        found = _game(source.text())
        if found is None:
            raise BoardError("no string of the page is a game")
        return small_enough(found)


FORMAT = Page()


def _game(text: str) -> str | None:
    """The first string of a page that is the source of a game. Strings are looked for from every quote that
    may begin one, since quotes elsewhere in a script need not be in pairs.
    """
    begin = 0
    while (at := text.find('"', begin)) >= 0:
        begin = at + 1
        found = _STRING.match(text, at)
        if found is None or found.end() - at < SHORTEST:
            continue
        try:
            game = json.loads(found[0].replace("\\'", "'"))
        except ValueError:
            continue
        if reads(game):
            return str(game)
    return None
