"""A level that is written as TOML and read again is the same level."""

from __future__ import annotations

from contextlib import suppress
from importlib.resources import files
from random import Random
from typing import Any

import pytest

from clew.boards.entries import toml_values
from clew.errors import BoardError
from clew_world import Level, parse, read, shipped
from clew_world.paint import vector
from clew_world.written import DEEPEST, written
from tests.amount import few, times
from tests.random_levels import random_level


@pytest.mark.parametrize("name", shipped())
def test_a_shipped_level_is_the_same_after_it_was_written(name: str) -> None:
    level = read(name)
    values = toml_values(level.text)
    again = parse(written(values))
    assert toml_values(again.text) == values
    assert list(map(repr, again.elements())) == list(map(repr, level.elements()))
    assert vector.portrait(again) == vector.portrait(level)


@pytest.mark.parametrize("name", shipped())
def test_a_written_level_has_a_part_on_each_line(name: str) -> None:
    values = toml_values(read(name).text)
    lines = written(values).splitlines()
    tables = sum(len(value) for value in values.values() if isinstance(value, list)) - 2  # two are the size
    assert sum(line.startswith("  {") for line in lines) == tables
    assert max(map(len, lines)) < 140


@pytest.mark.parametrize("seed", few(range(200), 30))
def test_random_levels_are_read_again_as_they_were(seed: int) -> None:
    values = random_level(Random(seed))
    text = written(values)
    assert toml_values(text) == values
    assert written(toml_values(text)) == text


def test_most_random_levels_are_levels() -> None:
    """So that the test above writes what people make."""
    read_well, levels = 0, times(60, 300)
    for seed in range(levels):
        values = random_level(Random(seed))
        for key in ("crate", "lift", "slope"):  # random ones overlap, are too fast or too steep
            values.pop(key, None)
        with suppress(BoardError):
            read_well += Level(toml_values(written(values)), "") is not None
    assert read_well > 0.8 * levels


def test_an_unfinished_level_is_written_too() -> None:
    values = {"title": "Half", "platform": [{"x": "far"}], "nonsense": [1, [2.5, "a"]], "goal": 3}
    assert toml_values(written(values)) == values


def deep(levels: int) -> Any:
    value: Any = 1
    for _ in range(levels):
        value = [value]
    return value


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (None, "cannot contain null"),
        ([1, {"a": [None]}], "cannot contain null"),
        ("\ud800", "half of a surrogate pair"),
        ({"\udfff": 1}, "half of a surrogate pair"),
        (deep(DEEPEST + 1), f"at most {DEEPEST} tables and lists"),
        (deep(900), f"at most {DEEPEST} tables and lists"),
        (b"bytes", "cannot contain"),
        (float("nan"), "not finite"),
        ([1, -float("inf")], "not finite"),
        (1 << 63, "too many digits"),
        ([[1]] * 20_001, "more than 20,000 keys"),
    ],
)
def test_what_toml_cannot_contain_is_refused(value: Any, words: str) -> None:
    with pytest.raises(BoardError, match=words):
        written({"title": "x", "notes": value})


@pytest.mark.parametrize(
    "text", ["a\u202eb", "\u2028", "\x7f\x00\x1f", "\U000e0001", "« été »", "\\u202e", "😀"]
)
def test_what_cannot_be_seen_is_written_as_its_number(text: str) -> None:
    values = {"title": text}
    written_text = written(values)
    assert toml_values(written_text) == values
    assert not any(c in written_text for c in "\u202e\u2028\x7f\x00\U000e0001")


def test_the_template_can_be_written() -> None:
    text = (files("clew_world") / "template" / "level.toml").read_text(encoding="utf-8")
    values = toml_values(text)
    assert toml_values(written(values)) == values
