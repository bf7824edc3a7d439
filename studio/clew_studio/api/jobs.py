"""My jobs: their state, and cancelling them. `clew_studio.web.events` serves their events."""

from __future__ import annotations

from typing import Annotated, Literal

from django.http import HttpRequest
from ninja import Query, Router, Schema

from clew_studio.api.document import Later
from clew_studio.api.rows import Page, job_json, job_of, paged
from clew_studio.jobs import queue
from clew_studio.models import Job
from clew_studio.requests.callers import player_of
from clew_studio.shapes import JobOut, Listed

router = Router(tags=["jobs"])


class JobFilter(Schema):
    """Which jobs are wanted."""

    state: Literal["queued", "running", "done", "failed", "cancelled"] | None = None


@router.get("/jobs")
def jobs(
    request: HttpRequest, page: Annotated[Page, Query()], which: Annotated[JobFilter, Query()]
) -> Listed[JobOut]:
    """My jobs, the newest first."""
    player = player_of(request)
    found = Job.objects.none() if player is None else Job.objects.filter(player=player)
    if which.state is not None:
        found = found.filter(state=which.state)
    return paged(found, page, job_json)


@router.get("/jobs/{key}")
def job(request: HttpRequest, key: str) -> JobOut:
    """One of my jobs."""
    return job_json(job_of(request, key))


@router.delete("/jobs/{key}")
def cancel(request: HttpRequest, key: str) -> Later[JobOut]:
    """Cancels a job; it ends within a second, with what it has found by then."""
    return Later(job_json(queue.cancel(job_of(request, key))))
