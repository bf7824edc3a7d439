"""How intricate a TOML text may be, checked before it is parsed.

The memory of Python's parser grows with the square of the number of parts of a dotted key, and it uses a
stack frame for each open bracket: 40 kB of `a.a.a...` would take 1.5 GB. A board needs none of that, so one
pass over the text, which costs far less than parsing it, refuses what no board has.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from clew.errors import BoardError
from clew.puzzles import limits

if TYPE_CHECKING:
    from collections.abc import Iterator


def check_intricacy(text: str) -> None:
    """Raises `BoardError`, with the line, if nesting, dots or counts exceed `clew.puzzles.limits`."""
    dots, opened = text.count("."), text.count("[") + text.count("{")
    if dots <= limits.TOML_DOTS and opened <= limits.TOML_DEPTH and len(text) <= limits.TOML_PARTS:
        return  # as in most boards, there are too few of them, wherever they are
    depth = dots = parts = 0
    for mark, position in _marks(text):
        if mark == ".":
            dots += 1
            if dots > limits.TOML_DOTS:
                raise BoardError(
                    f"a key or a number has more than {limits.TOML_DOTS} dots; write each key as one word",
                    line=_line(text, position),
                )
            continue
        dots = 0
        depth += (mark in "[{") - (mark in "]}")
        parts += mark in "=[{"
        if depth > limits.TOML_DEPTH:
            raise BoardError(
                "lists or tables are nested too deeply; a board needs no more than lists of lists",
                line=_line(text, position),
            )
        if parts > limits.TOML_PARTS:
            raise BoardError(
                f"the file has more than {limits.TOML_PARTS:,} keys, lists and tables; make it smaller",
                line=_line(text, position),
            )


def _marks(text: str) -> Iterator[tuple[str, int]]:
    """Each separator, with its place, except in strings and comments.

    An unterminated string extends to the end of the line or the text, so that no part is read twice. As in
    the parser, a long string may end with up to two quotes more than three, which belong to it.
    """
    pattern = re.compile(
        r'"""(?:[^"\\]|\\.|"(?!""))*+(?:"{3,5}|\Z)'
        r"|'''(?:[^']|'(?!''))*+(?:'{3,5}|\Z)"
        r'|"(?:[^"\\\n]|\\.)*+"?'
        r"|'[^'\n]*+'?"
        r"|\#[^\n]*+"
        r"|(?P<mark>[.=,\[\]{}\n])",
        re.DOTALL,
    )
    for found in pattern.finditer(text):
        mark = found["mark"]
        if mark is not None:
            yield mark, found.start()


def _line(text: str, position: int) -> int:
    return text.count("\n", 0, position) + 1
