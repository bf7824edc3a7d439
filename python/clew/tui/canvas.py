"""A screen as plain data: a grid of characters, each with a style. This module knows nothing about
terminals.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple
from unicodedata import combining, east_asian_width

if TYPE_CHECKING:
    from collections.abc import Iterator


class Style(NamedTuple):
    """How a character looks. Colours are ``"#RRGGBB"``, or "" for the terminal's own."""

    ink: str = ""
    ground: str = ""
    bold: bool = False
    dim: bool = False
    reverse: bool = False
    underline: bool = False


PLAIN = Style()
STRONG = Style(bold=True)
FAINT = Style(dim=True)


def sign_width(sign: str) -> int:
    """Columns that a character takes: 0 if it combines with the one before, 2 if it is wide."""
    if combining(sign) or not sign.isprintable() or "\ufe00" <= sign <= "\ufe0f":
        return 0
    return 2 if east_asian_width(sign) in "WF" else 1


def text_width(text: str) -> int:
    """Columns that a text takes."""
    return sum(map(sign_width, text))


class Canvas:
    """`width` x `height` characters. What lies outside is cut off. A wide character is followed by an empty
    one.

    `ascii`: for terminals that show only ASCII; other characters become "?".
    """

    def __init__(self, width: int, height: int, ascii: bool = False) -> None:
        self.width, self.height = width, height
        self.ascii = ascii
        self._signs = [[" "] * width for _ in range(height)]
        self._styles = [[PLAIN] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, style: Style = PLAIN) -> int:
        """Writes from column `x` of row `y`, and returns the column after the text."""
        for sign in text:
            width = sign_width(sign)
            if self.ascii and not sign.isascii():
                sign = "?" * width
            if width == 0:
                continue
            if 0 <= y < self.height and x >= 0 and x + width <= self.width:
                self._signs[y][x], self._styles[y][x] = sign, style
                if width == 2:
                    self._signs[y][x + 1], self._styles[y][x + 1] = "", style
            x += width
        return x

    def fill(self, x: int, y: int, width: int, height: int, style: Style, sign: str = " ") -> None:
        """Fills a rectangle with a character; blanks show only the background."""
        for row in range(y, y + height):
            self.put(x, row, sign * width, style)

    def blit(self, other: Canvas, x: int, y: int, left: int, top: int, width: int, height: int) -> None:
        """Copies a part of another canvas, `width` x `height` from its (left, top), to (x, y)."""
        for row in range(min(height, other.height - top)):
            for column in range(min(width, other.width - left)):
                sign = other._signs[top + row][left + column]
                if sign and 0 <= y + row < self.height and 0 <= x + column < self.width:
                    self.put(x + column, y + row, sign, other._styles[top + row][left + column])

    def lines(self) -> list[str]:
        """The text of each row, without trailing blanks."""
        return ["".join(row).rstrip() for row in self._signs]

    def runs(self, y: int) -> Iterator[tuple[Style, str]]:
        """A row as runs of one style each."""
        text, style = "", self._styles[y][0] if self.width else PLAIN
        for sign, here in zip(self._signs[y], self._styles[y], strict=True):
            if here != style:
                yield style, text
                text, style = "", here
            text += sign
        yield style, text
