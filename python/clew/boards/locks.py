"""Lock files: the fewest moves of each board, to notice when a board or its optimum changes.

A lock file is TOML, a table per board in order of name, so that a change is one line of a diff:

    ["levels/gate.toml"]
    puzzle = "blocks:AAo/ooo/ooo"
    par = 1
"""

from __future__ import annotations

import hashlib
import os
import tomllib
from typing import TYPE_CHECKING, Any

from clew.errors import BoardError
from clew.puzzles.toml import key_text, write

if TYPE_CHECKING:
    from clew.boards.entries import Entry
    from clew.puzzles.base import EnginePuzzle

HEAD = """\
# The fewest moves of each board, proved. Written by `clew check --lock`; keep it with the boards.
"""
NAMING = ("id", "name", "level")
"""The columns that name a board of a set, the first one that is there."""

LONGEST = 500
"""The most characters of a puzzle that is written in full; a longer one, such as a game, has a digest."""


class Lock:
    """What a lock file says, and what was found.

    `known`: the puzzle and the par of each board in the file, by name; `found`: those of the boards met.
    Names of files are relative to `folder`, that of the lock file.
    """

    def __init__(self, known: dict[str, tuple[str, int]], folder: str) -> None:
        self.known = known
        self._folder = folder or "."
        self.found: dict[str, tuple[str, int]] = {}
        self._named: dict[str, int] = {}

    def name(self, entry: Entry) -> str:
        """The name of a board: its file, and in a set its own name or line; each name counts once."""
        place = entry.source
        if os.path.isfile(place) or os.path.isfile(place.rpartition("#")[0]):
            place = os.path.relpath(place, self._folder).replace(os.sep, "/")
        own = next((str(entry.input[key]) for key in NAMING if key in entry.input), None)
        if own is not None or entry.line is not None:
            place = f"{place}#{own if own is not None else entry.line}"
        self._named[place] = self._named.get(place, 0) + 1
        return place if self._named[place] == 1 else f"{place} ({self._named[place]})"

    def faults(self, name: str, puzzle: EnginePuzzle, par: int | None) -> list[str]:
        """What differs from the file, in words that follow the board's name; the board counts as met.

        `par`: the proved optimum; None if it is not known.
        """
        written = self.known.get(name)
        if par is not None:
            self.found[name] = (digest(puzzle), par)
        if written is None:
            return ["is not in the lock file: it is new, or has another name"]
        faults = []
        if written[0] != digest(puzzle):
            faults.append("is not the board of the lock file: it has changed")
        if par is not None and written[1] != par:
            faults.append(f"has the par {written[1]} in the lock file, but the proved optimum is {par}")
        return faults

    def missing(self, met: set[str]) -> list[str]:
        """The names in the file that were not met."""
        return sorted(self.known.keys() - met)

    def text(self) -> str:
        """The file for the boards that were found."""
        parts = [HEAD]
        for name, (puzzle, par) in sorted(self.found.items()):
            parts.append(f"[{key_text(name)}]\n{write({'puzzle': puzzle, 'par': par})}")
        return "\n".join(parts)


def digest(puzzle: EnginePuzzle) -> str:
    """The compact form of a puzzle, or if it is long, a digest of it."""
    text = puzzle._identity()
    plain = str(puzzle)
    if len(plain) <= LONGEST:
        return plain
    return f"{puzzle.family} sha256:{hashlib.sha256(text.encode('utf-8', 'surrogatepass')).hexdigest()}"


def read_lock(path: str) -> Lock:
    """The lock in a file. Raises `BoardError` for anything else, `OSError` if it cannot be read."""
    with open(path, "rb") as file:
        data = file.read()
    try:
        values: dict[str, Any] = tomllib.loads(data.decode())
    except (ValueError, RecursionError) as error:
        raise BoardError(f"is not a lock file: {error}; delete it to write it again", file=path) from None
    known = {}
    for name, value in values.items():
        ok = isinstance(value, dict) and isinstance(value.get("puzzle"), str)
        if not ok or not isinstance(value.get("par"), int) or isinstance(value["par"], bool):
            raise BoardError(
                f"is not a lock file: {name} has no `puzzle` and `par`; delete it to write it again",
                file=path,
            )
        known[name] = (value["puzzle"], value["par"])
    return Lock(known, os.path.dirname(path))
