"""The entry point `clew`: finds the command, imports only its module, and reports errors."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Sequence
from contextlib import suppress
from typing import TextIO

import clew
from clew.cli import status
from clew.cli.command import (
    APART,
    SUMMARIES,
    Command,
    UsageError,
    added,
    exemplified,
    filled,
    module_of,
    summaries,
)
from clew.cli.terminal import Interruptions, Terminal
from clew.errors import ClewError, ReadingWarning
from clew.optional import install

OVERVIEW = """\
clew: solve move puzzles in the fewest moves, with proof

usage:
  clew COMMAND ...
  clew COMMAND --help
  clew --version

commands:
{commands}

examples:
{examples}
"""
EXAMPLES = (
    ("clew solve blocks:BBoooG/EooHoG/EAAHoG/EooHoo/FoooCC/FoDDDo", "find the fewest moves"),
    ("clew hint board.toml --level 1", "see which piece to move"),
    ("clew solve --json --count set.txt", "one line of JSON per board"),
    ("clew solve --help", "learn all about a command"),
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command line (without the program's name). Returns the exit status."""
    words = list(sys.argv[1:] if argv is None else argv)
    _open_what_is_closed()
    with Interruptions():
        try:
            result = _dispatch(words)
        except SystemExit as done:  # `--help` and `--version`
            result = int(done.code or status.SOLVED)
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
    terminal = Terminal()
    name = words[0] if words else ""
    if name == "help" and len(words) > 1:
        name, words = words[1], [words[1], "--help"]
    if name in ("", "--help", "-h", "help"):
        return _overview(terminal, asked=bool(words))
    if name in ("--version", "-V"):
        terminal.write(f"clew {clew.__version__}\n")
        terminal.out.flush()
        return status.SOLVED
    return (
        _run(name, words[1:], terminal) if name in SUMMARIES or name in added() else _unknown(name, terminal)
    )


def _run(name: str, words: list[str], terminal: Terminal) -> int:
    module = module_of(name)
    command: Command = module.COMMAND
    try:
        args = command.parse(words)
        terminal.quiet = args.quiet
        with warnings.catch_warnings():
            warnings.simplefilter("always", ReadingWarning)
            _remark(terminal)
            result: int = module.run(args, terminal)
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
    except BrokenPipeError:
        raise
    except (ClewError, OSError) as error:
        terminal.complain(_in_words(error))
    return status.WRONG


def _remark(terminal: Terminal) -> None:
    """Show what the library says of boards that can be read in two ways as the command's own messages."""
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


def _in_words(error: Exception) -> str:
    if isinstance(error, OSError) and error.strerror:
        return error.strerror if error.filename is None else f"{error.filename}: {error.strerror}"
    return str(error)


def _overview(terminal: Terminal, *, asked: bool) -> int:
    """Print the help of `clew` itself: on standard error if nobody asked for it."""
    known = summaries()
    width = max(map(len, known)) + 4
    text = OVERVIEW.format(
        commands="\n".join(filled(about, f"  {name}".ljust(width)) for name, about in known.items()),
        examples="\n".join(exemplified(EXAMPLES)),
    )
    if not asked:
        terminal.err.write(text)
        return status.WRONG
    terminal.write(text)
    terminal.out.flush()
    return status.SOLVED


def _unknown(name: str, terminal: Terminal) -> int:
    if name in APART:
        package, extra = APART[name]
        terminal.complain(f"clew {name} needs {package}, which is not installed: {install(extra)}")
        return status.WRONG
    from difflib import get_close_matches  # takes 5 ms to import

    known = summaries()
    near = get_close_matches(name, known, 1)
    guess = f" (did you mean {near[0]}?)" if near else ""
    terminal.complain(f"there is no command {name}{guess}. Commands: {', '.join(known)}. See: clew --help")
    return status.WRONG


def _open_what_is_closed() -> None:
    """Open an empty stream for each of the three that the program was started without (`clew ... >&-`)."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 - for the whole run


def _lost(error: OSError) -> int:
    """Report that output could not be written, if standard error can still be written to."""
    with suppress(OSError):
        Terminal().complain(_in_words(error))
    _silence(sys.stdout)
    _silence(sys.stderr)
    return status.WRONG


def _silence(stream: TextIO) -> None:
    """Discard what is written at exit, so that it cannot fail again."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    except (OSError, ValueError):
        return
