"""The commands: a one-line summary of each, and its module, which is imported on demand.

Other distributions add commands by entry points of the group `clew.commands`: the name of the command, and a
module with `COMMAND` and `run`. They are looked for only where a command is not one of the library's own.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint
    from types import ModuleType

    from clew.cli.command import Command

SUMMARIES = {
    "solve": "find the fewest moves that solve a board, and prove it",
    "hint": "show the best next move, and the distance after every move",
    "check": "check boards for errors, and their par against the proved optimum",
    "verify": "check whether given moves solve a board",
    "review": "look back on a game: what each move lost, and where it turned",
    "compare": "run every method on a board, side by side",
    "play": "play a board in the terminal, with hints",
    "map": "map every state of a board: figures, pictures, files",
    "rate": "measure how hard boards are for people",
    "census": "count how many positions need how many moves",
    "generate": "make new boards of a given difficulty",
    "draw": "draw boards and solutions as SVG, PNG, animated GIF or PDF",
    "export": "write boards as one web page that plays anywhere",
    "studio": "serve the web site, to play and design puzzles in the browser",
    "convert": "write boards in another format",
    "doctor": "show what is installed, and test it",
    "completion": "print a shell's completion script",
}

"""The library's own commands."""

APART = {"arena": "clew-lab", "study": "clew-lab", "sweep": "clew-lab", "world": "clew-world"}
"""Commands that come with another distribution, which an extra of the same name installs."""


@cache
def added() -> dict[str, EntryPoint]:
    """The commands of other distributions that are installed."""
    from importlib.metadata import entry_points

    return {one.name: one for one in entry_points(group="clew.commands") if one.name not in SUMMARIES}


def summaries() -> dict[str, str]:
    """A line about each command that can be run here."""
    return SUMMARIES | {name: command_of(name).summary for name in added()}


def module_of(name: str) -> ModuleType:
    """Import the module of a command. Raises `KeyError` for one that is not there."""
    if name in SUMMARIES:
        return import_module(f"clew.cli.{name}")
    module: ModuleType = added()[name].load()
    return module


def command_of(name: str) -> Command:
    """Return the table of a command."""
    command: Command = module_of(name).COMMAND
    return command
