"""Levels that nobody makes by hand: what is written is read again, and what is called playable runs."""

from __future__ import annotations

from typing import Any

import pytest

from clew_world.parts import LONGEST_NAME
from tests.studio.client import Client
from tests.studio.test_world_making import lawn
from tests.studio.worlds import watching

MANY = {f"k{number}": ["x"] for number in range(12_000)}


@pytest.mark.parametrize(
    ("level", "words"),
    [
        (lawn(eats=MANY), "more than 20,000 keys"),
        (lawn(seed=1 << 63), "too many digits"),
        (lawn(seed=10**4298), "too many digits"),
        (lawn(seed=float("inf")), "not finite"),
        (lawn(spawn={"x" * 10_000: 200}), f"at most {LONGEST_NAME} are allowed"),
        (lawn(item=[{"kind": "gem", "name": "é" * 101, "x": 6, "y": 1}]), "has 101 characters"),
    ],
)
def test_what_cannot_be_written_or_told_is_not_playable(
    visitor: Client, level: dict[str, Any], words: str
) -> None:
    told = visitor.post("/worlds/check", {"level": level}).good()
    assert not told["playable"]
    assert words in told["found"][0]["message"] and len(told["found"][0]["message"]) < 200
    visitor.post("/worlds/try", {"level": level}).problem(422, "bad-board")


@pytest.mark.parametrize("text", ["a=0x" + "f" * 3600, "a=0o" + "7" * 5000, "a=0b" + "1" * 16_000])
def test_a_number_without_end_is_refused_and_not_called_a_large_level(visitor: Client, text: str) -> None:
    body = visitor.post("/worlds/read", {"text": text}).problem(422, "bad-board")
    assert "too many digits" in body["detail"]


@pytest.mark.parametrize("title", ["a\u202eb", "a\u2028b", "a\x00b", "a\U000e0001b", "Café « été »"])
def test_whatever_a_title_contains_a_download_can_be_opened_again(visitor: Client, title: str) -> None:
    text = visitor.post("/worlds/write", {"level": lawn(title=title)}).good()["text"]
    assert visitor.post("/worlds/read", {"text": text}).good()["level"]["title"] == title


def test_a_file_may_begin_with_a_byte_order_mark(visitor: Client) -> None:
    text = visitor.post("/worlds/write", {"level": lawn()}).good()["text"]
    assert visitor.post("/worlds/read", {"text": "\ufeff" + text}).good()["level"] == lawn()


def test_the_largest_level_with_the_longest_names_runs(visitor: Client) -> None:
    """What its world says at once fits."""
    items = [
        {"kind": "😀" * LONGEST_NAME, "name": f"{number:04}" + "😀" * (LONGEST_NAME - 4), "x": 6, "y": 1}
        for number in range(50)
    ]
    level = lawn(item=items, goal={}, spawn={"🐒" * LONGEST_NAME: 200, "🦊" * LONGEST_NAME: 200})
    assert visitor.post("/worlds/check", {"level": level}).good()["playable"]
    world = visitor.post("/worlds/try", {"level": level}).good(201)["world"]["id"]
    with watching(visitor, world) as stream:
        assert stream.until("frame")["status"] == "playing"
    visitor.delete(f"/worlds/{world}").good(204)
