"""The window: pygame-ce shows the frames of `paint` and reports clicks and touches."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from clew_world.cursor import Cursor
from clew_world.elements import STEP
from clew_world.keys import GO, LEAVE, NUDGE, PAUSE, STEER, Act, Keys
from clew_world.packages import quietly
from clew_world.paint.frame import Painter
from clew_world.sounds import Ears
from clew_world.speaker import Speaker
from clew_world.stream import CREDITS
from clew_world.world import World

KEYS = (
    "click or touch: go there",
    "arrows, WASD or gamepad: walk, jump, climb",
    "Shift+arrows or right stick: aim, Enter or X: go there",
    "wheel: zoom",
    "O: targets and ways",
    "I: what everybody thinks",
    "M: sound",
    "space or Start: pause",
    "R: again",
    "Esc: end",
)
"""What is told at the foot of the window."""
_BEHIND = 5
"""The most ticks that a slow machine catches up at once; the rest are dropped."""
_LOOK = 30
"""Frames between two checks of the script files."""


class Window:
    """A game in a window. `ticks`: it closes after that many. `muted`: without sound, until M is pressed."""

    def __init__(
        self,
        world: World,
        *,
        ticks: int | None = None,
        overlay: bool = False,
        debug: bool = False,
        muted: bool = False,
    ) -> None:
        os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
        os.environ.setdefault("SDL_VIDEO_X11_WMCLASS", "clew")
        self._pygame: Any = quietly("pygame")
        self.world = world
        self._ticks = ticks
        self._painter = Painter(world)
        self._painter.overlay, self._painter.debug = overlay, debug
        self._keys = Keys(self._pygame)
        self._cursor = Cursor((world.width, world.height))
        self._ears = Ears(world)
        self._speaker = Speaker(self._pygame, muted=muted)
        self._paused = False
        self._open = True
        self._files: dict[str, tuple[Path, float]] = {}
        for name in world.record.scripts:
            path = (world.level.folder or Path()) / name
            if name.endswith(".lua") and path.is_file():
                self._files[name] = (path, path.stat().st_mtime)

    def run(self) -> World:
        """Runs until the window is closed; returns the world that was played last, for its record
        and score."""
        pygame = self._pygame
        pygame.display.init()
        pygame.joystick.init()
        pygame.key.set_repeat()
        self._speaker.open()
        try:
            screen = pygame.display.set_mode(self._painter.camera.screen, pygame.RESIZABLE)
            pygame.display.set_caption(f"{self.world.level.title} - Clew")
            clock, behind, frames = pygame.time.Clock(), 0.0, 0
            while self._open:
                behind = min(behind + clock.tick(60) / 1000, _BEHIND * STEP)
                for event in pygame.event.get():
                    self._heed(event)
                while behind >= STEP:
                    behind -= STEP
                    self._aim()
                    if not self._paused:
                        self._step()
                frames += 1
                if frames % _LOOK == 0:
                    self._reload()
                self._show(screen)
        finally:
            self._speaker.close()
            self._keys.close()
            pygame.joystick.quit()
            pygame.display.quit()
        return self.world

    def _step(self) -> None:
        if self._ticks is not None and self.world.tick >= self._ticks:
            self._open = False
            return
        self.world.step()
        self._speaker.play(self._ears.listen())
        if self._cursor.at is None:
            self._painter.camera.follow(self.world.player.x, self.world.player.y + 1.0)

    def _aim(self) -> None:
        """The cursor glides, and the camera with it, in a pause too."""
        self._cursor.glide(self._keys.aim, STEP, self._player)
        if self._cursor.at is not None:
            self._painter.camera.follow(*self._cursor.at)

    @property
    def _player(self) -> tuple[float, float]:
        return self.world.player.x, self.world.player.y

    def _show(self, screen: Any) -> None:
        pygame = self._pygame
        frame = self._painter.frame()
        if self._paused or self.world.tick < 4 / STEP:
            self._painter.foot(frame, (*KEYS, CREDITS))
        if self._cursor.at is not None:
            self._painter.cursor(frame, *self._cursor.at)
        screen.blit(pygame.image.frombuffer(frame.tobytes(), frame.size, "RGB"), (0, 0))
        pygame.display.flip()

    def _heed(self, event: Any) -> None:
        pygame, camera = self._pygame, self._painter.camera
        act = self._keys.heed(event)
        if act is not None:
            self._do(act)
        if event.type == pygame.QUIT:
            self._open = False
        elif (
            event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and not getattr(event, "touch", False)
        ):
            self._touch(*event.pos)
        elif event.type == pygame.FINGERDOWN:
            self._touch(event.x * camera.screen[0], event.y * camera.screen[1])
        elif event.type == pygame.MOUSEWHEEL:
            camera.zoom_to(round(camera.zoom * 1.1**event.y), *pygame.mouse.get_pos())
        elif event.type == pygame.VIDEORESIZE:
            camera.screen = (max(event.w, 160), max(event.h, 120))
            camera.look_at(camera.x, camera.y)
        elif event.type == pygame.KEYDOWN:
            self._key(event.key)

    def _touch(self, px: float, py: float) -> None:
        self._cursor.leave()
        self.world.touch(*self._painter.camera.to_world(px, py))

    def _do(self, act: Act) -> None:
        if act.what == STEER:
            self._cursor.leave()
            self.world.steer(*act.direction)
        elif act.what == NUDGE:
            self._cursor.step(act.direction, self._player)
        elif act.what == LEAVE:
            self._cursor.leave()
        elif act.what == PAUSE:
            self._paused = not self._paused
        elif act.what == GO and self._cursor.at is not None:
            self.world.touch(*self._cursor.at)

    def _key(self, key: int) -> None:
        pygame = self._pygame
        if key == pygame.K_ESCAPE:
            self._open = self._cursor.leave()
        elif key == pygame.K_SPACE:
            self._paused = not self._paused
        elif key == pygame.K_o:
            self._painter.overlay = not self._painter.overlay
        elif key == pygame.K_i:
            self._painter.debug = not self._painter.debug
        elif key == pygame.K_m:
            self._speaker.muted = not self._speaker.muted
        elif key == pygame.K_r:
            self._again()

    def _again(self) -> None:
        from clew_world import level

        old = self.world
        old.close()
        self.world = World(level.parse(old.level.text, folder=old.level.folder))
        self._ears = Ears(self.world)
        self._cursor.leave()
        old_painter, camera = self._painter, self._painter.camera
        self._painter = Painter(self.world, camera.screen, camera.zoom)
        self._painter.overlay, self._painter.debug = old_painter.overlay, old_painter.debug

    def _reload(self) -> None:
        """Loads scripts whose files have changed."""
        for name, (path, seen) in self._files.items():
            try:
                changed = path.stat().st_mtime
                if changed != seen:
                    self._files[name] = (path, changed)
                    self.world.change_script(name, path.read_text(encoding="utf-8"))
            except (OSError, UnicodeDecodeError):
                continue  # An editor is just writing it; it is checked again soon.


def play(
    world: World,
    *,
    ticks: int | None = None,
    overlay: bool = False,
    debug: bool = False,
    muted: bool = False,
) -> World:
    """Opens a window on a world; returns the world that was played last once it is closed."""
    return Window(world, ticks=ticks, overlay=overlay, debug=debug, muted=muted).run()
