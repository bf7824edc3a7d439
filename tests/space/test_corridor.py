"""The part of a large space near its shortest solutions: against plain searches, and its edge."""

from __future__ import annotations

import pickle
from collections import deque
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import clew
from clew.errors import ClewError
from clew.maps import legend, marks, shape
from clew.maps.gates import gates_of
from clew.maps.walk import unpacked, walk
from clew.measures.optimal_subgraph import optimal_subgraph
from clew.pictures.shapes import Label
from clew.statespace import corridor
from clew.statespace.figures import figures
from clew.statespace.graph import graph_of
from tests.amount import times
from tests.search.boards import COINS, GAR, STUCK
from tests.stops import boards

PANGURU = "boards/pebbles/panguru-example.toml"


@cache
def near(board: str, size: int) -> Any:
    return clew.explore_corridor(clew.load(board), size)


def around(puzzle: Any, radius: int) -> set[str]:
    """All states within so many moves of a shortest solution, by plain breadth-first search."""
    begin = {puzzle.canonical(puzzle.initial())}
    for moves in clew.solutions(puzzle):
        state = puzzle.initial()
        for move in moves:
            state = puzzle._find(state, move).after
            begin.add(puzzle.canonical(state))
    far, queue = dict.fromkeys(begin, 0), deque(begin)
    while queue:
        here = queue.popleft()
        if far[here] == radius:
            continue
        for step in puzzle.moves(here):
            after = puzzle.canonical(step.after)
            if after not in far:
                far[after] = far[here] + 1
                queue.append(after)
    return set(far)


def test_a_small_space_is_mapped_as_a_whole() -> None:
    space, whole = near(GAR, 60_000), clew.explore(clew.load(GAR))
    assert space.complete and space.radius is None
    assert (space.n, space.edges, space.count_optimal()) == (whole.n, whole.edges, whole.count_optimal())
    for state in range(0, whole.n, 50):
        number = space.index(whole.state(state))
        assert (space.distance[number], space.depth[number]) == (whole.distance[state], whole.depth[state])


@pytest.mark.parametrize("size", [60, 300, 900])
def test_everything_within_the_radius_is_there_and_nothing_else(size: int) -> None:
    puzzle, space = clew.load(GAR), near(GAR, size)
    assert space.radius is not None and not space.complete
    assert {puzzle.canonical(space.state(i)) for i in range(space.n)} == around(puzzle, space.radius)
    assert len(around(puzzle, space.radius + 1)) > size


def test_moves_at_the_edge_stay_on_the_map() -> None:
    puzzle, space = clew.load(GAR), near(GAR, 300)
    on_map = {puzzle.canonical(space.state(i)): i for i in range(space.n)}
    labels = iter(space.labels.tolist())
    for state in range(space.n):
        steps = [step for step in puzzle.moves(space.state(state)) if puzzle.canonical(step.after) in on_map]
        assert space.row(state).tolist() == [on_map[puzzle.canonical(step.after)] for step in steps]
        assert [next(labels) for _ in steps] == [step.name for step in steps]


def test_distances_are_true_on_the_solutions_and_never_too_small() -> None:
    space, whole = near(GAR, 300), clew.explore(clew.load(GAR))
    assert space.count_optimal() == whole.count_optimal()
    for state in range(space.n):
        assert space.distance[state] >= whole.distance[whole.index(space.state(state))]
    assert space.best_path() and len(space.best_path()) == 8


def test_panguru_has_start_goal_and_all_solutions() -> None:
    space = near(PANGURU, 60_000)
    assert (space.distance[space.start], space.count_optimal()) == (16, 12)
    assert 1_000 < space.n <= 60_000 and space.is_goal.any()


STEPS = "boards/blocks/gar-1-steps.toml"
"""207,936 shortest solutions."""

LOCKOUT = "boards/ricochet/lunar-lockout.toml"
DAO = "boards/blocks/huarong-dao-steps.toml"
"""4,112,640,000 of them, on two ways that are mirror images."""


def on_shortest(board: str) -> tuple[Any, dict[str, int]]:
    """The whole map, and by plain search how many states of each depth shortest solutions pass, by state."""
    whole = clew.explore(clew.load(board))
    length = int(whole.distance[whole.start])
    found = {
        whole.state(i): int(whole.depth[i])
        for i in range(whole.n)
        if int(whole.depth[i]) + int(whole.distance[i]) == length
    }
    return whole, found


@pytest.mark.parametrize(("board", "size"), [(STEPS, 700), (DAO, 5_000), (GAR, 60)])
def test_all_shortest_solutions_are_there_where_the_map_says_so(board: str, size: int) -> None:
    space, (whole, expected) = near(board, size), on_shortest(board)
    assert space.all_solutions and not space.complete
    assert space.count_optimal() == whole.count_optimal()
    numbers = {space.puzzle.canonical(space.state(i)): i for i in range(space.n)}
    assert all(space.puzzle.canonical(state) in numbers for state in expected)


@pytest.mark.parametrize(
    ("board", "size"), [(STEPS, 300), (STEPS, 700), (DAO, 1_000), (DAO, 5_000), (GAR, 300)]
)
def test_the_gates_of_a_part_are_gates_of_the_whole(board: str, size: int) -> None:
    """A gate is the only state, or one of two, of its depth on any shortest solution of the whole map."""
    space, (_, expected) = near(board, size), on_shortest(board)
    groups = gates_of(space, optimal_subgraph(graph_of(space)))
    for group in groups:
        depth = int(space.depth[group[0]])
        beside = {state for state, at in expected.items() if at == depth}
        assert {space.puzzle.canonical(space.state(i)) for i in group} == {
            *map(space.puzzle.canonical, beside)
        }
    assert space.all_solutions or not groups


@pytest.fixture
def words(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is written on the pictures that are drawn from here on."""
    told: list[str] = []

    def label(text: str, *given: Any, **named: Any) -> Label:
        told.append(text)
        return Label(text, *given, **named)

    for module in (shape, legend, marks):
        monkeypatch.setattr(module, "Label", label)
    return told


@pytest.fixture
def lacking(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A part with ten of 207,936 shortest solutions."""
    monkeypatch.setattr(corridor, "LISTED", 10)
    monkeypatch.setattr(corridor, "WHOLE", 10)
    space = clew.explore_corridor(clew.load(STEPS), 30)
    assert not space.all_solutions
    return space


def test_a_part_that_lacks_solutions_claims_nothing_of_them(lacking: Any, words: list[str]) -> None:
    with pytest.raises(ClewError, match="may lack shortest solutions"):
        lacking.count_optimal()
    assert len(lacking.best_path()) == 16, "one of them is there"
    text = str(lacking.draw()) + "; ".join(words)
    for wrong in ("gate", "every shortest", "all shortest", "no goal can be reached", "states lie on one"):
        assert wrong not in text
    assert "Part of the map of" in text and "some of the shortest solutions" in text
    header, _ = unpacked(walk(lacking))
    assert header["gates"] == [] and not header["all_solutions"] and "some of" in header["part"]


@pytest.mark.parametrize("layout", ["stress", "layers", "pivot-mds"])
@pytest.mark.parametrize("board", [LOCKOUT, GAR])
def test_pictures_and_figures_of_a_part_show_no_dead_ends(board: str, layout: str, words: list[str]) -> None:
    part = clew.explore(clew.load(board), max_depth=3)
    assert (part.distance == 65_535).any(), "ways to a goal leave it"
    text, told = str(part.draw(layout=layout)) + "; ".join(words), figures(part)
    assert "leaves this part" in text and "Part of the map" in text and "within 3 moves of the start" in text
    assert "no goal can be reached" not in text
    assert told["dead_ends"] is told["eccentricity"] is None
    assert (
        told["part"] == "within 3 moves of the start" and told["leaving"] == (part.distance == 65_535).sum()
    )


def test_distances_off_the_solutions_are_not_sold_as_fewest_moves() -> None:
    space = near(GAR, 900)
    off = next(
        i
        for i in range(space.n)
        if int(space.depth[i]) + int(space.distance[i]) > int(space.distance[space.start])
    )
    for asked in (space.best_path, space.count_optimal, space.optimal_moves):
        with pytest.raises(
            ClewError, match=r"this map is a part, within \d moves? of the shortest solutions"
        ):
            asked(off)
    with pytest.raises(ClewError, match="needs the whole map, but this one was cut short"):
        clew.rate(space)


@pytest.mark.parametrize("ending", ["npz", "parquet"])
def test_a_saved_part_is_still_the_same_part(ending: str, tmp_path: Path) -> None:
    for space in (near(GAR, 300), clew.explore(clew.load(GAR), max_depth=3)):
        space.save(tmp_path / f"part.{ending}")
        again = clew.StateSpace.load(tmp_path / f"part.{ending}")
        assert (again.part, again.radius, again.all_solutions) == (
            space.part,
            space.radius,
            space.all_solutions,
        )


@pytest.mark.parametrize(("depth", "all_"), [(7, False), (8, True)])
def test_a_map_cut_by_depth_has_all_solutions_if_they_are_short_enough(depth: int, all_: bool) -> None:
    space = clew.explore(clew.load(GAR), max_depth=depth)
    assert space.all_solutions == all_
    if all_:
        assert space.count_optimal() == 61


def test_costs_are_kept() -> None:
    puzzle = clew.load("boards/coroutine/bailey-1-steps.toml")
    space, whole = clew.explore_corridor(puzzle), clew.explore(puzzle)
    assert space.distance[space.start] == whole.distance[whole.start]
    assert sorted(space.depth.tolist()) == sorted(whole.depth.tolist())


def test_it_can_be_copied_and_drawn() -> None:
    space = pickle.loads(pickle.dumps(near(GAR, 300)))
    assert (space.n, space.radius) == (near(GAR, 300).n, near(GAR, 300).radius)
    assert "within" in repr(space) and "<svg" in space.draw()


def test_what_cannot_be_mapped() -> None:
    with pytest.raises(ClewError, match="no goal can be reached"):
        clew.explore_corridor(clew.load(STUCK))
    with pytest.raises(ClewError, match="size=0: expected a positive whole number"):
        clew.explore_corridor(clew.load(COINS), 0)
    stopped = clew.explore_corridor(clew.load("boards/blocks/huarong-dao.toml"), states=50)
    assert (stopped.n, stopped.limit) == (0, "states")


def test_a_limit_after_the_first_solution_leaves_no_part_of_a_corridor() -> None:
    """There are many solutions, and memory for the first of them is not memory for all."""
    board, size = boards.tracks(5, 8), 3_000
    whole, cut = clew.explore_corridor(board, size), 0
    steps = times(8, 24)
    for step in range(steps):
        memory = int(60_000 * 1.25 ** (24 * step / steps))
        found = clew.explore_corridor(board, size, memory=memory)
        if found.limit is None:
            assert (found.n, found.best_path()) == (whole.n, whole.best_path())
            continue
        assert (found.n, found.status, found.limit) == (0, "limit", "memory")
        cut += clew.solutions(board, memory=memory).status == "solved"
    assert cut, "none of these is enough for the first solution alone"


def test_ctrl_c_while_all_solutions_are_gathered_is_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    """The length is known then, but not what lies on the solutions."""

    def pressed(*given: Any, **named: Any) -> clew.Solutions:
        found = clew.solutions(*given, **named)
        found._run.stop.set()  # as Ctrl-C does
        return found

    monkeypatch.setattr("clew.statespace.corridor.solutions", pressed)
    stopped = clew.explore_corridor(boards.tracks(5, 8))
    assert (stopped.n, stopped.limit) == (0, "interrupted")
