"""PuzzleScript games: states per second of a plain search, beside breadth-first search in Python."""

from __future__ import annotations

from random import Random
from time import process_time

import clew
from bench.table import Table, times_of
from tests.reference.puzzlescript import PuzzleScript as Plain

_OBJECTS = ("Background", "Target", "Wall", "Player", "Crate")
_SOKOBAN = """
#########
#P..#...#
#.*...*.#
#...#...#
#..##.#.#
#...#...#
#.*.....#
#..OOO..#
#########
"""
_THINGS = 56
"""Kinds of things in the large game, beside those above."""
_STATES = 400_000
_PLAIN_STATES = 150


def games(quick: bool) -> list[Table]:
    """Two games on one thread, in states looked at and in moves run."""
    rows = []
    for name, source in (("Sokoban, 9x9, three crates", _sokoban()), ("40 rules, 60 objects", _large())):
        states, moves = max(_rate(source, _STATES // (10 if quick else 1)) for _ in range(1 if quick else 3))
        slow = _plain_rate(source)
        rows.append([name, f"{states / 1e6:.2f} M/s", f"{moves / 1e6:.2f} M/s", times_of(states / slow)])
    heads = ("game", "states", "moves", "states, to plain Python")
    note = (
        "Breadth-first search on one thread, in seconds of the processor. Moves: keys that are played, those "
        "that change nothing included."
    )
    return [Table("PuzzleScript", heads, rows, note)]


def _rate(source: str, states: int) -> tuple[float, float]:
    puzzle = clew.PuzzleScript(source)
    began = process_time()
    solution = clew.solve(puzzle, "bfs", threads=1, states=states)
    rate = solution.states / (process_time() - began)
    return rate, rate * len(puzzle.keys_here())


def _plain_rate(source: str) -> float:
    plain = Plain({"game": source})
    began = process_time()
    layer, seen = [plain.start], {plain.start}
    for state in layer:
        if len(seen) > _PLAIN_STATES:
            break
        for _, after in plain.moves(state):
            if after not in seen:
                seen.add(after)
                layer.append(after)
    return len(seen) / (process_time() - began)


def _sokoban() -> str:
    return _source([], ["[ > Player | Crate ] -> [ > Player | > Crate ]"], _SOKOBAN, "", 0)


def _large() -> str:
    """Things that push, follow and change places with each other, on the same level."""
    rng = Random(1)
    things = [f"T{number}" for number in range(_THINGS - 1)]
    rules = ["[ > Player | Crate ] -> [ > Player | > Crate ]"]
    for number in range(13):
        one, other, third = rng.sample(things, 3)
        rules += [
            f"[ > Player | {one} ] -> [ > Player | > {one} ]",
            f"[ > {one} | {other} ] -> [ > {one} | > {other} ]",
            f"late [ {one} | {third} ] -> [ {third} | {one} ]"
            if number % 4
            else f"[ {one} ] [ > {other} ] -> [ > {one} ] [ > {other} ]",
        ]
    early = [rule for rule in rules if not rule.startswith("late")]
    late = [
        f"late [ Player Target ] [ {rng.choice(things)} | Target ] -> [ Player Target ] [ | Target ]"
        for _ in range(40 - len(early))
    ]
    signs = "abcdefghijkl"
    legend = "\n".join(f"{sign} = {thing}" for sign, thing in zip(signs, things, strict=False))
    level = [list(row) for row in _SOKOBAN.split()]
    for y, x, sign in ((1, 3, "a"), (3, 2, "b"), (5, 6, "c"), (6, 5, "d")):
        level[y][x] = sign
    return _source(things, early + late, "\n".join("".join(row) for row in level), legend, 40)


def _source(things: list[str], rules: list[str], level: str, legend: str, count: int) -> str:
    objects = "\n\n".join(f"{name}\ngray" for name in (*_OBJECTS, *things))
    assert not count or len(rules) == count
    parts = (
        f"OBJECTS\n{objects}\n",
        f"LEGEND\n. = Background\n# = Wall\nP = Player\n* = Crate\nO = Target\n{legend}\n",
        "SOUNDS\n",
        f"COLLISIONLAYERS\nBackground\nTarget\n{', '.join(('Player', 'Wall', 'Crate', *things))}\n",
        "RULES\n" + "\n".join(rules) + "\n",
        "WINCONDITIONS\nall Target on Crate\n",
        f"LEVELS\n\n{level.strip()}\n",
    )
    return "\n".join(parts)
