"""Cells that a spreadsheet would run as formulas: defused when a table is written, restored when it is read.

Programs such as Excel run cells that begin with ``=``, ``+``, ``-``, ``@``, a tab or a newline, even in a CSV
file. A leading apostrophe makes them text (OWASP, "CSV Injection"). A cell that already has one gets another,
so that removing one always restores the original.
"""

from __future__ import annotations

import re

_NUMBER = re.compile(r"[+-]?\d+(\.\d+)?([eE][+-]?\d+)?")
_STARTS = "=+\\-@\t\r\n\uff1d\uff0b\uff0d\uff20"
_FORMULA = re.compile(f"'*[{_STARTS}]")
_DEFUSED = re.compile(f"'+[{_STARTS}]")


def defused(text: str) -> str:
    """The text as a cell that no program runs; numbers stay numbers."""
    if _NUMBER.fullmatch(text) or not _FORMULA.match(text):
        return text
    return f"'{text}"


def restored(cell: str) -> str:
    """What `defused` was given."""
    return cell[1:] if _DEFUSED.match(cell) else cell
