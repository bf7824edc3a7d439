"""`clew check`: can the boards be read, and is their par the optimum?"""

from __future__ import annotations

from clew.cli import status
from clew.cli.boards import FAMILY, JSON, each_board, print_json, with_input
from clew.cli.limits import OPTIONS, limits_of
from clew.cli.parser import Command
from clew.cli.progress import ProgressLine
from clew.cli.terminal import clean
from clew.search.solve import solve

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from clew.boards.entries import Entry
    from clew.cli.parser import Arguments
    from clew.cli.terminal import Terminal
    from clew.puzzles.base import EnginePuzzle
    from clew.search.solution import Solution

COMMAND = Command(
    "check",
    summary="read boards, and compare their par with the proved optimum",
    description="""\
Reads every board and says what is wrong with it: where, and what would be right. A board with a par is
solved, and a par that is not the proved fewest moves is an error, as is a par on a board
that has no solution.""",
    arguments="BOARD...",
    quiet="only what is wrong, on standard error",
    statuses={
        status.SOLVED: "every board is good",
        status.WRONG: "bad usage, a bad board, or a wrong par",
        status.LIMIT: "a limit was reached before a par was proved or refuted",
    },
    least=1,
    options=(*OPTIONS, FAMILY, JSON),
    examples=(
        ("clew check boards/blocks", "every board of a folder"),
        ("clew check --quiet set.csv", "only what is wrong"),
        ("clew check --max-seconds 5 hard.toml", "give up a par that takes longer to prove (exit status 3)"),
    ),
)


def run(args: Arguments, terminal: Terminal) -> int:
    """Checks every board and its par; the exit status."""

    def handle(puzzle: EnginePuzzle, entry: Entry) -> int:
        return _check(puzzle, entry, args, terminal)

    return each_board(args, args.arguments, terminal, handle)


def _check(puzzle: EnginePuzzle, entry: Entry, args: Arguments, terminal: Terminal) -> int:
    solution = None
    if puzzle.par is not None:
        with ProgressLine(terminal) as progress:
            solution = solve(
                puzzle, limits=limits_of(args), on_progress=progress.callback, threads=args.threads
            )
    verdict, words, result = _judge(puzzle.par, solution)
    if args.json:
        print_json(terminal, with_input(_object(puzzle, verdict, solution), entry))
    elif not terminal.quiet and verdict in ("ok", "limit"):
        paint = terminal.good if verdict == "ok" else terminal.bad
        terminal.line(f"{paint(verdict.ljust(5))} {_name(entry)}  {terminal.faint(words)}")
    if verdict == "par":
        terminal.complain(f"{_name(entry)}: `par`: {words}")
    interrupted = solution is not None and solution.limit == "interrupted"
    return status.INTERRUPTED if interrupted else result


def _judge(par: int | None, solution: Solution | None) -> tuple[str, str, int]:
    """A word for programs, words for people, and the exit status."""
    if solution is None:
        return "ok", "no par", status.SOLVED
    if solution.status == "unsolvable":
        words = f"is {par}, but the board has no solution; remove the par or correct the board"
        return "par", words, status.WRONG
    if solution.status == "solved" and solution.length == par:
        return "ok", f"par {par}, proved fewest", status.SOLVED
    if solution.status == "solved":
        words = f"is {par}, but the fewest moves are {solution.length}, proved; write par = {solution.length}"
        return "par", words, status.WRONG
    assert par is not None
    if solution.lower_bound is not None and par < solution.lower_bound:
        words = f"is {par}, but any solution takes at least {solution.lower_bound}, proved"
        return "par", words, status.WRONG
    if solution.length is not None and par > solution.length:
        return "par", f"is {par}, but {solution.length} moves are enough", status.WRONG
    return "limit", f"par {par} neither proved nor refuted ({solution.limit})", status.LIMIT


def _object(puzzle: EnginePuzzle, verdict: str, solution: Solution | None) -> dict[str, Any]:
    result: dict[str, Any] = {
        "family": puzzle.family,
        "board": puzzle.body(),
        "status": verdict,
        "puzzle": str(puzzle),
        "par": puzzle.par,
        "length": None if solution is None else solution.length,
        "lower_bound": None if solution is None else solution.lower_bound,
        "metric": puzzle.metric,
    }
    if solution is not None and solution.limit is not None:
        result["limit"] = solution.limit
    return result


def _name(entry: Entry) -> str:
    place = entry.source if entry.line is None else f"{entry.source}, line {entry.line}"
    return clean(place)
