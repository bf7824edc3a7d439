"""What the reader reports about a game: errors and warnings, each with its line and what would be right."""

from __future__ import annotations

from dataclasses import dataclass

from clew.errors import BoardError

MOST = 200
"""Errors that are kept, and warnings: a text that is not a game would have one per line."""
LONGEST = 400
"""Characters of a message: it may quote the source, and a line of it may have a megabyte."""


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
        self._found: dict[str, dict[Remark, None]] = {"error": {}, "warning": {}}
        self.errors = 0

    def _add(self, line: int, severity: str, message: str) -> None:
        found = self._found[severity]
        if len(found) < MOST:
            short = message if len(message) <= LONGEST else f"{message[:LONGEST]}..."
            plain = "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in short)
            found[Remark(max(1, line), severity, plain)] = None

    def error(self, line: int, message: str) -> None:
        """Reports an error: the game cannot be played like this."""
        self.errors += 1
        self._add(line, "error", message)

    def warning(self, line: int, message: str) -> None:
        """Reports a warning: the game can be played, though perhaps not as its author meant it."""
        self._add(line, "warning", message)

    @property
    def remarks(self) -> list[Remark]:
        """Every remark, in the order of lines."""
        return sorted([*self._found["error"], *self._found["warning"]])

    def refuse(self, key: str | None = None) -> BoardError:
        """The error for a game that has errors: all of them, one per line.

        The line of the first is the error's own, unless the game is the value of a key, whose lines are not
        those of the file.
        """
        found = [remark for remark in self.remarks if remark.severity == "error"]
        told = [f"line {remark.line}: {remark.message}" for remark in found]
        if key is not None:
            return BoardError("\n  ".join(told), key=key)
        return BoardError("\n  ".join([found[0].message, *told[1:]]), line=found[0].line)
