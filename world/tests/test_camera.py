"""The camera: what is under a finger, under scrolling and zoom."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clew_world import Camera

SIZES = st.tuples(st.integers(200, 2000), st.integers(200, 1200))


@given(
    screen=SIZES,
    zoom=st.floats(8, 200),
    at=st.tuples(st.floats(-50, 150), st.floats(-50, 80)),
    pixel=st.tuples(st.floats(0, 2000), st.floats(0, 1200)),
)
def test_a_pixel_is_the_point_that_is_drawn_there(
    screen: tuple[int, int], zoom: float, at: tuple[float, float], pixel: tuple[float, float]
) -> None:
    camera = Camera((100, 30), screen, zoom, *at)
    assert camera.to_screen(*camera.to_world(*pixel)) == pytest.approx(pixel, abs=1e-6)


@given(
    at=st.tuples(st.floats(30, 70), st.floats(10, 20)),
    pixel=st.tuples(st.floats(200, 600), st.floats(150, 300)),
    zoom=st.floats(40, 160),
)
def test_zooming_keeps_the_point_under_the_finger(
    at: tuple[float, float], pixel: tuple[float, float], zoom: float
) -> None:
    camera = Camera((100, 30), (800, 450), 60, *at)
    before = camera.to_world(*pixel)
    camera.zoom_to(zoom, *pixel)
    held = camera.x not in (400 / zoom, 100 - 400 / zoom) and camera.y not in (225 / zoom, 30 - 225 / zoom)
    if held:
        assert camera.to_world(*pixel) == pytest.approx(before, abs=1e-6)


def test_nothing_outside_the_world_is_shown() -> None:
    camera = Camera((100, 30), (800, 400), 40)
    for x, y in ((-20, -20), (500, 500), (0, 15), (100, 15)):
        camera.look_at(x, y)
        left, top = camera.to_world(0, 0)
        right, bottom = camera.to_world(800, 400)
        assert left >= -1e-9
        assert right <= 100 + 1e-9
        assert bottom >= -1e-9
        assert top <= 30 + 1e-9


def test_a_world_smaller_than_the_screen_is_in_its_middle() -> None:
    camera = Camera((10, 5), (1000, 800), 40, 1, 1)
    assert camera.to_screen(5, 2.5) == (500, 400)


def test_it_follows_the_player() -> None:
    camera = Camera((100, 30), (800, 400), 40, 10, 5)
    for _ in range(100):
        camera.follow(60, 5)
    px, _ = camera.to_screen(60, 5)
    assert 800 / 3 - 1 <= px <= 1600 / 3 + 1
