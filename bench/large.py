"""Boards of 64 by 64 cells for two to eight robots, made from numbers: open fields, rooms and mazes."""

from __future__ import annotations

from random import Random

import clew

SIDE = 64
_LETTERS = "RGBYOPWC"
_ROOM = 8
"""Cells from one wall of rooms to the next."""
_WAY = 4
"""The same for mazes."""
_WALK = 400
"""Moves of the walk that ends on a goal."""

CHOSEN: dict[str, dict[int, int]] = {
    "open": {0: 8, 1: 7, 2: 6, 3: 8, 4: 7, 5: 7, 6: 6, 7: 11, 8: 8, 9: 5, 10: 8, 11: 10, 12: 7, 13: 6},
    "rooms": {0: 6, 1: 8, 2: 7, 3: 5, 4: 4, 6: 9, 10: 11, 12: 3, 13: 5, 15: 3, 17: 5, 19: 6, 20: 9},
    "maze": {0: 31, 2: 27, 3: 13, 4: 10, 5: 8, 7: 31, 8: 26, 9: 27, 10: 9, 11: 6, 12: 6, 15: 32, 16: 15},
}
"""For each kind, the numbers of boards with their fewest moves."""


def large(kind: str, number: int) -> clew.Ricochet:
    """The board of that number. Most goals cannot be reached without the help of another robot."""
    rng = Random(f"{kind} {number}")
    rows = _KINDS[kind](rng)
    free = [(row, column) for row in range(SIDE) for column in range(SIDE) if rows[row][column] == "."]
    robots = rng.sample(free, 2 + number % 7)
    goal = _after_a_walk(rows, robots, rng)
    for letter, (row, column) in zip(_LETTERS, robots, strict=False):
        rows[row][column] = letter
    wanted = ["".join("R" if (r, c) == goal else "." for c in range(SIDE)) for r in range(SIDE)]
    return clew.Ricochet(["".join(row) for row in rows], wanted)


Cell = tuple[int, int]
_STEPS = ((-1, 0), (1, 0), (0, -1), (0, 1))


def _after_a_walk(rows: list[list[str]], robots: list[Cell], rng: Random) -> Cell:
    """Where the first robot comes to stand in a walk at random, and cannot without the others."""
    alone = _alone(rows, robots[0])
    places, goal = list(robots), max(alone, key=lambda cell: alone[cell])
    for step in range(_WALK):
        robot = 0 if step % 2 else rng.randrange(len(places))
        others = {place for number, place in enumerate(places) if number != robot}
        places[robot] = _slide(rows, places[robot], rng.choice(_STEPS), others)
        if places[0] not in alone:
            goal = places[0]
    return goal


def _alone(rows: list[list[str]], start: Cell) -> dict[Cell, int]:
    """Where a robot can come to stand on a board of its own, with its moves."""
    moves, open_ = {start: 0}, [start]
    for cell in open_:
        for step in _STEPS:
            after = _slide(rows, cell, step, set())
            if after not in moves:
                moves[after] = moves[cell] + 1
                open_.append(after)
    return moves


def _slide(rows: list[list[str]], cell: Cell, step: Cell, others: set[Cell]) -> Cell:
    row, column = cell
    while _is_free(rows, row + step[0], column + step[1]) and (row + step[0], column + step[1]) not in others:
        row, column = row + step[0], column + step[1]
    return row, column


def _is_free(rows: list[list[str]], row: int, column: int) -> bool:
    return 0 <= row < SIDE and 0 <= column < SIDE and rows[row][column] == "."


def _open(rng: Random) -> list[list[str]]:
    """A field with single cells of wall."""
    return [["#" if rng.random() < 0.02 else "." for _ in range(SIDE)] for _ in range(SIDE)]


def _rooms(rng: Random) -> list[list[str]]:
    """Rooms side by side, with a door or two in most walls."""
    rows = [["#" if 0 in (r % _ROOM, c % _ROOM) else "." for c in range(SIDE)] for r in range(SIDE)]
    for wall in range(0, SIDE, _ROOM):
        for first in range(0, SIDE, _ROOM):
            for _ in range(rng.choice((0, 1, 1, 2))):
                rows[wall][first + rng.randrange(1, _ROOM)] = "."
            for _ in range(rng.choice((0, 1, 1, 2))):
                rows[first + rng.randrange(1, _ROOM)][wall] = "."
    return rows


def _maze(rng: Random) -> list[list[str]]:
    """Wide ways between walls: a tree of them, and some openings more."""
    rows = [["#" if 0 in (r % _WAY, c % _WAY) else "." for c in range(SIDE)] for r in range(SIDE)]
    ends = SIDE // _WAY
    seen, line = {(0, 0)}, [(0, 0)]
    while line:
        row, column = line[-1]
        beside = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
        new = [one for one in beside if one not in seen and 0 <= one[0] < ends and 0 <= one[1] < ends]
        if new:
            line.append(rng.choice(new))
            seen.add(line[-1])
            _breach(rows, (row, column), line[-1])
        else:
            line.pop()
    for _ in range(ends * ends // 4):
        row, column = rng.randrange(ends - 1), rng.randrange(ends - 1)
        _breach(rows, (row, column), rng.choice([(row + 1, column), (row, column + 1)]))
    return rows


def _breach(rows: list[list[str]], one: tuple[int, int], other: tuple[int, int]) -> None:
    """Opens the wall between two crossings of a maze."""
    (row, column), (down, right) = max(one, other), (abs(one[0] - other[0]), abs(one[1] - other[1]))
    for step in range(1, _WAY):
        rows[row * _WAY + (0 if down else step)][column * _WAY + (0 if right else step)] = "."


_KINDS = {"open": _open, "rooms": _rooms, "maze": _maze}
