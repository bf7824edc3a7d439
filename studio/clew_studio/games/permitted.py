"""Which help a game may have: a teacher can turn hints, distances and solutions off."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from django.db.models import Q
from django.utils import timezone
from typing_extensions import TypedDict

from clew_studio.models import Assignment, Pack

if TYPE_CHECKING:
    from clew.puzzles.base import EnginePuzzle
    from clew_studio.models import Board, Player

What = Literal["hints", "distances", "solution"]


class Permitted(TypedDict):
    """The help that is allowed: hints, the distance to the goal, and the solution with everything that shows
    it, such as the map and the review of the game.
    """

    hints: bool
    distances: bool
    solution: bool


def permitted(pack: Pack | None) -> Permitted:
    """Return the help that a game of this pack may have."""
    if pack is None or pack.kind != Pack.Kind.ASSIGNMENT:
        return {"hints": True, "distances": True, "solution": True}
    told = pack.assignment
    return {"hints": told.hints, "distances": told.distances, "solution": told.solution}


def is_withheld(player: Player | None, what: What, puzzle: EnginePuzzle, board: Board | None) -> bool:
    """Return whether a pupil is not to have this help on a board now, in an assignment that is open."""
    if player is None or not player.is_pupil:
        return False
    now = timezone.now()
    same = Q(pack__boards__puzzle=str(puzzle))
    if board is not None:
        same |= Q(pack__boards=board)
    found = Assignment.objects.filter(same, classroom=player.pupil.classroom_id, **{what: False})
    is_open = Q(opens=None) | Q(opens__lte=now), Q(closes=None) | Q(closes__gt=now)
    return found.filter(*is_open).exists()
