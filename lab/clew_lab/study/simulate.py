"""`simulate_players`: logs of players whose skill, style and preferences are known."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from clew.errors import ClewError
from clew.statespace.arrays import NO_GOAL
from clew_lab.study.levels import MAPS, read_levels
from clew_lab.study.log import Log, Row

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clew_lab.study.levels import Given, Level
    from clew_lab.study.traces import Floats

SECOND = 1000.0


class Simulated(NamedTuple):
    """A simulated log, and the known `skill` (players,) of its players, in log ms, mean 0."""

    log: Log
    players: list[str]
    skill: Floats


class Player(NamedTuple):
    """One player, with the defaults of `simulate_players`."""

    name: str
    skill: float = 0.0
    beta: float = 2.0
    beta_far: float = 0.5
    lookahead: float = 6
    slip: float = 0.05
    pause_rate: float = 0.1


def simulate_players(
    levels: Given,
    n: int = 20,
    *,
    beta: float | Sequence[float] = 2.0,
    beta_far: float | Sequence[float] = 0.5,
    lookahead: float | Sequence[float] = 6,
    slip: float | Sequence[float] = 0.05,
    skill_sd: float = 0.3,
    pause_rate: float | Sequence[float] = 0.1,
    pause_factor: float = 8.0,
    noise: float = 0.3,
    max_moves: int = 300,
    seed: int = 0,
) -> Simulated:
    """Simulates `n` players, who each play every level once, to a goal or for `max_moves`.

    A player chooses a move with probability proportional to exp(beta * gain), where gain is the decrease in
    distance; farther than `lookahead` moves from a goal, with `beta_far` instead; and with probability
    `slip`, any legal move. A move takes one second, times exp(-skill) (drawn with spread `skill_sd`), times
    exp of normal noise, and with probability `pause_rate` times `pause_factor`: a pause. A sequence gives one
    value per player, so that styles can be mixed. The same seed gives the same log.

    For power analysis: simulate with the expected effect, `replay`, fit, and count how often it is found.
    Raises `ClewError` for invalid numbers and for levels without a complete map, and as `read_levels` does.
    """
    if n < 1 or max_moves < 1:
        raise ClewError(f"n={n}, max_moves={max_moves}: expected at least 1 of each")
    generator = np.random.default_rng(seed)
    skill = generator.normal(0, skill_sd, n)
    skill -= skill.mean()
    given = {
        "beta": beta,
        "beta_far": beta_far,
        "lookahead": lookahead,
        "slip": slip,
        "pause_rate": pause_rate,
    }
    own = {name: _each(name, value, n) for name, value in given.items()}
    known = read_levels(levels)
    MAPS.fill(known.values())
    rows: list[Row] = []
    players = [f"player{k + 1:0{len(str(n))}d}" for k in range(n)]
    for k, name in enumerate(players):
        player = Player(name, float(skill[k]), **{key: float(value[k]) for key, value in own.items()})
        for level in known.values():
            _play(rows, player, level, pause_factor, noise, max_moves, generator)
    for number, row in enumerate(rows, 2):
        row.source_row = number
    return Simulated(Log(rows, "simulated players", "generic", "utf-8"), players, skill)


def _each(name: str, value: float | Sequence[float], n: int) -> Floats:
    found = np.asarray(value, dtype=np.float64)
    if found.ndim == 0:
        return np.full(n, float(found))
    if found.shape != (n,):
        raise ClewError(f"{name}: expected one number, or one for each of {n} players, not {len(found)}")
    return found


def _play(
    rows: list[Row],
    player: Player,
    level: Level,
    pause_factor: float,
    noise: float,
    max_moves: int,
    generator: np.random.Generator,
) -> None:
    space = level.space
    if space is None:
        raise ClewError(f"{level.name} has no whole map: players cannot be simulated on it")
    puzzle, state, here = level.puzzle, level.puzzle.initial(), space.start
    for count in range(max_moves):
        if space.is_goal[here] or not len(space.row(here)):
            return
        taken = choice(player, space.distance[here], space.distance[space.row(here)], generator)
        step = puzzle.moves(space.state(here))[taken]
        step = puzzle._follow(state, step.code)
        here, state = int(space.row(here)[taken]), step.after
        rt = SECOND * np.exp(generator.normal(0, noise) - player.skill)
        rt = round(float(rt * (pause_factor if generator.random() < player.pause_rate else 1.0)), 1)
        event = "win" if space.is_goal[here] else "move"
        rows.append(
            Row(0, player.name, level.name, "1", event, step.name, move=step.name, order=count, rt_ms=rt)
        )


def choice(player: Player, here: int, ahead: Any, generator: np.random.Generator) -> int:
    """The number of the move that a player takes at a distance, from the distances after each move."""
    if generator.random() < player.slip:
        return int(generator.integers(len(ahead)))
    strength = player.beta if here <= player.lookahead else player.beta_far
    gain = np.where(ahead == NO_GOAL, -1.0, float(here) - ahead.astype(np.float64))
    if here == NO_GOAL:
        gain[:] = 0.0
    weight = np.exp(strength * (gain - gain.max()))
    return int(generator.choice(len(ahead), p=weight / weight.sum()))
