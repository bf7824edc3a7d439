"""A game while it is being written: what is wrong in which line, its levels, and what their signs mean."""

from __future__ import annotations

import re
import time
from functools import reduce
from itertools import chain
from operator import or_
from typing import TYPE_CHECKING, Any

from clew.families.puzzlescript.puzzle import PuzzleScript
from clew.families.puzzlescript.reader import Level, plain, read
from clew.families.puzzlescript.sprites import runs
from clew.search.solve import solve

if TYPE_CHECKING:
    from clew.families.puzzlescript.reader import Game, Report
    from clew.search.limits import Limits

Json = dict[str, Any]

MOST_SPRITES = 500
"""Objects whose pictures are listed; a legend shows no others."""


def described(text: str) -> Json:
    """What an editor shows beside a source. It never raises for what the source says.

    Lines and columns count from 1, columns and lengths in characters. `levels` have the line of the first
    row, the place where each row begins, and the keys of their board but for the source itself; there are
    none while the source has errors, and a level that is too large is left out. `lacks` has the names of what
    must be drawn before a level is one, as far as its rows tell. A sign of the `legend` is in lower case,
    `written` as the game has it; it has a `pile`: numbers of `sprites`, the lowest first.
    """
    game, report = read(text)
    remarks = [
        {
            "line": remark.line,
            "column": remark.column,
            "length": remark.length,
            "severity": remark.severity,
            "message": remark.message,
        }
        for remark in report.remarks
    ]
    found = [level for level in game.levels if isinstance(level, Level)]
    return {
        "title": game.prelude.get("title"),
        "author": game.prelude.get("author"),
        "errors": report.errors,
        "remarks": remarks,
        "sprites": [{"name": thing.name, "runs": runs(thing)} for thing in game.order[:MOST_SPRITES]],
        "legend": _legend(game, report),
        "levels": []
        if report.errors
        else [
            {
                "level": number,
                "line": level.line,
                "places": [{"line": line, "column": column} for line, column in level.places],
                "rows": level.rows,
                "lacks": _lacks(game, level),
                "keys": {"level": number},
            }
            for number, level in enumerate(found, 1)
            if level.rows
        ],
    }


def _lacks(game: Game, level: Level) -> list[str]:
    """The player, if a level has none; and if any key wins it, because its win conditions ask nothing of a
    level without these objects, their names. Nothing if rules make the level before the first key.
    """
    if "run_rules_on_level_start" in game.prelude:
        return []
    there = reduce(or_, chain.from_iterable(level.cells), 0)
    found = [] if there & game.player else ["player"]
    if game.wins and all(win.kind and not there & win.first for win in game.wins):
        found += [win.words.split()[1] for win in game.wins]
    return list(dict.fromkeys(found))


def keys_of(text: str, level: int) -> Json:
    """The keys of a level's board."""
    return {"family": "puzzlescript", "game": text, "level": level}


def unmet(text: str, level: int, limits: Limits) -> list[Json]:
    """The win conditions of a level without a solution that no turn ends with, whatever the others: each with
    its line and its words. The list is empty if each can be met, but never all at once. The searches share
    the seconds of `limits` fairly; a condition that takes longer is not in the list.
    """
    lines = plain(text).split("\n")
    wins = read(text)[0].wins
    end = None if limits.seconds is None else time.monotonic() + limits.seconds
    found = []
    for done, win in enumerate(wins):
        others = {other.line for other in wins if other is not win}
        alone = "\n".join("" if number in others else line for number, line in enumerate(lines, 1))
        left = None if end is None else (end - time.monotonic()) / (len(wins) - done)
        if others and left is not None and left <= 0:
            break
        if not others or _unsolvable(PuzzleScript(alone, level), limits.within(left)):
            found.append({"line": win.line, "words": lines[win.line - 1].strip()})
    return found


def _unsolvable(puzzle: PuzzleScript, limits: Limits) -> bool:
    return solve(puzzle, limits=limits).status == "unsolvable"


def without_author(keys: Json, names: re.Pattern[str]) -> Json:
    """The keys of a level, without the lines of its game's prelude that name one of these as its maker."""
    head, *rest = re.split(r"(?im)^(?=[ \t]*objects[ \t]*$)", keys["game"], maxsplit=1)
    told = re.compile(r"\s*(?:author|homepage)\b", re.IGNORECASE)
    lines = [line for line in head.split("\n") if not (told.match(line) and names.search(line))]
    return {**keys, "game": "\n".join(lines) + "".join(rest)}


def _legend(game: Game, report: Report) -> list[Json]:
    """The signs that can be painted into a level, with the objects that each puts down; the ground first."""
    found = []
    for sign, mask in game.glyphs.items():
        pile = [number for number in range(min(len(game.order), MOST_SPRITES)) if mask >> number & 1]
        names = [game.order[number].name for number in pile]
        if game.layers and not mask & game.layers[game.background_layer]:
            pile = sorted({*pile, game.background})
        if names:
            line = report.lines.get(game.lines.get(sign, 0))
            written = sign if line is None else (line.text[:1] if line.lower[:1] == sign else sign)
            found.append({"sign": sign, "written": written, "name": " + ".join(names), "pile": pile})
    return sorted(found, key=lambda entry: (len(entry["pile"]), entry["pile"], entry["sign"]))
