"""An object a line with the keys of a board's TOML file, or a compact form in quotes: JSON Lines.

Clew's own answers (`--json`) are read so too, and saved games. Keys that are none of the family are carried
along. Of the levels of one game, the first line holds the source. Those below name it by its digest and hold
their level: its number, or its rows.
"""

from __future__ import annotations

import json
from typing import IO, TYPE_CHECKING, Any

from clew.boards.above import Above
from clew.boards.entries import Entry, attempt, failed
from clew.boards.format import SURE, Format, Likeness, Writer
from clew.boards.rows import read_row, with_family
from clew.errors import BoardError
from clew.puzzles.fields import kind, loads
from clew.puzzles.registry import is_compact

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from clew.boards.source import Source
    from clew.puzzles.base import EnginePuzzle

BOARD_KEYS = {"board", "family", "format", "plates", "pebbles", "puzzle", "squares", "game"}
"""Keys that show that an object is a board of Clew's own."""


class JsonLines(Format):
    """JSON, a board a line."""

    name = "jsonl"
    about = "a JSON object a line"
    example = '{"family": "blocks", "board": "AAo/ooo/ooo", "par": 1}\n'
    endings = (".jsonl", ".ndjson")
    own = True

    def recognise(self, source: Source) -> Likeness:
        first = source.first()
        if first.startswith('"') and is_compact(first[1:]):
            return SURE
        if not first.startswith("{"):
            return Likeness(0)
        try:
            value = loads(first)
        except BoardError:
            return SURE
        except (ValueError, RecursionError):
            return BROKEN
        return SURE if BOARD_KEYS & value.keys() else Likeness(0.1, "no object has a key board or family")

    def read(self, source: Source) -> Iterator[Entry]:
        above = Above()
        for number, text in source.lines():
            if isinstance(text, BoardError):
                yield failed(text, source.name, number)
            elif text.strip():
                yield json_entry(text, source.name, number, source.family, above)

    def written(self, puzzle: EnginePuzzle, extra: Mapping[str, Any]) -> str:
        return _line(puzzle.to_dict(), extra)

    def writer(self, stream: IO[Any]) -> Writer:
        return _Lines(self, stream)


class _Lines(Writer):
    """Writes a board a line, the source of a game once."""

    def __init__(self, form: JsonLines, stream: IO[Any]) -> None:
        super().__init__(form, stream)
        self._above = Above()

    def write(self, puzzle: EnginePuzzle, extra: Mapping[str, Any]) -> None:
        self._stream.write(_line(self._above.short(puzzle), extra))
        self._stream.flush()


def _line(keys: dict[str, Any], extra: Mapping[str, Any]) -> str:
    return json.dumps({**extra, **keys}, ensure_ascii=False) + "\n"


BROKEN = Likeness(0.2, "the first line is no whole object")
FORMAT = JsonLines()


def json_entry(item: Any, name: str, line: int | None, family: str | None, above: Above) -> Entry:
    """The board of an item of a document, or of a line of text. `above`: what the lines above hold."""
    extra: dict[str, Any] = {}

    def puzzle() -> Any:
        value = item if line is None else _value(item)
        if isinstance(value, str):
            return with_family(value, family)
        above.see(value, family)
        found = read_row(above.whole(value, family), family, extra)
        try:
            json.dumps(extra, ensure_ascii=False).encode()
        except UnicodeEncodeError:
            extra.clear()
            raise BoardError(
                "a key or its value contains half of a surrogate pair; write the whole character"
            ) from None
        return found

    return attempt(puzzle, name, line, extra, name)


def _value(text: str) -> Any:
    try:
        value = loads(text)
    except json.JSONDecodeError as error:
        place = f"at column {error.colno}" if error.lineno == 1 else "at the end of the line"
        raise BoardError(
            f"this is not valid JSON {place}: {error.msg}; write one object per line: "
            f'{{"family": "blocks", ...}}'
        ) from None
    except RecursionError:
        raise BoardError(
            "lists or objects are nested too deeply; a board needs no more than lists of lists"
        ) from None
    except ValueError:
        raise BoardError("contains a number that cannot be read; write numbers with fewer digits") from None
    if not isinstance(value, dict | str):
        raise BoardError(f'is {kind(value)}; write one object per line: {{"family": "blocks", ...}}')
    return value
