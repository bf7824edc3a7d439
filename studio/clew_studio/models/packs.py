"""Packs: levels in an order. An experiment is a pack with a link for participants."""

from __future__ import annotations

from django.db import models

from clew_studio.database import LONGEST, fresh
from clew_studio.models.boards import Board
from clew_studio.models.players import Player


class Pack(models.Model):
    """Boards played in a sequence: a pack of levels, or an experiment for research."""

    class Kind(models.TextChoices):
        """A pack for everybody, an experiment, or what a class is to solve."""

        LEVELS = "levels"
        EXPERIMENT = "experiment"
        ASSIGNMENT = "assignment"

    class Rule(models.TextChoices):
        """Whether a level must be won to open the next."""

        FREE = "free"
        IN_ORDER = "in-order"

    class Order(models.TextChoices):
        """Whether each player meets the boards in the given order or in a random one."""

        FIXED = "fixed"
        RANDOM = "random"

    id = models.CharField(primary_key=True, max_length=LONGEST, default=fresh)
    title = models.CharField(max_length=120)
    description = models.TextField(max_length=2000, blank=True)
    kind = models.CharField(max_length=10, choices=Kind, default=Kind.LEVELS)
    rule = models.CharField(max_length=8, choices=Rule, default=Rule.FREE)
    order = models.CharField(max_length=8, choices=Order, default=Order.FIXED)
    time_limit_s = models.PositiveIntegerField(
        null=True,
        blank=True,
        help_text="Of an experiment: seconds for all its boards, from the first one on.",
    )
    consent_text = models.TextField(max_length=8000, blank=True)
    consent_version = models.CharField(max_length=20, blank=True)
    token = models.CharField(max_length=LONGEST, default=fresh, unique=True)
    owner = models.ForeignKey(
        Player,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="packs",
        help_text="Who made it.",
    )
    is_public = models.BooleanField(default=True)
    number = models.IntegerField(default=0)
    boards = models.ManyToManyField(Board, through="Level", related_name="packs")

    OF_ITS_OWN = (Kind.EXPERIMENT, Kind.ASSIGNMENT)
    """The kinds whose games count there alone: a game of the same board elsewhere is another one."""

    class Meta:
        ordering = ["number", "title"]

    def __str__(self) -> str:
        return self.title


class Level(models.Model):
    """A board at its place in a pack."""

    pack = models.ForeignKey(Pack, on_delete=models.CASCADE, related_name="levels")
    board = models.ForeignKey(Board, on_delete=models.CASCADE, related_name="levels")
    number = models.IntegerField()

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["pack", "board"], name="a_board_once_a_pack")]

    def __str__(self) -> str:
        return f"{self.number}: {self.board}"


class Consent(models.Model):
    """A player agreed to a version of a pack's consent text."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="consents")
    pack = models.ForeignKey(Pack, on_delete=models.CASCADE, related_name="consents")
    version = models.CharField(max_length=20)
    given = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player", "pack", "version"], name="one_consent_a_version")
        ]

    def __str__(self) -> str:
        return f"{self.player}: {self.version}"


class Sitting(models.Model):
    """When a player began an experiment with a time limit; the time runs from then on."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="sittings")
    pack = models.ForeignKey(Pack, on_delete=models.CASCADE, related_name="sittings")
    started = models.DateTimeField()

    class Meta:
        verbose_name = "start of an experiment"
        verbose_name_plural = "starts of experiments"
        ordering = ["-started", "-id"]
        constraints = [models.UniqueConstraint(fields=["player", "pack"], name="one_sitting_a_pack")]

    def __str__(self) -> str:
        return f"{self.player}: {self.pack}"
