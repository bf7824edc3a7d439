"""Boards in the manner of Ricochet Robots, made from numbers: one tile has a goal, three are in the way."""

from __future__ import annotations

from random import Random

import clew
from clew.puzzles.cells import DIRECTIONS, cell_name

_ROBOTS = "RGBY"
_CORNERS = 16
"""Corners of two walls on a board of 16 by 16; larger boards have as many for their size."""

CHOSEN = {
    16: {0: 12, 1: 6, 2: 13, 3: 10, 4: 8, 6: 7, 8: 6, 10: 15, 12: 6, 14: 9, 15: 9, 16: 10, 17: 7, 18: 9},
    18: {0: 10, 1: 7, 4: 10, 6: 9, 8: 12, 9: 12},
    20: {0: 6, 4: 10, 5: 10, 6: 13, 7: 6, 8: 12, 9: 8},
    22: {1: 10, 4: 7, 6: 17, 7: 11, 9: 8, 10: 8, 12: 9, 13: 6, 15: 6},
}
"""For each side, the numbers of boards with their fewest moves."""


def robots(side: int, number: int) -> clew.Ricochet:
    """The board of that number. The goal is a corner of walls, or on every other board any cell."""
    rng = Random(1000 * side + number)
    cells = [(row, column) for row in range(side) for column in range(side)]
    middle = {(row, column) for row in (side // 2 - 1, side // 2) for column in (side // 2 - 1, side // 2)}
    inner = [(r, c) for r, c in cells if 0 < r < side - 1 and 0 < c < side - 1 and (r, c) not in middle]
    corners = rng.sample(inner, _CORNERS * side * side // 256)
    walls = []
    for row, column in corners:
        name = cell_name(row * side + column, side)
        walls += [f"{name} {rng.choice(DIRECTIONS[:2])}", f"{name} {rng.choice(DIRECTIONS[2:])}"]
    for edge in (1, 3, side - 4, side - 2):
        place = edge + rng.randrange(2)
        across, along = rng.choice((0, side - 1)), rng.choice((0, side - 1))
        walls.append(f"{cell_name(across * side + place, side)} right")
        walls.append(f"{cell_name(place * side + along, side)} down")
    free = [(r, c) for r, c in cells if (r, c) not in middle]
    goal = rng.choice(corners if number % 2 else free)
    tiles = dict(zip(rng.sample([cell for cell in free if cell != goal], len(_ROBOTS)), _ROBOTS, strict=True))
    board = [
        "".join("#" if (r, c) in middle else tiles.get((r, c), ".") for c in range(side)) for r in range(side)
    ]
    wanted = ["".join("R" if (r, c) == goal else "." for c in range(side)) for r in range(side)]
    return clew.Ricochet(board, wanted, walls=sorted(set(walls)))
