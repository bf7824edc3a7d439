"""The one interface of the reference: a start, named moves, a goal, costs, and which states are the same."""

from abc import ABC, abstractmethod
from collections.abc import Hashable
from typing import Any

State = Any  # a tuple; its shape is the family's own affair


class Rules(ABC):
    """The rules of one board. States are *labelled*: each piece keeps its own place in the tuple."""

    start: State
    least_cost = 1  # the cheapest move there can be

    @abstractmethod
    def __init__(self, board: dict[str, Any]) -> None:
        """Reads the keys of a board file."""

    @abstractmethod
    def moves(self, state: State) -> list[tuple[str, State]]:
        """Every legal move with the state after it."""

    @abstractmethod
    def is_goal(self, state: State) -> bool:
        """Whether the board is solved."""

    def cost(self, name: str) -> int:
        """What the move of this name adds to the length."""
        return 1

    def identity(self, state: State) -> Hashable:
        """Equal for states that differ only by which of several interchangeable pieces stands where."""
        return itself(state)

    @abstractmethod
    def text(self, state: State) -> str:
        """The position as one line, as in the compact form."""

    @abstractmethod
    def read(self, text: str) -> State:
        """The position that `text` writes."""

    def after(self, state: State, name: str) -> State:
        """The state after a move; ValueError if the move is not legal."""
        for legal, after in self.moves(state):
            if legal == name:
                return after
        raise ValueError(f"{name} is not legal in {self.text(state)}")


def itself(state: State) -> Hashable:
    """A state as its own identity: no two are merged."""
    return tuple(state)


def rows_of(grid: str | list[str]) -> list[str]:
    """The rows of a grid: a list, or a text with newlines or `/` between rows."""
    if isinstance(grid, str):
        grid = grid.replace("/", "\n").split("\n")
    return [row.strip() for row in grid if row.strip()]


LETTERS = "abcdefghijklmnopqrstuvwxyz"


def cell_name(row: int, column: int) -> str:
    """`a1` is the top-left cell; the column after `z` is `aa`."""
    first, last = divmod(column, len(LETTERS))
    return (LETTERS[first - 1] if first else "") + LETTERS[last] + str(row + 1)


def cell_at(name: str) -> tuple[int, int]:
    """Row and column of `a1`-style names, counted from 0."""
    letters = name.rstrip("0123456789")
    column = 0
    for letter in letters:
        column = len(LETTERS) * column + LETTERS.index(letter) + 1
    return int(name[len(letters) :]) - 1, column - 1
