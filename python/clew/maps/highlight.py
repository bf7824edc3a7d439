"""The path that a picture of a map highlights, as states."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from clew.errors import ClewError
from clew.pictures.drawable import counted, subject_of, walked

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clew.statespace.space import StateSpace


def states_of(space: StateSpace, highlight: Any) -> tuple[list[int], str]:
    """The states of a path, in order, and its description.

    `highlight`: ``"path"``, a shortest solution; moves from the start, in one text or several; a solution, a
    game or a `Line` of this puzzle; or numbers of states. Raises `ClewError` for anything else, `IllegalMove`
    for a move that is not legal, and what `index` raises for a state that is not on the map.
    """
    if isinstance(highlight, str) and highlight.strip() == "path":
        best = space.best_path()
        return _walk(space, best), f"a shortest solution, {_length(space, best)}"
    if isinstance(highlight, str):
        names = space.puzzle._split_moves(highlight)
    elif hasattr(highlight, "puzzle"):
        return _of_line(space, highlight)
    else:
        items = list(highlight) if isinstance(highlight, Iterable) else [highlight]
        if items and not any(isinstance(item, str) for item in items):
            return _of_numbers(space, items)
        names = items
    return _walk(space, names), f"these {_length(space, names)}"


def _length(space: StateSpace, names: Sequence[Any]) -> str:
    return counted(len(names), "turns" if space.puzzle.metric == "turns" else "moves")


def _walk(space: StateSpace, names: Sequence[Any]) -> list[int]:
    start = space.puzzle.initial()
    return [space.start, *(space.index(step.after) for step in walked(space.puzzle, start, names))]


def _of_line(space: StateSpace, line: object) -> tuple[list[int], str]:
    subject = subject_of(line)
    positions = subject.positions
    names = [step.name for step in subject.steps]
    return [space.index(state) for state in positions], f"this path, {_length(space, names)}"


def _of_numbers(space: StateSpace, items: list[Any]) -> tuple[list[int], str]:
    try:
        numbers = [int(item) for item in items]
    except (TypeError, ValueError) as error:
        raise ClewError('highlight takes "path", moves, a solution, a game, or numbers of states') from error
    for number in numbers:
        if not 0 <= number < space.n:
            raise ClewError(f"highlight: there is no state {number}: the map has {space.n}")
    return numbers, f"this path, {counted(max(0, len(numbers) - 1))}"
