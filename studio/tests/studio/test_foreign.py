"""Games of strangers run in processes apart: others play beside hostile ones."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from tests.amount import times
from tests.search.test_hostile_games import game
from tests.studio.crowd import Attack, Visitor, forget_peak, ninety_ninth, peak
from tests.studio.server import Site, children, command
from tests.studio.test_load import FAR, REFUSED
from tests.studio.test_sources import STORE

pytestmark = pytest.mark.alone

GROWTH = 100
"""Megabytes by which the server may grow beside them."""

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


@pytest.fixture(autouse=True)
def closed() -> Iterator[None]:
    yield
    while Visitor.made:
        Visitor.made.pop().close()


def long_rows(number: int) -> str:
    """Rules that compare rows of hundreds of cells everywhere on a large level."""
    row = " | ".join(["Wall"] * (180 + number))
    rules = [f"[ {row} | Ball ] -> [ {row} | Crate ]"] * 20
    return game(
        *rules, level="\n".join(["P" + "#" * 249, *["#" * 250] * 249]), prelude="run_rules_on_level_start"
    )


def many_things(number: int) -> str:
    """One rule that stands for one of each choice among 70 objects, three times over."""
    things = [f"t{number}{letter}{digit}" for letter in LETTERS[:35] for digit in "ab"]
    text = game("[ > Thing | Thing | Thing ] -> [ > Thing | > Thing | Thing ]")
    objects = "".join(f"{name}\nred\n\n" for name in things)
    text = text.replace("Background\ngray", f"{objects}Background\ngray", 1)
    text = text.replace("O = Target\n", f"O = Target\nThing = {' or '.join(things)}\n", 1)
    return text.replace("Player, Wall, Crate, Ball\n", f"Player, Wall, Crate, Ball, {', '.join(things)}\n", 1)


def without_end(number: int) -> str:
    """Turns that go on as long as they may."""
    rules = ("[ Ball ] -> [ Wall ] again", "[ Crate ] -> [ Ball ] again", "[ Wall ] -> [ Crate ]")
    level = "\n".join(["P" + "B" * (200 + number % 40), *["*" * (201 + number % 40)] * 200])
    return game(*rules, level=level)


def asked(text: str) -> list[tuple[str, str, Any]]:
    board = {"family": "puzzlescript", "game": text}
    return [
        ("POST", "/position", {"board": board}),
        ("POST", "/position", {"board": board, "move": "right"}),
        ("POST", "/validate", {"board": board}),
        ("POST", "/hint", {"board": board}),
        ("POST", "/games", {"board": board}),
        ("POST", "/sources", {"text": text}),
        ("POST", "/sources/answers", {"text": text, "levels": [1]}),
        ("POST", "/sources/facts", {"text": text, "level": 1}),
        ("POST", "/boards/import", {"text": text, "format": None}),
    ]


@pytest.mark.parametrize("hostile", [long_rows, many_things, without_end])
def test_a_hostile_game_harms_nobody_else(site: Site, hostile: Any) -> None:
    requests = [request for number in range(times(1, 3)) for request in asked(hostile(number))]
    before = forget_peak(site)
    with ExitStack() as held:
        attack = held.enter_context(Attack(site, requests, FAR))
        print(f"{hostile.__name__}: others waited {ninety_ninth(site):.2f} s")
        assert Visitor(site).get("/session").status == 200
        found = attack.join()
        print(sorted((reply.status, len(reply.data)) for reply in attack.replies))
        assert found <= REFUSED | {200, 201, 202}
    print(peak(site) - before, "MB")
    assert peak(site) - before < GROWTH
    assert Visitor(site).post("/sources", {"text": STORE}).json["title"] == "The store"


def test_the_server_itself_reads_no_game_of_a_stranger(site: Site) -> None:
    visitor = Visitor(site)
    assert visitor.post("/sources", {"text": STORE}).status == 200
    boxes = [pid for pid in children(site.pid) if "clew_studio.web.box" in command(pid)]
    assert boxes, "nothing but a box has read it"
