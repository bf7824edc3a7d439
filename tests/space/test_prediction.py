"""Forecasts of difficulty: their features by slow definitions, their intervals, and what they refuse."""

from __future__ import annotations

import json
from math import exp, log, sqrt
from pathlib import Path

import numpy as np
import pytest

import clew
from clew.errors import ClewError, LimitReached
from clew.measures.features import NEAR, SEEN, UNSEEN, Features, features
from clew.measures.hitting_time import guided_moves
from clew.measures.model import SHIPPED, read_model
from clew.measures.predict import predicted_by_moves
from clew.statespace.graph import graph_of
from tests.reference import rules_of
from tests.search.boards import COINS, COUNTER, GAR, STUCK
from tests.space.judge import Plain
from tools.difficulty import CARD, choice_table, table, written
from tools.subgoals import tree_size

SLIDES = "ricochet:R.R/..#/..G>..G/.../R.."
LUNAR = Path(__file__).parents[2] / "boards/ricochet/lunar-lockout.toml"
GRID = "pebbles[grid 2x3]:RRGGB-/-GRBGR"


def _plain(board: str) -> Plain:
    puzzle = clew.load(board)
    return Plain(rules_of({"family": puzzle.family, **puzzle.to_dict()}))


def _wish(distance: int) -> float:
    return SEEN * min(distance, NEAR) + UNSEEN * max(0, distance - NEAR)


def _walk(plain: Plain) -> float:
    """The moves of the player who looks ahead, by a dense system over the reference's own map."""
    inner = [state for state in plain.edges if state in plain.distance and state not in plain.goals]
    number = {state: i for i, state in enumerate(inner)}
    system = np.eye(len(inner))
    for state, i in number.items():
        after = [there for _, there in plain.edges[state] if there in plain.distance]
        weights = [exp(-_wish(plain.distance[there])) for there in after]
        for there, weight in zip(after, weights, strict=True):
            if there in number:
                system[i, number[there]] -= weight / sum(weights)
    return float(np.linalg.solve(system, np.ones(len(inner)))[number[plain.start]])


def _choices(plain: Plain) -> float:
    """The legal moves of a position, mean over all optimal solutions, each listed."""
    ways: list[list[int]] = []

    def follow(state: object, degrees: list[int]) -> None:
        if state in plain.goals:
            ways.append(degrees)
            return
        for _, there in plain.edges[state]:
            if plain.distance.get(there, -2) == plain.distance[state] - 1:
                follow(there, [*degrees, len(plain.edges[state])])

    follow(plain.start, [])
    return float(np.mean([np.mean(way) for way in ways]))


@pytest.mark.parametrize("board", [GAR, COUNTER, SLIDES, GRID, "null:7", str(LUNAR)])
def test_features_are_those_of_their_definitions(board: str) -> None:
    plain = _plain(board)
    found = features(clew.explore(clew.load(board)))
    assert found.log_moves == pytest.approx(log(plain.distance[plain.start]))
    assert found.log_walk == pytest.approx(log(_walk(plain)), abs=2e-3)
    assert found.choices == pytest.approx(_choices(plain))


def test_a_player_without_a_wish_walks_at_random() -> None:
    space = clew.explore(clew.load(GAR))
    found = guided_moves(graph_of(space), np.zeros(space.n))
    assert found == pytest.approx(clew.rate(space, ["hit_random"])["hit_random"], rel=1e-2)


def test_a_forecast_is_what_the_file_says() -> None:
    made = json.loads(Path(SHIPPED).read_text())
    puzzle = clew.load(GAR)
    found = clew.predict_difficulty(puzzle)
    z = [(x - m) / s for x, m, s in zip(found.features, made["centre"], made["scale"], strict=True)]
    reach = sum(z[i] * z[j] * made["leverage"][i][j] for i in range(3) for j in range(3))
    for name, told in (("seconds", found.seconds), ("moves", found.moves)):
        line = made["targets"][name]
        centre = line["intercept"] + sum(a * b for a, b in zip(z, line["coefficients"], strict=True))
        half = made["quantile"] * line["spread"] * sqrt(1 + 1 / made["levels"] + reach)
        assert told == pytest.approx((exp(centre), exp(centre - half), exp(centre + half)))
    assert 0 < found.solved.low < found.solved.value < found.solved.high < 1
    assert found.to_dict()["seconds"]["value"] == found.seconds.value
    assert not found.carried_over and "carried over" not in str(found)


def test_longer_levels_take_longer_and_are_less_certain() -> None:
    short, long = (clew.predict_difficulty(f"null:{n}") for n in (6, 60))
    assert short.seconds.value < long.seconds.value and short.moves.value < long.moves.value
    assert short.solved.value > long.solved.value
    assert short.seconds.high / short.seconds.low < long.seconds.high / long.seconds.low
    assert long.moves.low >= 60


def test_a_map_gives_the_forecast_of_its_puzzle() -> None:
    puzzle = clew.load(GAR)
    assert (
        clew.predict_difficulty(clew.explore(puzzle)).to_dict() == clew.predict_difficulty(puzzle).to_dict()
    )


@pytest.mark.parametrize("board", [GRID, COINS, "null:9"])
def test_other_families_are_carried_over_and_say_so(board: str) -> None:
    found = clew.predict_difficulty(board)
    assert found.carried_over
    assert clew.load(board).family in str(found) and "carried over" in repr(found)


def test_dead_ends_leave_a_finite_forecast() -> None:
    space = clew.explore(clew.load(str(LUNAR)))
    assert (space.distance == 65535).any()
    assert np.isfinite(clew.predict_difficulty(space).seconds).all()


@pytest.mark.parametrize(("board", "words"), [(STUCK, "no goal can be reached"), ("null:0", "solved at")])
def test_what_has_no_forecast(board: str, words: str) -> None:
    with pytest.raises(ClewError, match=words):
        clew.predict_difficulty(board)


def test_limits_of_a_forecast() -> None:
    with pytest.raises(LimitReached, match="states"):
        clew.predict_difficulty(GAR, states=100)
    with pytest.raises(ClewError, match="cut short"):
        clew.predict_difficulty(clew.explore(clew.load(GAR), max_depth=3))


def test_files_that_are_no_model(tmp_path: Path) -> None:
    made = json.loads(Path(SHIPPED).read_text())
    path = tmp_path / "model.json"
    changes: list[dict[str, object]] = [
        {"features": ["size"]},
        {"scale": [1, 2]},
        {"quantile": "NaN"},
        {"targets": {}},
    ]
    for change in changes:
        path.write_text(json.dumps({**made, **change}))
        with pytest.raises(ClewError, match="not a model of difficulty"):
            read_model(path)
    path.write_text("[")
    with pytest.raises(ClewError, match="not a model of difficulty"):
        clew.predict_difficulty(GAR, model=path)


def test_a_model_is_read_as_it_was_saved(tmp_path: Path) -> None:
    model = read_model()
    model.save(tmp_path / "again.json")
    found = Features(2.0, 4.0, 9.0)
    assert read_model(tmp_path / "again.json").at(found) == model.at(found)


def test_the_model_card_has_the_figures_of_the_model() -> None:
    card = CARD.read_text(encoding="utf-8")
    assert table(read_model()) in card and choice_table(read_model()) in card
    assert written(read_model(), card) == card


def test_a_level_without_a_map_is_forecast_by_its_fewest_moves() -> None:
    made = json.loads(Path(SHIPPED).read_text())
    line = made["min_moves_alone"]["seconds"]
    found = predicted_by_moves(25)["seconds"]
    assert found.value == pytest.approx(exp(line["intercept"] + line["slope"] * log(25)))
    z = (log(25) - made["centre"][0]) / made["scale"][0]
    half = made["quantile"] * line["spread"] * sqrt(1 + 1 / made["levels"] + z * z / made["levels"])
    assert (found.low, found.high) == pytest.approx((found.value / exp(half), found.value * exp(half)))
    values = [predicted_by_moves(n)["seconds"].value for n in (1, 2, 10, 1000)]
    assert values == sorted(values)
    with pytest.raises(ClewError, match="no moves"):
        predicted_by_moves(0)


def test_models_of_an_older_version_have_no_forecast_by_moves(tmp_path: Path) -> None:
    made = json.loads(Path(SHIPPED).read_text())
    del made["min_moves_alone"]
    (tmp_path / "old.json").write_text(json.dumps(made))
    old = read_model(tmp_path / "old.json")
    assert clew.predict_difficulty(GAR, model=old).seconds == clew.predict_difficulty(GAR).seconds
    with pytest.raises(ClewError, match="fit it again"):
        predicted_by_moves(5, old)


@pytest.mark.parametrize(
    ("position", "size"),
    [
        ("oooo/AAoo/oooo", 1),  # nothing is in the way
        ("oooB/AAoB/oooB", 1),  # B cannot leave, so nothing can be asked of it
        ("oooo/AAoB/oooB/oooo", 2),  # B leaves down; up it is too long
        ("oooo/oooo/AAoB/oooB/oooo", 3),  # B leaves up by two, or down
        ("oooo/AAoB/oooB/ooCC/oooo", 3),  # C makes room for B, to the left
        ("oooo/AAoB/oooB/oCCD/oooD/oooo", 4),  # D makes room for B, down or up past it; C is not in the way
    ],
)
def test_trees_of_subgoals(position: str, size: int) -> None:
    assert tree_size(position) == size
