"""The puzzle of the day: the same for everybody, with a weekly rhythm of difficulty and family. Once each
board of the site that fits the day has had one, boards follow that come with Clew (`clew.boards.graded`).
"""

from __future__ import annotations

import hashlib
from datetime import timedelta
from typing import TYPE_CHECKING

from django.db import IntegrityError, transaction
from django.db.models import Count

from clew.boards import graded
from clew_studio.boards.publishing import originals, publish_checked, save
from clew_studio.boards.rhythm import difficulties, family_of
from clew_studio.database import write_lock
from clew_studio.models import Board, Daily
from clew_studio.puzzles.reading import read_puzzle

if TYPE_CHECKING:
    from datetime import date

    from django.db.models import QuerySet


LEAST = 3
"""The fewest moves that the puzzle of a day needs, if the site has such boards: one move is not a puzzle."""

APART = timedelta(weeks=4)
"""How long a board is not repeated after it was the puzzle of a day."""


def board_of_day(day: date) -> Board | None:
    """Return the board of a day, chosen at the first request; None if the site has no board."""
    chosen = Daily.objects.select_related("board", "board__owner").filter(date=day).first()
    if chosen is not None:
        board: Board = chosen.board
        return board
    boards = _fitting(day)
    fewest = boards.annotate(days=Count("daily")).order_by("days").values_list("days", flat=True).first()
    if fewest is None:
        return None
    if fewest:
        with write_lock("daily"):
            return _kept(day, _graded(day).pk)
    fresh = boards.annotate(days=Count("daily")).filter(days=fewest)
    key = min(fresh.values_list("pk", flat=True), key=lambda pk: _dealt(day, pk))
    return _kept(day, key)


def _graded(day: date) -> Board:
    """The board that comes with Clew for a day, published."""
    told = graded.daily(day)
    puzzle = read_puzzle(told.puzzle)
    board = originals().filter(puzzle=str(puzzle)).first()
    if board is None:
        board = save(Board(), puzzle, {}, ["daily"])
        publish_checked(board, {"optimal": True, "length": told.par})
    return board


def _kept(day: date, key: str) -> Board:
    """The board of that day from now on: this one, if nobody else has asked at the same moment."""
    try:
        with transaction.atomic():
            return Daily.objects.create(date=day, board_id=key).board
    except IntegrityError:  # somebody else asked at the same moment
        return Daily.objects.get(date=day).board


def _fitting(day: date) -> QuerySet[Board]:
    """Return the boards that fit a day: of its difficulty and family, else of its difficulty, else of the
    nearest difficulty. Boards of the weeks around it are left out as long as there are others.
    """
    longer = originals().filter(par__gte=LEAST)
    public = longer if longer.exists() else originals()
    around = Daily.objects.filter(date__range=(day - APART, day + APART))
    fresh = public.exclude(pk__in=around.values("board"))
    for boards in (fresh, public):
        for difficulty in difficulties(day):
            found = boards.filter(difficulty=difficulty)
            families = set(public.filter(difficulty=difficulty).order_by().values_list("family", flat=True))
            own = found.filter(family=family_of(day, families)) if families else found
            if found.exists():
                return own if own.exists() else found
    return public


def _dealt(day: date, key: str) -> str:
    """A sort key that looks random and is the same on every machine."""
    return hashlib.sha256(f"{day} {key}".encode()).hexdigest()
