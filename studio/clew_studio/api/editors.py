"""For editors: uploads of boards, and moderation of comments and reports."""

from __future__ import annotations

from typing import Annotated, Literal

from django.http import HttpRequest
from ninja import File, Form, Query, Router
from ninja.files import UploadedFile
from typing_extensions import TypedDict

from clew_studio.api.document import Made
from clew_studio.api.rows import Page, name_of, paged, require_editor
from clew_studio.api.schemas import DecisionIn
from clew_studio.api.schemas import Key as KeyIn
from clew_studio.boards import importing
from clew_studio.models import Comment, Pack, Report
from clew_studio.requests.problems import Problem
from clew_studio.shapes import Key, Listed, Moment, Name, Text, Title

router = Router(tags=["editors"])

MOST_BYTES = 1 << 20


class RowFault(TypedDict):
    """What is wrong with a board of a file, by its row."""

    row: int
    message: Text


class SameBoard(TypedDict):
    """A board of a file that the site has already."""

    row: int
    board: Key
    title: Title


class Uploaded(TypedDict):
    """The boards of a file that were published, the jobs that prove their pars, and what was wrong."""

    accepted: int
    errors: list[RowFault]
    boards: list[Key]
    jobs: list[Key]
    same: list[SameBoard]


class ToModerate(TypedDict):
    """A comment or a report; `reason`: of a report."""

    kind: Literal["comments", "reports"]
    id: int
    board: Key
    player: Name
    reason: Name | None
    text: Text
    status: Literal["waiting", "accepted", "refused"]
    created: Moment


@router.post("/uploads")
def upload(
    request: HttpRequest, file: Annotated[UploadedFile, File()], pack: Annotated[KeyIn | None, Form()] = None
) -> Made[Uploaded]:
    """Publishes the boards of a TOML file or a set of boards, and reports errors by row."""
    editor = require_editor(request)
    if (file.size or 0) > MOST_BYTES:
        raise Problem("too-large")
    into = None if pack is None else Pack.objects.get(pk=pack)
    found = importing.upload(file.read(), file.name or "", editor, into)
    return Made(
        {
            "accepted": len(found.boards),
            "errors": [{"row": row, "message": message} for row, message in found.errors],
            "boards": [board.pk for board in found.boards],
            "jobs": found.jobs,
            "same": [{"row": row, "board": board.pk, "title": board.title} for row, board in found.same],
        }
    )


@router.get("/moderation")
def moderation(request: HttpRequest, page: Annotated[Page, Query()]) -> Listed[ToModerate]:
    """Comments and reports to be moderated, oldest first."""
    require_editor(request)
    comments = Comment.objects.filter(status=Comment.Status.WAITING).select_related("player__user", "board")
    reports = Report.objects.filter(status=Report.Status.WAITING).select_related("player__user", "board")
    waiting = sorted([*comments, *reports], key=lambda one: one.created)
    return paged(waiting, page, _waiting)


@router.post("/moderation/{kind}/{key}")
def decide(
    request: HttpRequest, kind: Literal["comments", "reports"], key: int, body: DecisionIn
) -> ToModerate:
    """Accepts or refuses a comment or a report."""
    require_editor(request)
    model = Comment if kind == "comments" else Report
    found = model._default_manager.get(pk=min(key, 2**62))
    found.status = "accepted" if body.decision == "accept" else "refused"
    found.save(update_fields=["status"])
    return _waiting(found)


def _waiting(row: Comment | Report) -> ToModerate:
    return {
        "kind": "comments" if isinstance(row, Comment) else "reports",
        "id": row.pk,
        "board": row.board_id,
        "player": name_of(row.player),
        "reason": None if isinstance(row, Comment) else row.reason,
        "text": row.text,
        "status": row.status,
        "created": row.created,
    }
