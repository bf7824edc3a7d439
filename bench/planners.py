"""General planners for comparison, if they are installed, as `make bench-peers` does.

A pebbles board becomes a planning problem: `has(token, cell)`, `empty(cell)`, and for each edge an action
that moves a token along it. Times are of the whole call: a planner starts, translates and searches each time.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import chdir
from importlib import import_module
from importlib.util import find_spec
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

import clew
from bench.sets import Board, panguru, shipped
from bench.table import Table, time_of, times_of

PLANNERS = {"fast-downward-opt": "up_fast_downward", "symk-opt": "up_symk"}
"""Engines of the library `unified_planning`, and the package that brings each."""


def planners(quick: bool) -> list[Table]:
    """Each planner on a few boards, compared with the whole `clew` command."""
    there = [name for name, module in PLANNERS.items() if find_spec("unified_planning") and find_spec(module)]
    packages = ["unified_planning", *PLANNERS.values()]
    missing = [package.replace("_", "-") for package in packages if not find_spec(package)]
    note = f"Not installed: {', '.join(missing)}." if missing else ""
    boards = [shipped("pebbles/eight-puzzle"), shipped("pebbles/seven-in-two-rows")]
    boards += panguru("pebbles_panguru.csv")[: 1 if quick else 3]
    rows = [_row(board, there, 20 if quick else 120) for board in boards] if there else []
    return [Table("General planners", ("board", "moves", "clew", *there), rows, note)]


def _row(board: Board, planners: Sequence[str], seconds: float) -> list[str]:
    began = perf_counter()
    length = clew.solve(board.puzzle, threads=1).length
    ours = perf_counter() - began
    cells = [board.name, str(length), time_of(ours)]
    for planner in planners:
        took, plan = _plan(planner, board, seconds)
        if plan is None:
            cells.append(f"no plan in {time_of(took)}")
            continue
        assert plan == length, f"{board.name}: {planner} found {plan} moves, we {length}"
        cells.append(f"{time_of(took)} ({times_of(took / ours)})")
    return cells


def _plan(planner: str, board: Board, seconds: float) -> tuple[float, int | None]:
    shortcuts: Any = import_module("unified_planning.shortcuts")
    shortcuts.get_environment().credits_stream = None
    problem = _problem(shortcuts, board.puzzle)
    began = perf_counter()
    # Planners leave files where they are run.
    with TemporaryDirectory() as folder, chdir(folder), shortcuts.OneshotPlanner(name=planner) as engine:
        result = engine.solve(problem, timeout=seconds)
    took = perf_counter() - began
    return took, None if result.plan is None else len(result.plan.actions)


def _problem(up: Any, puzzle: object) -> Any:
    """The planning problem of a pebbles board, minimising the number of moves."""
    assert isinstance(puzzle, clew.Pebbles)
    cell_type, token_type = up.UserType("Cell"), up.UserType("Token")
    cells = [up.Object(f"c{number}", cell_type) for number in range(puzzle.cells)]
    names = sorted(set(puzzle.pebbles) - {"-"})
    tokens = {name: up.Object(f"t{number}", token_type) for number, name in enumerate(names)}
    has = up.Fluent("has", up.BoolType(), t=token_type, c=cell_type)
    empty = up.Fluent("empty", up.BoolType(), c=cell_type)
    joined = up.Fluent("joined", up.BoolType(), a=cell_type, b=cell_type)
    move = up.InstantaneousAction("move", t=token_type, a=cell_type, b=cell_type)
    token, here, there = move.parameters
    for condition in (has(token, here), empty(there), joined(here, there)):
        move.add_precondition(condition)
    move.add_effect(has(token, here), False)
    move.add_effect(has(token, there), True)
    move.add_effect(empty(there), False)
    move.add_effect(empty(here), True)
    problem = up.Problem("pebbles")
    for fluent in (has, empty, joined):
        problem.add_fluent(fluent, default_initial_value=False)
    problem.add_action(move)
    problem.add_objects([*cells, *tokens.values()])
    for number, near in enumerate(puzzle.neighbours):
        for other in near:
            problem.set_initial_value(joined(cells[number], cells[other]), True)
    for number, (pebble, plate) in enumerate(zip(puzzle.pebbles, puzzle.plates, strict=True)):
        if pebble == "-":
            problem.set_initial_value(empty(cells[number]), True)
        else:
            problem.set_initial_value(has(tokens[pebble], cells[number]), True)
        if plate in tokens and puzzle.plates.count(plate) <= puzzle.pebbles.count(plate):
            problem.add_goal(has(tokens[plate], cells[number]))
        elif plate == "-":
            problem.add_goal(empty(cells[number]))
        elif plate in tokens:
            problem.add_goal(up.Or(has(tokens[plate], cells[number]), empty(cells[number])))
    problem.add_quality_metric(up.MinimizeActionCosts({move: up.Int(1)}))
    return problem
