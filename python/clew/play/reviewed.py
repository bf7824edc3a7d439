"""The parts of a review: moves with what they lost, the turning points, the nearest shortest solution."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clew._engine import LimitName, Status
    from clew.puzzles.base import EnginePuzzle

    class Reviewed(Protocol):
        """The attributes of `clew.Review` that its picture and its table show."""

        @property
        def puzzle(self) -> EnginePuzzle: ...
        @property
        def moves(self) -> list[ReviewedMove]: ...
        @property
        def length(self) -> int: ...
        @property
        def fewest(self) -> int | None: ...
        @property
        def left(self) -> int | None: ...
        @property
        def lost(self) -> int | None: ...
        @property
        def solved(self) -> bool: ...
        @property
        def status(self) -> Status: ...
        @property
        def limit(self) -> LimitName | None: ...
        @property
        def turning_points(self) -> list[TurningPoint]: ...
        @property
        def nearest(self) -> Nearest | None: ...


class ReviewedMove(NamedTuple):
    """One move of a game. `number`: from 1. `state`: the position before it.

    `kind`: "best" (it lost nothing), "loss", "dead end" (after it no goal can be reached), "hopeless" (none
    could before it) or "unknown" (a limit came first). `before`, `after`: the fewest moves to a goal; None if
    there is none. `loss`: how many more are needed than with a best move. `best`: the moves that begin an
    optimal solution (see `clew.Solutions`), none at a goal. `choices`: how many moves were legal. `seconds`:
    time since the move before.
    """

    number: int
    name: str
    state: Any
    cost: int
    kind: str
    before: int | None
    after: int | None
    loss: int | None
    best: tuple[str, ...]
    choices: int
    seconds: float | None = None

    @property
    def only_best(self) -> bool:
        """Whether no other move begins an optimal solution."""
        return self.best == (self.name,)


class TurningPoint(NamedTuple):
    """The move with which a detour begins: after it the goal is not nearer than it should be.

    `number`: of the move. `distance`: the fewest moves before it. `lost`: what the whole detour cost; None
    after a dead end. `back`: the move after which the goal was nearer than ever; None if that never came.
    """

    number: int
    distance: int
    lost: int | None
    back: int | None


class Nearest(NamedTuple):
    """A shortest solution. `kept`: how many moves it begins with as the game did. `moves`: all of them."""

    kept: int
    moves: list[str]


def turning_points(moves: Sequence[ReviewedMove]) -> list[TurningPoint]:
    """Where detours begin. The losses of all detours together are those of the game."""
    found: list[TurningPoint] = []
    begun: ReviewedMove | None = None
    spent = 0
    for move in moves:
        if begun is None:
            if move.kind not in ("loss", "dead end"):
                continue
            begun, spent = move, 0
        spent += move.cost
        assert begun.before is not None
        if move.after is not None and move.after < begun.before:
            lost = spent - (begun.before - move.after)
            found.append(TurningPoint(begun.number, begun.before, lost, move.number))
            begun = None
    if begun is not None:
        assert begun.before is not None
        last = moves[-1].after
        open_lost = None if last is None else spent + last - begun.before
        found.append(TurningPoint(begun.number, begun.before, open_lost, None))
    return found
