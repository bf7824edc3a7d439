"""Maps made by many workers equal those of one machine, state for state, on boards of all families."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import clew
import clew_lab
from clew.puzzles.base import EnginePuzzle
from clew.statespace.figures import figures
from tests.acceptance.data import rows
from tests.amount import few
from tests.property.under_test import puzzle_of
from tests.sweep.conftest import inside
from tests.sweep.helpers import equal

__all__ = ["inside"]  # the cluster, a fixture

MOST = 3_000
"""States of a board, so that thirty take seconds; `python -m bench --only sweep` maps a large one."""


def boards() -> Iterator[EnginePuzzle]:
    blocks = [row["board"] for row in rows("blocks_rush.csv") if int(row["states"]) <= MOST]
    yield from (clew.Blocks.parse(board) for board in blocks[:: len(blocks) // 20][:20])
    small = (row for row in rows("coroutine.json") if row["reachable"] < 100)
    for row in islice(small, 6):
        keys = {key: row[key] for key in ("squares", "coins", "target")}
        yield puzzle_of({"family": "coroutine", **keys})
    slides = (puzzle_of({"family": "ricochet", **_board(row)}) for row in rows("ricochet.json"))
    within = clew.Limits(states=MOST)
    yield from islice((slide for slide in slides if clew.explore(slide, limits=within).n), 2)
    yield clew.Blocks.parse(blocks[0], metric="step")
    yield clew.Blocks.parse(blocks[1], metric="piece")


def _board(row: dict[str, Any]) -> dict[str, Any]:
    return {"board": row["board"], "goal": row["goal"]}


def test_maps_of_many_workers(inside: Any, tmp_path: Path) -> None:
    chosen = list(boards())
    assert len(chosen) == 30
    for number, puzzle in enumerate(few(chosen, 3)):
        space = clew.explore(puzzle)
        found = clew_lab.sweep.explore(puzzle, tmp_path / str(number), client=inside, partitions=2)
        told, wanted = found.to_dict(), figures(space)
        assert {key: told[key] for key in wanted if key != "seconds"} == {
            key: value for key, value in wanted.items() if key != "seconds"
        }, str(puzzle)
        equal(found.load(), space)
