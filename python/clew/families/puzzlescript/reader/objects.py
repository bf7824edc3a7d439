"""The objects: names, colours, sprites."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from clew.families.puzzlescript.reader.game import Thing
from clew.families.puzzlescript.reader.words import KEYWORDS

if TYPE_CHECKING:
    from clew.families.puzzlescript.reader.game import Game
    from clew.families.puzzlescript.reader.lines import Line
    from clew.families.puzzlescript.reader.report import Report

MOST_OBJECTS = 1024
"""Objects of a game."""
_SIDE = 5
_COLOURS = 10
_NAMES = "black|white|gray|grey|red|brown|orange|yellow|green|blue|purple|pink|transparent"
_SHADES = "|".join(
    f"{shade}{name}"
    for shade in ("dark", "light")
    for name in ("gray", "grey", "red", "brown", "green", "blue")
)
COLOUR = re.compile(rf"({_SHADES}|{_NAMES}|#(?:[0-9a-f]{{6}}|[0-9a-f]{{3}}))\s*")


def warn_of_keyword(name: str, line: int, report: Report) -> None:
    """Warns of an object named like a word of the language."""
    if name in KEYWORDS:
        report.warning(
            line, f'"{name.upper()}" is a keyword of the language; give the object another name', at=name
        )


def check_new(name: str, line: int, game: Game, report: Report) -> bool:
    """Whether the name is valid and not used yet; reports an error if not."""
    if name == "...":  # in a rule it means a gap; the other signs of rules may be cells of levels
        report.error(line, '"..." has a meaning in rules and cannot be a name; choose another', at=name)
        return False
    if game.known(name):
        report.error(
            line,
            f'the name "{name.upper()}" is in use (line {game.lines.get(name, 1)}); choose another',
            at=name,
        )
        return False
    return True


def check_word(name: str, line: int, report: Report) -> None:
    """Reports a sign where only a word can name an object: signs are for levels and rules."""
    if not re.fullmatch(r"\w+", name):
        report.error(
            line, f'"{name}" cannot name an object here; use a name of letters, digits and _', at=name
        )


class _Reader:
    def __init__(self, game: Game, report: Report) -> None:
        self.game = game
        self.report = report
        self.thing: Thing | None = None
        self.expects = "name"
        self.too_wide = False

    def line(self, line: Line) -> None:
        if line.blank:
            self.close()
        elif self.expects == "name":
            self.names(line)
        elif self.expects == "colours":
            self.colours(line)
        else:
            self.sprite(line)

    def names(self, line: Line) -> None:
        self.close()
        if len(self.game.things) >= MOST_OBJECTS:
            self.report.error(line.number, f"a game has at most {MOST_OBJECTS:,} objects; remove some")
            return
        head = re.match(r"\w+", line.lower)
        if head is None:
            self.report.warning(
                line.number,
                f'"{line.text[:40]}" is not a valid object name; a name is letters, digits and _, and '
                "a sprite has exactly 5 rows of 5",
            )
            return
        name = head[0]
        warn_of_keyword(name, line.number, self.report)
        self.thing = Thing(name, line.number)
        if check_new(name, line.number, self.game, self.report):
            self.game.things[name] = self.thing
            self.game.lines[name] = line.number
        for other in line.lower[head.end() :].split():
            warn_of_keyword(other, line.number, self.report)
            if check_new(other, line.number, self.game, self.report):
                self.game.synonyms[other] = name
                self.game.lines[other] = line.number
        self.expects = "colours"

    def colours(self, line: Line) -> None:
        assert self.thing is not None
        text = line.lower
        while text:
            match = COLOUR.match(text)
            if match is None:
                self.report.error(
                    line.number,
                    f'"{text[:40]}" is not a colour for {self.thing.name.upper()}; write a name '
                    "such as red, or #rrggbb",
                    at=text,
                )
                break
            self.thing.colours.append(match[1])
            text = text[match.end() :]
        if len(self.thing.colours) > _COLOURS:
            self.report.error(line.number, f"a sprite has at most {_COLOURS} colours; remove some")
        self.expects = "sprite"

    def sprite(self, line: Line) -> None:
        assert self.thing is not None
        if not self.thing.sprite and not re.match(r"[.\d]", line.text):
            self.names(line)
            return
        row = ""
        for sign in re.sub(r"\s+", "", line.text):
            if sign not in ".0123456789":
                self.report.error(
                    line.number,
                    f'"{sign}" cannot be in the sprite of {self.thing.name.upper()}; its rows are 5 '
                    "characters, each `.` or the number of a colour",
                    at=sign,
                )
                break
            if len(row) == _SIDE:
                self.report.warning(line.number, "a row of a sprite is longer than 5; make it 5 wide")
                self.too_wide = True
                break
            if sign != "." and int(sign) >= len(self.thing.colours):
                self.report.error(
                    line.number,
                    f"colour {sign} is used, but {self.thing.name.upper()} has only "
                    f"{len(self.thing.colours)}; they are numbered from 0",
                    at=sign,
                )
            row += sign
        self.thing.sprite.append(row)
        if len(self.thing.sprite) == _SIDE and len(row) == _SIDE:
            self.expects = "name"

    def close(self) -> None:
        """Ends an object; a sprite that is not 5 by 5 is filled up."""
        thing, self.thing, self.expects = self.thing, None, "name"
        too_wide, self.too_wide = self.too_wide, False
        if thing is None:
            return
        if not thing.colours:
            self.report.error(
                thing.line, f"{thing.name.upper()} has no colour; write one on the line after its name"
            )
            thing.colours.append("#ff00ff")
        if not thing.sprite:
            thing.sprite = ["00000"] * _SIDE
            return
        if too_wide or len(thing.sprite) != _SIDE or any(len(row) != _SIDE for row in thing.sprite):
            self.report.warning(
                thing.line, f"the sprite of {thing.name.upper()} is not 5 by 5; make it 5 rows of 5"
            )
        rows = [row.ljust(_SIDE, ".") for row in thing.sprite[:_SIDE]]
        thing.sprite = rows + ["....."] * (_SIDE - len(rows))


def read_objects(lines: list[Line], game: Game, report: Report) -> None:
    """Reads the section OBJECTS, names, colours and sprites, into the game."""
    reader = _Reader(game, report)
    for line in lines:
        reader.line(line)
    reader.close()
