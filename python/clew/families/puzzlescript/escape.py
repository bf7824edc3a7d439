"""A text of many lines on one: the compact form of a game."""

from __future__ import annotations

import re


def escaped(text: str) -> str:
    r"""The text on one line: `\n` for the end of a line, `\\` for a backslash."""
    return text.rstrip("\n").replace("\\", "\\\\").replace("\n", "\\n").replace("\t", " ")


def unescaped(text: str) -> str:
    """What `escaped` was made of."""
    return re.sub(r"\\(.)", lambda found: "\n" if found[1] == "n" else found[1], text)
