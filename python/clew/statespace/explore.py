"""Every state of a puzzle, every move between them, and how far each is from the start and from a goal."""

from __future__ import annotations

from collections import deque
from concurrent.futures import Future, ThreadPoolExecutor, wait
from os import cpu_count
from typing import TYPE_CHECKING

from clew.errors import ClewError
from clew.optional import numpy_for
from clew.search.limits import Limits, Run, bounded, end_runs, threads_of
from clew.search.line import engine_puzzle
from clew.statespace.space import StateSpace

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from threading import Event

    from clew.puzzle import Puzzle
    from clew.search.limits import Progress

_GLANCE = 0.02  # seconds between two checks whether abandoned maps have ended


def explore(
    puzzle: Puzzle | str,
    expand_goals: bool = True,
    *,
    limits: Limits | None = None,
    max_depth: int | None = None,
    edges: bool = True,
    threads: int = 0,
    on_progress: Callable[[Progress], object] | None = None,
    seconds: float | None = None,
    states: int | None = None,
    memory: int | str | None = None,
    moves: int | None = None,
    stop: Event | None = None,
) -> StateSpace:
    """Explores everything that can be reached from the puzzle's start.

    `expand_goals`: continue after goals; if False, goals are kept but have no moves. A position of a
    PuzzleScript level that its text marks as `won` has no moves in any case, because its game is over.
    `max_depth`: states this far from the start are kept without their moves, and nothing beyond them;
    distances are then those within this part. `edges=False` leaves out `indptr` and `indices`, three quarters
    of the memory.
    `limits`: if one is reached there is no map: the result is empty, with `status` "limit" and the name in
    `limit` ("interrupted" after Ctrl-C or `cancel`). `on_progress` is called with a `Progress` along the way.
    `threads`: 0 for one per core; the numbers of states do not depend on it.

    Distances and depths count what the family's metric counts: if a coroutine puzzle counts steps, passes
    cost nothing, and `depth` and `distance` are costs. Slides cannot be undone, so there may be dead ends:
    states with `distance` 65535, from which no goal can be reached.

    >>> space = clew.explore("blocks:AAo/ooo/ooo")
    >>> space
    <StateSpace solved, 2 states, 2 edges>
    >>> int(space.distance[space.start])
    1

    Raises `ClewError` if numpy is missing, for a bad argument, and for a space too large for a map (more than
    4,294,967,294 states, or a state more than 65,534 moves away).
    """
    limits = bounded(limits, seconds=seconds, states=states, memory=memory, moves=moves, stop=stop)
    numpy_for("a map")
    if max_depth is not None and (
        isinstance(max_depth, bool) or not isinstance(max_depth, int) or max_depth < 0
    ):
        raise ClewError(f"max_depth={max_depth!r}: expected a non-negative whole number, or None")
    mapped = engine_puzzle(puzzle)
    depth = None if max_depth is None else min(max_depth, 2**31)
    start = mapped._numbers(mapped.initial())
    with Run(limits, on_progress, threads) as run:
        made = run.search(mapped._engine.explore, start, bool(expand_goals), depth, bool(edges))
    clauses = mapped._audit_states(made["stored"]) if made["limit"] is None else []
    space = StateSpace._of_engine(mapped, made, expand_goals=bool(expand_goals), max_depth=max_depth)
    space._rest_on(mapped, clauses)
    return space


def explore_many(
    puzzles: Iterable[Puzzle | str],
    expand_goals: bool = True,
    *,
    limits: Limits | None = None,
    max_depth: int | None = None,
    edges: bool = True,
    threads: int = 0,
    seconds: float | None = None,
    states: int | None = None,
    memory: int | str | None = None,
    moves: int | None = None,
    stop: Event | None = None,
) -> Iterator[StateSpace]:
    """Yields the maps of many puzzles, in their order, several at a time on as many threads; otherwise like
    `explore`.

    `limits` apply to each map separately. At most twice as many maps as threads are kept waiting for the
    caller.

    >>> [space.n for space in clew.explore_many(["null:3", "null:2"])]
    [4, 3]
    """
    limits = bounded(limits, seconds=seconds, states=states, memory=memory, moves=moves, stop=stop)
    workers = threads_of(threads) or cpu_count() or 1
    own = limits.within(limits.seconds)

    def one(puzzle: Puzzle | str) -> StateSpace:
        return explore(puzzle, expand_goals, limits=own, max_depth=max_depth, edges=edges, threads=1)

    waiting: deque[Future[StateSpace]] = deque()

    def first() -> StateSpace:
        space = waiting[0].result()  # it stays in the list as long as it may have to be stopped
        waiting.popleft()
        return space

    with ThreadPoolExecutor(workers) as pool:
        try:
            for puzzle in puzzles:
                waiting.append(pool.submit(one, puzzle))
                if len(waiting) >= 2 * workers:
                    yield first()
            while waiting:
                yield first()
        finally:
            left = [future for future in waiting if not future.cancel()]
            while wait(left, timeout=_GLANCE).not_done:
                end_runs(own)
