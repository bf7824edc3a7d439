"""What the moves of a finished game were worth, and how others did on its board."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any, cast

from django.db.models import Count
from typing_extensions import TypedDict

from clew.play.review import Review, review
from clew.search.limits import Limits
from clew.search.solutions import solutions
from clew_studio import shapes
from clew_studio.games.histograms import TimeBin, bins, times_of
from clew_studio.jobs import answers, queue
from clew_studio.models import Game

if TYPE_CHECKING:
    from clew.puzzles.base import EnginePuzzle
    from clew_studio.models import Board, Player

Json = dict[str, Any]


class Shortest(TypedDict):
    """The first shortest solutions of a board, and how many there are; None if that takes long."""

    length: int | None
    count: shapes.Number | None
    solutions: list[list[shapes.MoveText]]


Bin = TypedDict("Bin", {"from": int, "to": int, "players": int})
Bin.__doc__ = "How many players took so many moves."


class Best(TypedDict):
    """A player's best game on a board."""

    length: int
    time_ms: int


class Others(TypedDict):
    """How players did on a board without help, and my best game among theirs."""

    players: int
    moves: list[Bin]
    times: list[TimeBin]
    mine: Best | None


KIND = "review"
BUDGET_SECONDS = 0.1
"""Enough for a small board, so that its page need not wait for a job."""

MOST_MOVES = 400
"""The most moves of a game that are reviewed; of a longer game, the last ones."""

MOST_SOLUTIONS = 12
"""The most shortest solutions that are listed."""

MOST_BINS = 12


def part_of(game: Game) -> tuple[str, list[str]]:
    """The position at which the reviewed part of a game begins, and the moves from there."""
    skipped = max(0, game.cursor - MOST_MOVES)
    start = game.steps[skipped - 1][2] if skipped else game.start
    return start, game.moves[skipped:]


def question(start: str, moves: list[str]) -> str:
    """The key under which the review of these moves is kept; equal games share it."""
    return f"{start}\n{' '.join(moves)}"


def quick_review(game: Game) -> shapes.Review | None:
    """Return the review of a game, if it is known or quickly made; else None."""
    puzzle = game.read()
    start, moves = part_of(game)
    found = cast("shapes.Review | None", answers.known(KIND, puzzle, question(start, moves)))
    if found is None:
        limits = Limits(seconds=BUDGET_SECONDS, memory=answers.BUDGET_MEMORY)
        here = puzzle if start == puzzle.initial() else puzzle.at(start)
        made = review_json(review(here, moves, limits=limits, threads=1))
        if made["status"] != "limit":
            found = made
            answers.keep(KIND, puzzle, question(start, moves), dict(made))
    return found


def given_up(game: Game) -> Json | None:
    """Return the job that has tried to review these moves and reached a limit, its `part` being the review as
    far as it got; None if trying may find more.
    """
    start, moves = part_of(game)
    return answers.given_up(KIND, game.read(), question(start, moves), queue.bounds(KIND))


def shortest(puzzle: EnginePuzzle) -> Shortest:
    """Return how many shortest solutions a puzzle has, and the first of them; None if that takes long."""
    limits = Limits(seconds=BUDGET_SECONDS, memory=answers.BUDGET_MEMORY)
    found = solutions(puzzle, limits=limits, threads=1)
    count = None if found.status == "limit" else found.count
    lines = [] if count is None else [[*map(str, line)] for line in islice(found, MOST_SOLUTIONS)]
    return {"length": found.length, "count": None if count is None else str(count), "solutions": lines}


def review_json(found: Review) -> shapes.Review:
    """A review as pages read it."""
    return cast("shapes.Review", {"limit": None, **found.to_dict()})


def others_of(board: Board, player: Player | None) -> Others:
    """The players' best games on a board without help: how many moves they took, how long, and how often.

    `mine` is the caller's best game among them.
    """
    best = Game.objects.filter(board=board, best=True)
    lengths = best.values("length").annotate(players=Count("id")).order_by("length")
    rows = [(row["length"], row["players"]) for row in lengths]
    mine = None if player is None else best.filter(player=player).first()
    return {
        "players": sum(players for _, players in rows),
        "moves": [
            {"from": low, "to": high, "players": players} for low, high, players in bins(rows, MOST_BINS)
        ],
        "times": times_of(sorted(best.filter(timed=True).values_list("elapsed_ms", flat=True))),
        "mine": None if mine is None else {"length": mine.length, "time_ms": mine.elapsed_ms},
    }
