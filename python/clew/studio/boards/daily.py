"""The puzzle of the day: the same for everybody; a board comes again only after all others."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from django.db import IntegrityError, transaction
from django.db.models import Count

from clew.studio.boards.publishing import originals
from clew.studio.models import Board, Daily

if TYPE_CHECKING:
    from datetime import date

KINDS = ("easy", "medium", "hard")
"""A day's puzzle can be done in a day."""


def board_of_day(day: date) -> Board | None:
    """Return the board of a day, chosen at the first request; None if the site has no board."""
    chosen = Daily.objects.select_related("board", "board__owner").filter(date=day).first()
    if chosen is not None:
        board: Board = chosen.board
        return board
    public = originals()
    boards = public.filter(difficulty__in=KINDS) if public.filter(difficulty__in=KINDS).exists() else public
    fewest = boards.annotate(days=Count("daily")).order_by("days").values_list("days", flat=True).first()
    if fewest is None:
        return None
    fresh = boards.annotate(days=Count("daily")).filter(days=fewest)
    key = min(fresh.values_list("pk", flat=True), key=lambda pk: _dealt(day, pk))
    try:
        with transaction.atomic():
            return Daily.objects.create(date=day, board_id=key).board
    except IntegrityError:  # somebody else asked at the same moment
        return Daily.objects.get(date=day).board


def _dealt(day: date, key: str) -> str:
    """A sort key that looks random and is the same on every machine."""
    return hashlib.sha256(f"{day} {key}".encode()).hexdigest()
