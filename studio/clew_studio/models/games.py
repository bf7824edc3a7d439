"""Games, and everything that happened in them."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from django.db import models

from clew_studio.database import LONGEST, WrittenJSONField, fresh
from clew_studio.models.boards import Board
from clew_studio.models.experiments import Participant
from clew_studio.models.packs import Pack
from clew_studio.models.players import Player

if TYPE_CHECKING:
    from clew.puzzles.base import EnginePuzzle
    from clew_studio.puzzles.reading import Known


class Game(models.Model):
    """One attempt of one player. `keys` are those of the board, `start` its first state.

    `steps` are all moves played, each as [name, cost, state after]; those from `cursor` on were undone.
    `elapsed_ms` is the sum of the pauses between moves, `length` the cost of the moves up to the cursor.
    `timed`: every move came by itself, so that the time is the server's; the time of other games is a claim
    of the page, and ranks nowhere. A `ranked` win counts on leaderboards; it is `best` if no other win of the
    player on that board has fewer moves, or as many in less time. `aided`: the player had help from the
    server, in the game or shortly before it (`clew_studio.games.assistance`). `participant`: of an experiment
    that the game is a level of; `deadline`: when it ends by itself.
    """

    class Status(models.TextChoices):
        """Whether a game is still being played, and how it ended."""

        PLAYING = "playing"
        WON = "won"
        SURRENDERED = "surrendered"
        EXPIRED = "expired"

    id = models.CharField(primary_key=True, max_length=LONGEST, default=fresh, editable=False)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="games")
    board = models.ForeignKey(Board, null=True, blank=True, on_delete=models.SET_NULL, related_name="games")
    pack = models.ForeignKey(Pack, null=True, blank=True, on_delete=models.SET_NULL, related_name="games")
    participant = models.ForeignKey(
        Participant, null=True, blank=True, on_delete=models.CASCADE, related_name="games"
    )
    deadline = models.DateTimeField(null=True, blank=True)
    keys: Any = WrittenJSONField()
    family = models.CharField(max_length=12)
    status = models.CharField(max_length=11, choices=Status, default=Status.PLAYING)
    attempt = models.PositiveIntegerField(default=1)
    start = models.TextField()
    steps: Any = WrittenJSONField(default=list)
    cursor = models.PositiveIntegerField(default=0)
    length = models.PositiveIntegerField(default=0)
    hints = models.PositiveIntegerField(default=0)
    events = models.PositiveIntegerField(default=0)
    elapsed_ms = models.PositiveBigIntegerField(default=0)
    timed = models.BooleanField(default=True)
    aided = models.BooleanField(default=False)
    ranked = models.BooleanField(default=False)
    best = models.BooleanField(default=False)
    points = models.PositiveIntegerField(default=0)
    consent_version = models.CharField(max_length=20, blank=True)
    started = models.DateTimeField()
    touched = models.DateTimeField()
    finished = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-started", "id"]
        indexes = [
            models.Index(fields=["board", "best", "length", "elapsed_ms"], name="leaderboard"),
            models.Index(fields=["player", "-started"], name="history"),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["player", "board"],
                condition=models.Q(best=True, board__isnull=False),
                name="one_best_a_board",
            )
        ]

    @cached_property
    def known(self) -> Known:
        """The puzzle that is played, with what is made of it once."""
        from clew_studio.puzzles.reading import known

        return known(self.keys)

    def read(self) -> EnginePuzzle:
        """The puzzle that is played."""
        return self.known.puzzle

    @property
    def state(self) -> str:
        """The current position."""
        now: str = self.steps[self.cursor - 1][2] if self.cursor else self.start
        return now

    @property
    def moves(self) -> list[str]:
        """The moves from the start to the current position."""
        return [name for name, _, _ in self.steps[: self.cursor]]

    @property
    def in_study(self) -> bool:
        """Whether it belongs to an experiment."""
        in_pack = self.pack is not None and self.pack.kind == Pack.Kind.EXPERIMENT
        return in_pack or self.participant_id is not None

    def __str__(self) -> str:
        return f"{self.player}, {self.board or self.family}"


class PlayRecord(models.Model):
    """What a player has done on a board; it stays when games are deleted. `attempts` is the highest number
    that one of the player's games on it has.
    """

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="records")
    board = models.ForeignKey(Board, on_delete=models.CASCADE, related_name="records")
    attempts = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "board"], name="one_record_a_board")]

    def __str__(self) -> str:
        return f"{self.player}, {self.board}"


class FirstResult(models.Model):
    """A player has ended a game on a board, or on one that is the same (`clew_studio.games.results.key_of`).

    Only the first result says how well board and player match, so nothing is rated afterwards: not after the
    board was deleted and published again, nor on a copy.
    """

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="first_results")
    key = models.CharField(max_length=64)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "key"], name="one_first_result_a_board")]

    def __str__(self) -> str:
        return f"{self.player}, {self.key}"


class Event(models.Model):
    """A line of the event log, in the columns that `clew study` reads.

    `key` is the name that the page gave to an event it saw: an event sent twice is stored once.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="log")
    seq = models.PositiveIntegerField()
    event = models.CharField(max_length=12)
    piece = models.CharField(max_length=20, blank=True)
    origin = models.CharField(max_length=20, blank=True)
    target = models.CharField(max_length=20, blank=True)
    move = models.CharField(max_length=200, blank=True)
    t_client_ms = models.BigIntegerField(null=True)
    t_server = models.DateTimeField()
    build = models.CharField(max_length=40)
    key = models.CharField(max_length=40, blank=True)

    class Meta:
        ordering = ["game", "seq"]
        constraints = [
            models.UniqueConstraint(fields=["game", "seq"], name="one_event_a_number"),
            models.UniqueConstraint(
                fields=["game", "key"], condition=~models.Q(key=""), name="one_event_a_key"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.seq} {self.event} {self.move}"
