"""Block boards for planners: a fact for the place of each piece and for each free cell, an action for each
move that a piece can make from a place.

Under the metric `piece` a piece is taken up for 1, goes on for nothing, and is put down.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clew.families.blocks.goal import anchors
from clew.formats.pddl import action, conjunction, disjunction, domain_of, problem_of
from clew.puzzles.cells import LETTERS, cell_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from clew.formats.pddl import Pddl

MOST = 100_000
"""Actions of a domain."""


def written(puzzle: Any, form: Pddl) -> tuple[str, str]:
    """The domain and the problem of a board."""
    wide = puzzle.columns
    names = {letter: f"{'u' if letter.isupper() else 'l'}-{letter.lower()}" for letter in puzzle.pieces}
    if not all(name.isascii() for name in names.values()):
        names = {letter: f"p{number}" for number, letter in enumerate(puzzle.pieces)}
    by_path = puzzle.metric == "piece"
    facts, actions = {f"(free-{cell_name(cell, wide)})" for cell in _inside(puzzle)}, []
    for letter, name in names.items():
        for before, after, path in _moves(puzzle, letter):
            here, there = (f"(at-{name}-{cell_name(cells[0], wide)})" for cells in (before, after))
            facts |= {here, there}
            swept = sorted(set(path) - set(before))
            needs = [here, *(f"(free-{cell_name(cell, wide)})" for cell in swept)]
            effects = [f"(not {here})", there]
            effects += [f"(free-{cell_name(cell, wide)})" for cell in sorted(set(before) - set(after))]
            effects += [f"(not (free-{cell_name(cell, wide)}))" for cell in sorted(set(after) - set(before))]
            title = f"move-{name}-{cell_name(before[0], wide)}-{cell_name(after[0], wide)}"
            needs += [f"(hand-{name})"] if by_path else []
            actions.append(action(title, needs, effects, 0 if by_path else 1))
            if len(actions) > MOST:
                raise form.refuse(puzzle, "boards with so many moves")
        if by_path:
            facts |= {f"(hand-{name})", "(idle)"}
            actions.append(action(f"take-{name}", ["(idle)"], [f"(hand-{name})", "(not (idle))"], 1))
            actions.append(action(f"put-{name}", [f"(hand-{name})"], [f"(not (hand-{name}))", "(idle)"], 0))
    goals = []
    for letter, places in anchors(puzzle).items():
        wanted = [f"(at-{names[letter]}-{cell_name(place, wide)})" for place in places]
        facts |= set(wanted)
        goals.append(disjunction(wanted) if wanted else "(or)")
    start = [f"(at-{names[letter]}-{cell_name(cells[0], wide)})" for letter, cells in puzzle.pieces.items()]
    taken = {cell for cells in puzzle.pieces.values() for cell in cells}
    start += [f"(free-{cell_name(cell, wide)})" for cell in _inside(puzzle) if cell not in taken]
    facts |= set(start)
    more = ["(idle)"] if by_path else []
    domain = domain_of("clew-blocks", ":strips :disjunctive-preconditions", "", sorted(facts), actions)
    return domain, problem_of("clew-blocks", "", [*start, *more], conjunction([*goals, *more]))


def _inside(puzzle: Any) -> list[int]:
    return [cell for cell in range(puzzle.rows * puzzle.columns) if cell not in puzzle.walls]


def _moves(puzzle: Any, letter: str) -> Iterator[tuple[list[int], list[int], list[int]]]:
    """The moves of a piece from every place: its cells before and after, and all that it covers on the
    way.
    """
    shape = [cell - puzzle.pieces[letter][0] for cell in puzzle.pieces[letter]]
    empty = "".join("x" if cell in puzzle.walls else "o" for cell in range(puzzle.rows * puzzle.columns))
    home = puzzle.pieces[letter]
    lies = home[-1] // puzzle.columns == home[0] // puzzle.columns
    ways = range(len(LETTERS)) if puzzle.movement == "free" else (0, 1) if lies else (2, 3)
    open_, met = [home[0]], {home[0]}
    while open_:
        anchor = open_.pop()
        cells = [anchor + offset for offset in shape]
        for way in ways:
            there, path = anchor, list(cells)
            while (following := puzzle._slid(empty, letter, there, way)) is not None:
                there = following
                after = [there + offset for offset in shape]
                path += after
                yield cells, after, path
                if there not in met:
                    met.add(there)
                    open_.append(there)
                if puzzle.metric != "slide":
                    break
