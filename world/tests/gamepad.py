"""A gamepad that SDL itself pretends is connected: its events take the same way as those of a real one."""

from __future__ import annotations

import ctypes
from pathlib import Path
from typing import Any

_GAMECONTROLLER, _AXES, _BUTTONS = 1, 6, 16
_END = 32767
A, B, X, START, SHOULDER = 0, 1, 2, 6, 10
"""Buttons, numbered as SDL numbers those of game controllers."""
LEFT_X, LEFT_Y, RIGHT_X, RIGHT_Y = range(4)


class Gamepad:
    """Connected until it is unplugged, or until pygame's joysticks, which must be initialized, are quit."""

    def __init__(self, *, known: bool = True) -> None:
        # The library that pygame has loaded, and not another copy of it.
        maps = Path("/proc/self/maps").read_text(encoding="utf-8").split()
        self._sdl: Any = ctypes.CDLL(next(word for word in maps if "libSDL2-2" in word))
        self._sdl.SDL_JoystickOpen.restype = ctypes.c_void_p
        self._index = self._sdl.SDL_JoystickAttachVirtual(_GAMECONTROLLER if known else 0, _AXES, _BUTTONS, 0)
        assert self._index >= 0, "this SDL has no virtual joysticks"
        self._device = ctypes.c_void_p(self._sdl.SDL_JoystickOpen(self._index))

    def move(self, axis: int, value: float) -> None:
        """Puts an axis of a stick somewhere: from -1 (left, up) to 1 (right, down)."""
        self._sdl.SDL_JoystickSetVirtualAxis(self._device, axis, ctypes.c_int16(round(value * _END)))

    def press(self, button: int, down: bool = True) -> None:
        """Presses a button, or lets it go."""
        self._sdl.SDL_JoystickSetVirtualButton(self._device, button, ctypes.c_uint8(down))

    def unplug(self) -> None:
        """Disconnects it."""
        self._sdl.SDL_JoystickDetachVirtual(self._index)
        self._sdl.SDL_JoystickClose(self._device)
