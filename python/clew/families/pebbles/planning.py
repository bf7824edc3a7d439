"""Pebbles for planners: pebbles on cells, holes, and which cells are joined.

Under the metric `slides` the first pebble of a line is pushed for 1, and those behind it for nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clew.errors import BoardError
from clew.families.pebbles.signs import HOLE
from clew.formats.pddl import action, conjunction, disjunction, domain_of, problem_of
from clew.puzzles.fields import shown

if TYPE_CHECKING:
    from clew.formats.pddl import Pddl, Problem

BLANKS = ("blank", "empty", "is-blank", "hole")
DOMAINS = ("tile", "puzzle", "pebble", "slid")
"""Parts of the names of domains whose problems are sliding tiles."""


def written(puzzle: Any, form: Pddl) -> tuple[str, str]:
    """The domain and the problem of a board."""
    slides = puzzle.metric == "slides"
    pebbles = [f"t{number}" for number, token in enumerate(puzzle.pebbles) if token != HOLE]
    token_of = {f"t{number}": token for number, token in enumerate(puzzle.pebbles) if token != HOLE}
    facts = [f"(at t{cell} c{cell})" for cell, token in enumerate(puzzle.pebbles) if token != HOLE]
    facts += [f"(empty c{cell})" for cell, token in enumerate(puzzle.pebbles) if token == HOLE]
    ways = ("right", "left", "down", "up")
    if slides:
        steps = (1, -1, puzzle._across, -puzzle._across)
        for one, other in puzzle.edges:
            for here, there in ((one, other), (other, one)):
                facts.append(f"(next c{here} c{there} {ways[steps.index(there - here)]})")
    else:
        facts += [
            f"(adjacent c{a} c{b})" for one, other in puzzle.edges for a, b in ((one, other), (other, one))
        ]
    goals = []
    for cell, plate in enumerate(puzzle.plates):
        alike = [name for name, token in token_of.items() if token == plate]
        if plate == HOLE:
            goals.append(f"(empty c{cell})")
        elif len(alike) == puzzle.plates.count(plate):
            goals.append(disjunction([f"(at {name} c{cell})" for name in alike]))
        else:  # more plates than pebbles: each pebble needs one of them, and any may stay empty
            goals.append(disjunction([f"(empty c{cell})", *(f"(at {name} c{cell})" for name in alike)]))
    objects = f"{' '.join(pebbles)} - tile {' '.join(f'c{cell}' for cell in range(puzzle.cells))} - cell"
    moved = ["(not (at ?t ?from))", "(not (empty ?to))", "(at ?t ?to)", "(empty ?from)"]
    predicates = ["(at ?t - tile ?c - cell)", "(empty ?c - cell)"]
    if not slides:
        names = "?t - tile ?from ?to - cell"
        acts = [action("move", ["(at ?t ?from)", "(empty ?to)", "(adjacent ?from ?to)"], moved, 1, names)]
        predicates.append("(adjacent ?a ?b - cell)")
        goal = conjunction(goals)
    else:
        facts.append("(idle)")
        objects += f" {' '.join(ways)} - way"
        names = "?t - tile ?from ?to - cell ?w - way"
        before = ["(at ?t ?from)", "(empty ?to)", "(next ?from ?to ?w)"]
        going = ["(not (idle))", "(going ?from ?w)"]
        gone = "(not (going ?to ?w))"
        acts = [
            action("push", [*before, "(idle)"], [*moved, *going], 1, names),
            action("push-on", [*before, "(going ?to ?w)"], [*moved, gone, going[1]], 0, names),
            action("stop", ["(going ?c ?w)"], ["(not (going ?c ?w))", "(idle)"], 0, "?c - cell ?w - way"),
        ]
        predicates += ["(next ?a ?b - cell ?w - way)", "(going ?c - cell ?w - way)", "(idle)"]
        goal = conjunction([*goals, "(idle)"])
    types = "tile cell way" if slides else "tile cell"
    domain = domain_of("clew-pebbles", ":strips :typing :disjunctive-preconditions", types, predicates, acts)
    return domain, problem_of("clew-pebbles", objects, facts, goal)


def read(problem: Problem) -> dict[str, Any]:
    """The keys of a sliding-tile problem. Raises `BoardError` for any other.

    Tiles are on positions, ``(at t p)``, or in columns and rows, ``(at t x y)``; one position is blank.
    """
    if not any(name in problem.domain.lower() for name in DOMAINS):
        raise BoardError(f'the domain "{shown(problem.domain)}" is not one of sliding tiles')
    placed = {fact[1]: fact[2:] for fact in problem.facts if _places_tile(fact)}
    blanks = [fact[1:] for fact in problem.facts if fact and fact[0] in BLANKS]
    wanted = {fact[1]: fact[2:] for fact in problem.goal if _places_tile(fact)}
    if not blanks:
        held = [name for name in placed if name in ("blank", "empty", "b", "t0", "tile0")]
        blanks = [placed.pop(name) for name in held]
        for name in held:
            wanted.pop(name, None)
    lengths = {len(place) for place in [*placed.values(), *blanks]}
    if not placed or not blanks or len(lengths) != 1 or lengths not in ({1}, {2}):
        raise BoardError("has no tiles on positions, (at t p), and a blank, (blank p)")
    if placed.keys() != wanted.keys():
        raise BoardError("has a goal that does not name the place of each tile")
    cells = _cells(problem, [*placed.values(), *blanks])
    number = {cell: at for at, cell in enumerate(cells)}
    plates, pebbles = [HOLE] * len(cells), [HOLE] * len(cells)
    for name in placed:
        here, there = tuple(placed[name]), tuple(wanted[name])
        if here not in number or there not in number:
            raise BoardError(f"puts {name} on a position that is not known")
        pebbles[number[here]], plates[number[there]] = name, name
    if sum(token != HOLE for token in plates) != len(placed):
        raise BoardError("has a goal with two tiles on one position")
    edges = _edges(problem, cells, number)
    if not edges:
        raise BoardError("does not say which positions are next to each other")
    short = {name: name[1:] if name[:1] == "t" and name[1:].isdecimal() else name for name in placed}
    if len(set(short.values())) == len(short):
        plates, pebbles = ([short.get(name, name) for name in names] for names in (plates, pebbles))
    slides = {"metric": "slides"} if ["idle"] in problem.facts else {}
    return {"plates": plates, "pebbles": pebbles, **_layout(len(cells), edges), **slides}


def _places_tile(fact: list[str]) -> bool:
    return len(fact) in (3, 4) and fact[0] in ("at", "tile-at", "on", "in")


def _cells(problem: Problem, places: list[list[str]]) -> list[tuple[str, ...]]:
    """The positions: those of tiles and blanks; of columns and rows, all pairs, in the order of their
    facts.
    """
    if len(places[0]) == 1:
        return sorted({tuple(place) for place in places}, key=lambda cell: (_digits(cell[0]), cell))
    xs, ys = ({place[side] for place in places} for side in (0, 1))
    across, down = sorted(xs, key=lambda x: (_digits(x), x)), sorted(ys, key=lambda y: (_digits(y), y))
    if len(across) * len(down) != len(places):
        raise BoardError("has tiles and blanks that do not fill columns and rows")
    return [(x, y) for y in down for x in across]


def _digits(name: str) -> int:
    digits = "".join(filter(str.isdecimal, name))
    return int(digits) if digits else 0


def _edges(
    problem: Problem, cells: list[tuple[str, ...]], number: dict[tuple[str, ...], int]
) -> list[tuple[int, int]]:
    """The pairs of positions that some fact joins."""
    found = set()
    for fact in problem.facts:
        if len(fact) not in (3, 4) or _places_tile(fact) or fact[0] in BLANKS:
            continue
        one, other = fact[1:3]
        if (one,) in number and (other,) in number:
            found.add((number[one,], number[other,]))
        elif cells and len(cells[0]) == 2:
            for x, y in cells:
                if x == one and (other, y) in number:
                    found.add((number[x, y], number[other, y]))
                if y == one and (x, other) in number:
                    found.add((number[x, y], number[x, other]))
    return sorted({(min(edge), max(edge)) for edge in found if edge[0] != edge[1]})


def _layout(cells: int, edges: list[tuple[int, int]]) -> dict[str, Any]:
    """The grid with these edges, or the edges."""
    for wide in range(cells, 0, -1):
        if cells % wide == 0:
            grid = {(at, at + 1) for at in range(cells) if (at + 1) % wide}
            grid |= {(at, at + wide) for at in range(cells - wide)}
            if grid == set(edges):
                return {"layout": f"grid {cells // wide}x{wide}"}
    return {"edges": [list(edge) for edge in edges]}
