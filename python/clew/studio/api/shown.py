"""Rows as JSON."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

from django.db.models import Min
from django.utils.translation import gettext

from clew.studio.boards.packs import time_left
from clew.studio.boards.publishing import REASONS, earlier
from clew.studio.jobs import queue
from clew.studio.models import Board, Game, Job, Pack, Player

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

Json = dict[str, Any]


def moment(time: datetime | None) -> str | None:
    """A time in ISO 8601 with milliseconds, in UTC; None for none."""
    return None if time is None else time.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def left_ms(pack: Pack, player: Player | None) -> int | None:
    """The time left in an experiment, in milliseconds; None if it has no limit."""
    left = time_left(pack, player)
    return None if left is None else round(left.total_seconds() * 1000)


def name_of(player: Player | None) -> str:
    """The name of a player; empty if the account was deleted."""
    return "" if player is None else player.name


def title_of(board: Board) -> str:
    """The title of a board; of one that came with the site, in the reader's language."""
    if not board.title:
        return gettext("Untitled")
    return gettext(board.title) if board.owner_id is None else board.title


class Boards:
    """Shows boards to a player. For several boards, it asks the database only once what the player has
    reached on them, and which of them are the same as boards published before.
    """

    def __init__(self, player: Player | None, boards: Iterable[Board]) -> None:
        self.player = player
        boards = list(boards)
        keys = [board.pk for board in boards]
        self.same = earlier(boards)
        won = Game.objects.filter(player=player, board__in=keys, status=Game.Status.WON)
        rows = won.values("board").annotate(best=Min("length")) if player is not None else []
        self.best: dict[str, int] = {row["board"]: row["best"] for row in rows}

    def show(self, board: Board) -> Json:
        """One of these boards as lists show it."""
        return {
            "id": board.pk,
            "title": title_of(board),
            "family": board.family,
            "author": board.author or name_of(board.owner),
            "source": board.source,
            "par": board.par,
            "difficulty": board.difficulty or None,
            "tags": [tag.name for tag in board.tags.all()],
            "status": board.status,
            "refusal": refusal_json(board),
            "mine": self.player is not None and board.owner_id == self.player.pk,
            "won": board.pk in self.best,
            "best": self.best.get(board.pk),
            "plays": board.plays,
            "wins": board.wins,
            "rating": round(board.rating),
            "published": moment(board.published),
            "puzzle": board.puzzle,
            "same_as": self._same(board),
            "made_from": made_from(board),
            "thumbnail": thumbnail(board),
            "embed": f"/embed/{board.pk}",
        }

    def _same(self, board: Board) -> Json | None:
        other = self.same.get(board.pk)
        return None if other is None else {"id": other.pk, "title": title_of(other)}


def made_from(board: Board) -> Json | None:
    """The published board that a board began as a copy of."""
    first = None if board.made_from_id is None else board.made_from
    if first is None or first.status != Board.Status.PUBLISHED:
        return None
    return {"id": first.pk, "title": first.title or gettext("Untitled")}


def refusal_json(board: Board) -> Json | None:
    """Why a board was not published; None if it was not refused."""
    if not board.refusal:
        return None
    return {"reason": board.refusal, "message": gettext(REASONS[board.refusal])}


def one_board(player: Player | None, board: Board) -> Json:
    """A single board as lists show it."""
    return Boards(player, [board]).show(board)


def thumbnail(board: Board) -> str:
    """The address of a board's thumbnail, which changes with the board."""
    return f"/api/v1/boards/{board.pk}/thumbnail.svg?v={_version(board.puzzle)}"


def card(board: Board) -> str:
    """The address of a board's card for links, which changes with what it shows."""
    return f"/api/v1/boards/{board.pk}/card.png?v={_version(board.puzzle, board.title, board.par)}"


def _version(*shown: object) -> str:
    return hashlib.sha256("\n".join(map(str, shown)).encode()).hexdigest()[:8]


def job_json(job: Job) -> Json:
    """A job as readers see it."""
    return {
        "id": job.pk,
        "kind": job.kind,
        "state": job.state,
        "sequence": job.sequence,
        "puzzle": job.puzzle,
        "start": job.start,
        "progress": job.progress,
        "solutions": job.solutions,
        "result": None if job.kind in queue.QUICK else job.result,
        "message": gettext(job.message) if job.message else None,
        "attempts": job.attempts,
        "limits": {"seconds": job.seconds, "memory_mb": job.memory_mb},
        "board": job.board_id,
        "created": moment(job.created),
        "started": moment(job.started),
        "finished": moment(job.finished),
    }
