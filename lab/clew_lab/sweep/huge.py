"""Maps one huge space by breadth-first layers, with partitions of the states on every worker of a Dask
cluster.

The search from the start gives the depths. The goals found are the start of the backward search, which gives
the distances. If every move can be undone and costs 1, a new layer need only be compared with the two before
it; otherwise it is compared with all layers, and the backward search with the map, because predecessors of a
goal need not be reachable from the start.
"""

from __future__ import annotations

import os
import warnings
from contextlib import ExitStack
from copy import copy
from itertools import pairwise
from time import monotonic
from typing import TYPE_CHECKING, Any

from clew.errors import ClewError
from clew.optional import arrow, numpy_for
from clew.search.limits import Limits, bounded, default_memory
from clew.search.line import engine_puzzle
from clew_lab.sweep import cluster
from clew_lab.sweep.folder import alone
from clew_lab.sweep.hugemap import HugeMap
from clew_lab.sweep.mapfile import WAVES

if TYPE_CHECKING:
    from collections.abc import Callable
    from os import PathLike
    from threading import Event

    from clew.puzzle import Puzzle
    from clew_lab.sweep.mapfile import File, Step, Wave
    from clew_lab.sweep.partitions import Part, Plan

SMALL = 20_000
"""The states of a layer that are worth a task of their own: a smaller layer is one task."""

BASE = 200_000_000
"""Bytes that a worker takes before it does anything: Python, Dask, numpy, pyarrow and their caches."""

FEWEST = 320_000_000
"""The least memory limit of a worker: Dask gives no work to one that has used 80 % of its limit."""

LEAST = 4_000_000
"""The least bytes of buffers with which a task can work."""

TELL = 1.0
"""Seconds after which the progress of a layer is reported."""

PARTITIONS = 4
"""Partitions per worker when a map is started, so that workers that join later or are slower can get fewer.
"""


class MapProgress:
    """The progress of a huge map. `wave`: "depth" for the search from the start, "distance" for the backward
    search. `level`: the last finished layer, with `size` states; `share`: how much of the next one is done, 0
    to 1. `states`: those of the wave so far; `before`: how many of them an earlier run had found; `expected`:
    those of the map, known in the backward search. `seconds`: of this run and wave.
    """

    def __init__(self, wave: str, kept: Wave, before: int, expected: int | None) -> None:
        self.wave = wave
        self.level = kept.steps[-1].step[0] if kept.steps else 0
        self.size = kept.steps[-1].states if kept.steps else 0
        self.states = kept.states
        self.before = before
        self.expected = expected
        self.share = 0.0
        self.seconds = 0.0

    @property
    def states_per_second(self) -> float:
        """The mean rate of the wave in this run; 0 before any time has passed."""
        return (self.states - self.before) / self.seconds if self.seconds > 0 else 0.0

    @property
    def eta(self) -> float | None:
        """Seconds until the wave has found all states; None in the search from the start, whose size is
        unknown.
        """
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
    partitions: int = 0,
    portions: int | None = None,
    on_progress: Callable[[MapProgress], object] | None = None,
    seconds: float | None = None,
    states: int | None = None,
    memory: int | str | None = None,
    moves: int | None = None,
    stop: Event | None = None,
) -> HugeMap:
    """Explores everything that can be reached from the puzzle's start, into the folder `out`.

    `client`: a `distributed.Client`; all its workers must see `out` under this path. Without it, `workers`
    processes on this machine do the work (0: one per core). A folder that contains part of the same map is
    continued from the last complete layer, whatever the workers are now. The map does not depend on them.

    `expand_goals`, `max_depth`: as in `clew.explore`.
    `edges`: also write every state with its depth, its distance and the states after its moves to
    ``out/states``.
    `limits`: `memory` applies to *each worker*, which uses the disk beyond it; if `states` or `seconds` is
    reached after a layer, the map ends with status "limit" and can be continued. `stop` and `limits.cancel()`
    act in the same way, with the limit "interrupted".
    `partitions`: the number of partitions, 0 for four per worker; fixed when a map is started. `portions` is
    its deprecated name.

    Ctrl-C is raised at once; complete layers are kept. Raises `ClewError` if a library is missing, for a
    puzzle without predecessors, a script that calls it without ``if __name__ == "__main__":``, a folder with
    another map or in use, a file that is missing or not what was written, and a cluster that cannot be used
    or whose workers die repeatedly.
    """
    if portions is not None:
        warnings.warn("the argument `portions` is called `partitions` now", DeprecationWarning, 2)
        partitions = portions
    limits = bounded(limits, seconds=seconds, states=states, memory=memory, moves=moves, stop=stop)
    numpy_for("a map")
    arrow()
    mapped = engine_puzzle(puzzle)
    if mapped._engine.backward == "no":
        raise ClewError(f"{mapped}: this puzzle has no predecessors, which distances need")
    for name, value in (("workers", workers), ("partitions", partitions), ("max_depth", max_depth or 0)):
        if isinstance(value, bool) or not isinstance(value, int) or value < 0:
            raise ClewError(f"{name}={value!r}: expected a non-negative whole number")
    if client is None:
        cluster.check_program("clew_lab.sweep.explore")
    path = os.path.abspath(os.fspath(out))
    about = {
        "puzzle": {"family": mapped.family, **mapped.to_dict()},
        "expand_goals": bool(expand_goals),
        "max_depth": max_depth,
    }
    with alone(path), ExitStack() as stack:
        if client is None:
            count = workers or os.cpu_count() or 1
            memory = limits.memory or default_memory() // count
            _enough(memory)
            client = stack.enter_context(cluster.local(count, memory, "a distributed map"))
        stack.enter_context(cluster.answering(client))
        return _Mapping(client, path, about, partitions, limits, on_progress).run(edges)


class _Mapping:
    """One run of `explore`."""

    def __init__(
        self,
        client: Any,
        path: str,
        about: dict[str, Any],
        partitions: int,
        limits: Limits,
        on_progress: Callable[[MapProgress], object] | None,
    ) -> None:
        self._began = monotonic()
        self._client = client
        self._limits = limits
        self._on_progress = on_progress
        cluster.ready(client)
        cluster.check_shared(client, path)
        workers = client.nthreads()
        self._map = HugeMap.begun(path, about, partitions or PARTITIONS * max(1, sum(workers.values())))
        self._map.reached = None
        self._plan: Plan = self._map.plan(budget_of(client, limits.memory))

    def run(self, edges: bool) -> HugeMap:
        """Runs both waves, as far as the limits allow, then writes the states if requested."""
        self._map.clear()
        for wave in WAVES:
            if not self._wave(wave):
                break
        else:
            if edges:
                self._book()
        self._map.clear()
        self._map.seconds += monotonic() - self._began
        self._map.keep()
        return self._map

    def _wave(self, wave: str) -> bool:
        """Makes the layers of a wave; returns False if a limit ended it."""
        kept = self._map.waves[wave]
        if not kept.steps:
            self._map.seed(wave, self._plan)
        whole = self._map.waves["depth"].states if wave == "distance" else None
        before, self._wave_began = kept.states, monotonic()
        self._now = MapProgress(wave, kept, before, whole)
        while not kept.done:
            if self._stopped(kept.states):
                return False
            self._map.add(wave, self._layer(wave))
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
        elif self._limits.cancelled:
            self._map.reached = "interrupted"
        return self._map.reached is not None

    def _layer(self, wave: str) -> dict[str, Any]:
        """Makes the next layer: what `partitions.turn` tells."""
        from clew_lab.sweep import partitions

        plan, kept = self._plan, self._map.waves[wave]
        before = self._map.opened(wave)
        groups = self._groups(kept.steps[-1].states if kept.steps else 0)
        parts = self._parts(wave)
        last = [] if before is None else [before]
        files = [[file for k in group for file in self._files(wave, last, k)] for group in groups]
        if len(groups) == 1 and (before is not None or not kept.steps):
            made: dict[str, Any] = self._do(
                partitions.turn, [(plan, wave, before, files[0], parts, kept.waiting)]
            )[0]
            return made
        half = 0.5 if before is not None else 1.0
        expanding = (
            []
            if before is None
            else [(plan, wave, before, group[0], each) for group, each in zip(groups, files, strict=True)]
        )
        tolds = self._do(partitions.expand, expanding, (0.0, half))
        told = {
            "edges": sum(each["edges"] for each in tolds),
            "halves": sum(each["halves"] for each in tolds),
            "spills": sum(each["spills"] for each in tolds),
            "cost": max((each["cost"] for each in tolds), default=-1),
            "least": min((each["least"] for each in tolds if each["least"] >= 0), default=-1),
        }
        runs = [run for each in tolds for run in each["runs"]]
        step = partitions.following(kept.steps[-1].step if kept.steps else None, told)
        reaching = partitions.reaching(step, kept.waiting, runs)
        gathering = [(plan, wave, step, [parts[k] for k in group], reaching) for group in groups]
        gathered = self._do(partitions.gather, gathering, (1.0 - half, half))
        return {
            **told,
            "step": step,
            "runs": [*runs, *(run for each in gathered for run in each["runs"])],
            "files": [file for each in gathered for file in each["files"]],
            "goals": sum(each["goals"] for each in gathered),
        }

    def _parts(self, wave: str) -> list[Part]:
        """What the tasks that gather the next layer need to know of its partitions."""
        from clew_lab.sweep.partitions import Part

        seen, within = self._map.seen(wave), self._map.within(wave)
        return [
            Part(k, self._files(wave, seen, k), None if within is None else self._files("depth", within, k))
            for k in range(self._plan.partitions)
        ]

    def _files(self, wave: str, steps: list[Step], partition: int) -> list[File]:
        return [file for _, file in self._map.files(wave, partition, steps)]

    def _groups(self, states: int) -> list[list[int]]:
        """The partitions in as many groups as a layer of this size is worth."""
        partitions = self._plan.partitions
        number = max(1, min(partitions, -(-states // SMALL)))
        ends = [partitions * k // number for k in range(number + 1)]
        return [list(range(begin, end)) for begin, end in pairwise(ends)]

    def _book(self) -> None:
        from clew_lab.sweep import partitions

        if not self._map.booked:
            calls = [
                (self._plan, number, *(self._map.files(wave, number) for wave in WAVES))
                for number in range(self._plan.partitions)
            ]
            self._map.books = [file for file in self._do(partitions.book, calls) if file is not None]

    def _do(
        self, task: Callable[..., Any], calls: list[tuple[Any, ...]], share: tuple[float, float] = (0.0, 1.0)
    ) -> list[Any]:
        """The answers of the tasks, in order; tasks lost with their workers are retried. `share`: how much of
        the layer is done before and after these calls.
        """
        futures = [self._client.submit(task, *call, pure=False) for call in calls]
        try:
            while not cluster.done(self._client, futures, TELL):
                ended = sum(future.done() for future in futures)
                self._tell(share[0] + share[1] * ended / len(futures))
            return [self._answer(task, call, future) for call, future in zip(calls, futures, strict=True)]
        except BaseException:
            self._client.cancel(futures)
            raise

    def _answer(self, task: Callable[..., Any], call: tuple[Any, ...], future: Any) -> Any:
        killed = cluster.killed()
        for _ in range(cluster.DEATHS):
            try:
                return future.result()
            except killed:
                future = self._client.submit(task, *call, pure=False)
        raise ClewError(
            "Dask workers crash whenever they get this layer: see their logs. The layers before it are kept. "
            "Give each worker more memory, and make the same call again to continue"
        )


def budget_of(client: Any, memory: int | None) -> int:
    """Bytes of buffers for a task: a share of the smallest worker's memory, or of `memory`, that leaves room
    for its base and for the caches of Python, pyarrow and Dask. Raises `ClewError` if that is too little.
    """
    limits = client.run(_limit_of).values()
    shares = [limit or default_memory() // len(limits) for limit in limits]
    threads: int = max(client.nthreads().values())
    least = min([*shares, *([] if memory is None else [memory])])
    _enough(least)
    return max(LEAST, (least * 7 // 10 - BASE) // (4 * threads))


def _limit_of(dask_worker: Any) -> int | None:
    """The memory limit with which a worker was started."""
    limit: int | None = dask_worker.memory_manager.memory_limit
    return limit


def _enough(memory: int) -> None:
    """Raises `ClewError` if a worker with that many bytes would wait forever."""
    if memory < FEWEST:
        raise ClewError(
            f"{memory:,} bytes per worker are too few: a worker takes {BASE:,} before it starts, "
            f"so give it {FEWEST:,} or more, or use fewer workers"
        )
