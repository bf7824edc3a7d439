"""Proofs in files that a small program checks without Clew (docs/reference/proofs.md)."""

from __future__ import annotations

import json
import struct
import zlib
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from clew import clew_check
from clew.errors import ClewError, LimitReached
from clew.puzzles.families import NAMES, has, part_or
from clew.search.limits import Run

if TYPE_CHECKING:
    from collections.abc import Callable
    from os import PathLike

    from clew._engine import Listed
    from clew.puzzles.base import EnginePuzzle
    from clew.search.limits import Limits, Progress
    from clew.search.solution import Solution

_CAPS = (20_000, 200_000, clew_check.MOST_STATES)
"""Of several defaults, the first that needs no more states than the first of these is taken, and so on."""

_MOST_COUNTED = 20_000_000
"""Where no list fits a file, states that are met to say how long it would be."""

_LEVEL = 4
"""Of compression: files of level 6 are a tenth shorter, and take a third longer to write."""


class Certificate:
    """A proof in a file: that no solution costs less than `length`, or, if that is None, that there is none.

    `states`: how many it lists. `size`: its length in bytes. `seconds`: the time that it took to make.

    >>> proof = clew.solve("blocks:AABo/ooBo/oooo/oooo").certificate()
    >>> proof.check()
    'the fewest moves are 2'
    """

    def __init__(self, length: int | None, states: int, content: bytes, seconds: float) -> None:
        self.length = length
        self.states = states
        self._content = content
        self.seconds = seconds

    @property
    def size(self) -> int:
        """Bytes of the file."""
        return len(self._content)

    def save(self, path: str | PathLike[str]) -> None:
        """Writes the file. Raises `OSError` if it cannot be written."""
        Path(path).write_bytes(self._content)

    def check(self, rules: object = None, *, seconds: float = 50) -> str:
        """What the proof proves, in words, by the rules of `clew-check`, which shares no code with Clew.

        `rules`: your own puzzle, which asks its rules again; only for puzzles of your own. Raises `ClewError`
        if it does not hold, or is not checked after so many seconds.
        """
        return checked(BytesIO(self._content), rules, seconds)[0]

    def __bytes__(self) -> bytes:
        return self._content

    def __repr__(self) -> str:
        what = "no solution" if self.length is None else f"no solution below {self.length}"
        return f"<Certificate {what}, {self.states} states, {self.size} bytes>"


def certificate(
    solution: Solution, limits: Limits, on_progress: Callable[[Progress], object] | None, threads: int
) -> Certificate:
    """The proof of a solution; see `Solution.certificate`."""
    _check_provable(solution)
    puzzle = solution.puzzle
    if solution.start != puzzle.initial():
        puzzle = puzzle.at(solution.start)
    if puzzle.family in NAMES and not has(puzzle.family, "proof"):
        raise ClewError(f"proofs are not written for boards of {puzzle.family}: the family has no proof.py")
    parts = part_or(puzzle.family, "proof", "custom.proof")
    with Run(limits, on_progress, threads) as run:
        default, tables, made = _shortest(puzzle, solution.length, parts, run)
        header: dict[str, Any] = {"puzzle": parts.keys(puzzle), "claim": "unsolvable"}
        count, columns = made["listed"]
        if hasattr(parts, "text"):
            columns = _texts(puzzle, parts, made)
        if solution.length is not None:
            header.update(claim=solution.length, default=default, width=made["width"])
            if default == "cells":
                header["tables"] = tables
            header["moves"] = [str(move) for move in solution.steps]
        if "near" in made:
            near, first = made["near"]
            header.update(below=made["below"], near=near)
            count, columns = count + near, first + columns
        header["states"] = made["listed"][0]
        content = _file(header, columns)
        return Certificate(solution.length, count, content, run.seconds)


def _check_provable(solution: Solution) -> None:
    """Raises `ClewError` for what no file can prove."""
    if solution.asks != "one" or solution.legs is not None:
        raise ClewError("a proof is about the fewest moves to a goal: solve without waypoints first")
    if not (solution.optimal or solution.status == "unsolvable"):
        raise ClewError("there is no proof yet that no solution is shorter: solve the puzzle without limits")


def _shortest(
    puzzle: EnginePuzzle, length: int | None, parts: Any, run: Run
) -> tuple[str, dict[str, list[int]], Listed]:
    """The default of the family with about the shortest list, the tables of `cells`, and that list.

    Raises `ClewError`, with the length of the list, if it fits no file.
    """
    if hasattr(parts, "text"):  # the checker asks somebody else for the rules
        position = puzzle._numbers(puzzle.initial())
        defaults, form = ("zero",), {"groups": [[number] for number in range(len(position))], "bytes_each": 2}
    else:
        defaults, form = ("zero",) if length is None else parts.defaults(puzzle), parts.form(puzzle)
    tables = parts.tables(puzzle) if "cells" in defaults else {}
    if tables:
        form["tables"] = parts.rows(puzzle, tables)
    for most in _CAPS if len(defaults) > 1 else _CAPS[-1:]:
        for default in defaults:
            made = _list(puzzle, length, default, form, run, most)
            if made is not None:
                return default, tables, made
    made = _list(puzzle, length, defaults[0], form, run, _MOST_COUNTED)
    told = f"more than {_MOST_COUNTED:,}" if made is None else f"{_states(made):,}"
    raise ClewError(
        f"the proof would list {told} states, and a file has at most {clew_check.MOST_STATES:,}: "
        "the board is too hard for this kind of proof"
    )


def _list(
    puzzle: EnginePuzzle, length: int | None, default: str, form: dict[str, Any], run: Run, most: int
) -> Listed | None:
    """The states of a proof, as the engine writes them; None if there are more than `most`.

    Raises `LimitReached` at a limit of the run.
    """
    options = run.options()
    own = options["states"]
    options["states"] = most if own is None else min(own, most)
    position = puzzle._numbers(puzzle.initial())
    try:
        made = puzzle._engine.proof(position, length=length, default=default, **form, **options)
    except ValueError:
        if default != "near":
            raise
        return None  # the goals of this puzzle cannot be listed
    if made["limit"] is None:
        return made if _states(made) <= most else None
    if made["limit"] == "states" and options["states"] == most:
        return None
    why = "interrupted" if made["limit"] == "interrupted" else f"the limit on {made['limit']} was reached"
    raise LimitReached(f"{why} before the proof was complete")


def _states(made: Listed) -> int:
    return made["listed"][0] + made.get("near", (0, b""))[0]


def _texts(puzzle: EnginePuzzle, parts: Any, made: Listed) -> bytes:
    """A list of states as texts, from the columns of the engine's numbers."""
    count, columns = made["listed"]
    width = made["width"]
    fields = (len(columns) - count * width) // (2 * count) if count else 0
    numbers = columns[2 * count * fields :]
    read = [struct.unpack_from(f"<{count}H", columns, 2 * count * field) for field in range(fields)]
    listed = sorted(
        (parts.text(puzzle, position).encode(), numbers[at * width : (at + 1) * width])
        for at, position in enumerate(zip(*read, strict=True))
    )
    if any(one[0] == other[0] for one, other in pairwise(listed)):
        raise ClewError("two states of this puzzle are written alike, so that no proof can tell them apart")
    texts = [text for text, _ in listed]
    lengths = b"".join(len(text).to_bytes(4, "little") for text in texts)
    return b"".join([lengths, *texts, *(number for _, number in listed)])


def _file(header: dict[str, Any], columns: bytes) -> bytes:
    text = json.dumps(header, ensure_ascii=False, separators=(",", ":")).encode()
    return b"".join([clew_check.MAGIC, len(text).to_bytes(4, "big"), text, zlib.compress(columns, _LEVEL)])


def checked(file: Any, rules: object = None, seconds: float = 50) -> tuple[str, dict[str, Any]]:
    """What the proof in an open file proves, in words, and its puzzle. Raises `ClewError` if it does not
    hold.
    """
    try:
        proved, puzzle = clew_check.check(file, rules, seconds)
    except clew_check.Refused as error:
        raise ClewError(f"not proved: {error}") from None
    return proved, puzzle


def same_puzzle(puzzle: EnginePuzzle, keys: dict[str, Any]) -> bool:
    """Whether the puzzle in a proof is this one."""
    told: dict[str, Any] = part_or(puzzle.family, "proof", "custom.proof").keys(puzzle)
    return told == keys
