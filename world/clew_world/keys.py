"""What the keyboard and the gamepads ask for: to steer, or to aim with a cursor and go there.

SDL knows the layout of most gamepads, so their sticks and buttons have names: the events of
`pygame._sdl2.controller`. Of the others only the first stick, the first hat and the first button are heard:
which axes are their second stick, and which are triggers, which never rest in the middle, differs between
drivers.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from clew_world.packages import quietly

_IDLE = 0.25
"""How far a stick may be from its middle and still be at rest."""
_FAR = 32767
"""The value of an axis that SDL reports at its end."""

Direction = tuple[float, float]
"""To the right and up, each from -1 to 1."""

STEER, NUDGE, GO, LEAVE, PAUSE = "steer", "nudge", "go", "leave", "pause"


class Act(NamedTuple):
    """Something that was asked for: steer in a direction from now on, move the cursor one step, go where it
    is, remove it, or begin or end a pause.
    """

    what: str
    direction: Direction = (0.0, 0.0)


class Keys:
    """Follows the events of pygame."""

    def __init__(self, pygame: Any) -> None:
        self._pygame = pygame
        self._gamepads = Gamepads(pygame)
        arrows = (pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN)
        letters = (pygame.K_a, pygame.K_d, pygame.K_w, pygame.K_s)
        directions = ((-1.0, 0.0), (1.0, 0.0), (0.0, 1.0), (0.0, -1.0))
        self._arrows = dict(zip(arrows, directions, strict=True))
        self._steers = self._arrows | dict(zip(letters, directions, strict=True))
        self._steering: dict[tuple[str, int], Direction] = {}
        self._aiming: dict[tuple[str, int], Direction] = {}
        self._last = (0.0, 0.0)

    @property
    def aim(self) -> Direction:
        """Where Shift with the arrow keys, and the right stick of a gamepad, point to while they are held."""
        return _sum(self._aiming)

    def heed(self, event: Any) -> Act | None:
        """What an event asks for, if that is new."""
        pygame = self._pygame
        if event.type == pygame.KEYDOWN:
            act = self._press(event)
        elif event.type == pygame.KEYUP:
            self._steering.pop(("key", event.key), None)
            self._aiming.pop(("key", event.key), None)
            act = None
        elif event.type == pygame.WINDOWFOCUSLOST:
            self._steering.clear()
            self._aiming.clear()
            act = None
        else:
            act = self._gamepads.heed(event, self._steering, self._aiming)
        return act or self._steer()

    def close(self) -> None:
        """Lets go of the gamepads."""
        self._gamepads.close()

    def _press(self, event: Any) -> Act | None:
        key, pygame = event.key, self._pygame
        if key in self._arrows and event.mod & pygame.KMOD_SHIFT:
            self._aiming["key", key] = self._arrows[key]
            return Act(NUDGE, self._arrows[key])
        if key in self._steers:
            self._steering["key", key] = self._steers[key]
        return Act(GO) if key in (pygame.K_RETURN, pygame.K_KP_ENTER) else None

    def _steer(self) -> Act | None:
        direction = _sum(self._steering)
        if direction == self._last:
            return None
        self._last = direction
        return Act(STEER, direction)


class Gamepads:
    """The gamepads that are connected, and what their parts do."""

    def __init__(self, pygame: Any) -> None:
        self._pygame = pygame
        self._controller: Any = quietly("pygame._sdl2.controller")
        # Without a reference to a gamepad, there are no events of it.
        self._known: dict[int, Any] = {}
        self._others: dict[int, Any] = {}
        self._steers = {
            pygame.CONTROLLER_AXIS_LEFTX: (1.0, 0.0),
            pygame.CONTROLLER_AXIS_LEFTY: (0.0, -1.0),
        }
        self._aims = {
            pygame.CONTROLLER_AXIS_RIGHTX: (1.0, 0.0),
            pygame.CONTROLLER_AXIS_RIGHTY: (0.0, -1.0),
        }
        self._buttons = {
            pygame.CONTROLLER_BUTTON_A: (0.0, 1.0),
            pygame.CONTROLLER_BUTTON_DPAD_UP: (0.0, 1.0),
            pygame.CONTROLLER_BUTTON_DPAD_DOWN: (0.0, -1.0),
            pygame.CONTROLLER_BUTTON_DPAD_LEFT: (-1.0, 0.0),
            pygame.CONTROLLER_BUTTON_DPAD_RIGHT: (1.0, 0.0),
        }
        self._acts = {
            pygame.CONTROLLER_BUTTON_X: Act(GO),
            pygame.CONTROLLER_BUTTON_RIGHTSHOULDER: Act(GO),
            pygame.CONTROLLER_BUTTON_B: Act(LEAVE),
            pygame.CONTROLLER_BUTTON_START: Act(PAUSE),
        }

    def heed(
        self,
        event: Any,
        steering: dict[tuple[str, int], Direction],
        aiming: dict[tuple[str, int], Direction],
    ) -> Act | None:
        """Notes what a gamepad points to from now on; returns what one of its buttons asks for."""
        pygame = self._pygame
        if event.type == pygame.JOYDEVICEADDED:
            self._add(event.device_index)
        elif event.type == pygame.JOYDEVICEREMOVED:
            self._known.pop(event.instance_id, None)
            self._others.pop(event.instance_id, None)
        elif event.type == pygame.CONTROLLERAXISMOTION:
            along = event.value / _FAR
            if event.axis in self._steers:
                steering["axis", event.axis] = _times(self._steers[event.axis], along)
            elif event.axis in self._aims:
                aiming["axis", event.axis] = _times(self._aims[event.axis], along)
        elif event.type == pygame.CONTROLLERBUTTONDOWN:
            if event.button in self._buttons:
                steering["button", event.button] = self._buttons[event.button]
            return self._acts.get(event.button)
        elif event.type == pygame.CONTROLLERBUTTONUP:
            steering.pop(("button", event.button), None)
        # SDL reports known gamepads in both ways.
        elif getattr(event, "instance_id", None) in self._others:
            self._heed_other(event, steering)
        return None

    def _heed_other(self, event: Any, steering: dict[tuple[str, int], Direction]) -> None:
        pygame = self._pygame
        if event.type == pygame.JOYAXISMOTION and event.axis in (0, 1):
            steering["axis", event.axis] = _times((1.0, 0.0) if event.axis == 0 else (0.0, -1.0), event.value)
        elif event.type == pygame.JOYHATMOTION and event.hat == 0:
            steering["hat", 0] = (float(event.value[0]), float(event.value[1]))
        elif event.type in (pygame.JOYBUTTONDOWN, pygame.JOYBUTTONUP) and event.button == 0:
            steering["button", 0] = (0.0, float(event.type == pygame.JOYBUTTONDOWN))

    def _add(self, index: int) -> None:
        joystick = self._pygame.joystick.Joystick(index)
        self._controller.init()
        if self._controller.is_controller(index):
            self._known[joystick.get_instance_id()] = self._controller.Controller(index)
        else:
            self._others[joystick.get_instance_id()] = joystick

    def close(self) -> None:
        """Lets go of all of them."""
        self._known.clear()
        self._others.clear()
        self._controller.quit()


def _times(direction: Direction, along: float) -> Direction:
    part = max(-1.0, min(1.0, along)) if abs(along) > _IDLE else 0.0
    return direction[0] * part, direction[1] * part


def _sum(held: dict[tuple[str, int], Direction]) -> Direction:
    dx, dy = (max(-1.0, min(1.0, sum(one[axis] for one in held.values()))) for axis in (0, 1))
    return dx, dy
