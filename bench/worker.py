"""One engine at work for `bench.against`: reads a request a line, answers with seconds, a line each.

It is run with another commit's package on its path, so it uses what every commit has: `clew.load`, and the
engine's `solve`, `solutions` and `explore`, or `clew.solve`. Engines are kept, as in a program
that asks again.
"""

from __future__ import annotations

import json
import sys
from time import perf_counter, process_time
from typing import Any

import clew

_puzzles: dict[str, Any] = {}


def _parts(puzzle: Any) -> tuple[Any, Any]:
    """The engine of a puzzle, and the numbers of its start: older trees have them under public names."""
    if hasattr(type(puzzle), "_numbers"):
        return puzzle._engine, puzzle._numbers(puzzle.initial())
    numbers = puzzle.numbers if hasattr(type(puzzle), "numbers") else puzzle.position
    return puzzle.engine, numbers(puzzle.initial())


def _may_be_any() -> bool:
    """Whether this engine can be told that any shortest solution will do: older ones show any."""
    engine, position = _parts(clew.load("null:1"))
    try:
        engine.solve(position, any_line=True)
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
    if work == "rate":
        return _rate(board, options)
    puzzle = _puzzles.get(board)
    if puzzle is None:
        try:
            puzzle = _puzzles[board] = clew.load(board)
        except clew.BoardError:  # an older engine refuses what later ones solve
            return {"seconds": 0.0, "result": None}
    engine, position = _parts(puzzle)
    began = perf_counter()
    result: Any
    if work in ("solve", "length"):
        if work == "length" and _MAY_BE_ANY:
            options = {**options, "any_line": True}
        found = engine.solve(position, **options)
        result = found["length"] if found["status"] != "limit" else None
        return {"seconds": found["seconds"], "result": result}
    if work == "count":
        counted = engine.solutions(position, **options).count()
        result = None if counted is None else str(counted)
    elif work == "map":
        space = engine.explore(position, **options)
        result = None if space["limit"] else len(space["distance"])
    else:
        census = clew.census(puzzle, **options)
        result = sum(census.counts)
    return {"seconds": perf_counter() - began, "result": result}


def _rate(level: str, options: dict[str, Any]) -> dict[str, Any]:
    """Breadth-first search of a PuzzleScript level, in seconds of the processor. `level`: its number, and its
    game from the second line on.
    """
    puzzle = _puzzles.get(level)
    if puzzle is None:
        number, _, source = level.partition("\n")
        puzzle = _puzzles[level] = clew.PuzzleScript(source, int(number))
    began = process_time()
    found = clew.solve(puzzle, "bfs", **options)
    result = found.length if found.status != "limit" else None
    return {"seconds": process_time() - began, "result": result, "states": found.states}


if __name__ == "__main__":
    main()
