"""The boards that a command line names, one after the other, whatever is wrong with some of them."""

from __future__ import annotations

from clew.cli import status
from clew.cli.parser import Option
from clew.cli.signals import Interruptions
from clew.errors import BoardError, ClewError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from clew.cli.parser import Arguments
    from clew.cli.terminal import Terminal
    from clew.puzzles.base import EnginePuzzle
    from clew.puzzles.load import Entry

    Handle = Callable[[EnginePuzzle, Entry], int]

FAMILY = Option("--family", value="NAME", help="family of the boards in a .csv that does not say it")
JSON = Option("--json", help="print an object of JSON for each board, a line each")


def each_board(
    args: Arguments, sources: list[str], terminal: Terminal, handle: Handle, *, told: bool = True
) -> int:
    """Calls `handle` for every good board in order and gives the worst status; complains about bad ones.

    `told`: with --json, a bad board prints an object with status "error" (and a complaint all the same).
    """
    result = status.SOLVED
    for entry in _entries(args, sources):
        result = status.worst(result, _one(args, entry, terminal, handle, told))
        if result == status.INTERRUPTED or Interruptions.came:
            return status.INTERRUPTED
    return result


def _one(args: Arguments, entry: Entry, terminal: Terminal, handle: Handle, told: bool) -> int:
    error: ClewError | None = entry.error
    if error is None and entry.puzzle is not None:
        try:
            return handle(entry.puzzle, entry)
        except ClewError as raised:
            error = raised
    assert error is not None
    if told and args.json:
        print_json(terminal, _error_object(entry, error))
    terminal.complain(str(_placed(error, entry)))
    return status.WRONG


def _entries(args: Arguments, sources: list[str]) -> Iterator[Entry]:
    from clew.puzzles.load import Entry, read_boards

    for source in sources:
        try:
            yield from read_boards(source, family=args.family)
        except BoardError as error:
            yield Entry(None, error, source, None, {})
        except OSError as error:
            yield Entry(None, BoardError(f"cannot be read: {error.strerror}", file=source), source, None, {})


def print_json(terminal: Terminal, value: object) -> None:
    """One line of JSON, seen at once."""
    import json

    terminal.line(json.dumps(value, separators=(",", ":")))


def with_input(result: dict[str, Any], entry: Entry) -> dict[str, Any]:
    """The result with what the set says about this board beyond the board itself."""
    if entry.input:
        result["input"] = entry.input
    return result


def _placed(error: ClewError, entry: Entry) -> ClewError:
    """The error with the place in the set, where it does not know that itself."""
    if isinstance(error, BoardError):
        if error.file is None and error.line is None and entry.line is not None:
            error.file, error.line = entry.source, entry.line
        return error
    place = f"{entry.source}, line {entry.line}: " if entry.line is not None else ""
    return ClewError(f"{place}{error}")


def _error_object(entry: Entry, error: ClewError) -> dict[str, Any]:
    """What --json says about a board that cannot be read or taken: all keys, no answers."""
    puzzle = entry.puzzle
    placed = _placed(error, entry)
    what: dict[str, Any] = {"message": str(placed), "file": None, "line": None}
    if isinstance(placed, BoardError):
        plain = BoardError(placed.message, key=placed.key, row=placed.row, column=placed.column)
        what = {"message": str(plain), "file": placed.file, "line": placed.line}
        inside = {"key": placed.key, "row": placed.row, "column": placed.column}
        what.update({name: value for name, value in inside.items() if value is not None})
    elif entry.line is not None:
        what = {"message": str(error), "file": entry.source, "line": entry.line}
    result: dict[str, Any] = {
        "family": puzzle.family if puzzle else None,
        "board": puzzle.body() if puzzle else None,
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
        "error": what,
    }
    return with_input(result, entry)
