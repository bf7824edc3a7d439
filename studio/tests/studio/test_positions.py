"""What a page draws and offers is what the rules say, for every example board and family."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import clew
from clew.puzzles.base import EnginePuzzle
from clew.puzzles.position import Position

ROOT = Path(__file__).parents[3]
BOARDS = sorted(path for path in (ROOT / "boards").rglob("*.toml") if path.parent.name != "null")
EXTRA = (
    "blocks[free,piece]:AAo/oBo/ooo",
    "blocks[free,step]:AAo/ABo/oox>ooo/oAA/oAo",
    "pebbles[edges 0-1 1-2 4]:a,b,-,c,-/b,a,-,-,c",
    "ricochet[open]:R.G/.../...>..R/.../...",
    "coroutine[own]:E,S/N,W>b2",
)
WALK = 12


@cache
def walk_of(source: str) -> list[tuple[EnginePuzzle, Position]]:
    """A board with some of its positions: a walk from the start by chance, the same each time."""
    puzzle = clew.load(source)
    chance, state = random.Random(source), puzzle.initial()
    found = [(puzzle, state)]
    for _ in range(WALK):
        steps = puzzle.moves(state)
        if not steps:
            break
        state = chance.choice(steps).after
        found.append((puzzle, state))
    return found


SOURCES = [*map(str, BOARDS), *EXTRA]
EACH_BOARD = pytest.mark.parametrize("source", SOURCES, ids=lambda source: Path(source).stem[:40])


def piece(position: dict[str, Any], key: str) -> dict[str, Any]:
    found: dict[str, Any] = next(piece for piece in position["pieces"] if piece["id"] == key)
    return found


@EACH_BOARD
def test_every_legal_move_is_offered_and_leads_where_it_says(source: str) -> None:
    from clew_studio.puzzles.reading import board_view

    for puzzle, state in walk_of(source):
        position = board_view(puzzle).position(state)
        assert [move["move"] for move in position["moves"]] == puzzle.moves(state)
        assert position["solved"] == puzzle.is_goal(state)
        for move in position["moves"]:
            assert move["state"] == puzzle.apply(state, move["move"])
            assert move["cost"] == puzzle.cost(state, move["move"])
            assert move["words"]


@EACH_BOARD
def test_the_way_of_a_move_ends_where_the_piece_then_stands(source: str) -> None:
    """A page moves the piece along `path`; it must not jump when the next position comes."""
    from clew_studio.puzzles.reading import board_view

    for puzzle, state in walk_of(source):
        position = board_view(puzzle).position(state)
        for move in position["moves"]:
            if move["piece"] is None:  # a key, which has no place
                continue
            before = piece(position, move["piece"])
            after = piece(board_view(puzzle).position(move["state"], with_moves=False), move["piece_after"])
            x, y = move["path"][-1]
            assert (before["x"] + x, before["y"] + y) == pytest.approx((after["x"], after["y"]), abs=1e-3)
            assert before["cells"][0] == move["from"]
            assert after["cells"] == move["cells"]
            assert move["to"] == move["cells"][0]
            assert before["token"] == after["token"]


@EACH_BOARD
def test_refused_tries_are_not_legal_and_say_why(source: str) -> None:
    from clew_studio.puzzles.reading import board_view

    for puzzle, state in walk_of(source):
        position = board_view(puzzle).position(state)
        ids = {piece["id"] for piece in position["pieces"]}
        legal = {(move["piece"], move["direction"]) for move in position["moves"] if move["direction"]}
        ends = {(move["piece"], move["to"]) for move in position["moves"]}
        for refused in board_view(puzzle).refused(state):
            assert refused["piece"] in ids
            assert len(refused["reason"]) > 10
            if refused["direction"] is not None and "path" not in refused["reason"]:
                assert (refused["piece"], refused["direction"]) not in legal or puzzle.metric == "piece"
            if refused["to"] is not None:
                assert (refused["piece"], refused["to"]) not in ends


@EACH_BOARD
def test_all_is_at_home_exactly_when_solved(source: str) -> None:
    from clew_studio.puzzles.reading import board_view

    puzzle = clew.load(source)
    solution = clew.solve(puzzle, limits=clew.Limits(seconds=0.5))
    for state in solution.positions:
        home = board_view(puzzle).position(state)["at_home"]
        assert 0 <= home["home"] <= home["of"]
        assert (home["home"] == home["of"]) == puzzle.is_goal(state), (state, home)


@EACH_BOARD
def test_the_scene_covers_what_stands_on_it(source: str) -> None:
    from clew_studio.puzzles.reading import board_view

    puzzle = clew.load(source)
    scene = board_view(puzzle).scene()
    cells = {cell["cell"] for cell in scene["cells"]}
    assert cells == set(range(len(cells)))
    assert all(
        0 <= cell["x"] <= scene["width"] and 0 <= cell["y"] <= scene["height"] for cell in scene["cells"]
    )
    tokens = {token["token"] for token in scene["tokens"]}
    for one in board_view(puzzle).position(puzzle.initial())["pieces"]:
        assert one["token"] in tokens
        assert set(one["cells"]) <= cells - set(scene["stones"])
    assert scene["caption"].endswith(".")
    assert {goal["cell"] for goal in scene["goals"]} <= cells


def test_a_gate_is_beside_the_line_of_its_piece() -> None:
    from clew_studio.puzzles.reading import board_view

    gate = board_view(clew.load(str(ROOT / "boards/blocks/gar-1.toml"))).scene()["gate"]
    assert gate == {"edge": "right", "piece": "A", "cells": [17]}


@pytest.mark.parametrize("cell", [None, 0])
def test_a_move_may_have_no_place_or_one(cell: int | None) -> None:
    """Nothing is carried where a counter goes down: neither the page nor the log of a game asks for a way."""
    from clew.scenes.base import NO_WAY, BoardView, Json, Tried
    from clew_studio.games import play

    class Counting(BoardView):
        def board(self) -> Json:
            cells = [] if cell is None else [{"cell": cell, "name": "a1", "x": 0, "y": 0}]
            return {"rows": len(cells), "columns": len(cells), "cells": cells}

        def pieces(self, state: Position) -> list[Json]:
            return []

        def ways(self, state: Position, codes: Sequence[object]) -> list[Json]:
            return [{**NO_WAY, "from": cell, "to": cell}] * len(codes)

        def tries(self, state: Position) -> list[Tried]:
            return []

        def at_home(self, state: Position) -> Json:
            return {"home": 0, "of": 1}

    puzzle = clew.load("null:3")
    assert [move["move"] for move in Counting(puzzle).position("2")["moves"]] == ["down", "up"]
    assert Counting(puzzle).scene()["width"] == 0
    name = None if cell is None else "a1"
    (down, *_) = puzzle.moves("2")
    assert play.moved_by(Counting(puzzle), down) == {"piece": None, "origin": name, "target": name}
