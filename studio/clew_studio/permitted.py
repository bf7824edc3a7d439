"""Which help a game may have: teachers and researchers can turn hints, distances and solutions off."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_noop
from typing_extensions import TypedDict

from clew_studio.experiments import taking
from clew_studio.models import Assignment, Pack

if TYPE_CHECKING:
    from clew.puzzles.base import EnginePuzzle
    from clew_studio.models import Board, Game, Player

What = Literal["hints", "distances", "solution"]

WITHHELD: dict[What, str] = {
    "hints": gettext_noop("Hints are turned off for this board."),
    "distances": gettext_noop("Distances are turned off for this board."),
    "solution": gettext_noop("The solution is turned off for this board."),
}
"""What players are told who ask for help that they may not have."""


class Permitted(TypedDict):
    """The help that is allowed: hints, the distance to the goal, and the solution with everything that shows
    it, such as the map and the review of the game.
    """

    hints: bool
    distances: bool
    solution: bool


def permitted(game: Game) -> Permitted:
    """Return the help that a game may have. A level of an experiment has no solution here: a participant who
    gives up is shown it with the step of the experiment.
    """
    if game.participant is not None:
        holds = taking.settings_for(game.participant)
        return {"hints": holds.hints, "distances": holds.distance, "solution": False}
    pack = game.pack
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
