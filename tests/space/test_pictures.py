"""Pictures of maps: places keep distances, signs are told apart, large maps become clouds."""

from __future__ import annotations

import re
from base64 import b64decode
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import spearmanr

import clew
from clew.maps import picture
from clew.maps.layout import METHODS, rings
from clew.pictures.colours import ROOMS, STEPS
from clew.statespace.graph import both_ways, distances_from, graph_of
from tests.draw.test_papers import pages
from tests.draw.vision import SIGHTS, contrast, distance
from tests.search.boards import COINS, COUNTER, GAR, STUCK

MAPS = {
    GAR: 0.8,
    "boards/blocks/pennant.toml": 0.93,
    "boards/blocks/rush-51.toml": 0.95,
    "blocks:GBBBKL/GCCJKL/AAoJoM/HDDJoM/HoIEEM/FFIooo": 0.93,
    "boards/coroutine/five-by-five.toml": 0.85,
}


def places(
    board: str, method: str = "pivot-mds", seed: int = 0
) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    return clew.explore(clew.load(board)).layout(method, seed=seed)


def test_far_in_moves_is_far_in_the_picture() -> None:
    found = {}
    for board, least in MAPS.items():
        space = clew.explore(clew.load(board))
        assert space.n <= 10_000
        place = space.layout("pivot-mds")
        some = np.random.default_rng(5).choice(space.n, min(64, space.n), replace=False)
        moves = distances_from(*both_ways(graph_of(space)), some)
        apart = np.linalg.norm(place[:, None] - place[some][None], axis=2)
        found[board] = float(spearmanr(moves.ravel(), apart.ravel()).statistic)
        assert found[board] > least, f"{board}: {found[board]:.3f}"
    assert np.mean(list(found.values())) >= 0.9, found


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("board", [COINS, STUCK, COUNTER, "null:0", "null:1"])
def test_every_state_has_a_place_and_always_the_same(board: str, method: str) -> None:
    first = places(board, method, 3)
    assert first.shape == (clew.explore(clew.load(board)).n, 2)
    assert np.isfinite(first).all()
    assert method == "stress" or np.abs(first).max() <= 1 + 1e-9
    assert np.array_equal(first, places(board, method, 3))


def test_rings_are_distances() -> None:
    space = clew.explore(clew.load(GAR))
    radius = np.linalg.norm(space.layout("layers"), axis=1)
    outer = rings(graph_of(space))
    inner = np.append(0, outer[:-1])
    assert (radius < outer[space.distance]).all() and (radius > inner[space.distance]).all()


def test_walks_from_many_sources_at_once() -> None:
    space = clew.explore(clew.load(COINS))
    indptr, indices = both_ways(graph_of(space))
    found = distances_from(indptr, indices, np.arange(0, space.n, 2))
    for column, source in enumerate(range(0, space.n, 2)):
        far, queue = {source: 0}, [source]
        for here in queue:
            for there in indices[int(indptr[here]) : int(indptr[here + 1])].tolist():
                if there not in far:
                    far[there] = far[here] + 1
                    queue.append(there)
        assert found[:, column].tolist() == [far[state] for state in range(space.n)]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_signs_are_told_apart_without_colours_and_with_them(theme: str) -> None:
    room = ROOMS[theme]
    for role in ("accent", "good", "ink"):
        assert contrast(room[role], room["paper"]) >= 4.5
    for step in range(STEPS):
        assert contrast(room[f"map{step}"], room["paper"]) >= 2.9, step
        assert contrast(room[f"way{step}"], room["paper"]) >= 2.9, step
    for sight in SIGHTS:
        for one, other in combinations(("accent", "good", "ink"), 2):
            assert distance(room[one], room[other], sight) > 11, (one, other, sight)
        for ramp in ("map", "way"):
            assert distance(room[f"{ramp}0"], room[f"{ramp}{STEPS - 1}"], sight) > 25, (ramp, sight)


def test_a_picture_shows_start_goals_corridor_and_path() -> None:
    space = clew.explore(clew.load(GAR))
    text = str(space.draw(highlight="path", layout="layers"))
    accent, ink, good = (ROOMS["light"][role] for role in ("accent", "ink", "good"))
    # 54 states on shortest solutions, a knot for each of 9 on the path; 1 and 2 more in the legend.
    assert len(re.findall(f'<circle[^>]*stroke="{ink}"', text)) == 55
    assert len(re.findall(f'<circle[^>]*fill="{accent}"', text)) == 11
    assert len(re.findall(f'<circle[^>]*stroke="{accent}"', text)) == 2
    diamonds = re.findall(f'<path d="([^"]*)" fill="{good}"', text)
    assert [path.count("Z") for path in diamonds] == [172, 1]
    assert "Map of a blocks puzzle" in text


@pytest.mark.parametrize("path", ["CL3 HU1", ["CL3", "HU1"], "line", "game", "numbers"])
def test_a_path_may_be_named_in_many_ways(path: object) -> None:
    puzzle = clew.load(GAR)
    space = clew.explore(puzzle)
    line = clew.Line(puzzle, "CL3 HU1")
    states = [space.index(state) for state in (line.start, *(step.after for step in line.steps))]
    game = clew.Game(puzzle)
    game.play("CL3")
    game.play("HU1")
    shown = {"line": line, "game": game, "numbers": states}.get(str(path), path)
    text = str(space.draw(highlight=shown, layout="layers"))
    assert len(re.findall(f'<circle[^>]*fill="{ROOMS["light"]["accent"]}"', text)) == 3 + 2


def test_a_cloud_has_pixels_and_the_same_signs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    space = clew.explore(clew.load(GAR))
    monkeypatch.setattr(picture, "DOTS", 1000)
    for theme in ("light", "dark"):
        text = str(space.draw(theme=theme, highlight="path", layout="layers"))
        assert text.count("<image") == 1
        assert len(re.findall(f'<circle[^>]*stroke="{ROOMS[theme]["ink"]}"', text)) == 55
    from PIL import Image

    space.draw(tmp_path / "map.png", theme="dark", width=660, layout="layers")
    with Image.open(tmp_path / "map.png") as image:
        assert image.width == 660
        colours = image.convert("RGB").getcolors(1 << 20) or []
    paper = tuple(int(ROOMS["dark"]["paper"][at : at + 2], 16) for at in (1, 3, 5))
    assert max(colours)[1] == paper
    assert len(colours) > 30


def test_colours_may_tell_other_things() -> None:
    space = clew.explore(clew.load(COINS))
    pictures = {str(space.draw(color=color)) for color in ("distance", "depth", "branching")}
    own = str(space.draw(color=np.arange(space.n) % 5))
    assert len({*pictures, own}) == 4


def test_the_reader_chooses_light_or_dark() -> None:
    text = str(clew.explore(clew.load(COINS)).draw(theme="auto", layout="layers"))
    assert "prefers-color-scheme:dark" in text
    assert re.search(r'class="clew-s-map\d+"', text)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"color": "distanse"}, "did you mean `distance`"),
        ({"color": np.zeros(3)}, "one per state"),
        ({"theme": "drak"}, "did you mean `dark`"),
        ({"layout": "ring"}, "must be one of"),
        ({"width": 1}, "from 64"),
        ({"highlight": [1, 99999]}, "no state 99999"),
        ({"highlight": object()}, "highlight takes"),
        ({"path": "map.gif"}, r"must end in \.svg, \.png, \.pdf, \.html"),
    ],
)
def test_mistakes_are_told(options: dict[str, object], words: str) -> None:
    space = clew.explore(clew.load(COINS))
    with pytest.raises(clew.ClewError, match=words):
        space.draw(**options)  # type: ignore[arg-type]


def test_a_pdf_has_every_move_as_a_line_and_the_same_bytes_each_time(tmp_path: Path) -> None:
    space = clew.explore(clew.load(GAR))
    for name in ("one.pdf", "two.pdf"):
        space.draw(tmp_path / name, theme="print")
    (page,) = pages((tmp_path / "one.pdf").read_bytes())
    wide, high, drawn = page
    assert (round(wide), 100 < high < 300) == (280, True), "as wide as A4 across, without its margins"
    assert drawn.count(" l\n") >= space.undirected_edges
    assert (tmp_path / "one.pdf").read_bytes() == (tmp_path / "two.pdf").read_bytes()


def test_a_pdf_of_a_cloud_has_the_pixels_of_the_picture(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(picture, "DOTS", 100)
    space = clew.explore(clew.load(GAR))
    svg = space.draw(layout="layers")
    space.draw(tmp_path / "map.pdf", layout="layers")
    assert svg is not None
    png = b64decode(svg.split("data:image/png;base64,")[1].split('"')[0])
    packed = png.split(b"IDAT")[1]
    data = (tmp_path / "map.pdf").read_bytes()
    image = re.search(rb"/Subtype/Image/Width 1320/Height 1320.*?/Length (\d+)>>stream\n", data, re.DOTALL)
    assert image is not None
    assert packed.startswith(data[image.end() :][: int(image[1])])
    assert b"/I0 Do" not in data, "it is in the packed page"
    ((_, _, drawn),) = pages(data)
    assert drawn.count("/I0 Do") == 1


def test_notebooks_show_the_map() -> None:
    """As wide as the cell, whatever its width, and never wider: the height follows from the viewBox."""
    space = clew.explore(clew.load(COINS))
    shown = str(space._repr_svg_())
    head = shown[: shown.index(">")]
    assert head.startswith("<svg") and 'width="100%"' in head and "height=" not in head and "viewBox=" in head
    assert shown.partition(">")[2] == str(space.draw(theme="auto")).partition(">")[2]
