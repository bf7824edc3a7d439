"""Lists of blocks as apps keep them, in JSON: objects with `x`, `y`, `width` and `height`, one of them
marked as the target (`target`, `main`, `red`, `isTarget`) or named as the red car.

The list is the document, or the value of a key; a list of such lists, or an object with `width` and `height`
of the board beside the list, is read too. `x` and `y` count from 0, or from 1 where the blocks would lie
beyond the board.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from clew.boards.format import SURE, Format, Found, Likeness, reason
from clew.errors import BoardError
from clew.families.blocks.formats._grids import Rectangle, drawn, letters, movement, renamed
from clew.puzzles.fields import kind, loads
from clew.puzzles.registry import from_dict

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from clew.boards.source import Source

TARGETS = ("target", "main", "red", "istarget", "ismain", "isred", "player", "goal", "hero", "isplayer")
LISTS = ("blocks", "pieces", "cars", "vehicles", "board")
SIDE = 6


class Unblock(Format):
    """Lists of blocks in JSON."""

    name = "unblock"
    about = "JSON lists of blocks with x, y, width and height"
    example = (
        '[{"x": 0, "y": 2, "width": 2, "height": 1, "target": true},\n'
        ' {"x": 3, "y": 0, "width": 1, "height": 3}]\n'
    )
    family = "blocks"
    endings = (".json",)
    options = {"0": "x and y count from 0", "1": "x and y count from 1"}  # noqa: RUF012 - never written

    def recognise(self, source: Source) -> Likeness:
        if source.first()[:1] not in ("[", "{"):
            return Likeness(0)
        try:
            found = _lists(loads(source.head()))
        except (ValueError, RecursionError):
            return Likeness(0)
        if not found:
            return Likeness(0.1, "no object has x, y, width and height")
        try:
            from_dict({"family": "blocks", **self._keys(source, *found[0]).given()})
        except BoardError as error:
            return Likeness(0.7, reason(error))
        return SURE

    def boards(self, source: Source) -> Iterator[Found]:
        try:
            found = _lists(loads(source.text()))
        except (ValueError, RecursionError) as error:
            raise BoardError(f"this is not valid JSON: {error}") from None
        for blocks, about in found:
            try:
                yield self._keys(source, blocks, about)
            except BoardError as error:
                yield Found(error)

    def _keys(self, source: Source, blocks: list[dict[str, Any]], about: dict[str, Any]) -> Found:
        places = [_rectangle(number, block) for number, block in enumerate(blocks, 1)]
        targets = [at for at, block in enumerate(blocks) if _is_target(block)]
        if len(targets) > 1:
            raise BoardError("marks several blocks as the target; mark one")
        names = [_name(block) for block in blocks]
        if not all(names) or len(set(names)) < len(names):
            names = [str(number) for number in range(1, len(blocks) + 1)]
        # The target becomes A where blocks have no letters.
        order = [*targets, *(at for at in range(len(blocks)) if at not in targets)]
        found = letters([names[at] for at in order])
        if all(name.isdecimal() for name in names):
            found = dict(
                zip(
                    [names[at] for at in order],
                    "ABCDEFGHIJKLMNOPQRSTUVWYZabcdefghijklmnpqrstuvwyz",
                    strict=False,
                )
            )
        rows, columns = _size(about, "height", "rows"), _size(about, "width", "columns", "cols")
        base, remarks = self._base(places, rows or SIDE, columns or SIDE, source)
        places = [place._replace(column=place.column - base, row=place.row - base) for place in places]
        high = rows or max(SIDE, *(place.row + place.height for place in places))
        wide = columns or max(SIDE, *(place.column + place.width for place in places))
        grid = drawn([(found[name], place) for name, place in zip(names, places, strict=True)], high, wide)
        keys: dict[str, Any] = {"board": grid, **movement(grid)}
        if targets and names[targets[0]].isdecimal() is False:
            place = places[targets[0]]
            keys["goal"] = {
                "piece": found[names[targets[0]]],
                "exit": "right" if place.width > place.height else "down",
            }
        remarks += [] if all(name.isdecimal() for name in names) else renamed(found)
        return Found(keys, None, tuple(remarks))

    def _base(
        self, places: list[Rectangle], rows: int, columns: int, source: Source
    ) -> tuple[int, list[str]]:
        asked = self.option(source, ("0", "1"))
        if asked is not None:
            return int(asked), []
        if min(min(place.column, place.row) for place in places) < 1:
            return 0, []
        beyond = any(
            place.column + place.width > columns or place.row + place.height > rows for place in places
        )
        base = int(beyond)
        return base, [f"x and y count from {base}; say --format 'unblock[{1 - base}]' if from {1 - base}"]

    def written(self, puzzle: Any, extra: Mapping[str, Any]) -> str:
        if puzzle.exit is None or puzzle.metric != "slide" or puzzle.walls:
            raise self.refuse(puzzle, "walls, goals that are grids, and other metrics than slide")
        blocks = []
        for name, cells in puzzle.pieces.items():
            rows, columns = (
                {cell // puzzle.columns for cell in cells},
                {cell % puzzle.columns for cell in cells},
            )
            block = {
                "id": name,
                "x": min(columns),
                "y": min(rows),
                "width": len(columns),
                "height": len(rows),
            }
            blocks.append({**block, "target": True} if name == puzzle.exit[0] else block)
        return json.dumps({"width": puzzle.columns, "height": puzzle.rows, "blocks": blocks}) + "\n"


Unblock.several = False
FORMAT = Unblock()


def _lists(value: Any) -> list[tuple[list[dict[str, Any]], dict[str, Any]]]:
    """The lists of blocks in a document, each with the keys beside it."""
    if isinstance(value, list):
        if value and all(isinstance(item, dict) and _is_block(item) for item in value):
            return [(value, {})]
        return [found for item in value if isinstance(item, list | dict) for found in _lists(item)]
    if isinstance(value, dict):
        for key in (*LISTS, *value):
            items = value.get(key)
            if isinstance(items, list) and items and all(isinstance(x, dict) and _is_block(x) for x in items):
                return [(items, {name.lower(): about for name, about in value.items() if name != key})]
        return [found for item in value.values() if isinstance(item, list | dict) for found in _lists(item)]
    return []


def _folded(block: dict[str, Any]) -> dict[str, Any]:
    return {str(key).lower().replace("_", ""): value for key, value in block.items()}


def _is_block(block: dict[str, Any]) -> bool:
    keys = _folded(block).keys()
    place = {"x", "y"} <= keys or {"row", "col"} <= keys or {"row", "column"} <= keys
    return place and bool({"width", "w", "length", "size"} & keys)


def _rectangle(number: int, block: dict[str, Any]) -> Rectangle:
    keys = _folded(block)

    def whole(*names: str) -> int:
        value = next((keys[name] for name in names if name in keys), None)
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int) or abs(value) > 1000:
            raise BoardError(f"block {number}: {names[0]} is {kind(value)}; write a whole number")
        return value

    column, row = whole("x", "col", "column"), whole("y", "row")
    if "width" in keys or "w" in keys:
        return Rectangle(column, row, whole("width", "w"), whole("height", "h"))
    length, stands = whole("length", "size"), str(keys.get("orientation", keys.get("dir", ""))).lower()
    if stands[:1] not in ("h", "v"):
        raise BoardError(
            f"block {number} has neither width and height, nor an orientation, horizontal or vertical"
        )
    return Rectangle(column, row, *((length, 1) if stands[0] == "h" else (1, length)))


def _is_target(block: dict[str, Any]) -> bool:
    keys = _folded(block)
    return (
        any(keys.get(name) in (True, 1, "true") for name in TARGETS)
        or str(keys.get("type", "")).lower() in TARGETS
    )


def _name(block: dict[str, Any]) -> str:
    keys = _folded(block)
    return str(next((keys[name] for name in ("id", "name", "letter", "label") if name in keys), ""))


def _size(about: dict[str, Any], *names: str) -> int | None:
    found = next((about[name] for name in names if isinstance(about.get(name), int)), None)
    size = about.get("size", about.get("gridsize"))
    return found if found is not None else size if isinstance(size, int) else None
