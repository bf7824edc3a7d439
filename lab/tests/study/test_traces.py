"""Columns of the tables against their definitions, on traces made by hand and on simulated players."""

from __future__ import annotations

from itertools import pairwise
from math import log2
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import clew
import clew_lab
from clew_lab.study import Traces, replay, simulate_players
from tests.study.logs import LEVELS, SOLUTION, TIMES, WANDERING, traces_of, wandering


@pytest.fixture
def traces(tmp_path: Path) -> Traces:
    return traces_of(tmp_path / "log.csv", wandering())


def walked(moves: list[str]) -> list[Any]:
    puzzle = LEVELS["gar"]
    states = [puzzle.initial()]
    for move in moves:
        states.append(puzzle.apply(states[-1], move))
    return states


def test_distances_and_choices_are_those_of_the_solver(traces: Traces) -> None:
    table, states = traces.moves(), walked(WANDERING)
    for k, (before, after) in enumerate(pairwise(states)):
        here, there = clew.distance(LEVELS["gar"], before), clew.distance(LEVELS["gar"], after)
        assert here is not None and there is not None
        told = [distance for _, distance in clew.hint(LEVELS["gar"], before).moves]
        assert table["state_before"][k] == before and table["state_after"][k] == after
        assert (table["d_before"][k], table["d_after"][k], table["gain"][k]) == (here, there, here - there)
        assert table["quality"][k] == np.sign(here - there)
        assert table["regret"][k] == 1 - (here - there)
        better = sum(d is not None and d < here for d in told)
        assert table["n_legal"][k] == len(told) and table["n_better"][k] == better
        assert table["n_same"][k] == sum(d == here for d in told)
        assert table["n_better"][k] + table["n_same"][k] + table["n_worse"][k] == len(told)
        assert table["p_chance"][k] == pytest.approx(better / len(told))
        if better:
            assert table["bits"][k] == pytest.approx(-log2(better / len(told)))


def test_undo_revisit_and_what_else_looks_back(traces: Traces) -> None:
    table = traces.moves()
    assert table["move"].tolist() == WANDERING
    assert np.flatnonzero(table["undo"]).tolist() == [1]
    assert np.flatnonzero(table["revisit"]).tolist() == [1]
    assert table["lag_revisit"][1] == 2 and np.isnan(table["lag_revisit"][0])
    assert np.flatnonzero(table["same_piece"]).tolist() == [1, 3, 4]
    assert table["step"].tolist() == list(range(12))
    assert table["piece"].tolist() == [move[0] for move in WANDERING]
    assert table["source_row"].tolist() == list(range(2, 14))
    nearest = [8.0]
    for k, d in enumerate(table["d_after"].tolist()):
        assert table["new_min_distance"][k] == (d < min(nearest))
        nearest.append(d)


def test_pauses_are_long_times_of_that_player(traces: Traces) -> None:
    table, logs = traces.moves(), np.log(TIMES)
    spread = 1.4826 * np.median(np.abs(logs - np.median(logs)))
    assert table["log_rt_z"] == pytest.approx((logs - np.median(logs)) / spread)
    assert np.flatnonzero(table["pause"]).tolist() == [0, 4]
    assert table["run_id"].tolist() == [0] * 4 + [1] * 8
    assert table["t_ms"].tolist() == np.cumsum(TIMES).tolist()


def test_an_attempt(traces: Traces) -> None:
    table, moves = traces.attempts(), traces.moves()
    row = {name: table[name][0] for name in table}
    assert (row["solved"], row["won"], row["restarted"], row["surrendered"]) == (True, False, False, False)
    assert (row["moves"], row["min_moves"], row["excess"], row["excess_ratio"]) == (12, 8, 4, 1.5)
    assert (row["time_ms"], row["first_rt_ms"]) == (sum(TIMES), 4000)
    assert row["first_share"] == pytest.approx(4000 / sum(TIMES))
    assert row["median_rt_ms"] == np.median(TIMES)
    assert row["undo_rate"] == row["revisit_rate"] == pytest.approx(1 / 12)
    states = set(walked(WANDERING))
    assert row["unique_states"] == len(states)
    assert row["coverage"] == pytest.approx(len(states) / 1247)
    seen = [8.0, *moves["d_after"].tolist()]
    last = max(k for k, d in enumerate(seen) if d == max(seen))
    assert row["max_detour"] == max(seen) - 8
    assert row["final_path_moves"] == 12 - last
    assert row["final_path_ms"] == sum(TIMES[last:])
    assert row["slope"] == pytest.approx(np.polyfit(range(13), seen, 1)[0])
    quality = moves["quality"].tolist()
    assert row["n_pauses"] == 2
    after_error = moves["gain"][4] if quality[3] == -1 else float("nan")
    assert row["gain_after_pause_error"] == pytest.approx(after_error, nan_ok=True)
    after_good = moves["gain"][4] if quality[3] == 1 else float("nan")
    assert row["gain_after_pause_good"] == pytest.approx(after_good, nan_ok=True)


def test_tables_keep_their_invariants() -> None:
    traces = replay(simulate_players(LEVELS, 6, slip=0.2, max_moves=60, seed=3).log, LEVELS)
    moves, attempts = traces.moves(), traces.attempts()
    assert moves.n == len(traces.log)
    for k, attempt in enumerate(traces.played):
        gain = moves["gain"][attempt.rows]
        assert gain.sum() == attempts["d_first"][k] - attempts["d_last"][k]
        shares = [attempts[f"share_{name}"][k] for name in ("better", "same", "worse")]
        assert sum(shares) == pytest.approx(1)
        assert attempts["moves"][k] == moves["effective"][attempt.rows].sum()
        assert attempts["unique_states"][k] <= attempts["moves"][k] + 1
        assert moves["n_better"][attempt.rows].min() >= 1
    assert (moves["undo"] <= moves["revisit"]).all()
    levels = traces.levels()
    assert levels["min_moves"].tolist() == [8, clew.solve(LEVELS["short"]).length]
    assert levels["n"].tolist() == [6, 6]
    players = traces.players()
    assert players["moves"].sum() == attempts["moves"].sum()
    assert players["thinking_share"] + players["acting_share"] == pytest.approx(np.ones(6))


def test_levels_tell_how_people_did(tmp_path: Path) -> None:
    rows = wandering("ann") + wandering("bob")[:5]
    rows += [("cem", "gar", 1, "move", move, 100) for move in SOLUTION]
    levels = traces_of(tmp_path / "log.csv", rows).levels()
    assert (levels["n"][0], levels["attempts"][0]) == (3, 3)
    assert levels["solve_rate"][0] == pytest.approx(2 / 3)
    assert levels["mean_excess"][0] == 2
    assert levels["median_time_ms"][0] == np.median([sum(TIMES), 800])
    assert levels["bits"][0] == clew.rate(clew.explore(LEVELS["gar"])).bits


def test_players_tell_their_style(tmp_path: Path) -> None:
    traces = traces_of(tmp_path / "log.csv", wandering("ann") + wandering("bob")[:5])
    players, moves = traces.players(), traces.moves()
    assert players["player"].tolist() == ["ann", "bob"]
    assert players["thinking_share"][0] == pytest.approx((4000 + 9000) / sum(TIMES))
    assert players["pause_after_error"][0] == (moves["quality"][3] == -1)
    assert players["exploration"][0] == pytest.approx(len(set(walked(WANDERING))) / 13)
    assert players["persistence"][1] == pytest.approx(5 / 8) and np.isnan(players["persistence"][0])
    assert (players["solved"].tolist(), players["moves"].tolist()) == ([1, 0], [12, 5])
    assert players["share_better"][0] == np.mean(moves["quality"][:12] == 1)
    assert players["median_rt_ms"][1] == np.median(TIMES[:5])


def test_dead_ends_have_no_distance(tmp_path: Path) -> None:
    puzzle = clew.load("coroutine:NE+E+SE+NW+W,S+N+E+SW+NW+W+NE,E+NE+SW+N+W,W+S+SW+E+NW+SE,SW+N+SE+NW+NE+E")
    space = clew.explore(puzzle)
    leaving = [
        (start, name)
        for start in np.flatnonzero(space.distance < 65535).tolist()
        for after, name in zip(space.row(start), puzzle.moves(space.state(start)), strict=True)
        if space.distance[after] == 65535
    ]
    start, name = leaving[0]
    log = tmp_path / "log.csv"
    log.write_text(f"player,level,move\nann,slide,{name}\n", encoding="utf-8")
    table = replay(clew_lab.study.read_log(log), {"slide": puzzle.at(space.state(start))}).moves()
    assert table["dead_end"][0] and np.isnan(table["d_after"][0])
    assert table["quality"][0] == -1 and np.isnan(table["gain"][0])


def test_log_times_are_those_of_the_clock(tmp_path: Path) -> None:
    columns = ("player", "level", "move", "t_ms")
    rows = [("ann", "gar", "BR1", 1000), ("ann", "gar", "EU1", 1700)]
    table = traces_of(tmp_path / "log.csv", rows, columns).moves()
    assert np.isnan(table["rt_ms"][0]) and table["rt_ms"][1] == 700


def test_paths_are_counted_move_by_move() -> None:
    traces = replay(simulate_players(LEVELS, 6, slip=0.2, max_moves=60, seed=3).log, LEVELS)
    for name, level in traces.boards.items():
        space = level.space
        assert space is not None and space.indptr is not None and space.indices is not None
        heat = traces.heat(name)
        plain: dict[tuple[int, int], int] = {}
        for attempt in traces.played:
            for row in attempt.rows.tolist() if attempt.level == name else []:
                pair = int(traces.before[row]), int(traces.after[row])
                plain[pair] = plain.get(pair, 0) + (pair[0] != pair[1])
        heads = np.repeat(np.arange(space.n), np.diff(space.indptr))
        found = {
            (int(heads[edge]), int(space.indices[edge])): int(heat[edge]) for edge in np.flatnonzero(heat)
        }
        assert found == {pair: count for pair, count in plain.items() if count}
    with pytest.raises(clew.ClewError, match="no map of a level 'nowhere'; levels with a map: "):
        traces.heat("nowhere")
