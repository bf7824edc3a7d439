"""Pictures of a level's own: drawn for their kinds, and safe if they come from strangers."""

from __future__ import annotations

import importlib
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

import pytest

from clew.errors import BoardError
from clew_world import World, parse
from clew_world.paint.frame import Painter
from clew_world.paint.sprites import Sprites, own_image
from clew_world.paint.vector import portrait
from clew_world.pictures import LARGEST_FILE, LARGEST_SIDE, OwnPicture
from tests.amount import times
from tests.pixels import colours
from tests.worlds import level, table, until

image: Any = importlib.import_module("PIL.Image")
RED, BLUE, GREEN = (255, 0, 0), (0, 0, 255), (0, 255, 0)


def png(*frames: tuple[int, int, int], size: tuple[int, int] = (20, 40)) -> bytes:
    """A PNG file of frames in one colour each, side by side."""
    picture = image.new("RGB", (size[0] * len(frames), size[1]))
    for number, colour in enumerate(frames):
        picture.paste(colour, (number * size[0], 0, (number + 1) * size[0], size[1]))
    file = BytesIO()
    picture.save(file, "png")
    return file.getvalue()


def painted(world: World) -> Any:
    return painter_of(world).frame()


def painter_of(world: World) -> Painter:
    painter = Painter(world, (480, 240), 40.0)
    painter.camera.look_at(5, 3)
    painter.plate = False
    return painter


def with_pictures(folder: Path, pictures: str, *parts: str) -> World:
    return World.parse(f"pictures = {pictures}\n" + level(*parts), folder=folder)


def test_a_picture_is_drawn_for_its_kind_as_high_as_the_character(tmp_path: Path) -> None:
    (tmp_path / "hero.png").write_bytes(png(RED))
    (tmp_path / "fruit.png").write_bytes(png(BLUE, size=(10, 10)))
    gem = table("item", kind="gem", x=5, y=1)
    with with_pictures(tmp_path, '{ player = "hero.png", gem = "fruit.png" }', gem) as world:
        world.step(30)
        frame = painted(world)
        # A metre of 40 pixels, and half as wide.
        assert colours(frame)[RED] == pytest.approx(40 * 20, rel=0.1)
        assert colours(frame)[BLUE] == pytest.approx((0.42 * 40) ** 2, rel=0.15)
        drawn = str(portrait(world.level))
        assert "image/png" in drawn or drawn.count("data:image/svg+xml;base64,") == 2


def test_frames_follow_the_step_and_mirror(tmp_path: Path) -> None:
    (tmp_path / "hero.png").write_bytes(png(RED, BLUE, GREEN))
    with with_pictures(tmp_path, '{ player = { file = "hero.png", frames = 3 } }') as world:
        world.step(30)
        painter = painter_of(world)
        assert colours(painter.frame())[RED]
        world.touch(9, 1)
        seen = set()
        for _ in range(8):
            world.step(6)
            frame = painter.frame()
            seen |= {RED, BLUE, GREEN} & colours(frame).keys()
        assert seen == {BLUE, GREEN}
        until(world, lambda: world.player.answer == "arrived")
        world.step(5)
        assert colours(painter.frame())[RED]


def test_a_record_draws_the_usual_pictures(tmp_path: Path) -> None:
    (tmp_path / "hero.png").write_bytes(png(RED))
    with with_pictures(tmp_path, '{ player = "hero.png" }') as world:
        world.step(30)
        record = world.save()
    with World.resume(record) as again:
        assert RED not in colours(painted(again))


@pytest.mark.parametrize(
    "name",
    ["../hero.png", "/hero.png", "a/b.png", "a\\\\b.png", ".a.png", "hero.svg", "a.png ", "x" * 99 + ".png"],
)
def test_names_are_those_of_files_in_the_folder(name: str) -> None:
    with pytest.raises(BoardError, match="is not the name of a picture"):
        parse(f'pictures = {{ player = "{name}" }}\n' + level())


def read(folder: Path, frames: int = 1) -> OwnPicture:
    own = OwnPicture("player", "hero.png", frames)
    own.read(folder)
    return own


def test_what_is_not_a_picture_in_the_folder_is_refused_with_the_reason(tmp_path: Path) -> None:
    folder = tmp_path / "level"
    folder.mkdir()
    hero = folder / "hero.png"
    with pytest.raises(BoardError, match="no such file"):
        read(folder)
    (tmp_path / "secret.png").write_bytes(png(RED))
    hero.symlink_to(tmp_path / "secret.png")
    with pytest.raises(BoardError, match="outside the folder"):
        read(folder)
    hero.unlink()
    for content, words in (
        (b"GIF89a" + bytes(60), "not a PNG file"),
        (png(RED)[:20], "not a PNG file"),
        (png(RED)[:16] + bytes(8) + png(RED)[24:], "no pixels"),
        (png(RED, size=(LARGEST_SIDE + 1, 2)), "2049 by 2 pixels"),
        (png(RED) + bytes(LARGEST_FILE), "larger than 512 kB"),
        (png(RED, size=(LARGEST_SIDE, 1)), "2048 by 1 pixels is too wide"),
    ):
        hero.write_bytes(content)
        with pytest.raises(BoardError, match=words):
            read(folder)
    hero.write_bytes(png(RED))
    assert read(folder)
    with pytest.raises(BoardError, match="no multiple of 3 frames"):
        read(folder, 3)
    with pytest.raises(BoardError, match="without a folder"):
        OwnPicture("player", "hero.png", 1).read(None)


def test_links_in_a_circle_are_refused(tmp_path: Path) -> None:
    (tmp_path / "hero.png").symlink_to("other.png")
    (tmp_path / "other.png").symlink_to("hero.png")
    with pytest.raises(BoardError, match=r"hero\.png cannot be shown"):
        read(tmp_path)


def test_a_file_that_never_ends_is_not_waited_for(tmp_path: Path) -> None:
    import os

    os.mkfifo(tmp_path / "hero.png")
    with pytest.raises(BoardError, match="no such file"):
        read(tmp_path)


def test_damaged_files_are_refused_and_nothing_worse(tmp_path: Path) -> None:
    random, good = Random(5), png(RED, BLUE)
    own, hero = OwnPicture("player", "hero.png", 2), tmp_path / "hero.png"
    refused = 0
    for _ in range(times(60, 300)):
        content = bytearray(good)
        for _ in range(random.randint(1, 6)):
            content[random.randrange(len(content))] = random.randrange(256)
        hero.write_bytes(content[: random.choice((len(content), random.randrange(len(content))))])
        try:
            assert own_image(own, tmp_path).width <= LARGEST_SIDE
        except BoardError as error:
            refused += 1
            assert "hero.png cannot be shown" in str(error)
    assert refused > 30


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ('"hero.png"', "must be a table"),
        ('{ player = { file = "hero.png", frames = 99 } }', "frames"),
        ('{ player = { file = "hero.png", size = 3 } }', "size"),
        ("{ player = 3 }", "pictures"),
        ("{ " + ", ".join(f'k{n} = "a.png"' for n in range(41)) + " }", "more than 40 pictures"),
    ],
)
def test_what_is_wrong_in_the_table_is_said(value: str, words: str) -> None:
    with pytest.raises(BoardError, match=words):
        parse(f"pictures = {value}\n" + level())


def test_a_look_that_a_script_changes_finds_its_own_picture(tmp_path: Path) -> None:
    (tmp_path / "hero.png").write_bytes(png(RED))
    text = 'pictures = { owl = "hero.png" }\n' + level(table("animal", kind="fox", x=5, y=1))
    plan = parse(text, folder=tmp_path)
    fox = plan.characters[1]
    sprites = Sprites(plan, 40.0)
    usual, *_ = sprites.character(fox, False)
    fox.look = "owl"
    own, *_ = sprites.character(fox, False)
    assert own.getpixel((2, 2)) == (*RED, 255)
    assert usual.size != own.size
