"""Running `clew`: as a program of its own, and inside the test for speed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any, NamedTuple

import pytest

from clew.cli.main import main
from tests.promptness import HANGS


class Result(NamedTuple):
    status: int
    out: str
    err: str

    @property
    def json(self) -> list[dict[str, Any]]:
        """The objects of standard output, a line each."""
        return [json.loads(line) for line in self.out.splitlines()]


def program(*arguments: str, stdin: str | bytes | None = None, **environment: str) -> Result:
    """`python -m clew` in a process of its own."""
    data = stdin.encode() if isinstance(stdin, str) else stdin
    done = subprocess.run(
        [sys.executable, "-m", "clew", *arguments],
        input=data,
        capture_output=True,
        timeout=HANGS,
        env={**os.environ, **environment},
        check=False,
    )
    return Result(done.returncode, done.stdout.decode(), done.stderr.decode())


class Inside:
    """`main` in this process, with what it prints."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, *arguments: str) -> Result:
        self._capsys.readouterr()
        status = main(arguments)
        out, err = self._capsys.readouterr()
        return Result(status, out, err)
