"""Experiments that researchers design in the page, their participants, and what those answered."""

from __future__ import annotations

from typing import Any

from django.db import models

from clew_studio import text_limits
from clew_studio.database import LONGEST, WrittenJSONField, fresh
from clew_studio.models.players import Player


class Experiment(models.Model):
    """A design (`clew_studio.experiments.design`) and its state. Only its owner sees it; participants come by
    `token`. Each change of the design adds one to `version`; it changes only while the experiment is a draft.
    `seed` decides ties and random orders.
    """

    class Status(models.TextChoices):
        """Whether participants may come."""

        DRAFT = "draft"
        OPEN = "open"
        CLOSED = "closed"

    id = models.CharField(primary_key=True, max_length=LONGEST, default=fresh)
    owner = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="experiments")
    title = models.CharField(max_length=text_limits.TITLE, blank=True)
    design: Any = WrittenJSONField()
    version = models.PositiveIntegerField(default=1)
    status = models.CharField(max_length=6, choices=Status, default=Status.DRAFT)
    token = models.CharField(max_length=LONGEST, default=fresh, unique=True)
    seed = models.CharField(max_length=LONGEST, default=fresh)
    created = models.DateTimeField(auto_now_add=True)
    changed = models.DateTimeField(auto_now=True)
    opened = models.DateTimeField(null=True, blank=True)
    closed = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-changed", "id"]

    def __str__(self) -> str:
        return self.title or self.id


class Participant(models.Model):
    """Somebody who takes part. `pid`: what the recruiting site calls them, from the link; `parameters`: all
    that the link carried.

    `sequence` is their way, made when they agree; `step` is where on it they are. Each step adds one to
    `turn`, so that an answer that is sent twice counts once. `row`: how many came before them in their
    condition. `tries`: how often they have answered the comprehension checks. `version`: of the design, which
    only a preview can outlive.
    """

    class Sort(models.TextChoices):
        """Whether somebody real takes part."""

        REAL = "real"
        PREVIEW = "preview"
        SIMULATED = "simulated"

    class Ending(models.TextChoices):
        """How it ended for a participant."""

        UNDER_WAY = "", "under way"
        FINISHED = "finished"
        SCREENED_OUT = "screened-out"
        WITHDRAWN = "withdrawn"

    id = models.CharField(primary_key=True, max_length=LONGEST, default=fresh)
    experiment = models.ForeignKey(Experiment, on_delete=models.CASCADE, related_name="participants")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="participations")
    sort = models.CharField(max_length=9, choices=Sort, default=Sort.REAL)
    pid = models.CharField(max_length=text_limits.PARTICIPANT, blank=True)
    parameters: Any = WrittenJSONField(default=dict)
    condition = models.PositiveSmallIntegerField(null=True, blank=True)
    row = models.PositiveIntegerField(default=0)
    sequence: Any = WrittenJSONField(default=list)
    step = models.PositiveIntegerField(default=0)
    turn = models.PositiveIntegerField(default=0)
    tries = models.PositiveIntegerField(default=0)
    version = models.PositiveIntegerField(default=1)
    arrived = models.DateTimeField()
    consented = models.DateTimeField(null=True, blank=True)
    begun = models.DateTimeField(null=True, blank=True)
    """When the first counted level began: the time for all levels runs from then on."""
    finished = models.DateTimeField(null=True, blank=True)
    ending = models.CharField(max_length=12, choices=Ending, default=Ending.UNDER_WAY, blank=True)

    class Meta:
        ordering = ["arrived", "id"]
        indexes = [models.Index(fields=["experiment", "sort", "condition"], name="participants")]
        constraints = [
            models.UniqueConstraint(
                fields=["experiment", "pid"],
                condition=~models.Q(pid="") & models.Q(sort="real"),
                name="one_participant_an_id",
            )
        ]

    def __str__(self) -> str:
        return self.pid or self.id


class Response(models.Model):
    """What a participant answered to a question. `occurrence`: which try, from 1. `t_client_ms`: how long the
    page had shown the question. `right`: of a question that has a right answer.
    """

    participant = models.ForeignKey(Participant, on_delete=models.CASCADE, related_name="responses")
    part = models.CharField(max_length=13)
    item = models.CharField(max_length=text_limits.KEY)
    occurrence = models.PositiveIntegerField(default=1)
    value: Any = WrittenJSONField(null=True)
    right = models.BooleanField(null=True)
    t_client_ms = models.BigIntegerField(null=True)
    t_server = models.DateTimeField()

    class Meta:
        ordering = ["t_server", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["participant", "part", "item", "occurrence"], name="one_response_an_occurrence"
            )
        ]

    def __str__(self) -> str:
        return f"{self.item}: {self.value}"
