"""Are films and PNG pictures right, fast and small?"""

from __future__ import annotations

from io import BytesIO
from itertools import pairwise
from pathlib import Path

import pytest
from PIL import Image, ImageChops

import clew
from tests.draw.subjects import BOARDS, sixty, solved


def opened(path: Path) -> Image.Image:
    return Image.open(BytesIO(path.read_bytes()))


def frames(film: Image.Image) -> list[tuple[Image.Image, int]]:
    """Every frame as it is seen, and for how many milliseconds."""
    found = []
    for index in range(getattr(film, "n_frames", 1)):
        film.seek(index)
        found.append((film.convert("RGB"), int(film.info["duration"])))
    return found


MOVING = [name for name in BOARDS if solved(name).steps and name != "blocks-free-goal"]


@pytest.mark.parametrize("name", MOVING)
def test_a_stepped_film_has_a_frame_for_each_board(name: str, tmp_path: Path) -> None:
    solution = solved(name)
    clew.draw(solution, tmp_path / "film.gif", smooth=False, seconds=0.3, width=200)
    film = opened(tmp_path / "film.gif")
    shown = frames(film)
    assert len(shown) == len(solution.steps) + 1
    assert film.info["loop"] == 0
    assert [held for _, held in shown[1:-1]] == [300] * (len(shown) - 2)
    assert shown[0][1] >= 1000 and shown[-1][1] >= 2000
    for (one, _), (other, _) in pairwise(shown):
        assert ImageChops.difference(one, other).getbbox() is not None


def test_a_smooth_film_moves_pieces_and_ends_on_the_same_boards(tmp_path: Path) -> None:
    solution = solved("pebbles-triangle")
    clew.draw(solution, tmp_path / "smooth.gif", seconds=0.4)
    clew.draw(solution, tmp_path / "stepped.gif", seconds=0.4, smooth=False)
    smooth, stepped = frames(opened(tmp_path / "smooth.gif")), frames(opened(tmp_path / "stepped.gif"))
    still = [image for image, held in smooth if held > 100]
    assert len(smooth) > 3 * len(stepped) / 1.5
    assert len(still) == len(stepped)
    for one, (other, _) in zip(still, stepped, strict=True):
        assert ImageChops.difference(one, other).getbbox() is None


def test_a_film_shows_the_colours_of_the_pieces(tmp_path: Path) -> None:
    clew.draw(solved("pebbles-triangle"), tmp_path / "film.gif", width=300)
    first = frames(opened(tmp_path / "film.gif"))[0][0]
    data = first.tobytes()
    colours = {tuple(data[at : at + 3]) for at in range(0, len(data), 3)}
    for wanted in ("#E4574B", "#49B888", "#508DFF", "#1E2831"):
        rgb = tuple(int(wanted[at : at + 2], 16) for at in (1, 3, 5))
        near = min(sum(abs(a - b) for a, b in zip(rgb, colour, strict=True)) for colour in colours)
        assert near <= 12, wanted


def test_films_are_the_same_bytes_every_time(tmp_path: Path) -> None:
    for name in ("one.gif", "two.gif"):
        clew.draw(solved("coroutine-own"), tmp_path / name)
    assert (tmp_path / "one.gif").read_bytes() == (tmp_path / "two.gif").read_bytes()


def test_a_game_is_filmed_from_its_start(tmp_path: Path) -> None:
    game = clew.Game(clew.load(BOARDS["blocks-axis"]))
    for move in ("BR1", "EU1"):
        game.play(move)
    clew.draw(game, tmp_path / "game.gif", smooth=False)
    assert len(frames(opened(tmp_path / "game.gif"))) == 3


def test_sixty_moves_take_a_megabyte(tmp_path: Path) -> None:
    solution = sixty()
    assert len(solution) == 60
    clew.draw(solution, tmp_path / "sixty.gif")
    assert (tmp_path / "sixty.gif").stat().st_size <= 1_000_000


@pytest.mark.parametrize("name", BOARDS)
def test_png_pictures_have_the_width_that_was_asked_for(name: str, tmp_path: Path) -> None:
    clew.draw(clew.load(BOARDS[name]), tmp_path / "board.png", width=320)
    picture = opened(tmp_path / "board.png")
    assert picture.width == 320
    assert picture.convert("RGB").getpixel((1, 1)) == (0xF6, 0xF3, 0xEC)


def test_without_background_the_corner_is_transparent(tmp_path: Path) -> None:
    clew.draw(solved("pebbles-panguru").puzzle, tmp_path / "board.png", width=200, background=False)
    corner = opened(tmp_path / "board.png").convert("RGBA").getpixel((0, 0))
    assert isinstance(corner, tuple) and corner[3] == 0


def test_letters_without_outlines_are_written_by_a_font_of_the_system(tmp_path: Path) -> None:
    puzzle = clew.Pebbles(["字", "-"], ["-", "字"], "grid 1x2")
    clew.draw(puzzle, tmp_path / "board.png", width=200)
    assert opened(tmp_path / "board.png").width == 200
