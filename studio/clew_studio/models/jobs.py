"""Jobs and their answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db import models

from clew_studio.database import LONGEST, WrittenJSONField, fresh
from clew_studio.models.boards import Board
from clew_studio.models.players import Player

if TYPE_CHECKING:
    from clew.puzzles.base import EnginePuzzle


class Job(models.Model):
    """One piece of work for a solver process.

    Its supervisor holds it until `lease`; then any worker may take it. `keys` are those of a board, or the
    name of a user's own puzzle (`clew_studio.puzzles.custom_puzzles`); `start` is empty if the puzzle begins
    as its rules say. `priority` 0 comes first. `sequence` rises with every change that a reader should see.
    `address_hash` stands for the address that requested an unfinished job; empty for the site itself.
    """

    class State(models.TextChoices):
        """Where a job is between entering the queue and its end."""

        QUEUED = "queued"
        RUNNING = "running"
        DONE = "done"
        FAILED = "failed"
        CANCELLED = "cancelled"

    OVER = (State.DONE, State.FAILED, State.CANCELLED)

    id = models.CharField(primary_key=True, max_length=LONGEST, default=fresh, editable=False)
    player = models.ForeignKey(Player, null=True, blank=True, on_delete=models.CASCADE, related_name="jobs")
    board = models.ForeignKey(Board, null=True, blank=True, on_delete=models.CASCADE, related_name="jobs")
    kind = models.CharField(max_length=10)
    keys: Any = WrittenJSONField()
    start = models.TextField()
    task: Any = WrittenJSONField(default=dict)
    seconds = models.FloatField()
    memory_mb = models.PositiveIntegerField()
    priority = models.SmallIntegerField(default=1)
    state = models.CharField(max_length=9, choices=State, default=State.QUEUED)
    sequence = models.PositiveIntegerField(default=0)
    attempts = models.PositiveIntegerField(default=0)
    cancel = models.BooleanField(default=False)
    worker = models.CharField(max_length=80, blank=True)
    address_hash = models.CharField(max_length=32, blank=True, db_index=True, editable=False)
    lease = models.DateTimeField(null=True, blank=True)
    best = models.IntegerField(null=True, blank=True)
    bound = models.IntegerField(null=True, blank=True)
    progress: Any = WrittenJSONField(null=True, blank=True)
    solutions: Any = WrittenJSONField(default=list)
    result: Any = WrittenJSONField(null=True, blank=True)
    message = models.TextField(blank=True)
    created = models.DateTimeField(auto_now_add=True)
    started = models.DateTimeField(null=True, blank=True)
    finished = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created", "id"]
        indexes = [models.Index(fields=["state", "created"], name="queue")]

    @property
    def is_over(self) -> bool:
        """Whether the job has ended, one way or another."""
        return self.state in Job.OVER

    @property
    def puzzle(self) -> str:
        """What is worked on, in one line."""
        from clew_studio.puzzles.custom_puzzles import name_of

        return name_of(self.keys) or str(self.read())

    def read(self) -> EnginePuzzle:
        """The board that is worked on. Raises `BoardError` for a user's own puzzle."""
        from clew_studio.puzzles.reading import puzzle_of

        return puzzle_of(self.keys)

    def __str__(self) -> str:
        return f"{self.kind} {self.id}"


class Answer(models.Model):
    """What a job found out about a position, so that nothing is searched twice. `key`: a hash of the
    question.
    """

    key = models.CharField(primary_key=True, max_length=64)
    answer: Any = WrittenJSONField()
    created = models.DateTimeField(auto_now_add=True, db_index=True)

    def __str__(self) -> str:
        return self.key
