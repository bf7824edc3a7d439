"""`clew check`: can the boards be read, and is each par the optimum?"""

from __future__ import annotations

from clew.cli import status
from clew.cli.boards import FAMILY, JSON, each_board, print_json, with_input
from clew.cli.commands import SUMMARIES
from clew.cli.limits import OPTIONS, limits_of
from clew.cli.parser import Command, Option, UsageError
from clew.cli.progress import ProgressLine
from clew.cli.report import if_proof
from clew.cli.terminal import clean
from clew.errors import PuzzleError
from clew.search.solve import solve

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from clew.boards.entries import Entry
    from clew.cli.parser import Arguments
    from clew.cli.terminal import Terminal
    from clew.puzzles.base import EnginePuzzle
    from clew.search.solution import Solution
    from clew.testing import Checked

COMMAND = Command(
    "check",
    summary=SUMMARIES["check"],
    description="""\
Reads every board and reports what is wrong with it, where, and what would be right. If a board has a
par, the board is solved: a par that differs from the proved optimum is an error, and so is a par on a
board that has no solution.

The levels of a PuzzleScript game are solved even if they have no par: each is listed with its fewest moves,
or with the proof that it cannot be solved. Rules of your own are checked too, as clew.testing.check_puzzle
does. --table prints them as a Markdown table to paste.""",
    arguments="BOARD...",
    quiet="print only what is wrong, on standard error",
    statuses={
        status.SOLVED: "every board is correct",
        status.WRONG: "bad usage, a bad board, or a wrong par",
        status.LIMIT: "a limit was reached before a par was proved or refuted",
    },
    least=1,
    options=(
        Option("--table", help="print a Markdown table: each board with its fewest moves"),
        *OPTIONS,
        FAMILY,
        JSON,
    ),
    examples=(
        ("clew check boards/blocks", "check every board in a folder"),
        ("clew check --quiet set.csv", "print only errors"),
        ("clew check --table game.txt", "list the fewest moves of every level of a PuzzleScript game"),
        (
            "clew check --max-seconds 5 hard.toml",
            "stop after 5 seconds if the par is not proved (exit status 3)",
        ),
    ),
)


RULES_SECONDS = 10.0
"""The seconds that a check of a user's own rules may take if the limits do not say."""


def run(args: Arguments, terminal: Terminal) -> int:
    """Check every board and its par. Returns the exit status."""

    if args.table and (args.json or args.quiet):
        raise UsageError("--table cannot be combined with --json or --quiet: choose one of them")
    if args.table:
        terminal.line("| board | fewest moves |")
        terminal.line("|---|---|")

    def handle(puzzle: EnginePuzzle, entry: Entry) -> int:
        return _check(puzzle, entry, args, terminal)

    return each_board(args, args.arguments, terminal, handle)


def _check(puzzle: EnginePuzzle, entry: Entry, args: Arguments, terminal: Terminal) -> int:
    checked = _rules_checked(puzzle, args)
    solution, why = None, "no par" if checked is None else f"no par; {checked.told}"
    if puzzle.par is not None or puzzle.check_solves or args.table:
        try:
            solution = _solved(puzzle, args, terminal)
            if checked is not None:
                solution.proof = checked.left_of(solution.proof)
        except PuzzleError as error:
            why = f"nothing can be proved: {error}"
    verdict, words, result = _judge(puzzle.par, solution, why)
    if args.table:
        terminal.line(f"| {_name(entry)} | {_answer(solution, why)} |")
    elif args.json:
        print_json(terminal, with_input(_object(puzzle, verdict, solution), entry))
    elif not terminal.quiet and verdict in ("ok", "limit"):
        paint = terminal.good if verdict == "ok" else terminal.bad
        terminal.line(f"{paint(verdict.ljust(5))} {_name(entry)}  {terminal.faint(words)}")
    if verdict == "par":
        terminal.complain(f"{_name(entry)}: `par` {words}")
    interrupted = solution is not None and solution.limit == "interrupted"
    return status.INTERRUPTED if interrupted else result


def _rules_checked(puzzle: EnginePuzzle, args: Arguments) -> Checked | None:
    """The check of a user's own rules; None for a family. Raises `PuzzleError`."""
    if puzzle.family != "custom":
        return None
    from clew.testing import check_puzzle

    return check_puzzle(puzzle, seconds=limits_of(args).seconds or RULES_SECONDS)


def _solved(puzzle: EnginePuzzle, args: Arguments, terminal: Terminal) -> Solution:
    with ProgressLine(terminal) as progress:
        return solve(puzzle, limits=limits_of(args), on_progress=progress.callback, threads=args.threads)


def _answer(solution: Solution | None, why: str) -> str:
    """What a search found, in a few words."""
    if solution is None:
        return why
    if solution.status == "unsolvable":
        return "cannot be solved"
    if solution.status == "solved" and solution.optimal:
        return str(solution.length)
    most = "" if solution.length is None else f", at most {solution.length}"
    return f"at least {solution.lower_bound or 0}{most} (limit: {solution.limit})"


def _judge(par: int | None, solution: Solution | None, why: str) -> tuple[str, str, int]:
    """A word for programs, words for people, and the exit status. `why`: why no solution was looked for."""
    if solution is None:
        return "ok", why, status.SOLVED
    if par is None:
        return _judge_without(solution)
    if solution.status == "unsolvable":
        words = f"is {par}, but the board has no solution; remove the par or correct the board"
        return "par", words, status.WRONG
    if solution.status == "solved" and solution.length == par:
        return "ok", f"par {par}, proved optimal{if_proof(solution)}", status.SOLVED
    if solution.status == "solved":
        words = f"is {par}, but the proved optimum is {solution.length}; write par = {solution.length}"
        return "par", words, status.WRONG
    if solution.lower_bound is not None and par < solution.lower_bound:
        words = f"is {par}, but every solution provably takes at least {solution.lower_bound} moves"
        return "par", words, status.WRONG
    if solution.length is not None and par > solution.length:
        return "par", f"is {par}, but there is a solution of {solution.length} moves", status.WRONG
    return "limit", f"par {par} is neither proved nor refuted (limit: {solution.limit})", status.LIMIT


def _judge_without(solution: Solution) -> tuple[str, str, int]:
    if solution.status == "unsolvable":
        return "ok", f"cannot be solved, proved{if_proof(solution)}", status.SOLVED
    if solution.status == "solved" and solution.optimal:
        plural = "" if solution.length == 1 else "s"
        return "ok", f"{solution.length} move{plural}, proved optimal{if_proof(solution)}", status.SOLVED
    return "limit", f"{_answer(solution, '')}", status.LIMIT


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
    if solution is not None and solution.proof is not None:
        result["proof"] = solution.proof
    return result


def _name(entry: Entry) -> str:
    place = entry.source if entry.line is None else f"{entry.source}, line {entry.line}"
    return clean(place)
