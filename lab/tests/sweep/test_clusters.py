"""Sweeps on a Dask cluster whose workers are killed, and on one that is not there."""

from __future__ import annotations

import os
import signal
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import distributed
import pytest

import clew_lab
from clew.errors import ClewError
from clew_lab.sweep import worker_pool
from tests.promptness import HANGS
from tests.sweep import operations
from tests.sweep.helpers import ROOT, below, counters, gone, numbers, until


def test_a_cluster_gives_the_same_rows(client: Any) -> None:
    boards = sorted(str(path) for path in (ROOT / "boards" / "coroutine").glob("*.toml"))
    there = clew_lab.sweep.rate(boards, client=client, chunk=2)
    assert there.table().equals(clew_lab.sweep.rate(boards, workers=1, chunk=2).table())
    until(lambda: not any(client.run(_children).values()))


def _children() -> list[int]:
    return below(os.getpid())


def test_a_worker_killed_in_the_middle_loses_and_doubles_nothing(client: Any, tmp_path: Path) -> None:
    log = tmp_path / "log"
    killed: list[int] = []

    def kill(progress: clew_lab.sweep.SweepProgress) -> None:
        if progress.done >= 20 and not killed:
            (killed_now, *_) = client.run(os.getpid).values()
            children = below(killed_now)
            os.kill(killed_now, signal.SIGKILL)
            killed.append(killed_now)
            assert gone(children), "who works on boards outlives its worker"

    options = {"seconds": 0.02, "log": str(log)}
    sweep = clew_lab.sweep.run(
        counters(90), operations.SLOW, client=client, chunk=3, options=options, on_progress=kill
    )
    assert killed and sweep.statuses == {"solved": 90}
    assert numbers(sweep) == list(range(1, 91))
    assert set(log.read_text().split("\n")[:-1]) == {puzzle.title for puzzle in counters(90)}


def test_a_poisoned_board_harms_no_worker(client: Any) -> None:
    before = sorted(client.run(os.getpid).values())
    sweep = clew_lab.sweep.run(
        counters(30, poisoned=12), operations.POISON, client=client, chunk=4, options={"signal": "SIGKILL"}
    )
    assert sweep.statuses == {"solved": 29, "error": 1}
    assert sweep.errors[0][0] == 13 and numbers(sweep) == list(range(1, 31))
    assert sorted(client.run(os.getpid).values()) == before


def test_a_cluster_goes_on_with_what_one_machine_began(client: Any, tmp_path: Path) -> None:
    def stop(progress: clew_lab.sweep.SweepProgress) -> None:
        if progress.done >= 10:
            raise KeyboardInterrupt

    boards = [f"null:{k % 4 + 1}" for k in range(30)]
    with pytest.raises(KeyboardInterrupt):
        clew_lab.sweep.solve(boards, tmp_path, workers=1, chunk=2, on_progress=stop)
    sweep = clew_lab.sweep.solve(boards, tmp_path, client=client, chunk=2)
    assert sweep.before >= 10 and numbers(sweep) == list(range(1, 31))


@pytest.mark.parametrize("shared", [True, False])
def test_a_sweep_that_ends_or_is_stopped_leaves_others_alone(
    shared: bool, inside: Any, tmp_path: Path
) -> None:
    """Two sweeps come and go on the same cluster, or in the same process, while a board of a third waits."""
    place: dict[str, Any] = {"client": inside} if shared else {"workers": 1}
    gate, log = tmp_path / "gate", tmp_path / "log"
    options = {"seconds": 0, "log": str(log), "gate": str(gate)}

    def stop(progress: clew_lab.sweep.SweepProgress) -> None:
        raise KeyboardInterrupt

    with ThreadPoolExecutor(1) as pool:
        long = pool.submit(
            clew_lab.sweep.run, counters(31)[28:], operations.SLOW, chunk=1, options=options, **place
        )
        until(lambda: log.exists() and len(log.read_text().splitlines()) == 2)
        try:
            assert clew_lab.sweep.solve(["null:3"], **place).statuses == {"solved": 1}
            with pytest.raises(KeyboardInterrupt):
                clew_lab.sweep.solve(["null:3", "null:4"], chunk=1, on_progress=stop, **place)
            assert not long.done()
        finally:
            gate.touch()
        assert long.result(HANGS).statuses == {"solved": 3}
    assert sorted(log.read_text().splitlines()) == [f"board {k}" for k in (28, 29, 30)], (
        "a board was done twice"
    )


def test_what_a_cluster_still_hands_out_of_a_sweep_that_ended_starts_nothing() -> None:
    job = {"home": "clew_lab.sweep.operations:SOLVE", "options": {}, "limits": [None] * 4, "share": 1}
    worker_pool.leave_here("ended")
    with pytest.raises(worker_pool.Stopped):
        worker_pool.work_here("ended", job, [{"family": "null"}])


@pytest.mark.parametrize("work", ["sweep", "map"])
@pytest.mark.filterwarnings("ignore")
def test_a_scheduler_that_is_lost_is_an_error_in_words(work: str, tmp_path: Path) -> None:
    make: Any = distributed.LocalCluster
    lost = make(processes=False, n_workers=1, threads_per_worker=1, dashboard_address="127.0.0.1:0")
    connect: Any = distributed.Client
    with lost, connect(lost, set_as_default=False) as client, pytest.raises(ClewError, match=r"is lost or"):
        if work == "sweep":
            boards = ["null:3"] * 9
            clew_lab.sweep.solve(boards, tmp_path, client=client, chunk=1, on_progress=lambda _: lost.close())
        else:
            clew_lab.sweep.explore("null:9", tmp_path, client=client, on_progress=lambda _: lost.close())
    for sweep in list(worker_pool._here):
        worker_pool.leave_here(sweep)  # the worker is in this process and outlives its cluster


def test_a_worker_without_clew_is_named(inside: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from clew_lab.sweep import cluster

    monkeypatch.setattr(cluster, "_version", _without)
    with pytest.raises(ClewError, match=r"every worker needs clew .*, but cannot load it: inproc://.*'clew'"):
        clew_lab.sweep.solve("null:3", client=inside)


def _without() -> str:
    raise ModuleNotFoundError("No module named 'clew'")


def test_a_scheduler_that_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    from clew_lab.sweep import cluster

    monkeypatch.setattr(cluster, "PATIENCE", 0.5)
    with (
        pytest.raises(ClewError, match=r"no Dask scheduler answers at tcp://127.0.0.1:9: start one"),
        cluster.connected("tcp://127.0.0.1:9", "a test"),
    ):
        raise AssertionError("there is a scheduler")
