"""One huge space: a breadth-first search by layers, every worker of a Dask cluster with portions of the
states.

The way from the start gives the depths. The goals met on it are the beginning of the way back, which gives
the distances. A new layer can be no nearer than the two before it where every move can be taken back and
costs 1; elsewhere it is held against all layers, and the way back against the map, because states before a
goal need not lead from the start.
"""

from __future__ import annotations

import os
from copy import copy
from itertools import pairwise
from time import monotonic, sleep
from typing import TYPE_CHECKING

from clew.errors import ClewError
from clew.optional import arrow, numpy_for
from clew.search.limits import Limits, bounded
from clew.search.line import engine_puzzle
from clew.search.memory import default_memory
from clew.sweep import cluster
from clew.sweep.hugemap import FORMAT, WAVES, HugeMap

if TYPE_CHECKING:
    from collections.abc import Callable
    from os import PathLike
    from typing import Any, Unpack

    from clew.puzzle import Puzzle
    from clew.search.limits import Bounds
    from clew.sweep.hugemap import Wave
    from clew.sweep.partitions import Plan, Step

SMALL = 20_000
"""States of a layer that are worth a task of their own: smaller layers are made by one."""

BASE = 200_000_000
"""Bytes that a worker takes before it does anything: Python, Dask, numpy, pyarrow and what they keep."""

FEWEST = 320_000_000
"""Bytes that a worker must be allowed: Dask gives no work to one that has used 80 % of its own."""

LEAST = 4_000_000
"""Bytes of buffers with which a task still gets on."""

TELL = 1.0
"""Seconds of a layer after which it is told how far it is."""

SHORTEST, LONGEST = 0.001, 0.05
"""Seconds between two looks at what is done: small layers are many, large ones long."""

PORTIONS = 4
"""Portions for each worker when a map is begun, so that workers that join or are slower can be given
fewer."""


class MapProgress:
    """A moment of a huge map. `wave`: "depth" on the way from the start, "distance" on the way back.
    `level`: the layer that was made last, of `size` states, `share`: how much of the tasks for the next one
    is done, 0 to 1. `states`: those of the wave so far; `before`: of these, what an earlier run had made;
    `expected`: those of the map, known on the way back. `seconds` of this run and wave."""

    def __init__(self, wave: str, kept: Wave, before: int, expected: int | None) -> None:
        self.wave = wave
        self.level = kept.steps[-1].step[0] if kept.steps else 0
        self.size = sum(kept.steps[-1].counts) if kept.steps else 0
        self.states = kept.states
        self.before = before
        self.expected = expected
        self.share = 0.0
        self.seconds = 0.0

    @property
    def states_per_second(self) -> float:
        """Mean rate of the wave in this run; 0 before any time has passed."""
        return (self.states - self.before) / self.seconds if self.seconds > 0 else 0.0

    @property
    def eta(self) -> float | None:
        """Seconds until the wave has met all states that it can meet; None on the way from the start, whose
        end cannot be foretold."""
        if self.expected is None or not self.states_per_second:
            return None
        return max(0, self.expected - self.states) / self.states_per_second


def explore(
    puzzle: Puzzle | str,
    out: str | PathLike[str],
    *,
    client: Any = None,
    workers: int = 0,
    expand_goals: bool = True,
    max_depth: int | None = None,
    edges: bool = False,
    limits: Limits | None = None,
    portions: int = 0,
    on_progress: Callable[[MapProgress], object] | None = None,
    **bounds: Unpack[Bounds],
) -> HugeMap:
    """Maps everything that can be reached from the puzzle's start, into the folder `out`.

    `client`: a `distributed.Client`; `out` must be a folder that all its workers see under this name.
    Without it `workers` processes of this machine do the work (0: one a core). A folder that holds part of
    the same map is resumed from the last layer that is complete, whatever the workers are now. The map
    does not depend on them.

    `expand_goals`, `max_depth`: as in `clew.explore`. `edges`: also write every state with its depth, its
    distance and the states after its moves to ``out/states``. `limits`: `memory` bounds what *each worker*
    takes, disk stands in for the rest; where `states` or `seconds` is reached after a layer, the map ends
    with status "limit", to be gone on with. `portions`: of the states, 0 for four a worker; fixed when a map
    is begun.

    Ctrl-C is raised at once; layers that are complete stay. Raises `ClewError` where a library is missing,
    for a puzzle that knows no way back, a folder of another map, a cluster that cannot be used or loses a
    task with all its workers again and again.
    """
    limits = bounded(limits, bounds)
    numpy_for("a map")
    arrow()
    mapped = engine_puzzle(puzzle)
    if mapped.engine.backward == "no":
        raise ClewError(f"{mapped}: this puzzle knows no states before a state, which distances need")
    for name, value in (("workers", workers), ("portions", portions), ("max_depth", max_depth or 0)):
        if isinstance(value, bool) or not isinstance(value, int) or value < 0:
            raise ClewError(f"{name}={value!r}: expected a whole number that is not negative")
    path = os.path.abspath(os.fspath(out))
    os.makedirs(path, exist_ok=True)
    about = {
        "format": FORMAT,
        "puzzle": {"family": mapped.family, **mapped.to_dict()},
        "expand_goals": bool(expand_goals),
        "max_depth": max_depth,
    }
    if client is not None:
        return _Mapping(client, path, about, portions, limits, on_progress).run(edges)
    count = workers or os.cpu_count() or 1
    memory = limits.memory or default_memory() // count
    _enough(memory)
    with cluster.local(count, memory, "a distributed map") as own:
        return _Mapping(own, path, about, portions, limits, on_progress).run(edges)


class _Mapping:
    """One run of `explore`."""

    def __init__(
        self,
        client: Any,
        path: str,
        about: dict[str, Any],
        portions: int,
        limits: Limits,
        on_progress: Callable[[MapProgress], object] | None,
    ) -> None:
        self._began = monotonic()
        self._client = client
        self._limits = limits
        self._on_progress = on_progress
        cluster.ready(client)
        cluster.shares(client, path)
        workers = client.nthreads()
        self._map = HugeMap.begun(path, about, portions or PORTIONS * max(1, sum(workers.values())))
        self._map.reached = None
        self._plan: Plan = self._map.plan(budget_of(client, limits.memory))

    def run(self, edges: bool) -> HugeMap:
        """Both waves, as far as the limits allow, then what is asked for beside."""
        for wave in WAVES:
            if not self._wave(wave):
                break
        else:
            if edges:
                self._book()
        self._map.seconds += monotonic() - self._began
        self._map.keep()
        return self._map

    def _wave(self, wave: str) -> bool:
        """Makes the layers of a wave; False where a limit ended it."""
        kept = self._map.waves[wave]
        if not kept.steps:
            self._map.seed(wave, self._plan)
        elif not kept.done:
            self._map.clear(wave, self._plan)
        whole = self._map.waves["depth"].states if wave == "distance" else None
        before, self._wave_began = kept.states, monotonic()
        self._now = MapProgress(wave, kept, before, whole)
        while not kept.done:
            if self._stopped(kept.states):
                return False
            kept.add(self._layer(wave))
            self._map.keep()
            self._map.tidy(wave, self._plan)
            self._now = MapProgress(wave, kept, before, whole)
            self._tell(0.0)
        return True

    def _tell(self, share: float) -> None:
        if self._on_progress is not None:
            now = copy(self._now)
            now.share, now.seconds = share, monotonic() - self._wave_began
            self._on_progress(now)

    def _stopped(self, states: int) -> bool:
        if self._limits.states is not None and states >= self._limits.states:
            self._map.reached = "states"
        elif self._limits.seconds is not None and monotonic() - self._began >= self._limits.seconds:
            self._map.reached = "seconds"
        return self._map.reached is not None

    def _layer(self, wave: str) -> dict[str, Any]:
        """Makes the next layer: what `shares.turn` tells."""
        from clew.sweep import partitions as shares

        plan, kept = self._plan, self._map.waves[wave]
        seen, within = self._map.seen(wave), self._map.within(wave)
        before = self._map.opened(wave)
        groups = self._groups(kept.steps[-1].counts if kept.steps else [0])
        if len(groups) == 1 and (before is not None or not kept.steps):
            told: dict[str, Any] = self._do(shares.turn, [(plan, wave, before, seen, within)])[0]
            return told
        half = 0.5 if before is not None else 1.0
        expanding = [] if before is None else [(plan, wave, before, group) for group in groups]
        parts = self._do(shares.expand, expanding, (0.0, half))
        told = {
            "edges": sum(part["edges"] for part in parts),
            "halves": sum(part["halves"] for part in parts),
            "spills": sum(part["spills"] for part in parts),
            "cost": max((part["cost"] for part in parts), default=-1),
            "least": min((part["least"] for part in parts if part["least"] >= 0), default=-1),
        }
        last: Step | None = kept.steps[-1].step if kept.steps else None
        step = shares.following(last, told)
        gathering = [(plan, wave, step, group, seen, within) for group in groups]
        made = self._do(shares.gather, gathering, (1.0 - half, half))
        return {
            **told,
            "step": step,
            "counts": [count for part in made for count in part["counts"]],
            "goals": [count for part in made for count in part["goals"]],
        }

    def _groups(self, counts: list[int]) -> list[list[int]]:
        """The portions in as many groups as a layer of this size is worth."""
        portions = self._plan.portions
        number = max(1, min(portions, -(-sum(counts) // SMALL)))
        ends = [portions * k // number for k in range(number + 1)]
        return [list(range(begin, end)) for begin, end in pairwise(ends)]

    def _book(self) -> None:
        from clew.sweep import partitions as shares

        depths, distances = (self._map.waves[wave].filled for wave in WAVES)
        if not self._map.booked:
            calls = [(self._plan, portion, depths, distances) for portion in range(self._plan.portions)]
            self._do(shares.book, calls)
            self._map.booked = True

    def _do(
        self, task: Callable[..., Any], calls: list[tuple[Any, ...]], share: tuple[float, float] = (0.0, 1.0)
    ) -> list[Any]:
        """The task's answers, in order. One that was lost with its workers is done again. `share`: what is
        done of the layer before, and with these calls."""
        futures = [self._client.submit(task, *call, pure=False) for call in calls]
        try:
            pause, told = SHORTEST, monotonic()
            while waiting := sum(not future.done() for future in futures):
                sleep(pause)
                pause = min(2 * pause, LONGEST)
                if monotonic() - told >= TELL:
                    self._tell(share[0] + share[1] * (1 - waiting / len(futures)))
                    told = monotonic()
            return [self._answer(task, call, future) for call, future in zip(calls, futures, strict=True)]
        finally:
            self._client.cancel(futures)

    def _answer(self, task: Callable[..., Any], call: tuple[Any, ...], future: Any) -> Any:
        killed = cluster.killed()
        for _ in range(cluster.DEATHS):
            try:
                return future.result()
            except killed:
                future = self._client.submit(task, *call, pure=False)
        raise ClewError(
            "Dask workers end whenever they are given this layer: see their logs. The layers before it are "
            "kept: the same call with more memory for each worker goes on from there"
        )


def budget_of(client: Any, memory: int | None) -> int:
    """Bytes of buffers for a task: a share of what the smallest worker has, or of `memory`, that leaves room
    for its base and for what Python, pyarrow and Dask keep. Raises `ClewError` where that is too little."""
    limits = client.run(_limit_of).values()
    shares = [limit or default_memory() // len(limits) for limit in limits]
    threads: int = max(client.nthreads().values())
    least = min([*shares, *([] if memory is None else [memory])])
    _enough(least)
    return max(LEAST, (least * 7 // 10 - BASE) // (4 * threads))


def _limit_of(dask_worker: Any) -> int | None:
    """Bytes that a worker was allowed when it was started."""
    limit: int | None = dask_worker.memory_manager.memory_limit
    return limit


def _enough(memory: int) -> None:
    """Raises `ClewError` where a worker with so many bytes would wait forever."""
    if memory < FEWEST:
        raise ClewError(
            f"{memory:,} bytes for each worker are too few: one takes {BASE:,} before it begins, "
            f"so give it {FEWEST:,} or more, or have fewer workers"
        )
