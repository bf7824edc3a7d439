"""Figures of a process and of the site's queue, for Prometheus. They name no player and no address."""

from __future__ import annotations

from collections.abc import Iterator

from django.db import close_old_connections
from django.db.models import Count, Min
from django.utils import timezone
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, Counter, Gauge, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from clew_studio.models import Job
from clew_studio.web.connections import Connection
from clew_studio.web.sse import streams
from clew_studio.worlds.manager import manager

KIND = CONTENT_TYPE_LATEST
STEPS = (0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 20.0)

requests = Counter("clew_requests", "Answered requests.", ["method", "route", "status"])
seconds = Histogram(
    "clew_request_seconds", "From a request's head to its answer's end.", ["route"], buckets=STEPS
)
under_way = Gauge("clew_requests_under_way", "Requests that are being answered, streams among them.")


class _Site(Collector):
    """The site's gauges, computed when they are requested."""

    def describe(self) -> list[GaugeMetricFamily]:
        """Return nothing, so that registering does not query the database."""
        return []

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """The gauges: jobs by their state, the longest wait, and what is open in this process."""
        close_old_connections()
        unfinished = Job.objects.exclude(state__in=Job.OVER).order_by()
        jobs = GaugeMetricFamily("clew_jobs", "Unfinished jobs of the whole site.", labels=["state"])
        counts = dict(unfinished.values_list("state").annotate(number=Count("id")))
        for state in (Job.State.QUEUED, Job.State.RUNNING):
            jobs.add_metric([str(state)], counts.get(state, 0))
        yield jobs
        oldest = unfinished.filter(state=Job.State.QUEUED).aggregate(oldest=Min("created"))["oldest"]
        waited = 0.0 if oldest is None else (timezone.now() - oldest).total_seconds()
        yield GaugeMetricFamily("clew_queue_seconds", "How long the oldest job has waited.", value=waited)
        yield GaugeMetricFamily("clew_streams", "Open event streams of this process.", value=streams.open())
        yield GaugeMetricFamily("clew_worlds", "Running worlds of this process.", value=manager.running())
        yield GaugeMetricFamily(
            "clew_connections", "Open connections of this process.", value=len(Connection.open)
        )


REGISTRY.register(_Site())


def text() -> bytes:
    """All figures in the text format of Prometheus."""
    return generate_latest(REGISTRY)
