"""Slow tests of the studio and the browser take turns: `--slow rotate` runs one part in 36, the next commit
the next one.

    @pytest.mark.slow                  each case by itself may be in another part
    @pytest.mark.slow(together=True)   all slow tests of the file are in one: they share a set-up

`--slow all`, the default, runs every one of them; `--slow 2/4` the second of four parts; `--slow none` none.

Whole files can take turns, too: `python -m tests.rotation tests/studio 12` prints those whose turn it is.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

PARTS = 36
ROOT = Path(__file__).resolve().parents[1]


def add_option(parser: pytest.Parser) -> None:
    parser.addoption(
        "--slow",
        metavar="WHICH",
        default="all",
        help=f"tests marked slow: all (the default), none, rotate (one part in {PARTS}), or PART/PARTS",
    )


def part_of(wanted: str) -> tuple[int, int] | None:
    """Which part of how many runs, counted from 1; `None` for all, (0, 1) for none."""
    if wanted == "all":
        return None
    if wanted == "none":
        return 0, 1
    if wanted == "rotate":
        return commits() % PARTS + 1, PARTS
    found = re.fullmatch(r"(\d+)/(\d+)", wanted)
    if found is None or not 1 <= int(found[1]) <= int(found[2]):
        raise pytest.UsageError(f"--slow {wanted}: say all, none, rotate, or a part such as 2/{PARTS}")
    return int(found[1]), int(found[2])


def commits() -> int:
    """The number of commits behind this one, so that the next one runs the next part."""
    command = ["git", "rev-list", "--count", "HEAD"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return int(done.stdout) if done.returncode == 0 else 0


def header(config: pytest.Config) -> str | None:
    """Says what is left out, so that a run of a part never looks like a whole one."""
    part = part_of(config.getoption("--slow"))
    if part is None:
        return None
    which = "none" if part[0] == 0 else f"part {part[0]} of {part[1]}"
    return f"tests marked slow: {which}; `make test-slow` runs all of them"


def choose(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselects the slow tests of the other parts."""
    part = part_of(config.getoption("--slow"))
    if part is None:
        return
    wanted, parts = part
    slow = {item: unit for item in items if (unit := _unit(item)) is not None}
    turn = {unit: number % parts + 1 for number, unit in enumerate(sorted(set(slow.values())))}
    left_out = [item for item, unit in slow.items() if turn[unit] != wanted]
    if left_out:
        gone = set(left_out)
        items[:] = [item for item in items if item not in gone]
        config.hook.pytest_deselected(items=left_out)


def _unit(item: pytest.Item) -> str | None:
    """What may not be divided between two parts; `None` if the test is not slow."""
    mark = item.get_closest_marker("slow")
    if mark is None:
        return None
    return item.nodeid.partition("::")[0] if mark.kwargs.get("together") else item.nodeid


def files(folder: str, parts: int) -> list[str]:
    """The test files of a folder whose turn it is: one in so many."""
    found = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / folder).glob("test_*.py"))
    return found[commits() % parts :: parts]


if __name__ == "__main__":
    print(*files(sys.argv[1], int(sys.argv[2])))
