"""Simulated players, for the pilot of an experiment: how they would play its boards.

On a board whose positions can all be listed, they play as `clew_lab.study.simulate_players` describes, with
its defaults: a move is the likelier the closer it gets to the goal, one move in twenty is any legal one, and
a move takes about a second, eight of them one time in ten. On a larger board they know a shortest solution,
and try and undo another move one time in five.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from clew.errors import ClewError
from clew.search.limits import Limits
from clew.search.solve import solve
from clew.statespace.explore import explore
from clew_lab.study.simulate import SECOND, Player, choice

if TYPE_CHECKING:
    from collections.abc import Iterator

    from clew.puzzles.base import EnginePuzzle
    from clew.puzzles.position import Move

MOST_STATES = 60_000
MOST_MEMORY = 512 << 20
MOST_MOVES = 300
DETOURS = 0.2
NOISE = 0.3
SKILL = 0.3
PAUSE = 8.0


class Act(NamedTuple):
    """Something that a simulated player does: a move, or the undoing of the last one (None), after `ms`."""

    move: Move | None
    ms: int


class SimulatedPlayer(NamedTuple):
    """A player: how fast and how patient, in log ratios to the typical one."""

    skill: float
    patience: float

    @classmethod
    def drawn(cls, generator: np.random.Generator) -> SimulatedPlayer:
        """A player like those of `simulate_players`."""
        return cls(float(generator.normal(0, SKILL)), float(generator.normal(0, SKILL)))


class Board:
    """A board that simulated players play."""

    def __init__(self, puzzle: EnginePuzzle, seconds: float) -> None:
        """Map the board, or solve it, within so many seconds each."""
        self.puzzle = puzzle
        space = explore(puzzle, limits=Limits(states=MOST_STATES, seconds=seconds))
        self.space = space if space.complete else None
        self.line: list[str] = []
        if self.space is None:
            try:
                found = solve(puzzle, limits=Limits(seconds=seconds, memory=MOST_MEMORY))
            except ClewError:
                found = None
            self.line = [] if found is None or found.moves is None else [str(move) for move in found.moves]

    def played(self, player: SimulatedPlayer, generator: np.random.Generator) -> Iterator[Act]:
        """What a player does, until the board is solved or they are lost."""
        acts = self._by_line(generator) if self.space is None else self._by_map(generator)
        for move in acts:
            ms = SECOND * np.exp(generator.normal(0, NOISE) - player.skill)
            yield Act(move, round(float(ms * (PAUSE if generator.random() < 0.1 else 1.0))))

    def _by_map(self, generator: np.random.Generator) -> Iterator[Move]:
        space, puzzle = self.space, self.puzzle
        assert space is not None
        state, here, usual = puzzle.initial(), space.start, Player("simulated")
        for _ in range(MOST_MOVES):
            ahead = space.row(here)
            if space.is_goal[here] or not len(ahead):
                return
            taken = choice(usual, space.distance[here], space.distance[ahead], generator)
            step = puzzle._follow(state, puzzle.moves(space.state(here))[taken].code)
            here, state = int(ahead[taken]), step.after
            yield step

    def _by_line(self, generator: np.random.Generator) -> Iterator[Move | None]:
        state = self.puzzle.initial()
        for name in self.line:
            step = self.puzzle._find(state, name)
            if generator.random() < DETOURS:
                legal = self.puzzle.moves(state)
                other = legal[int(generator.integers(len(legal)))]
                if other.name != step.name and not other.after.is_goal:
                    yield other
                    yield None
            yield step
            state = step.after
