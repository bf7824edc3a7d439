"""A level on a page: the sprites of its objects, what lies on each cell, what keys ask for besides.

Moves are keys.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from clew.families.puzzlescript.events import said
from clew.families.puzzlescript.reader import Level
from clew.families.puzzlescript.sprites import runs
from clew.scenes.base import NO_WAY, BoardView, Json, cells_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clew.families.puzzlescript.puzzle import PuzzleScript
    from clew.puzzles.position import Code, Position
    from clew.scenes.base import Tried


SEEN = ("move", "create", "destroy")
"""What any object is seen to do."""


class PuzzleScriptView(BoardView):
    """What the studio shows of a level."""

    def __init__(self, puzzle: PuzzleScript) -> None:
        super().__init__(puzzle)
        self.puzzle = puzzle

    def board(self) -> Json:
        rows, columns = self.puzzle.rows, self.puzzle.columns
        sprites = [{"name": thing.name, "runs": runs(thing)} for thing in self.puzzle.game.order]
        found = {
            "rows": rows,
            "columns": columns,
            "cells": cells_of(rows, columns),
            "sprites": sprites,
            "keys": self.puzzle.keys_here(),
            "messages": self.puzzle.messages,
            "ending": self.puzzle.ending,
        }
        if texts := said(self.puzzle.game):
            found["said"] = texts
        return {**found, "sounds": self._sounds()} if self.puzzle.game.sounds else found

    def _sounds(self) -> Json:
        """The seeds of events, and of what objects are seen to do; the numbers are those of `sprites`.

        A page sees what the player does in vain, and nobody else. A game begins with its first level and ends
        with its last.
        """
        game, number = self.puzzle.game, self.puzzle.number
        last = sum(isinstance(part, Level) for part in game.levels)
        silent = {"titlescreen"}
        silent |= set() if number == 1 else {"startgame"}
        silent |= set() if number == last else {"endgame"}
        return {
            "events": {s.name: s.seed for s in game.sounds if not s.verb and s.name not in silent},
            "sprites": [
                {
                    "sprites": [n for n in range(len(game.order)) if game.masks[sound.name] >> n & 1],
                    "verb": sound.verb,
                    "ways": list(sound.ways),
                    "seed": sound.seed,
                }
                for sound in game.sounds
                if sound.verb in SEEN or (sound.verb and game.masks[sound.name] & game.player)
            ],
        }

    def asked(self, state: Position) -> Json:
        """By key, the sounds and the numbers of the messages that it asks for, in a game with any."""
        puzzle = self.puzzle
        if not (puzzle.game.sounds or puzzle.game.asks):
            return {}
        found = {key: puzzle._asked(state, key) for key in puzzle.keys_here()}
        return {
            "asked": {
                key: {"sounds": sounds, "messages": messages}
                for key, (sounds, messages) in found.items()
                if sounds or messages
            }
        }

    def more(self, state: Position) -> Json:
        """The objects of each cell, row by row, the lowest first; their numbers are those of `sprites`."""
        puzzle = self.puzzle
        numbers, layers = state._numbers, len(puzzle.game.layers)
        piles = []
        for y in range(puzzle.rows):
            for x in range(puzzle.columns):
                begin = (x * puzzle.rows + y) * layers
                piles.append([number - 1 for number in numbers[begin : begin + layers] if number])
        return {"piles": piles}

    def pieces(self, state: Position) -> list[Json]:
        return []

    def ways(self, state: Position, codes: Sequence[Code]) -> list[Json]:
        return [NO_WAY] * len(codes)

    def tries(self, state: Position) -> list[Tried]:
        return []

    def at_home(self, state: Position) -> Json:
        return {"home": int(self.puzzle.is_goal(state)), "of": 1}


def board_view(puzzle: PuzzleScript) -> PuzzleScriptView:
    """Return the view of a level; every scene module has a function of this name."""
    return PuzzleScriptView(puzzle)
