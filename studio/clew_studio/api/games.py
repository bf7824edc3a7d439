"""Games: start, move, undo, hint, finish. Each answer is the whole game as it is now."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Annotated, Any, Literal, NotRequired, cast
from urllib.parse import urlencode

from django.http import HttpRequest
from django.utils.translation import gettext, gettext_noop
from ninja import Query, Router, Schema
from typing_extensions import TypedDict

from clew.errors import IllegalMove
from clew_studio.api.boards import WholeBoard, whole
from clew_studio.api.document import Answer, Later, Made, Nothing
from clew_studio.api.positions import Meter, What, ask, given_up, later, meter, waiting, withheld
from clew_studio.api.rows import (
    BoardOut,
    Named,
    Page,
    board_of,
    board_of_game,
    game_of,
    game_to_change,
    named,
    paged,
    visible_pack,
)
from clew_studio.api.schemas import EventsIn, FinishIn, GameHintIn, GameIn, Key, MovesIn, StepIn, TurnIn
from clew_studio.boards.gallery import first_board
from clew_studio.boards.packs import FIRST_PACK, level_for_game, start_clock
from clew_studio.experiments import taking
from clew_studio.games import arrivals, assistance, ranking, stats
from clew_studio.games import play as games
from clew_studio.games.hints import GameHintOut, cut, hint_words
from clew_studio.jobs import answers
from clew_studio.models import Board, Game, Pack, Player
from clew_studio.puzzles.reading import scene_of
from clew_studio.requests.callers import player_of, player_or_guest
from clew_studio.requests.problems import Problem, missing
from clew_studio.shapes import (
    Address,
    Compact,
    Family,
    Listed,
    Moment,
    MoveText,
    Position,
    Scene,
    Status,
    Waiting,
)
from clew_studio.shapes import Key as KeyOut
from clew_studio.translation import translator

Json = dict[str, Any]
router = Router(tags=["games"])

CONFLICTS = {
    "won": gettext_noop("This game has been won."),
    "surrendered": gettext_noop("This game has been given up."),
    "expired": gettext_noop("The time is up."),
    "elsewhere": gettext_noop("This game was continued in another window."),
    "start": gettext_noop("There is no move to undo."),
    "end": gettext_noop("There is no move to redo."),
    "long": gettext_noop("This game has too many moves: restart it."),
    "full": gettext_noop("This game has too many events: start a new one."),
    "unsolved": gettext_noop("The moves do not solve the board."),
}


class GameFilter(Schema):
    """Which games are wanted."""

    board: Key | None = None
    status: Literal["playing", "won", "surrendered", "expired"] | None = None


class Score(TypedDict):
    """How a win counts."""

    length: int
    par: int | None
    time_ms: int
    ranked: bool
    points: int


class Permitted(TypedDict):
    """The help that is allowed: hints, the distance to the goal, and the solution with everything that shows
    it, such as the map and the review of the game.
    """

    hints: bool
    distances: bool
    solution: bool


class GameOut(TypedDict):
    """A game as its player sees it. Its board is None if it is not on this site."""

    id: KeyOut
    board: BoardOut | None
    puzzle: Compact
    family: Family
    status: Literal["playing", "won", "surrendered", "expired"]
    moves: list[MoveText]
    undone: list[MoveText]
    cursor: int
    length: int
    can_undo: bool
    can_redo: bool
    hints: int
    aided: bool
    """Won with help from the server."""
    elapsed_ms: int
    time_left_ms: int | None
    """The time left in an experiment; None if there is no limit."""
    started: Moment
    finished: Moment | None
    score: Score | None
    rank: int | None
    badges: list[stats.Badge]
    share: Address
    lost: bool
    """The goal can no longer be reached; only known where moves cannot be reversed."""
    in_study: bool
    """It belongs to an experiment, whose games are not looked back on."""
    permitted: Permitted
    scene: NotRequired[Scene]
    position: NotRequired[Position]


class Opening(TypedDict):
    """A board, and my unfinished game on it."""

    board: WholeBoard
    game: GameOut | None


class Starter(TypedDict):
    """A board for a first visit, None once the visitor has won; and the pack to continue with."""

    board: WholeBoard | None
    game: GameOut | None
    pack: KeyOut | None


class Ending(TypedDict):
    """How a game that was given up could have ended; `moves` is None if that is unknown or impossible."""

    status: Status
    moves: list[MoveText] | None


class Surrendered(TypedDict):
    """A game that was given up, and a solution from there."""

    game: GameOut
    solution: Ending


class SurrenderedWaiting(Waiting):
    """A game that was given up, and the job that finds a solution from there."""

    game: GameOut


def game_json(game: Game, *, scene: bool = False, position: bool = True, watch: bool = False) -> GameOut:
    """A game as its player sees it. `watch`: also say whether it is lost, if that is found quickly."""
    names, is_on = [name for name, _, _ in game.steps], game.status == Game.Status.PLAYING
    moves = names[: game.cursor]
    left = games.left(game)
    shown: GameOut = {
        "id": game.pk,
        "board": board_of_game(game),
        "puzzle": game.known.compact,
        "family": game.family,
        "status": game.status,
        "moves": moves,
        "undone": names[game.cursor :],
        "cursor": game.cursor,
        "length": game.length,
        "can_undo": is_on and game.cursor > 0,
        "can_redo": is_on and game.cursor < len(game.steps),
        "hints": game.hints,
        "aided": game.aided,
        "elapsed_ms": game.elapsed_ms,
        "time_left_ms": None if left is None else round(left.total_seconds() * 1000),
        "started": game.started,
        "finished": game.finished,
        "score": _score(game) if game.status == Game.Status.WON else None,
        "rank": ranking.rank_of(game) if game.best else None,
        "badges": [] if game.finished is None else stats.badges_of(game),
        "share": _share(game, moves if is_on else []),
        "lost": watch and is_on and _is_lost(game),
        "in_study": game.in_study,
        "permitted": permitted(game),
    }
    if scene:
        shown["scene"] = scene_of(game.known.puzzle, translator())
    if position:
        shown["position"] = cast("Position", game.known.view.position(game.state, tell=translator()))
    return shown


def permitted(game: Game) -> Permitted:
    """Return the help that a game may have. A level of an experiment has no solution here: a participant who
    gives up is shown it with the step of the experiment.
    """
    if game.participant is not None:
        holds = taking.settings_for(game.participant)
        return {"hints": holds.hints, "distances": holds.distance, "solution": False}
    pack = game.pack
    if pack is None or pack.kind != Pack.Kind.ASSIGNMENT:
        return {"hints": True, "distances": True, "solution": True}
    told = pack.assignment
    return {"hints": told.hints, "distances": told.distances, "solution": told.solution}


def permit(game: Game, what: What) -> None:
    """Raise `Problem` if a game may not have this help."""
    if not permitted(game)[what]:
        raise withheld(what)


def _is_lost(game: Game) -> bool:
    """Whether the goal can no longer be reached; False also if that is not known at once.

    The page warns every player of it, so it does not count as help: the answer never contains a distance.
    """
    found = answers.quick_distance(game.read(), game.state)
    return found is not None and found["distance"] is None


def _score(game: Game) -> Score:
    par = None if game.board is None else game.board.par
    return {
        "length": game.length,
        "par": par,
        "time_ms": game.elapsed_ms,
        "ranked": game.ranked,
        "points": game.points,
    }


def _share(game: Game, moves: list[str]) -> str:
    """A link to the board, which it names if everybody may see it, with the moves so far. A game that is over
    gives none: they would play the board for whoever opens it.
    """
    line = {"moves": " ".join(moves)} if moves else {}
    board = game.board
    if board is not None and board.status == Board.Status.PUBLISHED:
        return f"/play/{board.pk}" + (f"?{urlencode(line)}" if line else "")
    return f"/play?{urlencode({'puzzle': game.known.compact, **line})}"


@router.get("/boards/{key}/play")
def opening(request: HttpRequest, key: str) -> Opening:
    """A board, and my unfinished game on it; what the page needs before the first move."""
    board, player = board_of(request, key), player_of(request)
    going = None if player is None else games.unfinished(player, board, None)
    game = None if going is None else game_json(going, watch=True)
    return {"board": whole(request, board), "game": game}


@router.get("/starter")
def starter(request: HttpRequest) -> Starter:
    """A first board for somebody who has not won yet, as `GET /boards/{id}/play` gives it, else null; and the
    pack to continue with, if the site has it.
    """
    player = player_of(request)
    board = None if player is not None and games.has_won(player) else first_board()
    has_pack = Pack.objects.filter(pk=FIRST_PACK, is_public=True).exists()
    pack = FIRST_PACK if has_pack else None
    if board is None:
        return {"board": None, "game": None, "pack": pack}
    return {**opening(request, board.pk), "pack": pack}


@router.post("/games")
def start(request: HttpRequest, body: GameIn) -> Made[GameOut] | Answer[GameOut]:
    """Starts a game, or continues mine on that board. A new one begins with `moves`: all of them, or none if
    one is illegal.
    """
    found = named(request, body.board)
    player = player_or_guest(request)
    pack = None if body.pack is None else _pack_of(request, player, body.pack, found.board)
    games.expire(player)
    sent = body.sent or ""
    known = arrivals.arrived(player, sent, had_help=body.helped)
    if known is not None:
        return Answer(game_json(known, scene=True, watch=body.watch))
    if pack is not None and not start_clock(pack, player):
        raise Problem("conflict", gettext(CONFLICTS["expired"]))
    if body.resume and found.board is not None:
        going = games.unfinished(player, found.board, pack)
        if going is not None and body.moves:
            raise games.Conflict("elsewhere", going.pk)
        if going is not None:
            return Answer(game_json(going, scene=True, watch=body.watch))
    game, is_new = arrivals.arrive(
        player, found.puzzle, found.board, pack, sent=sent, spent_ms=body.spent_ms, had_help=body.helped
    )
    if is_new and body.moves:
        game = _opened(game, body)
    return Made(game_json(game, scene=True, watch=body.watch))


def _opened(game: Game, body: GameIn) -> Game:
    """A new game after its first moves; if they cannot be made, no game is created.

    A game that was sent twice at the same time stays if the other request has played in it.
    """
    begun = game.events
    try:
        return games.play(game.pk, body.moves, 0, body.t_client_ms)
    except IllegalMove:
        games.forget(game)
        raise
    except games.Conflict as conflict:
        why = str(conflict)
        game.refresh_from_db(fields=["events"])
        if why != "expired" and game.events == begun:
            games.forget(game)
        raise Problem("conflict", gettext(CONFLICTS[why])) from None


def _pack_of(request: HttpRequest, player: Player, key: str, board: Board | None) -> Pack:
    """The pack that the game belongs to, if the player may play this board in it."""
    pack = visible_pack(request, key)
    level = level_for_game(pack, player, board)
    if level is None:
        raise missing()
    if not level.unlocked:
        raise Problem("forbidden", gettext("Solve the level before this one first."))
    return pack


@router.get("/games")
def mine(
    request: HttpRequest, page: Annotated[Page, Query()], which: Annotated[GameFilter, Query()]
) -> Listed[GameOut]:
    """My games, the newest first, without levels of experiments."""
    player = player_of(request)
    if player is not None:
        games.expire(player)
    found = Game.objects.none() if player is None else Game.objects.filter(player=player, participant=None)
    found = found.select_related("board", "board__owner", "pack", "player").prefetch_related("board__tags")
    if which.board is not None:
        found = found.filter(board=which.board)
    if which.status is not None:
        found = found.filter(status=which.status)
    return paged(found, page, lambda game: game_json(game, position=False))


@router.get("/games/{key}")
def one(request: HttpRequest, key: str) -> GameOut:
    """One of my games."""
    game = game_of(request, key)
    games.expire(game.player)
    game.refresh_from_db(fields=["status", "finished", "events"])
    return game_json(game, scene=True)


@router.delete("/games/{key}")
def delete(request: HttpRequest, key: str) -> Nothing:
    """Deletes a game. A level of an experiment stays: who withdraws takes all of them out."""
    game = game_of(request, key)
    if game.participant_id is not None:
        raise Problem(
            "forbidden", gettext("A level of an experiment stays: withdraw to take all of them out.")
        )
    games.forget(game)
    return Nothing()


@router.post("/games/{key}/moves")
def play(request: HttpRequest, key: str, body: MovesIn) -> GameOut:
    """Makes moves: all of them, or none if one is illegal."""
    change = partial(games.play, moves=body.moves, elapsed_ms=body.elapsed_ms)
    return _stepped(request, key, change, body)


@router.post("/games/{key}/undo")
def undo(request: HttpRequest, key: str, body: TurnIn | None = None) -> GameOut:
    """Undoes the last move, or the last `count` moves at once."""
    body = body or TurnIn()
    return _stepped(request, key, partial(games.undo, count=body.count), body)


@router.post("/games/{key}/redo")
def redo(request: HttpRequest, key: str, body: TurnIn | None = None) -> GameOut:
    """Redoes the move undone last, or the last `count` of them at once."""
    body = body or TurnIn()
    return _stepped(request, key, partial(games.redo, count=body.count), body)


@router.post("/games/{key}/restart")
def restart(request: HttpRequest, key: str, body: StepIn | None = None) -> GameOut:
    """Undoes all moves."""
    return _stepped(request, key, games.restart, body or StepIn())


@router.post("/games/{key}/hint")
def hint(request: HttpRequest, key: str, body: GameHintIn) -> GameHintOut | Later[Waiting]:
    """A hint of a given level, which is recorded; 202 with a job if it takes long (not yet recorded then)."""
    game = game_of(request, key)
    permit(game, "hints")
    puzzle = game.read()
    answer = answers.quick_hint(puzzle, game.state)
    if answer is None:
        return later(request, "hint", Named(puzzle, game.board), game.state)
    told = hint_words(puzzle, game.state, answer)
    after = games.hinted(key, body.level, body.t_client_ms)
    return cut(told, body.level, after.hints)


@router.get("/games/{key}/meter")
def distance(request: HttpRequest, key: str) -> Meter:
    """The distance of my game to a goal, if it can be found quickly."""
    game = game_of(request, key)
    permit(game, "distances")
    found = meter(game.read(), game.state)
    if found["known"]:
        assistance.record_in_game(game)
    return found


@router.post("/games/{key}/surrender")
def surrender(request: HttpRequest, key: str) -> Surrendered | Later[SurrenderedWaiting]:
    """Gives the game up and shows a solution from here; 202 with a job if that takes long."""
    game = game_of(request, key)
    permit(game, "solution")
    over = games.surrender(game)
    puzzle = over.read()
    answer = answers.quick_hint(puzzle, over.state)
    shown = game_json(over, position=False)
    if answer is None:
        asked = Named(puzzle, over.board)
        if given_up("hint", asked, over.state):
            return {"game": shown, "solution": {"status": "limit", "moves": None}}
        job = ask(request, "hint", asked, over.state)
        return Later({"game": shown, **waiting(job)})
    status: Status = "unsolvable" if answer["distance"] is None else "solved"
    return {"game": shown, "solution": {"status": status, "moves": answer["line"]}}


@router.post("/games/{key}/finish")
def finish(request: HttpRequest, key: str, body: FinishIn | None = None) -> GameOut:
    """Replays all moves on the server and compares them with those of the caller."""
    claim = body or FinishIn()
    game = game_of(request, key)
    try:
        games.check(game, claim.moves, claim.length)
    except games.Forged:
        detail = gettext("The server has recorded different moves.")
        raise Problem("forged", detail, length=game.length, moves=game.moves) from None
    return game_json(game)


@router.post("/games/{key}/events")
def events(request: HttpRequest, key: str, body: EventsIn) -> Nothing:
    """Records drags, when the page was visible, and the help that the page gave by itself."""
    seen = [
        {
            "key": event.id or "",
            "event": event.event,
            "piece": event.piece,
            "origin": event.from_,
            "target": event.to,
            "t_client_ms": event.t_client_ms,
        }
        for event in body.events
    ]
    game_of(request, key)
    games.notice(key, seen)
    return Nothing()


def _stepped(request: HttpRequest, key: str, change: Callable[..., Game], step: StepIn) -> GameOut:
    """My game after a move, or after one was undone."""
    read = partial(game_to_change, request)
    game = change(key, cursor=step.cursor, t_client_ms=step.t_client_ms, read=read)
    if game.status == Game.Status.WON:
        game = game_of(request, key)  # a win changes more than the game: what is shown of its board
    return game_json(game, watch=step.watch)


def conflict(refused: games.Conflict) -> Problem:
    """Why a game was not changed, with the game as it is now."""
    now = Game.objects.select_related("board", "board__owner", "pack", "player").get(pk=refused.game)
    return Problem("conflict", gettext(CONFLICTS[str(refused)]), game=game_json(now))
