"""The tasks of a huge map's workers on their partitions of the states. Every task reads and writes files, and
returns counts, and the files with their checksums. It can be repeated at any time, and then writes the same
files. It reads only files that the map lists, and none that is not what was written.

```text
                    layer 6                                    layer 7
   partition 0   ---------------- expand ----> runs ---- gather ---------------
   partition 1   ---------------- expand --X-> runs ---- gather ---------------
   partition 2   ---------------- expand ----> runs ---- gather ---------------
                               every partition may have moves into every other
```
"""

from __future__ import annotations

import json
import os
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple
from uuid import uuid4

import numpy as np

from clew.optional import arrow
from clew.puzzles.registry import from_dict
from clew_lab.sweep.mapfile import layer_path, settle
from clew_lab.sweep.runs import (
    GROUP,
    RunsWriter,
    Stream,
    TableWriter,
    layer_parts,
    layer_stream,
    merged,
    sections,
    whole,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from clew._engine import Engine
    from clew_lab.sweep.mapfile import File, Leveled, Step
    from clew_lab.sweep.runs import Section, Words

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
        """The file of one partition of a layer, within `out`."""
        return layer_path(wave, step, partition)

    def runs(self, wave: str, level: int) -> str:
        """The folder of the runs that lead to a level, within `out`."""
        return f"exchange/{wave}/{level:05d}"

    def writer(self, wave: str, level: int, name: str) -> RunsWriter:
        """Writes a file with the runs that a task has for a level."""
        path = f"{self.runs(wave, level)}/{name}.runs"
        return RunsWriter(self.out, path, self.each, self.partitions)

    @property
    def engine(self) -> Engine:
        """The engine of the mapped puzzle, in this process."""
        return _engine(self.keys)


class Part(NamedTuple):
    """A partition of the next layer. `seen`: files whose states are not new. `within`: files of the search
    from the start to which the states are restricted (None: no restriction is needed).
    """

    number: int
    seen: list[File]
    within: list[File] | None


@lru_cache(maxsize=4)
def _engine(keys: str) -> Engine:
    return from_dict(json.loads(keys))._engine


def expand(plan: Plan, wave: str, step: Step, producer: int, files: list[File]) -> dict[str, Any]:
    """Expands these files of a layer. Returns `edges`, `halves` (as in the engine), the largest and the
    `least` `cost` of a move, -1 without moves, and `runs`: wave, level and file.
    """
    made = _Runs(plan, wave, step, producer)
    totals = {"edges": 0, "halves": 0}
    for file in files:
        for words in _read(plan, file, made):
            found = plan.engine.expand(words, plan.partitions, plan.expand_goals, wave == "distance")
            totals["edges"] += found["edges"]
            totals["halves"] += found["halves"]
            made.add(found["runs"], len(words))
    return {**totals, **made.finish()}


def _read(plan: Plan, file: File, made: _Runs) -> Iterator[Words]:
    """The states of a file, as many at a time as there is room for their moves."""
    for words in layer_parts(whole(plan.out, file), plan.each, GROUP):
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
        self._name = name_of(step, producer)
        self._held: dict[int, dict[int, list[Words]]] = {}
        self._bytes = 0
        self._spilled: dict[int, list[File]] = {}
        self._spills = 0
        self.room = FIRST

    def add(self, runs: list[tuple[int, int, Words]], states: int) -> None:
        size = sum(run.nbytes for _, _, run in runs)
        for cost, partition, run in runs:
            self._held.setdefault(cost, {}).setdefault(partition, []).append(run)
        self._bytes += size
        # A quarter of the budget for the moves of one call, another for making them.
        each = max(8, size // max(1, states))
        self.room = max(FIRST // 4, min(GROUP, self._plan.budget // (4 * each)))
        if self._bytes > self._plan.budget // 2:
            self._spill()

    def _spill(self) -> None:
        self._spills += 1
        for cost in sorted(self._held):
            # Another worker may do the same task, if this one seems lost: each has its own files.
            file = self._write(cost, f"{self._name}-{uuid4().hex}", lasting=False)
            self._spilled.setdefault(cost, []).append(file)
        self._held.clear()
        self._bytes = 0

    def finish(self) -> dict[str, Any]:
        """Writes the runs: a file for each cost."""
        costs = sorted({*self._held, *self._spilled})
        if self._spilled:
            self._spill()
        # Where every move costs 1, all runs are merged before the map is kept: they need not last.
        lasting = not self._plan.engine.unit_cost
        runs = [
            (self._wave, self._step[0] + cost, self._write(cost, self._name, lasting=lasting))
            for cost in costs
        ]
        if lasting:
            settle(self._plan.out, [file.path for _, _, file in runs])
        told = {"cost": max(costs, default=-1), "least": min(costs, default=-1), "spills": self._spills}
        return {**told, "runs": runs}

    def _write(self, cost: int, name: str, *, lasting: bool) -> File:
        """Writes what is held of a cost or, if all is spilled, the spilled files, which are removed."""
        plan = self._plan
        writer = plan.writer(self._wave, self._step[0] + cost, name)
        spilled = [] if self._held else self._spilled.get(cost, [])
        tables = [sections(plan.out, file, plan.each, plan.partitions) for file in spilled]
        block = _block(plan, len(tables))
        for partition in range(plan.partitions):
            streams = [table[partition].stream(plan.each, block) for table in tables]
            streams += _streams(self._held.get(cost, {}).get(partition, []), plan.each)
            writer.add(partition, merged(plan.engine, streams, []))
        for file in spilled:
            os.remove(os.path.join(plan.out, file.path))
        written = writer.close(lasting)
        assert written is not None
        return written


def _streams(runs: list[Words], each: int) -> list[Stream]:
    return [Stream(iter([run]), each) for run in runs]


def _block(plan: Plan, streams: int) -> int:
    """The block size, in states, at which that many streams and their merge fit the budget."""
    # A state is in its block, in the merge next to its number (which doubles it), and in the result.
    return max(64, min(GROUP, plan.budget // (5 * 8 * plan.each * max(1, streams))))


def gather(plan: Plan, wave: str, step: Step, parts: list[Part], runs: list[File]) -> dict[str, Any]:
    """Merges runs into these partitions of a layer. Returns `files`, with the number of the partition,
    the number of `goals`, and `runs`: the goals, which are the start of the backward search.
    """
    producer = parts[0].number
    backward = plan.writer("distance", 0, name_of(step, producer))
    tables = [sections(plan.out, file, plan.each, plan.partitions) for file in runs]
    files: list[tuple[int, File]] = []
    goals = 0
    for part in parts:
        writer = TableWriter(plan.out, plan.layer(wave, step, part.number), plan.each)
        new = [table[part.number] for table in tables if table[part.number].states]
        goals += backward.add(part.number, _gathered(plan, wave, part, new, writer))
        file = writer.close()
        files += [] if file is None else [(part.number, file)]
    found = backward.close(lasting=True)
    made = [] if found is None else [("distance", 0, found)]
    settle(plan.out, [file.path for file in (found, *(file for _, file in files)) if file is not None])
    return {"files": files, "goals": goals, "runs": made}


def _gathered(plan: Plan, wave: str, part: Part, new: list[Section], writer: TableWriter) -> Iterator[Words]:
    """Writes a partition of a layer, and yields its goals."""
    block = _block(plan, len(new) + len(part.seen) + len(part.within or []))

    def opened(files: list[File]) -> list[Stream]:
        return [layer_stream(whole(plan.out, file), plan.each, block) for file in files]

    within = None if part.within is None else opened(part.within)
    streams = [section.stream(plan.each, block) for section in new]
    for words in merged(plan.engine, streams, opened(part.seen), within):
        writer.add(words)
        if wave == "depth":
            yield plan.engine.goals_among(words)


def name_of(step: Step, producer: int) -> str:
    """The name of what a task writes from or for a layer."""
    return f"{step[0]:05d}-{step[1]}-{producer:04d}"


def turn(
    plan: Plan,
    wave: str,
    before: Step | None,
    files: list[File],
    parts: list[Part],
    waiting: list[Leveled],
) -> dict[str, Any]:
    """Runs `expand` of these files and then `gather` for all partitions of a small layer, in one task; `step`
    is the new layer. `waiting`: runs that exist, by level.

    `before` is None at the start, when all runs exist.
    """
    told: dict[str, Any] = {"runs": []} if before is None else expand(plan, wave, before, 0, files)
    step = following(before, told)
    runs = reaching(step, waiting, told["runs"])
    made = gather(plan, wave, step, parts, runs)
    return {**told, "step": step, **made, "runs": [*told["runs"], *made["runs"]]}


def reaching(step: Step, waiting: list[Leveled], made: list[tuple[str, int, File]]) -> list[File]:
    """The runs that lead to this layer: those that waited for it, and those made from the last one."""
    return [file for level, file in [*waiting, *(each[1:] for each in made)] if level == step[0]]


def following(before: Step | None, told: dict[str, Any]) -> Step:
    """The layer after this one, given the result of `expand`: another round of its level if a move cost
    nothing.
    """
    if before is None:
        return 0, 0
    level, number = before
    return (level, number + 1) if told.get("least") == 0 else (level + 1, 0)


def book(plan: Plan, number: int, depths: list[Leveled], distances: list[Leveled]) -> File | None:
    """Writes a partition of the whole map: states in order with depth, distance and the states after their
    moves. Returns its file; None if it is empty.
    """
    writer = TableWriter(plan.out, f"states/part-{number:04d}.parquet", plan.each)
    for words, depth, distance in joined(plan, depths, distances):
        counts, after, costs = rows(plan, words, depth, distance)
        columns = {"depth": depth, "distance": distance, "moves": _lists(counts * plan.each, after)}
        if not plan.engine.unit_cost:
            columns["costs"] = _lists(counts, costs)
        writer.add(words, **columns)
    file = writer.close()
    settle(plan.out, [] if file is None else [file.path])
    return file


def _lists(counts: Any, values: Any) -> Any:
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


def joined(plan: Plan, depths: list[Leveled], distances: list[Leveled]) -> Iterator[tuple[Words, Any, Any]]:
    """The states of a partition in order, with their depths and distances, in blocks."""
    block = _block(plan, len(depths) + len(distances)) // 4 + 16

    def opened(files: list[Leveled]) -> list[tuple[Stream, int]]:
        return [(layer_stream(whole(plan.out, file), plan.each, block), level) for level, file in files]

    forward, backward = opened(depths), opened(distances)
    streams = [stream for stream, _ in (*forward, *backward)]
    while any(len(stream.words) for stream, _ in forward):
        found = plan.engine.join(
            [(stream.words, stream.open, level) for stream, level in forward],
            [(stream.words, stream.open, level) for stream, level in backward],
        )
        for stream, states in zip(streams, found["taken"], strict=True):
            stream.drop(states)
        yield found["words"], found["depth"], found["distance"]
