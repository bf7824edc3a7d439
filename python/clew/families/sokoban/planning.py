"""Sokoban for planners: a step of the player, and a push, in each direction. What counts, costs 1."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clew.formats.pddl import action, conjunction, domain_of, problem_of
from clew.puzzles.cells import DIRECTIONS, cell_name

if TYPE_CHECKING:
    from clew.formats.pddl import Pddl


def written(puzzle: Any, form: Pddl) -> tuple[str, str]:
    """The domain and the problem of a board."""
    if "-" in puzzle.metric:
        raise form.refuse(puzzle, "a metric of two counts")
    walked = int(puzzle._by_steps)
    at = {cell: f"cell-{cell_name(cell, puzzle.columns)}" for cell in sorted(puzzle._level.inside())}
    if set(puzzle.boxes) - at.keys() - puzzle.goal_cells:
        raise form.refuse(puzzle, "boxes that the player never reaches")
    facts = []
    for cell, name in at.items():
        for way, word in enumerate(DIRECTIONS):
            there = puzzle._level.beside(cell, way)
            if there in at:
                facts.append(f"(next {name} {at[there]} {word})")
    boxes = [cell for cell in puzzle.boxes if cell in at]
    facts += [f"(player {at[puzzle.player]})", *(f"(box {at[cell]})" for cell in boxes)]
    facts += [f"(clear {name})" for cell, name in at.items() if cell not in boxes]
    goal = [f"(clear {at[cell]})" for cell in sorted(at.keys() - puzzle.goal_cells)]
    step = action(
        "step",
        ["(player ?from)", "(next ?from ?to ?way)", "(clear ?to)"],
        ["(not (player ?from))", "(player ?to)"],
        walked,
        "?from ?to - cell ?way - direction",
    )
    push = action(
        "push",
        [
            "(player ?from)",
            "(next ?from ?to ?way)",
            "(box ?to)",
            "(next ?to ?beyond ?way)",
            "(clear ?beyond)",
        ],
        [
            *("(not (player ?from))", "(player ?to)", "(not (box ?to))", "(clear ?to)"),
            *("(box ?beyond)", "(not (clear ?beyond))"),
        ],
        1,
        "?from ?to ?beyond - cell ?way - direction",
    )
    predicates = [
        "(next ?from ?to - cell ?way - direction)",
        *("(player ?c - cell)", "(box ?c - cell)", "(clear ?c - cell)"),
    ]
    objects = f"{' '.join(at.values())} - cell {' '.join(DIRECTIONS)} - direction"
    domain = domain_of("clew-sokoban", ":strips :typing", "cell direction", predicates, [step, push])
    return domain, problem_of("clew-sokoban", objects, facts, conjunction(goal))
