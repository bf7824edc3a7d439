"""Agents: what plays in an arena, and the baselines to compare with."""

from __future__ import annotations

from abc import ABC, abstractmethod
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from clew.errors import ClewError
from clew.search.solve import solve
from clew.statespace.explore import explore

if TYPE_CHECKING:
    from collections.abc import Callable

    from clew.puzzles.base import EnginePuzzle
    from clew.statespace.space import StateSpace

BASELINES = ("random", "greedy", "lookahead:K", "player", "optimal")


class Question(NamedTuple):
    """What an agent is asked about: the `state` of a game of `puzzle`, and the legal `moves`.

    `board` is the board's name, `made` the number of moves made so far. `error` says what was wrong with the
    last answer; None if nothing was.
    """

    board: str
    puzzle: EnginePuzzle
    state: Any
    moves: list[str]
    made: int
    error: str | None = None

    def __str__(self) -> str:
        return self.puzzle.draw(self.state)


class AgentFailed(ClewError):
    """An agent gave no answer at all. `ended` is how its game ends: "timeout" or "crashed"."""

    def __init__(self, ended: str, reason: str) -> None:
        super().__init__(reason)
        self.ended = ended


class Agent(ABC):
    """A player. A new game begins with a position in which no move is made and nothing was wrong."""

    @abstractmethod
    def answer(self, position: Question) -> str | None:
        """One or several moves as text; None to give up. Raises `AgentFailed`."""

    def begin(self, position: Question) -> None:  # noqa: B027 - an agent without a memory has nothing to do
        """Called before the first answer of each game."""

    def close(self) -> None:  # noqa: B027
        """Called when all games are over."""


class Function(Agent):
    """A Python callable as an agent: it gets the `Question` and returns moves as text, or None."""

    def __init__(self, function: Callable[[Question], str | None]) -> None:
        self.function = function

    def answer(self, position: Question) -> str | None:
        return self.function(position)


class AtRandom(Agent):
    """Any legal move, each with the same probability."""

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed
        self.random = Random(seed)

    def begin(self, position: Question) -> None:
        self.random = Random(f"{self.seed} {position.board}")

    def answer(self, position: Question) -> str | None:
        return self.random.choice(position.moves)


class LookAhead(Agent):
    """The move towards the position with the smallest lower bound among those at most `depth` moves away.

    Positions of the game so far are avoided; if every move leads to one, it takes the one that it left
    longest ago. With depth 1 it is greedy.
    """

    def __init__(self, depth: int = 1) -> None:
        if depth < 1:
            raise ClewError(f"lookahead:{depth}: expected at least 1 move")
        self.depth = depth
        self.seen: dict[Any, int] = {}

    def begin(self, position: Question) -> None:
        self.seen = {}

    def answer(self, position: Question) -> str | None:
        puzzle = position.puzzle
        self.seen[puzzle.canonical(position.state)] = position.made
        best: tuple[float, int] | None = None
        chosen = None
        met = set(self.seen)
        front: list[tuple[Any, str | None]] = [(position.state, None)]
        for depth in range(1, self.depth + 1):
            after: list[tuple[Any, str | None]] = []
            for state, first in front:
                for step in puzzle.moves(state):
                    same = puzzle.canonical(step.after)
                    if same in met:
                        continue
                    met.add(same)
                    way = first or step.name
                    if puzzle.is_goal(step.after):
                        return way
                    bound = puzzle.heuristic(step.after)
                    value = (float("inf") if bound is None else bound, depth)
                    if best is None or value < best:
                        best, chosen = value, way
                    after.append((step.after, way))
            front = after
        return chosen or self._oldest(position)

    def _oldest(self, position: Question) -> str:
        puzzle = position.puzzle
        steps = puzzle.moves(position.state)
        return min(steps, key=lambda step: self.seen.get(puzzle.canonical(step.after), -1)).name


class Simulated(Agent):
    """A player as `clew_lab.study.simulate_players` draws them, with its usual preferences: one who sees a
    goal from 6 moves away, prefers better moves there and less so farther away, and sometimes slips."""

    def __init__(self, seed: int = 0) -> None:
        from clew_lab.study.simulate import Player

        self.seed = seed
        self.player = Player("player")
        self.space: StateSpace | None = None

    def begin(self, position: Question) -> None:
        import numpy as np

        self.random = np.random.default_rng([self.seed, *position.board.encode()])
        self.space = explore(position.puzzle)

    def answer(self, position: Question) -> str | None:
        from clew_lab.study.simulate import choice

        space = self.space
        assert space is not None
        steps = position.puzzle.moves(position.state)
        ahead = space.distance[[space.index(step.after) for step in steps]]
        here = int(space.distance[space.index(position.state)])
        return steps[choice(self.player, here, ahead, self.random)].name


class Optimal(Agent):
    """The moves of a shortest solution; gives up if there is none."""

    def __init__(self) -> None:
        self.line: list[str] = []

    def begin(self, position: Question) -> None:
        self.line = [*map(str, solve(position.puzzle, threads=1).moves or [])]

    def answer(self, position: Question) -> str | None:
        return self.line[position.made] if position.made < len(self.line) else None


def baseline(name: str, seed: int = 0) -> Agent:
    """The baseline of that name; the number after lookahead is any. Raises `ClewError`."""
    kind, colon, depth = name.partition(":")
    if kind == "lookahead" and depth.isascii() and depth.isdigit() and len(depth) < 4:
        return LookAhead(int(depth))
    if not colon and kind == "random":
        return AtRandom(seed)
    if not colon and kind == "greedy":
        return LookAhead(1)
    if not colon and kind == "player":
        return Simulated(seed)
    if not colon and kind == "optimal":
        return Optimal()
    raise ClewError(f"there is no baseline {name!r}: they are {', '.join(BASELINES)}")
