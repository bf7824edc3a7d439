"""The published schema says what the parser reads: the same keys, words and limits, the same boards."""

from __future__ import annotations

import json
import re
from importlib.resources import files
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from clew.errors import BoardError
from clew.families.blocks import puzzle as blocks
from clew.families.coroutine import puzzle as coroutine
from clew.families.pebbles import puzzle as pebbles
from clew.families.ricochet import puzzle as ricochet
from clew.families.ricochet.signs import TURNS
from clew.puzzles import limits
from clew.puzzles.cells import DIRECTIONS
from clew.puzzles.registry import FAMILIES, from_dict
from tests.boards.strategies import PUZZLES
from tools import schema

SCHEMA = json.loads(files("clew").joinpath("schema", "board-1.json").read_text(encoding="utf-8"))
PARTS = SCHEMA["$defs"]
TYPES: dict[str, Any] = {
    "string": str,
    "integer": int,
    "number": (int, float),
    "boolean": bool,
    "array": list,
    "object": dict,
}
SAYS_NOTHING = {"$schema", "$id", "$defs", "title", "description", "properties", "additionalProperties"}


def holds(schema: dict[str, Any], value: Any) -> bool:
    """Whether a value is as the schema says; a keyword that this does not know is a KeyError."""
    return all(
        KEYWORDS[word](said, value) for word, said in schema.items() if word not in SAYS_NOTHING
    ) and _properties(schema, value)


def _properties(schema: dict[str, Any], value: Any) -> bool:
    if not isinstance(value, dict) or "properties" not in schema:
        return True
    known = schema["properties"]
    return value.keys() <= known.keys() and all(holds(known[key], part) for key, part in value.items())


def _has_type(name: str, value: Any) -> bool:
    return isinstance(value, TYPES[name]) and (name == "boolean" or not isinstance(value, bool))


def _equal(one: Any, other: Any) -> bool:
    return bool(one == other) and isinstance(one, bool) == isinstance(other, bool)


KEYWORDS: dict[str, Any] = {
    "$ref": lambda said, value: holds(PARTS[said.removeprefix("#/$defs/")], value),
    "oneOf": lambda said, value: sum(holds(part, value) for part in said) == 1,
    "anyOf": lambda said, value: any(holds(part, value) for part in said),
    "allOf": lambda said, value: all(holds(part, value) for part in said),
    "not": lambda said, value: not holds(said, value),
    "type": _has_type,
    "const": _equal,
    "enum": lambda said, value: any(_equal(part, value) for part in said),
    "required": lambda said, value: isinstance(value, dict) and set(said) <= value.keys(),
    "items": lambda said, value: not isinstance(value, list) or all(holds(said, part) for part in value),
    "minItems": lambda said, value: not isinstance(value, list) or len(value) >= said,
    "maxItems": lambda said, value: not isinstance(value, list) or len(value) <= said,
    "minLength": lambda said, value: not isinstance(value, str) or len(value) >= said,
    "pattern": lambda said, value: not isinstance(value, str) or re.search(said, value) is not None,
    "minimum": lambda said, value: not isinstance(value, int) or value >= said,
    "maximum": lambda said, value: not isinstance(value, int) or value <= said,
}


def test_the_published_file_is_made_of_its_parts() -> None:
    assert schema.PUBLISHED.read_text(encoding="utf-8") == schema.text(), "run `make catalogue`"


@pytest.mark.parametrize("family", FAMILIES)
def test_keys_are_those_of_the_parser(family: str) -> None:
    part, cls = PARTS[family], FAMILIES[family]
    assert part["properties"].keys() == {"family", *cls._all_keys()}
    assert part["required"] == ["family", *cls._REQUIRED]
    assert part["additionalProperties"] is False
    assert {"$ref": f"#/$defs/{family}"} in SCHEMA["oneOf"]


def test_words_are_those_of_the_parser() -> None:
    words = {
        ("blocks", "movement"): blocks.MOVEMENTS,
        ("blocks", "metric"): blocks.METRICS,
        ("ricochet", "edges"): ricochet.EDGES,
        ("ricochet", "moved"): TURNS[1:],
        ("pebbles", "metric"): pebbles.METRICS,
        ("coroutine", "metric"): coroutine.METRICS,
        ("coroutine", "rule"): coroutine.RULES,
    }
    for (family, key), options in words.items():
        assert PARTS[family]["properties"][key]["enum"] == list(options)
    assert PARTS["blocks"]["properties"]["goal"]["anyOf"][1]["properties"]["exit"]["enum"] == list(DIRECTIONS)


def test_limits_are_those_of_the_parser() -> None:
    squares = PARTS["coroutine"]["properties"]["squares"]["anyOf"][1]
    assert squares["maxItems"] == squares["items"]["maxItems"] == limits.COROUTINE_SIDE
    assert PARTS["vertex"]["maximum"] == limits.PEBBLE_CELLS - 1
    assert PARTS["pebbles"]["properties"]["allowed_moves"]["maxItems"] == limits.PEBBLE_CELLS
    assert PARTS["pebbles"]["properties"]["coordinates"]["maxItems"] == limits.PEBBLE_CELLS
    assert PARTS["null"]["properties"]["start"]["maximum"] == limits.COUNTER
    assert PARTS["par"]["maximum"] == limits.NUMBER
    sides = {"blocks": limits.GRID_SIDE, "ricochet": limits.SLIDE_SIDE}
    for family, side in sides.items():
        assert f"at most {side} cells" in PARTS[family]["properties"]["board"]["description"]


VALUES = st.one_of(
    st.booleans(),
    st.integers(-2, 200),
    st.floats(-2, 2),
    st.sampled_from(["", "A", "right", "stop", "a1", "grid 2x2", "N S"]),
    st.lists(
        st.one_of(st.integers(-1, 200), st.just("A"), st.lists(st.integers(-1, 3), max_size=3)), max_size=3
    ),
    st.dictionaries(st.sampled_from(["piece", "exit", "x"]), st.sampled_from(["A", "up", 1]), max_size=3),
)


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_what_the_parser_reads_is_as_the_schema_says(data: st.DataObject) -> None:
    """A schema cannot count pieces: so the parser may refuse more, but never less."""
    puzzle = data.draw(PUZZLES)
    board = json.loads(json.dumps(puzzle.to_dict()))
    assert holds(SCHEMA, board)
    key = data.draw(st.sampled_from(["family", "unknown", *puzzle._all_keys()]))
    board[key] = data.draw(VALUES)
    try:
        from_dict(board)
    except BoardError:
        return
    assert holds(SCHEMA, board), f"read, but not as the schema says: {board}"


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(PUZZLES, st.data())
def test_a_key_taken_away(puzzle: Any, data: st.DataObject) -> None:
    board = json.loads(json.dumps(puzzle.to_dict()))
    key = data.draw(st.sampled_from(sorted(board)))
    del board[key]
    needed = key == "family" or key in puzzle._REQUIRED
    assert holds(SCHEMA, board) is not needed
    if needed:
        with pytest.raises(BoardError, match="is missing"):
            from_dict(board)
