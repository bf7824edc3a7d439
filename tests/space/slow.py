"""Each measure of difficulty by its definition: every optimal solution listed, every state looked at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator
from itertools import pairwise
from math import log2, log10
from statistics import fmean
from typing import Any

import networkx
import numpy as np

from clew.puzzles.base import EnginePuzzle
from tests.families import of_families
from tests.reference import Rules
from tests.reference.pebbles import Pebbles
from tests.reference.search import Edge, Map
from tests.space.judge import Plain


class TooMany(Exception):
    """More optimal solutions than a test wants to list."""


Line = list[tuple[Any, Edge]]
"""A solution: each labelled state before a move, and the move."""

TAKEN, MOVED = of_families("piece"), of_families("moved")


def solutions(rules: Rules, most: int) -> list[Line]:
    """Every optimal solution over labelled states."""
    whole = Map(rules, past_goals=False, merged=False)
    found: list[Line] = []

    def go_on(here: Hashable, line: Line) -> None:
        if here in whole.goals:
            found.append(line)
            if len(found) > most:
                raise TooMany
            return
        for edge in whole.best(here):
            go_on(edge.after, [*line, (whole.states[here], edge)])

    go_on(whole.start, [])
    return found


def pieces(puzzle: EnginePuzzle, rules: Rules, line: Line) -> list[Any]:
    """The piece or pieces of each move, passes left out; those that look alike are followed from cell to
    cell."""
    moved: list[Any] = []
    carried: dict[str, str] = {}
    for state, edge in line:
        if puzzle.family in TAKEN:
            moved.append(TAKEN[puzzle.family](edge.name))
        elif puzzle.family == "coroutine":
            moved += [] if edge.name.endswith("-") else [edge.name[0]]
        elif puzzle.family == "blocks":
            moved.append(edge.name[0])
        else:
            ends = MOVED.get(puzzle.family)
            shifts = ends(rules, state, edge.name) if ends else _ends(puzzle, rules, edge, state)
            arrived = {target: carried.pop(source, source) for source, target in shifts}
            carried.update(arrived)
            moved += arrived.values()
    return moved


def _ends(puzzle: EnginePuzzle, rules: Rules, edge: Edge, state: Any) -> list[tuple[str, str]]:
    """The cells where each pebble of a line, or a tile, leaves and arrives."""
    if isinstance(rules, Pebbles):
        source, target = map(int, edge.name.split("-"))
        lines = [[source, target]] if rules.lines is None else rules.lines
        (line,) = {tuple(line) for line in lines if (line[0], line[-1]) == (source, target)}
        return [(str(here), str(there)) for here, there in pairwise(line)]
    before = _signs(rules, state)
    after = _signs(rules, rules.after(state, edge.name))
    (one, other) = [cell for cell, (a, b) in enumerate(zip(before, after, strict=True)) if a != b]
    return [(str(one), str(other)) if before[one] != "." else (str(other), str(one))]


def _signs(rules: Rules, state: Any) -> str:
    """The signs of all cells, without what a tile that must turn did so far."""
    return rules.text(state).partition("@")[0].replace("/", "")


def measures(puzzle: EnginePuzzle, rules: Rules, most: int) -> dict[str, Any]:
    """What `clew.rate` should say, hitting times and betweenness left out."""
    plain = Plain(rules)
    found: dict[str, Any] = dict(_of_states(plain))
    if plain.start not in plain.distance:
        return found
    lines = solutions(rules, most)
    found["min_moves"] = plain.distance[plain.start]
    found["log10_optimal_paths"] = log10(len(lines))
    whole = Map(rules)
    found["bits"] = fmean(_bits(whole, line) for line in lines)
    found["decisions"] = fmean(_decisions(whole, line) for line in lines)
    found["counterintuitive"] = fmean(_worse(puzzle, rules, line) for line in lines)
    moved = [Counter(pieces(puzzle, rules, line)) for line in lines]
    found["pieces_needed"] = fmean(len(count) for count in moved)
    found["repeats"] = fmean(sum(times - 1 for times in count.values()) for count in moved)
    passed = {key for line in lines for key in _keys(rules, line)}
    found["corridor_states"] = len(passed)
    width = Counter(plain.distance[key] for key in passed)
    between = [width[d] for d in range(1, found["min_moves"])]
    found["min_width"] = min(between, default=1)
    return found


def _of_states(plain: Plain) -> Iterator[tuple[str, Any]]:
    branching = [len(moves) for moves in plain.edges.values()]
    yield "states", len(plain.states)
    yield "edges", sum(branching)
    yield "goal_states", len(plain.goals)
    yield "eccentricity", max(plain.distance.values(), default=None)
    yield "dead_end_share", 1 - len(plain.distance) / len(plain.states)
    yield "branching", fmean(branching)
    yield "branching_max", max(branching)


def _keys(rules: Rules, line: Line) -> list[Hashable]:
    states = [state for state, _ in line]
    return (
        [*map(rules.identity, states), rules.identity(rules.after(states[-1], line[-1][1].name))]
        if line
        else [rules.identity(rules.start)]
    )


def _bits(whole: Map, line: Line) -> float:
    keys = [whole.key(state) for state, _ in line]
    return -sum(log2(len(whole.best(key)) / len(whole.edges[key])) for key in keys)


def _decisions(whole: Map, line: Line) -> int:
    return sum(len(whole.edges[whole.key(state)]) > 1 for state, _ in line)


def _worse(puzzle: EnginePuzzle, rules: Rules, line: Line) -> int:
    states = [state for state, _ in line]
    if line:
        states.append(rules.after(states[-1], line[-1][1].name))
    looks = [puzzle._apparent_distance(rules.text(state)) for state in states]
    return sum(after > before for before, after in pairwise(looks))


def expected(plain: Plain, look: int) -> float:
    """The same by one dense solve; infinite where a walk can come to a dead end before."""
    far = [key for key in plain.states if plain.distance.get(key, look + 1) > look]
    reached, queue = {plain.start}, [plain.start]
    for here in queue:
        if plain.distance.get(here, look + 1) > look:
            new = {there for _, there in plain.edges[here]} - reached
            reached |= new
            queue += new
    if any(key not in plain.distance for key in reached):
        return float("inf")
    far = [key for key in far if key in reached]
    place = {key: number for number, key in enumerate(far)}
    matrix, right = np.eye(len(far)), np.ones(len(far))
    for key in far:
        for _, there in plain.edges[key]:
            share = 1 / len(plain.edges[key])
            if there in place:
                matrix[place[key], place[there]] -= share
            else:
                right[place[key]] += share * plain.distance[there] * (look > 0)
    if plain.start not in place:
        return float(plain.distance[plain.start] * (look > 0))
    return float(np.linalg.solve(matrix, right)[place[plain.start]])


def betweenness(plain: Plain) -> float:
    """The largest betweenness of a state, by networkx."""
    graph = networkx.DiGraph()
    graph.add_nodes_from(plain.states)
    graph.add_edges_from((here, there) for here, moves in plain.edges.items() for _, there in moves)
    return float(max(networkx.betweenness_centrality(graph).values(), default=0.0))
