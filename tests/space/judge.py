"""A map by plain search over the reference's rules, and what is wrong with one of ours."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from heapq import heappop, heappush
from typing import Any

import clew
from tests.reference import Rules
from tests.reference.search import TooLarge

NO_GOAL = 65535


class Plain:
    """Every state by its identity, with moves in no particular order, depth and distance."""

    def __init__(self, rules: Rules, expand_goals: bool = True, most_states: int | None = None) -> None:
        self.rules = rules
        self.start = rules.identity(rules.start)
        self.edges: dict[Hashable, list[tuple[str, Hashable]]] = {}
        self.goals: set[Hashable] = set()
        self.states = {self.start: rules.start}
        queue = [self.start]
        for here in queue:
            state = self.states[here]
            self.edges[here] = []
            if rules.is_goal(state):
                self.goals.add(here)
                if not expand_goals:
                    continue
            for name, after in rules.moves(state):
                there = rules.identity(after)
                self.edges[here].append((name, there))
                if there not in self.states:
                    self.states[there] = after
                    queue.append(there)
            if most_states is not None and len(queue) > most_states:
                raise TooLarge
        back: dict[Hashable, list[tuple[str, Hashable]]] = {here: [] for here in self.edges}
        for here, moves in self.edges.items():
            for name, there in moves:
                back[there].append((name, here))
        self.depth = self._spread([self.start], self.edges)
        self.distance = self._spread(list(self.goals), back)

    def _spread(self, origins: list[Hashable], edges: dict[Hashable, Any]) -> dict[Hashable, int]:
        """Least cost from the origins (Dijkstra)."""
        found: dict[Hashable, int] = {}
        queue = [(0, number, origin) for number, origin in enumerate(origins)]
        count = len(queue)
        while queue:
            spent, _, here = heappop(queue)
            if here in found:
                continue
            found[here] = spent
            for name, there in edges[here]:
                count += 1
                heappush(queue, (spent + self.rules.cost(name), count, there))
        return found

    def pairs(self) -> int:
        """Distinct unordered pairs of states with a move between them."""
        return len({frozenset((a, b)) for a, moves in self.edges.items() for _, b in moves if a != b})


def flaw(space: clew.StateSpace, plain: Plain) -> str | None:
    """The first difference between a map and the plain one; None if there is none."""
    rules = plain.rules
    states = [rules.read(str(space.state(i))) for i in range(space.n)]
    keys = [rules.identity(state) for state in states]
    if Counter(keys) != Counter(plain.states.keys()):
        return f"{space.n} states ({len(set(keys))} different), not {len(plain.states)}"
    if keys[space.start] != plain.start:
        return f"the start is not state {space.start}"
    if space.edges != sum(map(len, plain.edges.values())):
        return f"{space.edges} edges, not {sum(map(len, plain.edges.values()))}"
    if space.undirected_edges != plain.pairs():
        return f"{space.undirected_edges} undirected edges, not {plain.pairs()}"
    assert space.indptr is not None
    for i, key in enumerate(keys):
        at = f"at state {i}, {space.state(i)!r}"
        known = (key in plain.goals, plain.depth[key], plain.distance.get(key, NO_GOAL))
        if (space.is_goal[i], space.depth[i], space.distance[i]) != known:
            told = (space.is_goal[i], space.depth[i], space.distance[i])
            return f"goal, depth, distance are {told}, not {known}, {at}"
        names = space.labels[int(space.indptr[i]) : int(space.indptr[i + 1])].tolist()
        if plain.edges[key] and names != space.puzzle.moves(space.state(i)):
            return f"moves {names} are not those of the puzzle in their order {at}"
        after = [rules.identity(rules.after(states[i], name)) for name in names]
        if after != [keys[j] for j in space.row(i)] or Counter(after) != Counter(
            there for _, there in plain.edges[key]
        ):
            return f"moves {names} do not lead where they should {at}"
    return None
