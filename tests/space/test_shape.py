"""Layouts of least stress and their pictures: distances, gates, the smoothest path, all moves as lines."""

from __future__ import annotations

import re
from collections import deque
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import clew
from clew.maps import shape
from clew.maps.gates import gates
from clew.maps.scale import scale_of
from clew.measures.optimal_subgraph import optimal_subgraph
from clew.pictures.colours import ROOMS
from clew.pictures.shapes import Label
from clew.statespace.graph import both_ways, graph_of
from tests.amount import times
from tests.search.boards import COINS, COUNTER, GAR, STUCK

RUSH = "boards/blocks/rush-51.toml"
LOCKOUT = "boards/ricochet/lunar-lockout.toml"


@cache
def mapped(board: str) -> Any:
    return clew.explore(clew.load(board))


def by_hand(space: Any, layout: Any, sources: int) -> float:
    """The stress over all pairs with some states, by plain breadth-first search."""
    indptr, indices = both_ways(graph_of(space))
    errors = []
    for source in range(0, space.n, max(1, space.n // sources)):
        far, queue = {source: 0}, deque([source])
        while queue:
            here = queue.popleft()
            for there in indices[int(indptr[here]) : int(indptr[here + 1])].tolist():
                if there not in far:
                    far[there] = far[here] + 1
                    queue.append(there)
        errors += [
            (np.linalg.norm(layout[source] - layout[other]) / moves - 1) ** 2
            for other, moves in far.items()
            if moves
        ]
    return float(np.mean(errors))


@pytest.mark.parametrize("board", [GAR, COINS, RUSH])
def test_stress_is_what_it_says(board: str) -> None:
    space = mapped(board)
    layout = space.layout()
    assert space.stress(layout) == pytest.approx(by_hand(space, layout, times(20, 60)), rel=0.1)
    assert space.stress(2 * layout) > 3 * space.stress(layout)


@pytest.mark.parametrize(
    ("board", "flat", "deep"),
    [(GAR, 0.100, 0.056), (RUSH, 0.042, 0.023), ("boards/blocks/huarong-dao-steps.toml", 0.0701, 0.033)],
)
def test_distances_are_kept(board: str, flat: float, deep: float) -> None:
    """The limits are 3 % above the stress of a good prototype, in two and in three dimensions."""
    space = mapped(board)
    found = space.stress(space.layout()), space.stress(space.layout(dim=3))
    assert found[0] <= flat and found[1] <= deep, found


def test_a_layout_is_the_same_on_any_number_of_threads() -> None:
    from clew._engine import layout
    from clew.statespace.arrays import unsigned

    space = mapped(GAR)
    rows = unsigned((space.indptr, space.indices))
    one, two = (layout(*rows, space.start, 2, 0, threads=threads) for threads in (1, 2))
    assert np.array_equal(one, two)
    assert not np.array_equal(one, layout(*rows, space.start, 2, 1))


@pytest.mark.parametrize("board", [GAR, RUSH, COUNTER, LOCKOUT])
@pytest.mark.parametrize("dim", [2, 3])
def test_the_goals_are_to_the_right_of_the_start(board: str, dim: int) -> None:
    space = mapped(board)
    layout = space.layout(dim=dim)
    way = layout[space.is_goal].mean(axis=0) - layout[space.start]
    assert way[0] > 0 and np.allclose(way[1:], 0, atol=1e-3 * way[0])


def test_other_layouts_have_two_dimensions() -> None:
    with pytest.raises(clew.ClewError, match="2, or 3 with the layout stress"):
        mapped(COINS).layout("layers", dim=3)
    with pytest.raises(clew.ClewError, match="102 rows"):
        mapped(COINS).stress(np.zeros((3, 2)))


@pytest.mark.parametrize("board", [GAR, RUSH, COUNTER, LOCKOUT, COINS, "boards/blocks/huarong-dao.toml"])
def test_every_shortest_solution_passes_the_gates(board: str) -> None:
    """Without a gate, the start is farther from the goals, or cut off from them."""
    space = mapped(board)
    graph = graph_of(space)
    groups = gates(optimal_subgraph(graph))
    found = [state for group in groups for state in group]
    assert len(groups) <= 5 and space.start not in found
    for group in groups:
        far, queue = {space.start: 0}, deque([space.start])
        while queue:
            here = queue.popleft()
            for there in space.row(here).tolist():
                if there not in far and there not in group:
                    far[there] = far[here] + 1
                    queue.append(there)
        assert min((far[goal] for goal in np.flatnonzero(space.is_goal) if goal in far), default=9999) > int(
            space.distance[space.start]
        )
    left = [int(space.distance[gate]) for gate, *_ in groups]
    assert left == sorted(left, reverse=True)


def test_the_51_move_board_has_five_gates() -> None:
    found = gates(optimal_subgraph(graph_of(mapped(RUSH))))
    assert len(found) == 5 and all(len(gate) == 1 for gate in found)


class TwoRoads(clew.Puzzle):
    """Mirror images of a road: two states, three beside each other, two states, then the goal."""

    def initial(self) -> tuple[int, int, int]:
        return (0, 0, 0)

    def moves(self, state: tuple[int, int, int]) -> list[tuple[int, int, int]]:
        far, side, _ = state
        sides = [-1, 1] if far == 0 else [0] if far == 5 else [side]
        lanes = range(3) if far == 2 else range(1)
        return [(far + 1, here, lane) for here in sides for lane in lanes] if far < 6 else []

    def apply(self, state: tuple[int, int, int], move: tuple[int, int, int]) -> tuple[int, int, int]:
        return move

    def is_goal(self, state: tuple[int, int, int]) -> bool:
        return state[0] == 6


def test_where_the_way_is_double_a_gate_is_two_states() -> None:
    space = clew.explore(TwoRoads())
    found = optimal_subgraph(graph_of(space))
    first = gates(found)
    assert [sorted(int(space.depth[state]) for state in gate) for gate in first] == [[2, 2], [4, 4]]
    path = shape.smoothest(found, space.layout())
    assert all(gate[0] in path and gate[1] not in path for gate in gates(found, path))
    shapes, _ = shape.page(
        space, graph_of(space), space.layout(), scale_of(space, "distance"), ([], ""), "light", True
    )
    told = {one.text for one in shapes if isinstance(one, Label)}
    assert "gate: every shortest solution passes one of these two" in told


def test_the_legend_has_the_colours_of_the_map() -> None:
    """Each value's colour lies at the value's place, however many states have it."""
    space = mapped(RUSH)
    scale = scale_of(space, "distance")
    assert scale.high == "51 moves away" and len(scale.bar) == 48
    assert list(scale.bar) == sorted(scale.bar) and (scale.bar[0], scale.bar[-1]) == (0, 15)
    few = scale_of(mapped(GAR), "distance")
    assert len(few.bar) == 10
    assert all(few.bar[far] == step for far, step in zip(mapped(GAR).distance, few.step, strict=True))
    most = np.bincount(scale.step, minlength=16)
    assert most.max() < space.n / 3, "no colour hides the rest"


def test_the_path_that_is_shown_is_a_shortest_solution() -> None:
    space = mapped(RUSH)
    path = shape.smoothest(optimal_subgraph(graph_of(space)), space.layout())
    assert path[0] == space.start and space.is_goal[path[-1]] and len(path) == 52
    assert all(after in space.row(here) for here, after in pairwise(path))


def test_all_moves_are_lines() -> None:
    space = mapped(GAR)
    text = str(space.draw())
    ways = {ROOMS["light"][f"way{step}"] for step in range(16)}
    lines = sum(
        path.count("M")
        for path, ink in re.findall(r'<path d="([^"]*)"[^>]*stroke="(#\w+)"', text)
        if ink in ways
    )
    assert lines >= space.undirected_edges
    assert (
        sum(
            path.count("M")
            for path, ink in re.findall(
                r'<path d="([^"]*)"[^>]*stroke="(#\w+)"', str(space.draw(edges=False))
            )
            if ink in ways
        )
        < lines / 4
    )


def test_the_boards_at_start_gates_and_goal_are_named() -> None:
    space = mapped(RUSH)
    shapes, _ = shape.page(
        space, graph_of(space), space.layout(), scale_of(space, "distance"), ([], ""), "light", True
    )
    told = {one.text for one in shapes if isinstance(one, Label)}
    assert "start · 51 moves left" in told and "goal · solved" in told
    assert sum(text.startswith("gate ") and text.endswith(" left") for text in told) == 5
    assert {
        "Narrow lane",
        "9,360 states · 43,349 moves · shortest solution 51 moves · 99 states lie on one",
    } <= told


@pytest.mark.parametrize("board", [STUCK, "null:0", "null:1", COINS, LOCKOUT])
@pytest.mark.parametrize("theme", ["light", "dark", "print", "auto"])
def test_any_map_has_a_picture(board: str, theme: str) -> None:
    assert str(mapped(board).draw(theme=theme)).startswith("<svg")


def test_very_many_moves_become_pixels(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from PIL import Image

    monkeypatch.setattr(shape, "LINES", 1000)
    monkeypatch.setattr("clew.maps.picture.LINES", 1000)
    space = mapped(GAR)
    assert str(space.draw(theme="auto")).count("<image") == 1
    space.draw(tmp_path / "map.png", theme="dark", width=800)
    with Image.open(tmp_path / "map.png") as image:
        assert image.width == 800
        assert len(image.convert("RGB").getcolors(1 << 20) or []) > 100


def test_boards_in_the_margin_do_not_overlap() -> None:
    for wanted in ([100.0, 110.0, 120.0], [1590.0, 1580.0, 1000.0], [0.0], [800.0] * 7):
        xs = shape._spaced(wanted, 168)
        assert all(after - before >= 168 - 1e-9 for before, after in pairwise(sorted(xs)))
        assert min(xs) - 84 >= 0 and max(xs) + 84 <= shape.WIDTH


def test_the_title_lies_over_the_density_of_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    """The density is an image as wide as the page: what is drawn before it cannot be seen."""
    space = mapped(GAR)
    drawn = str(space.draw())
    monkeypatch.setattr(shape, "LINES", 100)
    dense = str(space.draw())
    title = re.search(r'<path transform="translate\(56 [^>]*>', drawn)
    assert title is not None and "<image" not in drawn
    assert dense.index("<image") < dense.index(title[0])


def test_a_long_path_has_no_knots_that_hide_it() -> None:
    from clew.maps.marks import thread
    from clew.pictures.shapes import Circle

    near = [(10.0 * at, 0.0) for at in range(40)]
    assert not [part for part in thread(near) if isinstance(part, Circle)]
    assert len([part for part in thread([(3 * x, y) for x, y in near]) if isinstance(part, Circle)]) == 40
