"""The text of rules: brackets, cells, commands; which of them belong together."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from clew.families.puzzlescript.reader.game import DOTS, Cell, Row, Rule
from clew.families.puzzlescript.reader.words import (
    COMMANDS,
    MOVEMENTS,
    RELATIVE,
    RULE_DIRECTIONS,
    SOUND_NUMBERS,
)

if TYPE_CHECKING:
    from clew.families.puzzlescript.reader.game import Game
    from clew.families.puzzlescript.reader.lines import Line
    from clew.families.puzzlescript.reader.report import Report

Loop = tuple[int, bool]
"""The line of `startloop` (True) or `endloop`."""

MOST_ROWS = 16
"""Brackets on one side of a rule."""

MOST_NAMED = 200
"""Objects that one cell of a rule names."""

_START = (
    "before the first bracket of a rule stand only directions (such as up or horizontal), late, rigid, "
    "random and +"
)


def read_rules(
    lines: list[Line], game: Game, sounds: set[str], report: Report
) -> tuple[list[Rule], list[Loop]]:
    """The rules in order, and the lines of loops."""
    rules: list[Rule] = []
    loops: list[Loop] = []
    for line in lines:
        if line.blank:
            continue
        word = line.lower.split()[0]
        if word in ("startloop", "endloop"):
            if line.lower != word:
                report.error(
                    line.number,
                    f"nothing may follow {word.upper()}; write the rest on the next line",
                    at=line.lower[len(word) :].strip(),
                )
            loops.append((line.number, word == "startloop"))
            continue
        rule = _Parser(line, rules[-1] if rules else None, game, sounds, report).parse()
        if rule is not None:
            rules.append(rule)
    return rules, loops


_WORD = re.compile(r"\A\+|[\[\]|]|->|(?:(?!->)[^\s\[\]|])+")
"""A word of a rule; brackets, bars and arrows are words of their own, and so is + at its beginning."""


class _Parser:
    def __init__(self, line: Line, before: Rule | None, game: Game, sounds: set[str], report: Report) -> None:
        self.line = line
        self.before = before
        self.game = game
        self.sounds = sounds
        self.report = report
        self.sides: list[list[Row]] = [[], []]
        self.side = 0
        self.row: Row | None = None
        self.cell: Cell = []
        self.movement: str | None = None
        self.commands: list[tuple[str, str]] = []
        self.sound = True
        self.found = list(_WORD.finditer(line.lower))
        self.words = [found[0] for found in self.found]
        self.opened = 0
        """The number of the last word that opened a bracket."""

    def wrong(self, message: str, at: range | str = "", side: int | None = None) -> None:
        """An error after which the rule is left out."""
        self.report.error(self.line.number, message, at, side)
        self.sound = False

    def odd(self, message: str, at: range | str = "") -> None:
        self.report.warning(self.line.number, message, at)

    def at(self, place: int) -> range:
        """The columns of a word, by its number."""
        return self.line.columns(*self.found[place].span())

    def parse(self) -> Rule | None:
        if self.line.comment and self.line.text.count("[") > self.line.text.count("]"):
            self.wrong("a comment cannot stand inside a rule; move it to its end")
            return None
        rule = Rule(self.line.number, self.line.number, [], [])
        start = self._head(rule)
        if start is None:
            return None
        if "->" not in self.words:
            self.wrong("a rule needs an arrow; write [ ... ] -> [ ... ]")
        self._body(start)
        rule.left, rule.right = self.sides
        rule.commands = self.commands
        if self.row is not None:
            self.wrong("a bracket is not closed; write the missing ]", self.at(self.opened))
        if self.sound:
            self._check_shape(rule)
        return rule if self.sound else None

    def _head(self, rule: Rule) -> int | None:
        words = self.words
        directions: list[str] = []
        place = 0
        while place < len(words) and words[place] != "[":
            word = words[place]
            if word == "+":
                if place:
                    self.wrong("+ must be the first sign of its line", self.at(place))
                elif self.before is None:
                    self.wrong(
                        "+ joins a rule to the one before, and there is none; delete it", self.at(place)
                    )
                else:
                    rule.group = self.before.group
            elif word in RULE_DIRECTIONS:
                directions += RULE_DIRECTIONS[word]
            elif word == "late":
                rule.late = True
            elif word == "rigid":
                rule.rigid = True
            elif word == "random":
                rule.random = True
            elif word in RELATIVE:
                self.wrong(
                    f"{word} cannot say which ways a rule looks; write up, down, left, right or horizontal",
                    self.at(place),
                )
            else:
                if self.game.known(word):
                    self.report.error(
                        self.line.number, "an object can only stand inside brackets", self.at(place)
                    )
                self.wrong(f'"{word}" cannot stand here: {_START}', self.at(place))
                return None
            place += 1
        if place == len(words):
            self.wrong(f"this is no rule: {_START}")
            return None
        if rule.late and rule.rigid:
            self.wrong("a late rule cannot be rigid: it has no movements; take late or rigid away", "rigid")
        if rule.random and rule.group != rule.line:
            self.wrong(
                "random applies to a whole group; write it on the first rule of the group, not after +",
                "random",
            )
        rule.directions = tuple(directions) or RULE_DIRECTIONS["orthogonal"]
        return place

    def _body(self, place: int) -> None:
        words = self.words
        while place < len(words):
            word = words[place]
            if word == "[":
                self._open(place)
            elif word == "]":
                self._close(place)
            elif word == "|":
                self._bar(place)
            elif word == "->":
                self._arrow(place)
            elif word == "...":
                self._dots(place)
            elif word in COMMANDS and not self.game.known(word):
                if word == "message" and self.side:
                    self.commands.append((word, self.line.text[self.found[place].end() :].strip()))
                    return
                self._command(word, place)
            elif word in MOVEMENTS:
                self._movement(word, place)
            elif word in ("late", "rigid") and not self.game.known(word):
                self.report.error(
                    self.line.number, f"{word} stands at the start of a rule; move it there", self.at(place)
                )
            elif self.game.known(word):
                self._name(word, place)
            else:
                told = f'"{word}" is not defined; define it, or correct its spelling'
                self.report.unknown(self.line.number, told, self.at(place), word, self.game.names())
                self.sound = False
            place += 1

    def _open(self, place: int) -> None:
        if self.row is not None:
            self.wrong("a bracket is opened inside another; close the first with ]", self.at(place))
        self.row, self.cell, self.opened = [], [], place

    def _close(self, place: int) -> None:
        if self.row is None:
            self.odd("this ] closes no bracket; delete it", self.at(place))
            return
        self._end_cell(place)
        self.sides[self.side].append(self.row)
        self.row = None

    def _bar(self, place: int) -> None:
        if self.row is None:
            self.odd("| separates cells inside brackets; delete it here", self.at(place))
        else:
            self._end_cell(place)

    def _end_cell(self, place: int) -> None:
        if self.movement is not None:
            self.wrong(f"{self.movement} needs an object after it", self.at(place - 1))
            self.movement = None
        if len(self.cell) > MOST_NAMED:
            self.wrong(f"a cell names at most {MOST_NAMED} objects; use a property for them", self.at(place))
        assert self.row is not None
        self.row.append(self.cell)
        self.cell = []

    def _arrow(self, place: int) -> None:
        if self.row is not None:
            self.wrong("-> stands between brackets, not inside; close the bracket first", self.at(place))
        elif self.side:
            self.wrong("a rule has one ->; delete the others", self.at(place))
        self.side = 1

    def _dots(self, place: int) -> None:
        if self.row is None:
            self.odd("... stands inside brackets, between two |; delete it here", self.at(place))
        else:
            self.cell.extend(DOTS)

    def _movement(self, word: str, place: int) -> None:
        if self.row is None:
            self.odd(
                f"{word} belongs at the start of a rule or before an object; delete it here", self.at(place)
            )
        elif self.movement is not None:
            self.wrong(
                f"{self.movement} and {word} stand before one object; leave one of them", self.at(place)
            )
        else:
            self.movement = word

    def _name(self, word: str, place: int) -> None:
        if self.row is None:
            self.odd(
                f"{word.upper()} is an object and can only stand inside brackets; delete it here",
                self.at(place),
            )
            return
        self.cell.append((self.movement or "", word))
        self.movement = None

    def _command(self, word: str, place: int) -> None:
        if not self.side:
            self.wrong(f"{word.upper()} is a command; move it to the end of the rule", self.at(place))
            return
        if word in SOUND_NUMBERS and word not in self.sounds:
            self.odd(f"{word.upper()} has no sound; give it one in SOUNDS", self.at(place))
        self.commands.append((word, ""))

    def _check_shape(self, rule: Rule) -> None:
        if len(rule.left) > MOST_ROWS:
            self.wrong(f"a rule has at most {MOST_ROWS} brackets before the arrow; split it in two")
        if not rule.left:
            self.wrong("this rule matches nothing; write what it looks for before the arrow")
        elif rule.commands and not rule.right:
            pass
        elif len(rule.left) != len(rule.right):
            self.wrong("a rule has as many brackets before the arrow as after it; make them equal")
        elif any(len(one) != len(other) for one, other in zip(rule.left, rule.right, strict=True)):
            self.wrong("brackets that belong together have equally many cells; add or take away |")
        for number, row in enumerate(rule.left):
            self._check_dots(row, rule.right[number] if number < len(rule.right) else row)
        self._check_cells(rule)

    def _check_dots(self, left: Row, right: Row) -> None:
        for side, row in enumerate((left, right)):
            if any(DOTS[0] in cell and len(cell) > 1 for cell in row):
                self.wrong("... stands in a cell alone; put | on both sides of it", "...", side)
            if row and DOTS in (row[0], row[-1]):
                self.wrong("... at the start or the end of a bracket has no effect; delete it", "...", side)
        if sum(cell == DOTS for cell in left) > 2:
            self.wrong("a bracket has at most two ...; delete one", "...")
        if len(left) == len(right) and any(
            (one == DOTS) != (other == DOTS) for one, other in zip(left, right, strict=True)
        ):
            self.wrong(
                "... stands at the same place on both sides of the arrow; write it on the other side too",
                "...",
            )

    def _check_cells(self, rule: Rule) -> None:
        for side, rows in enumerate((rule.left, rule.right)):
            for cell in (cell for row in rows for cell in row):
                for movement, name in cell:
                    if movement == "no" and self.game.meant(name) in self.game.aggregates:
                        self.wrong(
                            f"no {name.upper()} is ambiguous: it is defined with AND; name its objects",
                            name,
                            side,
                        )
                    if movement in ("random", "randomdir") and not side:
                        self.wrong(f"{movement} can only stand after the arrow", movement, side)
                    if rule.late and movement not in ("", "no", "random", "..."):
                        self.wrong(
                            "a late rule has no movements: all have been made; take late or the movement "
                            "away",
                            movement,
                            side,
                        )
