"""Every public call that can run long, on boards that keep it busy."""

from __future__ import annotations

import copy
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

import clew
from clew.measures.difficulty import MEASURES
from tests.search.boards import GAR
from tests.stops import boards

if TYPE_CHECKING:
    from collections.abc import Callable

MEMORY = 1_000_000_000
GAME = Path(__file__).parents[2] / "examples" / "games" / "store.txt"


class Call(NamedTuple):
    """`name`: the public name; `case`: which board and options. `run` takes limits, which it heeds where
    `limited`; other calls have Ctrl-C alone. `brief`: it may have next to nothing to do, or end
    too soon to show anything."""

    name: str
    case: str
    run: Callable[[clew.Limits], object]
    limited: bool = True
    brief: bool = False


def calls() -> list[Call]:
    return [*_searches(), *_solutions(), *_improving(), *_maps(), *_makers()]


def _searches() -> list[Call]:
    found = []
    hard = {
        "fifteen": boards.FIFTEEN,
        "slides": boards.SLIDES,
        "crowd": boards.CROWD,
        "room": boards.ROOM,
        "straight": boards.STRAIGHT,
    }
    for label, board in hard.items():
        for algorithm in ("auto", "bfs", "bidirectional", "astar", "ida_star"):
            if label == "crowd" and algorithm in ("astar", "ida_star"):
                continue  # their bound leads them to its goal at once

            def solve(limits: clew.Limits, board: str = board, algorithm: str = algorithm) -> object:
                return clew.solve(clew.parse(board), algorithm, limits=limits, threads=1)

            found.append(Call("solve", f"{label} {algorithm}", solve))
    return [
        *found,
        Call("solve", "goals", lambda limits: _solve(boards.GOALS, "bidirectional", limits)),
        Call("solve", "twenty-four", lambda limits: _solve(boards.TWENTY_FOUR, "auto", limits)),
        Call("hint", "slides", lambda limits: clew.hint(clew.load(boards.SLIDES), limits=limits, threads=1)),
        Call("hint", "room", lambda limits: clew.hint(boards.ROOM, limits=limits, threads=1)),
        Call("review", "fifteen", lambda limits: _review(boards.FIFTEEN, 1, limits)),
        Call("review", "room", lambda limits: _review(boards.ROOM, 4, limits)),
        Call("review", "tracks", lambda limits: _review(boards.TRACKS, 4, limits)),
        Call("distance", "fifteen", lambda limits: _distance(limits)),
        Call("compare", "fifteen", lambda limits: _compare(boards.FIFTEEN, limits)),
        Call("compare", "room", lambda limits: _compare(boards.ROOM, limits)),
        Call("compare", "slides", lambda limits: _compare(boards.SLIDES, limits)),
    ]


def _solve(board: str, algorithm: str, limits: clew.Limits) -> object:
    return clew.solve(clew.parse(board), algorithm, limits=limits, threads=1)


def _review(board: str, count: int, limits: clew.Limits) -> object:
    game = clew.Game(board)
    for _ in range(count):
        game.play(game.legal_moves[0])
    return clew.review(game, limits=limits, threads=1)


def _distance(limits: clew.Limits) -> object:
    try:
        return clew.distance(clew.load(boards.FIFTEEN), limits=limits, threads=1)
    except clew.LimitReached as error:
        return error


def _compare(board: str, limits: clew.Limits) -> object:
    return clew.compare(clew.parse(board), limits=limits, threads=1)


def _solutions() -> list[Call]:
    return [
        Call("solutions", "tracks", lambda limits: _all(boards.tracks(8, 8), limits)),
        Call("solutions", "slides", lambda limits: _all(boards.SLIDES, limits)),
        Call("solutions", "room", lambda limits: _all(boards.ROOM, limits)),
        Call("Solutions.count", "tracks", lambda limits: _all(boards.TRACKS, limits).count),
        Call("Solutions.count", "longer", lambda limits: _all(GAR, limits, length=20).count),
        Call("Solutions.essential", "tracks", lambda limits: _all(boards.TRACKS, limits).essential),
        Call("Solutions", "one by one", lambda limits: sum(1 for _ in _all(boards.TRACKS, limits))),
        Call(
            "heatmap",
            "tracks",
            lambda limits: clew.heatmap(clew.load(boards.TRACKS), limits=limits, threads=1),
        ),
    ]


def _all(board: str, limits: clew.Limits, length: int | None = None) -> clew.Solutions:
    return clew.solutions(clew.parse(board), length, limits=limits, threads=1)


def _improving() -> list[Call]:
    found = []
    hard = {"fifteen": boards.FIFTEEN, "slides": boards.SLIDES, "room": boards.ROOM}
    for label, board in hard.items():
        for lookahead in (0, 1, 3, 8):
            for guided in (False, True):

                def improve(
                    limits: clew.Limits, board: str = board, ahead: int = lookahead, guided: bool = guided
                ) -> object:
                    guide = (lambda state: float(len(str(state)) % 7 + 1)) if guided else None
                    puzzle = clew.parse(board)
                    return clew.improve(
                        puzzle, heuristic=guide, lookahead=ahead, limits=limits, threads=1
                    ).finish()

                words = " guided" if guided else ""
                found.append(Call("improve", f"{label} lookahead {lookahead}{words}", improve))
    return found


@cache
def _map() -> clew.StateSpace:
    """823,543 states, all of them on optimal solutions."""
    return clew.explore(clew.load(boards.TRACKS), threads=1)


@cache
def _small_map() -> clew.StateSpace:
    """Few enough states for what takes long on each."""
    return clew.explore(clew.load(boards.tracks(5, 8)), threads=1)


def tree() -> clew.StateSpace:
    """A map of 33,554,432 states in a binary tree: what looks at each state and move once takes long on it.

    It stands in for one that a search would need minutes to make; its states are not boards.
    """
    n = 1 << 25
    space = copy.copy(_map())
    space.indptr = np.minimum(2 * np.arange(n + 1, dtype=np.int64), n - 1)
    space.indices = np.arange(1, n, dtype=np.int32)
    space.start = 0
    return space


def ready() -> None:
    """Makes the maps that calls look at."""
    _map(), _small_map()


def _maps() -> list[Call]:
    def rate(measure: str) -> Callable[[clew.Limits], object]:
        space = _small_map if measure == "betweenness" else _map
        return lambda limits: _measured(space(), measure, limits)

    def depth(_: clew.Limits) -> object:
        space = _map()
        space._depth = None
        return space.depth

    def undirected(_: clew.Limits) -> object:
        space = _map()
        space._undirected = None
        return space.undirected_edges

    return [
        *(
            Call("explore", label, partial(_explore, board))
            for label, board in {
                "tracks": boards.tracks(9, 7),
                "crowd": boards.CROWD,
                "slides": boards.SLIDES,
                "fifteen": boards.FIFTEEN,
                "room": boards.ROOM,
                "straight": boards.STRAIGHT,
            }.items()
        ),
        Call("explore_corridor", "fifteen", partial(_corridor, boards.FIFTEEN)),
        Call("explore_corridor", "room", partial(_corridor, boards.ROOM)),
        Call("explore_many", "fifteen", _explore_many, limited=False),
        *(
            Call("census", label, partial(_census, board, method))
            for label, board, method in (
                ("equal", boards.EQUAL, "auto"),
                ("fewer equal", boards.FEWER_EQUAL, "hash"),
                ("large graph", boards.LARGE_GRAPH, "auto"),
                ("tables", boards.TABLES, "matrices"),
                ("crowd", boards.crowd(6, 5), "auto"),
            )
        ),
        *(Call("rate", measure, rate(measure), brief=True) for measure in MEASURES),
        Call("predict_difficulty", "tracks", _predicted),
        Call("StateSpace.count_optimal", "tracks", lambda limits: _counted(limits)),
        Call("StateSpace.depth", "tracks", depth, limited=False, brief=True),
        Call("StateSpace.undirected_edges", "tracks", undirected, limited=False, brief=True),
        Call("StateSpace.layout", "stress", lambda _: _map().layout("stress"), limited=False),
        Call("StateSpace.stress", "tracks", lambda _: _stress(), limited=False),
        Call("StateSpace.layout", "pivot-mds", lambda _: _map().layout("pivot-mds"), limited=False),
        Call("StateSpace.layout", "layers", lambda _: _map().layout("layers"), limited=False),
        Call("StateSpace.labels", "tracks", lambda _: _map().labels, limited=False),
        Call("StateSpace.draw", "tracks", lambda _: _map().draw(), limited=False),
        Call("StateSpace.film", "gif", _filmed),
        Call("StateSpace.to_networkx", "tracks", lambda _: _map().to_networkx(), limited=False),
    ]


def _explore(board: str, limits: clew.Limits) -> object:
    return clew.explore(clew.parse(board), limits=limits, threads=1)


def _corridor(board: str, limits: clew.Limits) -> object:
    return clew.explore_corridor(clew.parse(board), limits=limits, threads=1)


def _explore_many(limits: clew.Limits) -> object:
    return list(clew.explore_many([clew.load(boards.CROWD)] * 3, limits=limits, threads=1))


def _census(board: str, method: str, limits: clew.Limits) -> object:
    return clew.census(clew.parse(board), method=method, limits=limits, threads=1)


def _filmed(limits: clew.Limits) -> object:
    with TemporaryDirectory() as folder:
        try:
            _small_map().film(Path(folder) / "map.gif", width=1_200, duration=120, limits=limits)
        except clew.LimitReached as error:
            return error
    return None


def _measured(space: clew.StateSpace, measure: str, limits: clew.Limits) -> object:
    try:
        return clew.rate(space, [measure], limits=limits)
    except clew.LimitReached as error:
        return error


def _stress() -> float:
    space = _map()
    return space.stress(np.zeros((space.n, 2)))


def _predicted(limits: clew.Limits) -> object:
    try:
        return clew.predict_difficulty(_map(), limits=limits)
    except clew.LimitReached as error:
        return error


def _counted(limits: clew.Limits) -> object:
    try:
        return _map().count_optimal(limits=limits)
    except clew.LimitReached as error:
        return error


def _makers() -> list[Call]:
    wishes: dict[str, dict[str, Any]] = {
        "blocks": {"par": (40, None)},
        "pebbles": {"par": (60, None)},
        "coroutine": {"size": "5x5", "par": (60, None)},
        "ricochet": {"par": (20, None)},
        "puzzlescript": {"game": GAME.read_text(encoding="utf-8"), "par": (200, None)},
    }
    return [Call("generate", family, partial(_generate, family, wish)) for family, wish in wishes.items()]


def _generate(family: str, wish: dict[str, Any], limits: clew.Limits) -> object:
    return clew.generate(family, count=None, seed=1, limits=limits, **wish)


FOREIGN = {
    "StateSpace.to_igraph": "igraph makes a graph in one call, which hears nothing until it returns",
    "StateSpace.to_pandas": "pandas makes a table of the arrays in one call",
}
"""What another library does in a single call that keeps the interpreter. (So does its layout.)"""

BRIEF = {
    *("Blocks", "Coroutine", "Null", "Pebbles", "Puzzle", "PuzzleScript", "Ricochet", "Sokoban"),
    *("EnginePuzzle", "Line", "StateSpace.part", "compiled"),
    *(
        "BoardError",
        "ClewError",
        "IllegalMove",
        "LimitReached",
        "PuzzleError",
        "ReadingWarning",
        "WorldError",
    ),
    *(
        "Census",
        "Comparison",
        "Difficulty",
        "Estimate",
        "Generated",
        "Heatmap",
        "Hint",
        "Improvement",
        "Making",
        "Review",
        "Solution",
    ),
    *(
        "Limits",
        "Prediction",
        "Progress",
        "Verdict",
        "cancel",
        "verify",
        "load",
        "parse",
        "testing",
        "world",
        "read_boards",
        "draw",
        "export",
        "Game",
        "__version__",
    ),
    *("StateSpace.position", "StateSpace.state", "StateSpace.index", "StateSpace.board", "StateSpace.grid"),
    *("StateSpace.row", "StateSpace.layers", "StateSpace.optimal_moves", "StateSpace.best_path"),
    *("StateSpace.save", "StateSpace.load", "StateSpace.arrays", "StateSpace.nbytes", "StateSpace.words"),
    *("StateSpace.to_scipy", "Solutions.heat"),
}
"""Public names that search nothing: values, errors, readers, and what copies arrays."""
