"""Random puzzles whose rules break one duty, or none; and what Clew says of them, against a plain search.

python -m tests.custom.broken 2000      tries so many puzzles, and prints how many answers were of which kind
"""

from __future__ import annotations

import sys
from collections import Counter
from heapq import heappop, heappush
from itertools import islice
from random import Random
from typing import Any

import clew

State = tuple[int, int]

KINDS = (
    "none",
    "high",
    "huge",
    "dead",
    "extra goal",
    "lost goal",
    "lost way",
    "wrong way",
    "merged",
    "order",
    "cost",
)
"""No fault; a heuristic too high here and there, everywhere, or without hope; `goals` with one too many, or
one too few; `predecessors` without one, or with one too many; `canonical` that merges two states; moves in
another order each time; costs that differ between twins.
"""


class Drawn(clew.Puzzle):
    """A random graph. A state is a place and a side: the two sides of a place are the same to a player."""

    def __init__(self, seed: int, kind: str, places: int) -> None:
        chance = Random(seed)
        self.kind, self.chance = kind, chance
        spread = chance.choice((2, 3, 10, places))
        self.arcs: dict[State, list[State]] = {}
        self.prices: dict[tuple[State, State], int] = {}
        weighted = chance.random() < 0.3 or kind == "cost"
        for place in range(places):
            reached = {(place + chance.randint(-1, spread)) % places for _ in range(chance.randint(1, 4))}
            price = {there: chance.choice((0, 1, 1, 2, 5)) for there in reached}
            for side in (0, 1):
                self.arcs[place, side] = [(there, chance.randint(0, 1)) for there in sorted(reached)]
                self.prices.update(
                    (((place, side), there), price[there[0]]) for there in self.arcs[place, side]
                )
        self.solved = set(chance.sample(range(1, places), chance.randint(0 if places > 3 else 1, 2)))
        self.left = self.distances(weighted)
        self.back: dict[State, set[State]] = {(place, 0): set() for place in range(places)}
        for (place, _), there in ((state, there) for state, arcs in self.arcs.items() for there in arcs):
            self.back[there[0], 0].add((place, 0))
        self.listed = {(place, 0) for place in self.solved}
        self.scale = chance.choice((0.5, 1))
        self.same: dict[State, State] = {}
        self.higher: set[State] = set()
        given = {"cost"} if weighted else set()
        if chance.random() < 0.4 or kind in ("high", "huge", "dead"):
            given.add("heuristic")
        if chance.random() < 0.4 or kind in ("extra goal", "lost goal", "lost way", "wrong way"):
            given |= {"goals", "predecessors"}
        if chance.random() < 0.5 or kind in ("merged", "cost") or "goals" in given:
            given.add("canonical")
        self.break_duty(kind, list(self.arcs))
        self.given = given
        for name in given:
            setattr(self, name, getattr(self, f"own_{name}"))

    def break_duty(self, kind: str, states: list[State]) -> None:
        """Breaks this duty somewhere."""
        chance = self.chance
        some = chance.sample(states, max(1, len(states) // chance.choice((2, 10, 1000))))
        if kind in ("high", "dead"):
            self.higher = set(some)
        elif kind == "huge":
            self.scale = chance.choice((2, 100))
        elif kind == "extra goal":
            self.listed.add((chance.randrange(len(states) // 2), 0))
        elif kind == "lost goal" and self.listed:
            self.listed.discard(chance.choice(sorted(self.listed)))
        elif kind == "lost way":
            for place, _ in some:
                self.back[place, 0].clear()
        elif kind == "wrong way":
            for place, _ in some:
                self.back[place, 0].add((chance.randrange(len(states) // 2), 0))
        elif kind == "merged":
            self.same = {(place, 0): (chance.randrange(place + 1), 0) for place, _ in some}
        elif kind == "cost":
            for state in some:
                for there in self.arcs[state]:
                    self.prices[state, there] = chance.choice((0, 1, 7))

    def distances(self, weighted: bool) -> dict[int, int]:
        """What is left to a goal from each place."""
        into: dict[int, list[tuple[int, int]]] = {}
        for (place, side), arcs in self.arcs.items():
            for there in arcs:
                cost = self.prices[(place, side), there] if weighted else 1
                into.setdefault(there[0], []).append((place, cost))
        left: dict[int, int] = {}
        queue = [(0, place) for place in sorted(self.solved)]
        while queue:
            far, place = heappop(queue)
            if place not in left:
                left[place] = far
                for before, cost in into.get(place, []):
                    heappush(queue, (far + cost, before))
        return left

    def initial(self) -> State:
        return 0, 0

    def moves(self, state: State) -> list[str]:
        names = [f"{place}:{side}" for place, side in self.arcs[state]]
        if self.kind == "order":
            self.chance.shuffle(names)
        return names

    def apply(self, state: State, move: str) -> State:
        place, _, side = move.partition(":")
        return int(place), int(side)

    def is_goal(self, state: State) -> bool:
        return state[0] in self.solved

    def own_cost(self, state: State, move: str) -> int:
        return self.prices[state, self.apply(state, move)]

    def own_heuristic(self, state: State) -> float | None:
        left = self.left.get(state[0])
        if left is None or (self.kind == "dead" and state in self.higher):
            return None
        return left * self.scale + (2 if state in self.higher else 0)

    def own_canonical(self, state: State) -> State:
        same = state[0], 0
        return self.same.get(same, same)

    def own_predecessors(self, state: State) -> list[State]:
        return sorted(self.back[state[0], 0])

    def own_goals(self) -> list[State]:
        return sorted(self.listed)


def fewest(puzzle: Drawn) -> int | None:
    """What a cheapest solution costs, by a plain search over all states; None if there is none."""
    best = {puzzle.initial(): 0}
    queue = [(0, puzzle.initial())]
    weighted = "cost" in puzzle.given
    while queue:
        spent, state = heappop(queue)
        if puzzle.is_goal(state):
            return spent
        if spent == best[state]:
            for there in puzzle.arcs[state]:
                cost = spent + (puzzle.prices[state, there] if weighted else 1)
                if cost < best.get(there, sys.maxsize):
                    best[there] = cost
                    heappush(queue, (cost, there))
    return None


LIMITS: Any = {"seconds": 5, "states": 100_000}


def listed(solutions: clew.Solutions) -> clew.Solution:
    """Their first, once all are counted and some listed."""
    assert solutions.count is not None or solutions.limit
    for _ in islice(solutions, 20):
        pass
    return solutions.solution


ASKED: dict[str, Any] = {
    **{
        name: lambda puzzle, name=name: clew.solve(puzzle, name, **LIMITS)
        for name in ("auto", "bfs", "astar", "ida_star", "bidirectional")
    },
    "solutions": lambda puzzle: listed(clew.solutions(puzzle, **LIMITS)),
    "improve": lambda puzzle: clew.improve(puzzle, limits=clew.Limits(**LIMITS)).finish(),
    "hint": lambda puzzle: clew.hint(puzzle, **LIMITS),
}


def verdict(puzzle: Drawn, name: str, truth: int | None) -> str:
    """What kind of answer this question gets: "right", "error", "wrong, if ...", "FALSE", or none."""
    try:
        found = ASKED[name](puzzle)
    except clew.PuzzleError:
        return "error"
    except clew.ClewError:
        return "refused"  # a list without end
    if found.status == "limit":
        return "limit"
    length = found.distance if name == "hint" else found.length
    if length == truth and found.status == ("unsolvable" if truth is None else "solved"):
        return "right"
    return "FALSE" if found.proof is None else "wrong, if ..."


def questions(puzzle: Drawn) -> list[str]:
    """What can be asked about a puzzle in a moment: IDA* repeats itself without a table."""
    is_slow = "cost" in puzzle.given or len(puzzle.arcs) > 30
    return [name for name in ASKED if not (is_slow and name == "ida_star")]


def draw(seed: int, kind: str | None = None) -> Drawn:
    """A puzzle of a few, of dozens or of thousands of places."""
    chance = Random(seed)
    places = chance.choice((4, 12, 60, 300)) if seed % 20 else 3_000
    return Drawn(seed, kind or chance.choice(KINDS), places)


def main(puzzles: int) -> None:
    kinds: dict[str, Counter[str]] = {kind: Counter() for kind in KINDS}
    for seed in range(puzzles):
        puzzle = draw(seed)
        if seed % 100 == 99:
            print(seed + 1, "puzzles", flush=True)
        truth = fewest(puzzle)
        for name in questions(puzzle):
            found = verdict(puzzle, name, truth)
            kinds[puzzle.kind][found] += 1
            if found == "FALSE" or (puzzle.kind == "none" and found not in ("right", "refused")):
                print(f"seed {seed}, {puzzle.kind}, {name}: {found}, the truth is {truth}")
    for kind, counts in kinds.items():
        print(kind.ljust(12), dict(counts))


if __name__ == "__main__":
    main(int(sys.argv[1]))
