"""Runs worlds without a window: inputs from a file, pictures along the way."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from clew.errors import WorldError
from clew_world.record import Input, parsed_inputs
from clew_world.world import World

if TYPE_CHECKING:
    from clew_world.paint.animation import Animation

_PUBLIC = ("touch", "steer")
"""The inputs that a file may contain; the others occur only in records."""


def read_inputs(path: str | Path) -> list[tuple[int, Input]]:
    """The inputs in a JSON file: ``[[tick, "touch", x, y], ...]``. Raises `WorldError`, `OSError`."""
    try:
        values = json.loads(Path(path).read_text(encoding="utf-8"))
        found = parsed_inputs(values)
    except (ValueError, RecursionError, WorldError) as error:
        raise WorldError(f"{path}: {error}") from error
    for tick, entry in found:
        if entry[0] not in _PUBLIC or tick < 0:
            raise WorldError(
                f'{path}: [{tick}, "{entry[0]}", ...] is neither a touch nor steering; write for example '
                '[60, "touch", 3.5, 1.0]'
            )
    return found


def simulate(
    world: World,
    ticks: int,
    inputs: list[tuple[int, Input]] | None = None,
    *,
    animation: Animation | None = None,
    on_tick: Callable[[World], object] | None = None,
) -> None:
    """Run a world for that many ticks, with each input at its tick; `animation` gets its frames."""
    from clew_world.paint.animation import EVERY

    given: dict[int, list[Input]] = {}
    for tick, entry in inputs or []:
        given.setdefault(tick, []).append(entry)
    end = world.tick + ticks
    while world.tick < end:
        for what, *rest in given.get(world.tick, ()):
            (world.touch if what == "touch" else world.steer)(*rest)
        if animation is not None and world.tick % EVERY == 0:
            animation.shoot()
        world.step()
        if on_tick is not None:
            on_tick(world)
