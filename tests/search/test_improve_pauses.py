"""`clew.improve` between two reports: who may end it then, and who may go on."""

from __future__ import annotations

import subprocess
import sys
import threading
import time

import pytest

import clew
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


def test_whoever_goes_on_after_a_failure_gets_it_again() -> None:
    def lost(state: str) -> float:
        raise RuntimeError("lost")

    search = clew.improve(clew.load(MAZE), heuristic=lost)
    for _ in range(3):
        with pytest.raises(RuntimeError, match="lost"):
            list(search)


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
import os, sys, clew
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
