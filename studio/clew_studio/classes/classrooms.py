"""Classes: making one, finding one, until when it is kept, and what goes with it.

A pupil is a player of a class alone. When the class, or the pupil, is deleted, so is the player, with all
games and everything else that the player has stored.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any, Literal

from django.conf import settings
from django.db import transaction
from django.db.models.signals import pre_delete
from django.dispatch import receiver
from django.utils import timezone

from clew_studio import quotas
from clew_studio.boards.packs import replace
from clew_studio.database import ALPHABET, overwrite_later
from clew_studio.models import Assignment, Board, Classroom, Pack, Player, Report

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from django.db.models import QuerySet


SEEN = timedelta(days=1)
"""A visit within this time of the last one is not written down."""


def make(owner: Player, title: str) -> Classroom:
    """Create a class."""
    quotas.add(title)
    return Classroom.objects.create(owner=owner, title=title, used=timezone.now())


def visit(classroom: Classroom) -> None:
    """Write down that somebody of the class was here, so that it is kept."""
    now = timezone.now()
    if now - classroom.used > SEEN:
        classroom.used = now
        classroom.save(update_fields=["used"])


def expires(classroom: Classroom) -> datetime | None:
    """Return when a class is deleted if nobody visits it; None if never."""
    days = settings.CONFIG.keep.classes
    return classroom.used + timedelta(days=days) if days else None


def with_code(text: str) -> Classroom | None:
    """Return the class with a code as people type it, with any letter case and spaces."""
    code = "".join(letter for letter in text.lower() if letter in ALPHABET)
    return Classroom.objects.filter(code=code).first()


def delete(classroom: Classroom) -> None:
    """Delete a class with its assignments, its pupils and all that they have stored."""
    with transaction.atomic():
        classroom.delete()


def remove(pupils: QuerySet[Player]) -> None:
    """Delete pupils with all that they have stored."""
    with transaction.atomic():
        _remove(pupils)


def _remove(pupils: QuerySet[Player]) -> None:
    keys = list(pupils.values_list("pk", flat=True))
    Board.objects.filter(owner__in=keys).delete()
    Report.objects.filter(player__in=keys).delete()
    Player.objects.filter(pk__in=keys).delete()
    overwrite_later()


@receiver(pre_delete, sender=Classroom)
def take_along(instance: Classroom, **about: Any) -> None:
    """Delete the pupils and the boards' packs of a class, however the class is deleted: by its teacher, with
    the teacher's account, or because nobody used it.
    """
    _remove(Player.objects.filter(pupil__classroom=instance))
    Pack.objects.filter(assignment__classroom=instance).delete()


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
