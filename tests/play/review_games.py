"""Games with their reviews, for the client (`studio/client/src/lib/local/reviewed.ts`), which does the same
sums.

`python -m tests.play.review_games` writes the file again.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import clew
from clew.puzzles.base import EnginePuzzle
from clew.search.limits import Limits, Run
from clew.search.line import engine_puzzle
from clew_studio.pages.content import board
from tests.search.boards import COINS, GAR, SLIDES

FILE = Path(__file__).parent / "reviews.json"

BOARDS = Path(__file__).parents[2] / "boards"

GAMES: tuple[tuple[str | Path, str], ...] = (
    (GAR, "BR1 EU1 CL1 CR1 CL3 FU1 DL2 GD3 HD2 AR3"),
    (GAR, "BR1 EU1 CL1 CR1"),
    ("blocks:AABo/ooBC/ooBC", "CU1 CD1"),
    (COINS, "0S 1- 0S 1W 0N 1NE 0N 1S 0S"),
    (BOARDS / "pebbles/triangle-of-four.toml", "7-4 4-7 8-4 5-8 0-5 3-0 6-3 1-6 4-1 2-4 7-2 4-7 5-4 9-5"),
    (SLIDES, "a4R c4U d4L d1D a4U d4L a2R"),
    (BOARDS / "ricochet/lunar-lockout.toml", "c1R b1R e1D e3L a3D e4L"),
    (BOARDS / "puzzlescript/store-1.toml", "right right left left down right right down up"),
)
"""Boards, and the moves that were made on them."""

Json = dict[str, Any]
Position = list[int]


def games() -> list[Json]:
    """What is in the file: of each game its board, its moves, its review, and what the engine says about all
    positions that the review needs.
    """
    return [game(engine_puzzle(clew.load(text)), moves.split()) for text, moves in GAMES]


def game(puzzle: EnginePuzzle, moves: list[str]) -> Json:
    """One game of the file."""
    shown, asked = board(puzzle), Asked(puzzle)
    state, position = puzzle.initial(), shown["numbers"]
    asked.about(position)
    for name in moves:
        step = puzzle._find(state, name)
        state, position = step.after, asked.after(position, list(step.code))
        asked.about(position)
    review = {"limit": None, **clew.review(puzzle, moves).to_dict()}
    return {"board": shown, "moves": moves, "review": review, "rules": asked.rules, "found": asked.found}


class Asked:
    """What an engine says about positions, by their numbers, as it says it to a page."""

    def __init__(self, puzzle: EnginePuzzle) -> None:
        self.rules: Json = {}
        self.found: Json = {}
        self._puzzle = puzzle

    def about(self, position: Position) -> None:
        """Asks what a review needs to know about a position of a game."""
        _, _, line = self._solved(position)
        for _, _, after in self._moves(position):
            self._solved(after)
        for code in line:
            position = self.after(position, code)
        self._moves(position)

    def after(self, position: Position, code: Position) -> Position:
        """The position after a move."""
        return next(after for other, _, after in self._moves(position) if other == code)

    def _moves(self, position: Position) -> list[tuple[Position, int, Position]]:
        engine = self._puzzle._engine
        found = [(list(code), cost, list(after)) for code, cost, after in engine.moves(position)]
        self.rules[_key(position)] = [engine.is_goal(position), found]
        return found

    def _solved(self, position: Position) -> tuple[str, int | None, list[Position]]:
        with Run(Limits(), None, 1) as run:
            found = run.search(self._puzzle._engine.solve, position)
        answer = (found["status"], found["length"], [list(code) for code in found["codes"] or ()])
        self.found[_key(position)] = answer
        return answer


def _key(position: Position) -> str:
    return ",".join(map(str, position))


def text() -> str:
    """What should be in the file."""
    return json.dumps(games(), separators=(",", ":")) + "\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
