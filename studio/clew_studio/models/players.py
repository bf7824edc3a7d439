"""Players: with an account, perhaps with a second step of signing in, or as guests of a session."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models

from clew_studio.database import LONGEST, WrittenJSONField, fresh

RATING = 1500.0
DEVIATION = 350.0
VOLATILITY = 0.06


class Rated(models.Model):
    """A rating by Glicko-2: a board and the player who tries it are opponents."""

    rating = models.FloatField(default=RATING)
    deviation = models.FloatField(default=DEVIATION)
    volatility = models.FloatField(default=VOLATILITY)

    class Meta:
        abstract = True


class Player(Rated):
    """One person, as far as the site can tell. `user` is None for a guest. `is_public`: others may see more
    than the name and the leaderboards. `former`: earlier names and addresses of the account, which are erased
    with it.
    """

    id = models.CharField(primary_key=True, max_length=LONGEST, default=fresh, editable=False)
    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.CASCADE, related_name="player"
    )
    is_public = models.BooleanField(default=True)
    guest_name = models.CharField(max_length=40, blank=True)
    former: Any = WrittenJSONField(default=list, blank=True, editable=False)
    created = models.DateTimeField(auto_now_add=True)

    @property
    def is_guest(self) -> bool:
        """Whether the player has no account."""
        return self.user_id is None

    @property
    def is_pupil(self) -> bool:
        """Whether the player exists in a class alone: in no list, no rating and no export of the site."""
        return self.user_id is None and hasattr(self, "pupil")

    @property
    def name(self) -> str:
        """The name that others see."""
        return self.guest_name if self.user is None else str(self.user.get_username())

    def __str__(self) -> str:
        return self.name


class RatingPoint(models.Model):
    """A player's rating after a result, for the curve over time."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="ratings")
    rating = models.FloatField()
    deviation = models.FloatField()
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["at", "id"]

    def __str__(self) -> str:
        return f"{self.player}: {self.rating:.0f}"


class Badge(models.Model):
    """A badge that a player has earned; each badge is earned at most once."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="badges")
    game = models.ForeignKey("Game", null=True, on_delete=models.SET_NULL, related_name="badges")
    key = models.CharField(max_length=40)
    earned = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "key"], name="one_badge_a_player")]

    def __str__(self) -> str:
        return self.key


class SecondStep(models.Model):
    """An account that has one. Its key must be readable, since each code is computed from it."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="second_step"
    )
    key = models.CharField(max_length=64)
    last_period = models.BigIntegerField()
    """The half minute of the last code that was accepted: no code of it or before it is accepted again."""

    since = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return str(self.user)


class RecoveryCode(models.Model):
    """One of an account's recovery codes that were not used, as a digest."""

    second_step = models.ForeignKey(SecondStep, on_delete=models.CASCADE, related_name="recovery_codes")
    digest = models.CharField(max_length=64)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["second_step", "digest"], name="one_digest_a_second_step")
        ]

    def __str__(self) -> str:
        return f"a recovery code of {self.second_step}"
