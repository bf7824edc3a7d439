"""The package under test, made from the plain keys that the reference reads too."""

from collections.abc import Sequence
from typing import Any

from clew.puzzles.registry import FAMILIES
from tests.reference import Rules
from tests.reference.search import replay


def puzzle_of(board: dict[str, Any]) -> Any:
    """The puzzle of a board given as the keys of its TOML file."""
    return FAMILIES[board["family"]](**{key: value for key, value in board.items() if key != "family"})


def flaw(rules: Rules, moves: Sequence[Any], length: int | None, start: Any = None) -> str | None:
    """What is wrong with a solution of this length, judged by the reference; None if nothing is."""
    try:
        end, cost, early = replay(rules, [*map(str, moves)], start)
    except ValueError as error:
        return str(error)
    if not rules.is_goal(end):
        return f"{moves} does not end at a goal but at {rules.text(end)}"
    if early:
        return f"{moves} goes on after its first goal"
    return None if cost == length else f"{moves} costs {cost}, not {length}"
