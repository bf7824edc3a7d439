"""The process that writes files of proofs, one after the other, until its input ends.

It imports nothing of Django; `clew_studio.helpers` describes what it reads and answers.
"""

from __future__ import annotations

from typing import Any

from clew.puzzles.registry import from_dict
from clew.search.limits import Limits
from clew.search.solve import solve
from clew_studio.helpers import serve


def proved(task: dict[str, Any]) -> bytes:
    """Return the file that proves how many moves a position needs. Raises `ClewError` if it gets too long, or
    needs more than it may take.
    """
    puzzle = from_dict(task["keys"])
    if task["state"] != puzzle.initial():
        puzzle = puzzle.at(task["state"])
    limits = Limits(seconds=task["seconds"], memory=task["memory"])
    return bytes(solve(puzzle, limits=limits, threads=1).certificate(limits=limits, threads=1))


if __name__ == "__main__":
    serve(proved)
