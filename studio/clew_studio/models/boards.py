"""Boards: those that came with the site, and those that people make; and what people say of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db import models

from clew_studio import text_limits
from clew_studio.database import LONGEST, WrittenJSONField, fresh
from clew_studio.models.players import Player, Rated

if TYPE_CHECKING:
    from clew.puzzles.base import EnginePuzzle


class Tag(models.Model):
    """A word by which people find boards."""

    name = models.CharField(primary_key=True, max_length=text_limits.TAG)

    def __str__(self) -> str:
        return self.name


class Board(Rated):
    """A board. `keys` are those of its TOML file, `puzzle` its compact form.

    Only its owner sees a draft. Publishing takes it through `checking`, while its par is computed, to
    `published`, or back to `draft` with a `refusal` that says why (a key of
    `clew_studio.boards.publishing.REASONS`). `made_from` is the board that it was copied from. `par`
    counts only if `proved`. Boards that differ only by turning, reflecting or renaming share a
    `symmetry_class` (a hash; empty until computed). `states` is the number of positions on the board's map: 0
    if a page cannot draw that many, None if they were not counted. `rings` then has how many positions are 0,
    1, 2, ... moves away from a goal. `forecast` is how many seconds a typical person takes, `forecast_spread`
    the standard deviation of its logarithm, `solvers` how many players solved it without help and
    `log_seconds` the sum of the logarithms of their times (`clew_studio.boards.forecasts`).
    """

    class Status(models.TextChoices):
        """How far a board is on its way to the gallery."""

        DRAFT = "draft"
        CHECKING = "checking"
        PUBLISHED = "published"

    id = models.CharField(primary_key=True, max_length=LONGEST, default=fresh)
    made_from = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="copies", editable=False
    )
    owner = models.ForeignKey(Player, null=True, blank=True, on_delete=models.SET_NULL, related_name="boards")
    status = models.CharField(max_length=10, choices=Status, default=Status.DRAFT, db_index=True)
    refusal = models.CharField(max_length=10, blank=True, editable=False)
    family = models.CharField(max_length=12, db_index=True)
    title = models.CharField(max_length=text_limits.TITLE, blank=True)
    author = models.CharField(max_length=text_limits.AUTHOR, blank=True)
    source = models.CharField(max_length=text_limits.SOURCE, blank=True)
    licence = models.CharField(max_length=text_limits.LICENCE, blank=True)
    notes = models.TextField(max_length=text_limits.NOTES, blank=True)
    keys: Any = WrittenJSONField()
    puzzle = models.TextField(db_index=True)
    symmetry_class = models.CharField(max_length=64, blank=True, db_index=True, editable=False)
    states = models.PositiveIntegerField(null=True, blank=True, db_index=True, editable=False)
    rings: Any = WrittenJSONField(default=list, editable=False)
    forecast = models.FloatField(null=True, blank=True, editable=False)
    forecast_spread = models.FloatField(default=0.0, editable=False)
    solvers = models.PositiveIntegerField(default=0, editable=False)
    log_seconds = models.FloatField(default=0.0, editable=False)
    par = models.IntegerField(null=True, blank=True)
    proved = models.BooleanField(default=False)
    difficulty = models.CharField(max_length=8, blank=True, db_index=True)
    tags = models.ManyToManyField(Tag, blank=True, related_name="boards")
    plays = models.IntegerField(default=0)
    wins = models.IntegerField(default=0)
    created = models.DateTimeField(auto_now_add=True)
    published = models.DateTimeField(null=True, blank=True, db_index=True)

    class Meta:
        ordering = [models.F("published").desc(nulls_last=True), "id"]

    def read(self) -> EnginePuzzle:
        """The puzzle, ready to be played."""
        from clew_studio.puzzles.reading import puzzle_of

        return puzzle_of(self.keys)

    def __str__(self) -> str:
        return self.title or self.id


class Daily(models.Model):
    """The puzzle of a day."""

    date = models.DateField(primary_key=True)
    board = models.ForeignKey(Board, on_delete=models.CASCADE)

    class Meta:
        verbose_name = "puzzle of the day"
        verbose_name_plural = "puzzles of the day"

    def __str__(self) -> str:
        return str(self.date)


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
