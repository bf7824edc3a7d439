"""Fitted models find again what players were simulated with, within their standard errors."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import clew
from clew.errors import ClewError
from clew_lab.study import Traces, fit_choice, fit_times, pauses, replay, simulate_players, strategies
from clew_lab.study.additive import fit_additive
from clew_lab.study.alike import alike
from clew_lab.study.clusters import find_clusters
from clew_lab.study.features import Pairs
from clew_lab.study.hmm import posterior_of_thinking
from tests.study.logs import GAR, LEVELS, SHORT, traces_of, wandering

BOARDS = (GAR, SHORT, "blocks:oooBoo/oooBoo/AAoBoo/CCCooo/ooDooo/ooDooo", "blocks:oooB/AAoB/ooCC/oooo")
SEVERAL = {f"level{k}": clew.load(board) for k, board in enumerate(BOARDS)}


@pytest.fixture(scope="module")
def played() -> tuple[Traces, np.ndarray]:
    made = simulate_players(SEVERAL, 24, beta=1.5, beta_far=0.7, lookahead=4, slip=0.0, seed=5)
    return replay(made.log, SEVERAL), made.skill


def test_preferences_are_found_again(played: tuple[Traces, np.ndarray]) -> None:
    fit = fit_choice(played[0], near=4)
    for zone, strength in (("near", 1.5), ("far", 0.7)):
        for kind, sign in (("better", 1), ("worse", -1)):
            error = fit.se[zone, kind]
            assert error < 0.3, (zone, kind)
            assert abs(fit.preference[zone, kind] - sign * strength) < 3 * error, (zone, kind)
    assert fit.log_likelihood > fit.log_likelihood_random
    assert sum(fit.n.values()) == played[0].moves()["effective"].sum()


def test_players_who_choose_at_random_prefer_nothing() -> None:
    made = simulate_players({"gar": LEVELS["gar"]}, 12, beta=0, beta_far=0, max_moves=120, seed=2)
    fit = fit_choice(replay(made.log, LEVELS))
    far = [(fit.preference["far", kind], fit.se["far", kind]) for kind in ("better", "worse")]
    assert all(abs(value) < 3 * error for value, error in far)


def test_skill_is_found_again(played: tuple[Traces, np.ndarray]) -> None:
    traces, skill = played
    fit = fit_times(traces)
    apart = (fit.skill - skill) / fit.skill_se
    assert np.mean(np.abs(apart) < 1) > 0.5 and np.abs(apart).max() < 4
    assert abs(fit.skill.sum()) < 1e-9 and abs(fit.difficulty.sum()) < 1e-9
    assert fit.connected and fit.n == len(skill) * len(SEVERAL)


def test_additive_effects_lie_within_their_standard_errors() -> None:
    generator = np.random.default_rng(8)
    apart = []
    for _ in range(60):
        rows, columns = generator.normal(0, 0.5, 12), generator.normal(0, 1, 8)
        rows, columns = rows - rows.mean(), columns - columns.mean()
        at = [(r, c) for r in range(12) for c in range(8) if generator.random() < 0.7]
        values = np.array([5 + rows[r] + columns[c] for r, c in at]) + generator.normal(0, 0.4, len(at))
        fit = fit_additive([f"r{r:02}" for r, _ in at], [f"c{c}" for _, c in at], values)
        apart += ((fit.column_effect - columns) / fit.column_se).tolist()
        apart += ((fit.row_effect - rows) / fit.row_se).tolist()
    assert np.mean(np.abs(apart) < 1.96) == pytest.approx(0.95, abs=0.03)
    assert np.mean(np.square(apart)) == pytest.approx(1, abs=0.15)


def test_parts_that_share_no_level_are_told() -> None:
    fit = fit_additive(["a", "b", "c", "d"], ["x", "x", "y", "y"], np.array([1.0, 2.0, 5.0, 7.0]))
    assert not fit.connected


def test_too_little_for_a_fit_is_said(tmp_path: Path) -> None:
    traces = traces_of(tmp_path / "log.csv", wandering())
    with pytest.raises(ClewError, match="at least two players at two levels"):
        fit_times(traces)
    assert strategies(traces).clusters.verdict.startswith("no clusters: too little data")


def test_without_maps_there_are_no_groups() -> None:
    """Players cannot be simulated then, and nothing else says what groups would be."""
    made = simulate_players(SEVERAL, 10, max_moves=20, seed=3)
    levels = {name: clew.load(board) for name, board in zip(SEVERAL, BOARDS, strict=True)}
    found = strategies(replay(made.log, levels, states=1), halves=10).clusters
    assert found.k == 1 and found.verdict.startswith("no clusters")


def test_hidden_thinking_is_found_again() -> None:
    generator = np.random.default_rng(4)
    lines, truth = [], []
    for _ in range(80):
        states = [0]
        while len(states) < 40:
            states.append(int(generator.random() < (0.1, 0.4)[states[-1]]))
        truth.append(np.array(states))
        lines.append(np.where(truth[-1] == 1, 3.0, 0.0) + generator.normal(0, 0.8, 40))
    found = posterior_of_thinking(lines)
    right = np.concatenate([(a > 0.5) == (b == 1) for a, b in zip(found, truth, strict=True)])
    assert right.mean() > 0.95


def test_both_ways_find_the_pauses_that_were_made(played: tuple[Traces, np.ndarray]) -> None:
    traces, _ = played
    share = {method: pauses(traces, method=method).pause.mean() for method in ("z", "hmm")}
    assert share["z"] == pytest.approx(0.1, abs=0.03)
    assert share["hmm"] == pytest.approx(0.1, abs=0.03)
    with pytest.raises(ClewError, match="there is no method 'x'"):
        pauses(traces, method="x")
    assert pauses(traces, z=50).count == 0


def test_clusters_are_found_where_there_are_some_and_denied_where_not() -> None:
    generator = np.random.default_rng(6)
    two = np.vstack([generator.normal(0, 1, (20, 3)), generator.normal(4, 1, (20, 3))])
    plain = [generator.normal(0, 1, (40, 3)) for _ in range(39)]
    found = find_clusters(two, plain)
    assert found.k == 2 and min(found.stability) > 0.9
    assert len(set(found.labels[:20].tolist())) == len(set(found.labels[20:].tolist())) == 1
    denied = find_clusters(generator.normal(0, 1, (40, 3)), plain)
    assert denied.k == 1 and denied.verdict.startswith("no clusters")


def test_outliers_that_all_players_make_are_no_groups() -> None:
    """Few values and long tails, as features of strong players have."""

    def strong() -> np.ndarray:
        return np.column_stack([generator.poisson(0.3, 24), generator.exponential(1, 24) ** 2])

    generator = np.random.default_rng(1)
    logs = [strong() for _ in range(39)]
    assert sum(find_clusters(strong(), logs).k > 1 for _ in range(12)) <= 2


def test_simulated_alike_players_play_like_those_of_the_log(played: tuple[Traces, np.ndarray]) -> None:
    traces, _ = played
    pairs = Pairs.of(traces)
    players = sorted(set(pairs.player.tolist()))
    mine = pairs.features(players)
    names = ["thinking_share", "exploration"]
    sets = list(alike(traces, players, names, 20, 0))
    assert [points.shape for points in sets] == [(24, 2)] * 20
    for column, name in enumerate(names):
        means = [points[:, column].mean() for points in sets]
        assert min(means) - 0.05 < mine[name].mean() < max(means) + 0.05, name
    again = next(alike(traces, players, names, 20, 0))
    assert (again == sets[0]).all(), "the same seed"


def test_styles_of_players_are_told_apart() -> None:
    rates, slips = [0.02] * 10 + [0.25] * 10, [0.02] * 10 + [0.5] * 10
    levels = {f"{name}{k}": puzzle for k in range(3) for name, puzzle in SEVERAL.items()}
    for pause_rate, slip, groups in ((rates, slips, 2), (0.1, 0.1, 1)):
        made = simulate_players(
            levels, 20, pause_rate=pause_rate, slip=slip, skill_sd=0.05, noise=0.2, seed=7
        )
        found = strategies(replay(made.log, levels), halves=10)
        assert found.clusters.k == groups, found.clusters.verdict
        if groups == 2:
            assert found.reliability["thinking_share"] > 0.8
            doers, thinkers = found.cluster[:10], found.cluster[10:]
            assert (doers == np.median(doers)).sum() + (thinkers == np.median(thinkers)).sum() >= 18
            assert np.median(doers) != np.median(thinkers)


def test_the_same_seed_gives_the_same_log() -> None:
    one, same, other = (simulate_players(LEVELS, 2, seed=seed).log for seed in (1, 1, 2))
    assert [row.logged for row in one.rows] == [row.logged for row in same.rows]
    assert [row.logged for row in one.rows] != [row.logged for row in other.rows]
    with pytest.raises(ClewError, match="slip: expected one number, or one for each of 2 players, not 3"):
        simulate_players(LEVELS, 2, slip=[0, 0, 0])
