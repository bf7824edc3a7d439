"""Measures of a level agree with their definitions, worked out slowly, and say what they are."""

from __future__ import annotations

from math import inf, isinf, log10
from random import Random

import numpy as np
import pytest

import clew
from clew.measures import hitting_time
from clew.measures.difficulty import MEASURES
from clew.measures.optimal_subgraph import optimal_subgraph
from clew.puzzles.base import EnginePuzzle
from clew.statespace.graph import Graph, graph_of
from tests.custom.puzzles import Weighted
from tests.property.random_boards import GENERATORS
from tests.property.under_test import puzzle_of
from tests.reference import rules_of
from tests.reference.search import TooLarge
from tests.search.boards import COINS, COUNTER, GAR, STUCK
from tests.space import slow
from tests.space.judge import Plain

MOST_STATES = 250
MOST_SOLUTIONS = 200
EACH = 6
"""Random boards a family."""

ALIKE = (
    "blocks[free]:AABB/CDoo/CDEE>oooo/oooo/ooAA",
    "pebbles[grid 2x3]:RRGGB-/-GRBGR",
    "ricochet:R.R/..#/..G>..G/.../R..",
    "coroutine[steps]:N+S,S+SE,N+S+SW/NE+E,,N+SW/W+SE,N+NW+SE,W+SW+S",
    COINS,
    "pebbles[grid 1x3,slides]:-AB/AB-",
    "pebbles[grid 2x3,slides]:RRGGB-/-GRBGR",
)
"""Boards with pieces that look alike, coins that pass, and lines that are pushed."""


@pytest.mark.parametrize("board", ALIKE)
def test_measures_are_those_of_their_definitions(board: str) -> None:
    _compare(clew.load(board), MOST_SOLUTIONS)


@pytest.mark.parametrize("family", GENERATORS)
def test_measures_of_random_boards_are_those_of_their_definitions(family: str) -> None:
    rng, done = Random(f"difficulty {family}"), 0
    while done < EACH:
        board = GENERATORS[family](rng)
        try:
            Plain(rules_of(board), most_states=MOST_STATES)
            _compare(puzzle_of(board), MOST_SOLUTIONS)
        except (TooLarge, slow.TooMany):
            continue
        done += 1


def _compare(puzzle: EnginePuzzle, most: int) -> None:
    rules = rules_of({"family": puzzle.family, **puzzle.to_dict()})
    plain = Plain(rules)
    found = clew.rate(clew.explore(puzzle)).to_dict()
    assert list(found) == list(MEASURES)
    wanted = slow.measures(puzzle, rules, most)
    wanted["hit_random"] = slow.expected(plain, 0) if plain.goals else inf
    wanted["hit_look8"] = slow.expected(plain, 8) if plain.goals else inf
    wanted["betweenness"] = slow.betweenness(plain)
    for name, value in wanted.items():
        close = None if value is None else pytest.approx(value, rel=1e-8, abs=1e-9)
        assert found.pop(name) == close, f"{name} of {puzzle}"
    farthest = found.pop("farthest")
    if farthest is not None:
        text = str(farthest)
        there = puzzle.at(puzzle.position(text)) if puzzle._shared_body else clew.load(text)
        assert clew.solve(there).length == wanted["eccentricity"], str(puzzle)
    assert all(value is None for value in found.values()), f"not checked: {found}"


@pytest.mark.parametrize(("board", "look"), [(GAR, 0), (COUNTER, 0), ("null:12", 8), (COINS, 8)])
def test_hitting_times_are_those_of_simulated_walks(board: str, look: int) -> None:
    space = clew.explore(clew.load(board))
    name = "hit_look8" if look else "hit_random"
    found = clew.rate(space, [name])[name]
    rows = [space.row(i).tolist() for i in range(space.n)]
    rng, lengths = Random(11), []
    for _ in range(300 if board == GAR else 2000):
        here, made = space.start, 0
        while space.distance[here] > look:
            here = rng.choice(rows[here])
            made += 1
        lengths.append(made + (int(space.distance[here]) if look else 0))
    error = float(np.std(lengths)) / len(lengths) ** 0.5
    assert abs(float(np.mean(lengths)) - float(found or 0)) < 4 * error


@pytest.mark.parametrize("board", ["boards/blocks/pennant.toml", ALIKE[2], COINS])
def test_large_systems_are_solved_as_small_ones_are(board: str, monkeypatch: pytest.MonkeyPatch) -> None:
    space = clew.explore(clew.load(board))
    monkeypatch.setattr(hitting_time, "DIRECT", 10**9)
    straight = clew.rate(space, ["hit_random", "hit_look8"])
    monkeypatch.setattr(hitting_time, "DIRECT", 0)
    stepped = clew.rate(space, ["hit_random", "hit_look8"])
    assert dict(stepped) == pytest.approx(dict(straight), rel=1e-7)


def test_a_count_beyond_the_range_of_a_double() -> None:
    """A ladder of 2,000 rungs with two ways at each: 2 ** 2000 optimal solutions, each of 2,000 moves."""
    rungs = 2000
    # State 3 k is a rung; 3 k + 1 and 3 k + 2 lie between it and the next.
    heads = [[3 * k + 1, 3 * k + 2] if i == 0 else [3 * k + 3] for k in range(rungs) for i in range(3)] + [[]]
    indptr = np.concatenate([[0], np.cumsum([len(row) for row in heads])]).astype(np.uint64)
    indices = np.array([state for row in heads for state in row], np.uint32)
    distance = np.array([2 * (rungs - k) - (i > 0) for k in range(rungs) for i in range(3)] + [0], np.uint16)
    found = optimal_subgraph(Graph(indptr, indices, distance, distance == 0, 0))
    assert found.log_count / np.log(10) == pytest.approx(rungs * log10(2), rel=1e-12)
    assert found.visit[found.states % 3 == 0] == pytest.approx(1.0)
    assert found.visit[found.states % 3 != 0] == pytest.approx(0.5)


def test_the_level_of_the_article() -> None:
    found = clew.rate(clew.explore(clew.load(GAR)))
    assert found.min_moves == found["min_moves"] == 8
    assert (found.states, found.goal_states, found.eccentricity, found.corridor_states) == (1247, 172, 9, 54)
    assert 10**found.log10_optimal_paths == pytest.approx(61)
    assert found.pieces_needed == 8
    lines = str(found).splitlines()
    assert [line.split()[0] for line in lines] == list(MEASURES)
    assert lines[0].split()[1:] == ["8", "fewest", "moves", "from", "the", "start", "to", "a", "goal"]


def test_a_map_that_stops_at_goals_has_the_same_solutions() -> None:
    short = clew.rate(clew.explore(clew.load(GAR), expand_goals=False))
    whole = clew.rate(clew.explore(clew.load(GAR)))
    same = ("min_moves", "log10_optimal_paths", "pieces_needed", "counterintuitive", "hit_random")
    assert [short[name] for name in same] == pytest.approx([whole[name] for name in same])
    assert (short.states, short.goal_states) == (1079, 4)
    # Goals have no moves in it, and are left out of the mean.
    assert short.branching == pytest.approx(short.edges / (1079 - 4))


def test_what_cannot_be_solved_has_no_measures_of_solutions() -> None:
    found = clew.rate(clew.explore(clew.load(STUCK)))
    assert found.min_moves is found.bits is found.pieces_needed is found.farthest is None
    assert isinf(found.hit_random)
    assert found.dead_end_share == 1
    assert found.states == clew.explore(clew.load(STUCK)).n


def test_a_solved_board_is_no_trouble() -> None:
    found = clew.rate(clew.explore(clew.load("null:0")))
    assert (found.min_moves, found.bits, found.decisions, found.repeats, found.hit_random) == (0, 0, 0, 0, 0)


def test_only_what_is_asked_for() -> None:
    found = clew.rate(clew.explore(clew.load(COUNTER)), ["bits", "states"])
    assert list(found.to_dict()) == ["bits", "states"]
    with pytest.raises(AttributeError, match="it has bits, states"):
        found.betweenness  # noqa: B018


def test_mistakes_are_told() -> None:
    space = clew.explore(clew.load(GAR))
    with pytest.raises(clew.ClewError, match="no measure 'bit'; did you mean"):
        clew.rate(space, ["bit"])
    with pytest.raises(clew.ClewError, match="cut short"):
        clew.rate(clew.explore(clew.load(GAR), max_depth=3))
    with pytest.raises(clew.ClewError, match="no edges"):
        clew.rate(clew.explore(clew.load(GAR), edges=False))


def test_limits_end_what_takes_long() -> None:
    space, limits = clew.explore(clew.load(GAR)), clew.Limits()
    limits.cancel()
    with pytest.raises(clew.LimitReached):
        clew.rate(space, limits=limits)
    with pytest.raises(clew.LimitReached, match="0 s"):
        clew.rate(space, limits=clew.Limits(seconds=0))


def test_betweenness_of_a_large_map_is_drawn_from_the_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("clew.measures.betweenness.EXACT", 1_000)
    monkeypatch.setattr("clew.measures.betweenness.LOOKED_AT", 400_000)
    space = clew.explore(clew.load("boards/blocks/gar-1.toml"))
    assert space.n > 1_000
    first, again, other = (clew.rate(space, ["betweenness"], seed=seed)["betweenness"] for seed in (1, 1, 2))
    assert first == again
    assert first != other
    assert first == pytest.approx(other, rel=0.5)


def test_the_narrowest_layer_is_one_that_has_states() -> None:
    """No state of a solution is 2 or 3 from the goal."""
    arcs = {0: [1, 1], 1: [2, 3], 2: [4], 3: [4], 4: []}
    costs = {(0, 0): 1, (0, 1): 5, (1, 0): 3, (1, 1): 3, (2, 0): 1, (3, 0): 1}
    found = clew.rate(Weighted(arcs, 0, {4}, costs), ["min_width", "min_moves"])
    assert (found.min_width, found.min_moves) == (1, 5)


LOOKS = [
    ("blocks:AAoHo/oooHo/ooooo/ooooo/ooooo", 4),  # 3 cells to go, H in the way
    ("blocks:ooo/AAo/ooo>ooo/oAA/ooo", 1),
    ("blocks[free]:AB/oo>oo/AB", 2),
    # A wall takes the end of A's line: what stands behind A is not in the way.
    ("blocks[free,exit=A-up]:oxo/ooo/oAo/ooo", 3),
    ("blocks[free,exit=A-up]:oxo/ooo/oAo/oBB", 3),
    ("blocks[free,exit=A-up]:oxo/oCo/oAo/oBB", 4),
    ("blocks[free,exit=A-down]:oBB/oAo/ooo/oxo", 3),
    ("blocks[free,exit=A-left]:ooooo/xooAB/ooooo", 4),
    ("blocks[free,exit=A-right]:ooooo/BAoox/ooooo", 4),
    ("blocks[free,exit=A-down]:Ao/xo", 2),
    ("pebbles[grid 2x2]:AB-C/BA-C", 2),
    ("ricochet:R../.../..R>.R./.../...", 1),
    ("ricochet[must_turn]:R../...>R../...", 1),  # at home, but it still has to turn
    ("ricochet[must_turn,moved=turned]:R../...>R../...", 0),
    ("coroutine:S,,/,,/,,S", 1),
]


@pytest.mark.parametrize(("board", "look"), LOOKS)
def test_how_far_a_board_looks_from_solved(board: str, look: int) -> None:
    puzzle = clew.load(board)
    assert puzzle._apparent_distance(puzzle.initial()) == look


@pytest.mark.parametrize("family", GENERATORS)
def test_only_what_is_solved_looks_so(family: str) -> None:
    rng, done = Random(f"looks {family}"), 0
    while done < 10:
        space = clew.explore(puzzle_of(GENERATORS[family](rng)), limits=clew.Limits(states=2000))
        if not space.complete:
            continue
        looks = np.array([space.puzzle._apparent_distance(space.state(i)) for i in range(min(space.n, 300))])
        assert np.array_equal(looks == 0, space.is_goal[: len(looks)]), str(space.puzzle)
        done += 1


def test_the_graph_of_a_map_is_its_arrays() -> None:
    space = clew.explore(clew.load(COINS))
    graph = graph_of(space)
    assert (graph.n, graph.edges) == (space.n, space.edges)
    assert graph.indices is space.indices
