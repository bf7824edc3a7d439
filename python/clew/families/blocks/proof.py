"""A blocks board as files of proofs write it (docs/reference/proofs.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from clew.families.blocks.puzzle import Blocks


def keys(puzzle: Blocks) -> dict[str, Any]:
    """The board in full, with nothing left to a default."""
    goal: Any = puzzle.goal
    if goal is None and puzzle.exit is not None:
        goal = {"piece": puzzle.exit[0], "exit": puzzle.exit[1]}
    return {
        "family": "blocks",
        "board": puzzle._start.replace("o", ".").replace("x", "#").split("/"),
        "movement": puzzle.movement,
        "metric": puzzle.metric,
        "goal": goal if isinstance(goal, dict) else list(goal),
    }


def defaults(puzzle: Blocks) -> tuple[str, ...]:
    """The defaults to try, the best first."""
    return ("zero",)


def form(puzzle: Blocks) -> dict[str, Any]:
    """How the engine's numbers are written: pieces that are alike stand together, sorted.

    The engine sorts pieces of one shape on one line, too. They cannot pass one another: the first of its
    numbers is that of the piece which stands first, whatever its letter.
    """
    letters = list(puzzle.pieces)
    named = set(puzzle.exit[0] if puzzle.exit is not None else "".join(puzzle.goal or ()))
    alike: dict[Any, list[int]] = {}
    for number, letter in enumerate(letters):
        alike.setdefault(letter if letter in named else _kind(puzzle, letter), []).append(number)
    groups = list(alike.values())
    if puzzle.movement == "axis":
        found: dict[int, int] = {}
        for numbers in groups:
            standing = sorted(numbers, key=lambda number: puzzle.pieces[letters[number]][0])
            found.update(zip(standing, numbers, strict=True))
        groups = [[found[number]] for number in range(len(letters))]
    return {"groups": groups, "bytes_each": 1 + (puzzle.rows * puzzle.columns > 256)}


def _kind(puzzle: Blocks, letter: str) -> Any:
    """Equal for pieces of one shape; under `axis`, for those of them in one line with no wall between."""
    shape, first = tuple(puzzle._shapes[letter]), puzzle.pieces[letter][0]
    if puzzle.movement == "free":
        return shape
    lies = puzzle.pieces[letter][1] == first + 1 and puzzle.columns > 1

    def line(cell: int) -> int:
        return cell // puzzle.columns if lies else cell % puzzle.columns

    before = sum(wall < first and line(wall) == line(first) for wall in puzzle.walls)
    return shape, lies, line(first), before
