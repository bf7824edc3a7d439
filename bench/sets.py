"""The boards that are measured: those of this repository, and samples of published ones if available.

The published answers are in the folder that the acceptance tests read, named by `CLEW_ACCEPTANCE`.
"""

from __future__ import annotations

import csv
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import clew
from bench import large
from bench.robots import CHOSEN, robots
from clew.puzzles.base import EnginePuzzle

ROOT = Path(__file__).resolve().parents[1]
BOARDS = ROOT / "boards"
PUBLISHED = Path(os.environ.get("CLEW_ACCEPTANCE") or ROOT.parent / "shared" / "acceptance")


class Board(NamedTuple):
    """A puzzle with its known fewest moves (None: unknown, or it has no solution)."""

    name: str
    puzzle: EnginePuzzle
    length: int | None


class Set(NamedTuple):
    """Boards that share one row."""

    name: str
    boards: list[Board]


def shipped(path: str) -> Board:
    """A board of this repository: ``"blocks/gar-1"``."""
    puzzle = clew.load(str(BOARDS / f"{path}.toml"))
    return Board(path, puzzle, puzzle.par)


def sets(quick: bool) -> Iterator[Set]:
    """The sets of latencies; a quick run takes one board in ten."""
    step = 10 if quick else 1
    for family in ("pebbles", "blocks", "ricochet", "coroutine"):
        paths = sorted((BOARDS / family).glob("*.toml"))
        boards = [shipped(f"{family}/{path.stem}") for path in paths]
        yield Set(f"boards/{family}", [board for board in boards if board.name not in _BY_THEMSELVES])
    yield Set("robots, 16x16 to 22x22", _sampled(list(_robots()), step))
    yield Set("robots, 64x64", _sampled(list(_large()), step))
    if not PUBLISHED.is_dir():
        return
    yield Set("Panguru, random", _sampled(panguru("pebbles_panguru.csv"), step))
    yield Set("Panguru, 24 and 25 moves", _sampled(panguru("pebbles_panguru_deep.csv"), step))
    rush = list(_rush())
    yield Set("Rush Hour 6x6", _sampled(rush, 10 * step))
    yield Set("Rush Hour, 50 moves and more", [board for board in rush if (board.length or 0) >= 50])
    yield Set("ricochet", _sampled(list(_ricochet()), step))
    yield Set("coroutine", _sampled(list(_coroutine()), step))


# They take seconds, and have rows of their own.
_BY_THEMSELVES = ("ricochet/mondrian-22", "pebbles/fifteen-puzzle")


def panguru(name: str) -> list[Board]:
    """The boards of a file with columns `plates`, `pebbles`, `optimal`."""
    return [
        Board(row["pebbles"], clew.Pebbles(row["plates"], row["pebbles"]), int(row["optimal"]))
        for row in published_rows(name)
    ]


def korf() -> list[Board]:
    """Korf's hundred 15-puzzles (1985); empty if the folder is missing."""
    return [
        Board(f"Korf {number}", clew.Pebbles(row["plates"], row["pebbles"], "grid 4x4"), int(row["optimal"]))
        for number, row in enumerate(published_rows("pebbles_korf15.csv"), 1)
    ]


def _rush() -> Iterator[Board]:
    for row in published_rows("blocks_rush.csv"):
        rows = [row["board"][begin : begin + 6] for begin in range(0, 36, 6)]
        yield Board(row["board"], clew.Blocks(rows), int(row["optimal"]))


def _ricochet() -> Iterator[Board]:
    for row in published_rows("ricochet.json"):
        yield Board(row["id"], clew.Ricochet(row["board"], row["goal"]), row["optimal"])


def _robots() -> Iterator[Board]:
    for side, numbers in CHOSEN.items():
        for number, length in numbers.items():
            yield Board(f"robots {side}, {number}", robots(side, number), length)


def _large() -> Iterator[Board]:
    for kind, lengths in large.CHOSEN.items():
        for number, length in lengths.items():
            yield Board(f"{kind} {number}", large.large(kind, number), length)


def _coroutine() -> Iterator[Board]:
    for row in published_rows("coroutine.json"):
        puzzle = clew.Coroutine(row["squares"], coins=row["coins"], target=row["target"])
        yield Board(row["id"], puzzle, row["turns"])


def _sampled(boards: list[Board], step: int) -> list[Board]:
    return boards[::step]


def published_rows(name: str) -> list[dict[str, Any]]:
    path = PUBLISHED / name
    if not path.is_file():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        return json.load(file) if path.suffix == ".json" else list(csv.DictReader(file))
