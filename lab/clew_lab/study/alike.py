"""Logs of players without groups: what features look like if the players of a study differ by degree only.

All players of a log are taken for one population. Each has a strength (how many times the preferences of
`fit_choice` for better and against worse moves it has), a speed, and an inclination to pause. These are drawn
from one normal distribution, whose mean and covariance are fitted to the log, and whose three parts may be
correlated. Such players then play the same levels as those of the log, move by move on the maps; times come
from the times of the log, and they give up as late as its players did (Kaplan and Meier 1958). Features of
these logs have the steps, the tails and the bounds that those of people have, which no normal distribution of
the features themselves has.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from clew.statespace.graph import graph_of
from clew_lab.study.choices import NEAR, fit_choice
from clew_lab.study.features import Pairs, Steps, Tries
from clew_lab.study.thinking import robust_z

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from clew_lab.study.table import Table
    from clew_lab.study.traces import Floats, Ints, Traces

    Column = NDArray[Any]

STRONGEST = 5.0
"""The preference, in log odds, that stands for one which the log cannot tell because it always decides."""

ROUNDS = 40
"""Steps of expectation-maximisation for the spread of a population."""

TOGETHER = 1_000_000
"""Moves that are simulated at once, about."""

LONGER = 2
"""A game ends after so many times the moves of the longest attempt in the log."""

Z = 2.0
"""Robust standard deviations from which on a time is a pause, as in `Traces.moves`."""


class Board(NamedTuple):
    """A level to play: the moves of state `i` lead to ``ahead[first[i]:]``, first the `better[i]` ones, then
    those that keep the distance, then the `worse[i]` ones. `degree` (n,), `distance` (n,), `goal` (n,)."""

    name: str
    start: int
    least: float
    first: Ints
    ahead: Ints
    better: Ints
    worse: Ints
    degree: Column
    distance: Ints
    goal: Column


class Population(NamedTuple):
    """One population, as fitted to a log. `mean` (3,), `covariance` (3, 3) of strength, speed (log ms) and
    pauses (log odds); `preference` (2, 2): near and far, for better and for worse; `after_error`: log odds
    that a pause gains after a worse move; `calm`, `paused`: log times less the player's median, NaN if the
    log has no times; `survival`: the share that plays on after so many moves.
    """

    mean: Floats
    covariance: Floats
    preference: Floats
    after_error: float
    calm: Floats
    paused: Floats
    survival: Floats


def alike(traces: Traces, players: list[str], used: list[str], sets: int, seed: int) -> Iterator[Floats]:
    """Features of simulated players, (players, used) for each of `sets` logs; rows with an unknown feature
    are left out. None for a log without moves at levels with maps."""
    if not np.isfinite(traces.moves()["quality"]).any():
        return
    population = _population(traces, players)
    boards, tried = _boards(traces, players)
    generator = np.random.default_rng(seed)
    moves = max(1, int(traces.moves()["effective"].sum()))
    at_once = max(1, min(sets, TOGETHER // moves))
    for begin in range(0, sets, at_once):
        count = min(at_once, sets - begin)
        for pairs in _played(population, boards, tried, players, count, generator):
            found = pairs.features(players)
            points = np.column_stack([found[name] for name in used])
            yield points[np.isfinite(points).all(axis=1)]


# ---------------------------------------------------------------- the population


def _population(traces: Traces, players: list[str]) -> Population:
    moves, attempts = traces.moves(), traces.attempts()
    number = {name: k for k, name in enumerate(players)}
    who = np.array([number.get(name, -1) for name in moves["player"].tolist()], dtype=np.int64)
    preference = _preferences(traces)
    strength, strengths = _strengths(moves, who, preference, len(players))
    timed = np.isfinite(moves["log_rt_z"]) & (who >= 0)
    logs = np.log(np.where(timed, moves["rt_ms"], 1.0))
    own = [logs[timed & (who == k)] for k in range(len(players))]
    speeds = np.array([np.median(times) if len(times) else np.nan for times in own])
    speeds = np.where(np.isfinite(speeds), speeds, np.nanmean(speeds) if timed.any() else 0.0)
    apart = logs - speeds[who]
    calm, paused = apart[timed & ~moves["pause"]], apart[timed & moves["pause"]]
    after_error, pause, pauses = _pausing(moves, who, timed, len(players))
    spread = np.array([strength[1], speeds.std(), pause[1]])
    return Population(
        np.array([strength[0], speeds.mean(), pause[0]]),
        _correlations(np.array([strengths, speeds, pauses])) * np.outer(spread, spread),
        preference,
        after_error,
        calm if len(calm) else np.full(1, np.nan),
        paused if len(paused) else calm if len(calm) else np.full(1, np.nan),
        _survival(attempts["moves"].astype(np.int64), attempts["solved"]),
    )


def _preferences(traces: Traces) -> Floats:
    """Those of `fit_choice`; the strongest in its direction for one that always decides."""
    fit, moves = fit_choice(traces), traces.moves()
    found = np.zeros((2, 2))
    for z, zone in enumerate(("near", "far")):
        here = (moves["d_before"] <= NEAR) == (zone == "near")
        for k, (kind, sign) in enumerate((("better", 1), ("worse", -1))):
            value = fit.preference[zone, kind]
            if not np.isfinite(value):
                offered = here & (moves[f"n_{kind}"] > 0) & (moves[f"n_{kind}"] < moves["n_legal"])
                taken = moves["quality"][offered & moves["effective"]] == sign
                value = 0.0 if not len(taken) else STRONGEST if taken.all() else -STRONGEST
            found[z, k] = np.clip(value, -STRONGEST, STRONGEST)
    return found


def _strengths(moves: Table, who: Ints, preference: Floats, n: int) -> tuple[tuple[float, float], Floats]:
    """The mean and the spread of strength, and that of each player."""
    known = (who >= 0) & moves["effective"] & np.isfinite(moves["quality"]) & np.isfinite(moves["d_before"])
    mine, quality = who[known], moves["quality"][known]
    like = preference[(moves["d_before"][known] > NEAR).astype(np.int64)]
    counts = np.column_stack([moves[f"n_{kind}"][known] for kind in ("better", "worse")])
    same = moves["n_legal"][known] - counts.sum(axis=1)
    taken = np.where(quality == 1, like[:, 0], np.where(quality == -1, like[:, 1], 0.0))

    def slope(value: Floats) -> tuple[Column, Column]:
        weight = counts * np.exp(like * value[mine, None])
        chance = weight / (weight.sum(axis=1) + same)[:, None]
        expected = (chance * like).sum(axis=1)
        variance = (chance * like**2).sum(axis=1) - expected**2
        return np.bincount(mine, taken - expected, n), np.bincount(mine, variance, n)

    return _spread(slope, n, 1.0)


def _pausing(moves: Table, who: Ints, timed: Floats, n: int) -> tuple[float, tuple[float, float], Floats]:
    """The log odds that a pause gains after an error; the mean and spread of a player's; each player's."""
    before = np.append(np.nan, moves["quality"][:-1])
    erred = ((before == -1) & (moves["step"] > 0))[timed]
    mine, pause = who[timed], moves["pause"][timed]
    usual, after = _log_odds(pause[~erred]), _log_odds(pause[erred])
    gained = after - usual if erred.any() else 0.0

    def slope(value: Floats) -> tuple[Column, Column]:
        chance = 1 / (1 + np.exp(-(value[mine] + gained * erred)))
        return np.bincount(mine, pause - chance, n), np.bincount(mine, chance * (1 - chance), n)

    return gained, *_spread(slope, n, usual)


def _log_odds(happened: Column) -> float:
    return float(np.log((happened.sum() + 0.5) / ((~happened).sum() + 0.5)))


def _spread(
    slope: Callable[[Floats], tuple[Column, Column]], n: int, mean: float
) -> tuple[tuple[float, float], Floats]:
    """A population of normal effects: its mean and spread, and the most probable effect of each of `n`
    players. `slope` gives the derivative of each player's log likelihood, and minus the second one."""
    value, spread = np.full(n, mean), 0.5
    for _ in range(ROUNDS):
        first, second = slope(value)
        certain = second + spread**-2
        value = value + np.clip((first - (value - mean) / spread**2) / certain, -1, 1)
        mean = float(value.mean())
        spread = max(1e-3, float(np.sqrt(np.mean((value - mean) ** 2 + 1 / certain))))
    return (mean, spread), value


def _correlations(values: Floats) -> Floats:
    flat = np.ptp(values, axis=1) < 1e-9
    with np.errstate(divide="ignore", invalid="ignore"):
        found = np.atleast_2d(np.corrcoef(values))
    found[flat], found[:, flat] = 0.0, 0.0
    np.fill_diagonal(found, 1.0)
    return found


def _survival(moves: Ints, solved: Ints) -> Floats:
    """For 0, 1, 2, ... moves the share of attempts that go on after them, if none were solved."""
    length = LONGER * int(moves.max(initial=0)) + 1
    left = np.bincount(moves[~solved], minlength=length)
    playing = len(moves) - np.append(0, np.cumsum(np.bincount(moves, minlength=length))[:-1])
    found: Floats = np.cumprod(1 - left / np.maximum(playing, 1))
    return found


# ---------------------------------------------------------------- their games


def _boards(traces: Traces, players: list[str]) -> tuple[list[Board], list[Ints]]:
    """The levels with maps, and for each how many attempts every player made at it, (players,)."""
    number = {name: k for k, name in enumerate(players)}
    tried: dict[str, Ints] = {}
    for attempt in traces.played:
        if attempt.player in number:
            at = tried.setdefault(attempt.level, np.zeros(len(players), np.int64))
            at[number[attempt.player]] += 1
    boards = []
    for name in tried:
        space = traces.boards[name].space
        if space is None:
            continue
        graph = graph_of(space)
        distance = graph.distance.astype(np.int64)
        heads = np.repeat(np.arange(graph.n), graph.degree)
        ahead = graph.indices.astype(np.int64)
        kind = np.sign(distance[ahead] - distance[heads])
        order = np.lexsort((kind, heads))
        better, worse = (np.bincount(heads[kind == sign], minlength=graph.n) for sign in (-1, 1))
        boards.append(
            Board(
                name,
                graph.start,
                float(distance[graph.start]),
                graph.indptr[:-1].astype(np.int64),
                ahead[order],
                better,
                worse,
                graph.degree,
                distance,
                graph.is_goal,
            )
        )
    return boards, [tried[board.name] for board in boards]


class _Games:
    """What all players of several logs did, as lists of arrays; `walker` is a player of one of the logs."""

    def __init__(self) -> None:
        self.steps: list[list[Column]] = []
        self.tries: list[list[Column]] = []

    def columns(self, which: list[list[Column]]) -> list[Column]:
        return [np.concatenate(column) for column in zip(*which, strict=True)]


def _played(
    population: Population,
    boards: list[Board],
    tried: list[Ints],
    players: list[str],
    count: int,
    generator: np.random.Generator,
) -> Iterator[Pairs]:
    """The pairs of `count` simulated logs."""
    n = len(players)
    drawn = generator.multivariate_normal(
        population.mean, population.covariance, count * n, method="eigh", check_valid="ignore"
    )
    drawn[:, 0] = np.maximum(drawn[:, 0], 0.0)
    games = _Games()
    for number, (board, attempts) in enumerate(zip(boards, tried, strict=True)):
        left = np.tile(attempts, count)
        attempt = 0
        while (left > attempt).any():
            walkers = np.flatnonzero(left > attempt)
            solved = _walk(games, population, board, number, attempt, walkers, drawn, generator)
            left[walkers[solved]] = 0
            attempt += 1
    if not games.steps:
        return
    steps, tries = games.columns(games.steps), games.columns(games.tries)
    for log in range(count):
        yield _pairs(steps, tries, boards, players, log)


def _walk(
    games: _Games,
    population: Population,
    board: Board,
    number: int,
    attempt: int,
    walkers: Ints,
    drawn: Floats,
    generator: np.random.Generator,
) -> Column:
    """All of these players make an attempt at a board. Returns who solves it, (walkers,) bool."""
    n = len(walkers)
    strength, speed, pauses = drawn[walkers].T
    stop = np.searchsorted(-population.survival, -generator.random(n))
    here = np.full(n, board.start)
    made, solved = np.zeros(n, np.int64), np.zeros(n, np.bool_)
    erred = np.zeros(n, np.bool_)
    met = [np.arange(n) * len(board.degree) + board.start]
    game = (number * 1000 + attempt) * np.ones(n, np.int64)
    on = np.flatnonzero((stop > 0) & (board.degree[here] > 0) & ~board.goal[here])
    longest = len(population.survival)
    while len(on):
        at = here[on]
        like = population.preference[(board.distance[at] > NEAR).astype(np.int64)] * strength[on, None]
        better, worse = board.better[at], board.worse[at]
        same = board.degree[at] - better - worse
        up, down = better * np.exp(like[:, 0]), worse * np.exp(like[:, 1])
        pick = generator.random(len(on)) * (up + same + down)
        kind = np.where(pick < up, 0, np.where(pick < up + same, 1, 2))
        size = np.choose(kind, [better, same, worse])
        begin = board.first[at] + np.choose(kind, [0 * better, better, better + same])
        chosen = np.minimum((generator.random(len(on)) * size).astype(np.int64), np.maximum(size - 1, 0))
        after = board.ahead[begin + chosen]
        odds = pauses[on] + population.after_error * erred[on]
        pause = generator.random(len(on)) < 1 / (1 + np.exp(-odds))
        rest = np.where(pause, generator.choice(population.paused, len(on)),
                        generator.choice(population.calm, len(on)))  # fmt: skip
        games.steps.append([walkers[on], game[on], made[on], 1.0 - kind, np.exp(speed[on] + rest)])
        here[on], erred[on] = after, kind == 2
        made[on] += 1
        met.append(on * len(board.degree) + after)
        solved[on] = board.goal[after]
        on = on[~solved[on] & (made[on] < np.minimum(stop[on], longest)) & (board.degree[here[on]] > 0)]
    states = np.bincount(np.unique(np.concatenate(met)) // len(board.degree), minlength=n)
    games.tries.append([walkers, game, made, states, solved])
    return solved


def _pairs(
    steps: list[Column], tries: list[Column], boards: list[Board], players: list[str], log: int
) -> Pairs:
    """One of the simulated logs as pairs of player and level."""
    n = len(players)
    walker, game, made, quality, rt = (column[steps[0] // n == log] for column in steps)
    order = np.lexsort((made, game, walker))
    walker, game, made, quality, rt = (
        column[order] for column in (walker - log * n, game, made, quality, rt)
    )
    who, played, moves, states, solved = (column[tries[0] // n == log] for column in tries)
    who = who - log * n
    levels = len(boards)
    keys, pair = np.unique(who * levels + played // 1000, return_inverse=True)
    at = np.searchsorted(keys, walker * levels + game // 1000)
    timed = np.isfinite(rt)
    z = robust_z(walker, rt, timed)
    least = np.array([board.least for board in boards])
    given = Steps(at, made == 0, quality, z > Z, np.isfinite(z), rt)
    tried = Tries(pair, moves, states, solved, least[played // 1000])
    total, time = np.bincount(at, minlength=len(keys)), np.bincount(at, rt, len(keys))
    done = np.bincount(pair, solved, len(keys)) > 0
    with np.errstate(divide="ignore"):
        log_moves, log_time = (np.where(done, np.log(value), np.nan) for value in (total, time))
    names, titles = np.array(players, dtype=object), np.array([board.name for board in boards], dtype=object)
    return Pairs(names[keys // levels], titles[keys % levels], given, tried, log_time, log_moves)
