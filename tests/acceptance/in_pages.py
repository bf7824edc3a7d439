"""The acceptance boards through the engine for web pages, in Node. `python -m tests.acceptance.in_pages`."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Any, NamedTuple

import clew
from clew.scenes import FAMILIES
from clew_studio.pages.built import BUILT
from clew_studio.pages.content import values_of
from tests.acceptance.data import FOLDER, REPOSITORY, rows
from tests.property.under_test import puzzle_of

ANSWERS = REPOSITORY / "wasm" / "answers.ts"
Row = dict[str, Any]


class Board(NamedTuple):
    puzzle: Any
    length: int | None
    """The published length; the native engine's where it is `UNPUBLISHED`."""


UNPUBLISHED = -1


def shipped(names: Sequence[str] | None = None) -> Iterable[Board]:
    """The boards of the repository, or those of these names, of the families that pages have."""
    for path in sorted((REPOSITORY / "boards").glob("*/*.toml")):
        if path.parent.name in FAMILIES and (names is None or path.stem in names):
            yield Board(clew.load(path), UNPUBLISHED)


def published(step: int = 1) -> Iterable[Board]:
    """One in so many of the published boards."""
    for name in ("pebbles_panguru.csv", "pebbles_panguru_deep.csv"):
        for row in islice(rows(name), 0, None, step):
            board = {"family": "pebbles", "plates": row["plates"], "pebbles": row["pebbles"]}
            yield Board(puzzle_of(board), int(row["optimal"]))
    for row in islice(rows("blocks_rush.csv"), 0, None, step):
        grid = [row["board"][begin : begin + 6] for begin in range(0, 36, 6)]
        yield Board(puzzle_of({"family": "blocks", "board": grid}), int(row["optimal"]))
    for row in islice(rows("ricochet.json"), 0, None, step):
        keys = {"family": "ricochet", "board": row["board"], "goal": row["goal"]}
        yield Board(puzzle_of(keys), row["optimal"])
    for row in islice(rows("coroutine.json"), 0, None, step):
        squares = {key: row[key] for key in ("squares", "coins", "target")}
        for metric in ("turns", "steps"):
            yield Board(puzzle_of({"family": "coroutine", "metric": metric, **squares}), row[metric])


class Figures(NamedTuple):
    boards: int
    native: float
    """Seconds of the native engine, on one thread."""
    page: float


def compare(boards: Iterable[Board]) -> Figures:
    """Asserts that both engines answer alike. A solution may be another one, of the same length."""
    asked = list(boards)
    questions = "".join(json.dumps(_question(board.puzzle)) + "\n" for board in asked)
    command = ["node", "--experimental-strip-types", "--no-warnings", str(ANSWERS), str(BUILT)]
    done = subprocess.run(command, input=questions, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(answers) == len(asked)
    native = page = 0.0
    for board, answer in zip(asked, answers, strict=True):
        began = time.perf_counter()
        solution = clew.solve(board.puzzle, threads=1)
        native += time.perf_counter() - began
        page += answer["ms"] / 1000
        expected = -1 if solution.length is None else solution.length
        told = (answer["status"], answer["length"], answer["solved"])
        assert told == (solution.status, expected, solution.status == "solved"), board.puzzle
        assert bool(answer["leftOut"]) == (solution.left_out is not None), board.puzzle
        assert all(words in (solution.left_out or "") for words in answer["leftOut"]), board.puzzle
        if board.length != UNPUBLISHED:
            assert solution.length == board.length, board.puzzle
    return Figures(len(asked), native, page)


def _question(puzzle: Any) -> dict[str, Any]:
    position = puzzle._numbers(puzzle.initial())
    return {"family": puzzle.family, "values": values_of(puzzle), "position": position}


def main() -> int:
    for name, boards in (("shipped", shipped()), ("published", published() if FOLDER.is_dir() else ())):
        count, native, page = compare(boards)
        print(f"{name}: {count} boards answered alike; native {native:.2f} s, in a page {page:.2f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
