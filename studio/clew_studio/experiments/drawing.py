"""Boards drawn for an experiment: of a family, with pars in a band, so many of them, by a seed."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Literal

from clew.boards.graded import graded
from clew_studio.experiments.design import PlannedLevel
from clew_studio.models import Board

if TYPE_CHECKING:
    from collections.abc import Iterator

Pool = Literal["graded", "published", "both"]


def drawn(
    family: str | None, par_from: int, par_to: int, number: int, seed: int, pool: Pool
) -> tuple[list[PlannedLevel], int]:
    """Return so many boards, or all if there are fewer, by their par; and how many there were to draw from.

    The same seed draws the same boards. Of the published ones that holds as long as none of those drawn is
    deleted, and changes little as others are added: each board's place in the draw depends on it alone.
    """
    found = {level.puzzle: level for level in _pool(family, pool) if par_from <= (level.par or 0) <= par_to}
    lots = sorted(found.values(), key=lambda level: sha256(f"{seed} {level.name}".encode()).digest())
    return sorted(lots[:number], key=lambda level: (level.par or 0, level.name)), len(lots)


def _pool(family: str | None, pool: Pool) -> Iterator[PlannedLevel]:
    if pool != "published":
        for name, boards in graded().items():
            if family in (None, name):
                for number, board in enumerate(boards, 1):
                    yield PlannedLevel(name=f"graded-{name}-{number}", puzzle=board.puzzle, par=board.par)
    if pool != "graded":
        published = Board.objects.filter(status=Board.Status.PUBLISHED, par__isnull=False).order_by("pk")
        if family is not None:
            published = published.filter(family=family)
        for key, title, puzzle, par in published.values_list("pk", "title", "puzzle", "par"):
            if len(puzzle) <= LONGEST:
                yield PlannedLevel(name=key, puzzle=puzzle, title=title, par=par)


LONGEST = 20_000
"""Characters of a board that fits into a design."""
