"""Every address works with and without a final slash, for every method, without redirects."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

WITH_SLASH = "/admin"
"""Below this address, the patterns are Django's own, which end in a slash."""


def in_one_form(path: str) -> str:
    """An address in the one form that the URL patterns have."""
    bare = path.rstrip("/")
    if path == WITH_SLASH or path.startswith(WITH_SLASH + "/"):
        return bare + "/"
    return bare or "/"


class SlashMiddleware:
    """Brings an address into the one form that the URL patterns have."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        request.path_info = request.path = in_one_form(request.path_info)
        return self.get_response(request)
