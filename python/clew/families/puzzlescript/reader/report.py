"""What a reader has to say about a game: errors and warnings, each with its line and what would be right."""

from __future__ import annotations

from dataclasses import dataclass

from clew.errors import BoardError

MOST = 200
"""Remarks that are kept: a text that is no game would have one a line."""


@dataclass(frozen=True, order=True)
class Remark:
    """One thing about one line of a game. `line` counts from 1."""

    line: int
    severity: str
    message: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.severity}: {self.message}"


class Report:
    """Gathers remarks; the same one is kept once."""

    def __init__(self) -> None:
        self._found: dict[Remark, None] = {}
        self.errors = 0

    def _add(self, line: int, severity: str, message: str) -> None:
        remark = Remark(max(1, line), severity, message)
        if remark not in self._found and len(self._found) < MOST:
            self._found[remark] = None

    def error(self, line: int, message: str) -> None:
        """The game cannot be played as it stands."""
        self.errors += 1
        self._add(line, "error", message)

    def warning(self, line: int, message: str) -> None:
        """The game can be played, though perhaps not as its author meant it."""
        self._add(line, "warning", message)

    @property
    def remarks(self) -> list[Remark]:
        """Every remark, in the order of lines."""
        return sorted(self._found)

    def refuse(self) -> BoardError:
        """The error for a game that has errors: all of them, one a line, the first with its line."""
        found = [remark for remark in self.remarks if remark.severity == "error"]
        first, rest = found[0], found[1:]
        more = "".join(f"\n  line {remark.line}: {remark.message}" for remark in rest)
        return BoardError(first.message + more, line=first.line)
