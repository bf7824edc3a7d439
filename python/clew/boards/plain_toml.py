"""Reads the TOML that most boards are written in, without `tomllib`.

Importing `tomllib` takes longer than starting Python, and a small board is solved in less time than
either. What this reader does not know (escapes, dates, floats, tables, dotted keys, comments inside
lists, every kind of mistake) makes it give up, and `tomllib` reads the text. So only `tomllib` decides
what is valid TOML, and tests compare the two.
"""

from __future__ import annotations

from typing import Any

LONGEST = 20_000
"""Characters; in longer texts the import does not matter."""

_KEY = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-")
_NUMBER = frozenset("-0123456789")
_BLANK = " \t"
_DEEPEST = 4


class _GaveUp(Exception):
    """Something that this reader does not know."""


def plain(text: str) -> dict[str, Any] | None:
    """The keys of a TOML text, equal to those of `tomllib.loads`; None if it needs `tomllib`."""
    if len(text) > LONGEST or any((c < " " and c not in "\n\t") or c == "\x7f" for c in text):
        return None
    try:
        return _Reader(text).document()
    except (_GaveUp, IndexError):
        return None


class _Reader:
    """A place in a text. It ends in a newline, so that every token ends before the text does."""

    def __init__(self, text: str) -> None:
        self.text = text + "\n"
        self.at = 0

    def document(self) -> dict[str, Any]:
        """The whole text, one `key = value` per line."""
        found: dict[str, Any] = {}
        while True:
            self.skip(_BLANK + "\n")
            if self.at == len(self.text):
                return found
            if self.text[self.at] != "#":
                self.pair(found, 0)
                self.skip(_BLANK)
            if self.text[self.at] == "#":
                self.at = self.text.index("\n", self.at)
            self.take("\n")

    def pair(self, into: dict[str, Any], depth: int) -> None:
        """One `key = value`."""
        key = self.word(_KEY)
        if not key or key in into:
            raise _GaveUp
        self.skip(_BLANK)
        self.take("=")
        self.skip(_BLANK)
        into[key] = self.value(depth)

    def value(self, depth: int) -> Any:
        """A string, a whole number, true, false, a list, or a table on one line."""
        sign = self.text[self.at]
        if depth > _DEEPEST:
            raise _GaveUp
        if sign == '"':
            return self.string()
        if sign == "[":
            return self.list(depth + 1)
        if sign == "{":
            return self.table(depth + 1)
        word = self.word(_NUMBER if sign in _NUMBER else _KEY)
        if self.text[self.at] not in " \t\n,]}#":
            raise _GaveUp
        if word in ("true", "false"):
            return word == "true"
        digits = word.removeprefix("-")
        if not digits.isdigit() or (digits[0] == "0" and len(digits) > 1) or len(digits) > 18:
            raise _GaveUp
        return int(word)

    def string(self) -> str:
        """A string without quotes or escapes in it, on one line or several."""
        quote = '"""' if self.text.startswith('"""', self.at) else '"'
        start = self.at + len(quote)
        end = self.text.find(quote, start)
        inside = self.text[start:end]
        if end < 0 or "\\" in inside or '"' in inside or (len(quote) == 1 and "\n" in inside):
            raise _GaveUp
        self.at = end + len(quote)
        if self.text[self.at] == '"':
            raise _GaveUp
        return inside.removeprefix("\n") if len(quote) == 3 else inside

    def list(self, depth: int) -> list[Any]:
        """A list, on one line or several."""
        self.take("[")
        found: list[Any] = []
        while True:
            self.skip(_BLANK + "\n")
            if self.text[self.at] == "]":
                break
            found.append(self.value(depth))
            self.skip(_BLANK + "\n")
            if self.text[self.at] != ",":
                break
            self.at += 1
        self.take("]")
        return found

    def table(self, depth: int) -> dict[str, Any]:
        """A table on one line, which is not empty."""
        self.take("{")
        found: dict[str, Any] = {}
        while True:
            self.skip(_BLANK)
            self.pair(found, depth)
            self.skip(_BLANK)
            if self.text[self.at] != ",":
                break
            self.at += 1
        self.take("}")
        return found

    def word(self, signs: frozenset[str]) -> str:
        """The longest run of these characters here."""
        start = self.at
        while self.text[self.at] in signs:
            self.at += 1
        return self.text[start : self.at]

    def skip(self, signs: str) -> None:
        """Goes on to the next character that is none of these, or to the end."""
        while self.at < len(self.text) and self.text[self.at] in signs:
            self.at += 1

    def take(self, sign: str) -> None:
        """Goes past this character, which must be here."""
        if self.text[self.at] != sign:
            raise _GaveUp
        self.at += 1
