"""The boards that a command line names, one after the other; a bad board does not stop the others."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, TypeVar

from clew.boards.refusal import error_json, place_of, placed
from clew.cli import status, values
from clew.cli.parser import Option
from clew.cli.signals import Interruptions
from clew.errors import BoardError, ClewError
from clew.puzzles.families import NAMES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from concurrent.futures import Future

    from clew.boards.entries import Entry
    from clew.cli.parser import Arguments
    from clew.cli.terminal import Terminal
    from clew.puzzles.base import EnginePuzzle

    Handle = Callable[[EnginePuzzle, Entry], int]
    Made = TypeVar("Made")

FAMILY = Option(
    "--family",
    value="NAME",
    suggested=NAMES,
    help="the family of boards that do not name one, such as rows of a .csv",
)
LEVEL = Option(
    "--level",
    value="N",
    read=values.positive,
    help="only board N of each file that holds several, such as the levels of a game; the same as FILE#N",
)
JSON = Option("--json", help="print one JSON object per line")


def sources_of(args: Arguments) -> list[str]:
    """What the command line names, each with the number of the board that `--level` asks for."""
    return [f"{source}#{args.level}" if args.level else source for source in args.arguments]


def each_board(
    args: Arguments,
    sources: list[str],
    terminal: Terminal,
    handle: Handle,
    *,
    told: bool = True,
    refused: Callable[[Entry, ClewError], None] | None = None,
) -> int:
    """Call `handle` for every good board in order and report bad ones. Returns the worst status.

    `told`: with --json, print an object with status "error" for a bad board, besides the message. `refused`
    is called with every bad board too.
    """
    return _each(args, _entries(args, sources, terminal), terminal, handle, told, refused)


def _each(
    args: Arguments,
    entries: Iterable[Entry],
    terminal: Terminal,
    handle: Handle,
    told: bool = True,
    refused: Callable[[Entry, ClewError], None] | None = None,
) -> int:
    result = status.SOLVED
    _games.clear()
    for entry in entries:
        result = status.worst(result, _one(args, entry, terminal, handle, told, refused))
        if result == status.INTERRUPTED or Interruptions.came:
            return status.INTERRUPTED
    return result


def each_made(
    args: Arguments,
    sources: list[str],
    terminal: Terminal,
    make: Callable[[EnginePuzzle, int, bool], Made],
    handle: Callable[[EnginePuzzle, Entry, Made], int],
    stop: Callable[[], object],
) -> int:
    """Do the same as `each_board`, with `make(puzzle, threads, alone)` run ahead for several boards at once.

    `handle` gets what `make` returned. A single board is made with all threads; of several boards, each uses
    one thread. `stop` is called on Ctrl-C and must end the calls of `make` that still run.
    """
    from collections import deque
    from concurrent.futures import ThreadPoolExecutor
    from itertools import chain, islice
    from os import cpu_count

    from clew.search.limits import threads_of

    entries = _entries(args, sources, terminal)
    first = list(islice(entries, 2))
    if len(first) < 2:
        return _each(
            args,
            first,
            terminal,
            lambda puzzle, entry: handle(puzzle, entry, make(puzzle, args.threads, True)),
        )
    workers = threads_of(args.threads) or cpu_count() or 1
    result = status.SOLVED
    waiting: deque[tuple[Entry, Future[Made] | None]] = deque()

    def taken() -> int:
        entry, future = waiting.popleft()
        return _one(args, entry, terminal, lambda puzzle, entry: handle(puzzle, entry, _of(future)), True)

    with ThreadPoolExecutor(workers) as pool:
        try:
            for entry in chain(first, entries):
                puzzle = entry.puzzle
                waiting.append((entry, None if puzzle is None else pool.submit(make, puzzle, 1, False)))
                if len(waiting) > 2 * workers:
                    result = status.worst(result, taken())
            while waiting:
                result = status.worst(result, taken())
        finally:
            if waiting:
                stop()
                pool.shutdown(wait=False, cancel_futures=True)
    return status.INTERRUPTED if Interruptions.came else result


def _of(future: Future[Made] | None) -> Made:
    assert future is not None
    return future.result()


def remarked(entries: Iterator[Entry], terminal: Terminal) -> Iterator[Entry]:
    """Yield the boards, and say on standard error which of two readings of each was taken."""
    for entry in entries:
        for remark in entry.remarks:
            terminal.complain(f"{place_of(entry)}: {remark}")
        yield entry


def _one(
    args: Arguments,
    entry: Entry,
    terminal: Terminal,
    handle: Handle,
    told: bool,
    refused: Callable[[Entry, ClewError], None] | None = None,
) -> int:
    error: ClewError | None = entry.error
    if error is None and entry.puzzle is not None:
        try:
            return handle(entry.puzzle, entry)
        except ClewError as raised:
            error = raised
        except Exception as raised:
            if entry.puzzle.family != "custom":
                raise
            error = own_failure(raised)
    assert error is not None
    if told and args.json:
        print_json(terminal, _error_object(entry, error))
    if refused is not None:
        refused(entry, error)
    terminal.complain(str(placed(error, entry)))
    return status.WRONG


def _entries(args: Arguments, sources: list[str], terminal: Terminal) -> Iterator[Entry]:
    from clew.boards.entries import Entry

    for source in sources:
        try:
            yield from remarked(_own_or_read(source, args.family), terminal)
        except BoardError as error:
            yield Entry(None, error, source, None, {})
        except OSError as error:
            yield Entry(None, BoardError(f"cannot be read: {error.strerror}", file=source), source, None, {})


def _own_or_read(source: str, family: str | None) -> Iterator[Entry]:
    """Yield the boards of a source; an exception while a user's module is imported is an entry too."""
    from clew.boards.entries import Entry
    from clew.boards.load import is_own, read_boards

    entries = read_boards(source, family=family, own=True)
    if not is_own(source):
        yield from entries
        return
    try:
        yield from entries
    except Exception as raised:
        yield Entry(None, BoardError(str(own_failure(raised)), file=source), source, None, {})


def own_failure(raised: Exception) -> ClewError:
    """Return an error for an exception in a user's own code, with the traceback through that code."""
    from traceback import extract_tb, format_exception_only, format_list

    import clew

    inside = os.path.dirname(os.path.abspath(clew.__file__))
    frames = extract_tb(raised.__traceback__)
    own = [frame for frame in frames if not frame.filename.startswith((inside, "<frozen"))]
    lines = [*format_list(own), *format_exception_only(raised)]
    return ClewError("an exception in your own puzzle:\n" + "".join(lines).rstrip())


def print_json(terminal: Terminal, value: object) -> None:
    """Print one line of JSON at once."""
    import json

    terminal.line(json.dumps(value, separators=(",", ":")))


def with_input(result: dict[str, Any], entry: Entry) -> dict[str, Any]:
    """Add to the result what the compact form does not hold, so that the line reads back as the same puzzle;
    what the set says besides the board; and which of two readings was taken.
    """
    if entry.puzzle is not None:
        for key, value in entry.puzzle._beside_compact().items():
            result.setdefault(key, value)
    if entry.input:
        result["input"] = entry.input
    if entry.remarks:
        result["remarks"] = list(entry.remarks)
    if entry.puzzle is not None and entry.puzzle._shared_body:
        _tell_once(result, entry.source, entry.puzzle._body())
    return result


_games: set[str] = set()
"""The sources of games that this run has printed."""


def _tell_once(result: dict[str, Any], source: str, body: str) -> None:
    """Leave out the source of a game where the line, or one before it, holds it already."""
    result["board"] = None
    if body in _games and "#" in source:
        result["puzzle"] = source
    _games.add(body)


def _error_object(entry: Entry, error: ClewError) -> dict[str, Any]:
    """The object that --json prints for a bad board: all keys, no answers."""
    puzzle = entry.puzzle
    result: dict[str, Any] = {
        "family": puzzle.family if puzzle else None,
        "board": puzzle._body() if puzzle else None,
        "status": "error",
        "puzzle": str(puzzle) if puzzle else None,
        "optimal": False,
        "length": None,
        "lower_bound": None,
        "metric": puzzle.metric if puzzle else None,
        "moves": None,
        "count": None,
        "states": None,
        "seconds": None,
        "algorithm": None,
        "error": error_json(error, entry),
    }
    return with_input(result, entry)
