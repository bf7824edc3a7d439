"""Limits in the database: how often something was tried, who had help on which board, and changed quotas."""

from __future__ import annotations

from django.db import models

from clew_studio.models.players import Player


class Tries(models.Model):
    """How often something was tried since `since`; refused until `shut_until` if that was too often. `key`
    names the limit and hashes what it counts for, so that the table has no names or addresses.
    """

    key = models.CharField(primary_key=True, max_length=100)
    number = models.PositiveIntegerField(default=0)
    since = models.DateTimeField(db_index=True)
    shut_until = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name_plural = "tries"

    def __str__(self) -> str:
        return f"{self.key}: {self.number}"


class Help(models.Model):
    """The server told a player something about the solution of a board.

    `key`: the symmetry class of the board, or a hash of the position.
    """

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="help")
    key = models.CharField(max_length=64)
    given = models.DateTimeField(db_index=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "key"], name="one_help_a_board")]

    def __str__(self) -> str:
        return f"{self.player}: {self.key}"


class Quota(models.Model):
    """A quota that an operator has changed (`clew_studio.quotas`)."""

    name = models.CharField(primary_key=True, max_length=40)
    most = models.PositiveBigIntegerField()

    def __str__(self) -> str:
        return f"{self.name}: {self.most}"
