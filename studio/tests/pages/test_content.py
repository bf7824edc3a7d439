"""What a page without a server knows of its boards."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import clew
from clew.errors import ClewError
from clew.puzzles.base import EnginePuzzle
from clew.scenes import FAMILIES
from clew_studio.pages.built import written
from clew_studio.pages.content import FORMAT, content

ROOT = Path(__file__).resolve().parents[3]
STORE = ROOT / "examples/games/store.txt"


def levels() -> list[EnginePuzzle]:
    return [clew.load(f"{STORE}#{number}") for number in (1, 2)]


def whole(data: dict[str, Any]) -> dict[str, Any]:
    """The boards with what they share put back, as the page does."""

    def put(part: dict[str, Any]) -> dict[str, Any]:
        return {key: found(value) for key, value in part.items()}

    def found(value: Any) -> Any:
        if isinstance(value, dict) and "shared" in value:
            return found(data["shared"][value["shared"]])
        if isinstance(value, dict) and "joined" in value:
            return [number for part in value["joined"] for number in found(part)]
        return value

    for board in data["boards"]:
        board["scene"] = put(board["scene"])
        board["made"]["values"] = put(board["made"]["values"])
    return data


def test_levels_of_a_game_share_its_rules_and_sprites() -> None:
    data = content(levels())
    assert data["format"] == FORMAT
    first, second = data["boards"]
    for board in (first, second):
        assert set(board["scene"]["sprites"]) == {"shared"}
        _, rules, _ = board["made"]["values"]["program"]["joined"]
        assert set(rules) == {"shared"}
    assert first["scene"]["cells"] != second["scene"]["cells"]


def test_nothing_is_lost_by_sharing() -> None:
    together = whole(content(levels()))["boards"]
    alone = [whole(content([level]))["boards"][0] for level in levels()]
    for board in (*together, *alone):
        del board["title"]
    assert json.dumps(together) == json.dumps(alone)


@pytest.mark.parametrize("title", ["</script>", "<!-- <script>", "<![CDATA[", "\u2028 ' \" & \\u003c 日本"])
def test_no_text_of_a_board_is_read_as_part_of_the_page(title: str) -> None:
    """A comment with a script in it would even keep the page's own script from ending."""
    data = content([levels()[0]], title=title)
    text = written(data)
    assert "<" not in text
    assert json.loads(text) == json.loads(json.dumps(data))


def test_the_same_board_twice_is_read_twice() -> None:
    twice = [clew.load(f"{STORE}#1")] * 2
    first, second = whole(content(twice))["boards"]
    del first["title"], second["title"]
    (alone,) = whole(content(twice[:1]))["boards"]
    del alone["title"]
    assert first == second == alone


def test_boards_of_one_title_are_numbered() -> None:
    data = content(levels())
    assert data["title"] == "The store"
    assert [board["title"] for board in data["boards"]] == ["The store 1", "The store 2"]
    (alone,) = content(levels()[:1])["boards"]
    assert alone["title"] == "The store"


def test_a_board_whose_engine_keeps_files_is_written_too() -> None:
    (board,) = content([clew.load(ROOT / "boards/pebbles/fifteen-puzzle.toml")])["boards"]
    assert board["made"]["family"] == "pebbles"


def test_a_family_without_an_engine_for_pages_is_refused() -> None:
    with pytest.raises(clew.ClewError, match=f"the families that can are {', '.join(FAMILIES)}"):
        content([clew.parse("null:3")])


def test_a_title_that_no_file_can_hold_is_refused() -> None:
    with pytest.raises(ClewError, match="half of a surrogate pair"):
        content([levels()[0]], title="a\udcffb")
