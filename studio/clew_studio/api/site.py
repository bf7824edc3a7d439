"""The API as one object: its parts, its errors, its description."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any

from django.core.exceptions import (
    BadRequest,
    ObjectDoesNotExist,
    RequestDataTooBig,
    SuspiciousOperation,
)
from django.db import IntegrityError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse
from django.http.multipartparser import MultiPartParserError
from django.http.request import RawPostDataException
from django.utils.translation import gettext, gettext_noop
from ninja import NinjaAPI
from ninja.errors import HttpError, ValidationError
from ninja.openapi.schema import OpenAPISchema

from clew.errors import BoardError, IllegalMove, PuzzleError
from clew.version import version
from clew_studio.api import (
    account,
    boards,
    classes,
    dailies,
    editors,
    experiments,
    files,
    games,
    in_pages,
    jobs,
    maps,
    news,
    packs,
    players,
    positions,
    rankings,
    research_parts,
    reviews,
    second_step,
    sources,
    stream,
    world_parts,
)
from clew_studio.api.document import described
from clew_studio.api.rows import told
from clew_studio.games.play import Conflict
from clew_studio.requests.problems import CODES, Problem, without_database
from clew_studio.translation import translated

log = logging.getLogger(__name__)


class StudioAPI(NinjaAPI):
    """The API, with an OpenAPI document that describes its answers."""

    def get_openapi_schema(self, **_: Any) -> OpenAPISchema:
        """The framework's OpenAPI document with our additions."""
        return self._document

    @cached_property
    def _document(self) -> OpenAPISchema:
        return described(super().get_openapi_schema(), dict(self._functions()))

    def _functions(self) -> Iterator[tuple[str, Callable[..., Any]]]:
        """The function of each operation, with the operation's id."""
        for bound in self._get_bound_routers():
            for path in bound.path_operations.values():
                for operation in path.operations:
                    name = operation.operation_id or self.get_openapi_operation_id(operation)
                    yield name, operation.view_func


api = StudioAPI(
    title="Clew studio",
    version=version(),
    description="Boards, games, hints, jobs and worlds. See docs/studio-api.md.",
    docs_url=None,
    urls_namespace="api",
)
for part in (
    positions,
    maps,
    boards,
    dailies,
    files,
    in_pages,
    jobs,
    games,
    reviews,
    stream,
    rankings,
    players,
    packs,
    classes,
    experiments,
    news,
    account,
    second_step,
    editors,
    sources,
):
    api.add_router("", part.router)
for router in (*research_parts.routers(), *world_parts.routers()):
    api.add_router("", router)


@api.exception_handler(Problem)
def on_problem(request: HttpRequest, problem: Problem) -> HttpResponse:
    """Answers with the problem that was raised."""
    return problem.response()


@api.exception_handler(BoardError)
def on_bad_board(request: HttpRequest, error: BoardError) -> HttpResponse:
    """Answers 422 with what is wrong: a board that an older version stored may break a rule of this one."""
    return Problem("bad-board", str(error), errors=[told(error)]).response()


@api.exception_handler(IllegalMove)
def on_illegal(request: HttpRequest, error: IllegalMove) -> HttpResponse:
    """Answers 422 with the reason, in the language of the reader, and with the legal moves."""
    reason = translated(error.reason)
    problem = Problem(
        "illegal-move", reason, move=error.move, reason=reason, legal=error.legal, index=error.index
    )
    return problem.response()


@api.exception_handler(Conflict)
def on_conflict(request: HttpRequest, conflict: Conflict) -> HttpResponse:
    """Answers 409 with the game as it is now, or as other operations do if it is gone or cannot be read."""
    try:
        return games.conflict(conflict).response()
    except Exception as error:
        return api.on_exception(request, error)


@api.exception_handler(PuzzleError)
def on_unprovable(request: HttpRequest, error: PuzzleError) -> HttpResponse:
    """Answers 422 with the rule of the board that loops for ever or is random."""
    return Problem("bad-board", translated(str(error))).response()


@api.exception_handler(ValidationError)
def on_invalid(request: HttpRequest, error: ValidationError) -> HttpResponse:
    """Answers 422 with every field that failed validation."""
    errors = [{"where": _field(one["loc"]), "message": _wrong_with(one)} for one in error.errors]
    detail = f"{errors[0]['where']}: {errors[0]['message']}" if errors else ""
    return Problem("invalid", detail, errors=errors).response()


WRONG = {
    "missing": gettext_noop("This is missing."),
    "extra_forbidden": gettext_noop("There is no such field."),
    "string_too_short": gettext_noop("Write at least {min_length} characters."),
    "string_too_long": gettext_noop("At most {max_length} characters fit here."),
    "too_short": gettext_noop("Choose at least {min_length}."),
    "too_long": gettext_noop("At most {max_length} fit here."),
    "int_type": gettext_noop("Write a whole number."),
    "int_parsing": gettext_noop("Write a whole number."),
    "int_from_float": gettext_noop("Write a whole number."),
    "float_type": gettext_noop("Write a number."),
    "float_parsing": gettext_noop("Write a number."),
    "greater_than": gettext_noop("Write a number greater than {gt}."),
    "greater_than_equal": gettext_noop("Write a number of at least {ge}."),
    "less_than_equal": gettext_noop("Write a number of at most {le}."),
}
"""What people are told, by the kind of the error that the framework found."""


def _field(place: tuple[str | int, ...]) -> str:
    """A field as the request names it: without the part of the request and the name of our argument."""
    inner = place[2:] if place[0] == "body" else place[1:]
    return ".".join(map(str, inner or place[:1]))


def _wrong_with(error: dict[str, Any]) -> str:
    """What is wrong with a field, in the reader's language where people meet it."""
    kind, facts = error["type"], error.get("ctx", {})
    if kind == "string_too_short" and facts["min_length"] == 1:
        return gettext("This is missing.")
    if kind == "value_error":
        told = translated(str(facts["error"]))
        return told[:1].upper() + told[1:]
    return gettext(WRONG[kind]).format(**facts) if kind in WRONG else str(error["msg"])


@api.exception_handler(HttpError)
def on_http_error(request: HttpRequest, error: HttpError) -> HttpResponse:
    """Answer for requests that the framework refuses, such as a body that is not JSON."""
    code = "invalid" if error.status_code == 400 else CODES.get(error.status_code, "error")
    return Problem(code, str(error)).response()


@api.exception_handler(Http404)
@api.exception_handler(ObjectDoesNotExist)
def on_missing(request: HttpRequest, error: Exception) -> HttpResponse:
    """Answer 404: the thing does not exist, or another request deleted it meanwhile."""
    return Problem("not-found").response()


@api.exception_handler(IntegrityError)
def on_overtaken(request: HttpRequest, error: IntegrityError) -> HttpResponse:
    """Answer 409: another request deleted or created something that this one relies on."""
    return Problem("conflict").response()


@api.exception_handler(OperationalError)
def on_no_database(request: HttpRequest, error: OperationalError) -> HttpResponse:
    """Answers 503: the database is away, its disk is full, or a row was locked for too long."""
    log.error("%s: the database: %s", request.method, str(error).partition("\n")[0])
    return without_database().response()


@api.exception_handler(SuspiciousOperation)
@api.exception_handler(BadRequest)
def on_bad_request(request: HttpRequest, error: Exception) -> HttpResponse:
    """Answers 413 if the body is too large, else 422."""
    return Problem("too-large" if isinstance(error, RequestDataTooBig) else "invalid").response()


@api.exception_handler(MultiPartParserError)
@api.exception_handler(RawPostDataException)
def on_broken_form(request: HttpRequest, error: Exception) -> HttpResponse:
    """Answers 415: the form could not be read."""
    return Problem("unsupported", str(error)).response()


@api.exception_handler(Exception)
def on_error(request: HttpRequest, error: Exception) -> HttpResponse:
    """Logs an unexpected exception and answers 500, without its details."""
    log.exception("%s %s", request.method, request.path)
    return Problem("error", gettext("The error has been logged. What you did before it is saved.")).response()
