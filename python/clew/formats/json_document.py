"""A board as a JSON object with the keys of its TOML file, or a list of such objects or of compact forms."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from clew.boards.above import Above
from clew.boards.entries import Entry, failed
from clew.boards.format import SURE, Format, Likeness
from clew.errors import BoardError
from clew.formats.json_lines import BOARD_KEYS, json_entry
from clew.puzzles import limits
from clew.puzzles.fields import loads

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from clew.boards.source import Source
    from clew.puzzles.base import EnginePuzzle


class JsonDocument(Format):
    """A JSON document."""

    name = "json"
    about = "an object or a list of objects in JSON"
    example = '{\n  "family": "blocks",\n  "board": ["AAo", "ooo"]\n}\n'
    endings = (".json",)
    several = False
    own = True

    def recognise(self, source: Source) -> Likeness:
        if not source.first().startswith(("{", "[")):
            return Likeness(0)
        head = source.head()
        if len(head) >= limits.BOARD_BYTES:
            own = any(f'"{key}"' in head for key in BOARD_KEYS)
            return SURE if own else Likeness(0.1, "no object has a key board or family")
        try:
            items = _items(head)
        except BoardError:
            return SURE
        if items is None:
            return Likeness(0.1, "this is not a list of objects")
        own = any(isinstance(item, str) or BOARD_KEYS & item.keys() for item in items)
        return SURE if own or not items else Likeness(0.1, "no object has a key board or family")

    def read(self, source: Source) -> Iterator[Entry]:
        """The boards of a document; what is none is read line by line, to say what is wrong."""
        lines = list(source.lines())
        broken = any(isinstance(text, BoardError) for _, text in lines)
        try:
            items = None if broken else _items("".join(str(text) for _, text in lines))
            if items is not None:
                lines = []
            elif lines:
                items = _items(str(lines[0][1])) if str(lines[0][1]).startswith("[") else None
                lines = lines[0 if items is None else 1 :]
        except BoardError as error:
            yield failed(error, source.name, 1)
            return
        above = Above()
        for number, item in enumerate(items or (), 1):
            name = f"{source.name}#{number}" if len(items or ()) > 1 else source.name
            yield json_entry(item, name, None, source.family, above)
        for number, text in lines:
            if isinstance(text, BoardError):
                yield failed(text, source.name, number)
            elif text.strip() and items is not None:
                yield failed(
                    BoardError("comes after the end of the list; write one list"), source.name, number
                )
            elif text.strip():
                yield json_entry(text, source.name, number, source.family, above)

    def written(self, puzzle: EnginePuzzle, extra: Mapping[str, Any]) -> str:
        return json.dumps(puzzle.to_dict(), indent=2, ensure_ascii=False) + "\n"


FORMAT = JsonDocument()


def _items(text: str) -> list[Any] | None:
    """The boards of a document; None if the text is not one."""
    try:
        found = loads(text)
    except (ValueError, RecursionError):
        return None
    items = found if isinstance(found, list) else [found]
    return items if all(isinstance(item, dict | str) for item in items) else None
