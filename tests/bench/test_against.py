"""`python -m bench --against REV`: two engines in turn, compared board by board."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import clew
from bench.against import Work, Worker, compare
from bench.sets import ROOT, Board
from tests.families.puzzlescript import source
from tests.search.boards import GAR

BOARD = Board("gar-1", clew.load(GAR), 8)
ONE_THREAD: dict[str, Any] = {"threads": 1}


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    with Worker(ROOT) as found:
        yield found


@pytest.mark.parametrize(
    ("kind", "options", "result"),
    [("solve", ONE_THREAD, 8), ("count", ONE_THREAD, "61"), ("map", ONE_THREAD, None), ("census", {}, None)],
)
def test_a_worker_answers_each_kind(worker: Worker, kind: str, options: dict[str, Any], result: Any) -> None:
    found = worker.ask(kind, str(BOARD.puzzle), options)
    assert found["seconds"] > 0
    assert found["result"] == result if result is not None else found["result"] > 8


def test_a_worker_says_how_many_states_of_a_level_it_went_through(worker: Worker) -> None:
    level = source(["[ > Player | Crate ] -> [ > Player | > Crate ]"], ["all Mark on Crate"], ["P*.O"])
    found = worker.ask("rate", f"1\n{level}", ONE_THREAD)
    assert (found["result"], found["states"] > 2) == (2, True)


def test_a_row_has_the_boards_that_both_finished(worker: Worker) -> None:
    row = compare(Work("gar", "solve", [BOARD], ONE_THREAD), worker, worker)
    assert row[:2] == ["gar", "1 of 1"]
    assert row[-1].count("to") == 1
    none = compare(Work("gar", "solve", [BOARD], {"threads": 1, "states": 1}), worker, worker)
    assert none[1] == "0 of 1"


def test_different_results_are_no_comparison(worker: Worker) -> None:
    class Wrong(Worker):
        def __init__(self) -> None:
            pass

        def ask(self, kind: str, board: str, options: dict[str, Any]) -> dict[str, Any]:
            return {**worker.ask(kind, board, options), "result": 9}

    with pytest.raises(AssertionError, match="gar-1"):
        compare(Work("gar", "solve", [BOARD], ONE_THREAD), worker, Wrong())
