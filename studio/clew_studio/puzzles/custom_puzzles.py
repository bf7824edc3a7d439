"""Users' own puzzles by their names, which are only solved, and only where the site allows their class.

A name imports a module, which runs code. So the web process, to which anybody may send a text, checks the
name and its arguments and imports nothing. Only the solver process, which has its own limits and can be ended
at any moment, creates the puzzle, after comparing the name with the list once more. Between the two, the keys
of a job have it as ``{"own": name}``, which is not a key of any board, so nothing else reads a puzzle from
it.

Imports nothing of Django.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from clew.errors import BoardError
from clew.puzzles.fields import shown
from clew.puzzles.registry import is_compact
from clew.puzzles.spec import can_import, checked, looks_like_spec, puzzle_of

if TYPE_CHECKING:
    from clew.puzzles.base import EnginePuzzle

KEY = "own"
LONGEST_FAILURE = 500
"""The most characters shown of an exception in a user's rules."""

ONLY_SOLVED = (
    "has the form of a user's own puzzle, module:Class(...), which is only solved here (POST /solve), "
    "since no page can draw it; give a board: its id, a compact form such as blocks:AAo/ooo/ooo, or the keys "
    "of a TOML file"
)


class Own(NamedTuple):
    """A puzzle whose name was checked, but which has not been created."""

    name: str

    def to_dict(self) -> dict[str, Any]:
        """The keys of a job."""
        return {KEY: self.name}


def is_class(name: str) -> bool:
    """Whether a setting names a class as ``module:Class``."""
    return looks_like_spec(name) and "(" not in name and not is_compact(name)


def is_own(board: str | dict[str, Any]) -> bool:
    """Whether what a request calls a board has the form of a name, ``module:Class(arguments)``."""
    return isinstance(board, str) and looks_like_spec(board) and not is_compact(board)


def own_of(text: str, allowed: tuple[str, ...]) -> Own:
    """Return the puzzle of a name that anybody may have sent. Raises `BoardError`."""
    return Own(checked(text, allowed))


def name_of(keys: dict[str, Any]) -> str | None:
    """Return the name in the keys of a job; None if they are the keys of a board."""
    name: str | None = keys.get(KEY)
    return name


def made(name: str, allowed: tuple[str, ...]) -> EnginePuzzle:
    """Create the puzzle of a name, in a solver: this runs the user's code. Raises `BoardError`, and what
    that code raises.
    """
    from clew.boards.load import adapted

    name = checked(name, allowed)
    if not can_import(name):  # without the paths of this machine
        module = name.partition(":")[0]
        raise BoardError(f'the module "{shown(module)}" can no longer be imported by this site')
    return adapted(puzzle_of(name, allowed))


def failure(raised: Exception) -> str:
    """Return what to show of an exception in a user's rules: its message, but nothing about this machine."""
    return f"an exception in the rules: {shown(f'{type(raised).__name__}: {raised}', LONGEST_FAILURE)}"
