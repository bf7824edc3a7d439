"""Games: every move is checked and stored before it is acknowledged.

Whatever changes a game locks it, checks, applies the change and saves it, in this order, as `play` shows. The
game and its lines in the event log are saved in one transaction. A win counts only after all its moves were
replayed from the start.
"""

from __future__ import annotations

from contextlib import contextmanager, suppress
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from clew.search.verify import verify
from clew.version import version
from clew_studio import quotas
from clew_studio.boards.packs import time_left
from clew_studio.database import Prepared, Table, one_at_a_time, write_lock
from clew_studio.games import assistance, results
from clew_studio.models import Board, Consent, Event, Game, Pack
from clew_studio.puzzles import elsewhere

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from datetime import datetime

    from django.db.models import QuerySet

    from clew.puzzles.base import EnginePuzzle
    from clew.puzzles.position import Move
    from clew.scenes.base import BoardView
    from clew_studio.models import Participant, Player

    Read = Callable[[str], Game]
    """Reads a game, and locks its row where the database has locks of rows."""

Json = dict[str, Any]

MOST_MOVES = 5_000

LONGEST_PAUSE = timedelta(minutes=2)
"""A longer pause between two activities counts as this much."""

HELP = ("hint", "distance", "review")
"""Events of a page that gave help by itself."""

GIVEN_BY_THE_PAGE: Json = {"event": "hint", "target": "3", "key": ""}
"""What is recorded of a game that had help while it went on without the server."""

NOT_PLAYING = ("start", "focus", "blur")
"""Events while the page is only being viewed."""

STEPPED = ("steps", "cursor", "length", "events", "elapsed_ms", "timed", "touched")
"""What a move, or its undoing, changes in a game."""

CHANGED = (*STEPPED, "hints", "status", "finished")
"""What anything else changes in it, but for a win."""

WON = (*CHANGED, "aided", "ranked", "best", "points")


def _to_change(key: str) -> QuerySet[Game]:
    # The game's row alone: its board and its pack may be missing, and a missing row cannot be locked.
    rows = Game.objects.select_for_update(of=("self",)).order_by()
    return rows.select_related("board", "pack", "player", "player__user").filter(pk=key)


_TO_CHANGE: Prepared[Game] = Prepared(_to_change)
_GAMES, _EVENTS = Table(Game), Table(Event)


class Conflict(Exception):
    """The game with this key is not in the state that the caller expects; the text says why."""

    def __init__(self, why: str, game: str) -> None:
        super().__init__(why)
        self.game = game


class Forged(Exception):
    """A claimed result is not what replaying the moves gives."""


def to_change(key: str) -> Game:
    """A game that is locked, as it is now. Raises `Game.DoesNotExist`."""
    game = _TO_CHANGE.first(key)
    if game is None:
        raise Game.DoesNotExist
    return game


@write_lock()
def begin(
    player: Player,
    puzzle: EnginePuzzle,
    board: Board | None,
    pack: Pack | None = None,
    *,
    sent: str = "",
    spent_ms: int = 0,
    had_help: bool = False,
    timed: bool = True,
    participant: Participant | None = None,
    deadline: datetime | None = None,
    consent_version: str = "",
) -> Game:
    """Start a new game of a puzzle, which may be a board of the site. One that was played without the server
    (`clew_studio.games.arrivals`) has a name, `sent`, took `spent_ms` so far, and may have had help. `timed`:
    it begins with the first of its moves. A level of an experiment has a `participant`, who agreed to the
    text of that version, and may have a deadline.
    """
    quotas.add(puzzle, "games")
    now = timezone.now()
    consent = (
        None if pack is None else Consent.objects.filter(player=player, pack=pack).order_by("-given").first()
    )
    game = Game.objects.create(
        player=player,
        board=board,
        pack=pack,
        participant=participant,
        deadline=deadline,
        keys={"family": puzzle.family, **puzzle._own_keys()},
        family=puzzle.family,
        start=str(puzzle.initial()),
        attempt=1 if board is None else results.next_attempt(player, board),
        consent_version=consent_version if consent is None else consent.version,
        elapsed_ms=spent_ms,
        timed=timed and not spent_ms,
        started=now,
        touched=now,
    )
    if board is not None and not player.is_pupil:
        Board.objects.filter(pk=board.pk).update(plays=F("plays") + 1)
    lines = [_line(game, "start", key=sent)]
    if had_help:
        lines += _noticed(game, GIVEN_BY_THE_PAGE)
    for line in lines:
        line.save(force_insert=True)
    game.save()
    return game


def unfinished(player: Player, board: Board, pack: Pack | None) -> Game | None:
    """Return the player's unfinished game of a board; an experiment or an assignment has games of its own."""
    going = Game.objects.filter(player=player, board=board, status=Game.Status.PLAYING)
    if pack is not None and pack.kind in Pack.OF_ITS_OWN:
        return going.filter(pack=pack).first()
    return going.filter(participant=None).exclude(pack__kind__in=Pack.OF_ITS_OWN).first()


def has_won(player: Player) -> bool:
    """Return whether the player has ever solved a board."""
    return Game.objects.filter(player=player, status=Game.Status.WON).exists()


def expire(player: Player) -> None:
    """Ends the player's games of experiments whose time is over."""
    limited = Q(pack__time_limit_s__isnull=False) | Q(deadline__isnull=False)
    going = Game.objects.filter(limited, player=player, status=Game.Status.PLAYING)
    for game in going.select_related("pack", "player"):
        if left(game) == timedelta(0):
            with suppress(Conflict), _locked(game.pk):
                pass  # it ends


def play(
    key: str,
    moves: list[str],
    cursor: int | None,
    t_client_ms: int | None,
    elapsed_ms: int = 0,
    read: Read = to_change,
) -> Game:
    """Make moves: all of them or none. `elapsed_ms`: the time of a game that went on without the server,
    according to the page; it can only make the game longer. Only moves that come one by one are timed.
    Raises `IllegalMove`, `Conflict`.
    """
    with _locked(key, cursor, read) as game:
        steps, is_won = _legal(game, moves)
        passed = _replayed(game, steps) if is_won else set()

        game.elapsed_ms = max(game.elapsed_ms, elapsed_ms)
        game.timed = game.timed and len(moves) == 1 and not elapsed_ms
        del game.steps[game.cursor :]
        lines = []
        for step in steps:
            state = str(step.after)
            quotas.add(state)
            game.steps.append([step.name, step.cost, state])
            game.cursor += 1
            game.length += step.cost
            moved = moved_by(game.known.view, step)
            lines.append(_line(game, "move", move=step.name, t_client_ms=t_client_ms, **moved))

        with transaction.atomic(savepoint=False):
            if is_won:
                game.status, game.finished = Game.Status.WON, timezone.now()
                lines.append(_line(game, "win", t_client_ms=t_client_ms))
                results.won(game, passed)
            _save(game, WON if is_won else STEPPED, lines)
    return game


def _legal(game: Game, moves: list[str]) -> tuple[list[Move], bool]:
    """The moves as steps from the game's position, and whether they win."""
    _check_log(game)
    puzzle = game.known.puzzle
    position, steps = puzzle.position(game.state), []
    is_won = False
    for index, name in enumerate(moves):
        if is_won:
            raise Conflict("won", game.pk)
        if game.cursor + index >= MOST_MOVES:
            raise Conflict("long", game.pk)
        steps.append(puzzle._find(position, name, index))
        position = steps[-1].after
        is_won = position.is_goal
    return steps, is_won


def _replayed(game: Game, steps: list[Move]) -> set[str]:
    """Replay a game with its last moves from the start. The positions that it passed, as `assistance` names
    them. Raises `Forged` if it is not solved.
    """
    if not verify(game.known.puzzle, [*game.moves, *(step.name for step in steps)]).solved:
        raise Forged
    before = [after for _, _, after in game.steps[: game.cursor]]
    return assistance.passed(game, [*before, *(str(step.after) for step in steps)])


def moved_by(view: BoardView, step: Move) -> Json:
    """Return which piece a move takes and where, as names of cells; None for what the move does not have."""
    way, names = view.ways(step.before, [step.code])[0], view.names
    return {"piece": way["piece"], "origin": names.get(way["from"]), "target": names.get(way["to"])}


def undo(
    key: str, cursor: int | None, t_client_ms: int | None, read: Read = to_change, count: int = 1
) -> Game:
    """Undo the last moves. Raises `Conflict` if there are not so many."""
    return _moved(key, "undo", lambda game: game.cursor - count, cursor, t_client_ms, read)


def redo(
    key: str, cursor: int | None, t_client_ms: int | None, read: Read = to_change, count: int = 1
) -> Game:
    """Redo the moves undone last. Raises `Conflict` if there are not so many."""
    return _moved(key, "redo", lambda game: game.cursor + count, cursor, t_client_ms, read)


def restart(key: str, cursor: int | None, t_client_ms: int | None, read: Read = to_change) -> Game:
    """Undo all moves."""
    return _moved(key, "restart", lambda game: 0, cursor, t_client_ms, read)


def _moved(
    key: str,
    event: str,
    place: Callable[[Game], int],
    cursor: int | None,
    t_client_ms: int | None,
    read: Read,
) -> Game:
    """Go to another place among the moves that were played. Raises `Conflict` if there is no such place."""
    with _locked(key, cursor, read) as game:
        # The answer shows the position: a process that may not read it must say so before anything is stored.
        elsewhere.check(game.family)
        _check_log(game)
        to, here = place(game), game.cursor
        if not 0 <= to <= len(game.steps):
            raise Conflict("start" if to < 0 else "end", key)
        game.cursor = to
        game.length = sum(cost for _, cost, _ in game.steps[:to])
        turned = game.steps[to:here][::-1] or game.steps[here:to]
        names = [""] if event == "restart" else [name for name, _, _ in turned]
        lines = [_line(game, event, move=name, t_client_ms=t_client_ms) for name in names]
        with transaction.atomic(savepoint=False):
            _save(game, STEPPED, lines)
    return game


def hinted(key: str, level: int, t_client_ms: int | None) -> Game:
    """Record that the player was given a hint: the game will not be ranked."""

    def change(game: Game) -> list[Event]:
        game.hints += 1
        assistance.record_in_game(game)
        return [_line(game, "hint", target=str(level), t_client_ms=t_client_ms)]

    return _changed(key, change)


def surrender(game: Game) -> Game:
    """Ends the game without a win."""

    def change(now: Game) -> list[Event]:
        now.status = Game.Status.SURRENDERED
        assistance.record_in_game(now)
        now.finished = timezone.now()
        results.lost(now)
        return [_line(now, "surrender")]

    return game if game.status == Game.Status.SURRENDERED else _changed(game.pk, change)


def notice(key: str, events: list[Json]) -> Game:
    """Record, once for each `key`, what the page saw besides moves: drags, focus, blur, and the help that it
    gave. Raises `Conflict` if the log is full.
    """

    def change(now: Game) -> list[Event]:
        _check_log(now)
        sent = {event["key"] for event in events} - {""}
        known = set(now.log.filter(key__in=sent).values_list("key", flat=True))
        written = []
        for event in events:
            if event["key"] not in known:
                written += _noticed(now, event)
                known |= {event["key"]} - {""}
        return written

    return _changed(key, change, over=True)


def _noticed(now: Game, event: Json) -> list[Event]:
    if event["event"] not in HELP:
        return [_line(now, **event)]
    assistance.record_in_game(now)
    if now.status == Game.Status.WON and event["event"] != "review":
        results.take_off(now)
    if now.status != Game.Status.PLAYING or event["event"] != "hint":
        return []
    now.hints += 1
    return [_line(now, **event)]


def forget(game: Game) -> None:
    """Delete a game; if it was the player's best on its board, the next best takes its place."""
    player, was_best = game.player, game.best
    with one_at_a_time(f"game {game.pk}"), transaction.atomic(savepoint=False):
        game.delete()
        if was_best:
            results.rank_again(player)


def check(game: Game, moves: list[str] | None, length: int | None) -> None:
    """Replay a game from the start and compare it with the claim. Raises `Forged`, `Conflict`."""
    verdict = verify(game.read(), game.moves)
    if moves is not None and moves != verdict.moves:
        raise Forged
    if length is not None and length != verdict.length:
        raise Forged
    if not verdict.solved:
        raise Conflict("unsolved", game.pk)


@contextmanager
def _locked(
    key: str, cursor: int | None = None, read: Read = to_change, *, over: bool = False
) -> Iterator[Game]:
    """A game that nobody else changes meanwhile, with the time until now. Raises `Conflict` if it is at
    another move than the caller expects, or is over, unless `over` is allowed. If an experiment's time is
    over, the game ends.
    """
    with one_at_a_time(f"game {key}"):
        game = read(key)
        late = not over and game.status == Game.Status.PLAYING and left(game) == timedelta(0)
        if late:
            _close(game)
        else:
            if game.status != Game.Status.PLAYING and not over:
                raise Conflict(game.status, key)
            if cursor is not None and cursor != game.cursor:
                raise Conflict("elsewhere", key)
            _spend(game)
            yield game
    if late:
        raise Conflict(game.status, key)


def _changed(key: str, change: Callable[[Game], list[Event]], *, over: bool = False) -> Game:
    """Return the game after a change to the fields in `CHANGED`, which returns the new lines of its log.
    Raises `Conflict`.
    """
    with _locked(key, over=over) as game, transaction.atomic(savepoint=False):
        _save(game, CHANGED, change(game))
    return game


def _save(game: Game, fields: tuple[str, ...], lines: list[Event]) -> None:
    """Write these fields of a game and new lines of its log, in the transaction that is under way."""
    if not _GAMES.update(game, fields):
        raise Game.DoesNotExist
    _EVENTS.insert(lines)


def left(game: Game) -> timedelta | None:
    """The time left in a game of an experiment or assignment, none once it must end; None without a limit."""
    if game.deadline is not None:
        return max(timedelta(0), game.deadline - timezone.now())
    return None if game.pack is None else time_left(game.pack, game.player)


def _close(game: Game) -> None:
    game.status = Game.Status.EXPIRED
    game.finished = timezone.now()
    with transaction.atomic(savepoint=False):
        if game.board is not None:
            results.is_first_end(game.player, game.board)
        _save(game, CHANGED, [_line(game, "timeout")])


def _spend(game: Game) -> None:
    """Add the time since the last activity to the game's time, which starts with the first activity."""
    now = timezone.now()
    if game.status != Game.Status.PLAYING:
        return
    # A new game's log has one line.
    is_begun = bool(game.elapsed_ms or game.steps) or (
        game.events > 1 and game.log.exclude(event__in=NOT_PLAYING).exists()
    )
    if is_begun:
        pause = min(max(now - game.touched, timedelta(0)), LONGEST_PAUSE)
        game.elapsed_ms += round(pause.total_seconds() * 1000)
    game.touched = now


def _line(
    game: Game,
    event: str,
    piece: str | None = None,
    origin: str | None = None,
    target: str | None = None,
    move: str = "",
    t_client_ms: int | None = None,
    key: str = "",
) -> Event:
    """The next line of a game's log, which is not saved yet."""
    game.events += 1
    return Event(
        game=game,
        seq=game.events,
        event=event,
        piece=piece or "",
        origin=origin or "",
        target=target or "",
        move=move,
        t_client_ms=game.elapsed_ms if t_client_ms is None else t_client_ms,
        t_server=timezone.now(),
        build=version(),
        key=key,
    )


def _check_log(game: Game) -> None:
    """Raise `Conflict` if a game's log is full, so that no single game fills the disk."""
    if game.events >= settings.CONFIG.bounds.game_events:
        raise Conflict("full", game.pk)
