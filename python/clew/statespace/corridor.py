"""A part of a space that is too large for a map: the shortest solutions and everything near them."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

from clew.errors import ClewError
from clew.optional import numpy_for
from clew.search.limits import bounded
from clew.search.line import engine_puzzle
from clew.search.solutions import solutions
from clew.statespace.arrays import NO_GOAL, nothing
from clew.statespace.numbering import Packed
from clew.statespace.space import StateSpace

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Unpack

    import numpy as np
    from numpy.typing import NDArray

    from clew._engine import Engine
    from clew.puzzle import Puzzle
    from clew.search.limits import Bounds, Limits
    from clew.search.progress import Progress
    from clew.search.solutions import Solutions

    Words = NDArray[np.uint64]

SIZE = 60_000
LISTED = 2_000
"""The most solutions that are followed; more of them rarely pass through other states, and listing takes
time.
"""


def explore_corridor(
    puzzle: Puzzle | str,
    size: int = SIZE,
    *,
    limits: Limits | None = None,
    threads: int = 0,
    on_progress: Callable[[Progress], object] | None = None,
    **bounds: Unpack[Bounds],
) -> StateSpace:
    """Map the shortest solutions of a puzzle and everything within `radius` moves of them.

    For spaces that are too large for `explore`. `radius` of the result is the largest for which the map has
    at most `size` states; the states on solutions are included even if they are more; of more than 2,000
    solutions, the first 2,000 are used. States at the edge have only those moves that stay on the map, so
    distances are exact on shortest solutions, and elsewhere at least the true ones.

    `limits` apply to the search for the solutions; if one is reached, the result is empty, as with `explore`.
    Raises `ClewError` if the puzzle has no solution, or for a bad argument.
    """
    limits = bounded(limits, bounds)
    numpy_for("a map")
    if isinstance(size, bool) or not isinstance(size, int) or size < 1:
        raise ClewError(f"size={size!r}: expected a positive whole number")
    mapped = engine_puzzle(puzzle)
    found = solutions(mapped, limits=limits, threads=threads, on_progress=on_progress)
    if found.status == "unsolvable":
        raise ClewError("no goal can be reached, so there are no shortest solutions to map")
    if found.length is None or found.limit is not None:
        return _empty(mapped, found)
    numbers = _walked(mapped.engine, mapped.position(found.start), found)
    if found.limit is not None:  # the list of solutions was cut short
        return _empty(mapped, found)
    radius, complete = _grown(mapped.engine, numbers, size)
    return _space(mapped, numbers, radius, complete, found.seconds)


def _empty(puzzle: Any, found: Solutions) -> StateSpace:
    return StateSpace(
        puzzle, None, nothing(), start=0, edges=0, expand_goals=True, max_depth=None, cut=True,
        limit=found.limit, stored=found.states, seconds=found.seconds,
    )  # fmt: skip


def _key(engine: Engine, position: list[int]) -> bytes:
    np = numpy_for("a map")
    key: bytes = np.array(engine.words_of(engine.canonical(position)), dtype=np.uint64).tobytes()
    return key


def _walked(engine: Engine, start: list[int], found: Solutions) -> dict[bytes, int]:
    """The states on solutions, each with its number."""
    numbers = {_key(engine, start): 0}
    line: list[tuple[tuple[int, ...], list[int]]] = []
    for codes in islice(found._codes(), LISTED):
        shared = 0
        while shared < min(len(line), len(codes)) and line[shared][0] == tuple(codes[shared]):
            shared += 1
        del line[shared:]
        for code in codes[shared:]:
            here = line[-1][1] if line else start
            after = next(after for made, _, after in engine.moves(here) if tuple(made) == tuple(code))
            line.append((tuple(code), after))
            numbers.setdefault(_key(engine, after), len(numbers))
    return numbers


def _rows(engine: Engine, keys: list[bytes]) -> Iterator[tuple[list[bytes], list[int]]]:
    """For each state the states after its moves, and their costs."""
    np = numpy_for("a map")
    words = np.frombuffer(b"".join(keys), dtype=np.uint64)
    counts, after, costs = engine.moves_of_all(words)
    size, raw, at = len(keys[0]), after.tobytes(), 0
    for count in counts.tolist():
        ends = range(at, at + count)
        yield [raw[size * end : size * (end + 1)] for end in ends], costs[at : at + count].tolist()
        at += count


def _grown(engine: Engine, numbers: dict[bytes, int], size: int) -> tuple[int, bool]:
    """Add ring after ring while the next has room. Returns how many, and whether nothing is left outside."""
    ring, radius = list(numbers), 0
    while True:
        fresh = dict.fromkeys(
            after for row, _ in _rows(engine, ring) for after in row if after not in numbers
        )
        if not fresh:
            return radius, True
        if len(numbers) + len(fresh) > size:
            return radius, False
        for after in fresh:
            numbers[after] = len(numbers)
        ring, radius = list(fresh), radius + 1


def _space(puzzle: Any, numbers: dict[bytes, int], radius: int, complete: bool, seconds: float) -> StateSpace:
    np = numpy_for("a map")
    engine: Engine = puzzle.engine
    keys = list(numbers)
    degrees: list[int] = []
    indices: list[int] = []
    costs: list[int] = []
    for row, prices in _rows(engine, keys):
        inside = [
            (numbers[after], price) for after, price in zip(row, prices, strict=True) if after in numbers
        ]
        degrees.append(len(inside))
        indices += [after for after, _ in inside]
        costs += [price for _, price in inside]
    size = len(keys[0]) // 8
    words = np.frombuffer(b"".join(keys), dtype=np.uint64).reshape(-1, size)
    goals = {row.tobytes() for row in engine.goals_among(words.reshape(-1)).reshape(-1, size)}
    is_goal = np.array([key in goals for key in keys])
    heads = np.repeat(np.arange(len(keys)), degrees)
    tails, prices_ = np.array(indices, np.int64), np.array(costs, np.int64)
    arrays = {
        "indptr": np.concatenate([[0], np.cumsum(degrees)]).astype(np.uint64),
        "indices": tails.astype(np.uint32),
        "costs": None if engine.unit_cost else prices_.astype(np.uint16),
        "distance": _far(len(keys), tails, heads, prices_, np.flatnonzero(is_goal)),
        "depth": _far(len(keys), heads, tails, prices_, np.zeros(1, np.int64)),
        "is_goal": is_goal,
    }
    space = StateSpace(
        puzzle, Packed(engine, words), arrays, start=0, edges=len(indices), expand_goals=True,
        max_depth=None, cut=not complete, seconds=seconds,
    )  # fmt: skip
    space.radius = None if complete else radius
    return space


def _far(count: int, sources: Any, targets: Any, costs: Any, begin: Any) -> Any:
    """The least cost from any of `begin` to each state along the moves, `NO_GOAL` if there is no way."""
    np = numpy_for("a map")
    order = np.argsort(sources, kind="stable")
    first = np.concatenate([[0], np.cumsum(np.bincount(sources, minlength=count))]).tolist()
    ends, prices = targets[order].tolist(), costs[order].tolist()
    far = [NO_GOAL] * count
    rings: dict[int, list[int]] = {0: begin.tolist()}
    for state in rings[0]:
        far[state] = 0
    while rings:
        here = min(rings)
        waiting = rings.pop(here)
        for state in waiting:  # moves without cost add to the list while it is read
            if far[state] != here:
                continue
            for k in range(first[state], first[state + 1]):
                total = here + prices[k]
                if total < far[ends[k]]:
                    far[ends[k]] = total
                    (waiting if total == here else rings.setdefault(total, [])).append(ends[k])
    return np.array(far, np.uint16)
