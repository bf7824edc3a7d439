"""Positions of any board: moves, hints, distances, heat maps."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NotRequired, cast

from django.conf import settings
from django.db.models import Q
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext, gettext_noop
from ninja import Router
from typing_extensions import TypedDict

from clew.errors import BoardError, PuzzleError
from clew.search.line import names_of, walk
from clew_studio.api.document import Later, Made
from clew_studio.api.rows import BoardFault, Named, job_json, named, state_of, told, too_many_jobs
from clew_studio.api.schemas import HeatmapIn, HintIn, LineIn, OfBoard, OfPosition, PositionIn, SolveIn
from clew_studio.boards.forecasts import Forecast, by_moves
from clew_studio.boards.in_pages import for_engine
from clew_studio.boards.publishing import harder_than
from clew_studio.games import assistance
from clew_studio.games.hints import HintOut, hint_words
from clew_studio.jobs import answers, queue
from clew_studio.models import Assignment
from clew_studio.puzzles.custom_puzzles import Own, is_own, own_of
from clew_studio.puzzles.reading import board_view, move_of, position_of, read_puzzle, scene_of
from clew_studio.requests.callers import network_of_request, player_of, player_or_guest
from clew_studio.requests.problems import Problem
from clew_studio.shapes import (
    Compact,
    ForEngine,
    Home,
    JobOut,
    Move,
    Number,
    PieceName,
    Position,
    Refusal,
    Scene,
    Toml,
    Waiting,
)
from clew_studio.translation import to_who_draws, translated, translator

if TYPE_CHECKING:
    from clew.puzzles.base import EnginePuzzle
    from clew_studio.models import Board, Job, Player

Json = dict[str, Any]
router = Router(tags=["positions"])

RETRY_MS = 500

What = Literal["hints", "distances", "solution"]

WITHHELD: dict[What, str] = {
    "hints": gettext_noop("Hints are turned off for this board."),
    "distances": gettext_noop("Distances are turned off for this board."),
    "solution": gettext_noop("The solution is turned off for this board."),
}
"""What players are told who ask for help that they may not have."""


class Meter(TypedDict):
    """The fewest moves to a goal, as far as that is `known`."""

    known: bool
    distance: int | None
    goal_reachable: bool | None
    at_home: Home | None


class PositionOut(TypedDict):
    """A board and a position on it."""

    scene: Scene
    position: Position
    distance: NotRequired[Meter]


class ReplayStep(TypedDict):
    """A move of a sequence, and the position after it, without its legal moves."""

    move: Move
    position: Position


class Replay(TypedDict):
    """A sequence of moves, position by position."""

    start: Position
    steps: list[ReplayStep]
    length: int
    solved: bool


class Validation(TypedDict):
    """What is known of a board that is being drawn; where it is not valid, everything else is None."""

    valid: bool
    errors: list[BoardFault]
    puzzle: Compact | None
    scene: Scene | None
    position: Position | None
    known: bool
    solvable: bool | None
    par: int | None
    count: Number | None
    essential: int | None
    """How many solutions are essentially different, if that was found in a short time."""
    harder_than: int | None
    """The share of the family's boards with a smaller par, in percent."""
    forecast: Forecast | None
    """How long it takes most people, by its par alone."""
    toml: Toml | None
    page: ForEngine | None
    """What the engine in a page needs to go on, if the fewest moves were not found in a short time."""


class Spot(TypedDict):
    """How large a share of the shortest solutions stops at a place, or passes it."""

    kind: PieceName
    place: PieceName
    cell: int
    share: float


class Heatmap(TypedDict):
    """How often pieces stop on each cell in the shortest solutions."""

    length: int | None
    count: Number | None
    spots: list[Spot]


@router.post("/position")
def position(request: HttpRequest, body: PositionIn) -> PositionOut:
    """A position, its legal moves and why others are refused; with `move`, the position after it."""
    ref = named(request, body.board)
    puzzle = ref.puzzle
    state = state_of(puzzle, body.state)
    if body.move is not None:
        state = puzzle._find(state, body.move).after
    tell = translator()
    here = position_of(puzzle, state, tell)
    here["refused"] = cast("list[Refusal]", board_view(puzzle).refused(state, tell))
    found: PositionOut = {"scene": scene_of(puzzle, tell), "position": here}
    if body.distance:
        found["distance"] = _told_distance(request, ref, state)
    return found


@router.post("/replay")
def replay(request: HttpRequest, body: LineIn) -> Replay:
    """A sequence of moves, position by position; refused if the number of moves times pieces is too large."""
    puzzle = named(request, body.board).puzzle
    state = state_of(puzzle, body.state)
    tell = translator()
    if (
        len(names_of(puzzle, body.moves)) * len(board_view(puzzle).pieces(state))
        > settings.CONFIG.bounds.replay_pieces
    ):
        raise Problem("too-large")
    steps = list(walk(puzzle, state, body.moves))
    return {
        "start": position_of(puzzle, state, with_moves=False),
        "steps": [
            {
                "move": move_of(puzzle, step, tell),
                "position": position_of(puzzle, step.after, with_moves=False),
            }
            for step in steps
        ],
        "length": sum(step.cost for step in steps),
        "solved": puzzle.is_goal(steps[-1].after if steps else state),
    }


@router.post("/validate")
def validate(request: HttpRequest, body: OfBoard) -> Validation:
    """The board editor's live check: whether the board is valid, whether it can be solved, and in how many
    moves.
    """
    try:
        puzzle = named(request, body.board).puzzle if isinstance(body.board, str) else read_puzzle(body.board)
    except BoardError as error:
        family = "" if isinstance(body.board, str) else str(body.board.get("family", ""))
        return _invalid([{**told(error), "message": translated(to_who_draws(error.message, family))}])
    page = None
    try:
        found = answers.quick_count(puzzle)
        if found is None:
            page = for_engine(puzzle)
    except PuzzleError:  # nothing can be proved about it, but it can be played
        found = None
    par = None if found is None else found["length"]
    tell = translator()
    return {
        "valid": True,
        "errors": [],
        "puzzle": str(puzzle),
        "scene": scene_of(puzzle, tell),
        "position": position_of(puzzle, puzzle.initial(), tell),
        "known": found is not None,
        "solvable": None if found is None else par is not None,
        "par": par,
        "count": None if found is None else found["count"],
        "essential": None if found is None else found.get("essential"),
        "harder_than": None if par is None else harder_than(puzzle.family, par),
        "forecast": by_moves(par),
        "toml": puzzle.to_toml(),
        "page": page,
    }


def _invalid(errors: list[BoardFault]) -> Validation:
    return {
        "valid": False,
        "errors": errors,
        "known": False,
        "puzzle": None,
        "scene": None,
        "position": None,
        "solvable": None,
        "par": None,
        "count": None,
        "essential": None,
        "harder_than": None,
        "forecast": None,
        "toml": None,
        "page": None,
    }


@router.post("/hint")
def hint(request: HttpRequest, body: HintIn) -> HintOut | Later[Waiting]:
    """Every legal move with the distance after it, and a hint in words; 202 with a job if it takes long."""
    found = named(request, body.board)
    state = state_of(found.puzzle, body.state)
    withhold(request, "hints", found)
    answer = answers.quick_hint(found.puzzle, state)
    if answer is None:
        return later(request, "hint", found, state, body.seconds)
    assistance.record(request, found.puzzle, state, found.board)
    return hint_words(found.puzzle, state, answer)


@router.post("/distance")
def distance(request: HttpRequest, body: OfPosition) -> Meter:
    """The fewest moves to a goal, if known or quickly found."""
    found = named(request, body.board)
    return _told_distance(request, found, state_of(found.puzzle, body.state))


@router.post("/heatmap")
def heatmap(request: HttpRequest, body: HeatmapIn) -> Heatmap | Later[Waiting]:
    """How often pieces stop on each cell in optimal solutions; 202 with a job until known."""
    found = named(request, body.board)
    withhold(request, "solution", found)
    state = found.puzzle.initial()
    answer = answers.known("heatmap", found.puzzle, state)
    if answer is None:
        return later(request, "heatmap", found, state, body.seconds)
    assistance.record(request, found.puzzle, state, found.board)
    cells = {name: cell for cell, name in board_view(found.puzzle).names.items()}
    spots: list[Spot] = [
        {"kind": spot["kind"], "place": spot["place"], "cell": cells[spot["place"]], "share": spot["share"]}
        for spot in answer["spots"]
    ]
    return {"length": answer["length"], "count": answer["count"], "spots": spots}


@router.post("/solve")
def solve(request: HttpRequest, body: SolveIn) -> Made[JobOut]:
    """Starts a job that finds the fewest moves and reports better solutions as it finds them."""
    if isinstance(body.board, str) and is_own(body.board):
        return _solve_own(request, body, body.board)
    found = named(request, body.board)
    withhold(request, "solution", found)
    state = state_of(found.puzzle, body.state)
    after = [step.name for step in walk(found.puzzle, state, body.after)]
    via = [str(state_of(found.puzzle, text)) for text in body.via]
    task = {key: value for key, value in (("after", after), ("via", via)) if value}
    quick = None if task else answers.quick_solution(found.puzzle, state)
    job = ask(request, "solve", found, state, task=task, seconds=body.seconds, result=quick)
    assistance.record(request, found.puzzle, state, found.board)
    return Made(job_json(job))


def _solve_own(request: HttpRequest, body: SolveIn, name: str) -> Made[JobOut]:
    """Start the job of a user's own puzzle. No rule runs here: only the solver reads its moves and states."""
    own = own_of(name, settings.CONFIG.puzzles)
    task = {key: value for key, value in (("after", body.after), ("via", body.via)) if value}
    job = _put(request, "solve", own, body.state or "", None, task=task, seconds=body.seconds)
    return Made(job_json(job))


def ask(request: HttpRequest, kind: str, found: Named, state: Any, **more: Any) -> Job:
    """Queues a job about a position for the request's player."""
    return _put(request, kind, found.puzzle, state, found.board, **more)


def _put(
    request: HttpRequest, kind: str, puzzle: EnginePuzzle | Own, state: Any, board: Board | None, **more: Any
) -> Job:
    try:
        player = player_or_guest(request)
        return queue.ask(
            kind, puzzle, state, player=player, board=board, address=network_of_request(request), **more
        )
    except queue.TooMany as error:
        raise too_many_jobs(error) from None


def later(
    request: HttpRequest, kind: str, found: Named, state: Any, seconds: float | None = None
) -> Later[Waiting]:
    """Answer 202 with a job that finds the answer. Raises `Problem` if a job with these limits has already
    failed.
    """
    tried = given_up(kind, found, state, seconds)
    if tried is not None:
        raise limit_reached(tried)
    return Later(waiting(ask(request, kind, found, state, seconds=seconds)))


def limit_reached(tried: Json) -> Problem:
    """The answer to a question that a job has not answered within its limits."""
    limits = {"seconds": tried["seconds"], "memory_mb": tried["memory_mb"]}
    detail = gettext("The search reached its limits: {seconds} s and {memory} MiB.")
    detail = detail.format(seconds=f"{tried['seconds']:g}", memory=tried["memory_mb"])
    return Problem("limit-reached", detail, limit=tried["limit"], limits=limits)


def given_up(kind: str, found: Named, state: Any, seconds: float | None = None) -> Json | None:
    """Return the result of a failed job with at least the limits asked for now; None if there is none."""
    return answers.given_up(kind, found.puzzle, state, queue.bounds(kind, seconds))


def waiting(job: Job) -> Waiting:
    """The 202 answer with the job to wait for."""
    return {"job": job_json(job), "retry_after_ms": RETRY_MS}


def withheld(what: What) -> Problem:
    """The problem that says which help is turned off."""
    return Problem("forbidden", gettext(WITHHELD[what]))


def is_withheld(player: Player | None, what: What, puzzle: EnginePuzzle, board: Board | None) -> bool:
    """Return whether a pupil is not to have this help on a board now, in an assignment that is open."""
    if player is None or not player.is_pupil:
        return False
    now = timezone.now()
    same = Q(pack__boards__puzzle=str(puzzle))
    if board is not None:
        same |= Q(pack__boards=board)
    found = Assignment.objects.filter(same, classroom=player.pupil.classroom_id, **{what: False})
    is_open = Q(opens=None) | Q(opens__lte=now), Q(closes=None) | Q(closes__gt=now)
    return found.filter(*is_open).exists()


def withhold(request: HttpRequest, what: What, found: Named) -> None:
    """Raise `Problem` if the request's player is a pupil who may not have this help on the board."""
    if is_withheld(player_of(request), what, found.puzzle, found.board):
        raise withheld(what)


def _told_distance(request: HttpRequest, found: Named, state: Any) -> Meter:
    """Return the distance of a position and record it as help: somebody who asks after every move is led to
    the goal.
    """
    withhold(request, "distances", found)
    measured = meter(found.puzzle, state)
    if measured["known"]:
        assistance.record(request, found.puzzle, state, found.board)
    return measured


def meter(puzzle: EnginePuzzle, state: Any) -> Meter:
    """Distance and progress of a position."""
    found = answers.quick_distance(puzzle, state)
    known = found is not None
    far = found["distance"] if found is not None else None
    return {
        "known": known,
        "distance": far,
        "goal_reachable": far is not None if known else None,
        "at_home": cast("Home", board_view(puzzle).at_home(puzzle.position(state))),
    }
