"""The commands: what each does in a line, and its module, which is imported when it is asked for."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType

    from clew.cli.parser import Command

SUMMARIES = {
    "solve": "find the fewest moves, and prove that there are none fewer",
    "hint": "what to move now: every legal move, measured",
    "check": "read boards, and compare their par with the proved optimum",
    "verify": "play somebody's moves and say whether they solve the board",
    "compare": "every method on one board, side by side",
    "play": "play a board in the terminal, with hints",
    "map": "every state of a board: figures, pictures, files for other programs",
    "rate": "how hard boards are for people: a table of measures",
    "study": "a log of players' moves, measured against the map of each level",
    "arena": "agents against boards: what they solve, and what each move cost",
    "census": "how many of all positions need how many moves",
    "sweep": "solve, rate, map or census any number of boards, also on a cluster",
    "generate": "make new boards of a wanted difficulty",
    "draw": "a picture: SVG, PNG, animated GIF, or PDF to print",
    "studio": "the web site: play, design and solve puzzles in the browser",
    "world": "small platform worlds: physics, touch to walk, animals scripted in Lua",
    "convert": "write boards in another format",
    "doctor": "say what is installed here, and test it",
    "completion": "write a shell's completion script",
}


def module_of(name: str) -> ModuleType:
    """The module of a command, imported now."""
    from importlib import import_module

    return import_module(f"clew.cli.{name}")


def command_of(name: str) -> Command:
    """The table of a command."""
    command: Command = module_of(name).COMMAND
    return command
