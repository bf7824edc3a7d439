"""What a site keeps of the puzzles of its requests: as much as has room."""

from __future__ import annotations

from pathlib import Path

import pytest

from clew.puzzles.recent import Recent
from clew_studio.puzzles import reading

STORE = Path(__file__).resolve().parents[3] / "examples" / "games" / "store.txt"


def test_what_was_used_least_recently_is_dropped_when_the_bytes_are_used_up() -> None:
    made: list[str] = []

    def make(text: str) -> str:
        made.append(text)
        return text * 2

    kept = Recent(10, make, lambda text, _: len(text))
    assert [kept("aaaa"), kept("bbbb"), kept("aaaa")] == ["a" * 8, "b" * 8, "a" * 8]
    assert kept("cccc") == "c" * 8  # drops b
    kept("aaaa"), kept("bbbb")
    assert made == ["aaaa", "bbbb", "cccc", "bbbb"]
    assert kept.bytes <= 10


def test_one_that_is_too_large_for_all_the_room_is_kept_alone() -> None:
    made: list[str] = []

    def make(text: str) -> str:
        made.append(text)
        return text

    kept = Recent(10, make, lambda text, _: len(text))
    for text in ("small", "x" * 50, "x" * 50, "small"):
        kept(text)
    assert made == ["small", "x" * 50, "small"]


def test_an_error_is_not_kept() -> None:
    kept = Recent(10, int, lambda text, _: len(text))
    for _ in range(2):
        with pytest.raises(ValueError):
            kept("x")
    assert kept.bytes == 0


def test_hostile_games_push_each_other_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each has few characters and many rules."""
    kept = Recent(4 << 20, reading.Known, reading.known.size)
    monkeypatch.setattr(reading, "known", kept)
    source = STORE.read_text(encoding="utf-8")
    rules = "\n".join(["[ > Player | Crate | Crate | Wall ] -> [ | | | ]"] * 300)
    puzzles = []
    for number in range(8):
        text = source.replace("RULES\n", f"RULES\n\n{rules}\n").replace("The store", f"Store {number}")
        puzzles.append(reading.puzzle_of({"family": "puzzlescript", "game": text}))
    assert puzzles[0]._held_bytes > 1 << 20
    assert kept.bytes <= kept.most
    last = {"family": "puzzlescript", "game": text}
    assert reading.puzzle_of(last) is puzzles[-1]
    assert reading.board_view(puzzles[-1]) is reading.board_view(puzzles[-1])
