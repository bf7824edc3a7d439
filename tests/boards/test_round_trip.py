"""What was written reads back to the same board, in every family and every format."""

from __future__ import annotations

import csv
import io
import json
import tomllib
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from clew.boards.entries import Entry
from clew.boards.load import parse, read_boards, read_data
from clew.boards.recognition import format_named, formats
from clew.cli.boards import with_input
from clew.play.game import Game
from clew.puzzles import limits
from clew.puzzles.base import ABOUT, EnginePuzzle
from clew.puzzles.registry import from_dict, parse_compact
from clew.search.limits import Limits
from clew.search.solve import solve
from tests.boards.strategies import FAMILIES, PUZZLES
from tests.families import of_families

families = pytest.mark.parametrize("family", FAMILIES)
some = settings(suppress_health_check=[HealthCheck.too_slow])


def about_of(puzzle: EnginePuzzle) -> dict[str, Any]:
    return {key: getattr(puzzle, key) for key in ABOUT}


@families
@some
@given(st.data())
def test_compact_form(family: str, data: st.DataObject) -> None:
    puzzle = data.draw(FAMILIES[family])
    text = str(puzzle)
    again = parse_compact(text)
    assert again == puzzle
    assert hash(again) == hash(puzzle)
    assert str(again) == text
    assert text.endswith(puzzle._body())
    assert text.startswith(family)
    assert "\n" not in text
    assert again.metric == puzzle.metric


@families
@some
@given(st.data())
def test_keys(family: str, data: st.DataObject) -> None:
    puzzle = data.draw(FAMILIES[family])
    again = from_dict(json.loads(json.dumps(puzzle.to_dict())))
    assert again == puzzle
    assert again.to_dict() == puzzle.to_dict()
    assert about_of(again) == about_of(puzzle)


@families
@some
@given(st.data())
def test_toml(family: str, data: st.DataObject) -> None:
    puzzle = data.draw(FAMILIES[family])
    again = from_dict(tomllib.loads(puzzle.to_toml()))
    assert again == puzzle
    assert again.to_dict() == puzzle.to_dict()
    (entry,) = read_boards("-", stdin=io.BytesIO(puzzle.to_toml().encode()))
    assert entry.puzzle == puzzle


@families
@some
@given(st.data())
def test_position(family: str, data: st.DataObject) -> None:
    puzzle = data.draw(FAMILIES[family])
    start = puzzle.initial()
    assert puzzle.position(start) == start
    assert puzzle._state_of(puzzle._numbers(start)) == start
    assert puzzle.at(start) == puzzle
    if family in ("blocks", "ricochet"):
        assert puzzle.position(puzzle.draw(start)) == start
        assert puzzle.position(str(start).replace("/", "")) == start


@some
@given(st.lists(PUZZLES, min_size=1, max_size=5))
def test_sets(puzzles: list[EnginePuzzle]) -> None:
    lines = "".join(f"{puzzle}\n" for puzzle in puzzles)
    objects = "".join(json.dumps({"id": 7, **puzzle.to_dict()}) + "\n" for puzzle in puzzles)
    table = io.StringIO()
    writer = csv.writer(table)
    writer.writerow(["id", "board"])
    writer.writerows([number, str(puzzle)] for number, puzzle in enumerate(puzzles))
    for name, text in (("a.txt", lines), ("a.csv", table.getvalue()), ("a.jsonl", objects)):
        entries = list(read_data(text.encode(), name))
        assert [entry.puzzle for entry in entries] == puzzles, name
    for text in (lines, objects):
        assert [entry.puzzle for entry in read_boards("-", stdin=io.BytesIO(text.encode()))] == puzzles


@families
@some
@given(st.data())
def test_the_engine_takes_every_board_that_was_read(family: str, data: st.DataObject) -> None:
    puzzle = data.draw(FAMILIES[family])
    start = puzzle.initial()
    canonical = puzzle.canonical(start)
    assert puzzle.canonical(canonical) == canonical
    assert puzzle.position(canonical) == canonical
    assert puzzle.is_goal(start) == puzzle.is_goal(canonical)
    for step in puzzle.moves(start):
        assert puzzle._follow(start, step.code) == step
        assert puzzle._find(start, step.name) == step
        assert puzzle.position(step.after) == step.after
        assert puzzle.at(step.after).initial() == step.after
        assert all(puzzle._words(start, [step.code])[0])
        known = puzzle.predecessors(step.after)
        assert known is None or canonical in known


OWN = [form.name for form in formats() if form.own and form.family is None and not form.binary]


def same(puzzle: EnginePuzzle, again: EnginePuzzle | None, form: str) -> None:
    """The same puzzle in every respect; a compact form holds no title, no par and no places for drawing."""
    assert again is not None, form
    assert again == puzzle, form
    assert (again.metric, str(again)) == (puzzle.metric, str(puzzle)), form
    if form != "compact":
        assert held(again) == held(puzzle), form


def held(puzzle: EnginePuzzle) -> dict[str, Any]:
    """All keys that say something. A cell of a table holds no blank title, and a compact form no end of a
    game's source.
    """
    keys = {key: value for key, value in puzzle.to_dict().items() if str(value).strip()}
    return {**keys, "game": str(puzzle)} if "game" in keys else keys


def written(puzzles: list[EnginePuzzle], form: str, carried: dict[str, Any]) -> str:
    """What `clew convert` writes."""
    text = io.StringIO(newline="")
    writer = format_named(form)[0].writer(text)
    for puzzle in puzzles:
        writer.write(puzzle, carried)
    writer.close()
    return text.getvalue()


@families
@settings(suppress_health_check=[HealthCheck.too_slow], max_examples=8)
@given(st.data())
def test_every_format_that_is_written(family: str, data: st.DataObject) -> None:
    puzzle = data.draw(FAMILIES[family])
    endings = {"compact": "txt"}
    for form in OWN:
        name = f"a.{endings.get(form, form)}"
        plain = written([puzzle], form, {})
        for text in (plain, f"\ufeff{plain}") if "\0" not in plain else ():
            found = [entry.puzzle for entry in read_data(text.encode(), name)]
            assert len(found) == 1
            same(puzzle, found[0], form)


@settings(suppress_health_check=[HealthCheck.too_slow], max_examples=15)
@given(st.lists(PUZZLES, min_size=2, max_size=4))
def test_sets_that_are_written(puzzles: list[EnginePuzzle]) -> None:
    for form in ("compact", "jsonl", "csv"):
        text = written(puzzles, form, {"id": 'x, "y"'}).replace("\0", "")
        name = "a.txt" if form == "compact" else f"a.{form}"
        entries = list(read_data(text.encode(), name))
        assert len(entries) == len(puzzles)
        for puzzle, entry in zip(puzzles, entries, strict=True):
            if any("\0" in str(value) for value in puzzle.to_dict().values()):
                continue
            same(puzzle, entry.puzzle, form)
            assert form == "compact" or entry.input["id"] == 'x, "y"'
        # From one format to the others and back: nothing more is lost.
        found = [entry.puzzle for entry in entries if entry.puzzle is not None]
        again = read_data(written(found, "jsonl", {}).encode(), "a.jsonl")
        for puzzle, entry in zip(found, again, strict=True):
            same(puzzle, entry.puzzle, form)


@families
@settings(suppress_health_check=[HealthCheck.too_slow], max_examples=6)
@given(st.data())
def test_answers_links_and_saved_games(family: str, data: st.DataObject) -> None:
    puzzle = data.draw(FAMILIES[family])
    entry = Entry(puzzle, None, "", None, {"id": 7})
    answer = with_input(solve(puzzle, limits=Limits(states=20)).to_dict(), entry)
    for text in (json.dumps(answer), json.dumps(answer, indent=2), Game(puzzle).save()):
        (found,) = read_boards("-", stdin=io.BytesIO(text.encode()))
        assert found.error is None
        same(puzzle, found.puzzle, "json")
    same(puzzle, Game.load(Game(puzzle).save()).puzzle, "json")
    same(puzzle, parse(quote(str(puzzle), safe="")), "compact")


NUMBERS = [str(number) for number in range(limits.PEBBLE_CELLS - 1)]
LETTERS = "".join(chr(0x4E00 + number) for number in range(limits.GRID_SIDE)).replace(chr(0x4E00), "A")
ROW = "N+E," * (limits.COROUTINE_SIDE - 1) + "S"
LARGEST = {
    **{name: largest() for name, largest in of_families("largest").items()},
    "pebbles": f"pebbles[grid 16x32]:{','.join(['-', *NUMBERS])}/{','.join([*NUMBERS, '-'])}",
    "slides": f"pebbles[grid 16x32,slides]:{','.join(['-', *NUMBERS])}/{','.join([*NUMBERS, '-'])}",
    "axis": "blocks:" + "/".join([LETTERS] * 2 + ["o" * limits.GRID_SIDE] * (limits.GRID_SIDE - 2)),
    "free": "blocks[free,exit=A-right]:"
    + "/".join([LETTERS] + ["." * limits.GRID_SIDE] * (limits.GRID_SIDE - 1)),
    "ricochet": "ricochet:" + "/".join(["R" + "." * (limits.SLIDE_SIDE - 1)] * limits.SLIDE_SIDE) + ">",
    "robots": "ricochet[must_turn,rising=c3R]:"
    + "/".join(["R" + "." * (limits.SLIDE_SIDE - 1)] + ["B" + "." * (limits.SLIDE_SIDE - 1)] * 63)
    + ">"
    + "/".join(["." * limits.SLIDE_SIDE] * 63 + ["." * (limits.SLIDE_SIDE - 1) + "R"]),
    "coroutine": "coroutine:" + "/".join([ROW] * limits.COROUTINE_SIDE) + ">a2",
}


@pytest.mark.parametrize("kind", LARGEST)
def test_largest_boards_fit_the_engine(kind: str) -> None:
    puzzle = parse_compact(LARGEST[kind])
    assert puzzle.moves(puzzle.initial())
