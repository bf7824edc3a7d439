"""Hands at a window: they see what a `Winner` says, and do it by mouse, finger, keyboard or gamepad alone."""

from __future__ import annotations

import itertools
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from clew_world import World, describe, snapshot
from clew_world.elements import STEP
from clew_world.window import Window
from tests import gamepad
from tests.wins import Point, Winner

TICKS = 5
"""Ticks from frame to frame: what a window on a slow machine catches up with."""
_DRAWN = 40
"""Every so many frames is drawn; drawing takes most of the time."""
_NEAR = 0.26
"""Metres. This near to a place, the cursor is at it: half a step of a key."""
_BY_STEPS = 1.6
"""Metres. When the cursor is nearer than this, keys are tapped and no longer held."""
_A_FRAME = 10.0 * TICKS * STEP
"""Metres that a cursor glides from frame to frame."""


def post(kind: str, **values: Any) -> None:
    """An event for the window."""
    import pygame

    pygame.event.post(pygame.event.Event(getattr(pygame, kind), values))


def key(kind: str, code: int, mod: int = 0) -> None:
    """A key of that code, pressed (`KEYDOWN`) or let go (`KEYUP`)."""
    post(kind, key=code, mod=mod, unicode="", scancode=0)


class Hand(ABC):
    """Plays a window. In each frame it may do something with `act`, given the place to touch."""

    def __init__(self, window: Window, level: str) -> None:
        import pygame

        self.pygame: Any = pygame
        self.window = window
        self._winner = Winner(level, describe(window.world))

    def frames(self) -> Iterator[None]:
        """Plays on from frame to frame until the game has ended."""
        while self.window.world.status == "playing":
            frame = snapshot(self.window.world)
            self.act(self._winner.touch(frame), self._winner.ahead(frame))
            yield

    @abstractmethod
    def act(self, place: Point | None, ahead: Point | None) -> None:
        """Does what leads to a touch of a place; if there is none, it may aim at the one that comes then."""

    def pixel(self, place: Point) -> tuple[float, float]:
        """The pixel of a place, which must be seen."""
        camera = self.window._painter.camera
        x, y = camera.to_screen(*place)
        assert 0 <= x < camera.screen[0] and 0 <= y < camera.screen[1], f"{place} is not seen"
        return x, y

    def away(self, place: Point) -> Point:
        """How far it is from the cursor, or where that would begin, to a place."""
        player = self.window.world.player
        x, y = self.window._cursor.at or (player.x, player.y)
        return place[0] - x, place[1] - y


class Mouse(Hand):
    def act(self, place: Point | None, ahead: Point | None) -> None:
        if place is not None:
            x, y = self.pixel(place)
            post("MOUSEBUTTONDOWN", pos=(round(x), round(y)), button=1, touch=False)
            post("MOUSEBUTTONUP", pos=(round(x), round(y)), button=1, touch=False)


class Finger(Hand):
    def act(self, place: Point | None, ahead: Point | None) -> None:
        if place is None:
            return
        x, y = self.pixel(place)
        wide, tall = self.window._painter.camera.screen
        at = {"x": x / wide, "y": y / tall, "dx": 0.0, "dy": 0.0, "touch_id": 1, "finger_id": 0}
        # SDL pretends for old programs that each finger is a mouse, too.
        for finger, mouse in (("FINGERDOWN", "MOUSEBUTTONDOWN"), ("FINGERUP", "MOUSEBUTTONUP")):
            post(finger, **at)
            post(mouse, pos=(round(x), round(y)), button=1, touch=True)


class Keyboard(Hand):
    def __init__(self, window: Window, level: str) -> None:
        super().__init__(window, level)
        self._held: set[int] = set()

    def act(self, place: Point | None, ahead: Point | None) -> None:
        pygame = self.pygame
        goal = place or ahead
        dx, dy = self.away(goal) if goal is not None else (0.0, 0.0)
        for along, back, on in ((dx, pygame.K_LEFT, pygame.K_RIGHT), (dy, pygame.K_DOWN, pygame.K_UP)):
            wanted = None if abs(along) < _NEAR else on if along > 0 else back
            for code in (back, on):
                far = abs(along) > _BY_STEPS
                if code in self._held and not (code == wanted and far):
                    self._held.remove(code)
                    key("KEYUP", code, pygame.KMOD_LSHIFT)
                elif code == wanted and code not in self._held:
                    key("KEYDOWN", code, pygame.KMOD_LSHIFT)
                    if far:
                        self._held.add(code)
                    else:
                        key("KEYUP", code, pygame.KMOD_LSHIFT)
        if place is not None and max(abs(dx), abs(dy)) < _NEAR:
            if self.window._cursor.at is None:  # the player stands there: a step makes a cursor
                key("KEYDOWN", pygame.K_UP, pygame.KMOD_LSHIFT)
                key("KEYUP", pygame.K_UP, pygame.KMOD_LSHIFT)
            key("KEYDOWN", pygame.K_RETURN, 0)
            key("KEYUP", pygame.K_RETURN, 0)


class Gamepad(Hand):
    def __init__(self, window: Window, level: str) -> None:
        super().__init__(window, level)
        self._gamepad: gamepad.Gamepad | None = None
        self._pressed = False

    def act(self, place: Point | None, ahead: Point | None) -> None:
        if self._gamepad is None:
            self._gamepad = gamepad.Gamepad()
            return  # until the window has heard of it
        goal = place or ahead
        if goal is not None and self.window._cursor.at is None:
            goal = goal[0], goal[1] + 1.0  # the player may stand there, so that no push would show the cursor
        dx, dy = self.away(goal) if goal is not None else (0.0, 0.0)
        self._gamepad.move(gamepad.RIGHT_X, _pushed(dx))
        self._gamepad.move(gamepad.RIGHT_Y, _pushed(-dy))
        at = self.window._cursor.at is not None and max(abs(dx), abs(dy)) < _NEAR
        self._pressed = place is not None and at and not self._pressed
        self._gamepad.press(gamepad.X, self._pressed)


def _pushed(metres: float) -> float:
    """How far a stick is pushed to move the cursor by that much in a frame."""
    if abs(metres) < _NEAR:
        return 0.0
    part = min(1.0, max(0.3, abs(metres) / _A_FRAME))
    return part if metres > 0 else -part


HANDS: dict[str, Callable[[Window, str], Hand]] = {
    "mouse": Mouse,
    "finger": Finger,
    "keyboard": Keyboard,
    "gamepad": Gamepad,
}


class _Clock:
    """Frame after frame, as fast as the machine can. The window is closed after the last one."""

    def __init__(self, frames: Iterator[None]) -> None:
        self._frames = frames

    def tick(self, _: int) -> float:
        try:
            next(self._frames)
        except StopIteration:
            post("QUIT")
        return TICKS * STEP * 1000


def run(window: Window, frames: Iterator[None], monkeypatch: pytest.MonkeyPatch) -> World:
    """Runs a window without a screen; before each frame, `frames` goes on. Returns its world."""
    import pygame

    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    monkeypatch.setattr(pygame.time, "Clock", lambda: _Clock(frames))
    return window.run()


def play(level: str, with_what: str, monkeypatch: pytest.MonkeyPatch, most: int = 30_000) -> World:
    """Plays a shipped level in a window; the world at its end."""
    with World.load(level) as world:
        window = Window(world, ticks=most, muted=True)
        hand = HANDS[with_what](window, level)
        show, numbers = window._show, itertools.count()

        def seldom(screen: Any) -> None:
            if next(numbers) % _DRAWN == 0:
                show(screen)

        monkeypatch.setattr(window, "_show", seldom)
        return run(window, hand.frames(), monkeypatch)
