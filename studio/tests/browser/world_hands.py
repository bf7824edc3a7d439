"""Hands at the page of a level: what a `Winner` says is done by mouse, finger, keyboard or gamepad alone.

They wait for frames of the game, never for a time.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

from tests.wins import Point, Winner

FRAME_MS = 60_000
"""The longest wait for the next frame of a game, on a machine that is busy with other tests."""
_NEAR = 0.26
"""Metres. This near to a place, the cursor is at it: half a step of an arrow key."""
_STEP, _STRIDE = 0.5, 3.0
"""Metres that an arrow key moves the cursor, alone and with Shift."""
_TAKEN = 30
"""Ticks after which a touch that is not seen as the player's target has been refused or is over."""

LISTEN = """
window.told = {};
const Native = EventSource;
window.EventSource = class extends Native {
  constructor(...all) {
    super(...all);
    for (const what of ['world', 'frame'])
      this.addEventListener(what, (event) => (told[what] = JSON.parse(event.data)));
  }
};
"""
"""Keeps what the server has told the page last."""

PAD = """
const buttons = Array.from({length: 17}, () => ({pressed: false}));
const pad = {connected: true, mapping: 'standard', axes: [0, 0, 0, 0], buttons};
window.aim = null;
window.push = (button, down) => (buttons[button].pressed = down);
// As a thumb does: the nearer the cursor is to the place, the less the stick is pushed.
const pushed = (metres) =>
  Math.abs(metres) < 0.2 ? 0 : Math.sign(metres) * Math.min(1, Math.max(0.26, Math.abs(metres) / 1.2));
navigator.getGamepads = () => {
  const at = document.querySelector('.tray')?.dataset.cursor;
  const you = told.frame?.characters.find((one) => one[0] === told.world.player);
  const [x, y] = at ? at.split(' ').map(Number) : you ? you.slice(1, 3) : [0, 0];
  pad.axes = aim ? [0, 0, pushed(aim[0] - x), -pushed(aim[1] - y)] : [0, 0, 0, 0];
  return [pad];
};
"""
"""A gamepad, and a thumb that moves its right stick until the cursor is at `aim`."""

SEE = """() => {
  const {view, cursor} = document.querySelector('.tray').dataset;
  const box = document.querySelector('.tray canvas').getBoundingClientRect();
  const numbers = (text) => (text ? text.split(' ').map(Number) : null);
  return {
    frame: told.frame,
    world: told.world,
    view: numbers(view),
    cursor: numbers(cursor),
    box: [box.left, box.top, box.width, box.height],
  };
}"""


class Hand(ABC):
    """Plays on one page."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.seen: dict[str, Any] = {}

    def play(self, level: str, most: int = 30_000) -> dict[str, Any]:
        """Plays a level until it is won, lost, or `most` ticks old; its last frame."""
        page = self.page
        page.goto(f"/world/{level}")
        page.wait_for_function(
            "() => window.told?.frame && document.querySelector('.tray')?.dataset.view", timeout=FRAME_MS
        )
        self.look()
        winner = Winner(level, self.seen["world"])
        while self.seen["frame"]["status"] == "playing" and self.seen["frame"]["tick"] < most:
            frame = self.seen["frame"]
            place = winner.touch(frame)
            if place is not None:
                self.touch(place)
            page.wait_for_function("tick => told.frame.tick > tick", arg=frame["tick"], timeout=FRAME_MS)
            self.look()
        frame = self.seen["frame"]
        assert isinstance(frame, dict)
        return frame

    def look(self) -> None:
        """Sees the page as it is now."""
        self.seen = self.page.evaluate(SEE)

    def touch(self, place: Point) -> None:
        """Touches a place, in a pause: how long a slow machine takes does not matter to the game."""
        self.pause(True)
        while not self.act(place):
            self.page.evaluate("() => new Promise(requestAnimationFrame)")
            self.look()
        self.pause(False)
        self.touched(place)

    def pause(self, paused: bool) -> None:
        """Begins or ends a pause."""
        self.press_pause()
        self.page.wait_for_function("paused => told.frame.paused === paused", arg=paused, timeout=FRAME_MS)

    @abstractmethod
    def act(self, place: Point) -> bool:
        """Does a part of what leads to a touch of a place; whether that is done."""

    @abstractmethod
    def press_pause(self) -> None:
        """Asks for a pause, or for its end."""

    def touched(self, place: Point) -> None:
        """Waits until the game knows a touch of about this place."""
        self.page.wait_for_function(
            """([x, y, tick]) => {
              const {target, status, tick: now} = told.frame;
              const near = target && Math.abs(target[0] - x) + Math.abs(target[1] - y) < 0.7;
              return near || status !== 'playing' || now > tick;
            }""",
            arg=[*place, self.seen["frame"]["tick"] + _TAKEN],
            timeout=FRAME_MS,
        )

    def pixel(self, place: Point) -> Point:
        """The pixel of a place; of one that is not seen, the pixel nearest to it."""
        x, y, zoom = self.seen["view"]
        left, top, width, height = self.seen["box"]
        px, py = (place[0] - x) * zoom + width / 2, (y - place[1]) * zoom + height / 2
        return left + min(max(px, 4.0), width - 4.0), top + min(max(py, 4.0), height - 4.0)

    def away(self, place: Point) -> Point:
        """How far it is from the cursor, or where that would begin, to a place."""
        frame, player = self.seen["frame"], self.seen["world"]["player"]
        x, y = self.seen["cursor"] or next(one[1:3] for one in frame["characters"] if one[0] == player)
        return place[0] - x, place[1] - y


class Mouse(Hand):
    def act(self, place: Point) -> bool:
        with self.page.expect_response("**/touch"):
            self.point(*self.pixel(place))
        return True

    def press_pause(self) -> None:
        box = self.page.locator(".controls button").first.bounding_box()
        self.point(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def point(self, x: float, y: float) -> None:
        """Points at a pixel of the page."""
        self.page.mouse.click(x, y)


class Finger(Mouse):
    def point(self, x: float, y: float) -> None:
        self.page.touchscreen.tap(x, y)


class Keyboard(Hand):
    def act(self, place: Point) -> bool:
        dx, dy = self.away(place)
        if self.seen["cursor"] is not None and max(abs(dx), abs(dy)) < _NEAR:
            with self.page.expect_response("**/touch"):
                self.page.keyboard.press("Enter")
            return True
        if self.seen["cursor"] is None:
            dy += _STRIDE  # the player may stand there; a step makes a cursor
        for along, back, on in ((dx, "ArrowLeft", "ArrowRight"), (dy, "ArrowDown", "ArrowUp")):
            strides, rest = divmod(abs(along), _STRIDE)
            key = on if along > 0 else back
            for _ in range(int(strides)):
                self.page.keyboard.press(f"Shift+{key}")
            for _ in range(round(rest / _STEP)):
                self.page.keyboard.press(key)
        return False

    def press_pause(self) -> None:
        self.page.locator(".tray").focus()
        self.page.keyboard.press("p")


class Gamepad(Hand):
    X, START = 2, 9

    def act(self, place: Point) -> bool:
        at = self.seen["cursor"] is not None and max(map(abs, self.away(place))) < _NEAR
        if at:
            with self.page.expect_response("**/touch"):
                self.press(self.X)
            return True
        # The player may stand there, so that no push would show the cursor.
        goal = place if self.seen["cursor"] is not None else (place[0], place[1] + 1.0)
        self.page.evaluate("aim => { window.aim = aim }", goal)
        return False

    def press_pause(self) -> None:
        self.press(self.START)

    def press(self, button: int) -> None:
        """Presses a button until the page has drawn a frame, and lets it go for another one."""
        for down in (True, False):
            self.page.evaluate(
                """async ([button, down]) => {
                  push(button, down);
                  for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame);
                }""",
                [button, down],
            )


HANDS: dict[str, Callable[[Any], Hand]] = {
    "mouse": Mouse,
    "finger": Finger,
    "keyboard": Keyboard,
    "gamepad": Gamepad,
}
