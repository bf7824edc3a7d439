"""What a new site contains: the example boards with their known optimum, and packs of them."""

from __future__ import annotations

import os
from pathlib import Path

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop

from clew.boards.load import read_boards
from clew.puzzles.families import declared
from clew.scenes import FAMILIES
from clew_studio.boards import publishing
from clew_studio.boards.packs import FIRST_PACK
from clew_studio.models import Board, Level, Pack

HERE = Path(__file__).resolve().parent.parent
PLACES = (HERE / "example_boards", HERE.parents[1] / "boards")
"""Where the example boards are: in an installed package, in a source tree."""

FIRST = (FIRST_PACK, gettext_noop("First steps"), gettext_noop("The easiest boards of each kind."))
EASY_OF_EACH = 3


def folder_of_boards() -> Path | None:
    """Return the folder of example boards; None if there is none."""
    return next((place for place in PLACES if place.is_dir()), None)


@transaction.atomic
def fill() -> int:
    """Put the example boards and packs into an empty site. Returns how many boards were added."""
    folder = folder_of_boards()
    if folder is None or Board.objects.exists():
        return 0
    count = 0
    for family in FAMILIES:
        for entry in read_boards(os.fspath(folder / family)):
            if entry.puzzle is None:
                continue
            puzzle = entry.puzzle
            name = f"{family}-{Path(entry.source).stem}"
            board = publishing.save(Board(id=name), puzzle, {}, ["demo"])
            board.par, board.proved = puzzle.par, puzzle.par is not None
            board.difficulty = publishing.difficulty_of(family, puzzle.par)
            board.status, board.published = Board.Status.PUBLISHED, timezone.now()
            publishing.count(board)
            board.save()
            count += 1
    _pack()
    return count


def _pack() -> None:
    easiest: list[Board] = []
    packs = [(family, *pack) for family in FAMILIES if (pack := declared(family).pack) is not None]
    for number, (family, title, description) in enumerate(packs, 1):
        levels = list(Board.objects.filter(family=family).order_by("par", "id"))
        pack = Pack.objects.create(
            id=family, title=title, description=description, rule=Pack.Rule.FREE, number=number
        )
        _fill(pack, levels)
        easiest += levels[:EASY_OF_EACH]
    key, title, description = FIRST
    first = Pack.objects.create(id=key, title=title, description=description, rule=Pack.Rule.IN_ORDER)
    _fill(first, sorted(easiest, key=lambda board: (board.par or 0, board.pk)))


def _fill(pack: Pack, levels: list[Board]) -> None:
    Level.objects.bulk_create(
        Level(pack=pack, board=board, number=number) for number, board in enumerate(levels, 1)
    )
