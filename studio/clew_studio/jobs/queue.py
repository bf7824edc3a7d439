"""The table of jobs as a queue: asking for work, claiming it, ending it.

A job is claimed by one UPDATE with the previous holder in its WHERE clause, so that two workers, in two
threads or on two machines, never hold the same job. Addresses take turns, so one that fills the queue delays
only itself. An unfinished job keeps a hash of the address that asked for it; a finished one keeps nothing.
"""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from threading import Event
from typing import TYPE_CHECKING, Any, NamedTuple

from django.conf import settings
from django.db import transaction
from django.db.models import Case, F, Q, Value, When
from django.dispatch import Signal
from django.utils import timezone
from django.utils.translation import gettext_noop

from clew_studio import quotas
from clew_studio.database import write_lock
from clew_studio.models import Board, Job, Player
from clew_studio.shared import news

if TYPE_CHECKING:
    from collections.abc import Collection
    from datetime import datetime

    from django.db.models import QuerySet

    from clew.puzzles.base import EnginePuzzle
    from clew_studio.puzzles.custom_puzzles import Own

LEASE = timedelta(seconds=20)
"""A worker that is silent for this long loses its job to the queue."""

MOST_ATTEMPTS = 3

QUICK = ("hint", "heatmap", "map")
"""Kinds of jobs that a page waits for: they come first, and one worker takes no others."""

WATCHED = ("solve", "review", "another")
"""Kinds of jobs that somebody watches: they come before those that can wait."""

SECONDS = {
    "solve": 60.0,
    "hint": 30.0,
    "heatmap": 30.0,
    "map": 90.0,
    "generate": 60.0,
    "another": 30.0,
    "par": 120.0,
    "review": 30.0,
}
MOST_SECONDS = 600.0

MINE = gettext_noop("Some of your jobs are still running: wait for them, or cancel them.")
EVERYBODYS = gettext_noop("Many jobs from your network are still running: try again in a little while.")
LOST = gettext_noop("The solver of this job died several times, so the job was abandoned.")

ended = Signal()
"""Sent in the transaction that ends a job, with `job`; `outcome` stores the result."""

work = Event()
"""Set when this process has queued a job, so that its workers need not wait for the next poll."""


class TooMany(Exception):
    """A player or an address has reached its limit of unfinished jobs; the argument says which of the two."""


class Bounds(NamedTuple):
    """What a search may take: seconds of real time, MiB of memory."""

    seconds: float
    memory_mb: int


def bounds(kind: str, seconds: float | None = None) -> Bounds:
    """Return the bounds of a job of that kind for which this many seconds are requested."""
    return Bounds(min(seconds or SECONDS[kind], MOST_SECONDS), settings.CONFIG.memory >> 20)


def ask(
    kind: str,
    puzzle: EnginePuzzle | Own,
    start: object,
    *,
    player: Player | None,
    board: Board | None = None,
    task: dict[str, Any] | None = None,
    seconds: float | None = None,
    result: dict[str, Any] | None = None,
    address: str = "",
) -> Job:
    """Put work into the queue. A question of the same player that still waits is not queued twice.

    The check of a board is for that board alone, even if another one is the same. If the `result` is already
    known, the job is done at once. `address`: where the request came from; empty: the site itself. Raises
    `TooMany`.
    """
    new = Job(
        kind=kind,
        keys=puzzle.to_dict(),
        start=str(start),
        player=player,
        board=board,
        task=task or {},
        priority=0 if kind in QUICK else 1 if kind in WATCHED else 2,
        **bounds(kind, seconds)._asdict(),
        **({"address_hash": quotas.named(address)} if result is None else _done(result)),
    )
    with write_lock("queue"):  # so that simultaneous requests get no further than successive ones
        job = _same(new) if player is not None else None
        if job is not None:
            return job
        _check_room(player, new.address_hash)
        new.save(force_insert=True)
        quotas.add(new.keys)
        transaction.on_commit(work.set)
        news.tell(news.WORK)
    return new


def _same(new: Job) -> Job | None:
    """Return the unfinished job of the same player with the same question."""
    same = Job.objects.filter(player=new.player, kind=new.kind, start=new.start).exclude(state__in=Job.OVER)
    for job in same.filter(board=new.board) if new.kind == "par" else same:
        if job.keys == new.keys and job.task == new.task and not job.cancel:
            return job
    return None


def _check_room(player: Player | None, address_hash: str) -> None:
    most = settings.CONFIG.bounds
    unfinished = Job.objects.exclude(state__in=Job.OVER)
    if player is not None and unfinished.filter(player=player).count() >= most.jobs_visitor:
        raise TooMany(MINE)
    if address_hash and unfinished.filter(address_hash=address_hash).count() >= most.jobs_each:
        raise TooMany(EVERYBODYS)


def _done(result: dict[str, Any]) -> dict[str, Any]:
    now = timezone.now()
    return {
        "state": Job.State.DONE,
        "result": result,
        "best": result["length"],
        "bound": result["lower_bound"],
        "started": now,
        "finished": now,
    }


def claim(worker: str, kinds: tuple[str, ...] | None = None, peers: Collection[str] = ()) -> Job | None:
    """Take the next job for a worker, or one whose holder's lease has expired.

    Jobs of the address with the fewest running jobs come first, then those of the smallest `priority`, then
    the oldest. Of `peers`, the workers for any job, the last idle one takes no job of an address that has one
    running. So no address occupies all workers, and a newcomer need not wait for another's job to end.
    """
    now = timezone.now()
    free = Q(state=Job.State.QUEUED) | Q(state=Job.State.RUNNING, lease__lt=now)
    waiting = Job.objects.filter(free)
    if kinds is not None:
        waiting = waiting.filter(kind__in=kinds)
    if not waiting.exists():
        return None
    with write_lock("queue"):  # the running jobs must not change between this query and the claim
        return _take(waiting, worker, peers, now)


def _take(waiting: QuerySet[Job], worker: str, peers: Collection[str], now: datetime) -> Job | None:
    held_now = Job.objects.filter(state=Job.State.RUNNING, lease__gte=now)
    rows = list(held_now.values_list("address_hash", "worker"))
    running = Counter(address_hash for address_hash, _ in rows)
    if worker in peers and len(set(peers) - {name for _, name in rows}) < min(2, len(peers)):
        waiting = waiting.exclude(address_hash__in=running)
    turn = [When(address_hash=one, then=Value(count)) for one, count in running.items()]
    order = [Case(*turn, default=Value(0))] if turn else []  # PostgreSQL takes a bare 0 for a column number
    for job in waiting.order_by(*order, "priority", "created")[:8]:
        held = Job.objects.filter(pk=job.pk, state=job.state, worker=job.worker, sequence=job.sequence)
        if job.cancel:
            end(held, Job.State.CANCELLED)
        elif job.attempts >= MOST_ATTEMPTS:
            end(held, Job.State.FAILED, message=LOST)
        elif held.update(
            state=Job.State.RUNNING,
            worker=worker,
            lease=now + LEASE,
            attempts=F("attempts") + 1,
            sequence=F("sequence") + 1,
            started=now,
        ):
            return Job.objects.get(pk=job.pk)
    return None


def end(held: Any, state: str, **values: Any) -> bool:
    """End the job that this query finds, and do everything that follows from its end. Returns whether it was
    still there.

    All in one transaction: nobody sees a finished job before its result is available, and no board waits for
    a job that has ended, no matter who ended it.
    """
    with write_lock():
        key, address = held.values_list("pk", "address_hash").first() or (None, "")
        changed: int = held.update(
            state=state,
            worker="",
            address_hash="",
            lease=None,
            finished=timezone.now(),
            sequence=F("sequence") + 1,
            **values,
        )
        if changed:
            quotas.charge(address, Counter(bytes=len(str(values.get("result", "")))))
            news.tell(news.JOBS, str(key))
            ended.send(Job, job=Job.objects.select_related("board").get(pk=key))
    return changed > 0


def cancel(job: Job) -> Job:
    """Cancel a job: at once if no worker holds it, otherwise within a second."""
    waiting = Job.objects.filter(pk=job.pk, state=Job.State.QUEUED)
    if not end(waiting, Job.State.CANCELLED, cancel=True):
        news.tell(news.JOBS, job.pk)
        Job.objects.filter(pk=job.pk, state=Job.State.RUNNING).update(cancel=True)
    return Job.objects.get(pk=job.pk)


def release(workers: str, **values: Any) -> int:
    """Put back the jobs of workers that are gone, given the prefix of their names. Returns how many."""
    return Job.objects.filter(state=Job.State.RUNNING, worker__startswith=workers).update(
        state=Job.State.QUEUED, worker="", lease=None, sequence=F("sequence") + 1, **values
    )
