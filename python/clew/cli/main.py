"""The entry point `clew`: finds the command, imports only its module, and reports errors."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, TextIO

from clew.cli import status
from clew.cli.commands import APART, SUMMARIES, added, module_of, summaries
from clew.cli.signals import Interruptions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from clew.cli.parser import Arguments, Command
    from clew.cli.terminal import Terminal

    Run = Callable[[Arguments, Terminal], int]


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command line (without the program's name). Returns the exit status."""
    words = list(sys.argv[1:] if argv is None else argv)
    _open_what_is_closed()
    with Interruptions():
        try:
            result = _dispatch(words)
        except KeyboardInterrupt:
            result = status.INTERRUPTED
        except BrokenPipeError:
            # The reader has closed the pipe (`clew solve ... | head`): that is no error, now or at exit.
            _silence(sys.stdout)
            result = status.SOLVED
        except OSError as error:
            result = _lost(error)
    return status.INTERRUPTED if Interruptions.came else result


def _dispatch(words: list[str]) -> int:
    from clew.cli.terminal import Terminal

    if not words or words[0] in ("--help", "-h", "help"):
        return _overview(words, Terminal())
    if words[0] in ("--version", "-V"):
        return _version(Terminal())
    name = words[0]
    return _run(name, words[1:]) if _is_there(name) else _unknown(name, Terminal())


def _is_there(name: str) -> bool:
    return name in SUMMARIES or name in added()


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
        with _remarks(terminal):
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


@contextmanager
def _remarks(terminal: Terminal) -> Iterator[None]:
    """Show what the library says of boards that can be read in two ways as the command's own messages."""
    import warnings

    from clew.errors import ReadingWarning

    with warnings.catch_warnings():
        warnings.simplefilter("always", ReadingWarning)
        others = warnings.showwarning

        def show(
            message: Warning | str,
            category: type[Warning],
            filename: str,
            lineno: int,
            file: TextIO | None = None,
            line: str | None = None,
        ) -> None:
            if category is ReadingWarning:
                terminal.complain(str(message))
            else:
                others(message, category, filename, lineno, file, line)

        warnings.showwarning = show
        yield


def _in_words(error: Exception) -> str:
    if isinstance(error, OSError) and error.strerror:
        return error.strerror if error.filename is None else f"{error.filename}: {error.strerror}"
    return str(error)


def _overview(words: list[str], terminal: Terminal) -> int:
    from clew.cli.help import overview

    if words[:1] == ["help"] and len(words) > 1:
        return _run(words[1], ["--help"]) if _is_there(words[1]) else _unknown(words[1], terminal)
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

    from clew.optional import install

    if name in APART:
        package, extra = APART[name]
        terminal.complain(f"clew {name} needs {package}, which is not installed: {install(extra)}")
        return status.WRONG
    known = summaries()
    near = get_close_matches(name, known, 1)
    guess = f" (did you mean {near[0]}?)" if near else ""
    terminal.complain(f"there is no command {name}{guess}. Commands: {', '.join(known)}. See: clew --help")
    return status.WRONG


def _flushed(terminal: Terminal) -> int:
    terminal.out.flush()
    return status.SOLVED


def _open_what_is_closed() -> None:
    """Open an empty stream for each of the three that the program was started without (`clew ... >&-`)."""
    import os

    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 - for the whole run


def _lost(error: OSError) -> int:
    """Report that output could not be written, if standard error can still be written to."""
    from contextlib import suppress

    from clew.cli.terminal import Terminal

    with suppress(OSError):
        Terminal().complain(_in_words(error))
    _silence(sys.stdout)
    _silence(sys.stderr)
    return status.WRONG


def _silence(stream: TextIO) -> None:
    """Discard what is written at exit, so that it cannot fail again."""
    import os

    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    except (OSError, ValueError):
        return
