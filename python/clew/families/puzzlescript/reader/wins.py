"""The win conditions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clew.families.puzzlescript.reader.game import Win
from clew.families.puzzlescript.reader.objects import check_word

if TYPE_CHECKING:
    from clew.families.puzzlescript.reader.game import Game
    from clew.families.puzzlescript.reader.lines import Line
    from clew.families.puzzlescript.reader.report import Report

_KINDS = {"no": -1, "some": 0, "any": 0, "all": 1}
MOST = 100
"""Conditions of a game."""
_FORM = "a condition is `all A on B`, `some A`, `no A` and the like"


def read_wins(lines: list[Line], game: Game, report: Report) -> None:
    """Reads the section WINCONDITIONS into the game."""
    everything = (1 << len(game.order)) - 1
    for line in lines:
        if line.blank:
            continue
        words = line.lower.split()
        names = words[1:2] + words[3:4]
        if words[0] not in _KINDS:
            report.error(line.number, f"{words[0].upper()} cannot begin a condition; {_FORM}", at=words[0])
            continue
        for name in names:
            if game.known(name):
                check_word(name, line.number, report)
            else:
                told = f"{name.upper()} is not an object; {_FORM}"
                report.unknown(line.number, told, name, name, game.names())
        if len(words) > 2 and words[2] != "on":
            report.error(line.number, f'"{words[2].upper()}" stands where ON belongs; {_FORM}', at=words[2])
            continue
        if len(words) not in (2, 3, 4):
            report.error(line.number, f"a condition has two or four words; {_FORM}")
            continue
        if len(words) == 3:
            report.warning(line.number, f"nothing follows ON, which means any object; {_FORM}", at=words[2])
        if not all(game.known(name) for name in names):
            continue
        if len(game.wins) == MOST:
            report.error(line.number, f"a game has at most {MOST} win conditions; remove this one")
            break
        first, second = game.meant(names[0]), game.meant(names[1]) if len(names) > 1 else None
        game.wins.append(
            Win(
                _KINDS[words[0]],
                game.masks[first],
                first in game.aggregates,
                everything if second is None else game.masks[second],
                second in game.aggregates,
                line.number,
                " ".join(words),
            )
        )
