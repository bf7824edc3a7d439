"""A ricochet board as files of proofs write it (docs/reference/proofs.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clew.families.ricochet.diagonals import turns, written
from clew.puzzles.cells import DIRECTIONS, cell_name
from clew.search.tables import distances, turned

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from clew.families.ricochet.puzzle import Ricochet


def keys(puzzle: Ricochet) -> dict[str, Any]:
    """The board in full, with nothing left to a default."""
    return {
        "family": "ricochet",
        "board": puzzle._start.split("/"),
        "goal": list(puzzle.goal),
        "edges": puzzle.edges,
        "anywhere": puzzle.anywhere,
        "walls": [f"{cell_name(cell, puzzle.columns)} {DIRECTIONS[side]}" for cell, side in puzzle.walls],
        "diagonals": [written(diagonal, puzzle.columns) for diagonal in puzzle.diagonals],
        "must_turn": puzzle.must_turn,
        "moved": puzzle.moved,
    }


def defaults(puzzle: Ricochet) -> tuple[str, ...]:
    """The defaults to try, the best first."""
    return ("zero",) if puzzle.anywhere else ("cells",)


def tables(puzzle: Ricochet) -> dict[str, list[int]]:
    """For each colour all whose tiles have a goal, how far that is from each cell."""
    colours, goal = [letter for letter, _ in puzzle.tiles], "".join(puzzle.goal)
    steps = [_steps(puzzle, way) for way in range(4)]
    passed = {diagonal.colour for diagonal in puzzle.diagonals}
    ways: dict[str, list[list[int]]] = {}
    found = {}
    for letter in dict.fromkeys(colours):
        if goal.count(letter) == colours.count(letter):
            colour = letter if letter in passed else "."
            if colour not in ways:
                ways[colour] = turned(_ways(steps, turns(puzzle, colour)))
            homes = [cell for cell, other in enumerate(goal) if other == letter]
            found[letter] = distances(homes, ways[colour])
    return found


def _steps(puzzle: Ricochet, way: int) -> list[int | None]:
    """The next cell in a direction from each, None where a tile stops."""
    beside = [puzzle.beside(cell, way) for cell in range(puzzle.rows * puzzle.columns)]
    return [None if cell is None or cell < 0 or cell in puzzle.blocks else cell for cell in beside]


def _ways(steps: list[list[int | None]], turns: dict[int, tuple[int, ...]]) -> list[list[int]]:
    """The cells that a slide of a tile goes to from each cell, on the board without other tiles."""
    found: list[list[int]] = [[] for _ in steps[0]]
    for begin, cells in enumerate(found):
        for first in range(4):
            way, at = first, steps[first][begin]
            while at is not None:
                cells.append(at)
                way = turns[at][way] if at in turns else way
                at = None if (at, way) == (begin, first) else steps[way][at]
    return found


def rows(puzzle: Ricochet, tables: Mapping[str, Sequence[int]]) -> list[bytes]:
    """The table of each tile."""
    return [bytes(tables.get(letter, ())) for letter, _ in puzzle.tiles]


def form(puzzle: Ricochet) -> dict[str, Any]:
    """How the engine's numbers are written: tiles of one colour stand together, sorted."""
    colours = [letter for letter, _ in puzzle.tiles]
    groups = [[i for i, other in enumerate(colours) if other == colour] for colour in dict.fromkeys(colours)]
    turn = [[len(colours)]] if puzzle.must_turn else []
    return {"groups": groups + turn, "bytes_each": 1 + (puzzle.rows * puzzle.columns > 256)}
