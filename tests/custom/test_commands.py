"""A user's own puzzle on the command line: by its name, from the folder at hand, and from nowhere else."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

import clew
from tests.promptness import HANGS

MODULE = """
import clew

class Steps(clew.Puzzle):
    '''Down to 0.'''
    par = 3

    def __init__(self, start=5, by=(1, 2), name="x"):
        self.start, self.by = start, tuple(by)

    def initial(self):
        return self.start

    def moves(self, state):
        return [step for step in self.by if step <= state]

    def apply(self, state, move):
        return state - move

    def is_goal(self, state):
        return state == 0

class Breaks(Steps):
    def apply(self, state, move):
        raise RuntimeError("no such luck")

other = 5
open("imported", "a").write("once ")
"""


@pytest.fixture
def here(tmp_path: Path) -> Path:
    (tmp_path / "mine.py").write_text(MODULE)
    (tmp_path / "lame.py").write_text("import a_module_that_nobody_has\n")
    return tmp_path


def run(here: Path, *words: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "clew", *words],
        cwd=here,
        input=stdin,
        capture_output=True,
        text=True,
        timeout=HANGS,
    )


def test_solve(here: Path) -> None:
    done = run(here, "solve", "--json", "--count", "mine:Steps(7, by=[1, 3])")
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    assert (answer["length"], answer["count"], answer["family"]) == (3, 3, "custom")
    assert answer["puzzle"] == "mine:Steps(7, by=[1, 3])"
    assert run(here, "solve", "--json", answer["puzzle"]).returncode == 0


@pytest.mark.parametrize(
    "words",
    [
        ["solve", "mine:Steps"],
        ["solve", "--first", "mine:Steps(6)"],
        ["hint", "mine:Steps(6)", "--after", "1 2"],
        ["check", "mine:Steps(6)"],
        ["verify", "mine:Steps(6)", "2 2 2"],
        ["compare", "mine:Steps(6)"],
        ["map", "mine:Steps(6)"],
        ["rate", "mine:Steps(6)"],
        ["draw", "mine:Steps(6)", "-o", "board.svg"],
    ],
    ids=lambda words: words[0],
)
def test_every_command_takes_it(here: Path, words: list[str]) -> None:
    done = run(here, *words)
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("mine:Steps(open('x'))", "not a literal, and nothing is evaluated"),
        ("mine:Steps(*[1])", "not a literal"),
        ("mine:Steps(**{})", "is not supported"),
        ("mine:Steps(1)(2)", "not a class name"),
        ("mine:Steps(1", "cannot be|no such file|There|there is no"),
        ("mine:Stebs(1)", "did you mean `Steps`"),
        ("mine:other()", "not a subclass of clew.Puzzle"),
        ("mine:clew.Puzzle()", "not a subclass"),
        ("mine:Steps(1, 2, 3, 4)", "takes from 1 to 4|takes"),
        ("nobody:Steps()", 'no module "nobody"'),
    ],
)
def test_what_is_wrong_with_a_name(here: Path, name: str, words: str) -> None:
    import re

    done = run(here, "solve", name)
    assert done.returncode == 2
    assert re.search(words, done.stderr), done.stderr
    assert "Traceback" not in done.stderr


def test_an_exception_of_the_rules_shows_its_own_line(here: Path) -> None:
    done = run(here, "solve", "mine:Breaks()", "mine:Steps()")
    assert done.returncode == 2
    assert "mine.py" in done.stderr
    assert 'raise RuntimeError("no such luck")' in done.stderr
    assert "3 moves" in done.stdout  # the rest is done


def test_an_exception_of_the_module_shows_its_own_line(here: Path) -> None:
    done = run(here, "solve", "lame:Steps()")
    assert done.returncode == 2
    assert "a_module_that_nobody_has" in done.stderr


@pytest.mark.parametrize("name", ["mine:Steps()", "mine:Steps(3)"])
def test_never_from_a_set_a_file_or_json(here: Path, name: str) -> None:
    (here / "set.txt").write_text(name + "\n")
    (here / "set.jsonl").write_text(json.dumps({"family": "mine:Steps", "start": 3}) + "\n")
    (here / "board.toml").write_text('family = "mine:Steps"\n')
    for source in ("set.txt", "set.jsonl", "board.toml"):
        done = run(here, "solve", source)
        assert done.returncode == 2
        assert "never read from a file" in done.stderr, (source, done.stderr)
    done = run(here, "solve", "-", stdin=name + "\n")
    assert done.returncode == 2
    assert "never read from a file" in done.stderr
    assert not (here / "imported").exists()


def test_load_takes_no_names(here: Path) -> None:
    with pytest.raises(clew.BoardError, match="never read from a file"):
        clew.load("mine:Steps(3)")


def test_a_name_is_written_as_it_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "named.py").write_text(dedent(MODULE).replace('open("imported", "a").write("once ")', ""))
    monkeypatch.syspath_prepend(tmp_path)
    from clew.puzzles.spec import puzzle_of, spec_of

    for name in ("named:Steps()", "named:Steps(4, by=(2, 1), name='a:b(c')", "named:Steps({'a': [1]})"):
        assert spec_of(puzzle_of(name)) == name
    with pytest.raises(clew.BoardError, match="not one of the puzzles"):
        puzzle_of("named:Steps()", allowed=("other:Steps",))
    assert spec_of(puzzle_of("named:Steps(2)", allowed=("named:Steps",))) == "named:Steps(2)"
