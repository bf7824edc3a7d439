"""A census against a plain one in Python, its methods and threads against each other, stops and resumes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import clew
from tests.amount import times
from tests.cli.program import Inside, program
from tests.promptness import HANGS
from tests.reference import rules_of
from tests.space.placements import plain_census
from tests.stops import boards

EIGHT = "pebbles[grid 3x3]:12345678-/12345678-"
SMALL = [
    "pebbles[grid 2x3]:ABCDE-/ABCDE-",
    "pebbles[grid 2x3]:AABBC-/AAB-C-",
    "pebbles[triangle 3]:ABCABW/ABCAB-",
    "pebbles[edges 0-1 1-2 3-4]:ABC-A/AB-CA",
    "blocks:AAo/oBB/ooo",
    "blocks:AAoo/BooC/BooC/oxoo",
    "blocks:AAoB/oooB/CCDD",
    "blocks[free,exit=A-down]:AAB/oCC/ooo",
    "blocks[free,piece,exit=A-down]:AB/AC/oo",
    "blocks[step]:AAooB/ooooB/oCCoo",
    "ricochet:R.#/.B./..R>R../.../..B",
    "ricochet[open]:R..B/..../.G..>..../.R../....",
    "ricochet[anywhere]:R.B/.../#..>RB",
    "coroutine:N+S,S+SE,N+S+SW/NE+E,,N+SW/W+SE,N+NW+SE,W+SW+S",
    "coroutine[steps]:N+S,S+SE,N+S+SW/NE+E,,N+SW/W+SE,N+NW+SE,W+SW+S",
    "coroutine[own]:E+S,W,S/N+E,SE,W+N@a1,c2>b2",
    "coroutine:,/,@a1,b1>a2",
]


@pytest.mark.parametrize("text", SMALL)
def test_counts_agree_with_a_plain_search_over_every_placement(text: str) -> None:
    puzzle = clew.load(text)
    counts, total, hardest = plain_census(puzzle)
    for method in ("auto", "hash"):
        census = clew.census(puzzle, method=method)
        assert (census.counts, census.total) == (counts, total), census
        assert census.unsolvable == total - sum(counts)
        assert census.diameter == (len(counts) - 1 if counts else None)
        rules = rules_of(puzzle.to_dict())
        named = {rules.identity(rules.read(str(board.initial()))) for board in census.hardest or []}
        assert named == hardest if counts and len(hardest) <= 100 else len(named) <= 100


@pytest.mark.parametrize("method", ["matrices", "ranks", "hash"])
def test_the_eight_puzzle_by_every_method_and_number_of_threads(method: str) -> None:
    for threads in (1, 2, 5):
        census = clew.census(clew.load(EIGHT), method=method, threads=threads)
        assert (census.total, census.solvable, census.unsolvable) == (362_880, 181_440, 181_440)
        assert (census.diameter, census.counts[-1], census.method) == (31, 2, method)
        assert census.hardest is not None and census.mean is not None
        assert [clew.solve(board).length for board in census.hardest] == [31, 31]
        assert abs(census.mean - 21.97) < 0.01


def test_a_panguru_of_five_colours() -> None:
    """On the triangle of Panguru with five colours, three pebbles of most: 15! / (3!^4 2!) positions are too
    many for a test, so a row is cut off: 10 cells."""
    puzzle = clew.load("pebbles[triangle 4]:ABCDEABCDE/-BCDEABCDE")
    census = clew.census(puzzle)
    assert census.method == "matrices"
    assert census.total == 226_800  # 10! / 2^4
    other = clew.census(puzzle, method="ranks")
    assert (census.counts, census.total) == (other.counts, other.total)
    assert census.hardest and all(clew.solve(b).length == census.diameter for b in census.hardest[:3])


def test_what_a_random_position_needs_is_in_the_census() -> None:
    census = clew.census(clew.load("pebbles[grid 2x4]:AABBCCD-/AABBCCD-"))
    lengths = {board.initial(): clew.solve(board).length for board in census.hardest or []}
    assert set(lengths.values()) == {census.diameter}


def test_an_unsolvable_board_has_no_counts() -> None:
    census = clew.census(clew.load("ricochet:R#.>..R"))
    assert (census.total, census.counts[0]) == (2, 1)
    assert (census.unsolvable, census.diameter) == (1, 0)


@pytest.mark.parametrize("method", ["matrices", "ranks", "hash"])
def test_a_stopped_census_goes_on(method: str, tmp_path: Path) -> None:
    puzzle, file = clew.load(EIGHT), tmp_path / "eight"
    whole = clew.census(puzzle, method=method)
    part = clew.census(puzzle, method=method, checkpoint=file, limits=clew.Limits(moves=12))
    assert (part.status, part.limit, part.counts) == ("limit", "moves", whole.counts[:13])
    assert (part.diameter, part.mean, part.unsolvable, part.hardest) == (None, None, None, None)
    rest = clew.census(puzzle, checkpoint=file)  # goes on by the method of the record
    assert (rest.counts, rest.method, rest.status) == (whole.counts, method, "complete")
    assert [str(board) for board in rest.hardest or []] == [str(board) for board in whole.hardest or []]
    again = clew.census(puzzle, checkpoint=file)
    assert again.counts == whole.counts
    with pytest.raises(clew.ClewError, match="another puzzle"):
        clew.census(clew.load("pebbles[grid 2x3]:ABCDE-/ABCDE-"), checkpoint=file)
    good = file.read_bytes()
    for bad in (good[:-5], good + b"0", good[:-20] + bytes([good[-20] ^ 8]) + good[-19:]):
        file.write_bytes(bad)
        with pytest.raises(clew.ClewError, match="damaged"):
            clew.census(puzzle, checkpoint=file)


def test_a_checkpoint_behind_a_link_is_written_where_the_link_leads(tmp_path: Path) -> None:
    puzzle, link = clew.load(EIGHT), tmp_path / "link"
    (tmp_path / "disk").mkdir()
    file = tmp_path / "disk" / "eight"
    link.symlink_to(file)
    clew.census(puzzle, checkpoint=link, moves=5)
    clew.census(puzzle, checkpoint=link)
    assert link.is_symlink() and file.is_file()
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["disk", "eight", "link"], (
        "nothing is left behind"
    )
    assert clew.census(puzzle, checkpoint=file).counts == clew.census(puzzle).counts


def test_two_censuses_with_one_checkpoint_do_not_mix(tmp_path: Path) -> None:
    """Each writes a part file of its own. One that a killed process left is removed after an hour."""
    file = tmp_path / "eight"
    old, new, mine = (tmp_path / f"eight.part-{name}" for name in ("99999999-0", "99999999-1", "mine"))
    for part in (old, new, mine):
        part.write_bytes(b"half")
    past = time.time() - 4000
    for part in (old, mine):
        os.utime(part, (past, past))
    clew.census(clew.load(EIGHT), checkpoint=file)
    assert new.read_bytes() == b"half", "another process is writing it"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["eight", new.name, mine.name]


def test_two_threads_with_one_checkpoint_do_not_mix(tmp_path: Path) -> None:
    file = tmp_path / "eight"
    whole = clew.census(EIGHT).counts
    for _ in range(times(4, 10)):
        file.unlink(missing_ok=True)
        with ThreadPoolExecutor(2) as pool:
            found = [pool.submit(clew.census, EIGHT, method="ranks", checkpoint=file) for _ in range(2)]
        assert [one.result().counts for one in found] == [whole] * 2
        assert [one.result().unsaved for one in found] == [None] * 2
        assert clew.census(EIGHT, checkpoint=file).counts == whole
    assert list(tmp_path.iterdir()) == [file]


def test_a_long_name_and_a_chain_of_links_can_be_checkpoints(tmp_path: Path) -> None:
    long, first, second = (tmp_path / name for name in ("x" * 250, "first", "second"))
    first.symlink_to(second)
    second.symlink_to("third")
    for file in (long, first):
        clew.census(EIGHT, checkpoint=file, moves=5)
        assert clew.census(EIGHT, checkpoint=file).status == "complete"
    assert first.is_symlink() and second.is_symlink() and (tmp_path / "third").is_file()


def test_a_pipe_is_no_checkpoint(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(clew.ClewError, match="it is not a file"):
        clew.census(EIGHT, checkpoint=tmp_path / "pipe")


@pytest.mark.parametrize("file", ["", "nowhere/eight", "."])
def test_a_checkpoint_that_cannot_be_written_is_an_error_at_once(
    file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(clew.ClewError, match="checkpoint"):
        clew.census(clew.load(EIGHT), checkpoint=file)
    assert list(tmp_path.iterdir()) == []


def test_a_census_outlives_a_folder_that_can_no_longer_be_written(tmp_path: Path) -> None:
    file = tmp_path / "gone" / "ten"
    file.parent.mkdir()

    def lose(_: object) -> None:
        if file.exists():
            file.unlink()
            file.parent.rmdir()

    puzzle = clew.load("pebbles[grid 2x5]:123456789-/123456789-")
    with pytest.warns(RuntimeWarning, match="the checkpoint cannot be written"):
        found = clew.census(puzzle, method="hash", threads=1, checkpoint=file, on_progress=lose)
    assert (found.status, found.solvable, found.diameter) == ("complete", 1_814_400, 55)
    assert found.unsaved and "cannot be written" in found.unsaved


def test_the_command_reports_a_checkpoint_that_was_not_written(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    words = ("--checkpoint", str(tmp_path / "nowhere" / "eight"), "--max-moves", "0")
    told = Inside(capsys)("census", EIGHT, *words)
    assert told.status == 3
    assert "the checkpoint cannot be written" in told.err and "Warning" not in told.err


def test_where_moves_cost_differently_a_checkpoint_is_refused(tmp_path: Path) -> None:
    (puzzle,) = (clew.load(text) for text in SMALL if "[steps]" in text)
    with pytest.raises(clew.ClewError, match="keeps no checkpoint"):
        clew.census(puzzle, checkpoint=tmp_path / "none")
    assert not (tmp_path / "none").exists()


def test_a_killed_census_goes_on(tmp_path: Path) -> None:
    """Killed without a chance to say anything, in the middle of its levels."""
    text, file = "pebbles[grid 2x5]:123456789-/123456789-", tmp_path / "ten"
    command = [sys.executable, "-m", "clew", "census", text, "--checkpoint", str(file), "--method", "hash"]
    command += ["--threads", "1", "--json"]
    running = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    until = time.monotonic() + HANGS
    while not file.exists() and running.poll() is None and time.monotonic() < until:
        time.sleep(0.01)
    running.send_signal(signal.SIGKILL)
    running.wait()
    assert file.exists()
    census = clew.census(clew.load(text), checkpoint=file)
    assert (census.solvable, census.diameter) == (1_814_400, 55)


def test_ctrl_c_keeps_what_is_known(tmp_path: Path) -> None:
    text, file = "pebbles[grid 3x4]:123456789AB-/123456789AB-", tmp_path / "twelve"
    command = [sys.executable, "-m", "clew", "census", text, "--checkpoint", str(file), "--method", "ranks"]
    running = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    until = time.monotonic() + HANGS
    while not file.exists() and time.monotonic() < until:
        time.sleep(0.01)
    running.send_signal(signal.SIGINT)
    out, _ = running.communicate(timeout=HANGS)
    assert running.returncode == 130 and "interrupted" in out
    assert os.listdir(tmp_path) == ["twelve"]


def test_memory_is_refused_before_it_is_taken() -> None:
    census = clew.census(
        clew.load("pebbles:WCBRBOGYGPCORPY/-PCBRYOGYGBCORP"), limits=clew.Limits(memory=10**8)
    )
    assert (census.limit, census.total, census.counts) == ("memory", 10_216_206_000, [])
    big = clew.load(
        "ricochet:RGBY..../......../......../......../......../........>R......./......../......../"
        "......../......../........"
    )
    assert clew.census(big, limits=clew.Limits(memory=10**6)).limit == "memory"


def test_progress_knows_what_is_left() -> None:
    told: list[clew.Progress] = []
    limits = clew.Limits()

    def twice(report: clew.Progress) -> None:
        if report.phase == "census":  # its tables come first
            told.append(report)
        if len(told) == 2:
            limits.cancel()

    puzzle = clew.load("pebbles[grid 3x4]:123456789AB-/123456789AB-")
    clew.census(puzzle, method="ranks", threads=1, on_progress=twice, limits=limits)
    assert [report.expected for report in told] == 2 * [479_001_600]
    assert all(report.eta is not None and report.eta >= 0 for report in told[1:])


@pytest.mark.parametrize("method", ["auto", "matrices", "ranks", "hash"])
def test_many_cells_and_few_positions_take_no_time_to_prepare(method: str) -> None:
    """Looking for the best split of so many cells took minutes."""
    line, square = "A" * 126, "A" * 98
    slid = clew.census(f"pebbles[grid 1x127]:{line}-/-{line}", method=method)
    assert slid.counts == [1] * 127
    found = clew.census(f"pebbles[grid 10x10]:{square}B-/{square}B-", method=method)
    assert (found.total, found.unsolvable) == (9900, 0)


def test_wrong_wishes_are_refused() -> None:
    with pytest.raises(clew.ClewError, match="choose one of auto, matrices, ranks, hash"):
        clew.census(clew.load(EIGHT), method="magic")
    with pytest.raises(clew.ClewError, match="for pebbles"):
        clew.census(clew.load("blocks:AAo/oBB/ooo"), method="ranks")
    with pytest.raises(clew.ClewError, match="one hole"):
        clew.census(clew.load("pebbles[grid 2x3]:AABBC-/AAB-C-"), method="matrices")


@pytest.mark.parametrize("method", ["auto", "matrices", "ranks"])
def test_more_positions_than_the_limit_of_states_take_no_table(method: str) -> None:
    """A level of Panguru takes seconds; its number of positions is known before."""
    panguru = clew.load("pebbles:WCBRBOGYGPCORPY/-ORPYCBCYRBPGOG")
    for states in (0, 10, 10_216_205_999):
        found = clew.census(panguru, method=method, states=states)
        assert (found.limit, found.counts, found.memory) == ("states", [], 0)
        assert found.total == 10_216_206_000
    assert clew.census(clew.load(EIGHT), method=method, states=362_880).diameter == 31


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    clew_ = Inside(capsys)
    told = clew_("census", EIGHT)
    assert told.status == 0 and "181,440 unsolvable" in told.out and "2 need 31 moves:" in told.out
    result = clew_("census", EIGHT, "--json").json[0]
    assert list(result)[:5] == ["family", "board", "status", "limit", "puzzle"]
    assert (result["total"], result["diameter"], len(result["hardest"])) == (362_880, 31, 2)
    assert program("census", EIGHT, "--max-memory", "1kB").status == 3
    assert clew_("census", "blocks:A").status == 2


def test_a_checkpoint_is_for_one_board(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "null"
    told = Inside(capsys)("census", "null:2", "null:3", "--checkpoint", str(file))
    assert told.status == 2 and "single BOARD" in told.err and not file.exists()


@pytest.mark.parametrize("method", ["auto", "hash"])
@pytest.mark.parametrize("text", SMALL)
def test_a_limit_is_called_by_its_own_name(text: str, method: str) -> None:
    puzzle = clew.load(text)
    for limits, name in ((clew.Limits(states=0), "states"), (clew.Limits(seconds=0), "seconds")):
        found = clew.census(puzzle, limits=limits, method=method)
        nothing_to_do = name == "seconds" and not found.counts  # a board without goals
        assert found.limit == name or nothing_to_do


def test_a_total_is_all_positions_or_none() -> None:
    """A limit is no number of positions."""
    for text in SMALL:
        puzzle = clew.load(text)
        found = clew.census(puzzle, states=1, method="hash")
        assert found.limit == "states" or not found.counts
        assert found.total == clew.census(puzzle).total, text
    crowd = clew.census(clew.load(boards.CROWD), states=10)
    assert (crowd.limit, crowd.total) == ("states", None)
