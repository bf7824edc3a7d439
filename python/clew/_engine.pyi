"""The native engine: searches over puzzles whose positions and moves are plain numbers.

Thin and text-free: `clew.puzzles` turns boards into these numbers and back. Every search releases
the GIL, stops within 0.1 s of Ctrl-C or `Stop.set()`, and reports what is known so far.

Cells are numbered row by row from 0. Directions of a grid: 0 left, 1 right, 2 up, 3 down; of a coin:
0 N, 1 NE, 2 E, ... 7 NW, 8 a pass.

A *position* is a list of numbers, a *code* (a move) a tuple of numbers:

| family | position | code |
|---|---|---|
| null | [counter] | (0 down or 1 up,) |
| pebbles | token id of each cell, 0 for a hole | (from cell, to cell) |
| blocks | anchor of each piece: its first cell | (from anchor, to anchor, direction, cells, direction, ...) |
| ricochet | cell of each tile, in the constructor's order | (from cell, direction, to cell) |
| coroutine | [cell of coin 0, cell of coin 1, coin to move] | (coin, direction or 8, cell after) |

Positions returned are canonical: interchangeable pieces stand in order of their cells.
"""

from collections.abc import Callable, Iterator
from typing import Any, Literal, TypedDict

Position = list[int]
Code = tuple[int, ...]
Status = Literal["solved", "unsolvable", "limit"]
LimitName = Literal["states", "seconds", "memory", "moves", "interrupted"]

class Stop:
    """A flag that stops every search it was given to; set it from any thread."""
    def __init__(self) -> None: ...
    def set(self) -> None: ...
    def is_set(self) -> bool: ...

class Report(TypedDict):
    """What a running search tells its `on_progress`, about ten times a second."""

    phase: str  # "search", "count", ...
    states: int  # stored so far
    expanded: int
    depth: int
    lower_bound: int
    best: int | None  # length of the best solution known
    seconds: float

class Found(TypedDict):
    status: Status
    limit: LimitName | None
    length: int | None  # cost of the solution under the puzzle's metric
    codes: list[Code] | None  # its moves
    optimal: bool
    lower_bound: int | None  # None: proved that no goal can be reached
    states: int  # distinct states stored
    expanded: int
    seconds: float
    algorithm: str  # the one that ran
    reason: str  # why it was chosen, in words

class Hinted(TypedDict):
    status: Status
    limit: LimitName | None
    distance: int | None  # None: no goal can be reached (or unknown, at a limit)
    moves: list[tuple[Code, int | None]]  # distance after each legal move
    line: list[Code]  # a whole optimal continuation
    states: int
    seconds: float

class Solutions:
    """All optimal solutions (or all of one length), counted exactly and listed lazily in a fixed order."""

    status: Status
    limit: LimitName | None
    length: int | None
    lower_bound: int | None
    states: int
    seconds: float
    algorithm: str
    reason: str
    codes: list[Code] | None  # the solution that the search found first
    optimal: bool
    expanded: int
    def count(self) -> int | None:
        """Exact; None if a limit was reached before it was known."""
    def heat(self) -> dict[tuple[int, int], tuple[int, int]] | None:
        """For each landing (kind of piece, place): how often it happens on all optimal solutions together,
        and on how many of them. None where these are not the optimal solutions, or at a limit.

        A kind is named by its first piece, a place by a cell: pebbles (token id, cell), blocks (piece,
        anchor), ricochet (tile, cell), coroutine (coin, cell), null (0, counter)."""
    def __iter__(self) -> Iterator[list[Code]]: ...

class Improving(TypedDict):
    """How far an anytime search has come."""

    status: Literal["running", "solved", "unsolvable", "limit"]
    limit: LimitName | None
    length: int | None  # of the best solution so far
    codes: list[Code] | None
    optimal: bool
    lower_bound: int | None
    states: int
    expanded: int
    seconds: float
    solutions: int  # found so far, each better than the last
    phase: str | None
    depth: int | None

class Improvement:
    """A search that improves step by step; it runs only while `wait` is called."""
    def wait(self, seconds: float) -> Improving:
        """Runs until there is news (a better solution, a higher bound, the end), at most so long."""
    def rest(self) -> None:
        """Pauses; `wait` goes on."""
    def stop(self) -> None:
        """Ends it: status `limit`, interrupted."""

class Options(TypedDict, total=False):
    algorithm: str  # "auto" | "bfs" | "bidirectional" | "astar" | "ida_star"
    shortcuts: bool  # False: only the generic searches (for comparison)
    moves: int | None  # limits; None: none
    states: int | None
    seconds: float | None
    memory: int | None  # bytes
    threads: int  # 0: as many as there are cores
    on_progress: Callable[[Report], None] | None
    stop: Stop | None

class Engine:
    """One puzzle. Immutable; may be used from several threads."""

    @property
    def state_bits(self) -> int:
        """Bits of a state in the search's tables."""

    @staticmethod
    def null(start: int, highest: int) -> Engine: ...
    @staticmethod
    def pebbles(neighbours: list[list[int]], plates: list[int], pebbles: list[int]) -> Engine:
        """`plates` and `pebbles`: token ids of the cells, 0 for a hole (or a plate that wants one)."""
    @staticmethod
    def blocks(
        rows: int,
        columns: int,
        walls: list[int],
        pieces: list[list[int]],
        free: bool,
        metric: Literal["slide", "step", "piece"],
        goals: list[tuple[int, list[int]]],
    ) -> Engine:
        """`pieces`: the cells of each; `goals`: (piece, anchors that it may have then), all to hold."""
    @staticmethod
    def ricochet(
        rows: int,
        columns: int,
        blocked: list[int],
        walls: list[tuple[int, int]],
        colours: list[int],
        tiles: list[int],
        goals: list[list[tuple[int, int]]],
        open: bool,
    ) -> Engine:
        """`walls`: (cell, direction); `colours` and `tiles`: colour id and cell of each tile; `goals`:
        alternatives, each a list of (colour, cell) that must all hold; `open`: no stop at the rim."""
    @staticmethod
    def coroutine(
        rows: int,
        columns: int,
        squares: list[list[int]],
        coins: tuple[int, int],
        target: int,
        steps: bool,
        own: bool,
    ) -> Engine:
        """`squares`: directions printed on each; coin 0 begins; `steps`: a pass costs 0."""

    def initial(self) -> Position: ...
    def canonical(self, position: Position) -> Position:
        """Raises ValueError, in words, where the numbers are no position of this puzzle."""
    def moves(self, position: Position) -> list[tuple[Code, int, Position]]:
        """The legal moves: code, cost, position after."""
    def is_goal(self, position: Position) -> bool: ...
    def heuristic(self, position: Position) -> int | None:
        """Lower bound on the cost to a goal; None where none can be reached."""
    def predecessors(self, position: Position) -> list[tuple[Position, int]] | None:
        """Positions from which one move leads here, with its cost; None if the family knows none."""
    def solve(self, position: Position, **options: Any) -> Found:
        """Options as in `Options`. Solves from `position`."""
    def between(self, position: Position, target: Position, **options: Any) -> Found:
        """The cheapest way from one position to another that passes no goal (`algorithm` is not heeded)."""
    def solutions(self, position: Position, length: int | None = None, **options: Any) -> Solutions: ...
    def improve(
        self,
        position: Position,
        guide: Callable[[Position], float] | None = None,
        lookahead: int = 0,
        **options: Any,
    ) -> Improvement:
        """`guide`: an estimate of the moves left, which may overestimate; None: the lower bound."""
    def hint(self, position: Position, **options: Any) -> Hinted: ...
