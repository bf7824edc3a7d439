"""What every family provides to the API about its boards and positions."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any

from clew.pictures.renderer import renderer_of

if TYPE_CHECKING:
    from clew.puzzles.base import EnginePuzzle
    from clew.puzzles.position import Move, Position

Json = dict[str, Any]
Tell = Callable[[str], str]
"""Translates a sentence; `str` leaves it in English."""

MOST_REFUSALS = 512
"""The most illegal tries that are listed of a position; of one with more, none is."""


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
    def travel(self, state: Position, step: Move) -> Json:
        """The family's own part of a move: piece, direction, cells from and to, cells after, path.

        A move that acts in place, as a press of a cell does, has `from` equal to `to` and no path; its piece
        may be None. A move that has no place at all has None for all three, and the page offers it as a
        button.
        """

    @abstractmethod
    def tries(self, state: Position) -> list[tuple[str, str | None, int | None, str]]:
        """Return what a player may try on a page: piece, direction or None, cell or None, the move's text."""

    @abstractmethod
    def at_home(self, state: Position) -> Json:
        """Return how many pieces are where the goal wants them, and of how many."""

    def turn(self, state: Position) -> int | None:
        """Return whose turn it is, if players take turns."""
        return None

    def reading(self, state: Position) -> int | None:
        """The square whose directions apply now."""
        return None

    def scene(self, tell: Tell = str) -> Json:
        """What stays the same during a game, as JSON: cells, lines, goals, caption."""
        empty: Json = {
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
        board = {**empty, **self.board()}
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
        moves = [self.move(step, tell) for step in state.moves()] if with_moves else []
        movable = {move["piece"] for move in moves}
        pieces = self.pieces(state)
        for piece in pieces:
            piece["movable"] = piece["id"] in movable
        return {
            "state": str(state),
            "solved": state.is_goal,
            "turn": self.turn(state),
            "reading": self.reading(state),
            "at_home": self.at_home(state),
            "pieces": pieces,
            "moves": moves,
            "refused": None if with_moves else [],
        }

    def move(self, step: Move, tell: Tell = str) -> Json:
        """A legal move: what it is called, which piece moves where and how, and the state after it."""
        plain = self.plain
        return {
            "move": plain._name(step.before, step.code),
            "cost": step.cost,
            "pass": False,
            "words": tell(plain._told(step.before, step.code)),
            "state": plain._text_of(plain._after(step.before, step.code, step._landed)),
            **self.travel(step.before, step),
        }

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
