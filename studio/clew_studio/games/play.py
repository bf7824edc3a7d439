"""Games: every move is checked and stored before it is acknowledged.

A game and its line in the event log change in one transaction. A win counts only after all its moves were
replayed from the start.

A move is checked, applied and saved, in this order (`play`: `_Checked`, `_apply`, `_stepped`). Most changes
concern only a game's row and its log. They use optimistic locking (`_stepped`): the row is written only if
the number of its last log line is still the one that was read, since every change adds a line; else the move
is checked again. Other changes, and a win, lock the row first (`_changed`).
"""

from __future__ import annotations

import contextlib
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.db.models import F
from django.utils import timezone

from clew.errors import IllegalMove
from clew.search.verify import verify
from clew.version import version
from clew_studio.boards.packs import time_left
from clew_studio.games import assistance, records, results
from clew_studio.locks import write_lock
from clew_studio.models import Board, Consent, Event, Game, Pack
from clew_studio.puzzles.reading import board_view
from clew_studio.shared.prepared import Prepared, Table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from django.db.models import QuerySet

    Change = Callable[[Game], list[Event]]
    """Changes a game that it is given, and returns the new lines of its log."""

    from clew.puzzles.base import EnginePuzzle
    from clew.puzzles.position import Move
    from clew.search.verify import Verdict
    from clew_studio.models import Player

Json = dict[str, Any]

MOST_MOVES = 5_000

LONGEST_PAUSE = timedelta(minutes=2)
"""A longer pause between two activities counts as this much."""

HELP = ("hint", "distance", "review")
"""Events of a page that gave help by itself."""

NOT_PLAYING = ("start", "focus", "blur")
"""Events while the page is only being viewed."""

MOST_OVERTAKEN = 3
"""How often a change is tried again because the game changed meanwhile."""

STEPPED = ("steps", "cursor", "length", "events", "elapsed_ms", "touched")
"""What a move, or its undoing, changes in a game."""

GAMES, EVENTS = Table(Game), Table(Event)


def _locked(key: str) -> QuerySet[Game]:
    # The game's row alone: its board and its pack may be missing, and a missing row cannot be locked.
    rows = Game.objects.select_for_update(of=("self",)).order_by()
    return rows.select_related("board", "pack", "player", "player__user").filter(pk=key)


LOCKED_GAME: Prepared[Game] = Prepared(_locked)
"""A game that nobody else changes until the transaction ends."""


class Conflict(Exception):
    """The game is not in the state that the caller expects; the argument says why."""


class Forged(Exception):
    """A claimed result is not what replaying the moves gives."""


class _Overtaken(Exception):
    """The game has changed since its moves were checked."""


@write_lock()
def begin(
    player: Player,
    puzzle: EnginePuzzle,
    board: Board | None,
    pack: Pack | None = None,
    *,
    sent: str = "",
    spent_ms: int = 0,
) -> Game:
    """Start a new game of a puzzle, which may be a board of the site. One that was played without the server
    (`clew_studio.games.arrivals`) has a name, `sent`, and took `spent_ms` so far.
    """
    now = timezone.now()
    consent = (
        None if pack is None else Consent.objects.filter(player=player, pack=pack).order_by("-given").first()
    )
    game = Game.objects.create(
        player=player,
        board=board,
        pack=pack,
        keys={"family": puzzle.family, **puzzle._own_keys()},
        family=puzzle.family,
        start=str(puzzle.initial()),
        attempt=1 if board is None else records.next_attempt(player, board),
        consent_version="" if consent is None else consent.version,
        elapsed_ms=spent_ms,
        started=now,
        touched=now,
    )
    if board is not None:
        Board.objects.filter(pk=board.pk).update(plays=F("plays") + 1)
    _line(game, "start", key=sent).save(force_insert=True)
    game.save()
    return game


def unfinished(player: Player, board: Board, pack: Pack | None) -> Game | None:
    """Return the player's unfinished game of a board; an experiment has games of its own."""
    going = Game.objects.filter(player=player, board=board, status=Game.Status.PLAYING)
    if pack is not None and pack.kind == Pack.Kind.EXPERIMENT:
        return going.filter(pack=pack).first()
    return going.exclude(pack__kind=Pack.Kind.EXPERIMENT).first()


def has_won(player: Player) -> bool:
    """Return whether the player has ever solved a board."""
    return Game.objects.filter(player=player, status=Game.Status.WON).exists()


def expire(player: Player) -> None:
    """Ends the player's games of experiments whose time is over."""
    going = Game.objects.filter(player=player, status=Game.Status.PLAYING, pack__time_limit_s__isnull=False)
    for game in going.select_related("pack", "player"):
        if not has_time(game):
            with contextlib.suppress(Conflict):
                _changed(game, lambda _: [], None)


def play(
    game: Game, moves: Iterable[str], cursor: int | None, t_client_ms: int | None, elapsed_ms: int = 0
) -> Game:
    """Make moves: all of them or none. `elapsed_ms`: the time of a game that went on without the server,
    according to the page; it can only make the game longer. Raises `IllegalMove`, `Conflict`.
    """
    wanted = list(moves)

    def attempt() -> Game:
        checked = _Checked(game, wanted)
        save = _stepped if checked.verdict is None else _changed
        return save(game, lambda now: _apply(now, checked, t_client_ms, elapsed_ms), cursor)

    return _until_done(game, attempt)


class _Checked:
    """Moves that are checked before the game is locked, since that can take long and others must be able to
    write: on a board with many pieces 200 moves take half a second, and the replay of a long game takes long.

    `steps`: each with its piece and cells, as `moved_by` has them. `passed`: the positions of a win, as the
    keys under which `assistance` records help. `refused`: why not all of the moves can be made.
    """

    def __init__(self, game: Game, moves: list[str]) -> None:
        self.before = game.moves
        self.steps: list[tuple[Move, Json]] = []
        self.verdict: Verdict | None = None
        self.passed: set[str] = set()
        self.refused: Conflict | IllegalMove | None = None
        puzzle, state = game.read(), game.state
        for index, name in enumerate(moves):
            if self.verdict is not None:
                self.refused = Conflict("won")
                return
            if game.cursor + index >= MOST_MOVES:
                self.refused = Conflict("long")
                return
            try:
                step = puzzle._find(state, name, index)
            except IllegalMove as error:
                self.refused = error
                return
            self.steps.append((step, moved_by(puzzle, step)))
            state = step.after
            if puzzle.is_goal(state):
                self.verdict = verify(puzzle, [*self.before, *(step.name for step, _ in self.steps)])
                states = [after for _, _, after in game.steps[: game.cursor]]
                self.passed = assistance.passed(game, [*states, *(step.after for step, _ in self.steps)])


def _apply(now: Game, checked: _Checked, t_client_ms: int | None, elapsed_ms: int) -> list[Event]:
    """Make moves that were checked. Raises what refuses them, and `_Overtaken`."""
    if now.moves != checked.before:
        raise _Overtaken
    _check_log(now)
    if checked.refused is not None:
        raise checked.refused
    now.elapsed_ms = max(now.elapsed_ms, elapsed_ms)
    del now.steps[now.cursor :]
    written = []
    for step, moved in checked.steps:
        now.steps.append([step.name, step.cost, str(step.after)])
        now.cursor += 1
        written.append(_line(now, "move", move=step.name, t_client_ms=t_client_ms, **moved))
    return written if checked.verdict is None else [*written, _win(now, checked, t_client_ms)]


def moved_by(puzzle: EnginePuzzle, step: Move) -> Json:
    """Return which piece a move takes and where, as names of cells; None for what the move does not have."""
    drawn = board_view(puzzle)
    way = drawn.travel(step.before, step)
    origin, target = (None if cell is None else drawn.names[cell] for cell in (way["from"], way["to"]))
    return {"piece": way["piece"], "origin": origin, "target": target}


def undo(game: Game, cursor: int | None, t_client_ms: int | None) -> Game:
    """Undo the last move. Raises `Conflict` at the start."""

    def change(now: Game) -> list[Event]:
        if not now.cursor:
            raise Conflict("start")
        _check_log(now)
        now.cursor -= 1
        return [_line(now, "undo", move=now.steps[now.cursor][0], t_client_ms=t_client_ms)]

    return _until_done(game, lambda: _stepped(game, change, cursor))


def redo(game: Game, cursor: int | None, t_client_ms: int | None) -> Game:
    """Redo the move undone last. Raises `Conflict` if there is none."""

    def change(now: Game) -> list[Event]:
        if now.cursor == len(now.steps):
            raise Conflict("end")
        _check_log(now)
        now.cursor += 1
        return [_line(now, "redo", move=now.steps[now.cursor - 1][0], t_client_ms=t_client_ms)]

    return _until_done(game, lambda: _stepped(game, change, cursor))


def restart(game: Game, cursor: int | None, t_client_ms: int | None) -> Game:
    """Undo all moves."""

    def change(now: Game) -> list[Event]:
        _check_log(now)
        now.cursor = 0
        return [_line(now, "restart", t_client_ms=t_client_ms)]

    return _until_done(game, lambda: _stepped(game, change, cursor))


def hinted(game: Game, level: int, t_client_ms: int | None) -> Game:
    """Record that the player was given a hint: the game will not be ranked."""

    def change(now: Game) -> list[Event]:
        now.hints += 1
        assistance.record_in_game(now)
        return [_line(now, "hint", target=str(level), t_client_ms=t_client_ms)]

    return _changed(game, change, None)


def surrender(game: Game) -> Game:
    """Ends the game without a win."""

    def change(now: Game) -> list[Event]:
        now.status = Game.Status.SURRENDERED
        assistance.record_in_game(now)
        now.finished = timezone.now()
        results.lost(now)
        return [_line(now, "surrender")]

    return game if game.status == Game.Status.SURRENDERED else _changed(game, change, None)


def notice(game: Game, events: list[Json]) -> Game:
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

    return _changed(game, change, None, over=True)


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


@write_lock()
def forget(game: Game) -> None:
    """Delete a game; if it was the player's best on its board, the next best takes its place."""
    player, was_best = game.player, game.best
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
        raise Conflict("unsolved")


def _until_done(game: Game, attempt: Callable[[], Game]) -> Game:
    """Return the result of an attempt, which is repeated if the game changed meanwhile. Raises `Conflict`."""
    for _ in range(MOST_OVERTAKEN):
        with contextlib.suppress(_Overtaken):
            return attempt()
        game.refresh_from_db()
    raise Conflict("elsewhere")


def _stepped(game: Game, change: Change, cursor: int | None) -> Game:
    """Return the game after a change to the fields in `STEPPED`. Raises `_Overtaken`, `Conflict`. If an
    experiment's time is over, the game ends instead.
    """
    if game.status != Game.Status.PLAYING or not has_time(game):
        return _changed(game, change, cursor)
    _check_cursor(game, cursor)
    as_read = {"id": game.pk, "status": Game.Status.PLAYING, "events": game.events}
    _spend(game)
    written = change(game)
    game.length = _length(game)
    changes = {name: getattr(game, name) for name in STEPPED}
    if not GAMES.update_and_insert(changes, as_read, EVENTS, written):
        raise _Overtaken
    return game


def _changed(game: Game, change: Change, cursor: int | None, *, over: bool = False) -> Game:
    """Return the game after a change to its row, which is stored with the time. Raises `Conflict`. `over`:
    also change a game that is over. If an experiment's time is over, the game ends instead.
    """
    with write_lock():
        now = LOCKED_GAME.first(game.pk)
        if now is None:
            raise Game.DoesNotExist
        late = not over and now.status == Game.Status.PLAYING and not has_time(now)
        if late:
            _close(now)
        elif now.status != Game.Status.PLAYING and not over:
            raise Conflict(now.status)
        else:
            _check_cursor(now, cursor)
            _spend(now)
            EVENTS.insert(change(now))
            now.length = _length(now)
        GAMES.save(now)
    if late:
        raise Conflict(now.status)
    return now


def _check_cursor(game: Game, cursor: int | None) -> None:
    """Raise `Conflict` if the caller expects the game at another move."""
    if cursor is not None and cursor != game.cursor:
        raise Conflict("elsewhere")


def _length(game: Game) -> int:
    return sum(cost for _, cost, _ in game.steps[: game.cursor])


def has_time(game: Game) -> bool:
    """Return whether a game may continue: false once the time of its experiment is over."""
    return game.pack is None or time_left(game.pack, game.player) != timedelta(0)


def _close(game: Game) -> None:
    game.status = Game.Status.EXPIRED
    game.finished = timezone.now()
    if game.board is not None:
        records.is_first_end(game.player, game.board)
    _line(game, "timeout").save(force_insert=True)


def _spend(game: Game) -> None:
    """Add the time since the last activity to the game's time, which starts with the first activity."""
    now = timezone.now()
    if game.status != Game.Status.PLAYING:
        return
    if _is_begun(game):
        pause = min(max(now - game.touched, timedelta(0)), LONGEST_PAUSE)
        game.elapsed_ms += round(pause.total_seconds() * 1000)
    game.touched = now


def _is_begun(game: Game) -> bool:
    """Whether the player has done anything in the game. A new game's log has one line."""
    if game.elapsed_ms or game.steps:
        return True
    return game.events > 1 and game.log.exclude(event__in=NOT_PLAYING).exists()


def _win(game: Game, checked: _Checked, t_client_ms: int | None) -> Event:
    assert checked.verdict is not None
    if not checked.verdict.solved:
        raise Forged
    game.length = checked.verdict.length
    game.status = Game.Status.WON
    game.finished = timezone.now()
    line = _line(game, "win", t_client_ms=t_client_ms)
    results.won(game, checked.passed)
    return line


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
        raise Conflict("full")
