"""A map as a page walks in it: the bytes hold every state, move and board, and few of them."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import clew
from clew.errors import ClewError
from clew.maps import page
from clew.maps.walk import PHASES, unpacked, walk
from clew.measures.optimal_subgraph import optimal_subgraph
from clew.pictures.renderer import renderer_of
from clew.statespace.graph import graph_of
from tests.search.boards import COINS, GAR

BOARDS = [GAR, COINS, "boards/ricochet/lunar-lockout.toml", "boards/pebbles/triangle-of-four.toml"]
RUSH = "boards/blocks/rush-51.toml"


@cache
def mapped(board: str) -> Any:
    return clew.explore(clew.load(board))


@cache
def walked(board: str) -> bytes:
    return walk(mapped(board))


@pytest.mark.parametrize("board", BOARDS)
def test_the_bytes_have_every_move_and_distance(board: str) -> None:
    space = mapped(board)
    header, arrays = unpacked(walked(board))
    assert (header["states"], header["start"]) == (space.n, space.start)
    assert arrays["degree"].tolist() == np.diff(space.indptr).tolist()
    heads = np.repeat(np.arange(space.n), arrays["degree"])
    assert ((heads + arrays["after"]) % 65_536).tolist() == space.indices.tolist()
    assert arrays["distance"].tolist() == space.distance.tolist()
    assert arrays["depth"].tolist() == space.depth.tolist()
    assert [header["moves"][number] for number in arrays["move"]] == space.labels.tolist()


@pytest.mark.parametrize("board", BOARDS)
def test_the_bytes_have_every_board(board: str) -> None:
    space = mapped(board)
    header, arrays = unpacked(walked(board))
    told, renderer = header["board"], renderer_of(space.puzzle)
    items = arrays["items"].reshape(told["columns"], space.n)
    text = arrays["text"].reshape(-1, space.n) if "text" in arrays else None
    for state in range(0, space.n, max(1, space.n // 40)):
        shown = {
            (told["looks"][look], x, y)
            for look, x, y in (told["spots"][spot - 1] for spot in items[:, state] if spot)
        }
        drawn = renderer.items(space.state(state))
        assert shown == {(item.look, round(item.x, 2), round(item.y, 2)) for item in drawn}
        if text is not None:
            assert "".join(told["letters"][code] for code in text[:, state]) == space.state(state)


def test_places_keep_their_distances() -> None:
    space = mapped(GAR)
    header, arrays = unpacked(walk(space))
    for name, axes, dim in (("flat", "xy", 2), ("deep", "xyz", 3)):
        steps = np.column_stack([arrays[f"{name}_{axis}"] for axis in axes]).astype(float)
        places = steps * header[name]["unit"] + header[name]["low"]
        assert np.abs(places - space.layout(dim=dim)).max() <= header[name]["unit"] / 2 + 1e-9


def test_all_shortest_solutions_are_in_it() -> None:
    space = mapped(GAR)
    header, arrays = unpacked(walk(space))
    found = optimal_subgraph(graph_of(space))
    assert arrays["from"].tolist() == found.states[found.source].tolist()
    assert arrays["to"].tolist() == found.states[found.target].tolist()
    assert arrays["share"].min() > 0
    assert header["thread"][0] == space.start and space.is_goal[header["thread"][-1]]


def test_the_bytes_are_few() -> None:
    """25,955 states in 600 kB are 23 bytes per state."""
    space = mapped(RUSH)
    assert len(walk(space)) <= 23 * space.n


def test_it_says_what_it_does() -> None:
    told: list[str] = []
    walk(mapped(GAR), on_phase=told.append)
    assert tuple(told) == PHASES


def test_heat_is_a_share_of_the_most_frequent_move() -> None:
    space = mapped(COINS)
    counts = np.zeros(space.edges)
    counts[:3] = (4, 2, 0.001)
    _, arrays = unpacked(walk(space, heat=counts))
    assert arrays["heat"][:4].tolist() == [255, 128, 1, 0]


def test_a_page_has_everything_inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    built = tmp_path / "built"
    built.mkdir()
    (built / "map.js").write_text("let end = '</script>'")
    (built / "map.css").write_text("p{color:red}")
    monkeypatch.setattr(page, "BUILT", built)
    mapped(COINS).draw(tmp_path / "map.html")
    text = (tmp_path / "map.html").read_text()
    assert text.count("</script>") == 2 and "p{color:red}" in text
    assert "default-src &#x27;none&#x27;" in text


def test_a_page_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    space = mapped(COINS)
    monkeypatch.setattr(page, "BUILT", tmp_path / "nowhere")
    with pytest.raises(ClewError, match="run make client"):
        space.draw(tmp_path / "map.html")
    monkeypatch.setattr(page, "MOST", 10)
    with pytest.raises(ClewError, match=r"a page can show 10 states.*explore_corridor"):
        space.draw(tmp_path / "map.html")
    assert not (tmp_path / "map.html").exists()
