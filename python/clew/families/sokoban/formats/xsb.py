"""Levels of Sokoban in XSB, one or many, and collections of them (.sok).

The usual signs are read, the letters `p P b B o` too, rows that are run-length encoded, and levels on one
line with `|` between rows. A line above a level, `; 12` or plain, is its title, or, in files where nothing
stands above the first level, the line below it. `Title:`, `Author:` and `Comment:` may stand above or below;
an author above all levels is that of each. Solutions are carried along as `solution`. The option `pushes` and
its like choose what counts.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from clew.boards.format import SURE, Format, Found, Likeness, reason
from clew.errors import BoardError
from clew.families.sokoban.board import read_level
from clew.families.sokoban.keys import METRICS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from clew.boards.source import Source

_ROW = re.compile(r"(?!.*[0-9]\s*$)[0-9\s#\-_@+$*.pPbBo|()]*#[0-9\s#\-_@+$*.pPbBo|()]*")
_KEY = re.compile(r"\s*[;:'\s]*([A-Za-z][A-Za-z ]{0,30}?)\s*:\s*(.*)")
_SOLUTION = re.compile(r"\s*(?:solution|snapshot)\b", re.IGNORECASE)
_STEPS = re.compile(r"\s*[0-9udlrUDLR()\s]+")
_ENDS = re.compile(r"\s*comment[- ]?end\s*:?", re.IGNORECASE)
_KEYS = {"title": "title", "author": "author", "comment": "notes"}
"""The fields that are kept, each with its key."""


class Xsb(Format):
    """Levels of Sokoban."""

    name = "xsb"
    about = "levels of Sokoban and collections of them, XSB and SOK"
    example = "; 1\n#######\n#@ $ .#\n#######\n\n; 2\n#######\n#.$@  #\n#######\n"
    family = "sokoban"
    endings = (".xsb", ".sok", ".txt")
    options = {metric: f'metric = "{metric}"' for metric in METRICS}  # noqa: RUF012 - never written

    def recognise(self, source: Source) -> Likeness:
        found = [part for part in _parts(source.beginning()) if part.rows]
        if not found:
            return Likeness(0)
        wrong = ""
        for part in found[:20]:
            try:
                read_level(part.rows)
                return SURE
            except BoardError as error:
                wrong = wrong or f"the level in line {part.line}: {reason(error)}"
        for number, text in source.beginning():
            row = text.strip()
            if row[:1] == row[-1:] == "#" and set("@+$*") & set(row) and not _ROW.fullmatch(row):
                sign = next(sign for sign in row if not _ROW.fullmatch(f"#{sign}#"))
                return Likeness(0.6, f"the level in line {number}: `{sign}` is no sign of Sokoban")
        return Likeness(0.6 if any(set("@+$*") & set("".join(part.rows)) for part in found) else 0.1, wrong)

    def boards(self, source: Source) -> Iterator[Found]:
        metric = self.option(source, METRICS)
        chosen = {} if metric in (None, "moves") else {"metric": metric}
        parts = _parts(list(enumerate(source.text().split("\n"), 1)))
        for found in _levels(parts):
            yield found._replace(keys={**found.given(), **chosen})

    def written(self, puzzle: Any, extra: Mapping[str, Any]) -> str:
        if puzzle.metric != "moves":
            raise self.refuse(puzzle, f'metric = "{puzzle.metric}"')
        rows = puzzle.draw(puzzle.initial())
        return "\n".join([rows, *_fields(puzzle), *_solution(extra), "", ""])


FORMAT = Xsb()


class _Part:
    """A level and what stands below it up to the next one; the first part is what stands above all levels."""

    def __init__(self, line: int) -> None:
        self.line = line
        self.rows: list[str] = []
        self.texts: list[str] = []
        self.keys: dict[str, str] = {}
        self.steps: list[str] = []


def _parts(lines: list[tuple[int, str]]) -> list[_Part]:
    found = [_Part(1)]
    last = comment = solving = False
    for number, text in lines:
        row = text.rstrip()
        if _ROW.fullmatch(row) and not comment:
            if not last or "|" in row:
                found.append(_Part(number))
            last, solving = "|" not in row, False
            found[-1].rows += row.strip("|").split("|") if "|" in row else [row]
            continue
        here, last = found[-1], False
        if comment:
            comment = not _ENDS.fullmatch(row)
            if comment:
                here.keys["notes"] = f"{here.keys['notes']}\n{row}"
        elif solving and _STEPS.fullmatch(row) and row:
            here.steps.append("".join(row.split()))
        elif _SOLUTION.match(row) and here.rows:
            solving = row.strip().lower().startswith("solution")
            here.steps = [] if solving else here.steps
        elif (named := _KEY.fullmatch(row)) is not None:
            key, solving = _KEYS.get(named[1].lower(), ""), False
            comment = key == "notes" and not named[2]
            if key:
                here.keys[key] = named[2].strip()
        elif row.strip(";:'/ \t"):
            solving = False
            here.texts.append(row.strip().lstrip(";:'/ ").rstrip())
    return found


def _levels(parts: list[_Part]) -> Iterator[Found]:
    """The levels, each with the title, author and comment that stand above or below it."""
    head, *levels = parts
    above = bool(head.texts) or "title" in head.keys or not any(level.texts for level in levels)
    keys_above = "title" in head.keys and "title" not in (levels[-1].keys if levels else ())
    for before, level in zip(parts, levels, strict=False):
        texts = before.texts if above else level.texts
        fields = dict(before.keys if keys_above else level.keys)
        found: dict[str, Any] = {"board": level.rows}
        if texts:
            found["title"] = texts[-1 if above else 0]
        if "author" in head.keys:
            found["author"] = head.keys["author"]
        found |= {key: text.strip() for key, text in fields.items() if text.strip()}
        extra = {"solution": "".join(level.steps)} if level.steps else {}
        yield Found(found, level.line, (), extra)


def _fields(puzzle: Any) -> list[str]:
    found = []
    for name in ("title", "author"):
        value = getattr(puzzle, name)
        if value and "\n" not in value:
            found.append(f"{name.capitalize()}: {value}")
    if puzzle.notes:
        found += ["Comment:", *puzzle.notes.split("\n"), "Comment-End:"]
    return found


def _solution(extra: Mapping[str, Any]) -> list[str]:
    steps = extra.get("solution")
    return ["Solution", steps] if isinstance(steps, str) and _STEPS.fullmatch(steps) else []
