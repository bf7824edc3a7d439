"""What the site does with a job that has ended: answers are kept, boards get their par."""

from __future__ import annotations

from typing import Any

from clew.studio import answers
from clew.studio.jobs import queue
from clew.studio.models import Board, Job

Json = dict[str, Any]


def settle(job: Job) -> None:
    """Puts a job's result where it belongs."""
    result: Json | None = job.result
    if job.kind == "par" and job.board is not None:
        _set_par(job.board, result or {})
    if job.state != Job.State.DONE or result is None or result["status"] == "limit":
        return
    if job.kind in queue.QUICK:
        answers.keep(job.kind, job.read(), job.start, result)
        Job.objects.filter(pk=job.pk).update(result=None)  # it is kept once, where it is asked for
    elif job.kind == "par" and result["count"] is not None:
        kept = {"length": result["length"], "count": result["count"]}
        answers.keep("count", job.read(), job.start, kept)


def _set_par(board: Board, result: Json) -> None:
    from clew.studio.boards import publish_checked

    publish_checked(board, result)
