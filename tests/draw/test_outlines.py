"""Outlines of pieces, places of graphs, outlines of letters: the geometry under the pictures."""

from __future__ import annotations

from math import dist

import pytest
from hypothesis import given
from hypothesis import strategies as st

import clew
from clew.families.pebbles.places import SMALLEST, places_of
from clew.pictures.glyphs import advance, is_known, segments
from clew.pictures.outline import loops, outline
from clew.pictures.shapes import hull

CELLS = st.sets(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=1)


def area(points: list[tuple[int, int]]) -> float:
    """Positive clockwise (y goes down)."""
    following = [*points[1:], points[0]]
    return sum(x * b - a * y for (x, y), (a, b) in zip(points, following, strict=True)) / 2


@given(CELLS)
def test_outlines_enclose_exactly_their_cells(cells: set[tuple[int, int]]) -> None:
    found = loops(cells)
    assert sum(area(points) for points in found) == len(cells)
    for points in found:
        for (x, y), (a, b) in zip(points, [*points[1:], points[0]], strict=True):
            assert (x == a) != (y == b), "sides go straight, and every corner is one"


def test_a_ring_has_a_hole() -> None:
    ring = {(x, y) for x in range(3) for y in range(3)} - {(1, 1)}
    assert sorted(area(points) for points in loops(ring)) == [-1, 9]
    segments_ = outline(ring, 100, 7, 20)
    assert sum(letter == "Z" for letter, _ in segments_) == 2


def test_an_outline_lies_inside_its_cell() -> None:
    points = [numbers[-2:] for letter, numbers in outline([(0, 0)], 100, 7, 20) if letter != "Z"]
    assert min(min(point) for point in points) == 7
    assert max(max(point) for point in points) == 93


GRAPHS = [
    clew.Pebbles("AB-", "BA-", edges=[[0, 1], [1, 2]]),
    clew.Pebbles("ABCDEF-", "FEDCBA-", edges=[[n, (n + 1) % 7] for n in range(7)]),
    clew.Pebbles("AB-", "BA-", edges=[[0, 1]], coordinates=[[0, 0], [1, 0], [1000, 0]]),
    clew.Pebbles("AB-", "BA-", edges=[[0, 1]], coordinates=[[5, 5], [5, 5], [5, 5]]),
    clew.Pebbles(["A"] * 99 + ["-"], ["-"] + ["A"] * 99, edges=[[0, n] for n in range(1, 100)]),
]


@pytest.mark.parametrize("puzzle", GRAPHS, ids=["path", "ring", "far apart", "one place", "star"])
def test_any_graph_has_a_picture_of_a_bounded_size(puzzle: clew.Pebbles) -> None:
    placed = places_of(puzzle, 100)
    assert SMALLEST <= placed.size <= 1
    assert all(0 <= x <= 2400 and 0 <= y <= 2400 for x, y in placed.points)
    assert clew.draw(puzzle, theme="light").startswith("<svg")


def test_a_graph_without_coordinates_is_laid_out_by_its_distances() -> None:
    grid = clew.Pebbles("ABCDEFGH-", "-ABCDEFGH", "grid 3x3")
    same = clew.Pebbles("ABCDEFGH-", "-ABCDEFGH", allowed_moves=grid.neighbours)
    points = places_of(same, 100).points
    near = [dist(points[a], points[b]) for a, b in grid.edges]
    assert max(near) < 1.5 * min(near)
    assert dist(points[0], points[8]) > 2 * max(near)


def test_the_hull_goes_around_all_points() -> None:
    points = [(0.0, 0.0), (2.0, 0.0), (1.0, 1.0), (2.0, 2.0), (0.0, 2.0), (1.0, 0.0)]
    assert set(hull(points)) == {(0, 0), (2, 0), (2, 2), (0, 2)}
    assert hull([(0.0, 0.0), (1.0, 1.0)]) == [(0, 0), (1, 1)]


def test_letters_have_outlines_that_stand_on_their_line() -> None:
    for letter in "AHXZ059":
        ys = [numbers[-1] for kind, numbers in segments(letter) if kind != "Z"]
        assert -745 <= min(ys) <= -715 and -1 <= max(ys) <= 15, letter
    assert is_known("Gg9-·é") and not is_known("漢")
    assert advance("AB") == advance("A") + advance("B")
    assert len(segments("AB")) == len(segments("A")) + len(segments("B"))
