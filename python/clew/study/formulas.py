"""Cells that a spreadsheet would take for formulas: made harmless when a table is written, and read back.

A program such as Excel runs what begins with ``=``, ``+``, ``-``, ``@``, a tab or the end of a line, in a CSV
file too. An apostrophe in front makes it text (OWASP, "CSV Injection"). A cell that has such an apostrophe
already gets another one, so that taking one away always gives back what was meant.
"""

from __future__ import annotations

import re

_NUMBER = re.compile(r"[+-]?\d+(\.\d+)?([eE][+-]?\d+)?")
_STARTS = "=+\\-@\t\r\n\uff1d\uff0b\uff0d\uff20"
_FORMULA = re.compile(f"'*[{_STARTS}]")
_DEFUSED = re.compile(f"'+[{_STARTS}]")


def defused(text: str) -> str:
    """The text as a cell that no program runs; a number stays a number."""
    if _NUMBER.fullmatch(text) or not _FORMULA.match(text):
        return text
    return f"'{text}"


def restored(cell: str) -> str:
    """What `defused` was given."""
    return cell[1:] if _DEFUSED.match(cell) else cell
