"""Families that the client has no folder of, and moves that carry nothing: played by presses and by buttons.

No such family is on the site, so the server's words are made up here: lamps that are switched where they
stand, and a counter whose moves have no place.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

Json = dict[str, Any]

EMPTY = {
    "lines": [],
    "stones": [],
    "barriers": [],
    "goals": [],
    "squares": [],
    "tokens": [],
    "open_rim": False,
}
NONE = {"gate": None, "pattern": None, "target": None}
LAMPS = 3


def scene(family: str, cells: int) -> Json:
    return {
        "family": family,
        "kind": "grid",
        "metric": "moves",
        "caption": "Bring it to an end.",
        "rows": 1,
        "columns": cells,
        "width": cells - 1,
        "height": 0,
        "cells": [{"cell": cell, "name": f"{'abc'[cell]}1", "x": cell, "y": 0} for cell in range(cells)],
        **EMPTY,
        **NONE,
    }


def move(name: str, words: str, state: str, cell: int | None) -> Json:
    return {
        "move": name,
        "piece": None,
        "piece_after": None,
        "direction": None,
        "pass": False,
        "cost": 1,
        "from": cell,
        "to": cell,
        "cells": [] if cell is None else [cell],
        "path": [],
        "words": words,
        "state": state,
    }


def bulb(cell: int, lamp: str) -> Json:
    """A lamp as a piece, whose kind changes where it stands."""
    token = "on" if lamp == "#" else "off"
    about = {"id": str(cell), "token": token, "label": token, "name": f"lamp {cell}"}
    return {**about, "cells": [cell], "x": cell, "y": 0, "home": token == "off", "movable": True}


def position(state: str, solved: bool, moves: list[Json]) -> Json:
    return {
        "state": state,
        "solved": solved,
        "turn": None,
        "reading": None,
        "at_home": None,
        "pieces": [],
        "moves": [] if solved else moves,
        "refused": [],
    }


def lamps(state: str) -> Json:
    """Each lamp may be switched; all must be out."""
    moves = [
        move(f"s{cell}", f"switch {'abc'[cell]}1", state[:cell] + ".#"[lamp == "."] + state[cell + 1 :], cell)
        for cell, lamp in enumerate(state)
    ]
    return position(state, "#" not in state, moves)


def bulbs(state: str) -> Json:
    """The same with pieces for the lamps."""
    told = lamps(state)
    moves = [{**one, "piece": str(one["from"]), "piece_after": str(one["from"])} for one in told["moves"]]
    return {**told, "moves": moves, "pieces": [bulb(cell, lamp) for cell, lamp in enumerate(state)]}


def counter(state: str) -> Json:
    count = int(state)
    moves = [move("down", "the counter down", str(count - 1), None)]
    moves += [move("up", "the counter up", str(count + 1), None)]
    return position(state, count == 0, moves)


class Site:
    """Games of one made-up family, in the place of the server's."""

    def __init__(self, family: str, cells: int, start: str, told: Callable[[str], Json]) -> None:
        self.scene = scene(family, cells)
        self.told = told
        self.states = [start]
        self.moves: list[str] = []
        self.held: Route | None = None
        """An answer that is kept back, once `hold` was called."""
        self.holds = False

    def hold(self) -> None:
        """Keeps the next answer back."""
        self.holds = True

    def release(self) -> None:
        """Gives the answer that was kept back."""
        assert self.held is not None
        self.holds = False
        self.answer(self.held)

    def answer(self, route: Route) -> None:
        if self.holds:
            self.held = route
            return
        if route.request.url.endswith("/hint"):
            route.fulfill(json=self.hint())
            return
        if route.request.url.endswith("/moves"):
            for name in json.loads(route.request.post_data or "{}")["moves"]:
                legal = {one["move"]: one for one in self.told(self.states[-1])["moves"]}
                self.moves.append(name)
                self.states.append(legal[name]["state"])
        route.fulfill(json=self.game())

    def hint(self) -> Json:
        best = self.told(self.states[-1])["moves"][0]
        return {
            "distance": 1,
            "goal_reachable": True,
            "best": [best["move"]],
            "line": [best["move"]],
            "levels": ["Something acts.", "It acts in place.", "This is the move."],
            "piece": best["piece"],
            "direction": None,
            "move": best,
            "hints": 1,
        }

    def game(self) -> Json:
        now = self.told(self.states[-1])
        return {
            "id": "1",
            "board": None,
            "puzzle": f"{self.scene['family']}:{self.states[0]}",
            "family": self.scene["family"],
            "status": "won" if now["solved"] else "playing",
            "moves": self.moves,
            "cursor": len(self.moves),
            "undone": [],
            "length": len(self.moves),
            "can_undo": bool(self.moves),
            "can_redo": False,
            "hints": 0,
            "elapsed_ms": 0,
            "time_left_ms": None,
            "score": None,
            "rank": None,
            "badges": [],
            "share": "",
            "permitted": {"hints": True, "distances": True, "solution": True},
            "scene": self.scene,
            "position": now,
        }


@pytest.fixture
def play(page: Page, base_url: str) -> Iterator[Callable[[Site], Site]]:
    """Opens a game of that site."""

    def opened(site: Site) -> Site:
        page.route("**/api/v1/games", site.answer)
        page.route("**/api/v1/games/1/*", site.answer)
        page.goto(f"{base_url}/play?puzzle={site.game()['puzzle']}")
        expect(page.locator("section.play .board svg").first).to_be_visible()
        return site

    yield opened
    page.unroute_all(behavior="ignoreErrors")


def test_a_cell_is_pressed_where_a_move_acts_in_place(page: Page, play: Callable[[Site], Site]) -> None:
    site = play(Site("lamps", LAMPS, "#.#", lamps))
    places = page.locator("[data-place]")
    expect(places).to_have_count(LAMPS)
    places.nth(0).click()
    expect(page.locator("section.play .board svg text")).to_have_text([".", ".", "#"])
    assert site.moves == ["s0"]


def test_cells_pressed_by_keyboard_wait_for_the_server(page: Page, play: Callable[[Site], Site]) -> None:
    site = play(Site("lamps", LAMPS, "#.#", lamps))
    board = page.locator("section.play .board svg text")
    site.hold()
    page.get_by_role("button", name="switch c1").focus()
    page.keyboard.press("Enter")
    expect(board).to_have_text(["#", ".", "."])
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press(" ")
    assert site.moves == []
    site.release()
    expect(page.get_by_text("Solved").first).to_be_visible()
    assert site.moves == ["s2", "s0"]


def test_a_cell_is_pressed_by_keyboard_and_keeps_the_focus(page: Page, play: Callable[[Site], Site]) -> None:
    site = play(Site("lamps", LAMPS, "#.#", lamps))
    page.get_by_role("button", name="switch a1").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator("section.play .board svg text")).to_have_text(["#", ".", "."])
    expect(page.get_by_role("button", name="switch c1")).to_be_focused()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press(" ")
    expect(page.get_by_text("Solved").first).to_be_visible()
    assert site.moves == ["s2", "s0"]


def test_a_piece_is_pressed_where_it_stands_and_stays_there(page: Page, play: Callable[[Site], Site]) -> None:
    site = play(Site("bulbs", LAMPS, "#.#", bulbs))
    lamp = page.locator("[data-piece='0']")
    before = lamp.bounding_box()
    lamp.click()
    expect(lamp.locator("text")).to_have_text("off")
    assert lamp.bounding_box() == before
    page.locator("[data-piece='2']").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Solved").first).to_be_visible()
    assert site.moves == ["s0", "s2"]


@pytest.mark.parametrize(
    ("site", "shown"),
    [
        (Site("lamps", LAMPS, "#.#", lamps), ".board .hint rect"),
        (Site("bulbs", LAMPS, "#.#", bulbs), ".board .pulse"),
        (Site("tally", 1, "2", counter), ".notice [data-move=down].lit"),
    ],
    ids=["lamps", "bulbs", "tally"],
)
def test_hints_point_at_such_moves(page: Page, play: Callable[[Site], Site], site: Site, shown: str) -> None:
    play(site)
    hint = page.get_by_role("button", name="Hint")
    for level in ("Something acts.", "It acts in place.", "This is the move."):
        hint.click()
        expect(page.get_by_text(level).first).to_be_visible()
    expect(page.locator(shown)).to_have_count(1)


@pytest.mark.parametrize("family", ["null", "tally"])
def test_moves_without_a_place_have_buttons(page: Page, play: Callable[[Site], Site], family: str) -> None:
    """`null` has a folder in the client, `tally` has none."""
    site = play(Site(family, 1, "2", counter))
    page.get_by_role("button", name="the counter down").click()
    expect(page.locator("section.play .board svg text", has_text="1")).to_be_visible()
    page.get_by_role("button", name="the counter down").click()
    expect(page.get_by_text("Solved").first).to_be_visible()
    assert site.moves == ["down", "down"]
