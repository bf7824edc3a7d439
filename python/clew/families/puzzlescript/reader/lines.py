"""A source as lines by section, without comments."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from clew.families.puzzlescript.reader.words import SECTIONS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clew.families.puzzlescript.reader.report import Report

_SECTION = re.compile(rf"({'|'.join(SECTIONS)})(?!\w)\s*", re.IGNORECASE)
_SAYS = re.compile(r"\bmessage\b", re.IGNORECASE)
_MESSAGE = re.compile(r"message(?![^\W_])", re.IGNORECASE)
_LISTS = ("objects", "legend", "sounds", "collisionlayers")
"""The sections whose lines go on after a comment."""


class _Piece(NamedTuple):
    """A part of a line, with the column of each character."""

    text: str
    columns: Sequence[int]

    def stripped(self, signs: str | None = None) -> _Piece:
        """The piece without these signs, or spaces, at its beginning, and without spaces at its end."""
        begin = len(self.text) - len(self.text.lstrip(signs))
        text = self.text[begin:].rstrip()
        return _Piece(text, self.columns[begin : begin + len(text)])


def _piece(text: str, begin: int = 0) -> _Piece:
    """What a line has from an index on."""
    return _Piece(text[begin:], range(begin + 1, len(text) + 1))


def _joined(pieces: list[_Piece], between: str) -> _Piece:
    """The pieces one behind the other, with this sign in the place of each comment between them."""
    columns: list[int] = []
    for number, piece in enumerate(pieces):
        if number and between:
            columns.append(columns[-1] if columns else 1)
        columns += piece.columns
    return _Piece(between.join(piece.text for piece in pieces), columns)


@dataclass
class Line:
    """A line of a section. `text` has no comments; `blank` lines end what is above them.

    A comment in it separates words like a space. In rules, levels, conditions and settings it ends the line.
    """

    number: int
    text: str
    blank: bool = False
    comment: str = ""
    """The text from the first comment to the end of the line."""
    end: int = 0
    """Where a comment that begins in this line ends in a later one: the number of that line."""
    at: Sequence[int] = ()
    """The column of each character of the text."""

    @property
    def lower(self) -> str:
        """The line in lower case, sign by sign: the language ignores case."""
        text = self.text.lower()
        if len(text) == len(self.text):
            return text
        return "".join(sign if len(sign.lower()) > 1 else sign.lower() for sign in self.text)

    def words(self) -> tuple[list[str], list[range]]:
        """The words of the line in lower case, and the columns of each."""
        found = list(re.finditer(r"\S+", self.lower))
        return [word[0] for word in found], [self.columns(*word.span()) for word in found]

    def columns(self, begin: int = 0, end: int | None = None) -> range:
        """The columns of a part of the text; of all of it if the part is empty."""
        part = self.at[begin:end] or self.at or (1,)
        return range(part[0], part[-1] + 1)


class _Comments:
    """Removes comments, which may span lines and be nested."""

    def __init__(self, report: Report) -> None:
        self.report = report
        self.depth = 0

    def pieces(self, text: str, number: int) -> tuple[list[_Piece], str]:
        """What stands between comments, and the line from its first comment on."""
        if not self.depth and "(" not in text and ")" not in text:
            return [_piece(text)], ""
        kept: list[list[int]] = [[]]
        first = None
        for place, sign in enumerate(text):
            if sign == "(":
                self.depth += 1
                first = place if first is None else first
            elif sign == ")":
                if self.depth:
                    self.depth -= 1
                    kept.append([])
                else:
                    self.report.warning(
                        number,
                        "this `)` closes no comment; delete it, or put a `(` where the comment begins",
                        at=range(place + 1, place + 2),
                    )
            elif not self.depth:
                kept[-1].append(place)
        found = [
            _Piece("".join(text[place] for place in places), [place + 1 for place in places])
            for places in kept
        ]
        return found, "" if first is None else text[first:]


def plain(source: str) -> str:
    """The source with newlines as ends of lines, and without a byte order mark."""
    return source.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def sections(source: str, report: Report) -> tuple[dict[str, list[Line]], dict[str, int]]:
    """The lines of each section, and the line with which its heading ends; the lines before the first section
    are the prelude, under ``""``.
    """
    found: dict[str, list[Line]] = {"": []}
    headings: dict[str, int] = {}
    current, comments, begun = "", _Comments(report), 0
    for number, raw in enumerate(plain(source).split("\n"), 1):
        if current == "levels" and not comments.depth and _MESSAGE.match(raw.strip()):
            whole = _piece(raw).stripped()
            found[current].append(Line(number, whole.text, at=whole.columns))
            report.lines[number] = found[current][-1]
            continue
        inside = comments.depth > 0
        said = _said(raw) if current == "rules" and not inside else None
        pieces, comment = comments.pieces(raw[:said], number)
        if comments.depth and not inside:
            begun = number
        elif inside and not comments.depth:
            _comment_ends(found[current], headings, current, begun, number)
        if said is not None:
            pieces[-1] = _joined([pieces[-1], _piece(raw, said)], "")
        whole = (_joined(pieces, " ") if pieces[1:] else pieces[0]).stripped()
        if whole.text.startswith("="):
            whole = whole.stripped("=").stripped()
            if not whole.text:
                continue
        report.lines[number] = Line(number, whole.text, at=whole.columns)
        head = _SECTION.match(whole.text)
        if head and not (current == "levels" and head[1].lower() in found):  # levels may have such rows
            current = _opened(head, whole.text, current, number, found, report)
            headings.setdefault(current, number)
            continue
        blank = not whole.text and not comment and not inside
        if whole.text and current not in _LISTS:
            whole = _counted(pieces, inside, current, number, report)
        if whole.text or blank:
            line = Line(number, whole.text, blank, comment, at=whole.columns)
            found[current].append(line)
            report.lines[number] = line
    return found, headings


def _comment_ends(lines: list[Line], headings: dict[str, int], current: str, begun: int, number: int) -> None:
    """Notes where a comment of several lines ends, at the line or heading that it began behind."""
    if lines and lines[-1].number == begun:
        lines[-1].end = number
    elif headings.get(current) == begun:
        headings[current] = number


def _counted(pieces: list[_Piece], inside: bool, current: str, number: int, report: Report) -> _Piece:
    """What counts of a line that a comment ends. `inside`: it begins inside a comment."""
    at = next(at for at, piece in enumerate(pieces) if piece.text.strip())
    if current in ("rules", "winconditions") and (at or inside):
        what = "rule" if current == "rules" else "condition"
        report.error(number, f"a comment cannot stand before a {what}; move it to the end of the line")
        return _Piece("", ())
    if any(piece.text.strip() for piece in pieces[at + 1 :]):
        report.warning(number, "what follows a comment is not read here; move the comment to the end")
    return pieces[at].stripped()


def _said(text: str) -> int | None:
    """Where the text of a rule's message begins: there are no comments from there on."""
    code = text.partition("(")[0]
    arrow = code.find("->")
    found = [] if arrow < 0 else [word.end() for word in _SAYS.finditer(code, arrow + 2)]
    return found[-1] if found else None


def _opened(
    head: re.Match[str], text: str, current: str, number: int, found: dict[str, list[Line]], report: Report
) -> str:
    """The section that a heading opens, with what is wrong about the place where it stands."""
    name = head[1].lower()
    if text[head.end() :].strip("= \t"):
        report.error(
            number,
            f'only a comment may follow the heading "{name.upper()}" on its line; write the rest below it',
        )
    place = SECTIONS.index(name)
    if name in found:
        report.error(number, f'there is already a section "{name.upper()}"; combine them')
    if place == 0:
        if current != "":
            report.error(number, '"OBJECTS" must be the first section; move it up')
    elif SECTIONS[place - 1] not in found and name not in found:
        report.error(
            number,
            f'"{name.upper()}" must follow "{SECTIONS[place - 1].upper()}", which is missing; every '
            "section needs its heading, even if it is empty",
        )
    found.setdefault(name, [])
    return name
