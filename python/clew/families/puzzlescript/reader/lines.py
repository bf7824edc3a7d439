"""A source as lines by section, without comments."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from clew.families.puzzlescript.reader.words import SECTIONS

if TYPE_CHECKING:
    from clew.families.puzzlescript.reader.report import Report

_SECTION = re.compile(rf"({'|'.join(SECTIONS)})(?!\w)\s*", re.IGNORECASE)
_SAYS = re.compile(r"\bmessage\b", re.IGNORECASE)
_MESSAGE = re.compile(r"message(?![^\W_])", re.IGNORECASE)
_LISTS = ("objects", "legend", "sounds", "collisionlayers")
"""The sections whose lines go on after a comment."""


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

    @property
    def lower(self) -> str:
        """The line in lower case: the language ignores case."""
        return self.text.lower()


class _Comments:
    """Removes comments, which may span lines and be nested."""

    def __init__(self, report: Report) -> None:
        self.report = report
        self.depth = 0

    def pieces(self, text: str, number: int) -> tuple[list[str], str]:
        """What stands between comments, and the line from its first comment on."""
        kept = [""]
        first = None
        for place, sign in enumerate(text):
            if sign == "(":
                self.depth += 1
                first = place if first is None else first
            elif sign == ")":
                if self.depth:
                    self.depth -= 1
                    kept.append("")
                else:
                    self.report.warning(
                        number,
                        "this `)` closes no comment; delete it, or put a `(` where the comment begins",
                    )
            elif not self.depth:
                kept[-1] += sign
        return kept, "" if first is None else text[first:]


def sections(source: str, report: Report) -> tuple[dict[str, list[Line]], dict[str, int]]:
    """The lines of each section, and the line with which its heading ends; the lines before the first section
    are the prelude, under ``""``.
    """
    found: dict[str, list[Line]] = {"": []}
    headings: dict[str, int] = {}
    current, comments, begun = "", _Comments(report), 0
    for number, raw in enumerate(source.replace("\r\n", "\n").replace("\r", "\n").split("\n"), 1):
        if current == "levels" and not comments.depth and _MESSAGE.match(raw.strip()):
            found[current].append(Line(number, raw.strip()))
            continue
        inside = comments.depth > 0
        said = _said(raw) if current == "rules" and not inside else None
        pieces, comment = comments.pieces(raw[:said], number)
        if comments.depth and not inside:
            begun = number
        elif inside and not comments.depth:
            _comment_ends(found[current], headings, current, begun, number)
        if said is not None:
            pieces[-1] += raw[said:]
        text = " ".join(pieces).strip()
        if text.startswith("="):
            text = text.lstrip("=").strip()
            if not text:
                continue
        head = _SECTION.match(text)
        if head and not (current == "levels" and head[1].lower() in found):  # levels may have such rows
            current = _opened(head, text, current, number, found, report)
            headings.setdefault(current, number)
            continue
        blank = not text and not comment and not inside
        if text and current not in _LISTS:
            text = _counted(pieces, inside, current, number, report)
        if text or blank:
            found[current].append(Line(number, text, blank, comment))
    return found, headings


def _comment_ends(lines: list[Line], headings: dict[str, int], current: str, begun: int, number: int) -> None:
    """Notes where a comment of several lines ends, at the line or heading that it began behind."""
    if lines and lines[-1].number == begun:
        lines[-1].end = number
    elif headings.get(current) == begun:
        headings[current] = number


def _counted(pieces: list[str], inside: bool, current: str, number: int, report: Report) -> str:
    """What counts of a line that a comment ends. `inside`: it begins inside a comment."""
    at = next(at for at, piece in enumerate(pieces) if piece.strip())
    if current in ("rules", "winconditions") and (at or inside):
        what = "rule" if current == "rules" else "condition"
        report.error(number, f"a comment cannot stand before a {what}; move it to the end of the line")
        return ""
    if any(piece.strip() for piece in pieces[at + 1 :]):
        report.warning(number, "what follows a comment is not read here; move the comment to the end")
    return pieces[at].strip()


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
