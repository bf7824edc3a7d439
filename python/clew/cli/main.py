"""The entry point `clew`: finds the command, imports its module alone, turns errors into words."""

from __future__ import annotations

import sys

from clew.cli import status
from clew.cli.signals import Interruptions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from types import ModuleType

    from clew.cli.parser import Arguments, Command
    from clew.cli.terminal import Terminal

    Run = Callable[[Arguments, Terminal], int]

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


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command line (without the program's name) and gives its exit status."""
    words = list(sys.argv[1:] if argv is None else argv)
    with Interruptions():
        try:
            result = _dispatch(words)
        except KeyboardInterrupt:
            result = status.INTERRUPTED
        except BrokenPipeError:
            # Nobody reads any more (`clew solve ... | head`): no reason to complain, now or at exit.
            _silence()
            result = status.SOLVED
    return status.INTERRUPTED if Interruptions.came else result


def module_of(name: str) -> ModuleType:
    """The module of a command, imported now."""
    from importlib import import_module

    return import_module(f"clew.cli.{name}")


def command_of(name: str) -> Command:
    """The table of a command."""
    command: Command = module_of(name).COMMAND
    return command


def _dispatch(words: list[str]) -> int:
    from clew.cli.terminal import Terminal

    if not words or words[0] in ("--help", "-h", "help"):
        return _overview(words, Terminal())
    if words[0] in ("--version", "-V"):
        return _version(Terminal())
    name = words[0]
    if name not in SUMMARIES:
        return _unknown(name, Terminal())
    return _run(name, words[1:])


def _run(name: str, words: list[str]) -> int:
    from clew.cli.parser import UsageError, parse
    from clew.cli.terminal import Terminal
    from clew.errors import ClewError
    from clew.optional import install

    module = module_of(name)
    command: Command = module.COMMAND
    run: Run = module.run
    terminal = Terminal()
    try:
        args = parse(command, words)
        if args.help:
            from clew.cli.help import command_help

            terminal.write(command_help(command, terminal))
            return _flushed(terminal)
        if args.version:
            return _version(terminal)
        terminal.quiet = args.quiet
        result = run(args, terminal)
        terminal.out.flush()
        return result
    except UsageError as error:
        terminal.complain(f"{error}. See: clew {name} --help")
    except ModuleNotFoundError as error:
        package = (error.name or "clew").partition(".")[0]
        if package == "clew":
            raise
        extras = [extra for extra, _ in command.needs]
        how = install(extras[0]) if extras else f"pip install {package}"
        terminal.complain(f"clew {name} needs {package}, which is not installed: {how}")
    except (ClewError, OSError) as error:
        if isinstance(error, BrokenPipeError):
            raise
        terminal.complain(_in_words(error))
    return status.WRONG


def _in_words(error: Exception) -> str:
    if isinstance(error, OSError) and error.filename is not None:
        return f"{error.filename}: {error.strerror}"
    return str(error)


def _overview(words: list[str], terminal: Terminal) -> int:
    from clew.cli.help import overview

    if words[:1] == ["help"] and len(words) > 1:
        return _run(words[1], ["--help"]) if words[1] in SUMMARIES else _unknown(words[1], terminal)
    text = overview(terminal)
    if words:
        terminal.write(text)
        return _flushed(terminal)
    terminal.err.write(text)
    return status.WRONG


def _version(terminal: Terminal) -> int:
    import clew

    terminal.write(f"clew {clew.__version__}\n")
    return _flushed(terminal)


def _unknown(name: str, terminal: Terminal) -> int:
    from difflib import get_close_matches

    near = get_close_matches(name, SUMMARIES, 1)
    guess = f" (did you mean {near[0]}?)" if near else ""
    terminal.complain(
        f"there is no command {name}{guess}. Commands: {', '.join(SUMMARIES)}. See: clew --help"
    )
    return status.WRONG


def _flushed(terminal: Terminal) -> int:
    terminal.out.flush()
    return status.SOLVED


def _silence() -> None:
    import os

    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):
        return
