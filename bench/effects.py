"""What each idea is worth: the same boards with ideas turned on one after the other.

From Python one can choose the search and whether the family's own ways are taken. So a row is a search, and
what a row gains over the one before is what its idea gains; ideas inside a family's own ways are in the last
row together.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from bench.latency import patience
from bench.measure import MEMORY, article, engine, measure, percentile
from bench.sets import Board, korf, panguru, sets, shipped
from bench.table import Table, time_of, times_of


class Idea(NamedTuple):
    """A search, and the idea that it adds; `options` None: the method of the article."""

    words: str
    options: dict[str, Any] | None


_ARTICLE = Idea("the article's method, in Python", None)
_BFS = Idea("breadth-first over packed states", {"algorithm": "bfs", "shortcuts": False})
_BOTH = Idea("from both ends", {"algorithm": "bidirectional", "shortcuts": False})
_BOUND = Idea("A*: a lower bound", {"algorithm": "astar", "shortcuts": False})
_DEEP = Idea("IDA*: the bound, and nothing stored", {"algorithm": "ida_star", "shortcuts": False})
_OWN = Idea("the family's own ways (default)", {})

_LADDERS = {
    "pebbles": (_ARTICLE, _BFS, _BOTH, _BOUND, _DEEP, _OWN),
    "blocks": (_ARTICLE, _BFS, _BOTH, _BOUND, _OWN),
    "ricochet": (_ARTICLE, _BFS, _BOTH, _BOUND, _OWN),
    "coroutine": (_ARTICLE, _BFS, _OWN),
}


def effects(quick: bool) -> list[Table]:
    """A table a set: each idea with time, states expanded, and the gain over the row before."""
    limit = min(10.0, patience(quick).board)
    return [
        _table(name, boards, _LADDERS[boards[0].puzzle.family], limit)
        for name, boards in _sets(quick)
        if boards
    ]


def _sets(quick: bool) -> list[tuple[str, list[Board]]]:
    most = 4 if quick else 12
    measured = {group.name: group.boards for group in sets(quick=False)}
    rush = measured.get("Rush Hour 6x6") or measured["boards/blocks"]
    slides = [board for board in measured.get("ricochet", []) if (board.length or 0) >= 9]
    coins = measured.get("coroutine") or measured["boards/coroutine"]
    return [
        ("pebbles: Panguru", (panguru("pebbles_panguru.csv") or [shipped("pebbles/panguru-example")])[:most]),
        ("pebbles: 15-puzzle", korf()[: most // 4]),
        ("blocks: Rush Hour", rush[:: max(1, len(rush) // most)][:most]),
        ("ricochet", (slides or measured["boards/ricochet"])[:most]),
        ("coroutine", coins[:most]),
    ]


def _table(name: str, boards: Sequence[Board], ladder: Sequence[Idea], limit: float) -> Table:
    rows: list[list[str]] = []
    before: dict[str, float] = {}
    for idea in ladder:
        options = idea.options
        method = article(limit) if options is None else engine(limit, **options)
        found = [measure(method, board, runs=3) for board in boards]
        times = {one.board.name: one.seconds for one in found if one.finished}
        shared = [(before[key], seconds) for key, seconds in times.items() if key in before]
        gain = sum(b for b, _ in shared) / sum(s for _, s in shared) if shared else None
        expanded = [one.found["expanded"] for one in found if one.finished]
        rows.append(
            [
                idea.words,
                f"{len(times)} of {len(found)}",
                time_of(percentile(list(times.values()), 0.5)) if times else "-",
                time_of(sum(times.values())) if times else "-",
                f"{int(percentile(expanded, 0.5)):,}" if expanded else "-",
                times_of(gain),
            ]
        )
        before = times
    heads = ("method", "finished", "median", "total", "expanded (median)", "faster than the row above")
    note = f"{len(boards)} boards, {limit:.0f} s and {MEMORY / 1e9:.0f} GB each, one thread."
    return Table(f"Effects: {name}", heads, rows, note + _bound_note(boards))


def _bound_note(boards: Sequence[Board]) -> str:
    """How near the lower bound comes at the start of these boards."""
    pairs = [
        (bound, board.length)
        for board in boards
        if board.length and (bound := board.puzzle.heuristic(board.puzzle.initial())) is not None
    ]
    if not pairs:
        return ""
    bound, length = (sum(values) / len(pairs) for values in zip(*pairs, strict=True))
    return f" The bound at the start is {bound:.2f} on average, the optimum {length:.2f}."
