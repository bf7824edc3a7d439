"""A part of a space that is too large for a map: the shortest solutions and everything near them."""

from __future__ import annotations

from itertools import islice
from time import monotonic
from typing import TYPE_CHECKING, Any

from clew.errors import ClewError
from clew.optional import numpy_for
from clew.search.limits import bounded
from clew.search.line import engine_puzzle
from clew.search.solutions import solutions
from clew.statespace.arrays import NO_GOAL, nothing
from clew.statespace.explore import explore
from clew.statespace.graph import graph_of
from clew.statespace.numbering import Packed
from clew.statespace.space import StateSpace

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from threading import Event

    import numpy as np
    from numpy.typing import NDArray

    from clew._engine import Engine
    from clew.puzzle import Puzzle
    from clew.search.limits import Limits, Progress
    from clew.search.solutions import Solutions

    Words = NDArray[np.uint64]

SIZE = 60_000
WHOLE = 1_000_000
"""States of the largest whole map that is made to find solutions that lie far from those listed."""

LISTED = 2_000
"""The most solutions that are listed. States of the others are looked for near theirs."""


def explore_corridor(
    puzzle: Puzzle | str,
    size: int = SIZE,
    *,
    limits: Limits | None = None,
    threads: int = 0,
    on_progress: Callable[[Progress], object] | None = None,
    seconds: float | None = None,
    states: int | None = None,
    memory: int | str | None = None,
    moves: int | None = None,
    stop: Event | None = None,
) -> StateSpace:
    """Map the shortest solutions of a puzzle and everything within `radius` moves of them.

    For spaces that are too large for `explore`. `radius` of the result is the largest for which the map has
    at most `size` states. `all_solutions` is true if it has every shortest solution: as many lead through
    the map as the engine counts on the whole space. Otherwise the first 2,000 solutions are its middle, and
    others may be missing. The states on these are included even if they are more than `size`. States at the
    edge have only those moves that stay on the map, so distances are exact on shortest solutions, and
    elsewhere at least the true ones.

    `limits` apply to the search for the solutions; if one is reached, the result is empty, as with `explore`.
    Raises `ClewError` if the puzzle has no solution, or for a bad argument.

    >>> clew.explore_corridor("null:3")
    <StateSpace solved, 4 states, 6 edges>
    """
    limits = bounded(limits, seconds=seconds, states=states, memory=memory, moves=moves, stop=stop)
    numpy_for("a map")
    if isinstance(size, bool) or not isinstance(size, int) or size < 1:
        raise ClewError(f"size={size!r}: expected a positive whole number")
    mapped = engine_puzzle(puzzle)
    found = solutions(mapped, limits=limits, threads=threads, on_progress=on_progress)
    if found.status == "unsolvable":
        raise ClewError("no goal can be reached, so there are no shortest solutions to map")
    if found.length is None or found.limit is not None:
        return _empty(mapped, found)
    begun = monotonic() - found.seconds
    numbers = _walked(mapped._engine, mapped._numbers(found.start), found)
    if found.limit is not None:  # the list of solutions was cut short
        return _empty(mapped, found)
    count, all_ = found.count, None
    if count is not None:
        most = max(size, len(numbers))

        def left() -> Limits:
            seconds = limits.seconds
            return limits.within(None if seconds is None else max(0.0, begun + seconds - monotonic()))

        def over() -> bool:
            return limits.cancelled or left().seconds == 0

        all_ = _closed(mapped._engine, numbers, found.length, count, most, over)
        if all_ is None and not over():
            within = left()
            within.states, within.moves = WHOLE, None
            all_ = _of_whole(explore(mapped, limits=within, threads=threads), most)
    numbers = numbers if all_ is None else all_
    radius, complete = _grown(mapped._engine, numbers, size)
    space = _space(mapped, numbers, radius, complete, found.seconds)
    space.all_solutions = complete or all_ is not None
    space._rest_on(mapped, [found.proof])
    return space


def _empty(puzzle: Any, found: Solutions) -> StateSpace:
    return StateSpace(
        puzzle, None, nothing(), start=0, edges=0, expand_goals=True, max_depth=None, cut=True,
        limit=found.limit, stored=found.states, seconds=found.seconds,
    )  # fmt: skip


def _key(engine: Engine, position: Sequence[int]) -> bytes:
    np = numpy_for("a map")
    key: bytes = np.array(engine.words_of(engine.canonical(position)), dtype=np.uint64).tobytes()
    return key


def _walked(engine: Engine, start: Sequence[int], found: Solutions) -> dict[bytes, int]:
    """The states on solutions, each with its number."""
    numbers = {_key(engine, start): 0}
    line: list[tuple[tuple[int, ...], Sequence[int]]] = []
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


def _closed(
    engine: Engine, known: dict[bytes, int], length: int, count: int, size: int, over: Callable[[], bool]
) -> dict[bytes, int] | None:
    """The states on all shortest solutions, the start first; None if they are more than `size` states, or
    were not found before it was `over`.

    Solutions differ mostly by moves that commute, so the states of one lie near those of others. All shortest
    ways of cost `length` within a radius of the known states are gathered, and become the known ones, until
    as many lead through them as there are solutions, `count`. That number comes from elsewhere, so it proves
    that none is missing.
    """
    moves: dict[bytes, tuple[list[bytes], list[int]]] = {}
    found, radius = list(known), 0
    while True:
        inside, grown = _within(engine, found, radius, size, moves)
        ways, states = _shortest(engine, inside, moves, length)
        if ways == count:
            return {key: number for number, key in enumerate(states)}
        if len(states) > size or over():
            return None
        if len(states) == len(found):
            if not grown:
                return None
            radius += 1
        else:
            found = states
            radius = max(radius, 1)


def _of_whole(space: StateSpace, size: int) -> dict[bytes, int] | None:
    """The states on all shortest solutions of a whole map; None without one, or if they are more than `size`.

    For solutions that lie far from each other, such as mirror images.
    """
    if not space.complete:
        return None
    graph, words = graph_of(space), space.words()
    found, ring = {space.start: 0}, [space.start]
    while ring and len(found) <= size:
        after = graph.indices[graph.optimal(numpy_for("a map").array(ring))[1]].tolist()
        ring = [state for state in dict.fromkeys(after) if state not in found]
        found.update(zip(ring, range(len(found), len(found) + len(ring)), strict=True))
    return {words[state].tobytes(): number for state, number in found.items()} if len(found) <= size else None


def _within(
    engine: Engine,
    keys: list[bytes],
    radius: int,
    size: int,
    moves: dict[bytes, tuple[list[bytes], list[int]]],
) -> tuple[list[bytes], bool]:
    """The states within a radius of these; whether there may be more beyond, and room for them."""
    inside, ring = dict.fromkeys(keys), keys
    for step in range(radius + 1):
        fresh = [key for key in ring if key not in moves]
        if fresh:
            moves.update(zip(fresh, _rows(engine, fresh), strict=True))
        after = dict.fromkeys(there for key in ring for there in moves[key][0] if there not in inside)
        if step == radius or not after or len(inside) + len(after) > size:
            return list(inside), bool(after) and len(inside) + len(after) <= size
        inside.update(after)
        ring = list(after)
    raise AssertionError("the last ring ends the loop")


def _shortest(
    engine: Engine, keys: list[bytes], moves: dict[bytes, tuple[list[bytes], list[int]]], length: int
) -> tuple[int, list[bytes]]:
    """The number of ways of that cost from the first of these states to a goal, and the states on them."""
    np = numpy_for("a map")
    numbers = {key: number for number, key in enumerate(keys)}
    goals = set(_goals(engine, keys))
    edges = [
        (number, numbers[after], cost)
        for key, number in numbers.items()
        if key not in goals
        for after, cost in zip(*moves[key], strict=True)
        if after in numbers
    ]
    heads, tails, costs = np.array(edges or [(0, 0, 1)], np.int64).T
    ends = np.array([numbers[key] for key in goals], np.int64)
    depth = _far(len(keys), heads, tails, costs, np.zeros(1, np.int64)).astype(np.int64)
    left = _far(len(keys), tails, heads, costs, ends).astype(np.int64)
    best = depth[heads] + costs + left[tails] == length
    after: dict[int, list[int]] = {}
    waiting: dict[int, int] = {}
    for head, tail in zip(heads[best].tolist(), tails[best].tolist(), strict=True):
        after.setdefault(head, []).append(tail)
        waiting[tail] = waiting.get(tail, 0) + 1
    # In an order in which every move leads forwards.
    ways, order, ready = {0: 1}, [], [0] if not waiting.get(0) else []
    while ready:
        here = ready.pop()
        order.append(here)
        for there in after.get(here, ()):
            ways[there] = ways.get(there, 0) + ways[here]
            waiting[there] -= 1
            if not waiting[there]:
                ready.append(there)
    if any(waiting.values()):
        return 0, keys  # moves without cost form a cycle: the ways through it cannot be counted like this
    return sum(ways[end] for end in ends.tolist() if end in ways), [keys[state] for state in order]


def _goals(engine: Engine, keys: list[bytes]) -> list[bytes]:
    np = numpy_for("a map")
    size = len(keys[0]) // 8
    found = engine.goals_among(np.frombuffer(b"".join(keys), dtype=np.uint64)).reshape(-1, size)
    return [row.tobytes() for row in found]


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
    engine: Engine = puzzle._engine
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
    goals = set(_goals(engine, keys))
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
