"""`clew.compare`, and the articles' methods that it runs."""

from __future__ import annotations

import _thread
import json
import threading
from collections import Counter

import pytest

import clew
from clew import baselines
from clew.baselines.budget import Budget
from clew.puzzles.base import EnginePuzzle
from clew.puzzles.families import having
from tests.amount import times
from tests.property.random_boards import sample
from tests.property.under_test import puzzle_of
from tests.search.boards import COINS, COUNTER, GAR, KNOWN, LONG, PANGURU, SLIDES, STUCK

ENGINE = ["default", "bfs", "bidirectional", "astar", "ida_star", "improve"]
SHORT = clew.Limits(states=300_000)


@pytest.mark.parametrize("board", KNOWN)
def test_methods_agree_on_what_they_prove(board: str) -> None:
    puzzle = clew.load(board)
    found = clew.compare(puzzle, limits=SHORT)
    assert [trial.method for trial in found] == ENGINE + ["article"] * (board != COUNTER)
    assert (found.status, found.length, found.interrupted) == ("solved", KNOWN[board][0], False)
    for trial in found:
        assert trial.solution is not None
        if trial.proved:
            assert trial.length == found.length, trial.method
        if trial.solution.moves is not None:
            verdict = clew.verify(puzzle, list(trial.solution))
            assert (verdict.solved, verdict.length) == (True, trial.length), trial.method
        bound = trial.solution.lower_bound
        assert bound is not None
        assert bound <= KNOWN[board][0], trial.method
    assert found["default"].proved
    assert found["improve"].proved


def test_unsolvable_is_proved_by_all_that_can() -> None:
    found = clew.compare(clew.load(STUCK))
    assert (found.status, found.length) == ("unsolvable", None)
    assert all(trial.proof == "unsolvable" for trial in found)


def test_each_method_has_its_own_limits() -> None:
    found = clew.compare(clew.load(LONG), limits=clew.Limits(seconds=0.3))
    assert (found.status, found.length) == ("limit", None)
    assert len(found) == 7
    for trial in found:
        assert trial.solution is not None
        assert trial.solution.limit in ("seconds", "memory"), trial.method
    found = clew.compare(clew.load(PANGURU), limits=clew.Limits(states=1000))
    assert found["bfs"].solution is not None
    assert found["bfs"].solution.limit == "states"
    assert found["article"].solution is not None
    assert found["article"].solution.limit == "states"
    assert found["default"].proved


def test_a_table_for_people_and_json_for_programs() -> None:
    found = clew.compare(clew.load(GAR))
    heads, *rows = str(found).splitlines()
    assert heads.split()[:6] == ["method", "moves", "proof", "expanded", "stored", "ms"]
    assert [row.split()[:3] for row in rows] == [[name, "8", "optimal"] for name in [*ENGINE, "article"]]
    told = found.to_dict()
    assert json.loads(json.dumps(told)) == told
    assert (told["puzzle"], told["status"], told["length"]) == (GAR, "solved", 8)
    for method in told["methods"]:
        assert {"method", "length", "optimal", "expanded", "stored", "seconds", "note"} <= set(method)
    with pytest.raises(KeyError, match="the methods are default"):
        found["dfs"]


def test_after_begins_there() -> None:
    assert clew.compare(clew.load(GAR), after="BR1 EU1").length == 6


def test_progress_has_the_name_of_the_method() -> None:
    seen: set[str] = set()
    for seconds in (0.4, 4, 40):  # on a busy machine it takes longer until each has told something
        clew.compare(clew.load(LONG), seconds=seconds, on_progress=lambda moment: seen.add(moment.phase))
        if {"default", "bfs", "astar"} <= seen:
            return
    raise AssertionError(f"only {seen} told how far they are")


def test_ctrl_c_leaves_out_the_rest() -> None:
    found = clew.compare(clew.load(LONG), on_progress=lambda _: _thread.interrupt_main())
    assert found.interrupted
    assert len(found) < 7
    assert found.trials[-1].solution is not None
    assert found.trials[-1].solution.limit == "interrupted"


def test_cancelled_limits_reach_every_method() -> None:
    limits = clew.Limits()
    threading.Timer(0.3, limits.cancel).start()
    found = clew.compare(clew.load(LONG), limits=limits)
    assert found.interrupted


@pytest.mark.parametrize("family", having("baseline"))
def test_the_articles_methods_play_by_the_rules(family: str) -> None:
    """They find legal lines, claim no proof that is not one, and (all but ricochet's) the fewest moves."""
    proved = 0
    for case in sample(family, seed=77, number=times(10, 40)):
        puzzle: EnginePuzzle = puzzle_of(case.board)
        optimum = clew.solve(puzzle)
        budget = Budget(lambda stored, size: "states" if stored > 20_000 else None)
        found = baselines.search(puzzle, puzzle._numbers(puzzle.initial()), budget)
        line = clew.Solution(puzzle, puzzle.initial(), found)
        if line.moves is not None:
            verdict = clew.verify(puzzle, line.moves)
            assert verdict.solved, f"{puzzle}: {verdict.reason}"
            assert verdict.length == line.length
            assert line.length >= (optimum.length or 0)
        if line.status == "unsolvable" or line.optimal:
            assert (line.status, line.length) == (optimum.status, optimum.length), str(puzzle)
            proved += 1
        assert line.status != "solved" or optimum.status == "solved"
        if line.status != "unsolvable" and optimum.length is not None:
            assert (line.lower_bound or 0) <= optimum.length
    assert proved > (2 if family == "ricochet" else 5)


def test_the_article_on_ricochet_gives_no_proof_of_its_first_lines() -> None:
    (trial,) = (trial for trial in clew.compare(clew.load(SLIDES)) if trial.method == "article")
    assert not trial.proved
    assert "no proof" in trial.note


def test_a_family_without_an_article_says_which_have_one() -> None:
    with pytest.raises(KeyError, match="blocks, coroutine, pebbles, ricochet"):
        baselines.about("null")
    assert clew.compare(clew.load(COINS))["article"].proved


def test_no_method_finds_what_another_has_worked_out() -> None:
    puzzle = Asked()
    clew.compare(puzzle, states=100)
    asked = puzzle.asked
    assert asked["moves"] >= 5 * puzzle.size, "each method asks for the moves of every state anew"


class Asked(clew.Puzzle):
    """Count from 0 to `size`; `asked` is shared by copies, and counts what rules were asked."""

    size = 20

    def __init__(self) -> None:
        self.asked: Counter[str] = Counter()

    def initial(self) -> int:
        return 0

    def moves(self, state: int) -> list[int]:
        self.asked["moves"] += 1
        return [1] if state < self.size else []

    def apply(self, state: int, move: int) -> int:
        return state + move

    def is_goal(self, state: int) -> bool:
        return state == self.size
