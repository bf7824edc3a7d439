"""Writes the pictures of docs/world.md: ``python -m tools.worlds [FOLDER]``.

The levels that come with Clew, each with the player on its way, and what the four controls do with one touch.
They are photographs of simulations, so that they show what happens and not what was meant.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from PIL import Image

from clew_world import World, shipped
from clew_world.paint import palette
from clew_world.paint.frame import Painter
from clew_world.parts import CONTROLS as KINDS

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "pictures"
TOUCHES = {
    "meadow": (7.5, 7.8),
    "orchard": (13.0, 9.8),
    "henhouse": (25.6, 7.2),
    "gatehouse": (11.3, 7.4),
    "stockroom": (8.5, 1.5),
    "canyon": (29.0, 8.4),
    "hills": (8.4, 7.6),
    "long-way": (9.0, 8.6),
    "tower": (6.0, 7.2),
    "harvest": (21.4, 7.6),
    "round-up": (15.0, 10.4),
}
CONTROLS = """
title = "control = {control}"
size = [12.0, 6.0]
zoom = 45.0
control = "{control}"
ground = [{{ x = 0.0, y = 0.6, width = 12.0, height = 0.6 }}]
platform = [{{ x = 0.0, y = 2.6, width = 4.0 }}]
wall = [{{ x = 8.0, y = 0.6, width = 0.4, height = 1.1 }}]
player = {{ x = 1.5, y = 2.6, body = "box" }}
"""
TOUCH = (10.5, 0.6)
EVERY, TICKS = 9, 290


def of_level(name: str) -> Any:
    """The level after half a second, with the path of a touch."""
    with World.load(name) as world:
        world.step(30)
        world.touch(*TOUCHES[name])
        world.step(20)
        return Painter(world).frame()


def of_control(control: str) -> Any:
    """The trail of a player that is sent from a ledge to a place behind a wall."""
    with World.parse(CONTROLS.format(control=control)) as world:
        painter = Painter(world)
        trail = []
        world.step(20)
        world.touch(*TOUCH)
        for tick in range(TICKS):
            world.step()
            if tick % EVERY == 0:
                trail.append((world.player.x, world.player.y + 0.5))
        world.player.target = None
        frame = painter.frame()
        painter.mark(frame, trail, TOUCH, palette.THREAD)
        return frame


def together(frames: list[Any]) -> Any:
    """Frames of equal size, in pairs."""
    width, height = frames[0].size
    gap = 12
    sheet = Image.new("RGB", (2 * width + gap, 2 * height + gap), palette.PANEL)
    for number, frame in enumerate(frames):
        sheet.paste(frame, (number % 2 * (width + gap), number // 2 * (height + gap)))
    return sheet


def main() -> None:
    parser = argparse.ArgumentParser(description="Writes the pictures of docs/world.md.")
    parser.add_argument("folder", nargs="?", type=Path, default=FOLDER)
    folder = parser.parse_args().folder
    for name in shipped():
        frame = of_level(name)
        half = (frame.width * 3 // 4, frame.height * 3 // 4)
        small = frame.resize(half, Image.Resampling.LANCZOS)
        small.save(folder / f"world-{name}.png", optimize=True)
    controls = together([of_control(control) for control in KINDS])
    controls.save(folder / "world-controls.png", optimize=True)


if __name__ == "__main__":
    main()
