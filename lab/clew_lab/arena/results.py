"""The result of an arena: the games as a log of `clew_lab.study`, and a line of figures for each agent."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from clew_lab.study.log import Log, Row
from clew_lab.study.replaying import replay

if TYPE_CHECKING:
    from collections.abc import Mapping
    from os import PathLike

    from numpy.typing import NDArray

    import clew_lab.study.levels
    from clew_lab.arena.games import Game
    from clew_lab.study.traces import Traces

    Floats = NDArray[np.float64]

LIKELY = 0.95
"""The probability of confidence intervals."""

FEWEST = 3
"""Boards below which there is no interval."""

BEYOND = 0.75
"""How much of a board the unseen worst or best one counts in an interval. With 1, intervals never fail too
often but are wide; with 0.75, they hold at least 92 % of the time, on any data within the bounds
(`python -m bench.intervals`)."""

DRAWS = 2000
"""Weights of boards that are drawn for an interval."""

RISK = 2.0
"""The largest regret of a move that can be taken back: it leads one move away, and costs one."""


class Share(NamedTuple):
    """A value with its 95 % confidence interval; None where there is nothing to compute it from, and no
    interval below three boards."""

    value: float | None
    low: float | None
    high: float | None


class Standing(NamedTuple):
    """The figures of one agent.

    `solved`: the share of boards. `ratio`: moves over the fewest moves, mean over the solved boards.
    `regret`: how many more moves than necessary a move costs, averaged over the moves of a board, then over
    boards. `lost`: moves that made a board unsolvable. `left`: the move with which it left the optimal
    solutions, median over boards, from 1; None if it mostly did not. `ended`: how many games ended how.
    """

    agent: str
    boards: int
    solved: Share
    ratio: Share
    regret: Share
    moves: int
    lost: int
    left: float | None
    illegal: int
    malformed: int
    ended: dict[str, int]


HEADS = ("agent", "solved", "moves/fewest", "regret", "lost", "left at", "illegal", "malformed")


class Arena:
    """Games of agents on boards. `games` in the order of play; `traces`: the same games as `clew_lab.study`
    sees them, so that people and programs are measured alike; `standings`: the figures of each agent;
    `max_ratio`: the moves after which games end, over the fewest moves."""

    def __init__(
        self, games: list[Game], levels: Mapping[str, clew_lab.study.levels.Level], max_ratio: float
    ) -> None:
        self.games = games
        self.max_ratio = max_ratio
        self.traces: Traces = replay(log_of(games), dict(levels))
        self.standings = [self._standing(name) for name in dict.fromkeys(game.agent for game in games)]

    def save(self, folder: str | PathLike[str]) -> list[str]:
        """Writes the tables of `clew_lab.study.export` into a folder. Returns the names of the files. Raises
        `OSError`.
        """
        from clew_lab.study.outputs import export

        return export(self.traces, folder)

    def to_dict(self) -> dict[str, Any]:
        """The standings and the games as plain values, for JSON."""
        return {
            "standings": [
                {
                    **standing._asdict(),
                    **{name: getattr(standing, name)._asdict() for name in ("solved", "ratio", "regret")},
                }
                for standing in self.standings
            ],
            "games": [
                {
                    "agent": game.agent,
                    "board": game.board,
                    "ended": game.ended,
                    "moves": [answer.text for answer in game.answers if answer.kind == "legal"],
                    "illegal": game.count("illegal"),
                    "malformed": game.count("malformed"),
                    "note": game.note,
                }
                for game in self.games
            ],
        }

    def __str__(self) -> str:
        rows = [HEADS, *(_cells(standing) for standing in self.standings)]
        wide = [max(len(row[column]) for row in rows) for column in range(len(HEADS))]
        return "\n".join(
            "  ".join(
                [row[0].ljust(wide[0]), *(cell.rjust(w) for cell, w in zip(row[1:], wide[1:], strict=True))]
            )
            for row in rows
        )

    def __repr__(self) -> str:
        return f"<Arena of {len(self.standings)} agents, {len(self.games)} games>"

    def _standing(self, agent: str) -> Standing:
        games = [game for game in self.games if game.agent == agent]
        attempts, moves = self.traces.attempts(), self.traces.moves()
        mine = attempts["player"] == agent
        made = (moves["player"] == agent) & moves["effective"]
        solved = attempts["solved"][mine]
        ratio = attempts["excess_ratio"][mine]
        losing = made & np.isfinite(moves["d_before"]) & ~np.isfinite(moves["d_after"])
        regrets, lefts = [], []
        for board in attempts["level"][mine]:
            here = made & (moves["level"] == board)
            regret = moves["regret"][here]
            known = regret[np.isfinite(regret)]
            if len(known):
                regrets.append(float(known.mean()))
            worse = np.flatnonzero((regret > 0) | losing[here])
            lefts.append(float(worse[0] + 1) if len(worse) else np.inf)
        left = float(np.median(lefts)) if lefts else np.inf
        return Standing(
            agent,
            len(games),
            mean(solved.astype(np.float64), 0.0, 1.0),
            mean(ratio[np.isfinite(ratio)], 1.0, max(1.0, self.max_ratio)),
            mean(np.array(regrets), 0.0, RISK),
            int(made.sum()),
            int(losing.sum()),
            left if np.isfinite(left) else None,
            sum(game.count("illegal") for game in games),
            sum(game.count("malformed") for game in games),
            dict(Counter(game.ended for game in games)),
        )


def log_of(games: list[Game]) -> Log:
    """The games as a log: one attempt each, with a row for every legal and illegal move."""
    rows = []
    for game in games:
        rows.append(Row(0, game.agent, game.board, "1", "start", order=0))
        told = [answer for answer in game.answers if answer.kind != "malformed"]
        for order, answer in enumerate(told, 1):
            rows.append(
                Row(0, game.agent, game.board, "1", "move", answer.text, move=answer.text, order=order)
            )
    for number, row in enumerate(rows, 1):
        row.source_row = number
    return Log(rows, "an arena", "generic", "utf-8")


def mean(values: Floats, least: float, most: float) -> Share:
    """A mean over boards, with its interval over all boards of their kind.

    The interval is that of means under random weights of the boards (Rubin 1981), with part of an unseen
    board at the bound `most` for its upper end, and at `least` for its lower (Gaffke 2005; for shares this is
    Clopper and Pearson's interval, a little shortened). So it holds for skewed values, and where the boards
    happen to be all alike. A value beyond a bound is the bound.
    """
    n = len(values)
    if not n:
        return Share(None, None, None)
    middle = float(values.mean())
    if n < FEWEST:
        return Share(middle, None, None)
    weights, unseen = _weights(n), (1 - LIKELY) / 2
    ordered = np.sort(values)  # the same interval for any order of the boards
    bottom, top = min(least, float(ordered[0])), max(most, float(ordered[-1]))
    low = np.quantile(weights @ np.append(ordered[::-1], bottom), unseen)
    high = np.quantile(weights @ np.append(ordered, top), 1 - unseen)
    # Weights add up to 1 but for rounding.
    return Share(middle, max(bottom, min(middle, float(low))), min(top, max(middle, float(high))))


@lru_cache(maxsize=16)
def _weights(n: int) -> Floats:
    """Random weights of so many boards and of part of one more, (draws, boards + 1); each row sums to 1."""
    return np.random.default_rng(0).dirichlet([1.0] * n + [BEYOND], DRAWS)


def _cells(standing: Standing) -> tuple[str, ...]:
    return (
        standing.agent,
        _told(standing.solved, "{:.0%}"),
        _told(standing.ratio, "{:.2f}"),
        _told(standing.regret, "{:.2f}"),
        f"{standing.lost:,}",
        "-" if standing.left is None else f"{standing.left:g}",
        f"{standing.illegal:,}",
        f"{standing.malformed:,}",
    )


def _told(share: Share, form: str) -> str:
    if share.value is None:
        return "-"
    if share.low is None or share.high is None:
        return form.format(share.value)
    return f"{form.format(share.value)} ({form.format(share.low)}-{form.format(share.high)})"
