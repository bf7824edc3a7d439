"""PuzzleScript: states per second beside breadth-first search in Python, and levels of whole games."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from time import process_time

import clew
from bench.measure import MEMORY
from bench.sets import ROOT, published_rows
from bench.table import Table, time_of, times_of
from clew.families.puzzlescript.reader import Level
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
_SECONDS = 60.0
_LEVELS = 10
_KNOWN = (
    "unnecessary number of rules sokobond",
    "throttle movement",
    "gallery: heroes of sokoban",
    "heroes of sokoban 2",
    "limerick",
    "zen puzzle garden",
    "love and pieces",
    "explod",
    "take heart lass",
    "gallery game: mad queens",
)
"""Recordings of ten games that are widely known, by their names; one is of Microban."""


def games(quick: bool) -> list[Table]:
    """How fast rules run, and how many levels of whole games are proved."""
    return [_speed(quick), _whole_games(quick)]


def _whole_games(quick: bool) -> Table:
    """The first levels of known games, each solved for a minute at most."""
    rows: list[list[str]] = []
    for name, sources in _known_games():
        if not quick or not rows:
            rows.append([name, *_proved(sources[:_LEVELS], _SECONDS / (30 if quick else 1))])
    heads = ("game", "levels", "solved, proved", "no solution, proved", "bounded", "slowest proof", "states")
    where = "known games" if _recorded() else "the games of this repository"
    note = (
        f"The first {_LEVELS} levels of {where}, {_SECONDS:.0f} s and {MEMORY / 1e9:.0f} GB for each. "
        "Bounded: a limit came first, and the fewest moves are proved to be more than a number above 0."
    )
    return Table("PuzzleScript: levels of whole games", heads, rows, note)


def _known_games() -> Iterator[tuple[str, list[clew.PuzzleScript]]]:
    """Ten recorded games where they are there, otherwise those of the examples; and their levels."""
    sources = _recorded()
    if not sources:
        for path in sorted((ROOT / "examples" / "games").glob("*.txt")):
            yield path.stem, clew.PuzzleScript.levels(path)
        return
    for name in _KNOWN:
        first = clew.PuzzleScript(sources[name])
        count = sum(isinstance(level, Level) for level in first.game.levels)
        levels = [clew.PuzzleScript(sources[name], number + 1) for number in range(min(count, _LEVELS))]
        yield first.title or name, levels


def _recorded() -> dict[str, str]:
    """The sources of the recorded games by name; none if they are not there."""
    return {row["name"]: row["source"] for row in published_rows("puzzlescript/recordings.json")}


def _proved(levels: list[clew.PuzzleScript], seconds: float) -> list[str]:
    """How many levels were proved, which of them took longest, and the states of all together."""
    found = [clew.solve(level, seconds=seconds, memory=MEMORY) for level in levels]
    solved = sum(solution.status == "solved" and solution.optimal for solution in found)
    unsolvable = sum(solution.status == "unsolvable" for solution in found)
    bounded = sum(solution.status == "limit" and (solution.lower_bound or 0) > 0 for solution in found)
    slowest = max((solution.seconds for solution in found if solution.status != "limit"), default=0.0)
    counts = [str(number) for number in (len(levels), solved, unsolvable, bounded)]
    return [*counts, time_of(slowest), f"{sum(solution.states for solution in found):,}"]


def _speed(quick: bool) -> Table:
    """Two games on one thread, in states looked at and in moves run."""
    rows = []
    for name, source in _ours().items():
        states, moves = max(_rate(source, _STATES // (10 if quick else 1)) for _ in range(1 if quick else 3))
        slow = _plain_rate(source)
        rows.append([name, f"{states / 1e6:.2f} M/s", f"{moves / 1e6:.2f} M/s", times_of(states / slow)])
    heads = ("game", "states", "moves", "states, to plain Python")
    note = (
        "Breadth-first search on one thread, in seconds of the processor. Moves: keys that are played, those "
        "that change nothing included."
    )
    return Table("PuzzleScript: speed of rules", heads, rows, note)


def game_of(name: str) -> str | None:
    """The source of one of the two games above, or of a recorded game; None if it is not there."""
    return _ours().get(name) or _recorded().get(name)


def _ours() -> dict[str, str]:
    return {"Sokoban, 9x9, three crates": _sokoban(), "40 rules, 60 objects": _large()}


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
