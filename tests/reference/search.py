"""Plain searches: cheapest first (Dijkstra; breadth first where every move costs 1), and counting backwards.

States are keyed by `rules.identity`. That merges states which differ only by interchangeable pieces;
swapping such pieces changes neither what is legal nor what is solved, so a merged state has as many
optimal continuations as each labelled state in it, and every labelled move stays one edge. Pass
`merged=False` to count over the labelled states themselves.
"""

from collections.abc import Hashable
from heapq import heappop, heappush
from itertools import count
from typing import NamedTuple

from .rules import Rules, State, itself


class TooLarge(Exception):
    """More states than the caller wanted to look at."""


class Edge(NamedTuple):
    """One legal move from a state of a map."""

    name: str
    after: Hashable
    cost: int


class Map:
    """States met, their moves, and for each the fewest cost to a goal.

    `past_goals=False` plays as a solver does: a goal ends the play, and nothing dearer than the cheapest
    goal is looked at; then only what lies on optimal solutions is exact.
    """

    def __init__(
        self, rules: Rules, past_goals: bool = True, merged: bool = True, most_states: int | None = None
    ) -> None:
        self.rules = rules
        self.key = rules.identity if merged else itself
        self.start = self.key(rules.start)
        self.states: dict[Hashable, State] = {self.start: rules.start}
        self.edges: dict[Hashable, list[Edge]] = {}
        self.goals: set[Hashable] = set()
        self._explore(past_goals, most_states)
        self.distance = self._distances()
        self._counts: dict[Hashable, int] = {}

    def _explore(self, past_goals: bool, most_states: int | None) -> None:
        order = count()
        cheapest = {self.start: 0}
        queue = [(0, next(order), self.start)]
        best: int | None = None
        while queue:
            spent, _, here = heappop(queue)
            if here in self.edges:
                continue
            self.edges[here] = []
            if self.rules.is_goal(self.states[here]):
                self.goals.add(here)
                best = spent if best is None else best
            too_dear = best is not None and spent + self.rules.least_cost > best
            if not past_goals and (too_dear or here in self.goals):
                continue
            for name, after in self.rules.moves(self.states[here]):
                there, cost = self.key(after), self.rules.cost(name)
                self.edges[here].append(Edge(name, there, cost))
                if there not in cheapest or spent + cost < cheapest[there]:
                    cheapest[there] = spent + cost
                    self.states.setdefault(there, after)
                    heappush(queue, (spent + cost, next(order), there))
            if most_states is not None and len(self.states) > most_states:
                raise TooLarge

    def _distances(self) -> dict[Hashable, int]:
        """Fewest cost to a goal, from each state that has a way to one: the same search backwards."""
        back: dict[Hashable, list[tuple[Hashable, int]]] = {}
        for here, edges in self.edges.items():
            for edge in edges:
                back.setdefault(edge.after, []).append((here, edge.cost))
        order = count()
        queue = [(0, next(order), goal) for goal in self.goals]
        distance: dict[Hashable, int] = {}
        while queue:
            spent, _, here = heappop(queue)
            if here in distance:
                continue
            distance[here] = spent
            for before, cost in back.get(here, []):
                heappush(queue, (spent + cost, next(order), before))
        return distance

    @property
    def length(self) -> int | None:
        """Fewest cost from the start; None where no goal can be reached."""
        return self.distance.get(self.start)

    def count(self, here: Hashable | None = None) -> int:
        """Number of optimal solutions from a state, or the start: sequences that end at their first goal."""
        here = self.start if here is None else here
        if here not in self.distance:
            return 0
        if here in self.goals:
            return 1
        if here not in self._counts:
            self._counts[here] = sum(self.count(edge.after) for edge in self.best(here))
        return self._counts[here]

    def best(self, here: Hashable) -> list[Edge]:
        """The moves with which an optimal solution goes on."""
        return [
            edge
            for edge in self.edges[here]
            if edge.after in self.distance and self.distance[edge.after] + edge.cost == self.distance[here]
        ]


def optimum(rules: Rules, most_states: int | None = None) -> Map:
    """Only as much of the map as the optimal solutions from the start need."""
    return Map(rules, past_goals=False, most_states=most_states)


def replay(rules: Rules, names: list[str], state: State | None = None) -> tuple[State, int, bool]:
    """Plays moves by name: the state after, the cost, and whether a goal was met before the last move.

    Raises ValueError at the first move that is not legal.
    """
    state = rules.start if state is None else state
    cost, early = 0, False
    for name in names:
        early = early or rules.is_goal(state)
        state = rules.after(state, name)
        cost += rules.cost(name)
    return state, cost, early


def lines(rules: Rules, length: int) -> set[tuple[str, ...]]:
    """Every legal sequence of exactly this cost that ends at its first goal and repeats no labelled state."""
    whole = Map(rules, merged=False)
    found: set[tuple[str, ...]] = set()

    def go_on(here: Hashable, names: tuple[str, ...], left: int, seen: frozenset[Hashable]) -> None:
        if here in whole.goals:
            if left == 0:
                found.add(names)
            return
        for edge in whole.edges[here]:
            enough = whole.distance.get(edge.after, left + 1) <= left - edge.cost
            if enough and edge.after not in seen:
                go_on(edge.after, (*names, edge.name), left - edge.cost, seen | {edge.after})

    go_on(whole.start, (), length, frozenset({whole.start}))
    return found
