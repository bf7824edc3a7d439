"""What every family provides to the API about its boards and positions, and what they share for it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any

from clew.pictures.colours import PIECES, marks_of
from clew.pictures.renderer import renderer_of
from clew.puzzles.cells import DELTAS, cell_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from clew.puzzles.base import EnginePuzzle
    from clew.puzzles.position import Code, Found, Move, Position

Json = dict[str, Any]
Tell = Callable[[str], str]
"""Translates a sentence; `str` leaves it in English."""

Tried = tuple[str, str | None, int | None, str]
"""What a player may try on a page: piece, direction or None, cell or None, the move's text."""

MOST_REFUSALS = 512
"""The most illegal tries that are listed of a position; of one with more, none is."""

NO_WAY: Json = {
    "piece": None,
    "piece_after": None,
    "direction": None,
    "from": None,
    "to": None,
    "cells": [],
    "path": [],
}
"""The way of a move that has no place at all: the page offers it as a button."""

_EMPTY: Json = {
    "kind": "grid",
    "rows": None,
    "columns": None,
    "cells": [],
    "lines": [],
    "stones": [],
    "barriers": [],
    "diagonals": [],
    "open_rim": False,
    "goals": [],
    "gate": None,
    "pattern": None,
    "squares": [],
    "target": None,
    "tokens": [],
}
"""The scene of a board that has nothing."""

_LETTERS = {colour: letter for letter, colour in PIECES.items()}


class BoardView(ABC):
    """Describes one puzzle for drawing and playing. `puzzle` is what it describes."""

    def __init__(self, puzzle: EnginePuzzle) -> None:
        self.plain = puzzle

    @abstractmethod
    def board(self) -> Json:
        """The family's own part of the scene."""

    @abstractmethod
    def pieces(self, state: Position) -> list[Json]:
        """What stands on the board, in the order of the family."""

    @abstractmethod
    def ways(self, state: Position, codes: Sequence[Code]) -> list[Json]:
        """The family's own part of each of these moves: piece, direction, cells from and to, cells after,
        path.

        A move that acts in place, as a press of a cell does, has `from` equal to `to` and no path; its piece
        may be None. A move that has no place at all has `NO_WAY`.
        """

    @abstractmethod
    def tries(self, state: Position) -> list[Tried]:
        """What a player may try on a page."""

    @abstractmethod
    def at_home(self, state: Position) -> Json:
        """Return how many pieces are where the goal wants them, and of how many."""

    def more(self, state: Position) -> Json:
        """What only this family's positions have: whose `turn` it is, whose directions apply (`reading`)."""
        return {}

    def asked(self, state: Position) -> Json:
        """What only this family's positions have that are played on: what moves ask for besides."""
        return {}

    def scene(self, tell: Tell = str) -> Json:
        """What stays the same during a game, as JSON: cells, lines, goals, caption."""
        board = {**_EMPTY, **self.board()}
        return {
            "family": self.plain.family,
            "metric": self.plain.metric,
            "caption": tell(renderer_of(self.plain).caption),
            "width": max((cell["x"] for cell in board["cells"]), default=0),
            "height": max((cell["y"] for cell in board["cells"]), default=0),
            **board,
        }

    @cached_property
    def names(self) -> dict[int, str]:
        """The name of each cell by its number."""
        return {cell["cell"]: cell["name"] for cell in self.board()["cells"]}

    def position(self, state: Position | str, with_moves: bool = True, tell: Tell = str) -> Json:
        """What stands where in a state, with every legal move. `refused` is left open: a page asks for it
        when a player tries something else.
        """
        state = self.plain.position(state)
        moves = self._described(state, self.plain._legal(state), tell) if with_moves else []
        movable = {move["piece"] for move in moves}
        pieces = self.pieces(state)
        for piece in pieces:
            piece["movable"] = piece["id"] in movable
        return {
            "state": str(state),
            "solved": state.is_goal,
            "turn": None,
            "reading": None,
            "at_home": self.at_home(state),
            "pieces": pieces,
            "moves": moves,
            "refused": None if with_moves else [],
            **self.more(state),
            **(self.asked(state) if with_moves else {}),
        }

    def move(self, step: Move, tell: Tell = str) -> Json:
        """A legal move: what it is called, which piece moves where and how, and the state after it."""
        return self._described(step.before, [(step.code, step.cost, step._landed)], tell)[0]

    def _described(self, state: Position, found: Sequence[Found], tell: Tell) -> list[Json]:
        """These legal moves of a state, each as `move` describes it."""
        plain, codes = self.plain, [code for code, _, _ in found]
        names, words, ways = plain._names(state, codes), plain._words(state, codes), self.ways(state, codes)
        return [
            {
                "move": name,
                "cost": cost,
                "pass": False,
                "words": tell(told),
                "state": plain._text_of(plain._after(state, code, landed)),
                **way,
            }
            for (code, cost, landed), name, (_, told), way in zip(found, names, words, ways, strict=True)
        ]

    def refused(self, state: Position | str, tell: Tell = str) -> list[Json]:
        """What a player may try in a state and is illegal, each with the reason in words."""
        state = self.plain.position(state)
        legal = {step.name for step in state.moves()}
        tries = [one for one in self.tries(state) if one[3] not in legal]
        if len(tries) > MOST_REFUSALS:
            return []
        return [
            {
                "piece": piece,
                "direction": direction,
                "to": to,
                "reason": tell(self.plain._why_not(state, text)),
            }
            for piece, direction, to, text in tries
        ]


def cells_of(rows: int, columns: int) -> list[Json]:
    """Every cell of a grid with its number, name, column and row."""
    return [
        {"cell": cell, "name": cell_name(cell, columns), **place(cell, columns)}
        for cell in range(rows * columns)
    ]


def place(cell: int, columns: int) -> Json:
    """Column and row of a cell, counted from 0, as `x` and `y`."""
    return {"x": cell % columns, "y": cell // columns}


def path_of(legs: Iterable[tuple[int, int]]) -> list[list[int]]:
    """Legs (direction, cells) as displacements [dx, dy] from the start, the start first."""
    path = [[0, 0]]
    for direction, count in legs:
        down, right = DELTAS[direction]
        path.append([path[-1][0] + right * count, path[-1][1] + down * count])
    return path


def tokens_of(tokens: Iterable[str]) -> list[Json]:
    """Return the kinds among these tokens, each with the letter whose colour and shape it has in pictures."""
    marks = marks_of(list(tokens))
    return [
        {
            "token": token,
            "label": mark.text,
            "mark": _LETTERS[mark.colour],
            "shape": mark.shape,
            "role": None,
            "number": number,
        }
        for number, (token, mark) in enumerate(sorted(marks.items()))
    ]
