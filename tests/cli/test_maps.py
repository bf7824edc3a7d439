"""clew map and clew rate: figures, pictures, files, tables; each flag once, each status once."""

from __future__ import annotations

import csv
import json
from io import StringIO
from pathlib import Path

import pytest

import clew as package
from clew.cli.rate import SHORT
from clew.measures.difficulty import MEASURES, Difficulty
from tests.cli.program import Inside, program
from tests.search.boards import COINS, COUNTER, GAR, LONG, STUCK


def test_the_figures_of_a_map(clew: Inside) -> None:
    out = clew("map", GAR).out
    for text in ("1,247", "13,044", "6,522", "172", "9 from a goal"):
        assert text in out
    assert "    5  266  ########################################" in out
    assert clew("map", "--quiet", GAR).out == "1247\n"


def test_the_json_of_a_map(clew: Inside) -> None:
    (found,) = clew("map", "--json", GAR).json
    assert (found["status"], found["states"], found["edges"], found["undirected_edges"]) == (
        "solved",
        1247,
        13044,
        6522,
    )
    assert (found["goal_states"], found["dead_ends"], found["min_moves"], found["eccentricity"]) == (
        172,
        0,
        8,
        9,
    )
    assert sum(found["layers"]) == 1247
    (short,) = clew("map", "--json", "--no-expand-goals", GAR).json
    assert (short["states"], short["goal_states"], short["undirected_edges"]) == (1079, 4, 5863)


def test_the_statuses_of_a_map(clew: Inside) -> None:
    assert clew("map", STUCK).status == 1
    stopped = clew("map", "--json", "--max-states", "1000", LONG)
    assert (stopped.status, stopped.json[0]["status"], stopped.json[0]["limit"]) == (3, "limit", "states")
    assert stopped.json[0]["states"] is None
    cut = clew("map", "--json", "--max-depth", "2", GAR)
    assert (cut.status, cut.json[0]["layers"], cut.json[0]["complete"]) == (3, [1, 11, 53], False)
    assert clew("map", "--json", "--max-depth", "8", GAR).status == 0
    assert clew("map", "no-such-file.toml").status == 2


@pytest.mark.parametrize("ending", ["svg", "png", "npz", "parquet", "graphml", "gexf", "dot", "csv"])
def test_the_ending_says_what_is_written(clew: Inside, tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"map.{ending}"
    result = clew("map", COINS, "-o", str(path), "--width", "640")
    assert (result.status, result.err) == (0, "")
    assert f"{path.stat().st_size:,} bytes" in result.out
    if ending in ("npz", "parquet"):
        assert package.StateSpace.load(path).n == 102
    begins = {"svg": b"<svg", "png": b"\x89PNG", "graphml": b"<?xml", "csv": b"source,target"}
    assert path.read_bytes().startswith(begins.get(ending, b""))


def test_a_picture_as_it_is_asked_for(clew: Inside, tmp_path: Path) -> None:
    options = [
        [],
        ["--path"],
        ["--highlight", "BR1 EU1"],
        ["--theme", "dark"],
        ["--color", "depth"],
        ["--layout", "pivot-mds"],
    ]
    pictures = set()
    for number, more in enumerate(options):
        path = tmp_path / f"{number}.svg"
        assert clew("map", GAR, "--quiet", "-o", str(path), *more).status == 0
        pictures.add(path.read_text())
    assert len(pictures) == len(options)
    both = clew("map", GAR, "-o", str(tmp_path / "x.svg"), "--path", "--highlight", "BR1")
    assert (both.status, "choose one of them" in both.err) == (2, True)
    wrong = clew("map", GAR, "-o", str(tmp_path / "x.svg"), "--highlight", "ZR1")
    assert (wrong.status, "no piece Z" in wrong.err) == (2, True)
    assert clew("map", GAR, "-o", "map.gif").status == 2


def test_an_animation(clew: Inside, tmp_path: Path) -> None:
    path = tmp_path / "map.gif"
    short = ["--width", "320", "--duration", "1"]
    result = clew("map", COINS, "--film", str(path), *short)
    assert (result.status, result.err) == (0, "")
    assert f"{path}: {path.stat().st_size:,} bytes" in result.out
    assert path.read_bytes().startswith(b"GIF89a")
    wrong = clew("map", COINS, "--film", "map.avi")
    assert (wrong.status, "must end in one of .gif, .webm, .mp4" in wrong.err) == (2, True)
    assert "give --film too" in clew("map", COINS, "--duration", "3").err
    assert clew("map", COINS, "--film", str(tmp_path / "x.gif"), *short, "--path", "--quiet").out == "102\n"


def test_the_layout_that_was_chosen_is_named(clew: Inside, tmp_path: Path) -> None:
    path = str(tmp_path / "map.svg")
    assert "bytes, layout: stress" in clew("map", GAR, "-o", path).out
    assert "bytes, layout: pivot-mds" in clew("map", GAR, "-o", path, "--layout", "pivot-mds").out
    assert "layout: " not in clew("map", GAR, "-o", str(tmp_path / "map.csv")).out


def test_a_part_near_the_shortest_solutions(clew: Inside, tmp_path: Path) -> None:
    shown = clew("map", "--corridor", "300", GAR).out
    assert "within 0 moves of the shortest solutions" in shown and "fewest moves    8" in shown
    for more in (["--max-depth", "3"], ["--no-expand-goals"], ["--distributed", "-o", str(tmp_path / "x")]):
        wrong = clew("map", "--corridor", "300", *more, GAR)
        assert wrong.status == 2 and "choose one of them" in wrong.err


def test_a_file_for_each_board_of_a_set(clew: Inside, tmp_path: Path) -> None:
    assert clew("map", "--quiet", COINS, COUNTER, "-o", str(tmp_path / "m.npz")).status == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["m-2.npz", "m.npz"]


def test_one_board_is_rated_with_words(clew: Inside) -> None:
    lines = clew("rate", GAR).out.splitlines()
    told = [line.split()[0] for line in lines if line.startswith("  ") and line.split()[0] in MEASURES]
    assert told == [name for name in MEASURES if name != "betweenness"]


@pytest.mark.parametrize(
    ("more", "computed"),
    [
        ((COUNTER,), set(SHORT) - {"predicted"}),
        ((COUNTER, "--sort", "edges"), {*SHORT, "edges"} - {"predicted"}),
        ((COUNTER, "--measures", "bits,states"), {"bits", "states"}),
        ((), set(MEASURES) - {"betweenness"}),
        (("--measures", "all"), set(MEASURES)),
    ],
)
def test_only_what_is_shown_is_computed(
    clew: Inside, monkeypatch: pytest.MonkeyPatch, more: tuple[str, ...], computed: set[str]
) -> None:
    asked: set[str] = set()

    def listening(space: object, names: list[str], **more: object) -> Difficulty:
        asked.update(names)
        return Difficulty(dict.fromkeys(names))

    monkeypatch.setattr("clew.measures.difficulty.rate", listening)
    assert clew("rate", GAR, *more).status == 0
    assert asked == computed


def test_a_set_is_a_table_in_the_order_asked_for(clew: Inside) -> None:
    lines = clew("rate", COINS, GAR, COUNTER, "--sort", "min_moves").out.splitlines()
    assert lines[0].split()[:4] == ["predicted", "min_moves", "eccentricity", "hit_look8"]
    assert [line.split()[2] for line in lines[1:]] == ["4", "8", "19"]
    out = clew("rate", COINS, GAR, COUNTER, "--sort", "bits", "--reverse", "--measures", "bits states").out
    assert [line.split()[1:] for line in out.splitlines()[1:]] == [
        ["22.39", "1,247"],
        ["5", "102"],
        ["4", "10"],
    ]


def test_the_json_of_ratings(clew: Inside) -> None:
    result = clew("rate", "--json", GAR, STUCK, COINS)
    assert result.status == 1
    gar, stuck, coins = result.json
    assert (gar["status"], gar["states"], gar["min_moves"], gar["pieces_needed"]) == ("solved", 1247, 8, 8)
    assert (stuck["status"], stuck["min_moves"], stuck["hit_random"]) == ("unsolvable", None, "inf")
    assert set(MEASURES) - set(coins) == {"betweenness"}
    (one,) = clew("rate", "--json", "--measures", "betweenness,states", GAR).json
    assert list(one)[-2:] == ["betweenness", "states"]


def test_the_csv_of_ratings_can_be_rated_again(clew: Inside, tmp_path: Path) -> None:
    boards = tmp_path / "set.csv"
    boards.write_text(f'id,board\none,{GAR}\ntwo,"{COINS}"\n', encoding="utf-8")
    out = clew("rate", "--csv", str(boards), "--measures", "bits,states,hit_random").out
    rows = list(csv.DictReader(StringIO(out)))
    assert list(rows[0]) == ["board", "status", "bits", "states", "hit_random", "id"]
    assert [(row["id"], row["board"], row["states"]) for row in rows] == [
        ("one", GAR, "1247"),
        ("two", COINS, "102"),
    ]
    again = tmp_path / "again.csv"
    again.write_text(out, encoding="utf-8")
    assert [row["states"] for row in clew("rate", "--json", str(again)).json] == [1247, 102]


@pytest.mark.parametrize("threads", ["1", "3"])
def test_the_same_on_any_number_of_threads(clew: Inside, threads: str) -> None:
    folder = "boards/coroutine"
    assert clew("rate", "--json", "--threads", threads, folder).out == clew("rate", "--json", folder).out


def test_a_bad_board_keeps_its_place(clew: Inside) -> None:
    result = clew("rate", "--json", "--measures", "states", GAR, "blocks:AAB", COUNTER)
    assert [row["status"] for row in result.json] == ["solved", "error", "solved"]
    assert result.status == 2


def test_limits_of_ratings(clew: Inside) -> None:
    result = clew("rate", "--json", "--max-states", "500", GAR, COUNTER)
    assert [(row["status"], row["states"]) for row in result.json] == [("limit", None), ("solved", 10)]
    assert (result.status, result.json[0]["limit"]) == (3, "states")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--measures", "bit"], "did you mean `bits`"),
        (["--sort", "hardness"], "there is no measure hardness"),
        (["--csv", "--json"], "choose one of them"),
        (["--reverse"], "--sort"),
    ],
)
def test_mistakes_are_told(clew: Inside, arguments: list[str], words: str) -> None:
    result = clew("rate", GAR, *arguments)
    assert (result.status, words in result.err) == (2, True), result.err


def test_from_a_pipe() -> None:
    result = program("rate", "--json", "--measures", "states", "-", stdin=f"{GAR}\n{COINS}\n")
    assert [json.loads(line)["states"] for line in result.out.splitlines()] == [1247, 102]
