"""From the source of a PuzzleScript game to rules as masks, with every error and warning.

`read` never raises for what a source says: it gathers remarks, so that an author sees all at once.
"""

from __future__ import annotations

from clew.families.puzzlescript.reader.compile import compile_rules
from clew.families.puzzlescript.reader.game import Game, Level, Message
from clew.families.puzzlescript.reader.layers import read_layers
from clew.families.puzzlescript.reader.legend import read_legend
from clew.families.puzzlescript.reader.levels import read_levels
from clew.families.puzzlescript.reader.lines import plain, sections
from clew.families.puzzlescript.reader.objects import read_objects
from clew.families.puzzlescript.reader.prelude import read_prelude
from clew.families.puzzlescript.reader.report import Remark, Report
from clew.families.puzzlescript.reader.rules import read_rules
from clew.families.puzzlescript.reader.sounds import read_sounds
from clew.families.puzzlescript.reader.wins import read_wins

__all__ = ["Game", "Level", "Message", "Remark", "Report", "plain", "read"]


def read(source: str) -> tuple[Game, Report]:
    """The game of a source, as far as it can be read, and what there is to say about it."""
    report, game = Report(), Game()
    parts, headings = sections(source, report)
    game.levels_line = headings.get("levels", 0)
    read_prelude(parts[""], game, report)
    read_objects(parts.get("objects", []), game, report)
    read_legend(parts.get("legend", []), game, report)
    sounds = read_sounds(parts.get("sounds", []), game, report)
    read_layers(parts.get("collisionlayers", []), game, report)
    rules, loops = read_rules(parts.get("rules", []), game, sounds, report)
    compile_rules(rules, loops, game, report)
    read_wins(parts.get("winconditions", []), game, report)
    read_levels(parts.get("levels", []), game, report)
    game.remarks = report.remarks
    return game, report
