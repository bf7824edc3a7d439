"""A puzzle that was asked before answers as a new one does, whatever it was asked."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

import clew
from tests.search.boards import COINS, COUNTER, GAR, PANGURU

if TYPE_CHECKING:
    from collections.abc import Callable

GAMES = Path(__file__).parents[2] / "boards" / "puzzlescript"
WIDE = "ricochet:..#.../....../.....Y/.R..#B/...G../#...#.>....../.GB.../Y...../...R../....../......"
"""So many positions that the search goes through several stages, and builds a table that is kept."""

PUZZLES: dict[str, Callable[[], Any]] = {
    "blocks": lambda: clew.load(GAR),
    "klotski": lambda: clew.load("blocks[free]:BAAC/BAAC/DEEF/DGHF/IooJ>..../..../..../.AA./...."),
    "coroutine": lambda: clew.load(COINS),
    "null": lambda: clew.load(COUNTER),
    "pebbles": lambda: clew.load(PANGURU),
    "pebbles, two holes": lambda: clew.load("pebbles[grid 2x4]:A,A,B,B,C,C,E,E/B,-,A,-,C,C,A,B"),
    "puzzlescript": lambda: clew.load(str(GAMES / "rope.toml")),
    "puzzlescript, crates": lambda: clew.load(str(GAMES / "store-2.toml")),
    "ricochet": lambda: clew.load(WIDE),
    "rules": lambda: import_module("examples.eight").Eight(),
    "rules without a bound": lambda: import_module("examples.river").River(),
}

LIMITS = [{}, {}, {"moves": 3}, {"states": 40}, {"states": 3000}, {"seconds": 0}, {"memory": 1 << 16}]


def asked(puzzle: Any, question: str, state: Any, limits: dict[str, Any]) -> Any:
    """What a call answers, without what may differ from run to run: time."""
    bounds = clew.Limits(**limits)
    if question == "hint":
        hint = clew.hint(puzzle, state, limits=bounds)
        return hint.to_dict()
    if question == "solutions":
        found = clew.solutions(puzzle, limits=bounds)
        lines = [found.status, found.limit, found.length, found.lower_bound, found.algorithm, found.reason]
        return [*lines, found.states, found.solution.moves, found.count]
    via = [state] if question == "via" else []
    algorithm = question if question in ("bfs", "astar") else "auto"
    answer = clew.solve(puzzle, algorithm=algorithm, via=via, limits=bounds)
    told = answer.to_dict()
    return {**{key: told[key] for key in told if key != "seconds"}, "reason": answer.reason}


@pytest.mark.parametrize("name", PUZZLES)
def test_what_was_asked_before_changes_nothing(name: str) -> None:
    make, rng = PUZZLES[name], Random(name)
    used = make()
    start = clew.solve(used, limits=clew.Limits(states=20_000))
    states = start.positions if start.moves else [None]
    for turn in range(12):
        question = rng.choice(["solve", "solve", "hint", "solutions", "via", "bfs", "astar"])
        if name in ("pebbles", "ricochet") and question in ("bfs", "astar", "via"):
            question = "solve"  # too many positions for a plain search
        state, limits = rng.choice(states), rng.choice(LIMITS)
        if question == "via" and state is None:
            question = "solve"
        here = f"turn {turn}: {question} {state} {limits}"
        assert asked(used, question, state, limits) == asked(make(), question, state, limits), here
