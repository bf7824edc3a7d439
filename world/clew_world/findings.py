"""What is wrong with a level, part by part: the errors of its reader, and what the player cannot reach."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from typing import Any, NamedTuple

from clew.errors import BoardError
from clew_world.check import check
from clew_world.level import Level
from clew_world.parts import LARGEST, LEAST_SIDE, PARTS, Properties, spawned
from clew_world.tables import PartError, size_of, tables_of

ERROR, UNREACHABLE, UNSURE, HINT = "error", "unreachable", "unsure", "hint"
"""The level cannot be played; something cannot be reached; it is not proved whether it can; advice."""
MOST_ERRORS = 100
"""The most errors that are found at once."""
REACH = ("goal", 0)
"""The place of a level's goal among its parts."""
NO_GOAL = "the level has no goal; add things to collect, or a place to reach"


class Finding(NamedTuple):
    """One thing to tell whoever made a level. `part` is the key of a list of its TOML and an index, `name`
    the name of that element, and `key` the property; each is None if it is about the level as a whole.
    """

    sort: str
    message: str
    part: tuple[str, int] | None = None
    name: str | None = None
    key: str | None = None


class Findings(NamedTuple):
    """All findings. `level` is None if it cannot be read; `reached` counts what is proved reachable."""

    level: Level | None
    found: list[Finding]
    reached: int = 0


def findings(values: dict[str, Any], text: str = "") -> Findings:
    """Checks a level, given by its keys, as `clew world check` does. `text` is its TOML."""
    try:
        level = Level(values, text)
    except BoardError as error:
        return Findings(None, _errors(values, error))
    found, reached = [], 0
    for target in check(level):
        if target.legs is not None:
            reached += 1
            continue
        part = level.places.get(target.number, REACH)
        name = target.name if target.number else None
        found.append(Finding(UNSURE if target.open else UNREACHABLE, target.reason, part, name))
    taken = level.eats.get(level.player.kind, ())
    for kind in level.goal["collect"]:
        if kind not in taken:
            words = f"the goal asks for {kind}, but the player does not take any"
            found.append(Finding(UNREACHABLE, words, key="collect"))
    if not level.goal["collect"] and level.goal["reach"] is None:
        found.append(Finding(HINT, NO_GOAL, key="goal"))
    return Findings(level, found, reached)


def _errors(values: dict[str, Any], first: BoardError) -> list[Finding]:
    """The error that the reader met, and those of the properties of all parts, if the size is known."""
    try:
        width, height = size_of(values, LEAST_SIDE, LARGEST)
    except BoardError:
        return [_finding(first)]
    errors = islice(_part_errors(values, width, height), MOST_ERRORS)
    seen: dict[tuple[object, object], Finding] = {}
    for error in (first, *errors):
        finding = _finding(error)
        seen.setdefault((finding.part, finding.key), finding)
    return list(seen.values())


def _part_errors(values: dict[str, Any], width: float, height: float) -> Iterator[PartError]:
    """What is wrong with the properties of each part, apart from the others."""
    for key, part in PARTS.items():
        try:
            tables = [values[key]] if part.single else tables_of(values, key)
        except (BoardError, KeyError):
            continue
        for index, table in enumerate(tables):
            if not isinstance(table, dict):
                continue
            for one in _problems(partial(Properties, part, table, width, height)):
                yield PartError(one.message, key=one.key, part=(key, index))
    spawn = values.get("spawn")
    for index, (kind, given) in enumerate(spawn.items() if isinstance(spawn, dict) else ()):
        for one in _problems(partial(spawned, kind, given, width, height)):
            yield PartError(one.message, key=one.key, part=("spawn", index))


def _problems(read: Callable[[], Properties]) -> list[BoardError]:
    """What is wrong with a table of properties, or why it cannot be read."""
    try:
        return read().problems()
    except BoardError as error:
        return [error]


def _finding(error: BoardError) -> Finding:
    part = error.part if isinstance(error, PartError) else None
    if error.key == "reach":
        part = REACH
    return Finding(ERROR, error.message, part, key=error.key)
