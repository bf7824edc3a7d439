"""The tasks of a huge map's workers on their partitions of the states. Every task reads and writes files and
returns counts. It can be repeated at any time, and then writes the same files.

```text
                    layer 6                                    layer 7
   partition 0   ---------------- expand ----> runs ---- gather ---------------
   partition 1   ---------------- expand --X-> runs ---- gather ---------------
   partition 2   ---------------- expand ----> runs ---- gather ---------------
                               every partition may have moves into every other
```
"""

from __future__ import annotations

import os
from functools import lru_cache
from glob import escape, glob
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from clew.sweep.runs import (
    GROUP,
    Stream,
    TableWriter,
    layer_parts,
    layer_stream,
    merged,
    run_stream,
    write_run,
)

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from clew._engine import Engine
    from clew.sweep.runs import Words

FIRST = 1 << 10
"""States expanded first, to estimate the number of moves per state."""


class Plan(NamedTuple):
    """What all tasks of a map share. `keys`: those of the puzzle, as JSON. `each`: words per state. `budget`:
    bytes of buffers per task.
    """

    out: str
    keys: str
    partitions: int
    each: int
    expand_goals: bool
    max_depth: int | None
    budget: int

    def layer(self, wave: str, step: Step, partition: int) -> str:
        """The file of one partition of a layer."""
        return os.path.join(self.out, wave, f"{step[0]:05d}-{step[1]}", f"part-{partition:04d}.parquet")

    def runs(self, wave: str, level: int) -> str:
        """The folder of the runs that lead to a level."""
        return os.path.join(self.out, "exchange", wave, f"{level:05d}")

    @property
    def engine(self) -> Engine:
        """The engine of the mapped puzzle, in this process."""
        return _engine(self.keys)


Step = tuple[int, int]
"""A level and a round within it: moves that cost nothing lead from one round to the next."""


@lru_cache(maxsize=4)
def _engine(keys: str) -> Engine:
    import json

    from clew.puzzles.registry import from_dict

    return from_dict(json.loads(keys)).engine


def expand(plan: Plan, wave: str, step: Step, partitions: list[int]) -> dict[str, int]:
    """Expands these partitions of a layer. Returns `edges`, `halves` (as in the engine), and the largest
    `cost` of a move, -1 without moves.
    """
    made = _Runs(plan, wave, step, partitions[0])
    totals = {"edges": 0, "halves": 0}
    for partition in partitions:
        for words in _read(plan, wave, step, partition, made):
            found = plan.engine.expand(words, plan.partitions, plan.expand_goals, wave == "distance")
            totals["edges"] += found["edges"]
            totals["halves"] += found["halves"]
            made.add(found["runs"], len(words))
    return {**totals, **made.finish()}


def _read(plan: Plan, wave: str, step: Step, partition: int, made: _Runs) -> Iterator[Words]:
    """The states of a layer, as many at a time as there is room for their moves."""
    path = plan.layer(wave, step, partition)
    if not os.path.exists(path):
        return
    for words in layer_parts(path, plan.each, GROUP):
        begin = 0
        while begin < len(words):
            end = begin + plan.each * made.room
            yield words[begin:end]
            begin = end


class _Runs:
    """Runs being built, by the cost of the move and the partition; on disk when they exceed the budget."""

    def __init__(self, plan: Plan, wave: str, step: Step, producer: int) -> None:
        self._plan = plan
        self._wave = wave
        self._step = step
        self._name = f"{step[0]:05d}-{step[1]}-{producer:04d}"
        self._held: dict[tuple[int, int], list[Words]] = {}
        self._bytes = 0
        self._spilled: dict[tuple[int, int], list[str]] = {}
        self._spills = 0
        self.room = FIRST

    def add(self, runs: list[tuple[int, int, Words]], states: int) -> None:
        size = sum(run.nbytes for _, _, run in runs)
        for cost, partition, run in runs:
            self._held.setdefault((cost, partition), []).append(run)
        self._bytes += size
        # A quarter of the budget for the moves of one call, another for making them.
        each = max(8, size // max(1, states))
        self.room = max(FIRST // 4, min(GROUP, self._plan.budget // (4 * each)))
        if self._bytes > self._plan.budget // 2:
            self._spill()

    def _spill(self) -> None:
        self._spills += 1
        for key, runs in self._held.items():
            path = f"{self._path(key)}.{self._spills}"
            write_run(path, merged(self._plan.engine, _whole(runs, self._plan.each), []))
            self._spilled.setdefault(key, []).append(path)
        self._held.clear()
        self._bytes = 0

    def finish(self) -> dict[str, int]:
        """Writes one run for each partition and cost."""
        plan = self._plan
        if self._spilled:
            self._spill()
        for key, runs in self._held.items():
            write_run(self._path(key), merged(plan.engine, _whole(runs, plan.each), []))
        for key, paths in self._spilled.items():
            block = _block(plan, len(paths))
            streams = [run_stream(path, plan.each, block) for path in paths]
            write_run(self._path(key), merged(plan.engine, streams, []))
            for path in paths:
                os.remove(path)
        costs = [cost for cost, _ in (*self._held, *self._spilled)]
        return {"cost": max(costs, default=-1), "least": min(costs, default=-1), "spills": self._spills}

    def _path(self, key: tuple[int, int]) -> str:
        cost, partition = key
        level = self._step[0] + cost
        return os.path.join(self._plan.runs(self._wave, level), self._name, f"{partition:04d}.run")


def _whole(runs: list[Words], each: int) -> list[Stream]:
    return [Stream(iter([run]), each) for run in runs]


def _block(plan: Plan, streams: int) -> int:
    """The block size, in states, at which that many streams and their merge fit the budget."""
    # A state is in its block, in the merge next to its number (which doubles it), and in the result.
    return max(64, min(GROUP, plan.budget // (5 * 8 * plan.each * max(1, streams))))


def gather(
    plan: Plan, wave: str, step: Step, partitions: list[int], seen: list[Step], within: list[Step] | None
) -> dict[str, list[int]]:
    """Merges runs into these partitions of a layer. Returns the number of states and of goals of each.

    `seen`: layers whose states are not new. `within`: layers of the search from the start to which the states
    are restricted (None: no restriction is needed).
    """
    counts, goals = [], []
    for partition in partitions:
        found = _gather(plan, wave, step, partition, seen, within)
        counts.append(found[0])
        goals.append(found[1])
    return {"counts": counts, "goals": goals}


def _gather(
    plan: Plan, wave: str, step: Step, partition: int, seen: list[Step], within: list[Step] | None
) -> tuple[int, int]:
    runs = sorted(glob(os.path.join(escape(plan.runs(wave, step[0])), "*", f"{partition:04d}.run")))
    before = layers(plan, wave, seen, partition)
    inside = None if within is None else layers(plan, "depth", within, partition)
    block = _block(plan, len(runs) + len(before) + len(inside or []))
    writer = TableWriter(plan.layer(wave, step, partition), plan.each)
    new = [run_stream(path, plan.each, block) for path in runs]
    known = [layer_stream(path, plan.each, block) for path in before]
    allowed = None if inside is None else [layer_stream(path, plan.each, block) for path in inside]

    def kept() -> Iterator[Words]:
        """Writes the layer, and yields its goals."""
        for words in merged(plan.engine, new, known, allowed):
            writer.add(words)
            if wave == "depth":
                yield plan.engine.goals_among(words)

    # The backward search starts from the goals.
    path = os.path.join(plan.runs("distance", 0), f"{step[0]:05d}-{step[1]}", f"{partition:04d}.run")
    goals = write_run(path, kept()) // plan.each
    writer.close()
    return writer.states, goals


def layers(plan: Plan, wave: str, steps: list[Step], partition: int) -> list[str]:
    """The existing files of a partition of these layers; an empty one has none."""
    paths = [plan.layer(wave, step, partition) for step in steps]
    return [path for path in paths if os.path.exists(path)]


def turn(
    plan: Plan, wave: str, before: Step | None, seen: list[Step], within: list[Step] | None
) -> dict[str, Any]:
    """Runs `expand` and then `gather` for all partitions of a small layer, in one task; `step` is the new
    layer.

    `before` is None at the start, when the runs already exist.
    """
    everything = list(range(plan.partitions))
    told: dict[str, Any] = {} if before is None else expand(plan, wave, before, everything)
    step = following(before, told)
    return {**told, "step": step, **gather(plan, wave, step, everything, seen, within)}


def following(before: Step | None, told: dict[str, Any]) -> Step:
    """The layer after this one, given the result of `expand`: another round of its level if a move cost
    nothing.
    """
    if before is None:
        return 0, 0
    level, number = before
    return (level, number + 1) if told.get("least") == 0 else (level + 1, 0)


def book(plan: Plan, partition: int, depths: list[Step], distances: list[Step]) -> int:
    """Writes a partition of the whole map: states in order with depth, distance and the states after their
    moves.
    """
    writer = TableWriter(os.path.join(plan.out, "states", f"part-{partition:04d}.parquet"), plan.each)
    for words, depth, distance in joined(plan, partition, depths, distances):
        counts, after, costs = rows(plan, words, depth, distance)
        columns = {"depth": depth, "distance": distance, "moves": _lists(counts * plan.each, after)}
        if not plan.engine.unit_cost:
            columns["costs"] = _lists(counts, costs)
        writer.add(words, **columns)
    writer.close()
    return writer.states


def _lists(counts: Any, values: Any) -> Any:
    from clew.optional import arrow

    offsets = np.concatenate([[0], np.cumsum(counts, dtype=np.int64)])
    return arrow().LargeListArray.from_arrays(arrow().array(offsets), arrow().array(values))


def rows(plan: Plan, words: Words, depth: Any, distance: Any) -> tuple[Any, Words, Any]:
    """The moves of these states, as in `Engine.moves_of_all`; none if the map has none."""
    opened = np.ones(len(depth), bool)
    if not plan.expand_goals:
        opened &= distance != 0
    if plan.max_depth is not None:
        opened &= depth < plan.max_depth
    counts = np.zeros(len(depth), np.uint32)
    chosen = np.ascontiguousarray(words.reshape(-1, plan.each)[opened]).reshape(-1)
    counts[opened], after, costs = plan.engine.moves_of_all(chosen)
    return counts, after, costs


def joined(
    plan: Plan, partition: int, depths: list[Step], distances: list[Step]
) -> Iterator[tuple[Words, Any, Any]]:
    """The states of a partition in order, with their depths and distances, in blocks."""
    one = [(step, plan.layer("depth", step, partition)) for step in depths]
    other = [(step, plan.layer("distance", step, partition)) for step in distances]
    block = _block(plan, len(one) + len(other)) // 4 + 16

    def opened(steps: list[tuple[Step, str]]) -> list[tuple[Stream, int]]:
        there = [(step, path) for step, path in steps if os.path.exists(path)]
        return [(layer_stream(path, plan.each, block), step[0]) for step, path in there]

    forward, backward = opened(one), opened(other)
    streams = [stream for stream, _ in (*forward, *backward)]
    while any(len(stream.words) for stream, _ in forward):
        found = plan.engine.join(
            [(stream.words, stream.open, level) for stream, level in forward],
            [(stream.words, stream.open, level) for stream, level in backward],
        )
        for stream, states in zip(streams, found["taken"], strict=True):
            stream.drop(states)
        yield found["words"], found["depth"], found["distance"]
