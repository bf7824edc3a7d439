"""Text as outlines, so that a picture looks the same on every device, whatever its fonts.

The outlines are those of Inter SemiBold (SIL Open Font License, OFL.txt): Latin, Greek and Cyrillic letters.
"""

from __future__ import annotations

import json
import re
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from clew.pictures.shapes import Label, Segment

EM = 1000
CAPITAL = 728
"""The height of capitals, in units of 1/1000 em."""

UNKNOWN_ADVANCE = 800


class Setting(NamedTuple):
    """Where a label's text goes: the left end of its baseline, and its font size after narrowing."""

    x: float
    y: float
    size: float


@cache
def _outlines() -> dict[str, tuple[int, str]]:
    text = (files("clew.pictures") / "glyphs.json").read_text(encoding="utf-8")
    return {character: (advance, path) for character, (advance, path) in json.loads(text).items()}


def is_known(text: str) -> bool:
    """Whether there are outlines for the whole text."""
    return all(character in _outlines() for character in text)


def advance(text: str) -> float:
    """The width of a text, in thousandths of an em; estimated for characters without an outline."""
    known = _outlines()
    return sum(known[character][0] if character in known else UNKNOWN_ADVANCE for character in text)


def setting(label: Label) -> Setting:
    """Where a label's text starts, and its size once it fits the label's width."""
    wide = advance(label.text) / EM
    size = label.size
    if label.narrow is not None and wide * size > label.narrow:
        size = label.narrow / wide
    before = {"start": 0.0, "middle": 0.5, "end": 1.0}[label.anchor]
    return Setting(label.x - before * wide * size, label.y + CAPITAL / EM / 2 * size, size)


@cache
def path_data(text: str) -> str:
    """The outlines of a text as SVG path data, from (0, 0) on the baseline, with 1000 units per em."""
    parts, x = [], 0
    for character in text:
        width, path = _outlines()[character]
        parts.append(path if x == 0 else _moved(path, x))
        x += width
    return "".join(parts)


_COMMAND = re.compile(r"([MLHVQCZ])([^MLHVQCZ]*)")
_NUMBER = re.compile(r"-?\d+")


def _commands(path: str) -> list[tuple[str, list[int]]]:
    return [(letter, [int(n) for n in _NUMBER.findall(rest)]) for letter, rest in _COMMAND.findall(path)]


def _moved(path: str, dx: int) -> str:
    out = []
    for letter, numbers in _commands(path):
        if letter == "H":
            numbers = [n + dx for n in numbers]
        elif letter != "V":
            numbers = [n + dx * (index % 2 == 0) for index, n in enumerate(numbers)]
        out.append(letter + " ".join(map(str, numbers)))
    return "".join(out)


def segments(text: str) -> list[Segment]:
    """The same outlines as lines and cubic curves."""
    out: list[Segment] = []
    x = y = 0.0
    for letter, numbers in _commands(path_data(text)):
        if letter == "Z":
            out.append(("Z", ()))
        elif letter in "HV":
            for number in numbers:
                x, y = (number, y) if letter == "H" else (x, number)
                out.append(("L", (x, y)))
        elif letter == "Q":
            for a, b, p, q in zip(*[iter(numbers)] * 4, strict=True):
                handles = (x + (a - x) * 2 / 3, y + (b - y) * 2 / 3, p + (a - p) * 2 / 3, q + (b - q) * 2 / 3)
                out.append(("C", (*handles, p, q)))
                x, y = p, q
        else:
            for number, (p, q) in enumerate(zip(*[iter(numbers)] * 2, strict=True)):
                out.append(("M" if letter == "M" and not number else "L", (p, q)))
                x, y = p, q
    return out
