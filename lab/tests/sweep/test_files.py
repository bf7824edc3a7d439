"""Files of a huge map: one that is missing, cut, changed or exchanged is named, and none counts as empty."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest

import clew
import clew_lab
from clew.cli.main import main
from clew.errors import ClewError
from clew_lab.sweep import HugeMap, hugemap, mapfile
from tests.sweep.helpers import ROOT, environment, equal

BOARDS = {
    "null": "null:3",
    "null, beyond the start": "null[highest=7]:5",
    "blocks": "blocks:oAAo/oCoo/oCoo/BBBB",
    "blocks, unsolvable": "blocks:AAxo/oooo",
    "blocks, a large board": "blocks:" + "/".join(["oAA" + "o" * 7, *["x" * 10] * 9]),
    "pebbles": "pebbles[grid 2x2]:ABC-/-CBA",
    "pebbles, holes": "pebbles[grid 1x3]:A--/--A",
    "coroutine": "coroutine[own]:SW,E+W+NW,SE+SW+W/N+NE+NW,W+NW,SW/N,NE+W,N",
    "coroutine, free passes": "coroutine[own,steps]:SW,E+W+NW,SE+SW+W/N+NE+NW,W+NW,SW/N,NE+W,N",
    "ricochet": "ricochet:R.H/.../...>.../..R/...",
}

Damage = Callable[[bytes], bytes | None]


def _flipped(content: bytes, place: int) -> bytes:
    return content[:place] + bytes([content[place] ^ 4]) + content[place + 1 :]


DAMAGES: dict[str, Damage] = {
    "deleted": lambda content: None,
    "emptied": lambda content: b"",
    "cut in half": lambda content: content[: len(content) // 2],
    "without its last byte": lambda content: content[:-1],
    "with a byte more": lambda content: content + b"\n",
    "a bit at the beginning": lambda content: _flipped(content, 0),
    "a bit in the middle": lambda content: _flipped(content, len(content) // 2),
    "a bit at the end": lambda content: _flipped(content, len(content) - 1),
}


def _files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file() and path.name != ".lock")


def _words(folder: Path) -> str:
    """What `verify` says, or why the map cannot be opened."""
    try:
        return "\n".join(HugeMap.open(folder).verify())
    except ClewError as error:
        return str(error)


def _refusal(folder: Path) -> str:
    with pytest.raises(ClewError) as refused:
        HugeMap.open(folder).load()
    return str(refused.value)


def _exchanged(one: Path, other: Path) -> None:
    content = one.read_bytes()
    one.write_bytes(other.read_bytes())
    other.write_bytes(content)


@pytest.mark.parametrize("board", BOARDS)
def test_each_damage_to_each_file_is_named(board: str, inside: Any, tmp_path: Path) -> None:
    clew_lab.sweep.explore(BOARDS[board], tmp_path, client=inside, partitions=2, max_depth=2, edges=True)
    files = _files(tmp_path)
    assert _words(tmp_path) == "" and len(files) >= 3
    for file in files:
        content = file.read_bytes()
        read = "states" not in file.parts  # these are for other programs
        for name, damage in DAMAGES.items():
            damaged = damage(content)
            file.unlink() if damaged is None else file.write_bytes(damaged)
            if damaged is None and file.name == "map.json":
                assert str(tmp_path) in _words(tmp_path)
            else:
                assert str(file) in _words(tmp_path), (file, name)
                assert not read or str(file) in _refusal(tmp_path), (file, name)
            file.write_bytes(content)
    for one, other in pairwise(files):
        if one.read_bytes() != other.read_bytes():
            _exchanged(one, other)
            said = _words(tmp_path)
            assert str(one) in said or str(other) in said
            _exchanged(one, other)
    assert _words(tmp_path) == ""


def test_files_of_equal_length_are_not_taken_for_each_other(inside: Any, tmp_path: Path) -> None:
    clew_lab.sweep.explore("null:3", tmp_path, client=inside, partitions=1)
    files = [path for path in _files(tmp_path) if path.suffix == ".parquet"]
    one, other = next(
        (one, other)
        for one in files
        for other in files
        if one.stat().st_size == other.stat().st_size and one.read_bytes() != other.read_bytes()
    )
    _exchanged(one, other)
    said = _words(tmp_path)
    assert str(one) in said and str(other) in said
    assert str(one) in (refusal := _refusal(tmp_path)) or str(other) in refusal


def _stop(states: int) -> Callable[[clew_lab.sweep.MapProgress], None]:
    def stop(progress: clew_lab.sweep.MapProgress) -> None:
        if progress.states >= states:
            raise KeyboardInterrupt

    return stop


def _part(board: str, folder: Path, client: Any, states: int) -> None:
    with pytest.raises(KeyboardInterrupt):
        clew_lab.sweep.explore(board, folder, client=client, partitions=2, on_progress=_stop(states))


@pytest.mark.parametrize("board", ["pebbles", "coroutine, free passes", "ricochet"])
def test_a_damaged_map_is_not_continued(board: str, inside: Any, tmp_path: Path) -> None:
    _part(BOARDS[board], tmp_path, inside, 4)
    half = HugeMap.open(tmp_path)
    needed = [
        *half.waves["depth"].steps[-1].files.values(),
        *(file for _, file in half.waves["depth"].waiting),
    ]
    assert needed
    for file in half.listed:
        path = tmp_path / file.path
        content = path.read_bytes()
        for damage in [
            DAMAGES["deleted"],
            DAMAGES["cut in half"],
            *[DAMAGES["a bit in the middle"]] * (file in needed),
        ]:
            damaged = damage(content)
            path.unlink() if damaged is None else path.write_bytes(damaged)
            with pytest.raises(ClewError) as refused:
                clew_lab.sweep.explore(BOARDS[board], tmp_path, client=inside)
            assert str(path) in str(refused.value)
            path.write_bytes(content)
    (tmp_path / "map.json").rename(tmp_path / "kept")
    with pytest.raises(ClewError, match=r"map\.json is missing"):
        clew_lab.sweep.explore(BOARDS[board], tmp_path, client=inside)
    (tmp_path / "kept").rename(tmp_path / "map.json")
    equal(clew_lab.sweep.explore(BOARDS[board], tmp_path, client=inside).load(), clew.explore(BOARDS[board]))


def _contents(folder: Path) -> dict[str, bytes]:
    """All files but the one with the times."""
    return {
        str(path.relative_to(folder)): path.read_bytes() for path in _files(folder) if path.name != "map.json"
    }


def test_what_a_killed_worker_left_counts_for_nothing(inside: Any, tmp_path: Path) -> None:
    whole, half = tmp_path / "whole", tmp_path / "half"
    board = BOARDS["coroutine, free passes"]
    clew_lab.sweep.explore(board, whole, client=inside, partitions=2)
    _part(board, half, inside, 6)
    found = HugeMap.open(half)
    level, number = found.waves["depth"].steps[-1].step
    states = next(path for path in _files(half) if path.suffix == ".parquet")
    for left in (
        f"depth/{level:05d}-{number + 1}/part-0000.parquet",
        f"depth/{level + 1:05d}-0/part-0001.parquet",
        f"depth/{level:05d}-{number}/part-0000.parquet.0123.new",
        f"exchange/depth/{level + 1:05d}/00000-0-0000.runs",
        f"exchange/depth/{level + 1:05d}/{level:05d}-{number}-0000-ab.runs.new",
        f"exchange/distance/00000/{level + 1:05d}-0-0000.runs",
    ):
        (half / left).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(states, half / left)
    clew_lab.sweep.explore(board, half, client=inside)
    assert _contents(half) == _contents(whole)


PROGRAM = f"""
import os, signal, sys
import clew_lab, distributed
from clew_lab.sweep import partitions

left = int(sys.argv[2])

class Writer(partitions.TableWriter):
    def close(self):
        global left
        left -= 1
        if not left:
            os.kill(os.getpid(), signal.SIGKILL)
        return super().close()

partitions.TableWriter = Writer

with distributed.Client(
    processes=False, n_workers=1, threads_per_worker=1, dashboard_address="127.0.0.1:0", set_as_default=False
) as client:
    clew_lab.sweep.explore("{BOARDS["coroutine, free passes"]}", sys.argv[1], client=client, partitions=2)
"""


def test_a_killed_process_leaves_a_map_that_goes_on_to_the_same_bytes(inside: Any, tmp_path: Path) -> None:
    out, whole = tmp_path / "out", tmp_path / "whole"
    command = [sys.executable, "-c", PROGRAM, str(out), "12"]
    assert subprocess.run(command, cwd=ROOT, env=environment()).returncode == -signal.SIGKILL
    assert _words(out) == ""
    assert 0 < HugeMap.open(out).states < 16
    for path in (out, whole):
        clew_lab.sweep.explore(BOARDS["coroutine, free passes"], path, client=inside, partitions=2)
    assert _contents(out) == _contents(whole)


@pytest.fixture
def synced(monkeypatch: pytest.MonkeyPatch) -> Iterator[set[str]]:
    """The paths that would survive a power failure, by their present names."""
    found: set[str] = set()
    replace = os.replace

    def fsync(descriptor: int) -> None:
        found.add(os.readlink(f"/proc/self/fd/{descriptor}"))

    def renamed(old: str, new: str) -> None:
        replace(old, new)
        if old in found:
            found.add(new)

    monkeypatch.setattr(os, "fsync", fsync)
    monkeypatch.setattr(os, "replace", renamed)
    yield found


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="the names of open files are read from /proc")
@pytest.mark.parametrize("board", ["pebbles", "coroutine, free passes"])
def test_what_the_map_lists_is_on_the_disk(
    board: str, synced: set[str], inside: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write, times = mapfile.write, []

    def checked(folder: str, kept: dict[str, Any]) -> None:
        for file in HugeMap(folder, {"puzzle": None, **kept}).listed:
            path = Path(folder, file.path)
            names = [path, *path.parents]
            for name in names[: names.index(Path(folder))]:
                assert str(name) in synced, name
        write(folder, kept)
        times.append(folder)

    monkeypatch.setattr(mapfile, "write", checked)
    clew_lab.sweep.explore(BOARDS[board], tmp_path, client=inside, partitions=2, edges=True)
    assert len(times) > 5 and str(tmp_path) in synced


def test_a_map_of_another_version_is_refused(
    inside: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = BOARDS["pebbles"]
    _part(board, tmp_path, inside, 4)
    with monkeypatch.context() as other:
        other.setattr(hugemap, "version", lambda: "0.0.7")
        with pytest.raises(ClewError, match=r"Clew .* began, and this is 0\.0\.7"):
            clew_lab.sweep.explore(board, tmp_path, client=inside)
    for name in ("states", "hash"):
        with monkeypatch.context() as other:
            other.setitem(mapfile.VERSIONS, name, 9)
            with pytest.raises(ClewError, match=rf"map\.json: its version of the {name} is \d, .* uses 9"):
                clew_lab.sweep.explore(board, tmp_path, client=inside)
    clew_lab.sweep.explore(board, tmp_path, client=inside)
    monkeypatch.setattr(hugemap, "version", lambda: "0.0.7")
    assert clew_lab.sweep.explore(board, tmp_path, client=inside).states == 12, (
        "a finished map needs no version"
    )
    (tmp_path / "map.json").write_text('{"format": "clew distributed map 1", "portions": 2}')
    with pytest.raises(ClewError, match="its format is 'clew distributed map 1', and this version"):
        HugeMap.open(tmp_path)


GOLDEN = {
    "null": ([3], 854, 2304498671),
    "null, beyond the start": ([5], 90, 769625556),
    "blocks": ([17], 506, 3059325899),
    "blocks, unsolvable": ([0], 0, 3529575650),
    "blocks, a large board": ([1], 618, 2985703370),
    "pebbles": ([108], 747, 3685495190),
    "pebbles, holes": ([4], 472, 1503674130),
    "coroutine": ([8192], 934, 272544065),
    "coroutine, free passes": ([8192], 934, 2258742415),
    "ricochet": ([2], 236, 3343440224),
}


@pytest.mark.parametrize("board", BOARDS)
def test_states_and_their_partitions_are_those_of_the_version(board: str) -> None:
    """If this fails because the engine stores or spreads states in another way, raise the version in
    `clew_lab.sweep.mapfile.VERSIONS`, so that no map is continued that an engine before began.
    """
    puzzle = clew.load(BOARDS[board])
    engine = puzzle._engine
    rows = sorted(clew.explore(puzzle, max_depth=3).words().tolist())
    spread = [[*row, engine.partition_of(engine.position_of(row), 1000)] for row in rows]
    start = engine.initial()
    told = engine.words_of(start), engine.partition_of(start, 1000), crc32(repr(spread).encode())
    assert told == GOLDEN[board]
    assert mapfile.VERSIONS == {"states": 2, "hash": 1}, "these golden values are of these versions"


def test_a_folder_is_written_by_one_at_a_time(inside: Any, tmp_path: Path) -> None:
    refused: list[str] = []

    def again(progress: object) -> None:
        for begin in (clew_lab.sweep.explore, clew_lab.sweep.solve):
            with pytest.raises(ClewError) as error:
                begin("null:3", tmp_path, client=inside)
            refused.append(str(error.value))

    clew_lab.sweep.solve("null:3", tmp_path, workers=1, on_progress=again)
    clew_lab.sweep.explore("null:3", tmp_path, client=inside, on_progress=again)
    assert len(refused) > 2
    assert all(f"{tmp_path} is in use by process {os.getpid()}" in words for words in refused)


def test_verify_on_the_command_line(inside: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    clew_lab.sweep.explore(BOARDS["pebbles"], tmp_path, client=inside, partitions=2)
    assert main(["map", "--verify", str(tmp_path)]) == 0
    assert "12 states" in capsys.readouterr().out
    damaged = sorted((tmp_path / "depth").rglob("*.parquet"))[3]
    damaged.write_bytes(damaged.read_bytes()[:-1])
    assert main(["map", "--verify", str(tmp_path)]) == 2
    printed = capsys.readouterr()
    assert f"{damaged} is damaged" in printed.err and not printed.out
    assert main(["map", "--verify", str(tmp_path), "--json"]) == 2
    assert str(damaged) in capsys.readouterr().out
    assert main(["map", "--verify", str(tmp_path), "-o", "x.svg"]) == 2
    assert "leave --output out" in capsys.readouterr().err
    assert main(["map", "--verify", str(tmp_path / "depth")]) == 2
    assert "there is no distributed map" in capsys.readouterr().err
