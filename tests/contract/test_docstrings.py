"""Docstrings show how a name is used, and what they show is what happens."""

from __future__ import annotations

import doctest
import inspect
from pathlib import Path

import pytest

import clew
from tools.site.api import public, value

NAMES = {"clew": clew, "Game": clew.Game, "Puzzle": clew.Puzzle, "Solution": clew.results.Solution}


def test_what_docstrings_show_is_what_happens(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)  # some write files
    said: list[str] = []
    finder, runner = doctest.DocTestFinder(), doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    for name in public():
        for test in finder.find(value(name), name, globs=NAMES) if name.startswith("clew.") else ():
            runner.run(test, out=said.append)
    assert runner.tries > 30 and not said, "".join(said)


def test_every_call_shows_how_it_is_used() -> None:
    calls = [call for call in (getattr(clew, name) for name in clew.__all__) if inspect.isfunction(call)]
    assert [call.__name__ for call in calls if ">>>" not in (inspect.getdoc(call) or "")] == []
