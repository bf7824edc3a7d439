"""Maps by layers on many workers: state for state those of one machine."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from threading import Event, Timer
from typing import Any

import numpy as np
import pytest

import clew
import clew_lab
from clew.errors import ClewError
from clew.statespace.figures import figures
from clew_lab.sweep import cluster, huge
from tests.amount import few
from tests.sweep.helpers import GAR, ROOT, environment, equal, gone

WAYS: list[dict[str, Any]] = [
    {},
    {"expand_goals": False},
    {"max_depth": 4},
    {"max_depth": 4, "expand_goals": False},
]
BOARDS = {
    "blocks": GAR,
    "passes cost nothing": str(ROOT / "boards" / "coroutine" / "bailey-1-steps.toml"),
    "slides": str(ROOT / "boards" / "ricochet" / "lunar-lockout.toml"),
    "unsolvable": "blocks:oAAo/oCoo/oCoo/BBBB",
    "pebbles": "pebbles[grid 2x3]:ABCDE-/-BCDEA",
    "wide": "blocks:" + "/".join(["AA" + "o" * 8, *["x" * 10] * 9]),
}


def test_a_map_that_is_stopped_goes_on_later(inside: Any, tmp_path: Path) -> None:
    stop = Event()
    part = clew_lab.sweep.explore(
        "null:9", tmp_path, client=inside, stop=stop, on_progress=lambda progress: stop.set()
    )
    assert (part.status, part.limit) == ("limit", "interrupted") and not part.finished
    whole = clew_lab.sweep.explore("null:9", tmp_path, client=inside)
    assert whole.finished and whole.min_moves == clew.solve("null:9").length


def test_the_old_name_of_partitions_still_works(inside: Any, tmp_path: Path) -> None:
    with pytest.warns(DeprecationWarning, match="`partitions`"):
        found = clew_lab.sweep.explore("null:3", tmp_path, client=inside, portions=2)
    assert found.partitions == 2
    assert clew_lab.sweep.HugeMap.open(tmp_path).partitions == 2


@pytest.mark.parametrize("board", BOARDS)
def test_the_map_is_that_of_one_machine(board: str, inside: Any, tmp_path: Path) -> None:
    for number, way in enumerate(WAYS if board == "blocks" else few(WAYS, 2)):
        puzzle = clew.load(BOARDS[board])
        space = clew.explore(puzzle, **way)
        found = clew_lab.sweep.explore(puzzle, tmp_path / str(number), client=inside, partitions=3, **way)
        told, wanted = found.to_dict(), figures(space)
        if not space.complete:
            assert told["undirected_edges"] is None
            told["undirected_edges"] = wanted["undirected_edges"]
        assert {key: told[key] for key in wanted if key != "seconds"} == {
            key: value for key, value in wanted.items() if key != "seconds"
        }
        near = space.distance[space.distance != 65535]
        assert found.distances == np.bincount(near).tolist()
        equal(found.load(), space)
        assert not (tmp_path / str(number) / "exchange").exists()


def test_a_stopped_map_goes_on_and_others_are_refused(inside: Any, tmp_path: Path) -> None:
    puzzle = clew.load(GAR)
    heard: list[clew_lab.sweep.MapProgress] = []

    def stop(progress: clew_lab.sweep.MapProgress) -> None:
        heard.append(progress)
        if len(heard) in (4, 9, 20):
            raise KeyboardInterrupt

    for _ in range(3):
        with pytest.raises(KeyboardInterrupt):
            clew_lab.sweep.explore(puzzle, tmp_path, client=inside, partitions=2, on_progress=stop)
        half = clew_lab.sweep.HugeMap.open(tmp_path)
        assert (half.status, half.limit) == ("limit", "interrupted")
        with pytest.raises(ClewError, match="not finished"):
            half.load()
    found = clew_lab.sweep.explore(puzzle, tmp_path, client=inside, on_progress=heard.append)
    equal(found.load(), clew.explore(puzzle))
    levels = [(progress.wave, progress.level) for progress in heard if not progress.share]
    assert levels == sorted(set(levels)), "a layer that was complete was made again"
    assert clew_lab.sweep.HugeMap.open(tmp_path).to_dict() == found.to_dict()
    with pytest.raises(ClewError, match="holds the map of"):
        clew_lab.sweep.explore(clew.load("null:3"), tmp_path, client=inside)
    with pytest.raises(ClewError, match="holds the map of"):
        clew_lab.sweep.explore(puzzle, tmp_path, client=inside, max_depth=3)


def test_limits_end_it_between_layers(inside: Any, tmp_path: Path) -> None:
    puzzle = clew.load(GAR)
    part = clew_lab.sweep.explore(puzzle, tmp_path, client=inside, limits=clew.Limits(states=300))
    assert (part.status, part.limit, part.complete) == ("limit", "states", False)
    assert part.layers == clew.explore(puzzle).layers.tolist()[: len(part.layers)]
    assert 300 <= part.states < 1247
    none = clew_lab.sweep.explore(puzzle, tmp_path, client=inside, limits=clew.Limits(seconds=0))
    assert (none.limit, none.states) == ("seconds", part.states)
    assert clew_lab.sweep.explore(puzzle, tmp_path, client=inside).states == 1247


def test_edges_are_written_where_they_are_asked_for(inside: Any, tmp_path: Path) -> None:
    from pyarrow import parquet

    puzzle = clew.load(BOARDS["passes cost nothing"])
    found = clew_lab.sweep.explore(puzzle, tmp_path, client=inside, partitions=2, edges=True)
    table = parquet.read_table(tmp_path / "states")
    assert table.column_names == ["word_0", "depth", "distance", "moves", "costs"]
    space = clew.explore(puzzle)
    words = space.words()[:, 0]
    for row in table.to_pylist():
        (number,) = np.flatnonzero(words == row["word_0"])
        assert (row["depth"], row["distance"]) == (space.depth[number], space.distance[number])
        assert row["moves"] == words[space.row(int(number))].tolist()
    assert table.num_rows == found.states == space.n


def test_a_worker_killed_within_a_layer_changes_nothing(
    client: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle = clew.load("pebbles[grid 2x4]:ABCDEFG-/-GFEDCBA")
    killed: list[int] = []

    def kill(progress: clew_lab.sweep.MapProgress) -> None:
        if progress.states > 3000 and len(killed) < (1 if progress.wave == "depth" else 2):
            process = next(iter(client.run(os.getpid).values()))
            os.kill(process, signal.SIGSTOP)  # so that it has its share of the next layer when it dies
            Timer(0.3, os.kill, (process, signal.SIGKILL)).start()
            killed.append(process)

    monkeypatch.setattr(huge, "SMALL", 100)  # also small layers are shared
    found = clew_lab.sweep.explore(puzzle, tmp_path, client=client, partitions=6, on_progress=kill)
    assert len(killed) == 2 and gone(killed)
    equal(found.load(), clew.explore(puzzle))


@pytest.mark.alone
def test_workers_stay_below_their_memory_by_spilling(tmp_path: Path) -> None:
    """A layer of this board leads to more bytes than a worker may hold."""
    puzzle = clew.load("pebbles[grid 3x4]:ABCDEEFFGGH-/-HGGFFEEDCBA")
    memory = 330_000_000
    with cluster.local(1, memory, "a test") as client:
        base = max(client.run(_peak).values())
        found = clew_lab.sweep.explore(puzzle, tmp_path, client=client, partitions=1, max_depth=23)
        peak = max(client.run(_peak).values())
    assert found.waves["depth"].spills > 0, "the board is too small to say anything"
    assert base < peak < memory, f"{peak:,} bytes of {memory:,}, {base:,} of them before"


def _peak() -> int:
    """The most bytes that this process ever had in memory."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return 1024 * next(int(line.split()[1]) for line in lines if line.startswith("VmHWM:"))


def test_what_cannot_be_mapped_says_why(inside: Any, tmp_path: Path) -> None:
    with pytest.raises(ClewError, match="workers=-1"):
        clew_lab.sweep.explore(clew.load(GAR), tmp_path, workers=-1)
    with pytest.raises(ClewError, match="320,000,000 or more"):
        clew_lab.sweep.explore(clew.load(GAR), tmp_path, client=inside, limits=clew.Limits(memory=10**8))
    (tmp_path / "map.json").unlink()
    with pytest.raises(ClewError, match="there is no distributed map"):
        clew_lab.sweep.HugeMap.open(tmp_path)


def test_a_script_without_a_guard_is_told_what_is_missing(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        'import clew_lab\nclew_lab.sweep.explore("null:3", "map", workers=1)\n', encoding="utf-8"
    )
    command = [sys.executable, str(script)]
    done = subprocess.run(command, cwd=tmp_path, env=environment(), capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr.count("Traceback") == 1
    assert 'put the call under `if __name__ == "__main__":`' in done.stderr.splitlines()[-1]
    assert not (tmp_path / "map").exists()
