"""PuzzleScript in plain Python, from the documentation of the language: slow, with names and sets.

A cell is a frozenset of names. A rule is written out into plain ones (`expand`) and matched cell by cell
(`board`). Games are played as the published player plays them (`play`), and so its recordings come out the
same (`recording`).
"""

from __future__ import annotations

import re
from typing import Any

from ..rules import Rules, State
from .chance import Luck
from .play import KEYS, TICK, Game, Play
from .rules import CLOCK
from .source import Level, Refused

__all__ = ["PuzzleScript", "Refused"]


class PuzzleScript(Rules):
    """A level. A state: the cells of its rows, each the sorted names of its objects; the rows of the
    checkpoint; how often chance was asked; what a game has none of is None. Last, whether the level is over,
    in a game where the rows do not say so: one with a rule that wins, or whose level begins with its win
    conditions met. A turn must win it.
    """

    def __init__(self, board: dict[str, Any]) -> None:
        self.game = Game(board["game"])
        self.levels = [level for level in self.game.levels if level is not None]
        self.seed = board.get("seed", "1")
        self.keeps = {"checkpoint", "restart"} <= self.game.commands
        play = Play(self.game, self.levels[board.get("level", 1) - 1], Luck(self.seed))
        if not play.on():
            raise Refused(0, "the level never begins")
        self.level = self.levels[board.get("level", 1) - 1]
        self.tells = "win" in self.game.commands or (self.game.holds(play.here) and not play.won)
        self.start: State = self._state(play)

    def _state(self, play: Play) -> State:
        return (
            _rows(play.here),
            _rows(play.kept) if self.keeps else None,
            play.luck.drawn if self.game.is_random else None,
            self.tells and play.won,
        )

    def _play(self, state: State) -> Play:
        here, kept, drawn, _ = state
        luck = Luck(self.seed)
        for _ in range(drawn or 0):
            luck.below(1)
        play = Play(self.game, self.level, Luck(self.seed))
        play.luck, play.waiting, play.won = luck, False, False
        play.here = _cells(here)
        play.kept = self.level if kept is None else _cells(kept)
        return play

    def keys(self) -> list[str | None]:
        """The keys that the game has; None for a tick."""
        settings = self.game.words.settings
        keys: list[str | None] = [key for key in KEYS if key != "action" or "noaction" not in settings]
        return [*keys, TICK] if "realtime_interval" in settings else keys

    def moves(self, state: State) -> list[tuple[str, State]]:
        found: list[tuple[str, State]] = []
        for key in [] if state[3] else self.keys():
            play = self._play(state)
            play.turn(key)
            ends = play.on()
            after = self._state(play)
            if ends and after != state:
                found.append((key or "tick", after))
        return found

    def told(self, state: State, key: str) -> list[str]:
        """What a key asks for beside where it leads, each thing once; `cantmove` if an arrow changes nothing,
        except where the player must move: then there was no turn.
        """
        if state[3]:
            return []
        play = self._play(state)
        play.told = []
        play.turn(TICK if key == "tick" else key)
        play.on()
        may_stick = key in CLOCK and "require_player_movement" not in self.game.words.settings
        stuck = may_stick and self._state(play) == state and not {"cancel", "restart"} & set(play.told)
        return [*dict.fromkeys(play.told), *["cantmove"] * stuck]

    def is_goal(self, state: State) -> bool:
        return bool(state[3]) if self.tells else self.game.holds(_cells(state[0]))

    def text(self, state: State) -> str:
        rows = ["".join(self._cell_text(cell) for cell in row) for row in state[0]]
        return " ".join([*rows, "won"] if state[3] else rows)

    def _cell_text(self, cell: tuple[str, ...]) -> str:
        bare = not self._ground() & set(cell)
        return "{" + "+".join([*cell, "no", "background"] if bare else cell) + "}"

    def _ground(self) -> set[str]:
        return set(self.game.words.layers[self.game.words.ground_layer])

    def read(self, text: object) -> State:
        """A position, each cell by the names of its objects or by a sign; one as at the start is not won."""
        words = str(text).split()
        said = words[-1] == "won"
        words = words[: len(words) - said]
        drawn = int(words.pop()[1:]) if self.game.is_random else None
        high = len(self.level)
        kept = self._read_rows(words[high:]) if self.keeps else None
        rows = self._read_rows(words[:high])
        met = self.tells and rows != self.start[0] and self.game.holds(_cells(rows))
        return rows, kept, drawn, said or met

    def _read_rows(self, words: list[str]) -> State:
        return tuple(
            tuple(
                self._read_cell(part, self.level[y][x])
                for x, part in enumerate(re.findall(r"\{[^{}]*\}|\S", word.lower()))
            )
            for y, word in enumerate(words)
        )

    def _read_cell(self, part: str, began: frozenset[str]) -> tuple[str, ...]:
        """A cell; without a word about the background it has the one that the cell has at the start."""
        bare = part.endswith("no+background}")
        names = part[1:-1].split("+") if len(part) > 1 else self.game.words.means[part][1]
        cell = set(names[:-2] if bare else names)
        return tuple(sorted(cell if bare or cell & self._ground() else cell | (began & self._ground())))


def _rows(level: Level) -> State:
    return tuple(tuple(tuple(sorted(cell)) for cell in row) for row in level)


def _cells(rows: State) -> Level:
    return [[frozenset(cell) for cell in row] for row in rows]
