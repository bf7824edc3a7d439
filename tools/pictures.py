"""Writes the pictures that README.md and the pages of docs/ show: ``python -m tools.pictures [FOLDER]``.

A board is the same object on a light and on a dark page, so it is there once, as NAME.svg. A solution has
words around its boards, and is there twice: NAME-light.svg and NAME-dark.svg. A test holds the files in
docs/pictures/ to what `clew.draw` makes now; the site is given new ones when it is built.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import clew
from clew.puzzles.base import EnginePuzzle

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs" / "pictures"
THEMES = ("light", "dark")
BOARD_WIDTH = 420
STRIP_WIDTH = 900


@cache
def board(name: str) -> EnginePuzzle:
    return clew.load(ROOT / "boards" / f"{name}.toml")


@cache
def solved(name: str) -> clew.Solution:
    return clew.solve(board(name))


def own() -> clew.Solution:
    """The board that the tutorial makes."""
    return clew.solve(clew.load("blocks:ooBCCC/ooBooo/AABooo/oooooo/ooDDoo/oooooo"))


BOARDS: dict[str, Callable[[], object]] = {
    "pebbles-panguru": lambda: board("pebbles/panguru-example"),
    "pebbles-fifteen": lambda: board("pebbles/fifteen-puzzle"),
    "pebbles-graph": lambda: board("pebbles/theta"),
    "blocks-gar-1": lambda: board("blocks/gar-1"),
    "blocks-huarong-dao": lambda: board("blocks/huarong-dao"),
    "blocks-hint": lambda: clew.hint(board("blocks/gar-1")),
    "ricochet-mondrian-22": lambda: board("ricochet/mondrian-22"),
    "ricochet-robots": lambda: board("ricochet/robots"),
    "ricochet-water": lambda: board("ricochet/water"),
    "coroutine-bailey-1": lambda: board("coroutine/bailey-1"),
    "sokoban-storeroom": lambda: board("sokoban/storeroom"),
    "own-board": lambda: own().puzzle,
}
"""What is drawn as one board."""

STRIPS: dict[str, Callable[[], object]] = {
    "blocks-gar-1-solution": lambda: solved("blocks/gar-1"),
    "blocks-gar-1-heat": lambda: clew.heatmap(board("blocks/gar-1")),
    "own-solution": own,
}
"""What is drawn as several boards with words."""


def pictures() -> Iterator[tuple[str, str]]:
    """The names of the files, and what is in them."""
    for name, make in BOARDS.items():
        yield f"{name}.svg", clew.draw(make(), theme="light", background=False, width=BOARD_WIDTH)
    for name, make in STRIPS.items():
        for theme in THEMES:
            drawn = clew.draw(make(), theme=theme, background=False, width=STRIP_WIDTH)
            yield f"{name}-{theme}.svg", drawn


def write(folder: Path) -> list[str]:
    """Writes every picture to the folder and deletes those that are no longer made; returns their names."""
    folder.mkdir(parents=True, exist_ok=True)
    wanted = dict(pictures())
    for path in folder.glob("*.svg"):
        if path.name not in wanted:
            path.unlink()
    for name, text in wanted.items():
        (folder / name).write_text(text, encoding="utf-8")
    return list(wanted)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.pictures", description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=FOLDER)
    folder = parser.parse_args().folder
    print(f"{len(write(folder))} pictures written to {folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
