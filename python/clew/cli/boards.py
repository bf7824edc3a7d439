"""The boards that a command line names, one after the other, and what is found about each: as text for people
and as JSON for programs. A bad board does not stop the others.
"""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from collections import deque
from itertools import chain, islice
from os import cpu_count
from typing import TYPE_CHECKING, Any, TypeVar

import clew
from clew.boards.entries import Entry, error_json, place_of, placed
from clew.boards.load import is_own, read_boards
from clew.cli import status
from clew.cli.terminal import Gap, Interruptions, Whole, clean, duration, number, work_words
from clew.errors import BoardError, ClewError
from clew.puzzles.registry import is_compact
from clew.search.limits import threads_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from concurrent.futures import Future

    from clew.cli.terminal import Terminal
    from clew.puzzles.base import EnginePuzzle
    from clew.search.proved import Proved
    from clew.search.solution import Solution

    Handle = Callable[[EnginePuzzle, Entry], int]
    Made = TypeVar("Made")


def sources_of(args: Namespace) -> list[str]:
    """What the command line names, each with the number of the board that `--number` asks for."""
    return [f"{source}#{args.number}" if args.number else source for source in args.boards]


def each_board(
    args: Namespace,
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
    args: Namespace,
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
    args: Namespace,
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
    from concurrent.futures import ThreadPoolExecutor

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
    """Yield the boards, and say on standard error which of two readings was taken, the same once per file."""
    told = set()
    for entry in entries:
        for remark in entry.remarks:
            about = (entry.source.partition("#")[0], remark)
            if about not in told:
                told.add(about)
                terminal.complain(f"{place_of(entry)}: {remark}")
        yield entry


def _one(
    args: Namespace,
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


def _entries(args: Namespace, sources: list[str], terminal: Terminal) -> Iterator[Entry]:
    for source in sources:
        try:
            yield from remarked(
                read_boards(source, family=args.family, own=True, format=args.format), terminal
            )
        except Exception as raised:
            if is_own(source):  # its module was imported
                error = BoardError(str(own_failure(raised)), file=source)
            elif isinstance(raised, BoardError):
                error = raised
            elif isinstance(raised, OSError):
                error = BoardError(f"cannot be read: {raised.strerror}", file=source)
            else:
                raise
            yield Entry(None, error, source, None, {})


def own_failure(raised: Exception) -> ClewError:
    """Return an error for an exception in a user's own code, with the traceback through that code."""
    from traceback import extract_tb, format_exception_only, format_list

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


class Numbered:
    """`name.end` for the first board; from the second on `name-2.end`, `name-3.end` and so on."""

    def __init__(self, path: str) -> None:
        self._stem, self.ending = os.path.splitext(path)
        self._boards = 0

    def next(self) -> str:
        """Return the name for the next board."""
        self._boards += 1
        return self._stem + (f"-{self._boards}" if self._boards > 1 else "") + self.ending


def show_solution(
    terminal: Terminal,
    solution: Solution,
    entry: Entry,
    count: int | None,
    lines: Iterable[list[str]] | None,
    essential: int | None = None,
) -> None:
    """Print a solution for people, and all `lines` under it, if given."""
    if terminal.quiet:
        _show_answer(terminal, solution, [count, essential], lines)
        return
    show_board(terminal, solution.puzzle, solution.start, entry)
    if solution.moves:
        terminal.line(terminal.wrapped([*map(str, solution.moves)]))
        terminal.line()
        if solution.puzzle._shows_path and solution.path and solution.path != str(solution):
            terminal.line(terminal.wrapped([solution.path]))
            terminal.line()
    for line in terminal.flowing(_figures(terminal, solution, count, essential)):
        terminal.line(line)
    show_notes(terminal, solution)
    if lines is not None:
        terminal.line()
        for moves in lines:
            terminal.line("  " + (" ".join(moves) or "(no moves)"))
    terminal.line()


def show_notes(terminal: Terminal, found: Proved) -> None:
    """Print which turns a proof leaves out, and which rules were stopped."""
    for name, words in (("left out", found.left_out), ("stopped", found.stopped)):
        if words is not None:
            terminal.line("  " + terminal.faint(clean(f"{name}: {words}")))


def show_proof(terminal: Terminal, found: Proved, what: str) -> None:
    """Print the notes of a result, and on what it rests that its figures, named by `what`, are right."""
    show_notes(terminal, found)
    if found.proof is not None:
        terminal.line("  " + terminal.faint(clean(f"these {what} are right {found.proof}")))


def show_board(terminal: Terminal, puzzle: EnginePuzzle, state: Any, entry: Entry) -> None:
    """Print the name of a board and the position."""
    place = entry.source if entry.line is None else f"{entry.source}, line {entry.line}"
    name = puzzle.title or (puzzle.family if is_compact(entry.source) else place)
    head = terminal.strong(clean(name))
    terminal.line(f"{head}  {terminal.faint(clean(place))}" if puzzle.title else head)
    terminal.line()
    terminal.line(terminal.board(puzzle.draw(state)))
    terminal.line()
    for line in assumed(puzzle):
        terminal.line(f"  {terminal.faint(line)}\n")


def assumed(puzzle: EnginePuzzle) -> list[str]:
    """Return the defaults that the board relies on, a line for each: ``"layout: panguru"``."""
    return [f"{key}: {value}" for key, value in puzzle._assumed().items()]


def write_json(terminal: Terminal, result: dict[str, Any], lines: Iterable[list[str]] | None) -> None:
    """Print one line of JSON. `lines` become its `solutions`, written one by one: there may be millions.

    Ctrl-C ends the list; the line is still closed as valid JSON.
    """
    import json

    with _AnyDigits():
        text = json.dumps(result, separators=(",", ":"))
    if lines is None:
        terminal.line(text)
        return
    with Whole():
        terminal.write(f'{text[:-1]},"solutions":[')
        rest = iter(lines)
        comma = ""
        try:
            while True:
                with Gap():
                    moves = next(rest, None)
                if moves is None:
                    break
                terminal.write(comma + json.dumps(moves, separators=(",", ":")))
                comma = ","
        finally:
            terminal.line("]}")


def _show_answer(
    terminal: Terminal,
    solution: Solution,
    counts: list[int | None],
    lines: Iterable[list[str]] | None,
) -> None:
    if lines is not None:
        for moves in lines:
            terminal.line(" ".join(moves))
    elif solution.moves is None:
        terminal.line("unsolvable" if solution.status == "unsolvable" else f"limit: {solution.limit}")
    else:
        terminal.line(str(solution))
    for count in counts:
        if count is not None and solution.status == "solved":
            terminal.line(_digits(count))


def _figures(terminal: Terminal, solution: Solution, count: int | None, essential: int | None) -> list[str]:
    parts = [_answer(terminal, solution)]
    if solution.legs is not None and solution.length is not None:
        parts.append(_detour(solution))
    if count is not None and solution.status == "solved":
        parts.append(f"{_digits(count)} optimal solution{'' if count == 1 else 's'}")
    if essential is not None and solution.status == "solved":
        parts.append(f"{_digits(essential)} essentially different")
    parts.append(work_words(solution.states, solution.expanded))
    parts.append(duration(solution.seconds))
    parts.append(solution.algorithm)
    return parts


def _answer(terminal: Terminal, solution: Solution) -> str:
    if solution.status == "unsolvable":
        why = f": {solution.reason}" if solution.legs is not None else ""
        return terminal.bad(f"no solution, proved{why}") + if_proof(solution)
    if solution.length is None:
        least = f"any solution takes at least {solution.lower_bound}{if_proof(solution)}"
        return f"{terminal.bad(_stopped(solution))}, no solution known; {least}"
    length = _length(solution)
    if solution.optimal:
        return terminal.good(f"{length}, proved optimal") + if_proof(solution)
    why = "not proved optimal" if solution.status == "solved" else _stopped(solution)
    bound = (
        f"no solution takes fewer than {solution.lower_bound} (a gap of {solution.gap}){if_proof(solution)}"
    )
    return f"{length}, {terminal.bad(why)}; {bound}"


def if_proof(solution: Solution) -> str:
    """What the proof rests on, after a blank; nothing if it rests on nothing."""
    return "" if solution.proof is None else f" {solution.proof}"


def _stopped(solution: Solution) -> str:
    if solution.limit == "interrupted":
        return "interrupted"
    return f"stopped by the limit on {solution.limit}"


def _length(solution: Solution) -> str:
    metric = solution.puzzle.metric
    plural = "" if solution.length == 1 else "s"
    return f"{solution.length} move{plural}" + ("" if metric == "moves" else f" ({metric})")


def _detour(solution: Solution) -> str:
    legs = " + ".join(map(str, solution.legs or []))
    if solution.detour is None:
        return f"legs {legs}"
    return f"legs {legs}, a detour of {solution.detour} over the optimum {solution.optimum}"


def _digits(count: int) -> str:
    with _AnyDigits():
        return number(count)


class _AnyDigits:
    """Inside, Python writes numbers of any size: a count may have more digits than its limit.

    Numbers that are read keep the limit, which protects against texts made to take long.
    """

    def __enter__(self) -> None:
        self._limit = sys.get_int_max_str_digits()
        sys.set_int_max_str_digits(0)

    def __exit__(self, *error: object) -> None:
        sys.set_int_max_str_digits(self._limit)
