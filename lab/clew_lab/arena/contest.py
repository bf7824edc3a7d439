"""`clew_lab.arena.run`: every agent plays every board."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from clew.errors import ClewError
from clew.statespace.arrays import NO_GOAL
from clew_lab.arena.agents import Agent, Function, baseline
from clew_lab.arena.boards import boards_of
from clew_lab.arena.games import play
from clew_lab.arena.results import Arena
from clew_lab.study.levels import MAPS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from clew_lab.arena.agents import Question
    from clew_lab.arena.boards import Boards
    from clew_lab.study import levels

    Player = Agent | str | Callable[[Question], str | None]

PATIENCE_IN_MOVES = 10
"""A game ends after this many times the fewest moves."""


def run(
    agents: Mapping[str, Player] | Iterable[str],
    boards: Boards | None = None,
    *,
    family: str | None = None,
    max_ratio: float = PATIENCE_IN_MOVES,
    seed: int = 0,
    on_progress: Callable[[str, int, int], object] | None = None,
) -> Arena:
    """Lets every agent play every board once, and measures the games as `clew_lab.study` measures people's.

    `agents`: by name, each a baseline ("random", "greedy", "lookahead:3", "player", "optimal"), a callable
    that gets a `Question` and returns moves as text, or an `Agent`; or names of baselines. `boards`: files,
    folders, sets, compact forms, or puzzles by name; the 200 shipped boards for None. `max_ratio`: a game
    ends after this many times the fewest moves. `seed`: for the agents "random" and "player".
    `on_progress(agent, done, of)` reports progress.

    What an agent does wrong is counted and never raised. Raises `ClewError` for a board whose map has more
    than 20 million states or that cannot be solved, and for a program that cannot be started. Needs scipy:
    the extra `study`.
    """
    players = {name: _agent(name, player, seed) for name, player in _named(agents).items()}
    if not players:
        raise ClewError("there is no agent to play")
    levels = boards_of(boards, family)
    MAPS.fill(levels.values())
    games = []
    for name, player in players.items():
        try:
            for done, level in enumerate(levels.values()):
                if on_progress is not None:
                    on_progress(name, done, len(levels))
                games.append(play(name, player, level, _most(level, max_ratio)))
        finally:
            player.close()
    return Arena(games, levels, max_ratio)


def _named(agents: Mapping[str, Player] | Iterable[str]) -> dict[str, Player]:
    if isinstance(agents, str):
        return {agents: agents}
    return dict(agents) if isinstance(agents, Mapping) else {name: name for name in agents}


def _agent(name: str, player: Player, seed: int) -> Agent:
    if isinstance(player, Agent):
        return player
    if isinstance(player, str):
        return baseline(player, seed)
    if callable(player):
        return Function(player)
    raise ClewError(f"agent {name!r}: expected the name of a baseline, a callable or an Agent")


def _most(level: levels.Level, ratio: float) -> int:
    space = level.space
    if space is None:
        raise ClewError(f"{level.name} has no complete map, so its moves cannot be valued")
    fewest = int(space.distance[space.start])
    if fewest == NO_GOAL:
        raise ClewError(f"{level.name} cannot be solved")
    return max(1, int(ratio * fewest))
