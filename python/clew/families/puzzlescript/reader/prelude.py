"""The prelude: title, author and settings."""

from __future__ import annotations

import re
import textwrap
from typing import TYPE_CHECKING

from clew.families.puzzlescript.reader.objects import COLOUR
from clew.families.puzzlescript.reader.words import WITH_VALUE, WITHOUT_VALUE

if TYPE_CHECKING:
    from clew.families.puzzlescript.reader.game import Game
    from clew.families.puzzlescript.reader.lines import Line
    from clew.families.puzzlescript.reader.report import Report

PALETTES = (
    "mastersystem",
    "gameboycolour",
    "amiga",
    "arnecolors",
    "famicom",
    "atari",
    "pastel",
    "ega",
    "amstrad",
    "proteus_mellow",
    "proteus_rich",
    "proteus_night",
    "c64",
    "whitingjp",
)
"""The palettes of the language; each has a number, too, from 1."""
DRAWN = "arnecolors"
"""The palette that pictures have."""
_WIDTH = 34
_TITLE_LINES = 4


def read_prelude(lines: list[Line], game: Game, report: Report) -> None:
    """Reads the settings before the first section into the game."""
    places: dict[str, int] = {}
    for line in lines:
        if line.blank:
            continue
        head = re.match(r"\w+(?=\s|$)", line.lower)
        word = head[0] if head else line.lower
        value = line.text[len(word) :].strip()
        if word not in WITH_VALUE and word not in WITHOUT_VALUE:
            report.error(
                line.number,
                f'"{line.text[:40]}" is not a setting; write one such as `title My game`, or put it in ( )',
            )
            continue
        if word in places and word in WITH_VALUE:
            report.warning(
                line.number, f"`{word}` is already set in line {places[word]}; the later one applies", at=word
            )
        places[word] = line.number
        if word in WITHOUT_VALUE:
            if value and value != "true":
                report.warning(line.number, f'`{word}` takes no value; delete "{value[:40]}"', at=value)
            game.prelude[word] = "true"
        elif not value:
            report.error(line.number, f"`{word}` needs a value after it", at=word)
        else:
            game.prelude[word] = value
            _check(word, value, line.number, report)


def _check(word: str, value: str, line: int, report: Report) -> None:
    if word == "title" and len(textwrap.wrap(value, _WIDTH)) > _TITLE_LINES:
        report.warning(line, "the title is too long for a screen; shorten it", at=value)
    elif word == "youtube":
        report.warning(line, "`youtube` no longer plays anything; delete it", at=word)
    elif word == "color_palette":
        _check_palette(value.lower(), line, report)
    elif word in ("background_color", "text_color"):
        if COLOUR.fullmatch(value.lower()) is None:
            report.warning(
                line, f'"{value[:40]}" is not a colour; write a name such as red, or #rrggbb', at=value
            )
    elif word in ("flickscreen", "zoomscreen"):
        if screen_size(value) is None:
            report.warning(line, f"`{word}` needs a size in cells, such as {word} 10x8", at=value)
    elif word.endswith("_interval") and not re.fullmatch(r"\d*\.?\d+|\d+\.", value):
        report.error(line, f"`{word}` needs a number of seconds, such as {word} 0.15", at=value)


def _check_palette(value: str, line: int, report: Report) -> None:
    number = int(value) if value.isascii() and value.isdigit() and len(value) < 3 else 0
    name = PALETTES[number - 1] if 0 < number <= len(PALETTES) else value
    if name not in PALETTES:
        report.error(
            line, f'there is no palette "{value[:40]}"; palettes: {", ".join(sorted(PALETTES))}', at=value
        )
    elif name != DRAWN:
        report.warning(
            line,
            f"pictures use the colours of {DRAWN}, not of {name}; write colours as #rrggbb to choose them",
            at=value,
        )


def screen_size(value: str) -> tuple[int, int] | None:
    """Columns and rows of a size such as ``10x8``; None for anything else."""
    match = re.fullmatch(r"(\d{1,4})x(\d{1,4})", value.strip().lower())
    if match is None or int(match[1]) < 1 or int(match[2]) < 1:
        return None
    return int(match[1]), int(match[2])
