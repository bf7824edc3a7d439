"""The second step of signing in: the key of an account's codes, and its recovery codes."""

from __future__ import annotations

from django.conf import settings
from django.db import models


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
