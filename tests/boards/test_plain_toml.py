"""The quick reader of plain TOML agrees with `tomllib` wherever it answers, and answers for most boards."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clew.boards.plain_toml import LONGEST, plain
from tests.boards.bad import as_bytes
from tests.boards.bad_inputs import BAD_INPUTS

BOARDS = sorted((Path(__file__).parents[2] / "boards").rglob("*.toml"))


def by_tomllib(text: str) -> dict[str, Any] | None:
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError):
        return None


def same(one: Any, other: Any) -> bool:
    """Whether two values are equal, of equal types and in equal order: `True == 1` is not enough."""
    return repr(one) == repr(other)


def agrees(text: str) -> bool:
    found = plain(text)
    return found is None or same(found, by_tomllib(text))


@pytest.mark.parametrize("path", BOARDS, ids=lambda path: path.stem)
def test_example_boards_are_read_as_tomllib_reads_them(path: Path) -> None:
    assert agrees(path.read_text(encoding="utf-8"))


def test_nearly_all_example_boards_need_no_tomllib() -> None:
    needed = [path.stem for path in BOARDS if plain(path.read_text(encoding="utf-8")) is None]
    assert len(needed) <= len(BOARDS) / 4, needed


@pytest.mark.parametrize("bad", [bad for bad in BAD_INPUTS if bad.kind == "toml"], ids=lambda bad: bad.id)
def test_bad_inputs_are_not_taken_for_good_ones(bad: Any) -> None:
    assert agrees(as_bytes(bad).decode("utf-8", "replace"))


@pytest.mark.parametrize(
    "text",
    [
        "a = 1\na = 2",
        "a = 01",
        "a = -01",
        "a = -",
        "a = 1979-05-27",
        "a = 07:32:00",
        "a = 1_000",
        "a = 1.5",
        "a = 1e3",
        "a = +1",
        "a = trueish",
        "a = tru",
        'a = "b" "c"',
        'a = "b"\r\nc = 1',
        'a = "b\nc"',
        'a = """b""""',
        'a = """""c"""',
        'a = "\\u0041"',
        "a = 'literal'",
        "a.b = 1",
        '"a" = 1',
        "a = {}",
        "a = { b = 1, }",
        "a = { b = 1\n}",
        "a = { b = 1, b = 2 }",
        "a = [1, 2,]",
        "a = [1 2]",
        "a = [1, # one\n2]",
        "a = [,]",
        "[table]\na = 1",
        "é = 1",
        "a = \u0661",
        "a = 1 # \x01",
        "a = ",
        "a",
        "= 1",
        "a = [[[[[[1]]]]]]",
        "a = " + "[" * 300,
        f"a = {'9' * 30}",
    ],
)
def test_what_it_does_not_know_is_left_to_tomllib(text: str) -> None:
    assert agrees(text)


SIGNS = "ab=\"x[]{}#10-,.\\'\n\t\r é"
PIECES = st.sampled_from(
    [*SIGNS, " = ", '"""', "true", "false", 'k = "v"\n', "n = 3\n", "l = [1, 2]\n", 't = { p = "A" }\n']
)


@given(st.lists(PIECES, max_size=25).map("".join))
def test_it_agrees_on_any_text(text: str) -> None:
    assert agrees(text), (plain(text), by_tomllib(text))


def test_a_long_text_is_left_to_tomllib() -> None:
    assert plain('a = "' + "x" * LONGEST + '"') is None
