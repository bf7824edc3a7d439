"""Worlds for tests: small levels written as they are needed."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path

from clew_world import World

GROUND = "[[ground]]\nx = 0\ny = 1\nwidth = {width}\nheight = 1\n"


def table(key: str, **values: object) -> str:
    """A TOML table of a list: ``[[key]]``."""
    return f"[[{key}]]\n" + "".join(f"{name} = {json.dumps(value)}\n" for name, value in values.items())


def level(
    *parts: str,
    width: float = 40,
    height: float = 20,
    player: tuple[float, float] = (2, 1),
    ground: bool = True,
    **keys: object,
) -> str:
    """The text of a level: plain ground, a player, and the parts."""
    head = f"size = [{width}, {height}]\n" + "".join(f"{k} = {json.dumps(v)}\n" for k, v in keys.items())
    floor = GROUND.format(width=width) if ground else ""
    return f"{head}[player]\nx = {player[0]}\ny = {player[1]}\n{floor}" + "".join(parts)


def scripted(folder: Path, scripts: Mapping[str, str], text: str) -> World:
    """A world whose scripts lie in a folder."""
    for name, source in scripts.items():
        (folder / name).write_text(source, encoding="utf-8")
    return World.parse(text, folder=folder)


def go(world: World, x: float, y: float, most: int = 1500) -> int:
    """Touches a point and waits for the answer; the ticks that it took."""
    world.touch(x, y)
    return until(world, lambda: world.player.answer != "on the way", most)


def until(world: World, done: Callable[[], bool], most: int = 1500) -> int:
    """Steps until something is so; fails after so many ticks."""
    world.step()
    for ticks in range(1, most):
        if done():
            return ticks
        world.step()
    raise AssertionError(
        f"not after {most} ticks: the player is at {world.player.x:.2f}, {world.player.y:.2f}"
    )
