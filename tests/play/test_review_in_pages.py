"""The client does the sums of a review too: both are compared with the same games."""

from __future__ import annotations

import json

from tests.play.review_games import FILE, text


def test_the_games_of_the_client_are_up_to_date() -> None:
    assert FILE.read_text(encoding="utf-8") == text(), "run python -m tests.play.review_games"


def test_they_have_moves_of_every_kind_in_every_family() -> None:
    games = json.loads(FILE.read_text(encoding="utf-8"))
    kinds = {move["kind"] for game in games for move in game["review"]["moves"]}
    assert kinds == {"best", "loss", "dead end", "hopeless"}
    assert {game["review"]["solved"] for game in games} == {True, False}
    assert {game["board"]["made"]["family"] for game in games} == {
        "blocks",
        "coroutine",
        "pebbles",
        "puzzlescript",
        "ricochet",
    }
