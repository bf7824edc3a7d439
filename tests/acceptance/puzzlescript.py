"""Plays a recording: keys, undo, restart and ticks, on to the next level where one is won.

Undo and restart belong to the published player, not to the rules, so they are played here: a restart
leads to the last checkpoint, and a rule that restarts the level while a move goes on by itself leaves one
more position to undo.
"""

from __future__ import annotations

import copy
from typing import Any

from clew._engine import Engine
from clew.families.puzzlescript.cells import has_command, is_random
from clew.families.puzzlescript.program import program, rules_of
from clew.families.puzzlescript.reader import Game, Level, read
from clew.families.puzzlescript.reader.game import CellMasks, MaskRule

TICK = 5
FRAMES = 100
"""Turns that follow a key by themselves, in a recording."""


class _Player:
    """A game being played. The luck of a game goes on where a level is taken back."""

    def __init__(self, game: Game, number: int, seed: str) -> None:
        self.game = game
        self.restarts = has_command(game, "restart") and has_command(game, "again")
        if has_command(game, "checkpoint"):
            game.groups.append([_never(game)])
        self.rules = rules_of(game)
        self.single = rules_of(_without_again(game))
        self.seed = seed
        self.luck_at: int | None = None
        self.load(number)

    def load(self, number: int) -> None:
        level = self.game.levels[number]
        assert isinstance(level, Level)
        self.number, self.level = number, level
        self.numbers = program(self.game, level, self.rules)
        self.engine = self.made(self.numbers, 0)
        self.turns = self.made(program(self.game, level, self.single), 0)
        self.position = self.engine.initial()
        if is_random(self.game):
            self.luck_at = -(len(self.position) % self.size)
        self.before: list[list[int]] = []

    def made(self, numbers: list[int], draws: int) -> Engine:
        return Engine.make("puzzlescript", program=numbers, seed=self.seed, draws=draws, start=[], refusal="")

    @property
    def size(self) -> int:
        return len(self.level.cells) * len(self.level.cells[0]) * len(self.game.layers)

    def with_luck(self, position: list[int]) -> list[int]:
        """The position with the luck of now."""
        if self.luck_at is None:
            return position
        at = len(position) + self.luck_at
        return [*position[:at], *self.position[at : at + 2], *position[at + 2 :]]

    def draws(self) -> int:
        """How many numbers chance has drawn."""
        if self.luck_at is None:
            return 0
        at = len(self.position) + self.luck_at
        return self.position[at] << 16 | self.position[at + 1]

    def undo(self) -> None:
        if "noundo" in self.game.prelude:
            return
        here = self.position[: self.size]
        while len(self.before) > 1 and self.before[-1][: self.size] == here:
            self.before.pop()
        if self.before:
            self.position = self.with_luck(self.before.pop())

    def restart(self) -> None:
        if "norestart" in self.game.prelude:
            return
        self.before.append(self.position)
        begin = self.made(self.numbers, self.draws()).initial()
        if has_command(self.game, "checkpoint") and self.position[self.size : 2 * self.size]:
            kept = self.position[self.size : 2 * self.size]
            self.position = kept + kept + self.position[2 * self.size :]
        else:
            self.position = begin

    def press(self, key: int) -> None:
        before = self.position
        for code, _, after in self.engine.moves(before):
            if code[0] == key:
                if key != TICK:
                    self.before.append(before)
                self.position = after
                self.note_restart(before, key)
                break
        if self.engine.is_goal(self.position):
            self.advance()

    def note_restart(self, before: list[int], key: int) -> None:
        """Keeps the position from which a rule restarted the level after the key's own turn."""
        if not self.restarts:
            return
        begin = self.turns.initial()
        for _ in range(FRAMES):
            after = next((after for code, _, after in self.turns.moves(before) if code[0] == key), None)
            if after is None:
                return
            if after == begin:
                if key == TICK:
                    self.before.append(before)
                return
            before, key = after, TICK

    def advance(self) -> None:
        for number in range(self.number + 1, len(self.game.levels)):
            if isinstance(self.game.levels[number], Level):
                self.load(number)
                return

    def text(self) -> str:
        """The level as recordings write it: each kind of cell is named once, cells column by column."""
        names = [thing.name for thing in self.game.order]
        layers, columns = len(self.game.layers), len(self.level.cells[0])
        seen: dict[tuple[str, ...], int] = {}
        out = ""
        for cell in range(len(self.level.cells) * columns):
            numbers = self.position[cell * layers : (cell + 1) * layers]
            kind = tuple(sorted(names[number - 1] for number in numbers if number))
            if kind not in seen:
                seen[kind] = len(seen)
                out += " ".join(kind) + ":"
            out += f"{seen[kind]}," + "\n" * (cell % columns == columns - 1)
        return out


def _never(game: Game) -> MaskRule:
    """A rule that restarts and never matches: with it, the engine keeps the position of a checkpoint."""
    nowhere = CellMasks(present=1, missing=1)
    last = game.rules[-1]
    return MaskRule(
        last.line, last.line + 1, False, False, [[nowhere]], [("restart", "")], False, False, False
    )


def _without_again(game: Game) -> Game:
    """The game with a clock, in which nothing follows a turn by itself."""
    found = copy.deepcopy(game)
    found.prelude.setdefault("realtime_interval", "1")
    for rule in found.rules:
        rule.commands = [command for command in rule.commands if command[0] != "again"]
    return found


def final_level(row: dict[str, Any]) -> str:
    """The level in which a recording ends, as text."""
    player = _Player(read(row["source"])[0], int(row["level"]), row["seed"] or "")
    for key in row["inputs"]:
        if key == "undo":
            player.undo()
        elif key == "restart":
            player.restart()
        else:
            player.press(TICK if key == "tick" else key)
    return player.text()
