"""The review of a game: what each move cost, where the game turned, what would have been shortest.

to go   8  7  6  7  6  5 ...            `before` and `after` of each move
move     BR1 EU1 CR1 CL1 ...
lost      0   0   2   0                 cost of the move + after - before
                  ^ a turning point: the detour that begins here costs 2
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clew.errors import ClewError, LimitReached
from clew.pictures.drawable import GameLike, counted
from clew.play.reviewed import Nearest, ReviewedMove, TurningPoint, turning_points
from clew.play.ways import Ways
from clew.puzzle import Puzzle
from clew.search.limits import bounded
from clew.search.line import engine_puzzle, walk
from clew.search.proved import Proved

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from os import PathLike
    from threading import Event

    from clew._engine import LimitName, Status
    from clew.pictures.svg import Svg
    from clew.puzzles.base import EnginePuzzle
    from clew.puzzles.position import Move
    from clew.search.limits import Limits, Progress


class Review(Proved):
    """What the moves of one game were worth.

    `moves`: a `ReviewedMove` for each. `length`: what they cost. `fewest`: the fewest moves from the start;
    None if no goal can be reached, or if that is unknown. `left`: the fewest from where the game ended; 0 if
    it is `solved`. `lost`: by how much the moves missed the fewest, in all; None if a move led to a dead end,
    or if that is unknown. `turning_points`: where detours began; none while moves are unknown. `nearest`: the
    shortest solution that shares the longest beginning with the game; None if there is none or it is unknown.

    `status`: "solved", "unsolvable" if no goal can be reached from the start, or "limit": then the moves that
    a limit (`limit`) left unmeasured have the kind "unknown". `seconds`: time spent. `proof`, `left_out`,
    `stopped`: what the distances rest on beyond the rules, as in `Solution`.
    """

    def __init__(
        self, puzzle: EnginePuzzle, steps: list[Move], moves: list[ReviewedMove], ways: Ways, seconds: float
    ) -> None:
        self.puzzle = puzzle
        self.start: Any = puzzle.initial()
        self.moves = moves
        self.limit: LimitName | None = ways.limit
        self.seconds = seconds
        self._steps, self._ways = steps, ways
        self.length = sum(step.cost for step in steps)
        self.end: Any = steps[-1].after if steps else self.start
        self.solved = puzzle.is_goal(self.end)
        first, last = ways.at(self.start), ways.at(self.end)
        self.fewest = None if first is None else first.distance
        self.left = 0 if self.solved else None if last is None else last.distance
        known = self.fewest is not None and self.left is not None
        self.lost = self.length + (self.left or 0) - (self.fewest or 0) if known else None
        complete = first is not None and all(move.kind != "unknown" for move in moves)
        self.turning_points: list[TurningPoint] = turning_points(moves) if complete else []
        self.status: Status = "limit" if not complete else "unsolvable" if self.fewest is None else "solved"
        self.nearest = self._nearest() if complete and self.fewest is not None else None
        self._rest_on(puzzle, ways.clauses)

    def way(self, number: int) -> list[str]:
        """The moves of a shortest solution from the position before move `number` (from 1); one more than
        there are moves for the position at the end.

        Raises `IndexError` for another number, `ClewError` if no goal can be reached from there,
        `LimitReached` if the limits leave it unknown.
        """
        if not 1 <= number <= len(self.moves) + 1:
            raise IndexError(f"there is no move {number}: the game has moves 1 to {len(self.moves)}")
        state = self.moves[number - 1].state if number <= len(self.moves) else self.end
        found = self._ways.at(state)
        if found is not None and found.distance is None:
            raise ClewError(f"no goal can be reached from the position before move {number}")
        line = self._ways.line(state)
        if line is None:
            raise LimitReached(f"the shortest path before move {number} is unknown: a limit was reached")
        return line

    def _nearest(self) -> Nearest | None:
        kept = next((move.number - 1 for move in self.moves if move.name not in move.best), len(self.moves))
        line = self._line(self.moves[kept].state if kept < len(self.moves) else self.end)
        return None if line is None else Nearest(kept, [*(move.name for move in self.moves[:kept]), *line])

    def _line(self, state: Any) -> list[str] | None:
        """A shortest solution from a position that has one; None if a limit comes first, which is noted."""
        line = self._ways.line(state)
        if line is None:
            self.status, self.limit = "limit", self._ways.limit
        return line

    def to_dict(self) -> dict[str, Any]:
        """The review as plain values, for JSON. Moves that lost something come with the shortest `way` from
        before them; None if a limit leaves it unknown, and then the status is "limit"."""
        moves = [self._move_dict(move) for move in self.moves]
        return {
            "status": self.status,
            **({} if self.limit is None else {"limit": self.limit}),
            "length": self.length,
            "fewest": self.fewest,
            "left": self.left,
            "lost": self.lost,
            "solved": self.solved,
            "moves": moves,
            "turning_points": [turn._asdict() for turn in self.turning_points],
            "nearest": None if self.nearest is None else self.nearest._asdict(),
            **self.rests_on,
        }

    def _move_dict(self, move: ReviewedMove) -> dict[str, Any]:
        told: dict[str, Any] = {
            "number": move.number,
            "move": move.name,
            "kind": move.kind,
            "before": move.before,
            "after": move.after,
            "loss": move.loss,
            "best": list(move.best),
            "only_best": move.only_best,
            "choices": move.choices,
        }
        if move.seconds is not None:
            told["seconds"] = move.seconds
        if move.kind in ("loss", "dead end"):
            told["way"] = self._line(move.state)
        return told

    def draw(
        self,
        path: str | PathLike[str] | None = None,
        *,
        theme: str = "auto",
        width: int | None = None,
    ) -> Svg | None:
        """Draws the distance over the moves as a curve, and writes it to `path` (`.svg`; `.png` needs the
        extra `draw`) or returns the SVG. `theme`: as in `clew.draw`; `width`: in pixels.

        Raises `ClewError` for another ending or theme, `OSError` if the file cannot be written.
        """
        from clew.play.curve import draw

        return draw(self, path, theme, width)

    def _repr_svg_(self) -> str | None:
        return str(self.draw())

    def __len__(self) -> int:
        return len(self.moves)

    def __str__(self) -> str:
        from clew.play.table import table

        return "\n".join(table(self))

    def __repr__(self) -> str:
        which = f" ({self.limit})" if self.limit else ""
        lost = "unknown" if self.lost is None else self.lost
        return f"<Review {self.status}{which}, {counted(len(self.moves))}, lost {lost}>"


def review(
    puzzle: Puzzle | GameLike | str,
    moves: str | Iterable[Any] | None = None,
    times: Sequence[float | None] | None = None,
    *,
    limits: Limits | None = None,
    on_progress: Callable[[Progress], object] | None = None,
    threads: int = 0,
    seconds: float | None = None,
    states: int | None = None,
    memory: int | str | None = None,
    stop: Event | None = None,
) -> Review:
    """Measures every move of a game against the fewest moves, exactly.

    `moves` are played from the start, as a list or one string. `times`: for each move the seconds since the
    game began, as in `Game.history`. ``review(game)`` takes both from a game.

    A small board is measured with its map. On others there is a search for each position, the last one first,
    since searches are short there. The limit of `seconds` is for all of it; a limit or Ctrl-C leaves the
    moves that are not measured yet "unknown".

    >>> clew.review("blocks:AABo/ooBo/oooo/oooo", "BD1 AR2").lost
    0

    Raises `IllegalMove` with the index of the first move that is not legal, `ClewError` for times that do not
    match the moves.
    """
    limits = bounded(limits, seconds=seconds, states=states, memory=memory, stop=stop)
    if not isinstance(puzzle, Puzzle | str) and isinstance(puzzle, GameLike):
        if moves is not None or times is not None:
            raise ClewError(
                "a game has its own moves and times: give the game alone, or its puzzle with moves"
            )
        history = puzzle.history
        played, moves, times = puzzle.puzzle, [move for move, _ in history], [time for _, time in history]
    else:
        played = engine_puzzle(puzzle)
    if moves is None:
        raise ClewError("give the moves of the game: review(puzzle, moves), or review(game)")
    start = played.initial()
    steps = walk(played, start, moves)
    pauses = _pauses(times, len(steps))
    positions = [start, *(step.after for step in steps)]
    ways = Ways(played, limits, on_progress, threads)
    ways.measure(positions[::-1])
    reviewed = [
        _reviewed(number, state, step, pauses[number - 1], ways)
        for number, (state, step) in enumerate(zip(positions, steps, strict=False), 1)
    ]
    return Review(played, steps, reviewed, ways, ways.seconds)


def _reviewed(number: int, state: Any, step: Move, seconds: float | None, ways: Ways) -> ReviewedMove:
    found = ways.at(state)
    if found is None:
        return ReviewedMove(number, step.name, state, step.cost, "unknown", None, None, None, (), 0, seconds)
    after = next(far for other, far in found.after if other.name == step.name)
    if found.distance is None:
        kind, loss = "hopeless", None
    elif after is None:
        kind, loss = "dead end", None
    else:
        loss = step.cost + after - found.distance
        kind = "loss" if loss else "best"
    choices = len(found.after)
    return ReviewedMove(
        number, step.name, state, step.cost, kind, found.distance, after, loss, found.best, choices, seconds
    )


def _pauses(times: Sequence[float | None] | None, count: int) -> list[float | None]:
    """The seconds before each move, from the moments of the moves. Raises `ClewError`."""
    if times is None:
        return [None] * count
    if len(times) != count:
        raise ClewError(f"times has {len(times)} entries for {count} moves; give one per move")
    pauses: list[float | None] = []
    before: float | None = 0.0
    for number, time in enumerate(times, 1):
        if time is not None and before is not None and time < before:
            raise ClewError(
                f"times[{number - 1}] is {time}, earlier than the move before it ({before}): "
                "times count from the beginning of the game"
            )
        pauses.append(None if time is None or before is None else round(time - before, 3))
        before = time
    return pauses
