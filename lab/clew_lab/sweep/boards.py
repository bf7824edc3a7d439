"""The boards of a sweep, numbered as they come, in chunks."""

from __future__ import annotations

import hashlib
import json
import os
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from clew.boards.entries import placed, with_warnings
from clew.boards.files import SETS
from clew.boards.load import adapted, read_boards
from clew.custom.adaptor import Custom
from clew.errors import BoardError
from clew.puzzle import Puzzle
from clew.puzzles import spec
from clew.puzzles.base import EnginePuzzle
from clew.puzzles.registry import from_dict, is_compact

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from os import PathLike

    Source = str | PathLike[str] | Puzzle


OWN = "own"
"""The key for the spec of a custom puzzle: ``"module:Class(arguments)"``."""


class Board(NamedTuple):
    """One board: `row` counts from 1, `source` and `line` say where it comes from, `keys` are those of its
    puzzle (None if it has an `error`), `input` is what the set says about it besides the board.
    """

    row: int
    source: str | None
    line: int | None
    keys: dict[str, Any] | None
    input: dict[str, Any]
    error: str | None


class Chunk(NamedTuple):
    """Consecutive boards; `number` counts from 0, `digest` is that of their content."""

    number: int
    boards: list[Board]
    digest: str


def boards_of(sources: Source | Iterable[Source], family: str | None = None) -> Iterator[Board]:
    """Every board, in order. A source is a puzzle, or anything that `clew.read_boards` reads: a file, a
    folder, ``"-"``, a compact form. What cannot be read becomes a board with an error.
    """
    row = 0
    for source in _each(sources):
        if isinstance(source, Puzzle):
            row += 1
            yield Board(row, None, None, _keys(adapted(source)), {}, None)
            continue
        for board in _read(source, family):
            row += 1
            yield board._replace(row=row)


def _each(sources: Source | Iterable[Source]) -> Iterable[Source]:
    return [sources] if isinstance(sources, (str, os.PathLike, Puzzle)) else sources


def _read(source: str | PathLike[str], family: str | None) -> Iterator[Board]:
    name = os.fspath(source)
    try:
        for entry in with_warnings(read_boards(source, family=family, own=True)):
            error = None if entry.error is None else str(placed(entry.error, entry))
            keys = None if entry.puzzle is None else _keys(entry.puzzle)
            yield Board(0, entry.source, entry.line, keys, dict(entry.input), error)
    except BoardError as error:
        yield Board(0, name, None, None, {}, str(error))
    except OSError as error:
        refused = BoardError(f"cannot be read: {error.strerror}; give a readable file", file=name)
        yield Board(0, name, None, None, {}, str(refused))


def _keys(puzzle: EnginePuzzle) -> dict[str, Any]:
    """The keys from which `puzzle_of` makes the puzzle in another process."""
    if isinstance(puzzle, Custom):
        return {OWN: puzzle.call()}
    return {"family": puzzle.family, **puzzle.to_dict()}


def puzzle_of(keys: dict[str, Any]) -> EnginePuzzle:
    """The puzzle that a board's keys describe."""
    if OWN in keys:
        return adapted(spec.puzzle_of(keys[OWN]))
    return from_dict(keys)


def chunks(boards: Iterator[Board], size: int) -> Iterator[Chunk]:
    """The boards in chunks of `size`, the last perhaps smaller."""
    number = 0
    while taken := list(islice(boards, size)):
        text = json.dumps(taken, sort_keys=True, default=str)
        yield Chunk(number, taken, hashlib.blake2b(text.encode(), digest_size=16).hexdigest())
        number += 1


def expected(sources: Source | Iterable[Source]) -> int | None:
    """A quick estimate of the number of boards, from the lines of set files. None if it is unknown before
    they are read.
    """
    if not isinstance(sources, (str, os.PathLike, Puzzle, list, tuple)):
        return None
    counts = [_count(source) for source in _each(sources)]
    known = [count for count in counts if count is not None]
    return sum(known) if len(known) == len(counts) else None


def _count(source: Source) -> int | None:
    if isinstance(source, Puzzle):
        return 1
    name = os.fspath(source)
    if is_compact(name) or name.endswith(".toml"):
        return 1
    if not os.path.isfile(name) or not name.endswith(SETS):
        return None
    try:
        with open(name, "rb") as file:
            lines = sum(1 for line in file if line.strip() and not line.startswith(b"#"))
    except OSError:
        return 1
    return lines - name.endswith(".csv")
