"""The fewest moves from a position to a goal, optionally through waypoints."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clew.search.limits import Run, bounded
from clew.search.line import end_of, engine_puzzle, walk
from clew.search.solution import Solution

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from threading import Event

    from clew.puzzle import Puzzle
    from clew.search.limits import Limits, Progress


def solve(
    puzzle: Puzzle | str,
    algorithm: str = "auto",
    *,
    after: str | Iterable[Any] = (),
    via: Iterable[Any] = (),
    limits: Limits | None = None,
    on_progress: Callable[[Progress], object] | None = None,
    threads: int = 0,
    seconds: float | None = None,
    states: int | None = None,
    memory: int | str | None = None,
    moves: int | None = None,
    stop: Event | None = None,
) -> Solution:
    """Finds a shortest solution and proves that there is no shorter one.

    `algorithm`: "auto" (chosen by family, `solution.reason` says why), "bfs", "bidirectional", "astar" or
    "ida_star".
    `after`: moves already played, as a list or one string; the solution continues from there.
    `via`: states to pass through, in this order; `solution.detour` says what that costs.
    `limits`, `on_progress`: see `Limits` and `Progress`; Ctrl-C ends the search with what is known so far.
    `threads`: 0 for one per core; the answer does not depend on it.

    >>> solution = clew.solve("blocks:AAo/ooo/ooo", seconds=5)
    >>> solution.length, solution.moves, solution.optimal
    (1, [<Move AR1>], True)

    Raises `IllegalMove` for `after`, `BoardError` for a state that does not belong to this puzzle,
    `ClewError` for an unknown algorithm or one that does not suit this puzzle.
    """
    limits = bounded(limits, seconds=seconds, states=states, memory=memory, moves=moves, stop=stop)
    searched = engine_puzzle(puzzle)
    initial = searched.initial()
    start = end_of(initial, walk(searched, initial, after))
    waypoints = [searched.position(state) for state in via]
    with Run(limits, on_progress, threads, algorithm) as run:
        if waypoints:
            from clew.search.legs import solve_through

            found = solve_through(searched, start, waypoints, run)
        else:
            found = Solution(searched, start, run.search(searched._engine.solve, searched._numbers(start)))
    searched._rest()
    return found
