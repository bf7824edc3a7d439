"""Plays a recording: keys, undo, restart and ticks, on to the next level where one is won."""

from __future__ import annotations

from typing import Any

from clew._engine import Engine
from clew.families.puzzlescript.cells import has_command, is_random
from clew.families.puzzlescript.program import program, rules_of
from clew.families.puzzlescript.reader import Game, Level, read

TICK = 5


class _Player:
    """A game being played. The luck of a game goes on where a level is taken back."""

    def __init__(self, game: Game, number: int, seed: str) -> None:
        self.game = game
        self.rules = rules_of(game)
        self.seed = seed
        self.luck_at = -2 - int(has_command(game, "win")) if is_random(game) else None
        self.load(number)

    def load(self, number: int) -> None:
        level = self.game.levels[number]
        assert isinstance(level, Level)
        self.number, self.level = number, level
        numbers = program(self.game, level, self.rules)
        self.engine = self.made(numbers, 0)
        self.numbers = numbers
        self.position = self.engine.initial()
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
        if "norestart" not in self.game.prelude:
            self.before.append(self.position)
            self.position = self.made(self.numbers, self.draws()).initial()

    def press(self, key: int) -> None:
        for code, _, after in self.engine.moves(self.position):
            if code[0] == key:
                if key != TICK:
                    self.before.append(self.position)
                self.position = after
                break
        if self.engine.is_goal(self.position):
            self.advance()

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
