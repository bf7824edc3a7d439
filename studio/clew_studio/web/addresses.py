"""Refuses invalid addresses: those of another site, or with characters that no address here has."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import unquote_to_bytes

from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext

from clew_studio.requests.problems import Problem, missing
from clew_studio.web.csrf import API


class AddressMiddleware:
    """Answers only to the site's own names, and to addresses without control characters."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        try:
            request.get_host()
        except DisallowedHost:
            return Problem("wrong-host", gettext("This site has another address.")).response()
        if has_controls(request.path_info.encode()):
            return missing().response()
        is_api = request.path_info.startswith(API)
        if is_api and has_controls(unquote_to_bytes(request.META.get("QUERY_STRING", "").replace("+", " "))):
            return Problem("invalid", gettext("An address must not contain control characters.")).response()
        return self.get_response(request)


def has_controls(text: bytes) -> bool:
    """Return whether a text has ASCII control characters, including NUL."""
    return any(byte < 32 or byte == 127 for byte in text)
