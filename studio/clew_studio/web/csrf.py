"""Protects against forged requests: Django's check, for the API too, reported as a problem.

A request without a session cookie has no rights, so a script may call the API without a token, unless a
browser says that it comes from a page of another site.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import CsrfViewMiddleware

from clew_studio.requests.problems import Problem

API = "/api/"


class CsrfMiddleware(CsrfViewMiddleware):
    """The CSRF check, also for the API wherever a session could be misused."""

    def process_view(self, request: HttpRequest, callback: Any, args: Any, kwargs: Any) -> Any:
        """The refusal of a request that may be forged; None to let it pass."""
        if not request.path_info.startswith(API):
            return super().process_view(request, callback, args, kwargs)
        if settings.SESSION_COOKIE_NAME not in request.COOKIES and not _is_foreign(request):
            return None
        return super().process_view(request, _checked, args, kwargs)


def _checked() -> None:
    """Stands for a view that needs the check, since the API's own views are marked as exempt."""


def _is_foreign(request: HttpRequest) -> bool:
    origin = request.headers.get("Origin")
    return origin is not None and urlsplit(origin).netloc != request.get_host()


def refused(request: HttpRequest, reason: str = "") -> HttpResponse:
    """The answer to a request that may be forged."""
    return Problem("csrf", reason).response()
