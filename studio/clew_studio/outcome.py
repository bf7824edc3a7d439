"""What happens when a job ends: answers are stored, boards get their par."""

from __future__ import annotations

from typing import Any

from django.dispatch import receiver

from clew_studio.boards import on_demand
from clew_studio.boards.publishing import settle_check
from clew_studio.games import reviews
from clew_studio.jobs import answers, queue
from clew_studio.jobs.queue import ended
from clew_studio.jobs.supervise import OUT_OF_MEMORY, OVERTIME
from clew_studio.models import Job

Json = dict[str, Any]


@receiver(ended)
def settle(job: Job, **_: object) -> None:
    """Store the result of a job where it belongs."""
    if job.kind == "par" and job.board is not None:
        settle_check(job.board, job)
    limit = _limit_of(job)
    if limit is not None and job.kind in (*queue.QUICK, reviews.KIND):
        bounds = (job.seconds, job.memory_mb)
        answers.give_up(job.kind, job.keys, _about(job), limit, bounds, _part(job, limit))
    result = job.result
    if job.state != Job.State.DONE or result is None or result["status"] == "limit":
        return
    if job.kind in queue.QUICK:
        answers.keep(job.kind, job.keys, _about(job), result)
        Job.objects.filter(pk=job.pk).update(result=None)  # it is kept once, where it is asked for
    elif job.kind == reviews.KIND:
        answers.keep(job.kind, job.keys, _about(job), result)
    elif job.kind == on_demand.KIND:
        on_demand.keep(job)
    elif job.kind == "par" and result["count"] is not None:
        kept = {"length": result["length"], "count": result["count"]}
        answers.keep("count", job.keys, job.start, kept)


def _about(job: Job) -> str:
    """What its answer is kept under: a position, or the moves of a game."""
    return reviews.question(job.start, job.task["moves"]) if job.kind == reviews.KIND else job.start


def _part(job: Job, limit: str) -> Json | None:
    """What a job had found when it reached a limit: of a review, the moves that were measured."""
    if job.kind != reviews.KIND or job.state != Job.State.DONE or job.result is None:
        return None
    return {**job.result, "limit": limit}


def _limit_of(job: Job) -> str | None:
    """Return the limit that a job reached, by itself or because its solver was stopped; None if it reached
    none.
    """
    if job.state == Job.State.FAILED:
        # A solver that dies each time has most likely been killed for its memory.
        return {OVERTIME: "seconds", OUT_OF_MEMORY: "memory", queue.LOST: "memory"}.get(job.message)
    if job.state == Job.State.DONE and job.result is not None and job.result["status"] == "limit":
        # A solver that is stopped for its time says that it was interrupted.
        return "seconds" if job.result["limit"] == "interrupted" else job.result["limit"]
    return None
