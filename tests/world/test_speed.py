"""Figures of worlds, by the work of their processes; more of them: `python -m bench --only world`."""

from __future__ import annotations

import pytest

from bench import world


@pytest.mark.alone
def test_two_hundred_scripted_animals_on_one_core() -> None:
    best = max(world.crowd_run(120).rate for _ in range(2))
    assert best >= 60


@pytest.mark.alone
def test_calls_of_process() -> None:
    best = max(world.calls_run(30, world.EMPTY) for _ in range(2))
    assert best >= 300_000
