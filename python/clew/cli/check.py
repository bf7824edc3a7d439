"""`clew check`: can the boards be read and solved, and is each par the optimum?"""

from __future__ import annotations

import os
from argparse import Namespace
from typing import TYPE_CHECKING, Any

from clew.boards.entries import place_of, placed
from clew.boards.locks import NAMING, Lock, read_lock
from clew.cli import status
from clew.cli.boards import each_board, if_proof, print_json, show_notes, with_input
from clew.cli.command import SUMMARIES, Command, UsageError
from clew.cli.junit import Case, report
from clew.cli.options import add_boards, add_family, add_json, add_limits, limits_of
from clew.cli.terminal import ProgressLine, clean
from clew.errors import BoardError, PuzzleError
from clew.puzzles.registry import is_compact
from clew.replacement import write_whole
from clew.search.solve import solve
from clew.testing import check_puzzle

if TYPE_CHECKING:
    from clew.boards.entries import Entry
    from clew.boards.locks import Lock
    from clew.cli.junit import Case
    from clew.cli.terminal import Terminal
    from clew.errors import ClewError
    from clew.puzzles.base import EnginePuzzle
    from clew.search.solution import Solution
    from clew.testing import Checked

COMMAND = Command(
    "check",
    summary=SUMMARIES["check"],
    description="""\
Reads every board and reports what is wrong with it, where, and what would be right. Every board is then
solved: a board that cannot be solved is a fault, and so is a par that differs from the proved optimum.
--read-only reads the boards and solves none.

Rules of your own are checked too, as clew.testing.check_puzzle does.

--lock FILE remembers the fewest moves of every board. If there is no FILE yet, the command writes it; keep
it with the boards. From then on, a board that is new, missing or changed, or whose optimum is another, is a
fault. --update writes FILE again after such a change. Neither writes anything while a board has a fault.

--junit FILE writes a report for continuous integration, as JUnit XML: a test case per board. --table prints
a Markdown table to paste: each board with its fewest moves.""",
    arguments="BOARD...",
    quiet="print only what is wrong, on standard error",
    statuses={
        status.SOLVED: "every board is correct and can be solved",
        status.UNSOLVABLE: "a board is proved unsolvable",
        status.WRONG: "bad usage, a bad board, a wrong par, or a board that differs from the lock file",
        status.LIMIT: "a limit was reached before a par was proved or refuted, or a board solved",
    },
    examples=(
        ("clew check boards/blocks", "check every board in a folder"),
        ("clew check --quiet set.csv", "print only errors"),
        ("clew check levels/ --lock levels.lock", "notice when a level or its fewest moves change"),
        ("clew check levels/ --lock levels.lock --update", "accept the levels as they are now"),
        ("clew check levels/ --junit report.xml", "write a report that a CI service shows"),
        ("clew check --table game.txt", "list the fewest moves of every level of a PuzzleScript game"),
        (
            "clew check --max-seconds 5 hard.toml",
            "stop after 5 seconds if the par is not proved (exit status 3)",
        ),
    ),
)
add_boards(COMMAND)
COMMAND.add_argument(
    "--lock", metavar="FILE", help="compare the boards with this lock file; write it if it is not there"
)
COMMAND.add_argument(
    "--update", action="store_true", help="write the lock file again, with the boards as they are now"
)
COMMAND.add_argument(
    "--junit", metavar="FILE", help="also write a report as JUnit XML, for continuous integration"
)
COMMAND.add_argument(
    "--read-only", action="store_true", help="only read the boards; solve none, and compare no par"
)
COMMAND.add_argument(
    "--table", action="store_true", help="print a Markdown table: each board with its fewest moves"
)
add_limits(COMMAND)
add_family(COMMAND)
add_json(COMMAND)


RULES_SECONDS = 10.0
"""The seconds that a check of a user's own rules may take if the limits do not say."""


def run(args: Namespace, terminal: Terminal) -> int:
    """Check every board and its par. Returns the exit status."""
    if args.table and (args.json or args.quiet):
        raise UsageError("--table cannot be combined with --json or --quiet: choose one of them")
    if args.update and args.lock is None:
        raise UsageError("--update works only with --lock: add --lock and the name of the file")
    if args.read_only and (args.lock or args.table):
        raise UsageError("--read-only solves no board: leave out --lock and --table")
    return _Checked(args, terminal).run()


class _Checked:
    """One run over all boards, with the lock file and the report."""

    def __init__(self, args: Namespace, terminal: Terminal) -> None:
        self.args = args
        self.terminal = terminal
        self.cases: list[Case] = []
        self.names: set[str] = set()
        self.changes = 0
        self.lock: Lock | None = None
        self.writes = False
        if args.lock is not None:
            self.writes = args.update or not os.path.exists(args.lock)
            self.lock = Lock({}, os.path.dirname(args.lock)) if self.writes else read_lock(args.lock)

    def run(self) -> int:
        """Check the boards in order; then write what is to be written."""
        if self.args.table:
            self.terminal.line("| board | fewest moves |")
            self.terminal.line("|---|---|")
        result = each_board(self.args, self.args.boards, self.terminal, self._check, refused=self._refused)
        if self.lock is not None and result != status.INTERRUPTED:
            result = status.worst(result, self._locked(self.lock, result))
        if self.args.junit is not None:
            write_whole(self.args.junit, report(self.cases).encode())
        return result

    def _check(self, puzzle: EnginePuzzle, entry: Entry) -> int:
        args, terminal = self.args, self.terminal
        solution, why = None, "read, not solved" if args.read_only else "no par"
        if not args.read_only:
            checked = _rules_checked(puzzle, args)
            try:
                solution = _solved(puzzle, args, terminal)
                if checked is not None:
                    solution.proof = checked.left_of(solution.proof)
            except PuzzleError as error:
                why = f"nothing can be proved: {error}"
        verdict, words, result = _judge(puzzle.par, solution, why)
        faults = self._against_lock(puzzle, entry, solution)
        if faults:
            verdict, result = (
                ("lock" if verdict in ("ok", "limit") else verdict),
                status.worst(result, status.WRONG),
            )
        if args.table:
            terminal.line(f"| {_name(entry)} | {_answer(solution, why)} |")
        elif args.json:
            print_json(terminal, with_input(_object(puzzle, verdict, solution), entry))
        elif not terminal.quiet and verdict in ("ok", "limit"):
            paint = terminal.good if verdict == "ok" else terminal.bad
            terminal.line(f"{paint(verdict.ljust(5))} {_name(entry)}  {terminal.faint(words)}")
            if solution is not None:
                show_notes(terminal, solution)
        if verdict == "par":
            faults.insert(0, f"`par` {words}")
        elif verdict == "unsolvable":
            faults.insert(0, words)
        for fault in faults:
            terminal.complain(f"{_name(entry)}: {fault}")
        seconds = 0.0 if solution is None else solution.seconds
        if faults:
            self._case(entry, seconds, "failure", verdict, "\n".join(faults))
        else:
            self._case(entry, seconds, None if verdict == "ok" else "error", verdict, words)
        interrupted = solution is not None and solution.limit == "interrupted"
        return status.INTERRUPTED if interrupted else result

    def _against_lock(self, puzzle: EnginePuzzle, entry: Entry, solution: Solution | None) -> list[str]:
        if self.lock is None:
            return []
        name = self.lock.name(entry)
        self.names.add(name)
        proved = solution is not None and solution.status == "solved" and solution.optimal
        faults = self.lock.faults(name, puzzle, solution.length if solution is not None and proved else None)
        self.changes += 0 if self.writes else len(faults)
        return [] if self.writes else faults

    def _locked(self, lock: Lock, result: int) -> int:
        """Say which boards of the lock file are missing, or write it."""
        path = self.args.lock
        if not self.writes:
            for name in lock.missing(self.names):
                self.terminal.complain(f"{path}: {name} is missing among the boards")
                self.changes += 1
                self._case_of(path, name, 0.0, "failure", "lock", "is missing among the boards")
            if self.changes:
                self.terminal.complain(f"if these changes are right, write {path} again: add --update")
            return status.WRONG if self.changes else status.SOLVED
        if result != status.SOLVED or lock.found.keys() != self.names:
            self.terminal.complain(
                f"{path} is not written: first every board must be solved, with its right par"
            )
            return result
        write_whole(path, lock.text().encode())
        if not self.args.json and not self.terminal.quiet:
            count = len(lock.found)
            self.terminal.line(f"wrote {path}: the fewest moves of {count} board{'s' * (count != 1)}")
        return status.SOLVED

    def _refused(self, entry: Entry, error: ClewError) -> None:
        told = placed(error, entry)
        message = (
            BoardError(told.message, key=told.key)
            if isinstance(told, BoardError) and not told._is_in_text
            else told
        )
        self._case(entry, 0.0, "error", "board", str(message))

    def _case(self, entry: Entry, seconds: float, fault: str | None, kind: str, message: str) -> None:
        source = "standard input" if entry.source == "-" else entry.source
        own = next((str(entry.input[key]) for key in NAMING if key in entry.input), None)
        title = None if entry.puzzle is None else entry.puzzle.title
        line = None if entry.line is None else f"line {entry.line}"
        name = ", ".join(part for part in (line, own or title) if part)
        file, _, number = source.rpartition("#")
        if file and number.isdigit() and not is_compact(source):  # a level of a game, or one of a list
            source, name = file, f"{name} {number}".strip()
        self._case_of(source, name or source, seconds, fault, kind, message)

    def _case_of(
        self, file: str, name: str, seconds: float, fault: str | None, kind: str, message: str
    ) -> None:
        self.cases.append(Case(file, name, seconds, fault, kind, message))


def _rules_checked(puzzle: EnginePuzzle, args: Namespace) -> Checked | None:
    """The check of a user's own rules; None for a family. Raises `PuzzleError`."""
    if puzzle.family != "custom":
        return None

    return check_puzzle(puzzle, seconds=limits_of(args).seconds or RULES_SECONDS)


def _solved(puzzle: EnginePuzzle, args: Namespace, terminal: Terminal) -> Solution:
    with ProgressLine(terminal) as progress:
        return solve(puzzle, limits=limits_of(args), on_progress=progress.callback, threads=args.threads)


def _answer(solution: Solution | None, why: str) -> str:
    """What a search found, in a few words."""
    if solution is None:
        return why
    if solution.status == "unsolvable":
        return f"cannot be solved{if_proof(solution)}"
    if solution.status == "solved" and solution.optimal:
        return f"{solution.length}{if_proof(solution)}"
    most = "" if solution.length is None else f", at most {solution.length}"
    return f"at least {solution.lower_bound or 0}{most} (limit: {solution.limit})"


def _judge(par: int | None, solution: Solution | None, why: str) -> tuple[str, str, int]:
    """A word for programs, words for people, and the exit status. `why`: why no solution was looked for."""
    if solution is None:
        return "ok", why, status.SOLVED
    if par is None:
        return _judge_without(solution)
    if solution.status == "unsolvable":
        proof = if_proof(solution)
        words = f"is {par}, but the board has no solution{proof}; remove the par or correct the board"
        return "par", words, status.WRONG
    if solution.status == "solved" and solution.length == par:
        return "ok", f"par {par}, proved optimal{if_proof(solution)}", status.SOLVED
    if solution.status == "solved":
        words = (
            f"is {par}, but the proved optimum is {solution.length}{if_proof(solution)}; "
            f"write par = {solution.length}"
        )
        return "par", words, status.WRONG
    if solution.lower_bound is not None and par < solution.lower_bound:
        words = f"is {par}, but every solution provably takes at least {solution.lower_bound} moves"
        return "par", words, status.WRONG
    if solution.length is not None and par > solution.length:
        return "par", f"is {par}, but there is a solution of {solution.length} moves", status.WRONG
    return "limit", f"par {par} is neither proved nor refuted (limit: {solution.limit})", status.LIMIT


def _judge_without(solution: Solution) -> tuple[str, str, int]:
    if solution.status == "unsolvable":
        return "unsolvable", f"cannot be solved, proved{if_proof(solution)}", status.UNSOLVABLE
    if solution.status == "solved" and solution.optimal:
        plural = "" if solution.length == 1 else "s"
        return "ok", f"{solution.length} move{plural}, proved optimal{if_proof(solution)}", status.SOLVED
    return "limit", f"{_answer(solution, '')}", status.LIMIT


def _object(puzzle: EnginePuzzle, verdict: str, solution: Solution | None) -> dict[str, Any]:
    result: dict[str, Any] = {
        "family": puzzle.family,
        "board": puzzle._body(),
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
    return {**result, **puzzle._rests_on}


def _name(entry: Entry) -> str:
    return clean(place_of(entry))
