"""The cursor in the window: keys and a gamepad alone can do what a click does."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from clew_world import World
from clew_world.window import Window
from tests.gamepad import RIGHT_X, SHOULDER, START, B, Gamepad, X
from tests.hands import key, run
from tests.worlds import level

pygame: Any = pytest.importorskip("pygame")
SHIFT = pygame.KMOD_LSHIFT


@pytest.fixture
def window() -> Iterator[Window]:
    with World.parse(level(width=90)) as world:
        yield Window(world, muted=True)


def place(window: Window) -> tuple[float, float] | None:
    """Where the cursor is, in tenths of a metre."""
    at = window._cursor.at
    return None if at is None else (round(at[0], 1), round(at[1], 1))


def target(window: Window) -> tuple[float, float] | None:
    """Where the player goes, in tenths of a metre."""
    at = window.world.player.target
    return None if at is None else (round(at[0], 1), round(at[1], 1))


def tap(code: int, mod: int = 0) -> None:
    key("KEYDOWN", code, mod)
    key("KEYUP", code, mod)


def test_shift_and_arrows_aim_by_half_metres_and_enter_goes_there(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    def hand() -> Iterator[None]:
        tap(pygame.K_RETURN)
        yield
        assert (place(window), target(window)) == (None, None), "no cursor, nothing to go to"
        for _ in range(4):
            tap(pygame.K_RIGHT, SHIFT)
        tap(pygame.K_UP, SHIFT)
        yield
        assert place(window) == (4.0, 1.5)
        assert target(window) is None, "aiming does not steer"
        tap(pygame.K_RETURN)
        yield
        assert target(window) == (4.0, 1.5)
        for _ in range(20):
            yield
        assert window.world.player.answer == "arrived"
        assert place(window) == (4.0, 1.5), "it stays for the next aim"

    run(window, hand(), monkeypatch)


def test_a_key_that_is_held_glides_on_after_a_moment_within_the_world(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    def hand() -> Iterator[None]:
        key("KEYDOWN", pygame.K_RIGHT, SHIFT)
        yield
        yield
        assert place(window) == (2.5, 1.0), "a short press is one step"
        for _ in range(24):
            yield
        far = place(window)
        assert far is not None
        assert far[0] > 15
        key("KEYUP", pygame.K_RIGHT)
        yield
        still = place(window)
        yield
        assert place(window) == still
        key("KEYDOWN", pygame.K_LEFT, SHIFT)
        for _ in range(60):
            yield
        assert place(window) == (0.0, 1.0)

    run(window, hand(), monkeypatch)


def test_escape_removes_the_cursor_and_then_ends_the_game(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[object] = []

    def hand() -> Iterator[None]:
        tap(pygame.K_RIGHT, SHIFT)
        yield
        seen.append(place(window))
        tap(pygame.K_ESCAPE)
        yield
        seen.append(place(window))
        tap(pygame.K_ESCAPE)
        yield
        seen.append("still open")

    run(window, hand(), monkeypatch)
    assert seen == [(2.5, 1.0), None]


@pytest.mark.parametrize("what", ["steering", "a click", "again"])
def test_other_input_removes_the_cursor(what: str, window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    def hand() -> Iterator[None]:
        tap(pygame.K_RIGHT, SHIFT)
        yield
        assert place(window) == (2.5, 1.0)
        if what == "steering":
            key("KEYDOWN", pygame.K_d)
        elif what == "again":
            tap(pygame.K_r)
        else:
            at = {"pos": (300, 500), "button": 1, "touch": False}
            pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, at))
        yield
        assert place(window) is None

    run(window, hand(), monkeypatch)


def test_the_right_stick_aims_x_or_the_shoulder_goes_there_and_b_removes(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    def hand() -> Iterator[None]:
        pad = Gamepad()
        yield
        pad.move(RIGHT_X, 0.2)
        yield
        assert place(window) is None, "a stick is never quite at rest"
        pad.move(RIGHT_X, 0.5)
        for _ in range(12):
            yield
        assert place(window) == (7.0, 1.0), "a second at half its speed"
        pad.move(RIGHT_X, 0.0)
        pad.press(X)
        yield
        pad.press(X, down=False)
        yield
        assert target(window) == place(window)
        pad.move(RIGHT_X, 1.0)
        yield
        yield
        pad.move(RIGHT_X, 0.0)
        pad.press(SHOULDER)
        yield
        yield
        assert target(window) == place(window)
        pad.press(B)
        yield
        assert place(window) is None
        pad.press(START)
        yield
        tick = window.world.tick
        pad.press(START, down=False)
        yield
        assert window.world.tick == tick, "it is paused"
        pad.press(START)
        yield
        for _ in range(60):
            yield
        assert window.world.player.answer == "arrived"

    run(window, hand(), monkeypatch)


@pytest.mark.parametrize("paused", [False, True])
def test_the_cursor_is_drawn_and_the_camera_follows_it(
    paused: bool, window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    def hand() -> Iterator[None]:
        camera = window._painter.camera
        start = camera.x
        if paused:
            tap(pygame.K_SPACE)
        key("KEYDOWN", pygame.K_RIGHT, SHIFT)
        for _ in range(90):
            yield
        key("KEYUP", pygame.K_RIGHT)
        yield
        assert window._cursor.at is not None
        assert camera.x > start + 20
        x, y = camera.to_screen(*window._cursor.at)
        assert 0 < x < camera.screen[0]
        # A spoke of the cross: its middle is empty.
        assert pygame.display.get_surface().get_at((round(x) + 10, round(y)))[:3] == (255, 255, 255)
        assert window.world.tick < 5 if paused else window.world.tick > 400

    run(window, hand(), monkeypatch)
