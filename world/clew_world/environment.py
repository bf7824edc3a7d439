"""`WorldEnv`: a platform world as a Gymnasium environment."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np
from gymnasium import spaces

from clew.errors import ClewError
from clew_world import level as levels
from clew_world.sights import SIGHTS
from clew_world.world import World

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

MAX_STEPS = 240
"""Actions after which a game is truncated: two minutes of the world, unless told otherwise."""

TICKS = 30
"""Ticks of 1/60 s that pass with each action, unless told otherwise."""

ACTIONS = ("touch", "targets")
REWARDS = ("goal", "score")

_PLAYING, _WON, _LOST = "playing", "won", "lost"


class WorldEnv(gymnasium.Env[Any, Any]):
    """A world as an environment: an action is a touch, after which the world runs for `ticks` ticks.

    `level`: the name of a shipped level, or a TOML file. `actions`: "touch", a point as shares of the world's
    width and height, from (0, 0), its lower left corner, to (1, 1); or "targets": 0 touches nothing, k
    touches the k-th item, and the last number the point of the goal, if it has one.
    `observation`: "numbers", "text" or "picture"; `size` is that of a picture, width and height. `reward`:
    "goal", 1 for winning, -1 for losing; "score", the same plus the points of what the player takes.
    `max_steps`: where a game is truncated.

    A seed of `reset` replaces the level's own. The info has `status`, `score`, `collected`, `answer`, `tick`,
    and the `touched` point, None if nothing was touched.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - as in Gymnasium
        "render_modes": ["ansi", "rgb_array"],
        "render_fps": 2,
    }

    def __init__(
        self,
        level: str | Path,
        *,
        actions: str = "touch",
        observation: str = "numbers",
        reward: str = "goal",
        ticks: int = TICKS,
        size: tuple[int, int] = (240, 180),
        max_steps: int = MAX_STEPS,
        render_mode: str | None = None,
    ) -> None:
        _choice("actions", actions, ACTIONS)
        _choice("observation", observation, tuple(SIGHTS))
        _choice("reward", reward, REWARDS)
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ClewError(f'render_mode={render_mode!r}: expected "ansi", "rgb_array" or None')
        for name, value in (("ticks", ticks), ("max_steps", max_steps)):
            if isinstance(value, bool) or not isinstance(value, int) or value < 1:
                raise ClewError(f"{name}={value!r}: expected a whole number of at least 1")
        self.render_mode = render_mode
        self.ticks, self.max_steps = ticks, max_steps
        self._level = levels.read(level)
        self._size = size
        self._reward = reward
        self._targets = _targets(self._level)
        self.action_space: spaces.Space[Any]
        if actions == "targets":
            self.action_space = spaces.Discrete(1 + len(self._targets))
        else:
            self.action_space = spaces.Box(0.0, 1.0, (2,), np.float32)
        self.world = World(self._fresh(None))
        self._sight = SIGHTS[observation](self.world, size)
        self.observation_space = self._sight.space
        self._kind = observation
        self._made = 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """A new game; the same seed and actions give the same game, to the last bit."""
        super().reset(seed=seed)
        self.world.close()
        self.world = World(self._fresh(seed))
        self._sight = SIGHTS[self._kind](self.world, self._size)
        self._made = 0
        return self._sight.see(), self._info(None)

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Touches, and runs the world. Raises `ClewError` for what is not an action."""
        point = self._point(action)
        if point is not None:
            self.world.touch(*point)
        before = self.world.rules.score
        for _ in range(self.ticks):
            if self.world.status != _PLAYING:
                break
            self.world.step()
        self._made += 1
        status = self.world.status
        reward = float((status == _WON) - (status == _LOST))
        if self._reward == "score":
            reward += self.world.rules.score - before
        over = status != _PLAYING
        return self._sight.see(), reward, over, self._made >= self.max_steps and not over, self._info(point)

    def render(self) -> Any:
        """The world as text or as pixels, by the render mode."""
        if self.render_mode is None:
            return None
        kind = "text" if self.render_mode == "ansi" else "picture"
        return SIGHTS[kind](self.world, self._size).see()

    def close(self) -> None:
        """Ends the world's scripts."""
        self.world.close()

    def _fresh(self, seed: int | None) -> levels.Level:
        """The level at its start, with this seed or its own."""
        text = self._level.text
        if seed is not None:
            text = _seeded(text, seed % 2**31)
        return levels.parse(text, folder=self._level.folder)

    def _point(self, action: Any) -> tuple[float, float] | None:
        if isinstance(self.action_space, spaces.Discrete):
            chosen = int(action)
            if not 0 <= chosen <= len(self._targets):
                raise ClewError(f"there is no action {action}: they are 0 to {len(self._targets)}")
            return self._targets[chosen - 1] if chosen else None
        point: NDArray[np.float64] = np.asarray(action, np.float64)
        if point.shape != (2,) or not ((point >= 0) & (point <= 1)).all():
            raise ClewError(f"{action!r} is not an action: expected a point, two numbers from 0 to 1")
        return float(point[0]) * self._level.width, float(point[1]) * self._level.height

    def _info(self, touched: tuple[float, float] | None) -> dict[str, Any]:
        world = self.world
        return {
            "status": world.status,
            "score": world.rules.score,
            "collected": dict(world.rules.collected),
            "answer": world.player.answer,
            "tick": world.tick,
            "touched": touched,
        }


def _targets(level: levels.Level) -> list[tuple[float, float]]:
    """What a player may want to reach: the items, and the point of the goal."""
    found = [(item.x, item.y) for item in level.items]
    reach = level.goal["reach"]
    return found if reach is None else [*found, (float(reach[0]), float(reach[1]))]


def _seeded(text: str, seed: int) -> str:
    """The text of a level with another seed, so that a record of the game has it too."""
    from clew.boards.entries import toml_values

    if "seed" in toml_values(text):
        return re.sub(r"(?m)^\s*seed\s*=.*$", f"seed = {seed}", text, count=1)
    return f"seed = {seed}\n{text}"


def _choice(name: str, value: str, known: tuple[str, ...]) -> None:
    if value not in known:
        raise ClewError(f"{name}={value!r}: expected one of {', '.join(known)}")
