"""A position of a puzzle, and a move in it: the engine's numbers, with text made only when somebody asks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from clew.pictured import Pictured

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clew.puzzles.base import EnginePuzzle

    Code = tuple[int, ...]
    Found = tuple[Code, int, Sequence[int] | None]
    """A move as the engine gives it: code, cost, and the numbers after it, if they are known."""


class Position(Pictured):
    """A position of a built-in family's puzzle. `str(position)` is its text, one line that reads back with
    ``puzzle.position(text)``.

    It is immutable and can be a key. It equals the same position of the same puzzle, wherever that starts,
    and its own text, by which positions are sorted.

    >>> position = clew.load("null:3").initial()
    >>> position.moves()
    [<Move down>]
    >>> position.play("down")
    <Position 2>
    """

    __slots__ = ("_numbers", "_text", "puzzle")

    puzzle: EnginePuzzle
    _numbers: tuple[int, ...]
    """The engine's numbers, with the pieces in the order of the board's letters."""

    def __init__(self, puzzle: EnginePuzzle, numbers: Sequence[int], text: str | None = None) -> None:
        self.puzzle = puzzle
        self._numbers = tuple(numbers)
        self._text = text

    def moves(self) -> list[Move]:
        """The legal moves, in a fixed order."""
        return self.puzzle.moves(self)

    def play(self, move: Move | str) -> Position:
        """The position after a move, one of `moves()` or its name. Raises `IllegalMove` for any other."""
        if isinstance(move, Move) and move.before is self:
            after: Position = move.after
            return after
        return self.puzzle.apply(self, move)

    @property
    def is_goal(self) -> bool:
        """Whether the puzzle is solved here."""
        return self.puzzle._engine.is_goal(self._numbers)

    def distance(self) -> int | None:
        """The fewest moves to a goal, as `clew.distance` finds it; None if none can be reached."""
        from clew.search.hint import distance  # a floor above, which imports this file

        return distance(self.puzzle, self)

    def __str__(self) -> str:
        if self._text is None:
            self._text = self.puzzle._text_of(self._numbers)
        return self._text

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    def __repr__(self) -> str:
        return f"<Position {self}>"

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Position):
            if self.puzzle is other.puzzle:
                return self._numbers == other._numbers
            return str(self) == str(other) and self._same_puzzle(other)
        return str(self) == other if isinstance(other, str) else NotImplemented

    def _same_puzzle(self, other: Position) -> bool:
        """Whether the two puzzles differ at most in where they start."""
        return self.puzzle == other.puzzle or self.puzzle.at(self) == other.puzzle.at(other)

    def __lt__(self, other: Position | str) -> bool:
        return str(self) < str(other)

    def __hash__(self) -> int:
        return hash(str(self))

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, _: object) -> Self:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.puzzle, self._numbers)


class Move:
    """A legal move. `str(move)` is its name; it equals its name, and is sorted by it.

    `before` is the position in which it is legal.
    """

    __slots__ = ("_after", "_landed", "_name", "before", "code", "cost")

    before: Any
    code: Code
    """The engine's numbers for the move."""
    cost: int
    """What it costs under the metric."""
    _name: str
    _after: Any
    """Made when asked for, as the name is."""

    def __init__(self, before: Any, found: Found) -> None:
        self.before = before
        self.code, self.cost, self._landed = found

    @classmethod
    def told(cls, before: Any, found: Found, name: str, after: Any) -> Self:
        """A move of a puzzle whose name and result are known with it."""
        move = cls(before, found)
        move._name, move._after = name, after
        return move

    @property
    def name(self) -> str:
        """The name, as a player would write it."""
        try:
            return self._name
        except AttributeError:
            self._name = self.before.puzzle._names(self.before, [self.code])[0]
            return self._name

    @property
    def after(self) -> Any:
        """The position after the move; its pieces keep the letters that they have before."""
        try:
            return self._after
        except AttributeError:
            puzzle = self.before.puzzle
            self._after = Position(puzzle, puzzle._after(self.before, self.code, self._landed))
            return self._after

    def displaces(self) -> list[tuple[int, int]]:
        """What the move carries along: for each body, a cell of it before the move and where that cell is
        afterwards, in an order in which they can go one by one. Empty for a pass and for a move in place.
        """
        here = self.before
        return here.puzzle._displaced(here, self.code) if isinstance(here, Position) else []

    def __str__(self) -> str:
        return self.name

    def __format__(self, spec: str) -> str:
        return format(self.name, spec)

    def __repr__(self) -> str:
        return f"<Move {self.name}>"

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Move):
            return self is other or self.name == other.name
        return self.name == other if isinstance(other, str) else NotImplemented

    def __lt__(self, other: Move | str) -> bool:
        return self.name < str(other)

    def __hash__(self) -> int:
        return hash(self.name)
