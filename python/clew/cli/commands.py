"""The commands: a one-line summary of each, and its module, which is imported on demand."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType

    from clew.cli.parser import Command

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
    "study": "analyse a log of players' moves with the map of each level",
    "arena": "let agents play boards, and measure what each move costs",
    "census": "count how many positions need how many moves",
    "sweep": "solve, rate, map or census many boards, on all cores or a cluster",
    "generate": "make new boards of a given difficulty",
    "draw": "draw boards and solutions as SVG, PNG, animated GIF or PDF",
    "export": "write boards as one web page that plays anywhere",
    "studio": "serve the web site, to play and design puzzles in the browser",
    "world": "run small platform worlds, with physics and scripted animals",
    "convert": "write boards in another format",
    "doctor": "show what is installed, and test it",
    "completion": "print a shell's completion script",
}


def module_of(name: str) -> ModuleType:
    """Import the module of a command."""
    from importlib import import_module

    return import_module(f"clew.cli.{name}")


def command_of(name: str) -> Command:
    """Return the table of a command."""
    command: Command = module_of(name).COMMAND
    return command
