"""What happens when a board is deleted: its games stay, but leave every leaderboard."""

from __future__ import annotations

from typing import Any

from django.db.models.signals import post_delete, pre_delete
from django.dispatch import receiver

from clew_studio.games import results
from clew_studio.models import Board, Game


@receiver(pre_delete, sender=Board)
def leave_lists(instance: Board, **about: Any) -> None:
    """Remove the points of a deleted board; otherwise publishing and deleting it repeatedly would add
    points.
    """
    Game.objects.filter(board=instance, best=True).update(best=False)


@receiver(post_delete, sender=Board)
def pass_on(instance: Board, **about: Any) -> None:
    """The next of several equal boards takes the place of the first."""
    results.score_alike(instance.symmetry_class)
