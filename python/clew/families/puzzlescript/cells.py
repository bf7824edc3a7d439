"""Positions as text: a sign of the legend for each cell, or the names of its objects in braces.

A cell whose background is not named has that of the level, as in the level's own rows. One from which a rule
has taken the background says so: `{player+no+background}` (`no` is no object's name).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from clew.errors import BoardError
from clew.families.puzzlescript.program import objects_of
from clew.puzzles.fields import shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clew.families.puzzlescript.reader.game import Game, Level

_CELL = re.compile(r"\{[^{}]*\}|\S")
_BARE = ["no", "background"]


class Cells:
    """Turns the positions of a level into text and back.

    Text: a word for each row; after those of a checkpoint, where the game has any, `~` and how many numbers
    chance has drawn; and where the rows do not say whether a level is won, `won` if it is. Without that
    word, what lies as at the start is not won, and any other position in which the win conditions hold is.
    """

    def __init__(self, game: Game, level: Level) -> None:
        self.game = game
        self.rows, self.columns = len(level.cells), len(level.cells[0])
        self.level = level
        self.has_restart = has_command(game, "checkpoint") and has_command(game, "restart")
        self.has_draws = is_random(game)
        self.has_won = False
        self.ground = game.layers[game.background_layer]
        self.layer_of = [thing.layer for thing in game.order]
        self._signs: dict[int, str] = {}
        for sign, mask in game.glyphs.items():
            if sign not in "{}~":
                self._signs.setdefault(mask, sign)

    def text(self, position: Sequence[int]) -> str:
        """The text of the engine's numbers."""
        size = self.rows * self.columns * len(self.game.layers)
        words = self._rows(position[:size])
        rest = list(position[size:])
        if self.has_restart:
            words += self._rows(rest[:size])
            rest = rest[size:]
        if self.has_draws:
            words.append(f"~{rest[0] << 16 | rest[1]}")
            rest = rest[2:]
        if self.has_won and rest[0]:
            words.append("won")
        return " ".join(words)

    def see(self, length: int) -> None:
        """Takes note of how many numbers a position has: whether they say that a level is won."""
        level = self.rows * self.columns * len(self.game.layers)
        self.has_won = length > level * (1 + self.has_restart) + 2 * self.has_draws

    def _rows(self, numbers: Sequence[int]) -> list[str]:
        layers = len(self.game.layers)
        rows = [""] * self.rows
        for cell in range(self.rows * self.columns):
            mask = 0
            for number in numbers[cell * layers : (cell + 1) * layers]:
                if number:
                    mask |= 1 << (number - 1)
            rows[cell % self.rows] += self._sign(mask, cell // self.rows, cell % self.rows)
        return rows

    def _sign(self, mask: int, x: int, y: int) -> str:
        sign = None
        if mask & self.ground == self.level.cells[y][x] & self.ground:
            sign = self._signs.get(mask & ~self.ground)
        if sign is None and mask & self.ground:
            sign = self._signs.get(mask)
        if sign is None:
            names = [self.game.order[number].name for number in objects_of(mask)]
            sign = "{" + "+".join(names if mask & self.ground else names + _BARE) + "}"
        return sign

    def signs(self, text: str) -> list[list[str]]:
        """A sign for each cell of a position; `?` where the legend has none."""
        rows = (_CELL.findall(word) for word in text.split()[: self.rows])
        return [[cell if len(cell) == 1 else "?" for cell in row] for row in rows]

    def position(self, text: str) -> list[int]:
        """The engine's numbers of a text. Raises `BoardError` for a text that is not a position."""
        words = text.split()
        wanted = self.rows * (2 if self.has_restart else 1)
        if len(words) < wanted:
            raise BoardError(f"has {len(words)} rows; this level has {wanted}", key="state")
        found = self._numbers(words[: self.rows])
        if self.has_restart:
            found += self._numbers(words[self.rows : wanted])
        rest = words[wanted:]
        if self.has_draws:
            draws = rest.pop(0)[1:] if rest and rest[0].startswith("~") else "0"
            if not (draws.isascii() and draws.isdigit()) or int(draws) >= 1 << 32:
                raise BoardError("after ~, write how many random numbers were drawn, such as ~0", key="state")
            found += [int(draws) >> 16, int(draws) & 0xFFFF]
        if self.has_won:
            found.append(int(rest[:1] == ["won"]))
            rest = rest[1:] if rest[:1] == ["won"] else rest
        if rest:
            raise BoardError(f'"{shown(rest[0])}" follows the rows; delete it', key="state")
        return found

    def _numbers(self, words: list[str]) -> list[int]:
        masks = [[0] * self.columns for _ in words]
        for y, word in enumerate(words):
            cells = _CELL.findall(word)
            if len(cells) != self.columns:
                raise BoardError(
                    f"has {len(cells)} cells; rows of this level have {self.columns}", key="state", row=y + 1
                )
            for x, cell in enumerate(cells):
                masks[y][x] = self._mask(cell, x, y)
        found = []
        for x in range(self.columns):
            for y in range(self.rows):
                numbers = [0] * len(self.game.layers)
                for number in objects_of(masks[y][x]):
                    numbers[self.layer_of[number]] = number + 1
                found += numbers
        return found

    def _mask(self, cell: str, x: int, y: int) -> int:
        ground = self.level.cells[y][x] & self.ground
        if len(cell) > 1:
            names = cell[1:-1].lower().split("+")
            if names[-2:] == _BARE:
                names, ground = names[:-2], 0
            mask = self._mask_of(names, x, y)
            return mask if mask & self.ground else mask | ground
        sign = cell.lower()
        if sign not in self.game.glyphs:
            raise BoardError(
                f'"{shown(cell)}" is not in the legend; use its signs, or names in braces',
                key="state",
                row=y + 1,
                column=x + 1,
            )
        mask = self.game.glyphs[sign]
        return mask if mask & self.ground else mask | ground

    def _mask_of(self, names: list[str], x: int, y: int) -> int:
        found: dict[int, str] = {}
        mask = 0
        for name in names:
            thing = self.game.things.get(name)
            if thing is None or thing.number < 0:
                wrong = f'"{shown(name)}" is not an object of this game'
            elif found.setdefault(thing.layer, name) != name:
                one = found[thing.layer]
                wrong = f"{one} and {name} share a collision layer, so only one of them can be here"
            else:
                mask |= 1 << thing.number
                continue
            raise BoardError(wrong, key="state", row=y + 1, column=x + 1)
        return mask


def has_command(game: Game, command: str) -> bool:
    """Whether any rule of the game has this command, such as `again`."""
    return command in game.commands


def is_random(game: Game) -> bool:
    """Whether anything is random."""
    return game.chance > 0
