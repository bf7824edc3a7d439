"""Held for every test: in CI nothing is skipped, and random cases are the same on every run.

`pytest --order SEED` shuffles the tests: files, and the tests of each file.
"""

from __future__ import annotations

import os
import random
import signal
from collections.abc import Generator
from itertools import groupby

import hypothesis
import pytest

from tests import amount
from tests.studio import profiles

# Started in the background by a shell (`make test &`, nohup), a process ignores Ctrl-C, and so do its
# children: the tests that press it would wait for ever.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# A family made from the template is compiled, engine and client, in a copy of the repository: minutes.
collect_ignore = [] if amount.MANY else ["tests/house/test_tower.py", "studio/tests/browser/test_tower.py"]

IN_CI = os.environ.get("CI", "").lower() not in ("", "0", "false")

FEW = 15
"""Random cases of a property; `CLEW_TESTS=many` takes 2,000."""

# No deadline: a time limit on one random case only measures how busy the machine is.
hypothesis.settings.register_profile("local", max_examples=FEW, deadline=None)
hypothesis.settings.register_profile("ci", max_examples=FEW, deadline=None, derandomize=True, print_blob=True)
hypothesis.settings.register_profile("many", max_examples=2_000, deadline=None, print_blob=True)
hypothesis.settings.load_profile("many" if amount.MANY else "ci" if IN_CI else "local")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--order", metavar="SEED", help="run files, and the tests of each, in a random order")
    profiles.add_option(parser)


def pytest_report_header(config: pytest.Config) -> list[str]:
    return [line for line in (amount.header(), profiles.header(config)) if line]


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    amount.choose(config, items)
    profiles.choose(config, items)
    seed = config.getoption("--order")
    if seed is None:
        return
    chance = random.Random(seed)
    # The tests of a file stay together: what a file sets up for all of them is set up once.
    files = [list(tests) for _, tests in groupby(items, key=lambda item: item.path)]
    chance.shuffle(files)
    for tests in files:
        chance.shuffle(tests)
    items[:] = [test for tests in files for test in tests]


def in_words(longrepr: object) -> str:
    """The reason of a skip, which pytest keeps as (file, line, reason)."""
    return str(longrepr[2]) if isinstance(longrepr, tuple) else str(longrepr)


def refuse_skip(report: pytest.TestReport | pytest.CollectReport) -> None:
    """In CI a skip is a failure: a check that nobody runs must not look like one that passed."""
    if IN_CI and report.outcome == "skipped" and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = (
            f"{report.nodeid} was skipped, and CI allows no skips ({in_words(report.longrepr)}). "
            "Make .ci/run install what it needs, or take the test out."
        )


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    refuse_skip(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    report = yield
    refuse_skip(report)
    return report
