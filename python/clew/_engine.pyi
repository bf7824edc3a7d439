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

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Literal, TypedDict

import numpy as np
from numpy.typing import NDArray

Position = list[int]
Code = tuple[int, ...]
Status = Literal["solved", "unsolvable", "limit"]
LimitName = Literal["states", "seconds", "memory", "moves", "interrupted"]

Words = NDArray[np.uint64]
Block = tuple[Words, bool]
"""The next states of a sorted list, and whether more will follow them; only then it must not be empty."""

__version__: str

class Expanded(TypedDict):
    """The result of `expand`: the states one move away from others."""

    runs: list[tuple[int, int, Words]]  # cost of the move, partition, states sorted and each once
    edges: int  # moves, if it went forward
    halves: int  # twice the number of connected pairs of states, as far as these states' moves show

class Joined(TypedDict):
    """Part of a map in the order of its states."""

    words: Words
    depth: NDArray[np.uint16]
    distance: NDArray[np.uint16]  # 65535: no goal can be reached
    taken: list[int]  # states of each block that are finished

class Stop:
    """A flag that stops every search it was given to; set it from any thread."""
    def __init__(self) -> None: ...
    def set(self) -> None: ...
    def is_set(self) -> bool: ...

class Report(TypedDict):
    """What a running search passes to `on_progress`, about ten times a second."""

    phase: str  # "search", "count", ...
    states: int  # stored so far
    expanded: int
    depth: int
    lower_bound: int
    best: int | None  # length of the best solution known
    expected: int | None  # no more states than this will be stored
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

class Listed(TypedDict, total=False):
    """The lists of a proof: for each the states, and their bytes as a proof writes them."""

    limit: LimitName | None
    stored: int
    expanded: int
    width: int  # bytes of a state's number in `listed`
    listed: tuple[int, bytes]
    below: int  # only with `near`: the numbers of its states are below this
    near: tuple[int, bytes]
    seconds: float

class Hinted(TypedDict):
    status: Status
    limit: LimitName | None
    distance: int | None  # None: no goal can be reached (or unknown, at a limit)
    moves: list[tuple[Code, int | None]]  # distance after each legal move
    best: list[Code]  # those that begin an optimal solution; those that leave the fewest moves first
    line: list[Code]  # a whole optimal continuation
    states: int
    seconds: float

class Solutions:
    """All optimal solutions (or all of one length), counted exactly and listed lazily in a fixed order."""

    status: Status
    limit: LimitName | None  # of the search, or of the last call that answered None
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
    def essential(self) -> int | None:
        """How many there are if orders of moves that commute count as one. None where these are not the
        optimal solutions, or at a limit.
        """
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
        """Runs until there is news (a better solution, a higher bound, the end), for at most that many
        seconds. An exception of the heuristic or of the rules is raised once, then `ClewError`."""
    def stop(self) -> None:
        """Ends the search: status `limit`, interrupted."""
    def close(self) -> None:
        """Ends the search, and waits until its memory is released. Raises KeyboardInterrupt."""

def end_improvements() -> None:
    """Ends all running improvements and waits for them: they may call Python, so they must end before it
    does."""

class Counted(TypedDict):
    """How many of all positions need how many moves, complete up to the last level of `counts`."""

    counts: list[int]  # by moves
    total: int | None  # number of positions; None if a limit came before they were counted
    hardest: list[Position]  # of the last level, at most 100
    limit: LimitName | None
    unsaved: str | None  # why the last checkpoint could not be written
    method: Literal["matrices", "ranks", "hash"]
    bytes: int  # of the tables
    seconds: float

class Mapped(TypedDict):
    """A map, as `clew.explore` describes it; at a limit only `limit`, `stored` and `seconds` are there."""

    limit: LimitName | None
    stored: int
    seconds: float
    bytes: int  # peak while it was computed
    places: Places
    start: int
    edges: int
    cut: bool  # some state was left without its moves, by max_depth
    indptr: NDArray[np.uint64] | None
    indices: NDArray[np.uint32] | None
    costs: NDArray[np.uint16] | None  # None: every move costs 1
    distance: NDArray[np.uint16]  # 65535: no goal can be reached
    depth: NDArray[np.uint16] | None  # None: left to `spread`
    is_goal: NDArray[np.bool_]

class Places:
    """The states of a map: by number, and their numbers."""

    def __len__(self) -> int: ...
    @property
    def nbytes(self) -> int: ...
    def position(self, number: int, /) -> Position:
        """Raises IndexError."""
    def number(self, position: Sequence[int], /) -> int | None:
        """None for a position that is not on the map. Raises ValueError for one that this puzzle does not
        have."""
    def words(self) -> tuple[int, NDArray[np.uint64]]:
        """The number of words per state, and the words of all states one after the other."""

# The five below take `Options`. They raise ValueError for arrays that are not rows of a map, LimitReached if
# a limit or `stop` ends them, and KeyboardInterrupt.

def undirected_edges(indptr: NDArray[np.uint64], indices: NDArray[np.uint32], **options: Any) -> int:
    """Distinct pairs of states with a move between them."""

def spread(
    indptr: NDArray[np.uint64], indices: NDArray[np.uint32], state: int, **options: Any
) -> NDArray[np.uint16]:
    """Fewest moves from a state to each other, if every move can be undone by another and costs 1."""

def layout(
    indptr: NDArray[np.uint64], indices: NDArray[np.uint32], start: int, axes: int, seed: int, **options: Any
) -> NDArray[np.float32]:
    """A place for each state, (states, axes) with 2 or 3 axes, in moves, around the origin."""

def stress(
    indptr: NDArray[np.uint64], indices: NDArray[np.uint32], places: NDArray[np.float32], **options: Any
) -> float:
    """The mean of (distance in the layout / moves - 1)² over 200,000 pairs of states."""

def count_optimal(
    indptr: NDArray[np.uint64],
    indices: NDArray[np.uint32],
    costs: NDArray[np.uint16] | None,
    distance: NDArray[np.uint16],
    is_goal: NDArray[np.bool_],
    state: int,
    **options: Any,
) -> int | None:
    """The number of optimal solutions from a state; None if there are infinitely many."""

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
    any_line: bool  # True: any shortest solution will do, not only the first in the order of moves

class Rules:
    """A user's rules with the states met so far, each under a number."""

    def __init__(self, **rules: Any) -> None:
        """The methods of `clew.Puzzle` by name (None, or left out: its default), `landings` (state -> numbers
        of
        the names of its moves) and `size` (state -> bytes)."""
    def position(self, state: Any, /) -> tuple[int, int]:
        """Raises `PuzzleError` for a state that cannot be hashed."""
    def __len__(self) -> int: ...
    def state(self, position: tuple[int, int], /) -> Any: ...

class Engine:
    """One puzzle. Immutable; may be used from several threads."""

    @property
    def state_bits(self) -> int:
        """Bits of a state in the search's tables."""

    def without(self, techniques: list[str]) -> Engine:
        """The same puzzle without some techniques of its family's own search, to measure what each gains:
        `known_positions`, `patterns`, `walks` (pebbles), `both_ends` (pebbles, ricochet),
        `inner_pieces`, `chosen_again` (blocks), `blockers` (ricochet).

        Raises ValueError if there is no such technique, or if the family has no search of its own."""

    @staticmethod
    def keep_tables(folder: str | None) -> None:
        """From now on, the process reads large tables from files in this folder and writes them there; None:
        no files. Files are safe to delete, and damaged ones are not used."""
    @staticmethod
    def make(family: str, **values: object) -> Engine:
        """A puzzle of a family from plain values; the family's `make` in `engine/src/families/` names them.

        Raises ValueError, in words, for an unknown family and for values that do not make a board; TypeError
        for anything but whole numbers, truth values, texts, and sequences of them."""

    def asked_for(self, position: Sequence[int], code: Sequence[int]) -> list[int]:
        """Sounds and messages that a move asks for, as numbers of the family; the move need not be legal."""

    @staticmethod
    def asked(rules: Rules) -> Engine:
        """A puzzle whose rules are called in Python. A position is the number of a state, [high, low]; a code
        (0, index of the move among those of its state)."""
    @staticmethod
    def compiled(**code: Any) -> Engine:
        """A puzzle of compiled rules: `words` of a state, at most `most` moves per state, `start` (words),
        `table` (the puzzle's own numbers), the addresses `expand`, `is_goal` and, if it has them,
        `heuristic`, `cost`, `predecessors`; `blame`, which creates the exception of a rule that failed;
        `kept`, the code itself. A position is each word as four numbers, lowest first; a code as above."""
    @property
    def notes(self) -> list[tuple[bool, str]]:
        """What its rules did that a proof rests on, so far: whether a turn was left out for it; the words."""
    def initial(self) -> Position: ...
    def canonical(self, position: Sequence[int]) -> Position:
        """Raises ValueError, in words, if the numbers are not a position of this puzzle."""
    def moves(self, position: Sequence[int]) -> list[tuple[Code, int, Position]]:
        """The legal moves: code, cost, position after."""
    def is_goal(self, position: Sequence[int]) -> bool: ...
    def heuristic(self, position: Sequence[int]) -> int | None:
        """Lower bound on the cost to a goal; None if none can be reached."""
    def predecessors(self, position: Sequence[int]) -> list[tuple[Position, int]] | None:
        """Positions from which one move leads here, with its cost; None if the family cannot compute them."""
    def solve(self, position: Sequence[int], **options: Any) -> Found:
        """Options as in `Options`. Solves from `position`."""
    def between(self, position: Sequence[int], target: Sequence[int], **options: Any) -> Found:
        """The cheapest path from one position to another that passes no goal (`algorithm` is ignored)."""
    def proof(
        self,
        position: Sequence[int],
        groups: Sequence[Sequence[int]],
        length: int | None = None,
        default: str = "zero",
        tables: Sequence[Sequence[int]] = (),
        values: Sequence[int] = (),
        bytes_each: int = 1,
        **options: Any,
    ) -> Listed:
        """The list that proves that no solution costs less than `length`, or, for None, that there is none.

        `groups`: the numbers of a position in the order in which they are written, sorted within a group;
        `values`: what is written in place of each number, if not itself. `default`: `zero`, `near`, or
        `cells`, the sum over a position's numbers of what their `tables` say of them. Raises `ValueError`
        where the puzzle has no such list.
        """
    def solutions(self, position: Sequence[int], length: int | None = None, **options: Any) -> Solutions: ...
    def improve(
        self,
        position: Sequence[int],
        estimate: Callable[[Position], float] | None = None,
        lookahead: int = 0,
        **options: Any,
    ) -> Improvement:
        """`estimate`: the moves left, which may overestimate; None: the lower bound."""
    def census(
        self, method: str | None = None, checkpoint: tuple[str, str] | None = None, **options: Any
    ) -> Counted:
        """`method`: "matrices", "ranks", "hash"; None: what suits. `checkpoint`: a file, and a text that
        identifies the puzzle."""
    def hint(self, position: Sequence[int], **options: Any) -> Hinted: ...
    def explore(
        self,
        position: Sequence[int],
        expand_goals: bool = True,
        max_depth: int | None = None,
        edges: bool = True,
        **options: Any,
    ) -> Mapped:
        """Options as in `Options`; `algorithm` is ignored. Raises ValueError if the space is too large for a
        map."""
    def words_of(self, position: Sequence[int]) -> list[int]:
        """The words of a state, as in `Places.words`."""
    def position_of(self, words: list[int]) -> Position:
        """The position of a state's words."""
    @property
    def backward(self) -> Literal["no", "reversible", "predecessors"]:
        """How a search may walk backwards: not at all, by the moves themselves, or by `predecessors`."""
    @property
    def unit_cost(self) -> bool:
        """Whether every move costs 1."""
    def partition_of(self, position: Sequence[int], partitions: int) -> int:
        """The partition, of that many, to which a state belongs by its hash."""
    # Lists of states from here on: their words one after the other, (states * words of a state,).
    def expand(
        self, words: Words, partitions: int, expand_goals: bool = True, backward: bool = False
    ) -> Expanded:
        """The states one move after these, or before, in `partitions` parts by their hash."""
    def goals_among(self, words: Words) -> Words: ...
    def moves_of_all(self, words: Words) -> tuple[NDArray[np.uint32], Words, NDArray[np.uint32]]:
        """All moves in the order in which people see them: how many each state has, the states after, the
        costs."""
    def fresh(
        self, new: list[Block], seen: list[Block], within: list[Block] | None = None
    ) -> tuple[Words, list[int]]:
        """One step of a merge of sorted lists: states of `new` in none of `seen` and, unless it is None, in
        one of `within`; and how many states of each block, in this order, are finished."""
    def join(self, depths: list[tuple[Words, bool, int]], distances: list[tuple[Words, bool, int]]) -> Joined:
        """One step of a merge of layers, blocks with their depth or distance."""
