"""Writes the pictures of docs/world.md: ``python -m tools.worlds [FOLDER]``.

The levels that come with Clew, each with the player on its way: photographs of simulations.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from PIL import Image

from clew_world import World, shipped
from clew_world.paint.frame import Painter

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


def of_level(name: str) -> Any:
    """The level after half a second, with the path of a touch."""
    with World.load(name) as world:
        world.step(30)
        world.touch(*TOUCHES[name])
        world.step(20)
        return Painter(world).frame()


def main() -> None:
    parser = argparse.ArgumentParser(description="Writes the pictures of docs/world.md.")
    parser.add_argument("folder", nargs="?", type=Path, default=FOLDER)
    folder = parser.parse_args().folder
    for name in shipped():
        frame = of_level(name)
        half = (frame.width * 3 // 4, frame.height * 3 // 4)
        small = frame.resize(half, Image.Resampling.LANCZOS)
        small.save(folder / f"world-{name}.png", optimize=True)


if __name__ == "__main__":
    main()
