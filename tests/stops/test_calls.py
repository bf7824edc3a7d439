"""Ctrl-C, `cancel` and a limit of seconds are answered at once, whatever a call is doing when they come."""

from __future__ import annotations

import inspect
from collections.abc import Callable

import pytest

import clew
from clew.search.solutions import Solutions
from clew.statespace.space import StateSpace
from tests.amount import few
from tests.stops.calls import BRIEF, FOREIGN, MEMORY, Call, calls, ready
from tests.stops.gaps import Listened, listen, press

AT_ONCE = 5.0
"""Processor seconds. The promise is 0.1, and `python -m bench.stops` measures it; what does not listen at all
runs for minutes."""

BUSY = 0.8
"""Processor seconds after which a call is asked to stop."""

NOTHING = 0.05
"""A call that ends by itself after fewer processor seconds had nothing to do, and shows nothing."""


@pytest.fixture(scope="module", autouse=True)
def maps() -> None:
    """So that no call's time goes to a map that it looks at."""
    ready()


def in_words(call: Call) -> str:
    return f"{call.name}: {call.case}"


def members(kind: type) -> set[str]:
    """The public methods and properties that a class has of its own."""
    named = vars(kind).items()
    found = {name for name, value in named if callable(value) or isinstance(value, property | classmethod)}
    return {f"{kind.__name__}.{name}" for name in found if not name.startswith("_")}


def test_every_public_call_is_tried_or_said_to_be_brief() -> None:
    public = {*clew.__all__, *members(Solutions), *members(StateSpace)} - {"Solutions", "StateSpace"}
    known = {call.name for call in calls()} | BRIEF | set(FOREIGN)
    assert public <= known, "give it a call in tests/stops/calls.py, or say there that it is brief"


def test_the_calls_take_limits_where_they_say_so() -> None:
    for call in calls():
        function = getattr(clew, call.name, None)
        if function is not None and inspect.isfunction(function):
            assert "limits" in inspect.signature(function).parameters, call.name


def complaint(call: Call, listened: Listened, seconds: float = 0.0) -> str:
    """What is wrong with how a call listened; nothing, if it had `seconds` before it was to return."""
    if listened.late is None and listened.lasted < NOTHING and not call.brief:
        return f"it had nothing to do: it ended after {listened.lasted:.3f} s with {listened.result!r:.200}"
    if listened.deaf > AT_ONCE and not seconds:
        return f"deaf for {listened.deaf:.2f} s, {listened.when:.2f} s after it began"
    if listened.late is not None and listened.late > seconds + AT_ONCE:
        return f"it returned {listened.late - seconds:.2f} s too late"
    return ""


def every_time(attempt: Callable[[], str]) -> str:
    """What is wrong three times out of three: a call that does not listen never does, while a machine that
    has to clear memory for others, or for us, is slow now and then."""
    said = ""
    for _ in range(3):
        said = attempt()
        if not said:
            break
    return said


@pytest.mark.alone
@pytest.mark.parametrize("call", few(calls(), 12), ids=in_words)
def test_it_listens_all_the_time(call: Call) -> None:
    def attempt() -> str:
        limits = clew.Limits(memory=MEMORY)
        stop = limits.cancel if call.limited else press
        return complaint(call, listen(lambda: call.run(limits), stop, BUSY))

    assert not every_time(attempt)


@pytest.mark.alone
@pytest.mark.parametrize("call", few([call for call in calls() if call.limited], 8), ids=in_words)
def test_it_keeps_to_its_seconds(call: Call) -> None:
    # Eight methods, each under the limits by itself; and two threads work twice as many processor seconds.
    many = 2 * 8 if call.name == "compare" else 1

    def attempt() -> str:
        limits = clew.Limits(seconds=0.2, memory=MEMORY)
        return complaint(call, listen(lambda: call.run(limits), lambda: None, 0.0), seconds=0.2 * many)

    assert not every_time(attempt)
