"""The process that reads, checks and writes levels from visitors, one after the other.

It imports nothing of Django; `clew_studio.helpers` describes how it is asked. A task is ``{"do": "read",
"text": TOML}`` or ``{"do": "check" | "write" | "try", "level": {...}}``, for `try` with the ``"most"`` bytes
that the scenery may have. The answer is JSON:

    read      the level's keys
    write     {"text": TOML}
    check     {"found": [{sort, message, part, name, key}], "reached": 3, "playable": true}
    try       the same, and if the level can be played {"text": TOML, "scenery": SVG}
"""

from __future__ import annotations

import json
from typing import Any

from clew.boards.entries import toml_values
from clew.errors import BoardError
from clew_studio.helpers import serve
from clew_world.findings import ERROR, Finding, Findings, findings
from clew_world.level import Level
from clew_world.paint import vector
from clew_world.parts import STOCK
from clew_world.written import written

Json = dict[str, Any]

TOO_LARGE = "the level is too large to be drawn here; give it fewer parts"


def answered(task: Json) -> bytes:
    """Return the answer to a task. Raises `BoardError`."""
    return json.dumps(_DO[task["do"]](task)).encode()


def _read(task: Json) -> Json:
    values = toml_values(task["text"].removeprefix("\ufeff"))
    written(values)  # dates, for example, have no place in JSON
    return values


def _write(task: Json) -> Json:
    return {"text": written(task["level"])}


def _check(task: Json) -> Json:
    return _told(_found(task)[0])


def _try(task: Json) -> Json:
    result, text = _found(task)
    told = _told(result)
    if result.level is not None and told["playable"]:
        scenery = vector.backdrop(result.level)
        if len(scenery.encode()) > task["most"]:
            return _told(result._replace(found=[Finding(ERROR, TOO_LARGE, key="size")]))
        told |= {"text": text, "scenery": scenery}
    return told


def _found(task: Json) -> tuple[Findings, str]:
    """What is found in a level, and its TOML."""
    try:
        text = written(task["level"])
    except BoardError as error:
        return Findings(None, [Finding(ERROR, error.message)]), ""
    result = findings(task["level"], text)
    foreign = [] if result.level is None else _foreign(result.level)
    return result._replace(found=[*foreign, *result.found]), text


def _foreign(level: Level) -> list[Finding]:
    """What only files beside a level could provide. Levels of strangers have none."""
    by_place: dict[tuple[str, int], Finding] = {}  # one for all that an entry of `spawn` adds
    for one in level.cast():
        if one.script is not None and one.script not in STOCK:
            words = f'"{one.script}" is not a stock script; only these can be used here'
            place = level.places[one.number]
            by_place.setdefault(place, Finding(ERROR, words, place, one.name, "script"))
    found = list(by_place.values())
    if level.pictures:
        found.append(Finding(ERROR, "a level has no pictures of its own here; delete them", key="pictures"))
    return found


def _told(result: Findings) -> Json:
    playable = result.level is not None and all(one.sort != ERROR for one in result.found)
    return {
        "found": [one._asdict() for one in result.found],
        "reached": result.reached,
        "playable": playable,
    }


_DO = {"read": _read, "write": _write, "check": _check, "try": _try}


if __name__ == "__main__":
    serve(answered)
