"""What each idea is worth: the same boards, with the ideas turned on one after another.

A row of a ladder is a search, and what it gains over the row before is what its idea gains. Ideas inside a
family's own ways are turned off by `Engine.without`: the first such row has none of them, the last all.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

from bench.latency import patience
from bench.measure import MEMORY, Measured, Method, article, beside, engine, leaving_out, percentile, ratio
from bench.sets import Board, korf, panguru, sets, shipped
from bench.table import Table, time_of, times_of

if TYPE_CHECKING:
    from clew._engine import Found  # only in the stub


class Idea(NamedTuple):
    """A row: its description, and the search method, given the seconds it may take per board."""

    words: str
    method: Callable[[float], Method]


def _engine(**options: Any) -> Callable[[float], Method]:
    return lambda seconds: engine(seconds, **options)


def _generic(algorithm: str) -> Callable[[float], Method]:
    return _engine(algorithm=algorithm, shortcuts=False)


def _own(*without: str) -> Callable[[float], Method]:
    """The family's own algorithms without some of their ideas."""
    return _engine(without=without)


def _counting(*without: str, shortcuts: bool = True) -> Callable[[float], Method]:
    """Counts all optimal solutions; the seconds are those of search and count."""

    def limited(seconds: float) -> Method:
        engine_of = leaving_out(without)

        def method(board: Board) -> Found:
            start = board.puzzle._numbers(board.puzzle.initial())
            options = {"shortcuts": shortcuts, "threads": 1, "memory": MEMORY, "seconds": seconds}
            began = perf_counter()
            solutions = engine_of(board).solutions(start, None, **options)
            counted = solutions.count() is not None
            return {
                "status": solutions.status if counted else "limit",
                "limit": solutions.limit,
                "length": solutions.length,
                "codes": solutions.codes,
                "optimal": solutions.optimal,
                "lower_bound": solutions.lower_bound,
                "states": solutions.states,
                "expanded": solutions.expanded,
                "seconds": perf_counter() - began,
                "algorithm": solutions.algorithm,
                "reason": solutions.reason,
            }

        return method

    return limited


_ARTICLE = Idea("the article's method, in Python", article)
_BFS = Idea("breadth-first over packed states", _generic("bfs"))
_BOTH = Idea("from both ends", _generic("bidirectional"))
_BOUND = Idea("A*: a lower bound", _generic("astar"))
_DEEP = Idea("IDA*: the bound, and nothing stored", _generic("ida_star"))

_PEBBLES = (
    Idea("IDA*: distances alone, move by move", _own("known_positions", "patterns")),
    Idea("and a transposition table", _own("patterns")),
)
_BLOCKS = (
    Idea("planes of one state: shifts and masks", _own("inner_pieces", "chosen_again")),
    Idea("inner pieces: many states at once", _own("chosen_again")),
    Idea("chosen again on the way (default)", _own()),
)
_RICOCHET = (
    Idea("A*: both bounds follow the tiles", _own("both_ends")),
    Idea("from both ends, between the bounds (default)", _own()),
)
_ROBOTS = (
    Idea("A*: the target alone", _own("blockers")),
    Idea("contour by contour: and who must stop it (default)", _own()),
)
_PATTERNS = Idea("and pattern databases (default)", _own())


class Rung(NamedTuple):
    """Boards, and the ideas to test on them."""

    name: str
    boards: Sequence[Board]
    ladder: Sequence[Idea]
    seconds: float = 0
    """A board may take at least so long, even in a quick run."""


def effects(quick: bool) -> list[Table]:
    """One table per set: each idea with its time, states expanded, and the gain over the previous row."""
    limit = min(10.0, patience(quick).board)
    return [_table(rung, max(limit, rung.seconds)) for rung in _rungs(quick) if rung.boards]


def _rungs(quick: bool) -> list[Rung]:
    most = 4 if quick else 12
    measured = {group.name: group.boards for group in sets(quick=False)}
    rush = measured.get("Rush Hour 6x6") or measured["boards/blocks"]
    long = measured.get("Rush Hour, 50 moves and more") or [shipped("blocks/sixty")]
    slides = [board for board in measured.get("ricochet", []) if (board.length or 0) >= 9]
    targets = measured["robots, 16x16 to 22x22"]
    mazes = [shipped("ricochet/mondrian-22")]
    coins = measured.get("coroutine") or measured["boards/coroutine"]
    random = panguru("pebbles_panguru.csv") or [shipped("pebbles/panguru-example")]
    deep = [board for board in panguru("pebbles_panguru_deep.csv") if (board.length or 0) >= 25]
    generic = (_ARTICLE, _BFS, _BOTH, _BOUND)
    counting = (
        Idea("by the generic searches", _counting(shortcuts=False)),
        Idea("forward, within the bounds", _counting("both_ends")),
        Idea("the DAG of paths, both ends", _counting("walks", "patterns")),
        Idea("walks, from both ends", _counting("patterns")),
        Idea("and pairs of colours (default)", _counting()),
    )
    return [
        Rung("pebbles: Panguru", random[:most], (*generic, _DEEP, *_PEBBLES, _PATTERNS)),
        Rung("pebbles: Panguru, 25 moves", deep[:most], (_BOUND, _DEEP, *_PEBBLES, _PATTERNS)),
        Rung("pebbles: Panguru, all solutions counted", random[:most], counting),
        Rung("pebbles: Panguru, 25 moves, all solutions counted", deep[:most], counting[2:]),
        Rung("pebbles: 15-puzzle", korf()[: most // 4], (*generic, _DEEP, *_PEBBLES[::2], _PATTERNS)),
        Rung("blocks: Rush Hour", rush[:: max(1, len(rush) // most)][:most], (*generic, *_BLOCKS)),
        Rung("blocks: Rush Hour, 50 moves and more", long[:most], (_BFS, *_BLOCKS)),
        Rung("ricochet", (slides or measured["boards/ricochet"])[:most], (*generic, *_RICOCHET)),
        Rung("ricochet: the 22-move board of the Mondrian2 article", mazes, (_BOTH, *_RICOCHET), 30),
        Rung("ricochet: robots, 16x16 to 22x22", targets[:: len(targets) // most], _ROBOTS),
        Rung("coroutine", coins[:most], (_ARTICLE, _BFS, Idea("the default", _own()))),
    ]


def _table(rung: Rung, limit: float) -> Table:
    methods = [idea.method(limit) for idea in rung.ladder]
    by_board = [beside(methods, board, runs=3) for board in rung.boards]
    rows: list[list[str]] = []
    before: Sequence[Measured] = ()
    for idea, measured in zip(rung.ladder, zip(*by_board, strict=True), strict=True):
        rows.append([idea.words, *_cells(measured), times_of(ratio(before, measured))])
        before = measured
    heads = ("method", "finished", "median", "total", "expanded (median)", "faster than the row above")
    note = f"Boards: {len(rung.boards)}; {limit:.0f} s and {MEMORY / 1e9:.0f} GB each, one thread."
    return Table(f"Effects: {rung.name}", heads, rows, note + _bound_note(rung.boards))


def _cells(measured: Sequence[Measured]) -> list[str]:
    finished = [one for one in measured if one.finished]
    share = f"{len(finished)} of {len(measured)}"
    if not finished:
        return [share, "-", "-", "-"]
    times = [one.seconds for one in finished]
    expanded = [one.found["expanded"] for one in finished]
    spans = (time_of(percentile(times, 0.5)), time_of(sum(times)))
    return [share, *spans, f"{int(percentile(expanded, 0.5)):,}"]


def _bound_note(boards: Sequence[Board]) -> str:
    """How close the lower bound is at the start of these boards."""
    pairs = [
        (bound, board.length)
        for board in boards
        if board.length and (bound := board.puzzle.heuristic(board.puzzle.initial())) is not None
    ]
    if not pairs:
        return ""
    bound, length = (sum(values) / len(pairs) for values in zip(*pairs, strict=True))
    return f" The bound at the start is {bound:.2f} on average, the optimum {length:.2f}."
