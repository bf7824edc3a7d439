"""Reads a huge map: into memory as a `StateSpace`, or to compare its files with their checksums."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import numpy as np

from clew.errors import ClewError
from clew.statespace.numbering import Packed, comparable
from clew.statespace.space import StateSpace
from clew_lab.sweep.mapfile import WAVES
from clew_lab.sweep.partitions import joined, rows
from clew_lab.sweep.runs import sections, whole

if TYPE_CHECKING:
    from clew_lab.sweep.hugemap import HugeMap
    from clew_lab.sweep.mapfile import File
    from clew_lab.sweep.partitions import Plan

BUDGET = 256_000_000
"""Bytes of buffers for reading the layers."""

STEP = 1 << 18
"""States expanded at a time."""


def load(found: HugeMap) -> StateSpace:
    """See `HugeMap.load`."""
    if not found.finished:
        raise ClewError(
            f"{found.path}: this map is not finished: call clew_lab.sweep.explore with the same arguments "
            "again"
        )
    plan = found.plan(BUDGET)
    words, depth, distance = _states(found, plan)
    states = words.reshape(-1, plan.each)
    indptr, indices, costs = _moves(plan, words, depth, distance)
    places = Packed(found.puzzle._engine, states)
    start = places.number(found.puzzle._engine.initial())
    assert start is not None
    arrays = {
        "indptr": indptr,
        "indices": indices,
        "costs": costs,
        "distance": distance,
        "depth": depth,
        "is_goal": distance == 0,
    }
    return StateSpace(
        found.puzzle,
        places,
        arrays,
        start=start,
        edges=len(indices),
        expand_goals=found.expand_goals,
        max_depth=found.max_depth,
        cut=not found.complete,
        stored=len(depth),
        seconds=found.seconds,
    )


def _states(found: HugeMap, plan: Plan) -> tuple[Any, Any, Any]:
    blocks = [
        block
        for partition in range(plan.partitions)
        for block in joined(plan, *(found.files(wave, partition) for wave in WAVES))
    ]
    words, depth, distance = (np.concatenate(column) for column in zip(*blocks, strict=True))
    return words, depth, distance


def _moves(plan: Plan, words: Any, depth: Any, distance: Any) -> tuple[Any, Any, Any]:
    """The rows of all states: `indptr`, `indices`, and `costs` where moves differ in cost."""
    keys = comparable(words.reshape(-1, plan.each))
    order = np.argsort(keys, kind="stable").astype(np.uint32)
    keys = keys[order]
    counts, indices, costs = [], [], []
    for begin in range(0, len(depth), STEP):
        here = slice(begin, begin + STEP)
        part = words[begin * plan.each : (begin + STEP) * plan.each]
        count, after, cost = rows(plan, part, depth[here], distance[here])
        counts.append(count)
        indices.append(order[np.searchsorted(keys, comparable(after.reshape(-1, plan.each)))])
        costs.append(cost.astype(np.uint16))
    indptr = np.zeros(len(depth) + 1, np.uint64)
    np.cumsum(np.concatenate(counts), out=indptr[1:])
    every = None if plan.engine.unit_cost else np.concatenate(costs)
    return indptr, np.concatenate(indices), every


def verify(found: HugeMap) -> list[str]:
    """See `HugeMap.verify`."""
    plan = found.plan(BUDGET)
    runs = [file for wave in found.waves.values() for _, file in wave.waiting]

    def wrong(file: File) -> str | None:
        try:
            if file in runs:
                for section in sections(plan.out, file, plan.each, plan.partitions):
                    section.check(plan.each)
            else:
                whole(plan.out, file)
        except (ClewError, OSError) as error:
            return str(error)
        return None

    with ThreadPoolExecutor() as pool:
        return sorted(words for words in pool.map(wrong, found.listed) if words)
