"""Proofs in files that a small program checks without Clew (docs/reference/proofs.md)."""

from __future__ import annotations

import json
import zlib
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from clew import clew_check
from clew.errors import ClewError, LimitReached
from clew.puzzles.families import has, part
from clew.search.limits import Limits, Run, bounded

if TYPE_CHECKING:
    from collections.abc import Callable
    from os import PathLike
    from threading import Event

    from clew._engine import Listed
    from clew.puzzles.base import EnginePuzzle
    from clew.search.limits import Progress
    from clew.search.solution import Solution

_MOST_LISTED = 20_000_000
"""Where a list is too long for a file, states that are counted to say how long it would be."""


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

    def check(self, seconds: float = 60) -> str:
        """What the proof proves, in words, by the rules of `clew-check`, which shares no code with Clew.

        Raises `ClewError` if it does not hold, or is not checked after so many seconds.
        """
        return checked(BytesIO(self._content), seconds)[0]

    def __bytes__(self) -> bytes:
        return self._content

    def __repr__(self) -> str:
        what = "no solution" if self.length is None else f"no solution below {self.length}"
        return f"<Certificate {what}, {self.states} states, {self.size} bytes>"


def certificate(
    solution: Solution,
    *,
    limits: Limits | None = None,
    on_progress: Callable[[Progress], object] | None = None,
    threads: int = 0,
    seconds: float | None = None,
    states: int | None = None,
    memory: int | str | None = None,
    stop: Event | None = None,
) -> Certificate:
    """The proof of a solution; see `Solution.certificate`."""
    _check_provable(solution)
    puzzle = solution.puzzle.at(solution.start)
    limits = bounded(limits, seconds=seconds, states=states, memory=memory, stop=stop)
    parts = part(puzzle.family, "proof")
    with Run(limits, on_progress, threads) as run:
        default, made = _shortest(puzzle, solution.length, parts, run)
        header: dict[str, Any] = {"puzzle": parts.keys(puzzle), "claim": "unsolvable"}
        count, columns = made["listed"]
        if solution.length is not None:
            header.update(claim=solution.length, default=default, width=made["width"])
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
    puzzle = solution.puzzle
    if solution.asks != "one" or solution.legs is not None:
        raise ClewError("a proof is about the fewest moves to a goal: solve without waypoints first")
    if not has(puzzle.family, "proof"):
        raise ClewError(f"proofs are not written for the family {puzzle.family}, which the checker does not know")
    if not (solution.optimal or solution.status == "unsolvable"):
        raise ClewError("there is no proof yet that no solution is shorter: solve the puzzle without limits")


def _shortest(puzzle: EnginePuzzle, length: int | None, parts: Any, run: Run) -> tuple[str, Listed]:
    """The first default of the family whose list fits a file, with that list.

    Raises `ClewError`, with the length of the list, if none does.
    """
    told = ""
    for default in ("zero",) if length is None else parts.defaults(puzzle):
        made = _list(puzzle, length, default, parts.form(puzzle), run)
        if made["limit"] is None:
            states = made["listed"][0] + made.get("near", (0, b""))[0]
            if states <= clew_check.MOST_STATES:
                return default, made
            told = f"{states:,}"
        elif made["limit"] == "states" and run.limits.states is None:
            told = f"more than {_MOST_LISTED:,}"
        else:
            raise LimitReached(f"the limit on {made['limit']} was reached before the proof was complete")
    raise ClewError(
        f"the proof would list {told} states, and a file has at most {clew_check.MOST_STATES:,}: "
        "the board is too hard for this kind of proof"
    )


def _list(puzzle: EnginePuzzle, length: int | None, default: str, form: dict[str, Any], run: Run) -> Listed:
    """The states of a proof, as the engine writes them."""
    options = run.options()
    if options["states"] is None:
        options["states"] = _MOST_LISTED
    position = puzzle._numbers(puzzle.initial())
    return puzzle._engine.proof(position, length=length, default=default, **form, **options)


def _file(header: dict[str, Any], columns: bytes) -> bytes:
    text = json.dumps(header, ensure_ascii=False, separators=(",", ":")).encode()
    return b"".join([clew_check.MAGIC, len(text).to_bytes(4, "big"), text, zlib.compress(columns, 9)])


def checked(file: Any, seconds: float = 60) -> tuple[str, dict[str, Any]]:
    """What the proof in an open file proves, in words, and its puzzle. Raises `ClewError` if it does not
    hold.
    """
    try:
        proved, puzzle = clew_check.check(file, seconds)
    except clew_check.Refused as error:
        raise ClewError(f"not proved: {error}") from None
    return proved, puzzle


def same_puzzle(puzzle: EnginePuzzle, keys: dict[str, Any]) -> bool:
    """Whether the puzzle in a proof is this one."""
    return has(puzzle.family, "proof") and part(puzzle.family, "proof").keys(puzzle) == keys
