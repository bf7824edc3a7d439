"""Layouts of maps: how long they take, how true they are, and both of `s_gd2` where it is installed
(`pip install s_gd2`).

All lay out the same graph in one run, so that the ratios are those of one machine at one time. `s_gd2` uses
one thread; processor time compares the work. Its usual call looks at all pairs of states, its other one at
as many pivots as ours.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from statistics import median
from time import perf_counter, process_time
from typing import Any

import numpy as np

import clew
from bench.table import Table, time_of, times_of
from clew.maps.shape import pairs
from clew.statespace.graph import graph_of

PEER = "s_gd2"
PIVOTS = 256
BOARDS = ("boards/blocks/gar-1.toml", "boards/blocks/rush-51.toml", "boards/blocks/huarong-dao-steps.toml")
LARGE = "blocks:BBoCoo/oDoCEE/oDAAFG/HoIIFG/HoJKKo/LLJooo"
PEER_MOST = {"all pairs": 2_000, "pivots": 50_000}
"""States of the largest map that the peer lays out, by its two calls: more would take it minutes."""


def layouts(quick: bool) -> list[Table]:
    """A row for each map."""
    boards = BOARDS[:1] if quick else (*BOARDS, LARGE)
    there = find_spec(PEER) is not None
    rows = [_row(clew.explore(clew.load(board)), there) for board in boards]
    of_peer = (head for ways in PEER_MOST for head in (f"{PEER}, {ways}", "stress", "faster", "less work"))
    heads = ("map", "states", "time", "processor", "stress", "in space", *of_peer)
    note = "*stress*: 0 is perfect. *processor*: time of all threads together."
    missing = "" if there else f" Not installed: {PEER.replace('_', '-')}."
    return [Table("Layouts of maps", heads, rows, note + missing)]


def _row(space: clew.StateSpace, there: bool) -> list[str]:
    took, work, places = _timed(space.layout, 3 if space.n <= max(PEER_MOST.values()) else 1)
    deep = space.stress(space.layout(dim=3))
    row = [
        space.puzzle.title or f"{space.puzzle.family} board",
        f"{space.n:,}",
        time_of(took),
        time_of(work),
        f"{space.stress(places):.4f}",
        f"{deep:.4f}",
    ]
    for ways, most in PEER_MOST.items():
        if not there or space.n > most:
            row += ["-"] * 4
            continue
        runs = 3 if space.n <= min(PEER_MOST.values()) else 1
        slow, hard, found = _timed(partial(_by_peer, space, ways), runs)
        row += [time_of(slow), f"{space.stress(found):.4f}", times_of(slow / took), times_of(hard / work)]
    return row


def _by_peer(space: clew.StateSpace, ways: str) -> Any:
    peer: Any = import_module(PEER)
    ends = pairs(graph_of(space))
    one, other = (np.ascontiguousarray(ends[:, side], np.int32) for side in (0, 1))
    if ways == "pivots":
        return peer.layout_sparse(one, other, min(PIVOTS, space.n), random_seed=1)
    return peer.layout(one, other, random_seed=1)


def _timed(work: Callable[[], Any], runs: int) -> tuple[float, float, Any]:
    """The median seconds of a call by the clock and by the processor, and its result."""
    clock, processor, found = [], [], None
    for _ in range(runs):
        began, busy = perf_counter(), process_time()
        found = work()
        clock.append(perf_counter() - began)
        processor.append(process_time() - busy)
    return median(clock), median(processor), found
