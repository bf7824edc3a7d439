"""Pictures: what stands where in them, that characters can be told apart, animations."""

from __future__ import annotations

import importlib
from io import BytesIO
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from clew_world import World, read, shipped
from clew_world.elements import LOOKS
from clew_world.kinds import BUILDS
from clew_world.paint import palette
from clew_world.paint.animation import EVERY, Animation, write_png
from clew_world.paint.creatures import PHASES
from clew_world.paint.frame import Painter
from clew_world.paint.sprites import Sprites
from clew_world.paint.themes import THEMES
from tests.amount import few
from tests.pixels import colours, rgb
from tests.worlds import level, scripted, table

image: Any = importlib.import_module("PIL.Image")
chops: Any = importlib.import_module("PIL.ImageChops")


def count(frame: Any, colour: str) -> int:
    """How many pixels are of that colour."""
    return colours(frame)[rgb(colour)]


@pytest.mark.parametrize("name", few(shipped(), 3))
def test_a_picture_of_each_level(name: str, tmp_path: Path) -> None:
    with World.load(name) as world:
        world.step(30)
        write_png(Painter(world), tmp_path / "world.png")
    with image.open(tmp_path / "world.png") as frame:
        assert frame.width > 700
        assert frame.height > 500
        assert len(colours(frame)) > 100
        assert count(frame, THEMES[read(name).theme].turf) > 1000


def test_the_player_is_drawn_where_it_is_under_scrolling_and_zoom() -> None:
    with World.parse(level(player=(30, 1), width=80)) as world:
        world.step(30)
        painter = Painter(world, (640, 360))
        for zoom, middle in ((30, 20), (48, 30), (48, 34), (90, 31)):
            painter.camera.zoom = zoom
            painter.camera.look_at(middle, 4)
            before: Any = painter.frame()
            px, py = painter.camera.to_screen(world.player.x, world.player.y + 0.45)
            inside = 0 <= px < 640 and 0 <= py < 360
            shirt = rgb("#F0684A")
            near = (
                before.crop((round(px) - 12, round(py) - 12, round(px) + 12, round(py) + 12))
                if inside
                else None
            )
            found = near is not None and shirt in colours(near)
            assert found == inside


def test_every_look_has_a_silhouette_of_its_own() -> None:
    sprites = Sprites(read("meadow"), 100)
    shapes = {}
    for look in LOOKS:
        picture, x, y = sprites.creature(look, 0.6, 0.6, 0, 1)
        sheet = image.new("L", (400, 300))
        sheet.paste(picture.getchannel("A"), (200 - x, 200 - y))
        shapes[look] = sheet.point(lambda value: 255 * (value > 128))
    for one, other in combinations(LOOKS, 2):
        apart = chops.difference(shapes[one], shapes[other]).histogram()[255]
        size = min(shapes[one].histogram()[255], shapes[other].histogram()[255])
        assert apart > 0.2 * size, f"{one} and {other} look alike without their colours"


@pytest.mark.parametrize("look", LOOKS)
def test_steps_move_and_sides_are_mirrored(look: str) -> None:
    sprites = Sprites(read("meadow"), 100)
    build = BUILDS[look]
    still = sprites.creature(look, build.width, build.height, 0, 1)[0]
    steps = {
        sprites.creature(look, build.width, build.height, phase, 1)[0].tobytes() for phase in range(PHASES)
    }
    assert len(steps) >= 4
    left = sprites.creature(look, build.width, build.height, 0, -1)[0]
    assert left.tobytes() == still.transpose(image.Transpose.FLIP_LEFT_RIGHT).tobytes()


def test_the_thread_shows_the_way_and_only_then() -> None:
    with World.load("meadow") as world:
        world.step(30)
        painter = Painter(world)
        assert count(painter.frame(), palette.THREAD) == 0
        world.touch(7.5, 7.8)
        world.step(2)
        assert count(painter.frame(), palette.THREAD) > 500


def test_what_cannot_be_reached_is_marked() -> None:
    with World.parse(level(table("platform", x=10, y=8, width=4))) as world:
        world.step(30)
        painter = Painter(world)
        plain = count(painter.frame(), palette.TROUBLE)
        world.touch(12, 8)
        world.step(2)
        assert count(painter.frame(), palette.TROUBLE) > plain + 300


def test_the_overlay_and_words(tmp_path: Path) -> None:
    animal = table("animal", kind="fox", name="Rusty", x=8, y=1, script="talk.lua")
    talk = "function process(e) game.setTarget(e, 14, 1) game.say(e, 'Hello') end"
    with scripted(tmp_path, {"talk.lua": talk}, level(animal)) as world:
        world.step(10)
        painter = Painter(world)
        plain = painter.frame()
        assert count(plain, palette.IVORY) > 500, "a bubble with words"
        painter.overlay = True
        assert count(painter.frame(), palette.TEXT_SOFT) > count(plain, palette.TEXT_SOFT) + 200


def test_a_film_has_a_frame_for_every_few_ticks(tmp_path: Path) -> None:
    with World.load("meadow") as world:
        animation = Animation(Painter(world, zoom=20), follow=True)
        world.touch(6, 1)
        for tick in range(60):
            if tick % EVERY == 0:
                animation.shoot()
            world.step()
        animation.write(tmp_path / "animation.gif")
    with image.open(BytesIO((tmp_path / "animation.gif").read_bytes())) as gif:
        assert gif.n_frames == 60 // EVERY
        first = gif.convert("RGB")
        gif.seek(10)
        assert chops.difference(first, gif.convert("RGB")).getbbox() is not None
