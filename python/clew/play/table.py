"""A review as lines of text that fit a terminal of 60 columns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clew.pictures.drawable import counted

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from clew.play.reviewed import Reviewed, ReviewedMove, TurningPoint

WIDTH = 58
"""Columns of a table; the command line adds two in front."""

MOST_NAME = 14
"""Columns of a move's name; longer ones are cut."""

UNKNOWN = "?"


def table(review: Reviewed, paint: Callable[[str], str] = str) -> list[str]:
    """The moves, one line each, then what follows from them. `paint` marks losses."""
    return [*rows(review, paint), "", *summary(review)]


def rows(review: Reviewed, paint: Callable[[str], str] = str) -> list[str]:
    """A header, and a line for each move: what is left after it, what it lost, what would have lost
    nothing.
    """
    names = min(MOST_NAME, max([4, *(len(move.name) for move in review.moves)]))
    timed = any(move.seconds is not None for move in review.moves)
    pause = f"{'time':>7}  " if timed else ""
    lines = [f"{'':>4}  {'move':<{names}}  {'left':>5}  {'lost':>5}  {pause}best moves"]
    for move in review.moves:
        seconds = f"{_seconds(move.seconds):>7}  " if timed else ""
        lost = f"{_lost(move):>5}"
        name = move.name if len(move.name) <= names else f"{move.name[: names - 2]}.."
        head = f"{move.number:>4}  {name:<{names}}  {_left(move):>5}  "
        rest = f"  {seconds}"
        room = WIDTH - len(head) - len(lost) - len(rest)
        marked = paint(lost) if move.kind in ("loss", "dead end") else lost
        lines.append(f"{head}{marked}{rest}{_best(move, room)}".rstrip())
    return lines


def summary(review: Reviewed) -> list[str]:
    """Sentences: the result, the turning points, the nearest shortest solution."""
    return [
        sentence
        for part in (
            [_result(review)],
            [_turn(review, turn) for turn in review.turning_points],
            [_nearest(review)],
        )
        for sentence in part
        if sentence
    ]


def _result(review: Reviewed) -> str:
    unit = review.puzzle.metric
    made = counted(review.length, unit)
    end = "Solved in" if review.solved else "Not solved after"
    if review.status == "limit":
        known = sum(move.kind != "unknown" for move in review.moves)
        return f"{end} {made}. {known} of {counted(len(review.moves))} measured: limit on {review.limit}."
    if review.fewest is None:
        return f"{end} {made}. No moves solve this board."
    if review.left is None:
        return f"{end} {made}: the goal can no longer be reached. The fewest from the start: {review.fewest}."
    todo = "" if review.solved else f", {review.left} to go"
    lost = "nothing lost" if review.lost == 0 else f"{review.lost} lost"
    return f"{end} {made}{todo}; the fewest: {review.fewest}; {lost}."


def _turn(review: Reviewed, turn: TurningPoint) -> str:
    move = review.moves[turn.number - 1]
    what = f"Move {turn.number}, {move.name}: "
    if turn.lost is None:
        what += "leads to a dead end"
    else:
        what += f"begins a detour that lost {turn.lost}"
    if turn.back is not None and turn.back != turn.number:
        what += f", until move {turn.back}"
    if not turn.distance:
        return f"{what}. It was solved before."
    return f"{what}. From there, {counted(turn.distance, review.puzzle.metric)} would have been enough."


def _nearest(review: Reviewed) -> str:
    nearest = review.nearest
    if nearest is None or review.lost == 0:
        return ""
    line = review.puzzle._join_moves(nearest.moves)
    return f"Shortest, with the first {nearest.kept} of your moves: {line}"


def _left(move: ReviewedMove) -> str:
    if move.kind == "unknown":
        return UNKNOWN
    return "never" if move.after is None else str(move.after)


def _lost(move: ReviewedMove) -> str:
    if move.kind == "unknown":
        return UNKNOWN
    if move.kind == "dead end":
        return "all"
    return f"+{move.loss}" if move.loss else ""


def _best(move: ReviewedMove, room: int) -> str:
    """The best moves, as many as there is room for."""
    if move.only_best:
        return "the only one"
    if move.kind == "best":
        return f"one of {len(move.best)}"
    return _listed(move.best, room)


def _listed(names: Sequence[str], room: int) -> str:
    shown = ""
    for number, name in enumerate(names):
        more = f" +{len(names) - number}"
        longer = f"{shown} {name}".strip()
        rest = f" +{len(names) - number - 1}" if number + 1 < len(names) else ""
        if len(longer) + len(rest) > room:
            return f"{shown}{more}".strip()
        shown = longer
    return shown


def _seconds(seconds: float | None) -> str:
    return "" if seconds is None else f"{seconds:.1f} s"
