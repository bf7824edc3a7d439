"""Boards on which something takes long: each a different part of the work."""

from __future__ import annotations

from random import Random

from bench.peaks import sokoban, straight
from tests.search.boards import LONG

FIFTEEN = LONG


def pebbles(rows: int, columns: int, tokens: list[str], seed: int = 1) -> str:
    """A board with each token's plate where the list has it, and the pebbles shuffled."""
    shuffled = tokens[:]
    Random(seed).shuffle(shuffled)
    return f"pebbles[grid {rows}x{columns}]:{','.join(tokens)}/{','.join(shuffled)}"


def slides(side: int) -> str:
    """Tiles of four colours all over a large board: states are large, and have many moves."""
    colours = "RGBY"

    def rows(where: int, apart: int) -> str:
        return "/".join(
            "".join(colours[(r + c) % 4] if (where * r + 3 * c) % apart == 0 else "." for c in range(side))
            for r in range(side)
        )

    return f"ricochet:{rows(7, 13)}>{rows(5, 23)}"


def tracks(rows: int, columns: int) -> str:
    """A block a row, each to go to the right end by single steps, in any order: all positions lie on optimal
    solutions."""
    names = "ABCDEFGHIJ"[:rows]
    board = "/".join(2 * name + "o" * (columns - 2) for name in names)
    goal = "/".join("o" * (columns - 2) + 2 * name for name in names)
    return f"blocks[step]:{board}>{goal}"


def crowd(side: int, pieces: int) -> str:
    """Single cells that go anywhere."""
    names = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:pieces]
    rows = [["o"] * side for _ in range(side)]
    for number, name in enumerate(names):
        rows[number * 2 // side % side][number * 2 % side] = name
    goal = ["o" * side] * (side - 1) + ["BA".rjust(side, "o")]
    return f"blocks[free]:{'/'.join(map(''.join, rows))}>{'/'.join(goal)}"


EQUAL = pebbles(5, 6, ["1"] * 29 + ["-"]).rpartition("/")[0] + "/" + ",".join(["1"] * 15 + ["-"] * 15)
"""15 equal pebbles on 29 plates: 77 million goals."""

FEWER_EQUAL = pebbles(4, 7, ["1"] * 27 + ["-"]).rpartition("/")[0] + "/" + ",".join(["1"] * 14 + ["-"] * 14)
"""20 million goals, of 40 million positions: they fit into a table of a gigabyte."""

LARGE_GRAPH = pebbles(11, 11, ["-", "2", "2", "2"] + ["1"] * 117)
"""One hole on 121 cells, and few positions for so many: how to split them takes long to choose."""

TABLES = pebbles(5, 6, ["-"] + ["1"] * 16 + ["2"] * 13)
"""Large tables before a census: of two billion positions, which just fit into a gigabyte."""

TWENTY_FOUR = pebbles(5, 5, ["-", *map(str, range(1, 25))], seed=4)
SLIDES = slides(16)
TRACKS = tracks(7, 8)
CROWD = crowd(10, 14)
ROOM = sokoban().to_toml()
"""Rules in a text, and twelve crates."""
STRAIGHT = straight(12, 38, 7)
"""Pieces on their lines, on a board so large that a state takes many words."""
GOALS = crowd(10, 5)
"""Many goals, but not too many to list."""
