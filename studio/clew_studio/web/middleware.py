"""What every request and every answer goes through, in the order of `settings.MIDDLEWARE`."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple
from urllib.parse import unquote_to_bytes, urlsplit

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import CsrfViewMiddleware
from django.middleware.gzip import GZipMiddleware
from django.utils.translation import gettext

from clew_studio import quotas
from clew_studio.boards.in_pages import ENGINES
from clew_studio.games import assistance
from clew_studio.requests.callers import ROUTE, network_of_request
from clew_studio.requests.problems import CODES, Problem, missing

API = "/api/"

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


@cache
def policy_of(framed: bool, compiles: bool) -> str:
    """What a page may load: one that other sites may frame, or that compiles an engine."""
    own = {**POLICY, "frame-ancestors": "*"} if framed else dict(POLICY)
    if compiles:
        own["script-src"] += " 'wasm-unsafe-eval'"
    return "; ".join(f"{name} {value}" for name, value in own.items())


class HeadersMiddleware:
    """Sets what a page may load, who may frame it, and that it is reached by https alone, also where the
    proxy that ends https does not say that it did. Notes which pattern served it.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if request.resolver_match is not None:
            request.META[ROUTE] = request.resolver_match.route
        if not response.streaming:
            response.setdefault("Content-Length", str(len(response.content)))
        framed = request.path_info.startswith(EMBEDDED)
        if not framed:
            response.setdefault("X-Frame-Options", "DENY")
        # An engine is compiled by a thread of its own.
        policy = policy_of(framed, request.path_info.startswith(ENGINES))
        response.setdefault("Content-Security-Policy", policy)
        response.setdefault("Permissions-Policy", "camera=(), microphone=(), geolocation=()")
        if settings.SECURE_HSTS_SECONDS:
            response.setdefault("Strict-Transport-Security", f"max-age={settings.SECURE_HSTS_SECONDS}")
        return response


CONTROLS = re.compile(rb"[\x00-\x1f\x7f]")
"""ASCII's control characters, NUL included."""


WITH_SLASH = "/admin"
"""Below this address, the patterns are Django's own, which end in a slash."""


def in_one_form(path: str) -> str:
    """An address in the one form that the URL patterns have."""
    bare = path.rstrip("/")
    if path == WITH_SLASH or path.startswith(WITH_SLASH + "/"):
        return bare + "/"
    return bare or "/"


class AddressMiddleware:
    """Answers only to the site's own names, and to addresses without control characters. Brings an address
    into the one form that the URL patterns have: each works with and without a final slash, for every method,
    without redirects. Below the API's path, answers HEAD as GET without a body, and errors as problems.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        try:
            request.get_host()
        except DisallowedHost:
            return Problem("wrong-host", gettext("This site has another address.")).response()
        if CONTROLS.search(request.path_info.encode()):
            return missing().response()
        is_api = request.path_info.startswith(API)
        if is_api and CONTROLS.search(
            unquote_to_bytes(request.META.get("QUERY_STRING", "").replace("+", " "))
        ):
            return Problem("invalid", gettext("An address must not contain control characters.")).response()
        request.path_info = request.path = in_one_form(request.path_info)
        if is_api and request.method == "HEAD":
            request.method = "GET"
        response = self.get_response(request)
        if not is_api or response.status_code < 400 or response["Content-Type"] == "application/problem+json":
            return response
        code = "invalid" if response.status_code == 400 else CODES.get(response.status_code, "error")
        problem = Problem(code).response()
        if "Allow" in response:
            problem["Allow"] = response["Allow"]
        return problem


TEXTS = (
    "text/",
    "application/json",
    "application/wasm",
    "application/problem+json",
    "application/manifest+json",
    "image/svg+xml",
)
"""The media types that compress well. Pictures, animations and sheets are compressed already."""


class CompressionMiddleware(GZipMiddleware):
    """Sends text answers and engines as gzip to clients that accept it.

    The client's own files are compressed when it is built, with brotli too, and served by WhiteNoise. No
    answer contains a secret beside text that a stranger could choose, so the compressed length reveals
    nothing (as in the BREACH attack): the tokens are in cookies.
    """

    max_random_bytes = 0

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        """Return the answer, compressed if it is a text of some length and the client accepts gzip."""
        if not response.headers.get("Content-Type", "").startswith(TEXTS):
            return response
        compressed: HttpResponse = super().process_response(request, response)
        return compressed


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


class RateMiddleware:
    """Counts the requests of each caller; beyond what is allowed, the answer is 429 with Retry-After.

    They are counted in a cache of their own, so that nobody can evict counts by requesting other things.
    """

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
                    wait = quotas.spend(f"{rate.name}:{caller}", rate.most, rate.seconds)
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


class CsrfMiddleware(CsrfViewMiddleware):
    """Protects against forged requests: Django's check, also for the API wherever a session could be misused,
    reported as a problem.

    A request without a session cookie has no rights, so a script may call the API without a token, unless a
    browser says that it comes from a page of another site.
    """

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


class HelpMiddleware:
    """Keeps help given to a visitor without a player (`clew_studio.games.assistance`)."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if hasattr(request, assistance.GIVEN) or assistance.COOKIE in request.COOKIES:
            assistance.keep(request, response)
        return response
