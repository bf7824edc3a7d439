"""One engine at work for `bench.against`: reads a request a line, answers with seconds, a line each.

It is run with another commit's package on its path, so it uses what every commit has: `clew.load`, and the
engine's `solve`, `solutions` and `explore`. Engines are kept, as they are in a program that asks again.
"""

from __future__ import annotations

import json
import sys
from time import perf_counter
from typing import Any

import clew

_puzzles: dict[str, Any] = {}


def _may_be_any() -> bool:
    """Whether this engine can be told that any shortest solution will do: older ones show any."""
    puzzle = clew.load("null:1")
    try:
        puzzle._engine.solve(puzzle._numbers(puzzle.initial()), any_line=True)
    except TypeError:
        return False
    return True


_MAY_BE_ANY = _may_be_any()


def main() -> None:
    """Answers until the input ends."""
    for line in sys.stdin:
        request = json.loads(line)
        print(json.dumps(answer(**request)), flush=True)


def answer(work: str, board: str, options: dict[str, Any]) -> dict[str, Any]:
    """The seconds that one piece of work takes, and its result to compare: a length, a count, states; None
    where a limit came first, or the engine does not take the board.
    """
    puzzle = _puzzles.get(board)
    if puzzle is None:
        try:
            puzzle = _puzzles[board] = clew.load(board)
        except clew.BoardError:  # an older engine refuses what later ones solve
            return {"seconds": 0.0, "result": None}
    position = puzzle._numbers(puzzle.initial())
    began = perf_counter()
    result: Any
    if work in ("solve", "length"):
        if work == "length" and _MAY_BE_ANY:
            options = {**options, "any_line": True}
        found = puzzle._engine.solve(position, **options)
        result = found["length"] if found["status"] != "limit" else None
        return {"seconds": found["seconds"], "result": result}
    if work == "count":
        counted = puzzle._engine.solutions(position, **options).count()
        result = None if counted is None else str(counted)
    elif work == "map":
        space = puzzle._engine.explore(position, **options)
        result = None if space["limit"] else len(space["distance"])
    else:
        census = clew.census(puzzle, **options)
        result = sum(census.counts)
    return {"seconds": perf_counter() - began, "result": result}


if __name__ == "__main__":
    main()
