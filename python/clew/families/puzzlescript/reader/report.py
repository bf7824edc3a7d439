"""What the reader reports about a game: errors and warnings, each with its line and what would be right."""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import islice
from typing import TYPE_CHECKING

from clew.errors import BoardError, place_of
from clew.families.puzzlescript.reader.words import KEYWORDS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from clew.families.puzzlescript.reader.lines import Line

MOST = 200
"""Errors that are kept, and warnings: a text that is not a game would have one per line."""
MOST_NAMES = 200
"""Names that an unknown word is compared with."""
_WORD = re.compile(r"\w")
_NAME = re.compile(r"\w{2,}")
"""A single letter may be one of a pattern, as in `A = B`."""
MOST_READ = 1_000
"""Characters of a line in which names are looked for as they are written."""
LONGEST = 400
"""Characters of a message: it may quote the source, and a line of it may have a megabyte."""


@dataclass(frozen=True, order=True)
class Remark:
    """One thing about a part of one line of a game: `length` characters from `column`, of the whole line if
    it is about no part of it. `line` and `column` count from 1.
    """

    line: int
    column: int
    severity: str
    message: str
    length: int = 1

    def __str__(self) -> str:
        return f"line {self.line}:{self.column}: {self.severity}: {self.message}"


def _by_capitals(text: str) -> dict[str, str]:
    """The words of a text, as each is written first, by their capitals."""
    words = _NAME.findall(text)
    return {word.upper(): word for word in reversed(words)}


class Report:
    """Gathers remarks; what is said about a line twice is kept once, where it is said first.

    A remark is about the columns `at` of a line, or about the first place where the line has the word `at`,
    else about the whole line. `side` is the side of a rule that has the word: 0 before the arrow, 1 after it.
    """

    def __init__(self) -> None:
        self.lines: dict[int, Line] = {}
        """What counts of each line, by its number: where the words of remarks are looked for."""
        self._found: dict[str, dict[tuple[int, str], Remark]] = {"error": {}, "warning": {}}
        self._near: dict[str, str] = {}
        """By unknown words, what is said about the names that are much like them."""
        self._first: dict[str, str] = {}
        self._read = 0
        self.errors = 0

    def unknown(self, line: int, message: str, at: range | str, word: str, names: Iterable[str]) -> None:
        """Reports a word that is none of these names, and the name that is much like it."""
        near = ""
        if word in self._near:
            near = self._near[word]
        elif len(self._found["error"]) < MOST:
            known = [name for name in islice(names, MOST_NAMES) if len(name) > 1]
            found = get_close_matches(word[:40], known, n=1)
            near = f". Did you mean {found[0].upper()}?" if found else ""
            self._near[word] = near
        self.error(line, message + near, at)

    def _add(self, line: int, severity: str, message: str, at: range | str, side: int | None) -> None:
        found = self._found[severity]
        if len(found) < MOST:
            short = message if len(message) <= LONGEST else f"{message[:LONGEST]}..."
            short = self._as_written(line, short)
            plain = "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in short)
            if (line, plain) in found:
                return
            columns = at if isinstance(at, range) else self._columns(line, at, side)
            remark = Remark(max(1, line), columns.start, severity, plain, max(1, len(columns)))
            found[line, plain] = remark

    def _as_written(self, line: int, message: str) -> str:
        """The message with its names, which the reader has in one case, as this line writes them, or
        else as they are written first.
        """
        there = self.lines.get(line)
        here = {} if there is None else _by_capitals(there.text[:MOST_READ])

        def written(found: re.Match[str]) -> str:
            word = found[0]
            if word != word.upper() or word.lower() in KEYWORDS:
                return word
            return here.get(word) or self._names().get(word, word)

        return _NAME.sub(written, message)

    def _names(self) -> dict[str, str]:
        """Most words of the source by their capitals, as each is written first."""
        if 2 * self._read < len(self.lines):  # not with every line that is read
            self._read = len(self.lines)
            self._first = _by_capitals("\n".join(line.text[:MOST_READ] for line in self.lines.values()))
        return self._first

    def _columns(self, line: int, word: str, side: int | None) -> range:
        """The columns of a word in a line, or on one side of its arrow; of the whole line for a word that is
        not there.
        """
        there = self.lines.get(line)
        if there is None:
            return range(1, 2)
        if word:
            before = r"(?<!\w)" if _WORD.match(word[0]) else ""
            after = r"(?!\w)" if _WORD.match(word[-1]) else ""
            pattern = re.compile(before + re.escape(word) + after, re.IGNORECASE)
            begin = 0 if side is None else there.text.find("->") + 2 if side else there.text.find("[")
            found = pattern.search(there.text, max(0, begin))
            if found:
                return there.columns(*found.span())
        return there.columns()

    def error(self, line: int, message: str, at: range | str = "", side: int | None = None) -> None:
        """Reports an error: the game cannot be played like this."""
        self.errors += 1
        self._add(line, "error", message, at, side)

    def warning(self, line: int, message: str, at: range | str = "", side: int | None = None) -> None:
        """Reports a warning: the game can be played, though perhaps not as its author meant it."""
        self._add(line, "warning", message, at, side)

    @property
    def remarks(self) -> list[Remark]:
        """Every remark, in the order of their places."""
        return sorted([*self._found["error"].values(), *self._found["warning"].values()])

    def refuse(self, key: str | None = None, file: str | None = None) -> BoardError:
        """The error for a game that has errors: all of them, one per line.

        The place of the first is the error's own, unless the game is the value of a key, whose lines are not
        those of the file.
        """
        found = [remark for remark in self.remarks if remark.severity == "error"]
        told = [f"line {remark.line}:{remark.column}: {remark.message}" for remark in found]
        if key is not None:
            return BoardError("\n  ".join(told), key=key)
        if file is not None:
            told = [f"{place_of(file, remark.line, remark.column)}: {remark.message}" for remark in found]
        first = found[0]
        message = "\n  ".join([first.message, *told[1:]])
        return BoardError(message, file=file, line=first.line, column=first.column)
