"""Maps in files and as graphs of other libraries."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable
from pathlib import Path

import networkx
import numpy as np
import pytest

import clew
from tests.search.boards import COINS, GAR, SLIDES

STEPS = "coroutine[steps]" + COINS.removeprefix("coroutine")


@pytest.mark.parametrize("ending", ["npz", "parquet"])
@pytest.mark.parametrize("board", [GAR, STEPS])
@pytest.mark.parametrize("edges", [True, False])
def test_a_saved_map_reads_back_the_same(tmp_path: Path, ending: str, board: str, edges: bool) -> None:
    space = clew.explore(clew.load(board), edges=edges)
    path = tmp_path / f"map.{ending}"
    space.save(path)
    again = clew.StateSpace.load(path)
    assert again.puzzle == space.puzzle and (again.n, again.edges) == (space.n, space.edges)
    assert (again.start, again.status, again.complete) == (space.start, space.status, True)
    arrays = space.arrays()
    assert again.arrays().keys() == arrays.keys()
    for name, array in again.arrays().items():
        assert array.dtype == arrays[name].dtype and (array == arrays[name]).all(), name
    assert all(again.index(space.state(i)) == i for i in range(space.n))
    assert [again.state(i) for i in range(space.n)] == [space.state(i) for i in range(space.n)]
    if edges:
        assert again.count_optimal() == space.count_optimal() and again.best_path() == space.best_path()
        assert again.undirected_edges == space.undirected_edges


def test_a_npz_file_is_read_by_numpy_and_mapped_by_us(tmp_path: Path) -> None:
    path = tmp_path / "map.npz"
    space = clew.explore(clew.load(GAR))
    space.save(path)
    with np.load(path) as plain:
        assert (plain["indices"] == space.indices).all()
    again = clew.StateSpace.load(path)
    assert all(isinstance(array, np.memmap) and array.flags.aligned for array in again.arrays().values())


def test_states_of_several_words_are_found_again(tmp_path: Path) -> None:
    edges = [[cell, cell + 1] for cell in range(39)]
    plates = [str(cell) for cell in range(1, 40)]
    puzzle = clew.Pebbles(
        plates=" ".join([*plates, "-"]), pebbles=" ".join(["-", *plates]), edges=edges,
        coordinates=[[cell, 0] for cell in range(40)],
    )  # fmt: skip
    space = clew.explore(puzzle)
    assert space.words().shape[1] > 1
    space.save(tmp_path / "map.npz")
    again = clew.StateSpace.load(tmp_path / "map.npz")
    assert [again.index(space.state(i)) for i in range(space.n)] == list(range(space.n))


def test_a_map_of_a_version_with_wider_states_is_read(tmp_path: Path) -> None:
    space = clew.explore(clew.load(GAR))
    space.save(tmp_path / "map.npz")
    with np.load(tmp_path / "map.npz") as arrays:
        wider = {**arrays, "words": np.pad(arrays["words"], ((0, 0), (0, 7)))}
    np.savez(tmp_path / "wider.npz", **wider)
    again = clew.StateSpace.load(tmp_path / "wider.npz")
    assert [again.state(i) for i in range(again.n)] == [space.state(i) for i in range(space.n)]


def test_a_file_that_is_no_map_is_refused(tmp_path: Path) -> None:
    for name in ("text.npz", "text.parquet"):
        (tmp_path / name).write_text("no map")
        with pytest.raises(clew.ClewError, match=r"text\.(npz|parquet) is no"):
            clew.StateSpace.load(tmp_path / name)
    np.savez(tmp_path / "other.npz", a=np.arange(3))
    with pytest.raises(clew.ClewError, match="is not a map"):
        clew.StateSpace.load(tmp_path / "other.npz")
    with pytest.raises(
        clew.ClewError, match=r"\.npz, \.parquet, \.graphml, \.gexf, \.gml, \.dot, \.json, \.csv"
    ):
        clew.explore(clew.load(GAR)).save(tmp_path / "map.txt")


def test_a_file_with_a_move_at_another_state_is_told_by_its_moves(tmp_path: Path) -> None:
    path = tmp_path / "map.npz"
    clew.explore(clew.load(GAR)).save(path)
    with np.load(path) as file:
        arrays = dict(file)
    arrays["indptr"][1] -= 1
    np.savez(path, **arrays)
    space = clew.StateSpace.load(path)
    for look in (lambda: space.labels, lambda: space.optimal_moves(0)):
        with pytest.raises(clew.ClewError, match=r"^state 0 has \d+ moves on this map, but .* is damaged"):
            look()


def test_graphml_tells_start_goals_distances_and_moves(tmp_path: Path) -> None:
    space = clew.explore(clew.load(SLIDES), max_depth=3)
    space.save(tmp_path / "map.graphml")
    graph = networkx.read_graphml(tmp_path / "map.graphml", node_type=int)
    assert (len(graph), graph.number_of_edges()) == (space.n, space.edges)
    assert [i for i in graph if graph.nodes[i]["start"]] == [space.start]
    for i in graph:
        told = graph.nodes[i]
        assert told["goal"] == space.is_goal[i] and told["depth"] == space.depth[i]
        assert told.get("distance", 65535) == space.distance[i] and told["state"] == space.state(i)
        names = space.puzzle.moves(space.state(i)) if len(space.row(i)) else []
        assert sorted(edge["move"] for edge in graph[i].values()) == sorted(names)


def _dot(path: Path) -> networkx.MultiDiGraph:
    """A file in DOT, as far as Clew writes it."""
    graph = networkx.MultiDiGraph()
    pair = re.compile(r'(\w+)="((?:[^"\\]|\\.)*)"')
    for line in path.read_text(encoding="utf-8").splitlines()[1:-1]:
        ends, _, rest = line.strip().partition(" [")
        told = {name: value.replace('\\"', '"') for name, value in pair.findall(rest)}
        if "->" in ends:
            a, b = map(int, ends.split(" -> "))
            graph.add_edge(a, b, move=told["label"], cost=int(told["cost"]))
        else:
            numbers = {name: int(told[name]) for name in ("distance", "depth") if name in told}
            marks = {name: told[name] == "true" for name in ("start", "goal")}
            graph.add_node(int(ends), state=told["state"], **numbers, **marks)
    return graph


READERS: dict[str, Callable[[Path], networkx.MultiDiGraph]] = {
    "gexf": lambda path: networkx.read_gexf(path, node_type=int),
    "gml": lambda path: networkx.read_gml(path, destringizer=None, label="id"),
    "json": lambda path: networkx.node_link_graph(
        json.loads(path.read_text(encoding="utf-8")), edges="edges"
    ),
    "dot": _dot,
}


@pytest.mark.parametrize("ending", READERS)
def test_other_programs_get_the_same_map(tmp_path: Path, ending: str) -> None:
    space = clew.explore(clew.load(SLIDES), max_depth=3)
    space.save(tmp_path / f"map.{ending}")
    graph = READERS[ending](tmp_path / f"map.{ending}")
    assert (len(graph), graph.number_of_edges()) == (space.n, space.edges)
    assert [i for i in graph if graph.nodes[i]["start"]] == [space.start]
    for i in graph:
        told = graph.nodes[i]
        assert bool(told["goal"]) == space.is_goal[i] and int(told["depth"]) == space.depth[i]
        assert told.get("distance", 65535) == space.distance[i] and told["state"] == space.state(i)
        names = space.puzzle.moves(space.state(i)) if len(space.row(i)) else []
        assert sorted(told["move"] for _, _, told in graph.out_edges(i, data=True)) == sorted(names)


def test_csv_is_a_list_of_edges(tmp_path: Path) -> None:
    space = clew.explore(clew.load(STEPS), expand_goals=False)
    space.save(tmp_path / "map.csv")
    with open(tmp_path / "map.csv", newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    moves = [row for row in rows if row["target"]]
    assert [int(row["target"]) for row in moves] == space.indices.tolist()  # type: ignore[union-attr]
    assert [row["move"] for row in moves] == space.labels.tolist()
    for row in moves:
        for end in ("source", "target"):
            i = int(row[end])
            assert int(row[f"{end}_start"]) == (i == space.start)
            assert int(row[f"{end}_goal"]) == space.is_goal[i]
            assert int(row[f"{end}_distance"] or 65535) == space.distance[i]
    assert {int(row["source"]) for row in rows} == set(range(space.n))


def test_other_libraries_get_the_same_graph() -> None:
    space = clew.explore(clew.load(GAR))
    matrix = space.to_scipy()
    assert matrix.shape == (space.n, space.n) and matrix.nnz == space.edges
    assert (matrix.indices == space.indices).all()
    graph = space.to_networkx(labels=True)
    lengths = networkx.single_source_shortest_path_length(graph, space.start)
    assert [lengths[i] for i in range(space.n)] == space.depth.tolist()
    row = space.row(space.start).tolist()
    assert [graph[space.start][j]["move"] for j in row] == space.puzzle.moves(space.puzzle.initial())
    assert [graph.nodes[i]["state"] for i in range(space.n)] == [str(state) for state in space]
    other = space.to_igraph(labels=True)
    assert other.vs[space.start]["state"] == str(space.puzzle.initial())
    assert other.distances(space.start)[0] == space.depth.tolist()
    assert other.vs["goal"] == space.is_goal.tolist() and other.vs["distance"] == space.distance.tolist()


@pytest.mark.parametrize("ending", ["npz", "parquet"])
def test_a_map_is_saved_over_the_file_that_it_was_read_from(tmp_path: Path, ending: str) -> None:
    space = clew.explore(clew.load(GAR))
    path = tmp_path / f"map.{ending}"
    space.save(path)
    again = clew.StateSpace.load(path)
    again.save(path)
    for which in (again, clew.StateSpace.load(path)):
        assert all((array == space.arrays()[name]).all() for name, array in which.arrays().items())
        assert which.best_path() == space.best_path()
    assert [file.name for file in tmp_path.iterdir()] == [path.name]


def test_a_save_that_fails_leaves_the_file_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    space = clew.explore(clew.load(GAR))
    space.save(tmp_path / "map.npz")
    before = (tmp_path / "map.npz").read_bytes()

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(np.lib.format, "write_array", full)
    with pytest.raises(OSError, match="No space left"):
        space.save(tmp_path / "map.npz")
    assert (tmp_path / "map.npz").read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["map.npz"]


@pytest.mark.parametrize("ending", ["npz", "parquet", "csv", "graphml", "gexf", "json"])
def test_a_folder_that_is_not_there_is_told_by_the_name_that_was_given(tmp_path: Path, ending: str) -> None:
    target = tmp_path / "nowhere" / f"map.{ending}"
    with pytest.raises(FileNotFoundError) as caught:
        clew.explore(clew.load("null:2")).save(target)
    assert caught.value.filename == str(target)


class Prices(clew.Puzzle):
    """Moves of different cost to one state: the cheap one first or last, and a free one beside a dear one."""

    MOVES = {  # noqa: RUF012
        0: [("cheap", 1, 1), ("dear", 1, 5)],
        1: [("dear", 2, 7), ("cheap", 2, 2)],
        2: [("free", 3, 0), ("dear", 3, 1)],
        3: [],
    }

    def initial(self) -> int:
        return 0

    def moves(self, state: int) -> list[str]:
        return [name for name, _, _ in self.MOVES[state]]

    def apply(self, state: int, move: str) -> int:
        return next(after for name, after, _ in self.MOVES[state] if name == move)

    def cost(self, state: int, move: str) -> int:
        return next(cost for name, _, cost in self.MOVES[state] if name == move)

    def is_goal(self, state: int) -> bool:
        return state == 3


ANY_KEY = """
title Any key
OBJECTS
Background
black

Player
white

Done
green

LEGEND
. = Background
P = Player

SOUNDS

COLLISIONLAYERS
Background
Player, Done

RULES
[ moving Player ] -> [ Done ]

WINCONDITIONS
some Done

LEVELS

P
"""
PARALLEL: dict[str, clew.Puzzle | str] = {
    "costs": Prices(),
    "diagonals": "ricochet[falling=c1,falling=b2,falling=a3]:.../.../.R.>.../R../...",
    "keys": clew.PuzzleScript(ANY_KEY),
}


@pytest.mark.parametrize("board", PARALLEL)
def test_of_two_moves_to_one_state_the_cheaper_counts_and_none_is_lost(board: str, tmp_path: Path) -> None:
    from scipy.sparse.csgraph import dijkstra

    space = clew.explore(PARALLEL[board])
    ends = [(i, j) for i in range(space.n) for j in space.row(i).tolist()]
    assert len(set(ends)) < space.edges
    matrix = space.to_scipy()
    assert matrix.nnz == len(set(ends))
    assert dijkstra(matrix)[space.start].tolist() == space.depth.tolist()
    named = sorted(zip(ends, space.labels.tolist(), strict=True))
    space.save(tmp_path / "map.graphml")
    for graph in (
        space.to_networkx(labels=True),
        networkx.read_graphml(tmp_path / "map.graphml", node_type=int),
    ):
        lengths = networkx.single_source_dijkstra_path_length(graph, space.start, weight="cost")
        assert [lengths[i] for i in range(space.n)] == space.depth.tolist()
        assert sorted(((i, j), data["move"]) for i, j, data in graph.edges(data=True)) == named
    other = space.to_igraph(labels=True)
    assert other.distances(space.start, weights="cost")[0] == space.depth.tolist()
    assert sorted(((edge.source, edge.target), edge["move"]) for edge in other.es) == named
    space.save(tmp_path / "map.csv")
    with open(tmp_path / "map.csv", newline="", encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if row["target"]]
    assert sorted(((int(row["source"]), int(row["target"])), row["move"]) for row in rows) == named
