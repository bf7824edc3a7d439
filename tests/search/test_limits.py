"""Limits, cancelling and progress: a long search always ends in time with what it knows."""

from __future__ import annotations

import inspect
import pickle
import threading
import time
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest

import clew
from clew.search.limits import Run
from tests.promptness import AT_ONCE, work_so_far
from tests.search.boards import COUNTER, LONG


def when_stopped(stop: Callable[[], None], limits: clew.Limits | None = None) -> tuple[clew.Solution, float]:
    """The answer of a long search that another thread stops once it runs, and how much work it still did."""
    running, worked = threading.Event(), 0.0

    def later() -> None:
        nonlocal worked
        running.wait()
        worked = work_so_far()
        stop()

    thread = threading.Thread(target=later)
    thread.start()
    solution = clew.solve(clew.load(LONG), limits=limits, on_progress=lambda _: running.set())
    waited = work_so_far() - worked
    thread.join()
    return solution, waited


def test_cancel_ends_what_runs_with_what_is_known() -> None:
    solution, waited = when_stopped(clew.cancel)
    assert (solution.status, solution.limit, solution.moves) == ("limit", "interrupted", None)
    assert solution.lower_bound is not None
    assert solution.lower_bound > 0
    assert waited < AT_ONCE


def test_cancel_leaves_later_searches_alone() -> None:
    clew.cancel()
    assert clew.solve(clew.load(COUNTER)).status == "solved"


def test_limits_cancel_their_own_searches_now_and_later() -> None:
    limits = clew.Limits()
    solution, waited = when_stopped(limits.cancel, limits)
    assert (solution.limit, limits.cancelled) == ("interrupted", True)
    assert waited < AT_ONCE
    assert clew.solve(clew.load(LONG), limits=limits).limit == "interrupted"
    assert clew.solve(clew.load(COUNTER)).status == "solved"


def test_an_event_stops_one_call_and_no_other() -> None:
    stop, running, found = threading.Event(), threading.Event(), dict[str, clew.Solution]()

    def search(name: str, **more: Any) -> None:
        found[name] = clew.solve(clew.load(LONG), on_progress=lambda _: running.set(), threads=1, **more)

    limits = clew.Limits()
    stopped = threading.Thread(target=search, args=("stopped",), kwargs={"stop": stop, "limits": limits})
    other = threading.Thread(target=search, args=("other",), kwargs={"limits": limits})
    stopped.start()
    other.start()
    running.wait()
    stop.set()
    stopped.join()
    assert (found["stopped"].limit, other.is_alive()) == ("interrupted", True)
    limits.cancel()
    other.join()
    assert found["other"].limit == "interrupted"


def unknown(call: Callable[..., Any], **stop: threading.Event) -> str | None:
    """How a call ends that has no partial result."""
    try:
        call(LONG, **stop)
    except clew.LimitReached:
        return "interrupted"
    return None


LONG_CALLS: list[Callable[..., Any]] = [
    lambda **stop: clew.solve(LONG, **stop).limit,
    lambda **stop: clew.hint(LONG, **stop).limit,
    lambda **stop: clew.solutions(LONG, **stop).limit,
    lambda **stop: clew.heatmap(LONG, **stop).limit,
    lambda **stop: clew.improve(LONG, **stop).finish().limit,
    lambda **stop: clew.explore(LONG, **stop).limit,
    lambda **stop: next(clew.explore_many([LONG], **stop)).limit,
    lambda **stop: clew.explore_corridor(LONG, **stop).limit,
    lambda **stop: clew.census(LONG, **stop).limit,
    lambda **stop: clew.review(LONG, [next(iter(clew.load(LONG).initial().moves()))], **stop).limit,
    lambda **stop: clew.compare(LONG, **stop).interrupted and "interrupted",
    lambda **stop: clew.generate("blocks", par=(60, None), count=None, **stop).limit,
    lambda **stop: unknown(clew.distance, **stop),
    lambda **stop: unknown(clew.predict_difficulty, **stop),
]


@pytest.mark.parametrize("call", LONG_CALLS)
def test_every_long_call_hears_its_event(call: Callable[..., Any]) -> None:
    stop = threading.Event()
    timer = threading.Timer(0.1, stop.set)
    timer.start()
    began = work_so_far()
    assert call(stop=stop) == "interrupted"
    assert work_so_far() - began < AT_ONCE


def test_a_call_whose_event_is_set_ends_before_it_begins() -> None:
    stop = threading.Event()
    stop.set()
    assert clew.solve(clew.load(COUNTER), stop=stop).limit == "interrupted"
    stop.clear()
    found = clew.solutions(clew.load(COUNTER), stop=stop)
    assert found.status == "solved"
    assert pickle.loads(pickle.dumps(found)).count == found.count


def test_what_is_no_event_is_refused_and_one_that_fails_comes_out() -> None:
    class Broken:
        asked = 0

        def is_set(self) -> bool:
            self.asked += 1
            if self.asked > 1:
                raise RuntimeError("the line is dead")
            return False

    with pytest.raises(clew.ClewError, match="expected a threading"):
        clew.solve(COUNTER, stop=True)  # type: ignore[arg-type]
    with pytest.raises(RuntimeError, match="the line is dead"):
        clew.solve(LONG, stop=Broken())  # type: ignore[arg-type]


def test_every_call_takes_its_limits_one_by_one() -> None:
    for call in filter(inspect.isfunction, (getattr(clew, name) for name in clew.__all__)):
        taken = set(inspect.signature(call).parameters)
        if "limits" in taken:
            assert {"seconds", "states", "memory", "moves", "stop"} <= taken, call


@pytest.mark.parametrize(
    ("limits", "which"),
    [
        (clew.Limits(seconds=0.2), "seconds"),
        (clew.Limits(memory=20_000_000), "memory"),
        (clew.Limits(states=100_000), "states"),
        (clew.Limits(moves=40), "moves"),
    ],
)
def test_each_limit_ends_the_search(limits: clew.Limits, which: str) -> None:
    solution = clew.solve(
        clew.load(LONG), "astar" if which in ("memory", "states") else "auto", limits=limits
    )
    assert (solution.status, solution.limit, solution.optimal) == ("limit", which, False)
    assert solution.lower_bound is not None


@pytest.mark.parametrize(
    "bound", [{"moves": -1}, {"states": 1.5}, {"seconds": float("nan")}, {"memory": "much"}]
)
def test_bounds_that_make_no_sense_are_refused(bound: dict[str, object]) -> None:
    with pytest.raises(clew.ClewError, match=next(iter(bound))):
        clew.Limits(**bound)  # type: ignore[arg-type]


def test_bounds_larger_than_the_engine_knows_bound_nothing() -> None:
    limits = clew.Limits(moves=10**30, states=10**30, seconds=1e300, memory=10**30)
    assert clew.solve(clew.load(COUNTER), limits=limits).status == "solved"


def test_progress_is_told_while_it_runs() -> None:
    seen: list[clew.Progress] = []
    limits = clew.Limits(seconds=600)

    def look(moment: clew.Progress) -> None:
        seen.append(moment)
        # It makes tables first, on a busy machine for more than four looks.
        if len(seen) >= 4 and moment.expanded:
            limits.cancel()

    clew.solve(clew.load(LONG), limits=limits, on_progress=look)
    assert len(seen) >= 4
    assert all(after.seconds - before.seconds > 0.05 for before, after in pairwise(seen[:4])), (
        "about ten times a second"
    )
    last = seen[-1]
    assert last.expanded > 0
    assert last.states_per_second == pytest.approx(last.states / last.seconds)
    assert last.eta is not None
    assert 0 <= last.eta <= 600
    assert last.best is None
    assert "bound" in repr(last)


def test_no_limit_no_time_of_arrival() -> None:
    limits, seen = clew.Limits(), []

    def look(moment: clew.Progress) -> None:
        seen.append(moment.eta)
        limits.cancel()

    clew.solve(clew.load(LONG), limits=limits, on_progress=look)
    assert seen == [None]


def test_an_exception_in_the_callback_ends_the_search_and_comes_out() -> None:
    def fail(_: clew.Progress) -> None:
        raise RuntimeError("no more")

    with pytest.raises(RuntimeError, match="no more"):
        clew.solve(clew.load(LONG), on_progress=fail)


def test_ctrl_c_in_the_callback_ends_the_search_with_what_is_known() -> None:
    def press(_: clew.Progress) -> None:
        raise KeyboardInterrupt

    assert clew.solve(clew.load(LONG), on_progress=press).limit == "interrupted"


def test_searches_release_the_interpreter() -> None:
    answers: list[str | None] = []
    limits = clew.Limits(seconds=60)

    def search() -> None:
        answers.append(clew.solve(clew.load(LONG), limits=limits, threads=1).limit)

    threads = [threading.Thread(target=search) for _ in range(2)]
    for thread in threads:
        thread.start()
    for _ in range(10):
        time.sleep(0.01)
    limits.cancel()
    for thread in threads:
        thread.join()
    # Had Python stood still meanwhile, the searches would have gone on to their own end.
    assert answers == ["interrupted", "interrupted"]


@pytest.mark.parametrize("threads", [10**30])
def test_more_threads_than_a_system_has_change_nothing(threads: int) -> None:
    puzzle = clew.load("pebbles[grid 3x3]:1,2,3,4,5,6,7,8,-/8,6,7,2,5,4,3,-,1")
    alone = clew.solve(puzzle, algorithm="bfs", threads=1)
    assert clew.solve(puzzle, algorithm="bfs", threads=threads).moves == alone.moves
    assert clew.census(puzzle, threads=threads).total == 362_880
    assert clew.explore(puzzle, threads=threads).n == 181_440


FIFTEEN = "pebbles[grid 4x4]:-123456789ABCDEF/EDF7BC956-2148A3"


@pytest.mark.parametrize("algorithm", ["auto", "ida_star"])
def test_a_limit_of_states_binds_a_search_that_stores_none(algorithm: str) -> None:
    solution = clew.solve(clew.load(FIFTEEN), algorithm, states=50_000)
    assert (solution.status, solution.limit) == ("limit", "states")
    assert solution.lower_bound is not None


def test_a_limit_of_states_gives_the_same_answer_every_time() -> None:
    """The second search could begin with the tables that the first one built."""
    answers = [clew.solve(FIFTEEN, states=9_000_000) for _ in range(2)]
    assert [(one.limit, one.length) for one in answers] == [(answers[0].limit, answers[0].length)] * 2


def test_a_heat_map_keeps_to_its_states() -> None:
    found = clew.heatmap(clew.load(FIFTEEN), states=1)
    assert (found.status, found.limit, found.count) == ("limit", "states", None)


ANSWERS: dict[str, Callable[[], object]] = {
    "solve": lambda: clew.solve(COUNTER),
    "solutions": lambda: clew.solutions(COUNTER),
    "hint": lambda: clew.hint(COUNTER),
    "distance": lambda: clew.distance(COUNTER),
    "explore": lambda: clew.explore(COUNTER),
    "census": lambda: clew.census(COUNTER),
}


def at_the_end_of_each_search(monkeypatch: pytest.MonkeyPatch, stop: Callable[[Run], None]) -> None:
    """Something happens while the engine makes its answer, too late to change it."""
    call = Run.call

    def late(run: Run, *given: Any, **options: Any) -> Any:
        found = call(run, *given, **options)
        stop(run)
        return found

    monkeypatch.setattr(Run, "call", late)


@pytest.mark.parametrize("name", ANSWERS)
def test_ctrl_c_at_the_last_moment_is_not_lost(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patched:
        at_the_end_of_each_search(patched, lambda run: run.stop.set())  # as the engine does on Ctrl-C
        with pytest.raises(KeyboardInterrupt):
            ANSWERS[name]()
    at_the_end_of_each_search(monkeypatch, Run.cancel)
    ANSWERS[name]()  # who cancels from elsewhere gets the answer that is there


def test_ctrl_c_at_the_last_moment_of_a_method_ends_a_comparison(monkeypatch: pytest.MonkeyPatch) -> None:
    at_the_end_of_each_search(monkeypatch, lambda run: run.stop.set())
    found = clew.compare(COUNTER)
    assert [trial.method for trial in found] == ["default"] and found.interrupted
