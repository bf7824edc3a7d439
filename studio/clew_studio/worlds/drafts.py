"""The levels that players are making, kept by the server."""

from __future__ import annotations

import json
from typing import Any

from django.db.models import F, QuerySet
from django.utils import timezone

from clew.errors import BoardError
from clew_studio import quotas, text_limits
from clew_studio.database import write_lock
from clew_studio.models import Player, WorldDraft
from clew_world.written import written

Json = dict[str, Any]


class TooMany(Exception):
    """The player has as many drafts as an account may have."""


class Overtaken(Exception):
    """The draft was changed since the player read it; `version` is the present one."""

    def __init__(self, version: int) -> None:
        super().__init__(version)
        self.version = version


def of(player: Player) -> QuerySet[WorldDraft]:
    """The drafts of a player, the last changed first."""
    return WorldDraft.objects.filter(owner=player)


def make(player: Player, level: Json) -> WorldDraft:
    """Keeps a new draft. Raises `TooMany`, and `BoardError` if it is too large or cannot be written."""
    title = _title(level)
    with write_lock(f"world drafts {player.pk}"):
        if not quotas.has_room(player, "drafts"):
            raise TooMany
        return WorldDraft.objects.create(owner=player, title=title, level=level)


def save(draft: WorldDraft, version: int, level: Json) -> WorldDraft:
    """Keeps a change that was made to this version. Raises `Overtaken` and `BoardError`."""
    rows = WorldDraft.objects.filter(pk=draft.pk)
    changed = {"title": _title(level), "level": level, "changed": timezone.now()}
    if not rows.filter(version=version).update(version=F("version") + 1, **changed):
        raise Overtaken(rows.values_list("version", flat=True).get())
    return rows.get()


def _title(level: Json) -> str:
    """The title of a level that may be kept. Raises `BoardError`."""
    text = json.dumps(level)
    if len(text) > text_limits.WORLD:
        raise BoardError(f"has {len(text)} characters; at most {text_limits.WORLD} are allowed")
    written(level)
    title = level.get("title")
    return text_limits.stripped(title)[: text_limits.TITLE] if isinstance(title, str) else ""
