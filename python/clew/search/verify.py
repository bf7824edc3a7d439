"""Moves checked against the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clew.errors import IllegalMove
from clew.moved import renamed_method
from clew.search.line import engine_puzzle, names_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from clew.puzzle import Puzzle
    from clew.puzzles.position import Move


class Verdict:
    """The result of checking a sequence of moves.

    `legal`: every move is allowed. `solved`: they also end in a goal. `length`: cost of the legal moves
    under the puzzle's metric. `moves`: their names as the board writes them. `state`: where they end.
    `first_illegal`: index (from 0) of the first illegal move, `error` says more; both None if legal.
    `goal_after`: the number of moves after which a goal was first reached, None if never. `reason`: all of
    this in a sentence.

    A verdict is truthy if the moves solve the puzzle.
    """

    def __init__(
        self,
        *,
        solved: bool,
        length: int,
        moves: list[Move],
        state: Any,
        goal_after: int | None,
        error: IllegalMove | None,
    ) -> None:
        self.legal = error is None
        self.solved = solved and self.legal
        self.length = length
        self.moves = moves
        self.state = state
        self.goal_after = goal_after
        self.error = error
        self.first_illegal = None if error is None else error.index
        self.reason = self._reason()

    def _reason(self) -> str:
        if self.error is not None:
            return str(self.error)
        count = f"{len(self.moves)} legal move{'' if len(self.moves) == 1 else 's'}"
        early = self.goal_after is not None and self.goal_after < len(self.moves)
        if self.solved:
            return f"{count}: solved" + (f" (already after move {self.goal_after})" if early else "")
        if early:
            return f"{count}: solved after move {self.goal_after}, but the moves go on and leave the goal"
        return f"{count}: not solved at the end"

    def to_dict(self) -> dict[str, Any]:
        """The object that `clew verify --json` prints."""
        return {
            "legal": self.legal,
            "solved": self.solved,
            "length": self.length,
            "moves": [*map(str, self.moves)],
            "first_illegal": self.first_illegal,
            "reason": self.reason,
        }

    to_json = renamed_method("to_json", "to_dict")

    def __bool__(self) -> bool:
        return self.solved

    def __repr__(self) -> str:
        return f"<Verdict {self.reason}>"


def verify(puzzle: Puzzle | str, moves: str | Iterable[Any]) -> Verdict:
    """Plays the moves (a list, or one string such as "AR3 BU1") from the puzzle's start and reports the
    result.

    An illegal move is part of the verdict, not an exception. Raises `BoardError` if `puzzle` is a text or a
    path that cannot be read.

    >>> clew.verify("null:3", "down down down")
    <Verdict 3 legal moves: solved>
    """
    played = engine_puzzle(puzzle)
    state = played.initial()
    made: list[Move] = []
    length = 0
    goal_after = 0 if played.is_goal(state) else None
    error: IllegalMove | None = None
    try:
        for index, text in enumerate(names_of(played, moves)):
            step = played._find(state, text, index)
            made.append(step)
            length += step.cost
            state = step.after
            if goal_after is None and played.is_goal(state):
                goal_after = len(made)
    except IllegalMove as illegal:
        error = illegal
    return Verdict(
        solved=played.is_goal(state),
        length=length,
        moves=made,
        state=state,
        goal_after=goal_after,
        error=error,
    )
