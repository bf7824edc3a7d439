"""Sliding tiles for planners, with the predicates of the competition's domain ricochet-robots: a robot
starts in a direction, goes step by step, and stops at a barrier or at another robot. Only the start costs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clew.errors import BoardError
from clew.families.ricochet.goal import alternatives
from clew.formats.pddl import action, conjunction, disjunction, domain_of, problem_of
from clew.puzzles import limits
from clew.puzzles.cells import DELTAS, DIRECTIONS, cell_name
from clew.puzzles.fields import shown

if TYPE_CHECKING:
    from clew.formats.pddl import Pddl, Problem

WAYS = ("west", "east", "north", "south")
"""The directions, in the order of the letters L R U D."""


def written(puzzle: Any, form: Pddl) -> tuple[str, str]:
    """The domain and the problem of a board."""
    if puzzle.diagonals or puzzle.must_turn:
        raise form.refuse(puzzle, "diagonals and robots that must turn")
    wide = puzzle.columns
    cells = [cell for cell in range(puzzle.rows * wide) if cell not in puzzle.blocks]
    name = {cell: f"cell-{cell % wide + 1}-{cell // wide + 1}" for cell in cells}
    robots = [f"robot-{number}" for number in range(1, len(puzzle.tiles) + 1)]
    facts = []
    for cell in cells:
        for way, word in enumerate(WAYS):
            beside = puzzle.beside(cell, way)
            if beside is not None and beside in name:
                facts.append(f"(next {name[cell]} {name[beside]} {word})")
            elif beside is None or beside >= 0 or puzzle.edges == "stop":
                facts.append(f"(blocked {name[cell]} {word})")
    taken = {cell for _, cell in puzzle.tiles}
    facts += [f"(free {name[cell]})" for cell in cells if cell not in taken]
    facts += [f"(at {robot} {name[cell]})" for robot, (_, cell) in zip(robots, puzzle.tiles, strict=True)]
    facts.append("(nothing-is-moving)")
    colour = [letter for letter, _ in puzzle.tiles]
    ways = []
    for goal in alternatives(puzzle):
        parts = []
        for letter, cell in goal:
            alike = [robot for robot, own in zip(robots, colour, strict=True) if own == letter]
            parts.append(disjunction([f"(at {robot} {name[cell]})" for robot in alike]))
        ways.append(conjunction([*parts, "(nothing-is-moving)"]))
    objects = f"{' '.join(name.values())} - cell {' '.join(robots)} - robot {' '.join(WAYS)} - direction"
    here, there = "?r - robot ?c - cell ?d - direction", "?r - robot ?c ?to - cell ?d - direction"
    going, stopped = ["(is-moving ?r ?d)", "(at ?r ?c)"], ["(not (is-moving ?r ?d))", "(nothing-is-moving)"]
    stepped = ["(not (at ?r ?c))", "(free ?c)", "(not (free ?to))", "(at ?r ?to)"]
    free = ["(next ?c ?to ?d)", "(free ?to)"]
    begun = ["(not (nothing-is-moving))", "(is-moving ?r ?d)", *stepped]
    actions = [
        # A start must lead somewhere: the first step is part of it.
        action("go", ["(nothing-is-moving)", "(at ?r ?c)", *free], begun, 1, there),
        action("step", [*going, *free], stepped, 0, there),
        action("stop-at-barrier", [*going, "(blocked ?c ?d)"], stopped, 0, here),
        action("stop-at-robot", [*going, "(next ?c ?to ?d)", "(not (free ?to))"], stopped, 0, there),
    ]
    predicates = [
        "(next ?c ?to - cell ?d - direction)",
        "(blocked ?c - cell ?d - direction)",
        "(at ?r - robot ?c - cell)",
        "(free ?c - cell)",
        "(nothing-is-moving)",
        "(is-moving ?r - robot ?d - direction)",
    ]
    domain = domain_of("ricochet-robots", ":typing :adl", "robot cell direction", predicates, actions)
    return domain, problem_of("ricochet-robots", objects, facts, disjunction(ways))


def read(problem: Problem) -> dict[str, Any]:
    """The keys of a problem of ricochet-robots. Raises `BoardError` for any other."""
    if "ricochet" not in problem.domain.lower():
        raise BoardError(f'the domain "{shown(problem.domain)}" is not ricochet-robots')
    beside: dict[str, dict[str, str]] = {}
    for fact in problem.facts:
        if len(fact) == 4 and fact[0] == "next" and fact[3] in WAYS:
            beside.setdefault(fact[1], {})[fact[3]] = fact[2]
            beside.setdefault(fact[2], {})
    placed = {fact[1]: fact[2] for fact in problem.facts if len(fact) == 3 and fact[0] == "at"}
    if not beside or not placed:
        raise BoardError("has no cells, (next c d east), and no robots, (at r c)")
    wanted = [fact[1:] for fact in problem.goal if fact and fact[0] == "at"]
    if not wanted or any(len(fact) != 2 for fact in wanted) or len(problem.goal) > len(wanted) + 1:
        raise BoardError("has a goal that is not a list of robots and cells")
    places = _placed(beside)
    rows = max(row for row, _ in places.values()) + 1
    columns = max(column for _, column in places.values()) + 1
    barriers = {tuple(fact[1:]) for fact in problem.facts if len(fact) == 3 and fact[0] == "blocked"}
    for names in (placed, {fact[0]: fact[1] for fact in wanted}):
        if not set(names.values()) <= places.keys() or not names.keys() <= placed.keys():
            raise BoardError("puts a robot on a cell that is not known")
    letters = dict(zip(placed, "RBGYSPOWACDEFHIJKLMNQTUVXZ", strict=False))
    if len(letters) < len(placed):
        raise BoardError(f"has {len(placed)} robots; at most {len(letters)} get a letter")
    board = _grid(rows, columns, {places[cell]: letters[robot] for robot, cell in placed.items()})
    for row in range(rows):
        for column in range(columns):
            if (row, column) not in places.values():
                board[row][column] = "#"
    goal = _grid(rows, columns, {places[cell]: letters[robot] for robot, cell in wanted})
    keys = {"board": ["".join(row) for row in board], "goal": ["".join(row) for row in goal]}
    return {**keys, **_sides(beside, places, barriers, rows, columns)}


def _placed(beside: dict[str, dict[str, str]]) -> dict[str, tuple[int, int]]:
    """The row and the column of each cell from 0. Raises `BoardError` unless the cells lie in one grid."""
    near: dict[str, list[tuple[str, tuple[int, int]]]] = {cell: [] for cell in beside}
    for cell, ways in beside.items():
        for way, other in ways.items():
            down, across = DELTAS[WAYS.index(way)]
            near[cell].append((other, (down, across)))
            near[other].append((cell, (-down, -across)))
    first = next(iter(beside))
    found, open_ = {first: (0, 0)}, [first]
    while open_:
        cell = open_.pop()
        for other, (down, across) in near[cell]:
            place = (found[cell][0] + down, found[cell][1] + across)
            if other not in found:
                found[other] = place
                open_.append(other)
            elif found[other] != place:
                raise BoardError("has cells that do not lie in a grid")
    if len(found) < len(beside) or len(set(found.values())) < len(found):
        raise BoardError("has cells that do not lie in one grid")
    top, left = min(row for row, _ in found.values()), min(column for _, column in found.values())
    return {cell: (row - top, column - left) for cell, (row, column) in found.items()}


def _sides(
    beside: dict[str, dict[str, str]],
    places: dict[str, tuple[int, int]],
    barriers: set[tuple[str, ...]],
    rows: int,
    columns: int,
) -> dict[str, Any]:
    """The walls and the edges. Raises `BoardError` where a barrier works in one direction only, or where some
    sides of the board stop robots and others do not.
    """
    of = {place: cell for cell, place in places.items()}
    walls, rims = [], set()
    for (row, column), cell in of.items():
        for way, word in enumerate(WAYS):
            down, across = DELTAS[way]
            there = of.get((row + down, column + across))
            blocked = (cell, word) in barriers or (there is not None and word not in beside[cell])
            inside = 0 <= row + down < rows and 0 <= column + across < columns
            if there is None and inside and not blocked:
                raise BoardError(f"lets robots leave {cell} to the {word}, where there is no cell")
            if there is None and not inside:
                rims.add(blocked)
            elif there is not None and blocked:
                back = (there, WAYS[way ^ 1]) in barriers or WAYS[way ^ 1] not in beside[there]
                if not back:
                    raise BoardError(f"stops robots between {cell} and {there} in one direction only")
                walls.append(f"{cell_name(row * columns + column, columns)} {DIRECTIONS[way]}")
    if len(rims) > 1:
        raise BoardError("stops robots at some edges of the board, and not at others")
    return {"walls": walls, "edges": "stop" if rims == {True} else "open"}


def _grid(rows: int, columns: int, letters: dict[tuple[int, int], str]) -> list[list[str]]:
    if rows > limits.SLIDE_SIDE or columns > limits.SLIDE_SIDE:
        raise BoardError(f"has {rows} rows and {columns} columns; at most {limits.SLIDE_SIDE} are allowed")
    grid = [["."] * columns for _ in range(rows)]
    for (row, column), letter in letters.items():
        grid[row][column] = letter
    return grid
