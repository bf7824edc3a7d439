"""`PuzzleVectorEnv`: thousands of games of one puzzle, stepped together by look-ups in its tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from clew.errors import ClewError
from clew_lab.gym.environment import MAX_MOVES
from clew_lab.gym.observations import Observer
from clew_lab.gym.tables import tables_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clew.puzzle import Puzzle

    Array = NDArray[Any]


class PuzzleVectorEnv(VectorEnv[Any, Any, Any]):
    """Many games of one puzzle, as `PuzzleEnv` plays one; a step of all of them is one call.

    `observation`: "index" or "grid". A game that is over starts again with the next step, whose action does
    not count for it and whose reward is 0 (Gymnasium's `AutoresetMode.NEXT_STEP`). The infos have
    `action_mask` (games, actions) int8, `distance` (games,) float64, infinite where no goal can be reached,
    and `regret` (games,) float64 of the moves just made: 0 where none was.
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.NEXT_STEP, "render_modes": []}  # noqa: RUF012

    def __init__(
        self,
        board: Puzzle | str,
        num_envs: int = 1,
        *,
        observation: str = "index",
        reward: str = "goal",
        start: str | int = "board",
        max_moves: int = MAX_MOVES,
        states: int | None = None,
    ) -> None:
        if num_envs < 1:
            raise ClewError(f"num_envs={num_envs}: expected at least 1")
        if observation in ("text", "picture"):
            raise ClewError(f'observation="{observation}": vectorized environments observe "index" or "grid"')
        self.num_envs = num_envs
        self.render_mode = None
        self.tables = tables_of(board, states)
        self.observer = Observer(self.tables, observation)
        self.single_observation_space = self.observer.space
        self.single_action_space = spaces.Discrete(self.tables.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.max_moves = max_moves
        self._mask = self.tables.legal.astype(np.int8)
        # One look-up by state and action is cheaper in flat tables.
        self._after = self.tables.after.ravel()
        self._reward = self.tables.reward(reward).ravel()
        self._regret = np.nan_to_num(self.tables.regret, nan=0.0, posinf=np.inf).ravel()
        self._starts = self.tables.starts(start)
        self.state = np.zeros(num_envs, np.int64)
        self._made = np.zeros(num_envs, np.int64)
        self._done = np.zeros(num_envs, np.bool_)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
        """New games in all places. One seed serves all of them."""
        if isinstance(seed, list):
            raise ClewError("seed: vectorized environments take one number, not a list")
        super().reset(seed=seed, options=options)
        self.state = self._fresh(self.num_envs)
        self._made = np.zeros(self.num_envs, np.int64)
        self._done = np.zeros(self.num_envs, np.bool_)
        return self._seen(), self._infos(np.zeros(self.num_envs))

    def step(self, actions: Array) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        """Makes one move in every game. Raises `ClewError` for numbers that are not actions."""
        chosen = np.asarray(actions, dtype=np.int64)
        if chosen.shape != (self.num_envs,) or chosen.min() < 0 or chosen.max() >= self.tables.actions:
            raise ClewError(
                f"expected {self.num_envs} actions from 0 to {self.tables.actions - 1}, one for each game"
            )
        again = self._done
        at = self.state * self.tables.actions + chosen
        self.state = self._after[at].astype(np.int64)
        reward, regret = self._reward[at], self._regret[at]
        self._made = self._made + 1
        if again.any():
            self.state[again] = self._fresh(int(again.sum()))
            self._made[again] = 0
            reward[again] = regret[again] = 0.0
        terminated = self.tables.over[self.state] & ~again
        truncated = (self._made >= self.max_moves) & ~terminated
        self._done = terminated | truncated
        return self._seen(), reward, terminated, truncated, self._infos(regret)

    def _fresh(self, count: int) -> NDArray[np.int64]:
        return self._starts[self.np_random.integers(len(self._starts), size=count)]

    def _seen(self) -> Array:
        return self.observer.grids[self.state] if self.observer.kind == "grid" else self.state.copy()

    def _infos(self, regret: Array) -> dict[str, Any]:
        return {
            "action_mask": self._mask[self.state],
            "distance": self.tables.distance[self.state],
            "regret": regret,
        }
