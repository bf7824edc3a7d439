"""The model of difficulty finds again what levels were made with; its errors are those of levels left out."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import clew
import clew_lab
from clew.errors import ClewError
from clew.measures.model import read_model
from clew_lab.study import fit_difficulty, replay, simulate_players
from clew_lab.study.forecasting import Ridge, left_out, quantile, score
from tests.cli.program import program
from tests.study.logs import GAR, SHORT
from tools.difficulty_choice import nested

GATE = ("ooC", "AAC", "ooo", "ooo")
LEVELS = {
    **{f"line{n}": clew.load(f"null:{n}") for n in (3, 5, 8, 11, 15, 20)},
    "gar": clew.load(GAR),
    "short": clew.load(SHORT),
    "long": clew.load("blocks:oooBoo/oooBoo/AAoBoo/CCCooo/ooDooo/ooDooo"),
}


@pytest.fixture(scope="module")
def log() -> clew_lab.study.Log:
    return simulate_players(LEVELS, 6, beta=1.5, beta_far=1.0, lookahead=5, slip=0.1, seed=4).log


def test_coefficients_are_found_again() -> None:
    rng = np.random.default_rng(1)
    x = rng.normal(size=(400, 3)) * [1, 5, 0.1] + [0, 20, 3]
    y = 2 + x @ [0.5, -0.2, 4] + rng.normal(size=400) * 0.3
    fit = Ridge(x, y, 0.0)
    assert fit.coefficients / fit.scale == pytest.approx([0.5, -0.2, 4], abs=0.4)
    assert fit.spread == pytest.approx(0.3, rel=0.1)
    shrunk = Ridge(x, y, 1e6)
    assert np.abs(shrunk.coefficients).max() < 0.01 and shrunk.at(x[0])[0] == pytest.approx(
        y.mean(), abs=0.05
    )


def test_a_level_left_out_is_forecast_by_the_others() -> None:
    rng = np.random.default_rng(2)
    x = rng.normal(size=(12, 2))
    y = x @ [1.0, 0.5] + rng.normal(size=12)
    forecast, spread = left_out(x, y)
    for i in range(12):
        others = np.arange(12) != i
        centre, scale = x[others].mean(axis=0), x[others].std(axis=0)
        z = (x[others] - centre) / scale
        line = np.linalg.solve(z.T @ z + 3 * np.eye(2), z.T @ (y[others] - y[others].mean()))
        assert forecast[i] == pytest.approx(y[others].mean() + (x[i] - centre) / scale @ line)
    changed = y.copy()
    changed[3] += 100
    assert left_out(x, changed)[0][3] == forecast[3]
    assert (left_out(x, changed)[1] > spread).sum() == 11


def test_noise_explains_nothing() -> None:
    rng = np.random.default_rng(3)
    explained = score(rng.normal(size=(60, 3)), rng.normal(size=60))["r2"]
    assert explained is not None and explained < 0.1


def test_intervals_hold_what_they_promise() -> None:
    rng, inside = np.random.default_rng(5), []
    for _ in range(40):
        x = rng.normal(size=(25, 3))
        y = x @ [1.0, -0.5, 0.2] + rng.normal(size=25)
        fit = Ridge(x[1:], y[1:])
        forecast, spread = fit.at(x[0])
        inside.append(abs(y[0] - forecast) <= quantile(24) * spread)
    assert 0.65 < np.mean(inside) < 0.95


def test_a_log_gives_a_model_of_its_own(log: clew_lab.study.Log, tmp_path: Path) -> None:
    model = fit_difficulty(replay(log, LEVELS))
    assert model.n == model.fitted["levels"] == len(LEVELS)
    assert (model.fitted["players"], model.fitted["families"]) == (6, ["blocks", "null"])
    assert model.fitted["errors"]["moves"]["model"]["rho"] > 0.8
    model.save(tmp_path / "own.json")
    found = clew.predict_difficulty("null:12", model=tmp_path / "own.json")
    assert not found.carried_over
    assert found.to_dict() == clew.predict_difficulty("null:12", model=model).to_dict()
    assert found.moves.low < 20 < 2 * found.moves.high
    assert found.moves.value != clew.predict_difficulty("null:12").moves.value


def test_choosing_among_noise_is_not_rewarded() -> None:
    rng = np.random.default_rng(7)
    par = rng.normal(size=(30, 1))
    y = par[:, 0] + 0.3 * rng.normal(size=30)
    noise = {f"noise{i}": np.column_stack([par, rng.normal(size=30)]) for i in range(6)}
    alone = {"par": par}
    assert nested(alone, y) == pytest.approx(left_out(par, y, 0.0)[0])
    error = ((nested({**alone, **noise}, y) - y) ** 2).sum()
    chosen_by_all = min(((left_out(x, y)[0] - y) ** 2).sum() for x in noise.values())
    assert error > chosen_by_all
    real = np.column_stack([par, y[:, None] + 0.01 * rng.normal(size=(30, 1))])
    better = ((nested({**alone, **noise, "real": real}, y) - y) ** 2).sum()
    assert better == pytest.approx(((left_out(real, y)[0] - y) ** 2).sum())


def test_levels_that_all_need_as_many_moves() -> None:
    levels = {
        f"gate{k}": clew.load("blocks:" + "/".join(f"{row}{'o' * k}" for row in GATE)) for k in range(8)
    }
    log = simulate_players(levels, 4, beta=1.5, beta_far=1.0, lookahead=5, slip=0.1, seed=4).log
    model = fit_difficulty(replay(log, levels))
    assert model.n == 8 and model.fitted["errors"]["moves"]["min_moves"]["r2"] is None
    assert clew.predict_difficulty(GAR, model=model).moves.value >= 8


def test_too_few_levels(log: clew_lab.study.Log) -> None:
    few = {name: LEVELS[name] for name in ("gar", "short", "line3")}
    with pytest.raises(ClewError, match=r"3 levels have a map .* needs 8"):
        fit_difficulty(replay(log, few))


def test_the_command_writes_a_model(log: clew_lab.study.Log, tmp_path: Path) -> None:
    boards = tmp_path / "levels"
    boards.mkdir()
    for name, puzzle in LEVELS.items():
        (boards / f"{name}.toml").write_text(puzzle.to_toml())
    log.to_csv(tmp_path / "log.csv")
    out = tmp_path / "out"
    found = program(
        "study",
        str(tmp_path / "log.csv"),
        "--levels",
        str(boards),
        "-o",
        str(out),
        "--no-figures",
        "--fit-difficulty",
    )
    assert found.status == 0 and "difficulty.json" in found.out
    assert read_model(out / "difficulty.json").n == len(LEVELS)
