"""The levels of this site: those that come with Clew, and those in the site's own folder.

A site's levels are ``worlds/NAME.toml`` in its data folder, with their scripts beside them.
"""

from __future__ import annotations

import logging
import re
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.utils.translation import gettext_noop as _

from clew.errors import ClewError
from clew_world import level as levels
from clew_world.level import Level

log = logging.getLogger(__name__)

NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")

WORDS = (
    _("Meadow"),
    _("First steps: a ladder, a plank to jump to, and a tortoise that minds its own business."),
    _("Orchard"),
    _("Six bananas, and two monkeys who want them too: be quicker than they are."),
    _("Hills"),
    _("Up hill and down dale: three gems, a fox on its round, and a hen that keeps her distance."),
    _("Harvest"),
    _("The owl sows bananas, and two monkeys reap them. Bring in eight before they do."),
    _("Henhouse"),
    _("Collect the corn while the fox chases the hens. The cat has its eye on the mice."),
    _("Stockroom"),
    _("Three gems and two crates: one is a step, the other one a key. Touch a crate low down to push it."),
    _("Canyon"),
    _("Three gems and three lifts, which come and go by the clock. A monkey knows how to use them, too."),
    _("Gatehouse"),
    _("Three gems and three gates. Each lever opens one for good; a mouse may press the last one."),
    _("Round-up"),
    _("Bring home three of the four hens. They keep running away, and a fox means to be there first."),
    _("Tower"),
    _("Up by the ladders, down through the planks: four gems, a key, and two cats to outrun."),
    _("The long way"),
    _("Larger than any screen: three keys, and a flag at the far end."),
    _("player"),
    _("monkey"),
    _("fox"),
    _("chicken"),
    _("tortoise"),
    _("cat"),
    _("owl"),
    _("mouse"),
    _("banana"),
    _("apple"),
    _("key"),
    _("gem"),
    _("corn"),
)
"""The texts of levels that come with Clew, for the catalogue."""


class Found(NamedTuple):
    """A level by its name; `source` is what `World.load` takes."""

    name: str
    source: str
    level: Level


def all_levels() -> list[Found]:
    """Every level: those that come with Clew, the easiest first, then those of the site, the smallest first.

    A broken one is left out and logged.
    """
    names = [*levels.BY_DIFFICULTY, *(path.stem for path in sorted(_folder().glob("*.toml")))]
    found = [level for level in map(find, dict.fromkeys(names)) if level is not None]
    return sorted(found, key=lambda one: 0.0 if one.source == one.name else one.level.width)


def find(name: str) -> Found | None:
    """The level with that name; None if there is none or it cannot be read."""
    if NAME.fullmatch(name) is None:
        return None
    if name in levels.shipped():
        return Found(name, name, _read(name, 0))
    path = _folder() / f"{name}.toml"
    try:
        return Found(name, str(path), _read(str(path), path.stat().st_mtime_ns))
    except FileNotFoundError:
        return None
    except (ClewError, OSError) as error:
        log.warning("a level cannot be read: %s", error)
        return None


def _folder() -> Path:
    folder: Path = settings.CONFIG.folder / "worlds"
    return folder


@lru_cache(maxsize=64)
def _read(source: str, changed: int) -> Level:
    """Read a level to show, not to play; `changed` tells versions of a file apart."""
    level = levels.read(source)
    for picture in level.pictures.values():
        picture.read(level.folder)
    return level
