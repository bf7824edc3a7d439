"""Helper processes: they are reused, and one that takes too much is ended without harm to the next task."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from clew.errors import BoardError
from clew_studio.helpers import DEAD, GONE, LATE, Allowance, Helpers, Unfinished

ENOUGH = Allowance(60, 1 << 30, 1)


class Team(Helpers):
    """Helpers whose allowance a test changes."""

    def __init__(self) -> None:
        super().__init__("tests.studio.obedient", lambda: self.allowance)
        self.allowance = ENOUGH

    def asked(self, what: str) -> tuple[int, str]:
        """Who answered, and what."""
        pid, told = self.do({"do": what}).decode().split(maxsplit=1)
        return int(pid), told


@pytest.fixture
def team() -> Iterator[Team]:
    team = Team()
    yield team
    for helper in team._resting:
        helper.end()


def runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_helper_is_used_again(team: Team) -> None:
    first, told = team.asked("one\ntwo ünï")
    assert told == "one\ntwo ünï"
    assert team.asked("again") == (first, "again")


def test_a_refusal_comes_back_with_its_place_and_costs_no_process(team: Team) -> None:
    first, _ = team.asked("one")
    with pytest.raises(BoardError, match="is wrong") as refusal:
        team.do({"do": "refuse"})
    assert (refusal.value.key, refusal.value.line) == ("size", 7)
    with pytest.raises(BoardError, match="it cannot go on"):
        team.do({"do": "fail"})
    assert team.asked("two") == (first, "two")


@pytest.mark.parametrize("what", ["hoard", "nest", "die"])
def test_a_task_that_ends_its_process_does_not_end_the_next_one(team: Team, what: str) -> None:
    first, _ = team.asked("one")
    with pytest.raises(Unfinished) as abandoned:
        team.do({"do": what})
    assert abandoned.value.why == DEAD
    assert not runs(first)
    assert team.asked("two")[0] != first


def test_a_task_that_takes_too_long_is_ended(team: Team) -> None:
    first, _ = team.asked("one")
    team.allowance = ENOUGH._replace(seconds=0)
    with pytest.raises(Unfinished) as abandoned:
        team.do({"do": "sleep"})
    assert abandoned.value.why == LATE
    assert not runs(first)


def test_a_task_that_nobody_waits_for_is_ended(team: Team) -> None:
    first, _ = team.asked("one")
    with pytest.raises(Unfinished) as abandoned:
        team.do({"do": "sleep"}, lambda: True)
    assert abandoned.value.why == GONE
    assert not runs(first)


def test_a_helper_that_was_killed_while_idle_is_replaced(team: Team) -> None:
    first, _ = team.asked("one")
    team._resting[0]._process.kill()
    team._resting[0]._process.wait()
    assert team.asked("two")[0] != first


def test_no_more_helpers_stay_than_may_be_idle(team: Team) -> None:
    team.allowance = ENOUGH._replace(idle=0)
    first, _ = team.asked("one")
    assert not runs(first) and not team._resting
