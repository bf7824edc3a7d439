"""docs/reference/json.md names every key that the commands print, and none that no command prints."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from tests.cli.program import program
from tools.contract.answers import CALLS

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "reference" / "json.md").read_text(encoding="utf-8")


def named(heading: str) -> set[str]:
    """The keys in the table under a heading."""
    section = re.split(r"^## ", PAGE, flags=re.MULTILINE)
    text = next(part for part in section if part.startswith(f"{heading}\n"))
    return set(re.findall(r"^\| `(\w+)` \|", text, re.MULTILINE))


@cache
def printed(command: str) -> frozenset[str]:
    """The keys that a command prints, over all its calls; of a bad board only `error` is its own."""
    keys: set[str] = set()
    for arguments in CALLS[command]:
        for answer in program(command, "--json", *arguments).json:
            keys |= {"error"} if "error" in answer else answer.keys()
    return frozenset(keys)


@pytest.mark.parametrize("command", CALLS)
def test_every_key_is_on_the_page(command: str) -> None:
    missing = printed(command) - named("Every command") - named(f"clew {command}")
    assert not missing, f"clew {command} --json prints {sorted(missing)}, which docs/reference/json.md lacks"


@pytest.mark.parametrize("command", CALLS)
def test_no_key_on_the_page_is_made_up(command: str) -> None:
    unknown = named(f"clew {command}") - printed(command)
    assert not unknown, f"docs/reference/json.md: clew {command} --json prints no {sorted(unknown)}"
