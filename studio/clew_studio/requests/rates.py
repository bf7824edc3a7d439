"""Rate limits: how often one caller may request what; beyond that, 429 with Retry-After.

Requests are counted in windows of a minute, in a separate cache, so that nobody can evict counts by
requesting other things. It belongs to the process, or is shared if several processes serve.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import NamedTuple

from django.conf import settings
from django.core.cache import caches
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext

from clew_studio import quotas
from clew_studio.requests.callers import network_of_request
from clew_studio.requests.problems import Problem


class Rate(NamedTuple):
    """At most `most` requests of these methods to addresses that match, in `seconds`."""

    name: str
    methods: tuple[str, ...]
    path: re.Pattern[str]
    most: int
    seconds: int


_WRITE = ("POST", "PUT", "PATCH", "DELETE")
RATES = (  # enough for a school class behind one address
    Rate("account", _WRITE, re.compile(r"/api/v1/(account(/.*)?|nickname)"), 200, 3600),
    Rate("sign-in", ("POST",), re.compile(r"/api/v1/session|/admin/login/"), 120, 900),
    Rate("classes", _WRITE, re.compile(r"/api/v1/class(/.*)?"), 600, 3600),
    Rate("jobs", ("POST",), re.compile(r"/api/v1/(solve|heatmap|map|generate|another)|.*/publish"), 60, 60),
    Rate("files", _WRITE, re.compile(r"/api/v1/(uploads|boards/import|film\.gif|sheet\.pdf)"), 30, 60),
    Rate("worlds", ("POST",), re.compile(r"/api/v1/worlds(/try)?"), 60, 60),
    Rate("levels", ("POST",), re.compile(r"/api/v1/worlds/(check|read|write)"), 1200, 60),
    Rate("touches", ("POST",), re.compile(r"/api/v1/worlds/.*"), 6000, 60),
    Rate("writing", _WRITE, re.compile(r"/api/.*"), 3000, 60),
    Rate("reading", ("GET", "HEAD"), re.compile(r"/api/.*"), 6000, 60),
)


def refuse_beyond(name: str, visitor: str, most: int, seconds: int) -> None:
    """Count a request of one visitor. Raises `Problem` if there were too many of that name."""
    wait = spend(f"{name}:{visitor}", most, seconds) if settings.CONFIG.limited else 0
    if wait:
        raise Problem("too-many", gettext("Please wait a moment."), retry_after=wait)


class RateMiddleware:
    """Counts the requests of each caller."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        caller = network_of_request(request)
        name = quotas.named(caller)
        if settings.CONFIG.limited:
            wait = quotas.to_wait(name) if request.method in _WRITE else 0
            if wait:
                words = gettext("Your network has stored too much in the past hour. Try again later.")
                return Problem("too-many", words, retry_after=wait).response()
            for rate in RATES:
                if request.method in rate.methods and rate.path.fullmatch(request.path_info):
                    wait = spend(f"{rate.name}:{caller}", rate.most, rate.seconds)
                    if wait:
                        return Problem(
                            "too-many", gettext("Please wait a moment."), retry_after=wait
                        ).response()
                    break
        with quotas.counted() as bill:
            response = self.get_response(request)
        if bill:
            quotas.charge(name, bill)
        return response


def spend(key: str, count: int, seconds: int) -> int:
    """Count a request. Returns the seconds to wait if there were too many, otherwise 0."""
    now = time.time()
    window = int(now // seconds)
    name = f"rate:{key}:{window}"
    cache = caches["rates"]
    cache.add(name, 0, seconds)
    try:
        spent = cache.incr(name)
    except ValueError:  # the entry expired between the two calls
        return 0
    return 0 if spent <= count else max(1, round((window + 1) * seconds - now))
