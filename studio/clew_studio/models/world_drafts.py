"""Levels of worlds that people are making."""

from __future__ import annotations

from typing import Any

from django.db import models

from clew_studio import text_limits
from clew_studio.database import LONGEST, WrittenJSONField, fresh
from clew_studio.models.players import Player


class WorldDraft(models.Model):
    """A level that somebody is making: the keys of its TOML, finished or not. Only its owner sees it.

    Each change adds one to `version`, so that nobody overwrites a change that they have not seen.
    """

    id = models.CharField(primary_key=True, max_length=LONGEST, default=fresh)
    owner = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="world_drafts")
    title = models.CharField(max_length=text_limits.TITLE, blank=True)
    level: Any = WrittenJSONField()
    version = models.PositiveIntegerField(default=1)
    changed = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["-changed", "id"]

    def __str__(self) -> str:
        return self.title or self.id
