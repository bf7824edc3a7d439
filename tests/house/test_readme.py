"""README.md is true: its Python sessions and its `$ clew ...` lines are run, and print what it shows.

``...`` in the expected output stands for anything, as in doctest.
"""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sysconfig
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
KINDS = {"python", "console", "sh"}

Command = tuple[str, str]


def blocks(kind: str) -> list[str]:
    return [text for found, text in BLOCK.findall(README) if found == kind]


def commands() -> list[Command]:
    """Each `$ ...` line of the console blocks with the output shown below it."""
    found = []
    for block in blocks("console"):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            found.append((command, output))
    return found


def test_every_block_is_of_a_kind_that_is_checked() -> None:
    assert {kind for kind, _ in BLOCK.findall(README)} == KINDS
    assert README.count("```") == 2 * len(BLOCK.findall(README))


@pytest.mark.parametrize("session", blocks("python"), ids=lambda text: text.split("\n")[0])
def test_python(session: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    test = doctest.DocTestParser().get_doctest(session, {}, "README.md", "README.md", 0)
    assert test.examples, "a python block of README.md shows no >>> lines"
    said: list[str] = []
    doctest.DocTestRunner(optionflags=FLAGS, verbose=False).run(test, out=said.append)
    assert not said, "".join(said)


@pytest.mark.parametrize(("command", "shown"), commands(), ids=[command for command, _ in commands()])
def test_command(command: str, shown: str) -> None:
    path = os.pathsep.join([sysconfig.get_path("scripts"), os.environ["PATH"]])
    environment = {**os.environ, "PATH": path, "COLUMNS": "100"}
    done = subprocess.run(
        ["bash", "-c", command], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    checker = doctest.OutputChecker()
    example = doctest.Example(command, shown)
    assert checker.check_output(shown, done.stdout, FLAGS), (
        checker.output_difference(example, done.stdout, FLAGS) + done.stderr
    )


def test_the_two_commands_of_a_newcomer_exist() -> None:
    named = re.findall(r"^make (\S+)", "\n".join(blocks("sh")), re.MULTILINE)
    assert named[:2] == ["demo", "test"]
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert all(re.search(rf"^{name}:", makefile, re.MULTILINE) for name in named)
