"""Worlds and levels as JSON, in the reader's language."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from django.utils import translation
from django.utils.translation import gettext

from clew_studio.translation import translated

if TYPE_CHECKING:
    from clew_studio.worlds.handle import WorldHandle
    from clew_studio.worlds.hosts import Elsewhere
    from clew_studio.worlds.levels import Found

Json = dict[str, Any]

LEVELS = "/api/v1/worlds/levels"


def level_json(found: Found) -> Json:
    """A level as a list shows it."""
    level = found.level
    kinds = {*(item.kind for item in level.all_items()), *(one.kind for one in level.cast())}
    return {
        "level": found.name,
        "title": _said(level.title),
        "notes": _said(level.notes),
        "author": level.author,
        "size": [level.width, level.height],
        "goal": level.goal,
        "animals": len(level.characters) - 1,
        "words": {kind: _said(kind) for kind in sorted(kinds)},
        "picture": f"{LEVELS}/{found.name}/picture.svg",
        "scenery": f"{LEVELS}/{found.name}/scenery.svg",
        "pictures": {
            kind: {"picture": f"{LEVELS}/{found.name}/pictures/{own.file}", "frames": own.frames}
            for kind, own in level.pictures.items()
        },
    }


def made_json(found: Found, world: WorldHandle) -> Json:
    """A level that somebody is making, as the page of its world shows it: in its own words."""
    scenery = f"/api/v1/worlds/{world.key}/scenery.svg"
    level = found.level
    texts = {"title": level.title, "notes": level.notes}
    return {**level_json(found), **texts, "picture": scenery, "scenery": scenery, "pictures": {}}


def world_json(world: WorldHandle, language: str) -> Json:
    """A running world as its player sees it."""
    return {
        "id": world.key,
        "level": world.level,
        "state": "ended" if world.end else "starting" if world.frame is None else "running",
        "world": None if world.world is None else json.loads(world.world),
        "troubles": told_troubles(world, language),
        "frame": None if world.frame is None else json.loads(world.frame),
        "end": None if world.end is None else told_end(world, language),
    }


def elsewhere_json(world: Elsewhere) -> Json:
    """A running world of another host, which its events will describe."""
    told: Json = {"world": None, "troubles": [], "frame": None, "end": None}
    return {"id": world.key, "level": world.level, "state": "starting", **told}


def told_troubles(world: WorldHandle, language: str) -> list[Json]:
    """Return the scripts that were stopped or failed, and why."""
    troubles: list[Json] = json.loads(world.troubles)
    with translation.override(language):
        return [{**trouble, "text": translated(trouble["text"])} for trouble in troubles]


def told_end(world: WorldHandle, language: str) -> Json:
    """Return why a world has ended."""
    with translation.override(language):
        return {"reason": world.end, "message": translated(world.message)}


def _said(text: str) -> str:
    return gettext(text) if text else ""  # gettext answers nothing with the head of its catalogue
