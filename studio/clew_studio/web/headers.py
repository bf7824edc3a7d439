"""Headers of every response: what a page may load, and who may frame it. Notes which pattern served it."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from clew_studio.boards.in_pages import ENGINES
from clew_studio.requests.scope import ROUTE

POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data: blob:",
    "font-src": "'self'",
    "connect-src": "'self'",
    "manifest-src": "'self'",
    "form-action": "'self'",
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
}
EMBEDDED = "/embed/"
"""The address below which other sites may show pages in a frame."""


class HeadersMiddleware:
    """Sets the content security policy and its companions."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if request.resolver_match is not None:
            request.META[ROUTE] = request.resolver_match.route
        if not response.streaming:
            response.setdefault("Content-Length", str(len(response.content)))
        policy = dict(POLICY)
        if request.path_info.startswith(EMBEDDED):
            policy["frame-ancestors"] = "*"
        else:
            response.setdefault("X-Frame-Options", "DENY")
        if request.path_info.startswith(ENGINES):  # a thread of its own, which compiles an engine
            policy["script-src"] += " 'wasm-unsafe-eval'"
        response.setdefault(
            "Content-Security-Policy", "; ".join(f"{name} {value}" for name, value in policy.items())
        )
        response.setdefault("X-Content-Type-Options", "nosniff")
        response.setdefault("Referrer-Policy", "same-origin")
        response.setdefault("Cross-Origin-Opener-Policy", "same-origin")
        response.setdefault("Permissions-Policy", "camera=(), microphone=(), geolocation=()")
        if settings.SECURE_HSTS_SECONDS:
            response.setdefault("Strict-Transport-Security", f"max-age={settings.SECURE_HSTS_SECONDS}")
        return response
