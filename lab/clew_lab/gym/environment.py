"""`PuzzleEnv`: one board as a Gymnasium environment, with the exact value of every move."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import gymnasium
import numpy as np

from clew.errors import ClewError
from clew_lab.gym.observations import WIDTH, Observer
from clew_lab.gym.tables import tables_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clew.puzzle import Puzzle
    from clew.puzzles.position import Move

MAX_MOVES = 1000
"""Moves after which a game is truncated, unless told otherwise."""


class Optimal(NamedTuple):
    """What is known about a state: the fewest moves to a goal (None: none can be reached), the best actions
    and their moves, and the `value` of every action, (actions,): the fewest moves if it is taken first,
    infinite if no goal can be reached then, NaN if it is not legal.
    """

    distance: int | None
    actions: list[int]
    moves: list[str]
    value: NDArray[np.float64]


class PuzzleEnv(gymnasium.Env[Any, np.int64]):
    """A puzzle as an environment. Action k is the k-th legal move of the position, in the puzzle's order.

    `board`: a puzzle, a compact form, or the path of a board. `observation`: "grid", "text", "index" or
    "picture", `width` pixels wide.
    `reward`: "goal", 1 at a goal; "moves", minus the cost of each move; "distance", how much nearer a move
    leads. `start`: "board", "any" solvable state, or a number of moves from a goal. `max_moves`: where a game
    is truncated. `states`: the most states of the map.

    The info of each step has `action_mask` (actions,) int8 for ``action_space.sample(mask)``, `distance`,
    `move` and `regret`: how many more moves than necessary the last one costs. An action that is not legal
    changes nothing, gives -1, and is counted in `illegal`.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi", "rgb_array"], "render_fps": 4}  # noqa: RUF012 - as in Gymnasium

    def __init__(
        self,
        board: Puzzle | str,
        *,
        observation: str = "grid",
        reward: str = "goal",
        start: str | int = "board",
        max_moves: int = MAX_MOVES,
        states: int | None = None,
        width: int = WIDTH,
        render_mode: str | None = None,
    ) -> None:
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ClewError(f'render_mode={render_mode!r}: expected "ansi", "rgb_array" or None')
        self.render_mode = render_mode
        self.tables = tables_of(board, states)
        self.observer = Observer(self.tables, observation, width)
        self.observation_space = self.observer.space
        self.action_space = gymnasium.spaces.Discrete(self.tables.actions)
        self.max_moves = max_moves
        self._reward = self.tables.reward(reward)
        self._starts = self.tables.starts(start)
        self._here = int(self._starts[0])
        self._made = self._illegal = 0

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle that is played."""
        return self.tables.puzzle

    @property
    def state(self) -> str:
        """The position, on one line."""
        return self.observer.text(self._here)

    def moves(self) -> list[str]:
        """The names of the legal moves: that of action k at place k."""
        return [*map(str, self._legal())]

    def _legal(self) -> list[Move]:
        space = self.tables.space
        return space.puzzle.moves(space.state(self._here))

    def optimal(self) -> Optimal:
        """The fewest moves to a goal from here, all best actions, and the value of each."""
        distance, value = self.tables.distance[self._here], self.tables.value[self._here].copy()
        if not np.isfinite(distance):
            return Optimal(None, [], [], value)
        names, best = self.moves(), [*map(str, self.tables.space.optimal_moves(self._here))]
        return Optimal(int(distance), [names.index(name) for name in best], best, value)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """A new game. `options` may name its `state`: a text, or a number of the map.

        Raises `ClewError` for a state that is not on the map, or is solved.
        """
        super().reset(seed=seed)
        given = (options or {}).get("state")
        if given is None:
            self._here = int(self._starts[self.np_random.integers(len(self._starts))])
        else:
            here = self.tables.number(given)
            if self.tables.goal[here]:
                raise ClewError(f"the state {given!r} is solved: a game cannot start there")
            self._here = here
        self._made = self._illegal = 0
        return self.observer(self._here), self._info(None, 0.0)

    def step(self, action: np.int64 | int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Makes the move; returns (observation, reward, terminated, truncated, info). Raises `ClewError`."""
        chosen = int(action)
        if not 0 <= chosen < self.tables.actions:
            raise ClewError(f"there is no action {action}: they are 0 to {self.tables.actions - 1}")
        here = self._here
        legal = bool(self.tables.legal[here, chosen])
        move = str(self._legal()[chosen]) if legal else None
        regret = float(self.tables.regret[here, chosen]) if legal else 0.0
        self._here = int(self.tables.after[here, chosen])
        self._made += 1
        self._illegal += not legal
        over = bool(self.tables.over[self._here])
        return (
            self.observer(self._here),
            float(self._reward[here, chosen]),
            over,
            self._made >= self.max_moves and not over,
            self._info(move, regret),
        )

    def _info(self, move: str | None, regret: float) -> dict[str, Any]:
        distance = self.tables.distance[self._here]
        return {
            "action_mask": self.tables.legal[self._here].astype(np.int8),
            "distance": int(distance) if np.isfinite(distance) else None,
            "move": move,
            "regret": regret,
            "illegal": self._illegal,
        }

    def render(self) -> Any:
        """The board as text or as pixels, by the render mode."""
        if self.render_mode is None:
            return None
        if self.render_mode == "rgb_array":
            return self.observer.picture(self._here)
        space = self.tables.space
        return space.puzzle.draw(space.state(self._here))
