"""The code blocks of a page, from which pages are tested and notebooks are made."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

FENCE = re.compile(r"^(```+)(\S*)\n(.*?)^\1$", re.MULTILINE | re.DOTALL)
# The first line of a block that is a file names it.
FILE = re.compile(r"(?:# |-- |\()([\w./-]+\.\w+)\)?\n")


class Block(NamedTuple):
    """A block of code: its kind, its text, and the line of the page on which it begins."""

    kind: str
    text: str
    line: int


def blocks(page: Path) -> list[Block]:
    text = page.read_text(encoding="utf-8")
    return [
        Block(found[2], found[3], text.count("\n", 0, found.start()) + 1) for found in FENCE.finditer(text)
    ]


def commands(text: str) -> list[tuple[str, str]]:
    """Each `$ ` line of a console block with the output shown below it."""
    found = []
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        lines = part.split("\n")
        more = 1
        while lines[more : more + 1] and lines[more].startswith("> "):
            more += 1
        command = "\n".join([lines[0], *(line[2:] for line in lines[1:more])])
        found.append((command, "\n".join(lines[more:])))
    return found
