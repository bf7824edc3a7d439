"""Every error of the API in one shape: application/problem+json."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse, JsonResponse
from django.utils.translation import gettext, gettext_noop

TITLES = {
    "invalid": (422, gettext_noop("Invalid request")),
    "bad-board": (422, gettext_noop("Invalid board")),
    "illegal-move": (422, gettext_noop("Illegal move")),
    "forged": (422, gettext_noop("The moves do not lead there")),
    "not-publishable": (422, gettext_noop("This board cannot be published")),
    "limit-reached": (422, gettext_noop("A limit was reached before the answer was found")),
    "not-makeable": (422, gettext_noop("Boards like this one cannot be generated")),
    "not-found": (404, gettext_noop("Not found")),
    "forbidden": (403, gettext_noop("You are not allowed to do this")),
    "csrf": (403, gettext_noop("This page is out of date: reload it")),
    "signed-out": (401, gettext_noop("Please sign in first")),
    "wrong-password": (401, gettext_noop("Wrong name or password")),
    "second-step": (401, gettext_noop("Enter the code of the second step")),
    "wrong-code": (401, gettext_noop("Wrong code")),
    "conflict": (409, gettext_noop("This has changed in the meantime")),
    "too-slow": (408, gettext_noop("The request took too long to arrive")),
    "too-large": (413, gettext_noop("Too large")),
    "unsupported": (415, gettext_noop("This content type is not supported")),
    "wrong-host": (421, gettext_noop("This site does not have that name")),
    "too-many": (429, gettext_noop("Too many requests")),
    "method": (405, gettext_noop("This address does not support that method")),
    "no-such-format": (406, gettext_noop("Unknown format")),
    "error": (500, gettext_noop("Something went wrong on the server")),
    "unavailable": (503, gettext_noop("Not available at the moment")),
}
"""For each code, its status and its title."""

CODES = {status: code for code, (status, _) in reversed(TITLES.items())}


DATABASE_SECONDS = 5
"""When to try again, after the database did not answer."""


class Problem(Exception):
    """Ends a request with a problem. `more` are further keys of its body."""

    def __init__(self, code: str, detail: str = "", *, retry_after: int | None = None, **more: Any) -> None:
        super().__init__(detail or code)
        self.code = code
        self.detail = detail
        self.retry_after = retry_after
        self.more = more

    def response(self) -> HttpResponse:
        """The problem as application/problem+json."""
        status, title = TITLES[self.code]
        body = {
            "type": f"urn:clew:problem:{self.code}",
            "code": self.code,
            "status": status,
            "title": gettext(title),
            "detail": self.detail or gettext(title),
            **self.more,
        }
        response = JsonResponse(body, status=status, content_type="application/problem+json")
        if self.retry_after is not None:
            response["Retry-After"] = str(self.retry_after)
        return response


def wrong(*fields: tuple[str, str], code: str = "invalid") -> Problem:
    """A problem with fields of a request: for each, its name in the request and what is wrong with it."""
    errors = [{"where": name, "message": message} for name, message in fields]
    return Problem(code, errors[0]["message"], errors=errors)


def without_database() -> Problem:
    """503: nothing can be stored at the moment, and nothing was stored halfway."""
    return Problem("unavailable", retry_after=DATABASE_SECONDS)


def missing() -> Problem:
    """404, both for what does not exist and for what belongs to somebody else."""
    return Problem("not-found")
