"""Comments on boards, and reports of problems."""

from __future__ import annotations

from django.db import models

from clew_studio import text_limits
from clew_studio.models.boards import Board
from clew_studio.models.players import Player


class Comment(models.Model):
    """A comment, visible to all once a moderator has accepted it, and to its author at once."""

    class Status(models.TextChoices):
        """Whether a moderator has accepted a comment."""

        WAITING = "waiting"
        ACCEPTED = "accepted"
        REFUSED = "refused"

    board = models.ForeignKey(Board, on_delete=models.CASCADE, related_name="comments")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="comments")
    text = models.TextField(max_length=text_limits.COMMENT)
    status = models.CharField(max_length=8, choices=Status, default=Status.WAITING)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-created", "-id"]

    def __str__(self) -> str:
        return self.text[:60]


class Report(models.Model):
    """Something is wrong with a board."""

    class Reason(models.TextChoices):
        """What a report says is wrong."""

        WRONG_PAR = "wrong-par"
        BROKEN = "broken"
        OFFENSIVE = "offensive"
        COPIED = "copied"
        OTHER = "other"

    class Status(models.TextChoices):
        """What an editor made of a report."""

        WAITING = "waiting"
        ACCEPTED = "accepted"
        REFUSED = "refused"

    board = models.ForeignKey(Board, on_delete=models.CASCADE, related_name="reports")
    player = models.ForeignKey(Player, null=True, on_delete=models.SET_NULL, related_name="reports")
    reason = models.CharField(max_length=10, choices=Reason)
    text = models.TextField(max_length=text_limits.REPORT, blank=True)
    status = models.CharField(max_length=8, choices=Status, default=Status.WAITING)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-created", "-id"]

    def __str__(self) -> str:
        return f"{self.reason}: {self.text[:60]}"
