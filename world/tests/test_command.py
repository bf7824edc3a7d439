"""`clew world`: what people and scripts see."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from tests.cli.program import Inside, Result, program
from tests.worlds import level, table

Clew = Callable[..., Result]


@pytest.fixture
def clew(capsys: pytest.CaptureFixture[str]) -> Clew:
    return partial(Inside(capsys), "world")


def test_simulate_gives_the_same_digest_and_writes_pictures(clew: Clew, tmp_path: Path) -> None:
    inputs = tmp_path / "touches.json"
    inputs.write_text('[[10, "touch", 6.0, 4.2], [200, "touch", 2, 1]]', encoding="utf-8")
    names = {kind: str(tmp_path / f"world.{kind}") for kind in ("png", "gif", "json")}
    common = ("simulate", "meadow", "--ticks", "300", "--input", str(inputs))
    first = program("world", *common, "--digest")
    again = clew(*common, "--json", "--png", names["png"], "--record", names["json"])
    assert first.status == again.status == 0, first.err + again.err
    answer = json.loads(again.out)
    assert first.out.strip() == answer["digest"]
    assert (answer["ticks"], answer["status"], answer["score"]) == (300, "playing", 10)
    assert answer["player"]["answer"] == "on the way"
    assert Path(names["png"]).read_bytes().startswith(b"\x89PNG")
    assert clew("simulate", "meadow", "--ticks", "30", "--gif", names["gif"]).status == 0
    assert Path(names["gif"]).read_bytes().startswith(b"GIF89a")
    replayed = clew("replay", names["json"])
    assert replayed.status == 0
    assert answer["digest"] in replayed.out
    assert "300 ticks (5.0 s)" in replayed.out
    late = clew("replay", names["json"], "--max-seconds", "0")
    assert late.status == 3
    assert "took longer than 0 s" in late.err


def test_check_proves_what_can_be_reached(clew: Clew, tmp_path: Path) -> None:
    good = clew("check", "meadow", "henhouse")
    assert good.status == 0
    assert good.out.count("yes ") == 9
    path = tmp_path / "high.toml"
    high = level(table("platform", x=8, y=9, width=4), table("item", kind="gem", name="star", x=10, y=9))
    path.write_text(high, encoding="utf-8")
    bad = clew("check", str(path))
    assert bad.status == 1
    assert "no   star at 10.0, 9.0: no walk, ladder, jump or drop leads there" in bad.out
    told = json.loads(clew("check", "--json", str(path)).out)
    assert told["reachable"] is False
    assert told["targets"][0]["way"] is None


def test_check_says_that_there_is_nothing_to_reach(clew: Clew, tmp_path: Path) -> None:
    path = tmp_path / "empty.toml"
    path.write_text(level(), encoding="utf-8")
    assert "the level has no goal; add things to collect" in clew("check", str(path)).out


def test_troubles_of_scripts_are_told(clew: Clew, tmp_path: Path) -> None:
    (tmp_path / "bad.lua").write_text("function process(e)\n  oops()\nend", encoding="utf-8")
    path = tmp_path / "level.toml"
    animal = table("animal", kind="fox", name="Rusty", x=5, y=1, script="bad.lua")
    path.write_text(level(animal), encoding="utf-8")
    done = clew("simulate", str(path), "--ticks", "30")
    assert "Rusty: bad.lua:2: attempt to call a nil value (global 'oops')" in done.out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("dance", "meadow"), "argument ACTION: invalid choice: 'dance'"),
        (("simulate", "medow"), "not a level that comes with Clew"),
        (("simulate", "meadow", "--ticks", "0"), "whole number of 1 or more"),
        (("simulate", "meadow", "--ticks", "9999", "--gif", "x.gif"), "at most 3600 ticks"),
        (("replay", "/dev/null"), "not a record of a world"),
        (("run",), "required: LEVEL|FILE|FOLDER"),
    ],
)
def test_bad_usage_says_what_would_be_right(clew: Clew, words: tuple[str, ...], told: str) -> None:
    done = clew(*words)
    assert done.status == 2
    assert told in done.err


def test_a_file_of_inputs_holds_touches_alone(clew: Clew, tmp_path: Path) -> None:
    for text in ('[[5, "off", 3, "x"]]', "[[5]]", "{}", "nothing", '[[-1, "touch", 1, 1]]'):
        (tmp_path / "in.json").write_text(text, encoding="utf-8")
        done = clew("simulate", "meadow", "--input", str(tmp_path / "in.json"))
        assert done.status == 2, text
        assert "in.json" in done.err


def test_new_says_what_comes_next_and_overwrites_nothing(clew: Clew, tmp_path: Path) -> None:
    done = clew("new", str(tmp_path / "garden"))
    assert done.status == 0
    assert "clew world run" in done.out
    again = clew("new", str(tmp_path / "garden"))
    assert again.status == 2
    assert "exists already" in again.err
    told = json.loads(clew("new", str(tmp_path / "other"), "--json").out)
    assert Path(told["level"]).is_file()
    assert Path(told["script"]).is_file()


def test_check_says_what_it_cannot_prove_because_crates_can_be_moved(clew: Clew) -> None:
    told = clew("check", "stockroom")
    assert told.status == 3
    assert told.out.count("  ?  ") == 3
    assert "unless crates are moved, no walk, ladder, jump or drop leads there" in told.out
    answer = json.loads(clew("check", "--json", "stockroom").out)
    assert answer["reachable"] is None
    assert [target["reachable"] for target in answer["targets"]] == [None, None, None, True, True]
    assert clew("check", "canyon").status == 0
