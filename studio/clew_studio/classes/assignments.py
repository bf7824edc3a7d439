"""Assignments: which boards a class is to solve, when, and with what help."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from django.db import transaction
from django.utils import timezone

from clew_studio.boards.packs import replace
from clew_studio.models import Assignment, Board, Pack

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clew_studio.models import Classroom

State = Literal["coming", "open", "closed"]


def state_of(assignment: Assignment) -> State:
    """Return whether an assignment is still to come, can be played, or is closed."""
    now = timezone.now()
    if assignment.opens is not None and assignment.opens > now:
        return "coming"
    if assignment.closes is not None and assignment.closes <= now:
        return "closed"
    return "open"


def for_class(classroom: Classroom, keys: Sequence[str]) -> list[Board]:
    """Return the boards with these keys, in their order and each once, as far as a class may have them: those
    that are published, and the teacher's own.
    """
    found = Board.objects.in_bulk(list(keys))
    seen = [found[key] for key in dict.fromkeys(keys) if key in found]
    published = Board.Status.PUBLISHED
    return [board for board in seen if board.status == published or board.owner_id == classroom.owner_id]


@transaction.atomic
def save(
    classroom: Classroom, assignment: Assignment | None, boards: Sequence[Board], **about: Any
) -> Assignment:
    """Create an assignment, or change one. `about`: `title` and `rule` of the pack, and the assignment's own
    fields.
    """
    pack = Pack(kind=Pack.Kind.ASSIGNMENT, is_public=False) if assignment is None else assignment.pack
    replace(pack, boards, title=about.pop("title"), rule=about.pop("rule"))
    if assignment is None:
        assignment = Assignment(pack=pack, classroom=classroom)
    for field, value in about.items():
        setattr(assignment, field, value)
    assignment.save()
    return assignment
