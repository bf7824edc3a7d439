"""`clew.improve` between two reports: who may end it then, and who may go on."""

from __future__ import annotations

import _thread
import gc
import subprocess
import sys
import threading
import time
import weakref
from contextlib import suppress

import pytest

import clew
from tests.custom.puzzles import Walk
from tests.promptness import HANGS
from tests.search.boards import GAR, LONG
from tests.search.test_improve import MAZE, assert_ends, improving


def test_a_loop_within_a_loop_leaves_the_outer_one_to_cancel() -> None:
    search = clew.improve(clew.load(LONG))
    for number, report in enumerate(search):
        assert number < 10 or report.limit, "it goes on"
        if number == 0:
            assert next(iter(search)).status == "running"
        else:
            clew.cancel()
    assert search.report and search.report.limit == "interrupted"


def test_the_limits_cancel_it_after_a_loop_within_the_loop() -> None:
    limits = clew.Limits()
    search = clew.improve(clew.load(LONG), limits=limits)
    for number, report in enumerate(search):
        assert number < 10 or report.limit, "it goes on"
        if number == 0:
            assert next(iter(search)).status == "running"
            limits.cancel()
    assert search.report and search.report.limit == "interrupted"


def test_cancel_ends_a_search_while_its_loop_does_something_else() -> None:
    before = improving()
    search = clew.improve(clew.load(LONG))
    for number, _ in enumerate(search):
        if number == 0:
            assert improving() - before
            clew.cancel()
            assert_ends(before)
    assert search.report and search.report.limit == "interrupted"


@pytest.mark.parametrize("seconds", [-5, float("nan"), "60", True])
def test_seconds_are_a_number_of_seconds(seconds: object) -> None:
    with pytest.raises(clew.ClewError, match="seconds="):
        clew.improve(clew.load(GAR), seconds=seconds)  # type: ignore[arg-type]


def test_whoever_goes_on_after_a_failure_is_told() -> None:
    def lost(state: str) -> float:
        raise RuntimeError("lost")

    search = clew.improve(clew.load(MAZE), heuristic=lost)
    with pytest.raises(RuntimeError, match="lost"):
        list(search)
    for _ in range(2):
        with pytest.raises(clew.ClewError, match="this search has failed, with RuntimeError: lost"):
            list(search)


class Thing:
    """Something that can be seen to be freed."""


@pytest.mark.parametrize("where", ["heuristic", "rules", "number"])
def test_a_search_that_failed_is_freed(where: str) -> None:
    """With the exception, whose traceback has the frames of the search."""

    def failing() -> weakref.ref[Thing]:
        thing = Thing()

        def lost(state: str) -> object:
            if where == "heuristic":
                raise RuntimeError("lost")
            return str(thing)

        class Lost(Walk):
            def moves(self, state: int) -> list[str]:
                raise RuntimeError(str(thing))

        search = clew.improve(Lost()) if where == "rules" else clew.improve(MAZE, heuristic=lost)  # type: ignore[arg-type]
        with suppress(RuntimeError, clew.PuzzleError):
            list(search)
        return weakref.ref(thing)

    things = [failing() for _ in range(3)]
    until = time.monotonic() + HANGS
    while any(thing() for thing in things) and time.monotonic() < until:
        clew.solve("null:1")  # what the searches' threads let go is freed by the next call
        gc.collect()
    assert [thing() for thing in things] == [None] * 3


def test_a_heuristic_may_close_its_search() -> None:
    def close(state: str) -> float:
        search.close()
        return 0.0

    search = clew.improve(clew.load(MAZE), heuristic=close)
    assert list(search)[-1].limit == "interrupted"


def test_loops_on_many_threads_with_finalizers_do_not_block_each_other() -> None:
    """What is freed while a report is made can let another thread run, which asks for one too."""
    code = f"""
import clew, gc, threading, time
gc.set_threshold(5, 2, 2)

class Node:
    def __init__(self): self.me = self
    def __del__(self): time.sleep(0)

search = clew.improve({LONG!r}, seconds=0)
until = time.monotonic() + 1

def loop():
    while time.monotonic() < until:
        for report in search: pass
        Node()

threads = [threading.Thread(target=loop, daemon=True) for _ in range(3)]
for thread in threads: thread.start()
for thread in threads: thread.join({HANGS / 4})
print(any(thread.is_alive() for thread in threads), flush=True)
search.close()
"""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=HANGS
    )
    assert (done.stdout, done.stderr) == ("False\n", "")


def test_ctrl_c_in_a_solve_between_two_reports_leaves_the_search() -> None:
    """Of a puzzle with rules in Python, in which Ctrl-C is raised."""

    timer = threading.Timer(0.3, _thread.interrupt_main)

    class Endless(Walk):
        def moves(self, state: int) -> list[int]:
            if threading.current_thread() is threading.main_thread() and timer.ident is None:
                timer.start()  # here, so that it cannot come before the search
            return [1, 2, 3]

        def apply(self, state: int, move: int) -> int:
            return state * 3 + move

    search = clew.improve(Endless(1))
    next(iter(search))
    with suppress(KeyboardInterrupt):  # where the machine was so busy that the rule seemed to be stuck
        assert clew.solve(search.puzzle).limit == "interrupted"
    assert next(iter(search)).status == "running"
    search.close()


def test_a_heuristic_may_raise_what_the_engine_raises_too() -> None:
    def lost(state: str) -> float:
        raise ValueError("lost")

    with pytest.raises(ValueError, match="lost") as caught:
        list(clew.improve(clew.load(MAZE), heuristic=lost))
    assert caught.type is ValueError


def test_two_may_wait_for_one_search() -> None:
    """One that waits shortly does not put to rest a search for which another waits longer."""
    search = clew.improve(clew.load(LONG))
    next(iter(search))
    waits = threading.Thread(target=search._search.wait, args=(10 * HANGS,), daemon=True)
    waits.start()
    until = time.monotonic() + HANGS
    while waits.is_alive() and time.monotonic() < until:
        search._search.wait(0)
        time.sleep(0.001)  # so that the other one is waiting most of the time
    assert not waits.is_alive(), "no news for the one that waits"
    search.close()


def test_a_fork_cannot_go_on_and_ends_quietly() -> None:
    code = f"""
import os, sys, warnings, clew
warnings.simplefilter("ignore", DeprecationWarning)  # that a process with threads forks
with clew.improve(clew.load({LONG!r})) as search:
    next(iter(search))
    child = os.fork()
    if child == 0:
        try:
            list(search)
        except clew.ClewError as error:
            print(error, flush=True)
        search.stop()
    else:
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), next(iter(search)).status)
"""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=HANGS
    )
    first, *rest = done.stdout.splitlines()
    assert "from which this one was forked" in first
    assert (done.returncode, rest, done.stderr) == (0, ["0 running"], "")
