"""`clew.improve`: better and better lines, a bound that never lies, and an end that is the optimum."""

from __future__ import annotations

import _thread
import gc
import subprocess
import sys
import threading
import time
from contextlib import suppress
from itertools import islice, pairwise
from pathlib import Path

import pytest

import clew
from clew.puzzles.base import EnginePuzzle
from clew.search.improve import Improvement
from tests.amount import times
from tests.promptness import HANGS, work_so_far
from tests.property.random_boards import sample
from tests.property.under_test import puzzle_of
from tests.search.boards import COINS, GAR, KNOWN, LONG, STUCK

FAMILIES = ("pebbles", "blocks", "ricochet", "coroutine")
MAZE = (
    "ricochet:....#../.#..R#./.G....#/.#...#./......./....#../##.#B.."
    ">...G.../......./......./..B..../......./...R.../......."
)
"""Its first solutions are longer than its best ones."""


def assert_honest(puzzle: EnginePuzzle, reports: list[Improvement], optimum: int | None) -> None:
    """Nothing in these reports contradicts the optimum (None: there is no solution)."""
    lengths = [report.length for report in reports if report.length is not None]
    assert lengths == sorted(lengths, reverse=True), "lengths never rise"
    solutions = [report.solutions for report in reports]
    assert solutions == sorted(solutions)
    bounds = [report.lower_bound for report in reports if report.lower_bound is not None]
    assert bounds == sorted(bounds), "the bound never falls"
    if optimum is not None:
        assert all(bound <= optimum for bound in bounds), f"{puzzle}: bounds {bounds}, optimum {optimum}"
        assert all(length >= optimum for length in lengths)
    for report in reports:
        if report.best is not None:
            verdict = clew.verify(puzzle, list(report.best))
            assert verdict.solved
            assert verdict.length == report.length == report.best.length
            assert verdict.goal_after == len(verdict.moves)
            assert report.gap == (report.length or 0) - (report.lower_bound or 0)
    assert all(early.expanded <= late.expanded for early, late in pairwise(reports))


def assert_ends_at_the_optimum(puzzle: EnginePuzzle, **options: object) -> None:
    solution = clew.solve(puzzle)
    reports = list(clew.improve(puzzle, **options))  # type: ignore[arg-type]
    last = reports[-1]
    assert_honest(puzzle, reports, solution.length)
    assert all(report.status == "running" for report in reports[:-1])
    assert last.status == solution.status
    assert last.length == solution.length
    assert last.lower_bound == solution.lower_bound
    if last.best is not None:
        assert (last.best.optimal, last.gap) == (True, 0)


@pytest.mark.parametrize("board", [*KNOWN, STUCK, "null:0", MAZE, COINS.replace(":", "[steps]:")])
@pytest.mark.parametrize("lookahead", [0, 2])
def test_it_ends_at_the_optimum(board: str, lookahead: int) -> None:
    assert_ends_at_the_optimum(clew.load(board), lookahead=lookahead)


@pytest.mark.parametrize("family", FAMILIES)
def test_random_boards_end_at_the_optimum(family: str) -> None:
    for case in sample(family, seed=57, number=times(10, 40)):
        puzzle: EnginePuzzle = puzzle_of(case.board)
        assert_ends_at_the_optimum(puzzle)


def test_algorithm_proves() -> None:
    for algorithm in ("bfs", "astar", "ida_star", "bidirectional"):
        assert_ends_at_the_optimum(clew.load(MAZE), algorithm=algorithm)
    with pytest.raises(clew.ClewError, match="choose one of"):
        clew.improve(clew.load(MAZE), algorithm="dfs")


def test_reports_are_in_time_order_and_say_how_far_it_is() -> None:
    search, reports = clew.improve(clew.load(LONG), limits=clew.Limits(seconds=600)), []
    for report in search:
        reports.append(report)
        if len(reports) >= 2 and report.states > 0 and report.lower_bound is not None:
            search.stop()
    assert_honest(clew.load(LONG), reports, 80)
    assert len(reports) >= 2
    assert [report.seconds for report in reports] == sorted(report.seconds for report in reports)
    last = reports[-1]
    assert last.states_per_second > 0
    assert last.states > 0
    assert last.phase
    assert (last.status, last.limit) == ("limit", "interrupted")
    assert last.lower_bound is not None
    assert last.lower_bound >= 20, "the bound of the start is known whatever happens"


def test_seconds_bound_one_loop_and_the_next_goes_on() -> None:
    search = clew.improve(clew.load(LONG), seconds=0.4)
    early = list(search)
    while early[-1].solutions < 2:
        early += list(search)
    assert early[-1].status == "running"
    assert not search.done
    late = list(search)
    assert late, "the second loop reports too"
    assert_honest(clew.load(LONG), [*early, *late], 80)
    # A search that began anew would know little in its first report.
    assert early[-1].solutions > 1
    assert late[0].solutions >= early[-1].solutions, "it went on, and did not begin anew"
    assert late[0].expanded >= early[-1].expanded, "it went on, and did not begin anew"
    search.stop()
    while not search.done:  # one loop, but for a machine so busy that the end takes longer than that
        late += list(search)
    assert (late[-1].status, late[-1].limit) == ("limit", "interrupted")
    assert list(search) == [], "what has ended says no more"


def test_a_loop_without_time_reports_what_is_known() -> None:
    search = clew.improve(clew.load(LONG), seconds=0)
    for _ in range(3):
        (report,) = list(search)
        assert report.status == "running"
        assert report.lower_bound
    search.stop()


def work_in_a_pause() -> float:
    """Processor seconds of this process, all threads together, while this thread sleeps for 0.15 s."""
    began = work_so_far()
    time.sleep(0.15)
    return work_so_far() - began


def test_it_rests_between_loops() -> None:
    search = clew.improve(clew.load(LONG), seconds=0.3)
    assert list(search)[-1].status == "running"
    # Threads that earlier tests left behind may still tidy up in one pause, but not in all of them.
    assert any(work_in_a_pause() < 0.05 for _ in range(40)), "it has gone on searching while nobody asked"
    search.stop()


def test_it_rests_in_a_proof_on_several_threads() -> None:
    """The others went on when the thread that reports paused, until an iteration's work was used up."""
    search = clew.improve(clew.load(LONG), threads=4)
    # On a slow machine, an early proof may have ended by its first report; larger tables follow.
    while [report.phase for report in islice(search, 4)] != 4 * ["prove"]:
        pass
    assert any(work_in_a_pause() < 0.05 for _ in range(40)), "it has gone on searching while nobody asked"
    search.stop()


def test_leaving_the_loop_keeps_what_is_known() -> None:
    search = clew.improve(clew.load(MAZE))
    for report in search:
        if report.best is not None:
            break
    assert search.solution.length == report.length
    assert [report, *search][-1].status == "solved"
    assert search.solution.optimal


def test_nothing_is_known_before_the_first_report() -> None:
    with pytest.raises(clew.ClewError, match="before the first report"):
        _ = clew.improve(clew.load(MAZE)).solution


@pytest.mark.parametrize("board", [*KNOWN, MAZE])
def test_first_is_a_solution_and_claims_no_more(board: str) -> None:
    puzzle = clew.load(board)
    first, best = clew.improve(puzzle).first(), clew.solve(puzzle)
    assert (first.status, first.limit) == ("solved", None)
    assert clew.verify(puzzle, list(first)).solved
    assert best.length is not None
    assert first.length is not None
    assert first.length >= best.length
    assert (first.gap == 0) == first.optimal
    assert not first.optimal or first.length == best.length
    assert first.lower_bound is not None
    assert first.lower_bound <= best.length


def test_first_of_none() -> None:
    assert clew.improve(clew.load(STUCK)).first().status == "unsolvable"
    stopped = clew.improve(clew.load(LONG), limits=clew.Limits(states=1)).first()
    assert (stopped.status, stopped.limit, stopped.length) == ("limit", "states", None)
    assert stopped.states > 1, "what a search that a limit ends has stored is counted"


def test_after_begins_there() -> None:
    puzzle = clew.load(GAR)
    *_, last = clew.improve(puzzle, after="BR1 EU1")
    assert last.length == 6
    assert clew.verify(puzzle, ["BR1", "EU1", *(last.best or [])]).solved
    with pytest.raises(clew.IllegalMove):
        clew.improve(puzzle, after="ZZ1")


@pytest.mark.parametrize(
    "guide",
    [lambda state: 0.0, lambda state: 1e9, lambda state: float("nan"), lambda state: -3, hash],
    ids=["nothing", "far", "nan", "negative", "same"],
)
def test_no_guide_makes_the_answer_wrong(guide: object) -> None:
    for board in (GAR, MAZE):
        assert_ends_at_the_optimum(clew.load(board), heuristic=guide)


def test_a_guide_sees_states_of_the_puzzle() -> None:
    puzzle = clew.load(MAZE)
    seen: set[str] = set()

    def guide(state: str) -> float:
        seen.add(state)
        return puzzle.heuristic(state) or 0

    assert_ends_at_the_optimum(puzzle, heuristic=guide, lookahead=1)
    assert len(seen) > 10
    assert all(puzzle.position(state) == state for state in seen)


def test_what_a_guide_raises_leaves_the_loop() -> None:
    def guide(state: str) -> float:
        raise RuntimeError("lost")

    search = clew.improve(clew.load(MAZE), heuristic=guide)
    with pytest.raises(RuntimeError, match="lost"):
        list(search)


@pytest.mark.parametrize(
    ("estimate", "words"),
    [
        ("12", "'12'"),
        ("x" * 10**6, "'xxx"),
        (None, "None"),
        ([3], r"\[3\]"),
        (10**400, "1000000"),
        (-(10**9000), "a number of 29898 bits"),
    ],
    ids=["text", "long-text", "none", "list", "large", "larger"],
)
def test_a_guide_that_returns_no_number_is_named(estimate: object, words: str) -> None:
    def my_guide(state: str) -> object:
        return estimate

    search = clew.improve(clew.load(MAZE), heuristic=my_guide)  # type: ignore[arg-type]
    with pytest.raises(clew.PuzzleError, match=rf"my_guide returned {words}") as caught:
        list(search)
    assert caught.value.state == clew.load(MAZE).initial()
    assert len(str(caught.value)) < 400


def test_an_improver_shows_its_puzzle_and_how_far_it_is() -> None:
    with clew.improve(clew.load(GAR)) as search:
        assert "not begun" in repr(search) and str(clew.load(GAR)) in repr(search)
        search.finish()
        assert "solved, best 8, bound 8" in repr(search)


def test_ctrl_c_is_raised_and_the_search_can_go_on() -> None:
    search = clew.improve(clew.load(LONG))
    timer = threading.Timer(0.4, _thread.interrupt_main)
    with pytest.raises(KeyboardInterrupt):
        for _ in search:
            if timer.ident is None:
                timer.start()  # here, so that it cannot come before the loop
    assert not search.done
    assert next(iter(search)).status == "running"
    search.stop()


def test_ctrl_c_finishes_with_a_last_report() -> None:
    search = clew.improve(clew.load(LONG))
    timer = threading.Timer(0.4, _thread.interrupt_main)
    reports: list[Improvement] = []

    def told(report: Improvement) -> None:
        reports.append(report)
        if timer.ident is None:
            timer.start()

    solution = search.finish(told)
    assert (solution.status, solution.limit) == ("limit", "interrupted")
    assert (reports[-1].limit, reports[-1].lower_bound) == ("interrupted", solution.lower_bound)
    assert clew.improve(clew.load(MAZE)).finish().optimal


def test_cancel_ends_it() -> None:
    limits = clew.Limits()
    search = clew.improve(clew.load(LONG), limits=limits)
    threading.Timer(0.3, limits.cancel).start()
    assert list(search)[-1].limit == "interrupted"


def test_cancel_between_two_reports_ends_it() -> None:
    search = clew.improve(clew.load(LONG))
    for number, report in enumerate(search):
        assert number < 10 or report.limit, "it goes on"
        clew.cancel()
    assert search.report and search.report.limit == "interrupted"


def test_moves_limit_hides_longer_lines() -> None:
    *_, last = clew.improve(clew.load(GAR), limits=clew.Limits(moves=7))
    assert (last.status, last.limit, last.best) == ("limit", "moves", None)
    *_, last = clew.improve(clew.load(GAR), limits=clew.Limits(moves=8))
    assert (last.status, last.length) == ("solved", 8)


@pytest.mark.parametrize("lookahead", [-1, 9, 1.5, True])
def test_lookahead_has_bounds(lookahead: object) -> None:
    with pytest.raises(clew.ClewError, match="lookahead"):
        clew.improve(clew.load(GAR), lookahead=lookahead)  # type: ignore[arg-type]


def improving() -> set[str]:
    """The threads of searches that improve, by their numbers; those of earlier tests may still be ending."""
    found = set()
    for task in Path("/proc/self/task").iterdir():
        with suppress(OSError):  # it has ended meanwhile
            if task.joinpath("comm").read_text().strip() == "improve":
                found.add(task.name)
    return found


def assert_ends(before: set[str]) -> None:
    """Soon there are no searches but those that were there before."""
    until = time.monotonic() + HANGS
    while not improving() <= before and time.monotonic() < until:
        time.sleep(0.01)
    assert improving() <= before


def test_a_search_that_is_left_and_forgotten_ends_and_gives_its_memory_back() -> None:
    before = improving()
    for _ in range(3):
        for _ in clew.improve(clew.load(LONG)):
            break
    gc.collect()
    assert_ends(before)


def test_a_search_that_is_only_left_goes_on_later() -> None:
    before = improving()
    search = clew.improve(clew.load(LONG))
    for _ in search:
        break
    assert improving() - before
    assert next(iter(search)).status == "running"
    del search
    gc.collect()
    assert_ends(before)


def test_a_search_can_be_closed() -> None:
    before = improving()
    with clew.improve(clew.load(LONG)) as search:
        next(iter(search))
    assert_ends(before)
    assert [report.limit for report in search] == ["interrupted"]
    search.close()


def test_a_search_that_never_began_ends_too() -> None:
    before = improving()
    search = clew.improve(clew.load(LONG))
    search.close()
    del search
    gc.collect()
    assert_ends(before)


@pytest.mark.parametrize("forgotten", ["search = None", "pass"])
def test_python_ends_quietly_with_a_search_left_in_the_middle(forgotten: str) -> None:
    code = (
        "import clew\n"
        f"search = clew.improve(clew.load({LONG!r}), heuristic=hash, lookahead=2)\n"
        "for report in search: break\n"
        f"{forgotten}\n"
        "print(report.status)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "running\n", "")


def test_python_ends_quietly_with_a_search_at_rest() -> None:
    code = (
        f"import clew; search = clew.improve(clew.load({LONG!r}), heuristic=hash, seconds=0.2);"
        "print(len(list(search)) > 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "True\n", "")


STORE = """
###############
#...#         #
#...#  $ $ $  #
#...#         #
#       $ $ $ #
#.  #      @  #
#   #  $ $ $  #
#   #    $    #
#   #         #
###############
"""
"""Ten boxes: by the exact search a matter of minutes."""
CARS = (
    "blocks:phhhG.qqFDaa/pYWNG...FD.S/pYWNG.VV...S/bY..sseee.jj/b......c..k./AA.....cgUk./.iE.nQ.PgU../BiE.nQ.Prmm."
    "/Bill..IPrJJL/ZZZ..HIMXXXL/KO.RRHCMTT../KOddd.CM.fff"
)


def test_a_first_line_is_found_where_a_proof_is_far() -> None:
    """Ten boxes, 44 cars, and the transposed 15-puzzle: the same line each time, and one by the rules."""
    square = [list("1234"), ["5", "6", "7", "8"], ["9", "10", "11", "12"], ["13", "14", "15", "-"]]
    transposed = clew.Pebbles(
        pebbles=" ".join(row[column] for column in range(4) for row in square),
        plates=" ".join(" ".join(row) for row in square),
        layout="grid 4x4",
    )
    for puzzle in (clew.Sokoban(STORE, metric="pushes"), clew.Sokoban(STORE), clew.load(CARS), transposed):
        first = clew.improve(puzzle).first()
        assert first.length is not None
        assert clew.verify(puzzle, list(first)).solved
        assert clew.improve(puzzle).first().moves == first.moves


class Lamps(clew.Puzzle):
    """Lamps in a row, of which a press switches one and its neighbours: all are to be lit."""

    def initial(self) -> tuple[bool, ...]:
        return (False,) * 24

    def moves(self, state: tuple[bool, ...]) -> range:
        return range(len(state))

    def apply(self, state: tuple[bool, ...], move: int) -> tuple[bool, ...]:
        return tuple(lit ^ (abs(place - move) <= 1) for place, lit in enumerate(state))

    def is_goal(self, state: tuple[bool, ...]) -> bool:
        return all(state)

    def heuristic(self, state: tuple[bool, ...]) -> int:
        return -(-state.count(False) // 3)


def test_a_first_line_by_own_rules() -> None:
    puzzle = Lamps()
    first = clew.improve(puzzle, states=400_000).first()
    assert first.length is not None
    assert clew.verify(puzzle, list(first)).solved
    assert first.length >= 8
