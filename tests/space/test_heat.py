"""Players' paths on maps, and moves without a way back: counted, drawn, refused where they make no sense."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

import clew
from clew.cli.main import main
from clew.maps.heat import WIDTHS, edges_of
from clew.maps.oneway import one_way
from clew.maps.shape import pairs
from clew.maps.walk import unpacked, walk
from clew.statespace.graph import graph_of
from tests.search.boards import GAR, KNOWN

GAMES = ["BR1 EU1 FU1", ["BR1", "EU1", "ED1"], "CL3"]


@pytest.fixture(scope="module")
def space() -> clew.StateSpace:
    return clew.explore(clew.load(GAR))


def test_each_move_is_counted_where_it_was_made(space: clew.StateSpace) -> None:
    counts = edges_of(space, graph_of(space), GAMES)
    assert space.indptr is not None and space.indices is not None
    made = {
        (state, str(space.labels[edge])): counts[edge]
        for state in range(space.n)
        for edge in range(space.indptr[state], space.indptr[state + 1])
        if counts[edge]
    }
    after = space.puzzle.apply(space.puzzle.initial(), "BR1")
    there = space.puzzle.apply(after, "EU1")
    one, two = space.index(after), space.index(there)
    assert made == {
        (space.start, "BR1"): 2,
        (one, "EU1"): 2,
        (two, "FU1"): 1,
        (two, "ED1"): 1,
        (space.start, "CL3"): 1,
    }


def test_games_solutions_and_numbers_are_games_too(space: clew.StateSpace) -> None:
    game = clew.Game(space.puzzle)
    game.play("CL3")
    solution = clew.solve(space.puzzle)
    states = [space.index(text) for text in [space.puzzle.initial(), *(s.after for s in solution.steps)]]
    by_thing = edges_of(space, graph_of(space), [game, solution])
    by_number = edges_of(space, graph_of(space), ["CL3", states])
    assert (by_thing == by_number).all() and by_thing.sum() == 1 + len(solution.steps)
    assert (edges_of(space, graph_of(space), by_thing) == by_thing).all()


def test_the_picture_and_the_page_show_them(space: clew.StateSpace) -> None:
    picture = space.draw(heat=GAMES)
    assert picture is not None
    plain = space.draw()
    assert plain is not None and picture.count("<path") > plain.count("<path")
    assert f'stroke-width="{WIDTHS[-1]:g}"' in picture, "moves that two of three made are the widest"
    counts = edges_of(space, graph_of(space), GAMES)
    _, arrays = unpacked(walk(space, heat=counts))
    assert (np.flatnonzero(arrays["heat"]) == np.flatnonzero(counts)).all()
    assert arrays["heat"].max() == 255


@pytest.mark.parametrize(
    ("heat", "words"),
    [
        ("BR1", "a list of games"),
        (5, "a list of games"),
        (np.ones(3), r"heat has the shape \(3,\); it must be one number from 0 per move, \(13044,\)"),
        (np.full(13_044, -1.0), "from 0"),
    ],
)
def test_other_things_are_refused(space: clew.StateSpace, heat: object, words: str) -> None:
    with pytest.raises(clew.ClewError, match=words):
        space.draw(heat=heat)
    with pytest.raises(clew.IllegalMove):
        space.draw(heat=["AR3"])
    with pytest.raises(clew.ClewError, match="with the layout stress, not layers"):
        space.draw(heat=GAMES, layout="layers")


def test_the_command_reads_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    games = tmp_path / "games.txt"
    games.write_text(f"BR1 EU1\n\n{json.dumps({'moves': ['CL3']})}\n", encoding="utf-8")
    target = tmp_path / "map.svg"
    assert main(["map", "--quiet", "--games", str(games), "-o", str(target), GAR]) == 0
    space = clew.explore(clew.load(GAR))
    assert target.read_text(encoding="utf-8") == space.draw(heat=["BR1 EU1", "CL3"])
    capsys.readouterr()
    for text, words in (
        ('{"moves": 3}', "line 1: expected `moves`"),
        ("{", "line 1: this is not JSON"),
        ("", "no game"),
    ):
        games.write_text(text, encoding="utf-8")
        assert main(["map", "--quiet", "--games", str(games), "-o", str(target), GAR]) != 0
        assert words in capsys.readouterr().err
    assert main(["map", "--games", str(games), GAR]) != 0
    assert "give --output" in capsys.readouterr().err


@pytest.mark.parametrize("board", KNOWN)
def test_moves_without_a_way_back_are_those_of_a_plain_count(board: str) -> None:
    space = clew.explore(clew.load(board), states=20_000)
    if space.indptr is None:
        return
    graph = graph_of(space)
    moves = {
        (state, int(after)) for state in range(space.n) for after in space.row(state) if int(after) != state
    }
    ends, single = one_way(graph, pairs(graph))
    drawn = Counter(map(tuple, ends[single].tolist()))
    assert set(drawn) == {(a, b) for a, b in moves if (b, a) not in moves} and set(drawn.values()) <= {1}
    both = {frozenset(pair) for pair in ends[~single].tolist()}
    assert both == {frozenset(pair) for pair in moves if pair[::-1] in moves}


def test_one_way_moves_are_wedges_and_the_legend_says_so() -> None:
    slides = clew.explore(clew.load("boards/ricochet/lunar-lockout.toml"))
    picture = slides.draw() or ""
    assert "no way back" in _labels(slides) and "no way back" not in _labels(clew.explore(clew.load(GAR)))
    assert picture.count("Z") > slides.undirected_edges / 2, "a wedge is a closed path"


def _labels(space: clew.StateSpace) -> str:
    from clew.maps.layout import layout_of
    from clew.maps.scale import scale_of
    from clew.maps.shape import page
    from clew.pictures.shapes import Label

    shapes, _ = page(
        space,
        graph_of(space),
        layout_of(space, "stress", 0, 2),
        scale_of(space, "distance"),
        ([], ""),
        "light",
        True,
    )
    return " ".join(shape.text for shape in shapes if isinstance(shape, Label))
