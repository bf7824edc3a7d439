"""Deletes what nobody needs any more: at each start, every hour while the site runs, and on request.

Never what an account has made or done, a published board, the record of an experiment, or a win on a
leaderboard.
"""

from __future__ import annotations

import logging
import shutil
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from threading import Event, Thread
from typing import Any

from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import close_old_connections
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from clew_studio.database import overwrite_deleted, write_lock
from clew_studio.games import assistance
from clew_studio.models import (
    Answer,
    Board,
    Classroom,
    Comment,
    Consent,
    Game,
    Help,
    Job,
    Pack,
    Participant,
    Player,
    Sitting,
    Tries,
)
from clew_studio.shared.config import Retention

JOBS = timedelta(days=Retention().jobs)
ANSWERS = timedelta(days=Retention().answers)
"""How long these are kept, unless the site's settings say otherwise."""

TRIES = timedelta(days=1)
FILES = timedelta(days=1)
EVERY_SECONDS = 3600.0
SOON_SECONDS = 60.0
AT_ONCE = 200
"""Rows, with everything that depends on them, deleted in one transaction, so that others can write in
between.
"""

log = logging.getLogger(__name__)


def clean_up(keep: Retention | None = None) -> dict[str, int]:
    """Delete outdated data, by `keep` or the site's settings. Returns how many rows or files of each kind."""
    keep = settings.CONFIG.keep if keep is None else keep
    now = timezone.now()
    gone = {
        "sessions": _drop(Session.objects.filter(expire_date__lt=now)),
        "jobs": _old(keep.jobs, now, _jobs),
        "answers": _old(keep.answers, now, lambda before: Answer.objects.filter(created__lt=before)),
        "games": _old(keep.guests, now, _games_of_guests),
        "drafts": _old(keep.guests, now, _drafts_of_guests),
        "guests": _old(keep.empty_guests, now, _empty_guests),
        "classes": _old(keep.classes, now, lambda before: Classroom.objects.filter(used__lt=before)),
        "tries": _drop(
            Tries.objects.filter(Q(shut_until=None) | Q(shut_until__lt=now - TRIES), since__lt=now - TRIES)
        ),
        "help": _drop(Help.objects.filter(given__lt=now - assistance.COUNTS)),
        "mails": _files(settings.CONFIG.folder / "mail", timedelta(days=keep.mail) if keep.mail else None),
        "files": _files(settings.CONFIG.temporary, FILES),
    }
    overwrite_deleted()
    return {what: count for what, count in gone.items() if count}


class Cleaner:
    """Cleans up every hour, and overwrites every minute what was deleted, in a thread."""

    def __init__(self) -> None:
        self._ending = Event()
        self._thread = Thread(target=self._work, name="cleanup", daemon=True)

    def start(self) -> None:
        """Starts the thread that cleans up."""
        self._thread.start()

    def stop(self) -> None:
        """Let the thread end after its current step."""
        self._ending.set()

    def _work(self) -> None:
        last = time.monotonic()
        while not self._ending.wait(SOON_SECONDS):
            try:
                if time.monotonic() - last < EVERY_SECONDS:
                    overwrite_deleted(again=False)
                else:
                    last = time.monotonic()
                    clean_up()
            except Exception:
                log.exception("the cleanup failed; it will be tried again in an hour")
            close_old_connections()


def _old(days: int, now: datetime, which: Callable[[datetime], Any]) -> int:
    """Delete what is older than that many days; nothing if they are 0."""
    return _drop(which(now - timedelta(days=days))) if days else 0


def _drop(rows: Any) -> int:
    """Delete rows in batches. Returns how many there were."""
    count = 0
    while True:
        with write_lock():
            keys = list(rows.order_by().values_list("pk", flat=True)[:AT_ONCE])
            rows.model.objects.filter(pk__in=keys).delete()
        count += len(keys)
        if len(keys) < AT_ONCE:
            return count


def _jobs(before: datetime) -> Any:
    return Job.objects.filter(state__in=Job.OVER, finished__lt=before)


def _absent_guests(before: datetime) -> Any:
    """Guests who have not visited, played, drawn or asked for anything since."""
    me = OuterRef("pk")
    seen = (
        Game.objects.filter(player=me, touched__gte=before),
        Board.objects.filter(owner=me, created__gte=before),
        Job.objects.filter(player=me, created__gte=before),
    )
    absent = Player.objects.filter(user=None, pupil=None, created__lt=before)
    for rows in seen:
        absent = absent.exclude(Exists(rows))
    return absent


def _games_of_guests(before: datetime) -> Any:
    """Games of guests with their events, except experiments and games on a leaderboard."""
    of_guests = Game.objects.filter(player__in=_absent_guests(before), best=False)
    return of_guests.filter(participant=None).exclude(pack__kind=Pack.Kind.EXPERIMENT)


def _drafts_of_guests(before: datetime) -> Any:
    return Board.objects.filter(owner__in=_absent_guests(before), status=Board.Status.DRAFT)


def _empty_guests(before: datetime) -> Any:
    """Guests of whom nothing is stored but their name."""
    me = OuterRef("pk")
    empty = Player.objects.filter(user=None, pupil=None, created__lt=before)
    for model in (Game, Job, Comment, Consent, Sitting, Participant):
        empty = empty.exclude(Exists(model.objects.filter(player=me)))
    return empty.exclude(Exists(Board.objects.filter(owner=me)))


def _files(folder: Path, age: timedelta | None) -> int:
    """Delete the files and folders in a folder that are older; with an age of None, delete none."""
    if age is None or not folder.is_dir():
        return 0
    before = time.time() - age.total_seconds()
    old = [path for path in folder.iterdir() if path.lstat().st_mtime < before]
    for path in old:
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)
    return len(old)
