"""A complete state space, as arrays."""

from __future__ import annotations

from operator import index
from typing import TYPE_CHECKING, Any

from clew._engine import spread, undirected_edges
from clew.errors import ClewError
from clew.moved import renamed_argument
from clew.optional import numpy_for
from clew.puzzles.fields import shown
from clew.search.limits import Run, bounded
from clew.search.proved import Proved
from clew.statespace.arrays import ARRAYS, NO_GOAL, nothing, outcome, signed, unsigned
from clew.statespace.convert import to_igraph, to_networkx, to_pandas, to_scipy
from clew.statespace.labels import labels
from clew.statespace.store import kept, load, places_of, save

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from os import PathLike
    from threading import Event

    import numpy as np
    from numpy.typing import NDArray

    from clew._engine import LimitName, Mapped
    from clew.pictures.svg import Svg
    from clew.puzzles.base import EnginePuzzle
    from clew.puzzles.position import Move
    from clew.search.limits import Limits
    from clew.statespace.numbering import AnyPlaces
    from clew.statespace.optimal import Ties

    U8 = NDArray[np.uint8]
    U16 = NDArray[np.uint16]
    Signed = NDArray[np.int32] | NDArray[np.int64]
    U64 = NDArray[np.uint64]
    I64 = NDArray[np.int64]
    Flags = NDArray[np.bool_]


class StateSpace(Proved):
    """The states, numbered from 0 to `n - 1`, the moves between them, and their distances.

    `status`: "solved" if a goal can be reached from the start, "unsolvable" if it is proved that none can,
    "limit" if a limit (its name in `limit`) was reached first. Then there is no map, and `n` is 0, except for
    a map cut by `max_depth`, which has its states. `complete`: no state lacks its moves. If some do, the map
    is a part, and `part` says in words of which kind (None for a whole map); distances are then those within
    it, at least the true ones. `radius`: moves around the shortest solutions that the part of
    `explore_corridor` has; None for others. `all_solutions`: every shortest solution is proved to be there.
    `n`, `edges`: the number of states and of directed moves. `stored`: states found before a limit.
    `seconds`: time spent.

    Arrays:
    `indptr` (n + 1,) and `indices` (edges,), int32 (int64 from 2**31 on): the moves of state `i` lead to
    ``indices[indptr[i]:indptr[i + 1]]``, in the order of ``puzzle.moves(space.state(i))``. `costs` (edges,)
    uint16 of the moves, None if every move costs 1. All are None for a map without edges.
    `distance` (n,) uint16: fewest moves to a goal, 65535 if none can be reached (on a part: within it; some
    goal may be beyond, so such a state may or may not be a dead end). `depth` (n,) uint16: fewest
    moves from the start. Both are costs if moves differ in cost. `is_goal` (n,) bool. `start`: the start's
    number.

    `proof`: what "unsolvable", the distances and the dead ends rest on beyond the rules, in words such as "if
    canonical() merges only states that are the same" where you wrote it: such duties are checked on a sample
    of the states; None for nothing. `left_out`, `stopped`: as in `Solution`.

    States that differ only by interchangeable pieces are one state. A map can be pickled and copied. It is a
    sequence of its states: ``space[i]`` is ``space.state(i)``, and ``state in space`` is true if it can be
    reached.

    >>> space = clew.explore("null:3")
    >>> list(space), space.distance.tolist()
    ([<Position 3>, <Position 2>, <Position 1>, <Position 0>], [3, 2, 1, 0])
    """

    def __init__(
        self,
        puzzle: EnginePuzzle,
        places: AnyPlaces | None,
        arrays: dict[str, Any],
        *,
        start: int,
        edges: int,
        expand_goals: bool,
        max_depth: int | None,
        cut: bool,
        limit: LimitName | None = None,
        stored: int = 0,
        seconds: float = 0.0,
        memory: int = 0,
    ) -> None:
        self.puzzle, self.start, self.edges = puzzle, start, edges
        self.expand_goals = expand_goals
        self.max_depth = max_depth
        self.complete = limit is None and not cut
        self.stored = stored
        self.seconds = seconds
        self.memory = memory
        self.indptr: Signed | None = None
        self.indices: Signed | None = None
        if arrays["indptr"] is not None:
            states = len(arrays["distance"])
            self.indptr, self.indices = signed(arrays["indptr"], arrays["indices"], states)
        self.costs: U16 | None = arrays["costs"]
        self.distance: U16 = arrays["distance"]
        self._depth: U16 | None = arrays["depth"]
        self.is_goal: Flags = arrays["is_goal"]
        self.n = len(self.distance)
        reached = limit is None and bool(self.distance[start] != NO_GOAL)
        self.status, self.limit = outcome(limit, cut, reached)
        self._places = places
        self._labels: NDArray[np.str_] | None = None
        self._undirected: int | None = None
        self.radius: int | None = None
        self._ties: Ties | None = None
        # A shortest solution of L moves has states at depths 0 to L, and those before L have their moves. A
        # move that costs nothing may lead on at depth L.
        far = int(self.distance[start]) if reached and max_depth is not None else NO_GOAL
        within = far < max_depth + (self.costs is None) if max_depth is not None else False
        self.all_solutions = self.complete or (reached and within)

    @classmethod
    def _of_engine(
        cls, puzzle: EnginePuzzle, made: Mapped, *, expand_goals: bool, max_depth: int | None
    ) -> StateSpace:
        if made["limit"] is not None:
            return cls(
                puzzle, None, nothing(), start=0, edges=0, expand_goals=expand_goals, max_depth=max_depth,
                cut=True, limit=made["limit"], stored=made["stored"], seconds=made["seconds"],
            )  # fmt: skip
        arrays: dict[str, Any] = {name: made[name] for name in ARRAYS}
        return cls(
            puzzle, made["places"], arrays, start=made["start"], edges=made["edges"],
            expand_goals=expand_goals, max_depth=max_depth, cut=made["cut"], stored=made["stored"],
            seconds=made["seconds"], memory=made["bytes"],
        )  # fmt: skip

    @property
    def part(self) -> str | None:
        """Which part of the whole map this is, in words; None for a whole map."""
        if self.complete:
            return None
        if self.radius is not None:
            some = "" if self.all_solutions else "some of "
            return f"within {self.radius} move{'s' * (self.radius != 1)} of {some}the shortest solutions"
        if self.max_depth is None:
            return "cut short"
        return f"within {self.max_depth} move{'s' * (self.max_depth != 1)} of the start"

    # ------------------------------------------------------------ states

    def position(self, i: int) -> list[int]:
        """The engine's numbers of a state. Raises `IndexError`."""
        return self._found().position(self._number(i))

    def state(self, i: int) -> Any:
        """A state, with interchangeable pieces in the order of their letters. Raises `IndexError`."""
        return self.puzzle._state_of(self.position(i))

    def index(self, state: Any) -> int:
        """The number of a state, which may be given as text.

        Raises `BoardError` for a text that is not a state of this puzzle, `ClewError` for one that is not on
        the map.
        """
        number = self._number_of(state)
        if number is None:
            raise ClewError(f"the state {state!r} is not on this map: it cannot be reached from its start")
        return number

    def _number_of(self, state: Any) -> int | None:
        return self._found().number(self.puzzle._numbers(self.puzzle.position(state)))

    def board(self, i: int) -> str:
        """A state as people read it, on several lines. Raises `IndexError`."""
        return self.puzzle.draw(self.state(i))

    def grid(self, i: int) -> U8:
        """A block board as a matrix (rows, columns): 0 empty, 255 wall, piece numbers from 1 by letter.

        Raises `ClewError` for other families.
        """
        grid: U8 = numpy_for("a grid").array(self.puzzle._matrix(self.state(i)), dtype="uint8")
        return grid

    def __len__(self) -> int:
        return self.n

    def __getitem__(self, i: int) -> Any:
        """The state with that number; -1 is the last. Raises `IndexError`."""
        return self.state(i + self.n if hasattr(i, "__index__") and i < 0 else i)

    def __iter__(self) -> Iterator[Any]:
        return map(self.state, range(self.n))

    def __contains__(self, state: object) -> bool:
        """Whether a state, which may be given as text, is on the map. Raises `BoardError` as `index` does."""
        return self._number_of(state) is not None

    @property
    def depth(self) -> U16:
        """Fewest moves from the start to each state, (n,) uint16; computed on first use."""
        if self._depth is None:
            with Run(None) as run:
                self._depth = run.call(spread, *unsigned(self._rows()), self.start)
        return self._depth

    # ------------------------------------------------------------ moves

    def row(self, i: int) -> Signed:
        """The states to which the moves of state `i` lead, in order, (moves,) int32. Raises `IndexError`."""
        indptr, indices = self._rows()
        i = self._number(i)
        return indices[int(indptr[i]) : int(indptr[i + 1])]

    @property
    def labels(self) -> NDArray[np.str_]:
        """The name of the move on each edge, (edges,) of str; computed on first use."""
        if self._labels is None:
            self._labels = labels(self)
        return self._labels

    @property
    def undirected_edges(self) -> int:
        """The number of pairs of states with a move between them, in one direction or both."""
        if self._undirected is None:
            with Run(None) as run:
                self._undirected = run.call(undirected_edges, *unsigned(self._rows()))
        return self._undirected

    @property
    def layers(self) -> I64:
        """The number of states at each depth, (largest depth + 1,) int64."""
        counts: I64 = numpy_for("layers").bincount(self.depth)
        return counts

    def optimal_moves(self, i: int) -> list[Move]:
        """The moves that start an optimal path from state `i` to a goal (see `clew.Solutions`),
        in order; where moves differ in cost, those that leave the fewest moves come first.

        Empty at a goal, and if no goal can be reached. On a part, those that are on it. Raises `IndexError`,
        and `ClewError` for a state of a part that is on no shortest solution from the start.
        """
        number = self._number(i)
        self._exact(number)
        from clew.statespace.optimal import optimal

        found = optimal(self, self.state(i), number)
        return [move for move, _ in found]

    def best_path(self, i: int | None = None) -> list[Move]:
        """The moves of a shortest path from state `i` (None: the start) to a goal, always taking the first of
        several optimal moves. Empty at a goal.

        Raises `ClewError` if no goal can be reached, and for a state of a part that is on no shortest
        solution from the start; `IndexError` for a number that is not on the map.
        """
        from clew.statespace.optimal import optimal

        number = self.start if i is None else self._number(i)
        self._exact(number)
        if self.distance[number] == NO_GOAL:
            raise ClewError(f"no goal can be reached from state {number}: its distance is {NO_GOAL}")
        # From the start the pieces keep the letters of the board.
        state = self.puzzle.initial() if number == self.start else self.state(number)
        moves: list[Move] = []
        while not self.is_goal[number]:
            step, number = optimal(self, self.state(number), number)[0]
            step = self.puzzle._follow(state, step.code)
            moves.append(step)
            state = step.after
        return moves

    def count_optimal(
        self,
        i: int | None = None,
        *,
        limits: Limits | None = None,
        seconds: float | None = None,
        stop: Event | None = None,
    ) -> int:
        """The exact number of optimal paths from state `i` (None: the start) to a goal; 0 if there is none.

        Raises `ClewError` for a part that is not known to have all of them; `LimitReached` at `limits`,
        `IndexError`.
        """
        number = self.start if i is None else self._number(i)
        self._exact(number)
        if not self.all_solutions:
            raise ClewError(
                f"this map is a part, {self.part}, and may lack shortest solutions; "
                "clew.solutions(puzzle).count counts all of them"
            )
        from clew.statespace.optimal import count

        return count(self, number, bounded(limits, seconds=seconds, stop=stop))

    def _exact(self, i: int) -> None:
        """Raises `ClewError` if the distance of state `i` may be less than this part of a map shows.

        It is exact on every way that is as long as a shortest solution from the start.
        """
        if self.complete:
            return
        here, whole = int(self.distance[i]), int(self.distance[self.start])
        if here == NO_GOAL or int(self.depth[i]) + here != whole:
            told = "no way to a goal" if here == NO_GOAL else f"a way to a goal of cost {here}"
            raise ClewError(
                f"this map is a part, {self.part}: it has {told} from state {i}, but there may be a shorter "
                "one beyond it; clew.distance(puzzle, state) is exact"
            )

    # ------------------------------------------------------------ elsewhere

    def to_scipy(self) -> Any:
        """A `scipy.sparse.csr_array` (n, n): the cost of the move from row to column, of several the least. A
        move that costs nothing is a stored 0, which `toarray` cannot tell from no move. Needs scipy.
        """
        return to_scipy(self)

    def to_networkx(self, labels: bool = False) -> Any:
        """A `networkx.DiGraph` with node attributes `start`, `goal`, `distance` (None: no goal can be
        reached on this map), `depth`, and edge attribute `cost`; with `labels`, also `state` (its text) and
        `move`. If several moves lead from one state to the same other, a `networkx.MultiDiGraph` with an edge
        for each. Needs networkx.
        """
        return to_networkx(self, labels)

    def to_pandas(self, states: bool = True) -> Any:
        """A `pandas.DataFrame` with one row per state: `distance` (missing if no goal can be reached),
        `depth`, `is_goal`, `moves` (their number) and, unless `states` is False, `state` (text). Needs
        pandas.
        """
        return to_pandas(self, states)

    def to_igraph(self, labels: bool = False) -> Any:
        """A directed `igraph.Graph` with the attributes of `to_networkx`. Needs igraph."""
        return to_igraph(self, labels)

    def layout(self, method: str = "stress", *, dim: int = 2, seed: int = 0) -> NDArray[np.float64]:
        """The position of each state, (n, dim) float64; reproducible with the same seed, on any number of
        threads.

        `method`: "stress", distances in the picture like those in the map, one unit per move, in 2 or 3
        dimensions (`dim`), with the start on the left of the goals; the others have 2 dimensions, from -1 to
        1: "pivot-mds", a first approximation of distances (Brandes and Pich 2006, 64 pivots); "layers",
        rings by distance to the goal, goals in the middle; "igraph", igraph's choice of force-directed
        layouts, for small maps. Raises `ClewError` for another method or a map without edges.
        """
        from clew.maps.layout import layout_of

        return layout_of(self, method, seed, dim)

    def stress(self, layout: NDArray[Any]) -> float:
        """How far a layout distorts distances: the mean of (distance in the layout / moves - 1)² over
        200,000 pairs of states, the same for every layout of this map. 0 is perfect.

        `layout`: (n, d), in moves, as `layout` with "stress" returns it. Raises `ClewError` for another
        shape or a map without edges.
        """
        from clew.maps.layout import stress_of

        return stress_of(self, layout)

    def draw(
        self,
        path: str | PathLike[str] | None = None,
        *,
        color: str | NDArray[Any] = "distance",
        highlight: object = None,
        layout: str | None = None,
        theme: str = "light",
        edges: bool | None = None,
        width: int | None = None,
        seed: int = 0,
        heat: object = None,
    ) -> Svg | None:
        """Draws the map, and writes the picture to `path` (`.svg`, `.pdf`; `.png` needs the extra `draw`) or
        returns the SVG. An `.html` file is a page to walk in the map; it needs only a browser.

        The start, goals, states on shortest solutions and a path have symbols of their own. `color`:
        "distance" to a goal, "depth" (moves from the start), "branching" (legal moves), or one number per
        state, (n,). `highlight`: "path" (a shortest solution), moves, a solution, a game, a `Line`, or
        numbers of states. `layout`: as in `layout`; None chooses. `theme`: "light", "dark", "print" or
        "auto". `edges`: draw moves as lines; None: if there are few. `width`: in pixels. Maps of more than
        30,000 states are drawn as a cloud. `heat`: players' paths as bands: games (their moves, `clew.Game`
        and so on), or how often each move was made, (edges,), as `clew_lab.study.Traces.heat` counts it.

        Raises `ClewError` for what cannot be drawn, `IllegalMove` for a highlighted move that is not legal,
        `OSError` if the file cannot be written.
        """
        from clew.maps.picture import draw

        return draw(
            self, path, color=color, highlight=highlight, layout=layout, theme=theme, edges=edges,
            width=width, seed=seed, heat=heat,
        )  # fmt: skip

    def _repr_svg_(self) -> str | None:
        from clew.maps.picture import notebook

        return notebook(self)

    @renamed_argument("length", "duration")
    def film(
        self,
        path: str | PathLike[str],
        *,
        highlight: object = None,
        theme: str = "light",
        width: int = 720,
        duration: float | None = None,
        seed: int = 0,
        limits: Limits | None = None,
        on_progress: Callable[[int, int], object] | None = None,
        seconds: float | None = None,
        stop: Event | None = None,
    ) -> None:
        """Writes an animation of the map in three dimensions: it turns, grows from the start, and a path
        runs through it, with the board beside it. Needs the extra `draw`; `.webm` and `.mp4` also need the
        program ffmpeg, `.gif` does not.

        `highlight`: the path, as in `draw`; None takes a shortest solution, if there is one. `duration`: in
        seconds; None: it depends on the number of moves. `limits`: only `seconds`
        and `cancel`. `on_progress` is called after each frame with the number of frames made and that of all.

        Raises `ClewError` for what cannot be drawn and if the extra or the program is missing, `LimitReached`
        at the limit on seconds, `OSError` if the file cannot be written. Then there is no file.
        """
        from clew.maps.film import film

        film(
            self, path, highlight=highlight, theme=theme, width=width, duration=duration, seed=seed,
            limits=bounded(limits, seconds=seconds, stop=stop), on_progress=on_progress,
        )  # fmt: skip

    def save(self, path: str | PathLike[str], labels: bool = True) -> None:
        """Writes the map to a file; the ending chooses the format.

        `.npz` and `.parquet` (needs pyarrow) can be read again with `load`. `.graphml`, `.gexf`, `.gml`,
        `.dot`, `.json` and `.csv` (a list of edges) are for other programs; they contain start, goal and
        distance of the states, and the names of moves unless `labels` is False. An existing file is replaced
        as a whole, even if this map was loaded from it. Raises `ClewError` for another ending, `OSError` if
        the file cannot be written.
        """
        save(self, path, labels)

    @classmethod
    def load(cls, path: str | PathLike[str]) -> StateSpace:
        """Reads a map that `save` wrote as `.npz` or `.parquet`. The arrays of an `.npz` file are
        memory-mapped: they are read from the file when they are used. The pages of a Parquet file are
        unpacked.

        The whole file is read once to check it. Raises `ClewError` for a file that is not a map or is
        damaged, `OSError` if it cannot be read.
        """
        return load(path)

    def arrays(self) -> dict[str, NDArray[Any]]:
        """The arrays that the map has, by name."""
        found = ((name, getattr(self, name)) for name in ARRAYS)
        return {name: array for name, array in found if array is not None}

    @property
    def nbytes(self) -> int:
        """Bytes of the arrays and of the index of states."""
        return sum(array.nbytes for array in self.arrays().values()) + self._found().nbytes

    def words(self) -> U64:
        """Every state packed, (n, words per state) uint64, as `save` writes them."""
        each, words = self._found().words()
        packed: U64 = words.reshape(-1, each)
        return packed

    def __getstate__(self) -> dict[str, Any]:
        """What is pickled and copied."""
        return {**self.__dict__, "_places": kept(self)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)

        self._places = places_of(self.puzzle, state["_places"])

    def _found(self) -> AnyPlaces:
        if self._places is None:
            raise ClewError(f"there is no map: the limit on {self.limit} was reached")
        return self._places

    def _rows(self) -> tuple[Signed, Signed]:
        if self.indptr is None or self.indices is None:
            self._found()
            raise ClewError("this map has no edges: explore the puzzle with edges=True")
        return self.indptr, self.indices

    def _number(self, i: int) -> int:
        try:
            number = index(i)
        except TypeError:
            raise TypeError(
                f"{shown(repr(i))} is not the number of a state; space.index(text) finds that of a text"
            ) from None
        if not 0 <= number < self.n:
            raise IndexError(f"there is no state {i}: the map has {self.n}")
        return number

    def __repr__(self) -> str:
        if self.limit is not None and not self.n:
            return f"<StateSpace limit ({self.limit}) after {self.stored} states>"
        part = "" if self.part is None else f", a part: {self.part}"
        return f"<StateSpace {self.status}, {self.n} states, {self.edges} edges{part}>"
