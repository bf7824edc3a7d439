"""Which tests failed, kept in a file, and a run of just those: `--failures FILE`, then `--only FILE`.

`tools/steady.py` runs a few failed tests a second time so, alone (docs/decisions/0039-a-second-run.md).
"""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path

import pytest


def add_options(parser: pytest.Parser) -> None:
    parser.addoption("--failures", metavar="FILE", help="write the names of the tests that fail to this file")
    parser.addoption("--only", metavar="FILE", help="run only the tests that this file names, one per line")


def keep(config: pytest.Config) -> None:
    """Begins the file of failures, if one is wanted; a process that only works for another one does not."""
    wanted = config.getoption("--failures")
    if wanted and not hasattr(config, "workerinput"):
        config.pluginmanager.register(_Failures(Path(wanted)))


def choose(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselects the tests that the file of `--only` does not name."""
    wanted = config.getoption("--only")
    if not wanted:
        return
    names = set(Path(wanted).read_text(encoding="utf-8").split("\n"))
    left_out = [item for item in items if item.nodeid not in names]
    items[:] = [item for item in items if item.nodeid in names]
    config.hook.pytest_deselected(items=left_out)


class _Failures:
    """Files that could not be collected count: no second run helps them, but the first must not look good."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._names: dict[str, None] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self._names[report.nodeid] = None

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self._names[report.nodeid] = None

    @pytest.hookimpl(wrapper=True)
    def pytest_sessionfinish(self) -> Generator[None]:
        yield
        self._file.write_text("".join(f"{name}\n" for name in self._names), encoding="utf-8")
