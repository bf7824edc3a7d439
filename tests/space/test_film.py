"""Animations of maps: do they grow, turn and run along the path, and leave no file behind when stopped?"""

from __future__ import annotations

import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image, ImageChops, ImageSequence

import clew
from clew.maps.film import Times, film
from clew.maps.frames import Frames, steps_along
from clew.maps.highlight import states_of
from clew.maps.scale import scale_of
from clew.maps.shape import pairs
from clew.maps.turntable import Turntable
from clew.pictures.animation import Stage
from clew.pictures.drawable import Line, subject_of
from clew.statespace.graph import graph_of
from tests.search.boards import COINS, COUNTER, GAR, STUCK

SIZE = (280, 200)
NARROW: dict[str, Any] = {"width": 320, "duration": 2.0}
ENCODER = """\
#!{python}
import sys
data = sys.stdin.buffer.read()
open({log!r}, "w").write(" ".join(sys.argv[1:]) + "\\n" + str(len(data)))
open(sys.argv[-1], "wb").write(b"film")
"""
BROKEN = "#!{python}\nimport sys\nsys.exit('Unknown encoder')\n"


@pytest.fixture(scope="module")
def gar() -> Any:
    return clew.explore(clew.load(GAR))


def table_of(space: Any, theme: str = "light") -> Turntable:
    graph = graph_of(space)
    goals = np.flatnonzero(graph.is_goal)
    return Turntable(space.layout(dim=3), pairs(graph), goals, scale_of(space, "distance"), SIZE, theme)


def frames_of(path: Path) -> list[Image.Image]:
    with Image.open(path) as film_:
        return [frame.convert("RGB") for frame in ImageSequence.Iterator(film_)]


def inked(frame: Image.Image) -> int:
    """Pixels of the map's part of a frame that are not paper."""
    wide, high = Frames.room(frame.width)
    top = frame.height - high - 20
    part = np.asarray(frame.crop((0, top, wide, top + high))).astype(int)
    return int((np.abs(part - part[-1, -1]).sum(axis=2) > 30).sum())


# ------------------------------------------------------------ the map from any side


def test_the_map_stays_on_the_page_from_every_side_with_the_goals_to_the_right(gar: Any) -> None:
    table = table_of(gar)
    for angle in np.linspace(0, 2 * np.pi, 9):
        seen = table.seen(angle)
        assert seen.places.min() >= -2 and (seen.places <= np.array(SIZE) + 2).all()
        assert 0 <= seen.near.min() < 0.5 < seen.near.max() <= 1
        assert seen.places[gar.start, 0] < seen.places[gar.is_goal, 0].mean()
    assert np.allclose(table.seen(0).places, table.seen(2 * np.pi).places)
    assert not np.allclose(table.seen(0).places, table.seen(np.pi).places, atol=5)


def test_every_move_is_a_line_and_nothing_else_is(gar: Any) -> None:
    space = clew.explore(clew.load(COINS))
    table = table_of(space)
    seen = table.seen(0.4)
    drawn = table.lines(seen).astype(int)
    paper = table.lines(seen, np.zeros(space.n, bool)).astype(int)
    assert len(np.unique(paper.reshape(-1, 3), axis=0)) == 1
    differs = np.abs(drawn - paper).sum(axis=2) > 0
    wanted = np.zeros_like(differs)
    for a, b in pairs(graph_of(space)).tolist():
        for percent in np.arange(0, 100.25, 0.25):
            x, y = seen.places[a] + (seen.places[b] - seen.places[a]) * percent / 100
            assert percent not in (5, 95) or differs[int(y), int(x)]
            wanted[max(0, int(y) - 2) : int(y) + 3, max(0, int(x) - 2) : int(x) + 3] = True
    assert not (differs & ~wanted).any()


def test_near_lines_are_stronger_and_large_maps_are_thinned(gar: Any) -> None:
    line = np.array([[0, 1], [2, 3]])
    places = np.array([[-1.0, 0.2, 0.9], [1, 0.2, 0.9], [-1, -0.2, -0.9], [1, -0.2, -0.9]])
    space = clew.explore(clew.load(COINS))
    scale = scale_of(space, "distance")
    table = Turntable(places, line, np.zeros(0, int), scale, SIZE, "light")
    paper = table.lines(table.seen(0), np.zeros(4, bool)).astype(int)
    ink = np.abs(table.lines(table.seen(0)).astype(int) - paper).sum(axis=2).max(axis=1)
    rows = np.flatnonzero(ink)
    assert len(rows) <= 12 and ink[rows[rows > SIZE[1] / 2]].max() > ink[rows[rows < SIZE[1] / 2]].max()
    many = pairs(graph_of(gar))
    drawn = Turntable(
        gar.layout(dim=3), np.tile(many, (20, 1)), many[:0, 0], scale_of(gar, "distance"), SIZE, "light"
    )
    assert len(drawn._ends) < 10 * len(many)


# ------------------------------------------------------------ the animation


def test_it_grows_and_then_the_solution_runs_through_it(gar: Any, tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    path = tmp_path / "map.gif"
    gar.film(path, **NARROW, on_progress=lambda made, all_: told.append((made, all_)))
    frames = frames_of(path)
    assert len(frames) == 20 == len(told) and told[-1] == (20, 20)
    assert all(frame.size == (320, 192) for frame in frames)
    times = Times.of(8, 2.0)
    grown = int(times.grown * 10)
    sizes = [inked(frame) for frame in frames]
    assert sizes[0] < sizes[grown // 2] < sizes[grown]
    assert sizes[0] < sizes[grown] / 10
    assert all(ImageChops.difference(a, b).getbbox() for a, b in pairwise(frames))


def test_the_board_beside_it_is_the_start_first_and_solved_at_the_end(gar: Any, tmp_path: Path) -> None:
    gar.film(tmp_path / "map.gif", highlight="BR1 CL3 EU1 FU1 DL2 GD3 HD2 AR3", **NARROW)
    frames = frames_of(tmp_path / "map.gif")
    subject = subject_of(Line(gar.puzzle, "BR1 CL3 EU1 FU1 DL2 GD3 HD2 AR3"))
    stage = Stage(subject._replace(is_line=True), "light", "letters", 96)
    boards = [np.asarray(stage.whole(stage.board(made))).astype(int) for made in range(9)]
    high, wide, _ = boards[0].shape
    for frame, number in ((frames[0], 0), (frames[-1], 8)):
        shown = np.asarray(frame.crop((320 - wide, 27, 320, 27 + high))).astype(int)
        apart = [float(np.abs(board - shown).mean()) for board in boards]
        assert int(np.argmin(apart)) == number and apart[number] < 2, apart


def test_the_steps_of_a_path_lead_along_its_states(gar: Any) -> None:
    names = gar.best_path()
    states, _ = states_of(gar, "path")
    steps = steps_along(gar, states)
    assert [gar.index(step.after) for step in steps] == states[1:] and len(steps) == len(names)
    far = int(gar.distance.argmax())
    with pytest.raises(clew.ClewError, match="no move leads from state"):
        steps_along(gar, [gar.start, far])


@pytest.mark.parametrize("board", [COINS, COUNTER, STUCK])
def test_any_map_can_be_filmed_and_twice_the_same(board: str, tmp_path: Path) -> None:
    space = clew.explore(clew.load(board))
    for name in ("one.gif", "two.gif"):
        space.film(tmp_path / name, **NARROW, theme="dark")
    assert (tmp_path / "one.gif").read_bytes() == (tmp_path / "two.gif").read_bytes()
    assert len(frames_of(tmp_path / "one.gif")) == 20


def test_long_solutions_take_longer_up_to_a_limit() -> None:
    assert Times.of(0, None).solved == Times.of(0, None).grown
    assert Times.of(8, None).end < Times.of(30, None).end < Times.of(300, None).end == Times.of(900, None).end
    assert Times.of(8, 5.0).end == pytest.approx(5.0)


# ------------------------------------------------------------ limits, and what goes wrong


def test_at_a_limit_and_after_an_error_there_is_no_file(gar: Any, tmp_path: Path) -> None:
    path = tmp_path / "map.gif"
    with pytest.raises(clew.LimitReached, match=r"limit on seconds after 0 of 20 frames"):
        gar.film(path, **NARROW, limits=clew.Limits(seconds=0))
    limits = clew.Limits()
    with pytest.raises(clew.LimitReached, match="cancelled after 3 of"):
        gar.film(
            path, **NARROW, limits=limits, on_progress=lambda made, _: limits.cancel() if made == 3 else None
        )

    def pressed(made: int, frames: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        gar.film(path, **NARROW, on_progress=pressed)
    assert not list(tmp_path.iterdir())


def test_wrong_arguments_are_named(gar: Any, tmp_path: Path) -> None:
    for options, words in (
        ({"theme": "drak"}, "dark"),
        ({"width": 100}, "320 to 3840 pixels"),
        ({"duration": 0.5}, "1 to 120 seconds"),
    ):
        with pytest.raises(clew.ClewError, match=words):
            film(gar, tmp_path / "map.gif", **options)
    with pytest.raises(clew.ClewError, match=r"must end in \.gif, \.webm, \.mp4"):
        film(gar, tmp_path / "map.png")
    with pytest.raises(OSError, match="nowhere"):
        film(gar, tmp_path / "nowhere" / "map.gif", **NARROW)


def encoder(folder: Path, monkeypatch: pytest.MonkeyPatch, text: str) -> Path:
    """A program `ffmpeg` that notes what it was given."""
    program = folder / "bin" / "ffmpeg"
    program.parent.mkdir()
    program.write_text(text.format(python=sys.executable, log=str(folder / "log")))
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(program.parent))
    return folder / "log"


@pytest.mark.parametrize("form", ["webm", "mp4"])
def test_a_video_is_encoded_by_ffmpeg(
    form: str, gar: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = encoder(tmp_path, monkeypatch, ENCODER)
    film(gar, tmp_path / f"map.{form}", width=320, duration=1)
    words, count = log.read_text().split("\n")
    assert "-s 320x192 -r 25.0" in words and f"-f {form}" in words
    assert int(count) == 25 * 320 * 192 * 3
    assert (tmp_path / f"map.{form}").read_bytes() == b"film"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bin", "log", f"map.{form}"]


def test_what_ffmpeg_refuses_is_told(gar: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(clew.ClewError, match=r"\.webm needs the program ffmpeg"):
        film(gar, tmp_path / "map.webm", **NARROW)
    encoder(tmp_path, monkeypatch, BROKEN)
    with pytest.raises(clew.ClewError, match=r"could not write .*: Unknown encoder"):
        film(gar, tmp_path / "map.webm", **NARROW)
    with pytest.raises(clew.LimitReached):
        film(gar, tmp_path / "map.webm", **NARROW, limits=clew.Limits(seconds=0))
    assert [path.name for path in tmp_path.iterdir()] == ["bin"]
