"""The files of `clew solve --proof`, one per board, and `clew verify --proof`."""

from __future__ import annotations

from json import dumps
from typing import TYPE_CHECKING, Any

from clew.cli import status
from clew.cli.boards import Numbered, each_board, print_json
from clew.cli.options import limits_of
from clew.cli.terminal import ProgressLine, number
from clew.errors import ClewError
from clew.search.certificate import checked, same_puzzle

if TYPE_CHECKING:
    from argparse import Namespace

    from clew.boards.entries import Entry
    from clew.cli.terminal import Terminal
    from clew.puzzles.base import EnginePuzzle
    from clew.search.solution import Solution


class Proofs:
    """Writes the proof of each board to `path`; then to `name-2.proof`, `name-3.proof`, ..."""

    def __init__(self, path: str) -> None:
        self._names = Numbered(path)

    def write(self, solution: Solution, args: Namespace, terminal: Terminal) -> tuple[int, dict[str, Any]]:
        """Write the proof of a solution, or say why there is none. Returns the exit status, and what `--json`
        says of it.
        """
        path = self._names.next()
        try:
            with ProgressLine(terminal) as progress:
                proof = solution.certificate(
                    limits=limits_of(args), on_progress=progress.callback, threads=args.threads
                )
        except ClewError as error:
            terminal.complain(f"{path} is not written: {error}")
            return status.LIMIT, {}
        proof.save(path)
        return status.SOLVED, {"file": path, "states": proof.states, "bytes": proof.size}


def show_written(terminal: Terminal, proof: dict[str, Any]) -> None:
    """Print where the proof of a board is."""
    terminal.line(f"  {proof['file']}: {number(proof['states'])} states, {number(proof['bytes'])} bytes\n")


def verify_proof(args: Namespace, terminal: Terminal) -> int:
    """Check the proof in a file and, with a board, that it is about this. Returns the exit status."""
    try:
        with open(args.proof, "rb") as file:
            proved, puzzle = checked(file)
    except ClewError as error:
        terminal.complain(f"{args.proof}: {error}")
        return _told(args, terminal, status.UNSOLVABLE, str(error))
    except OSError as error:
        terminal.complain(f"{args.proof} cannot be read: {error.strerror}")
        return status.WRONG

    def handle(board: EnginePuzzle, entry: Entry) -> int:
        if same_puzzle(board, puzzle):
            return _told(args, terminal, status.SOLVED, f"proved: {proved}")
        words = "the proof holds, but is about another puzzle"
        terminal.complain(f"{args.proof}: {words}")
        return _told(args, terminal, status.UNSOLVABLE, words)

    if args.board is None:
        return _told(args, terminal, status.SOLVED, f"proved: {proved}, of {dumps(puzzle)}")
    return each_board(args, [args.board], terminal, handle)


def _told(args: Namespace, terminal: Terminal, result: int, words: str) -> int:
    if args.json:
        print_json(terminal, {"proof": args.proof, "holds": result == status.SOLVED, "reason": words})
    elif result == status.SOLVED and not terminal.quiet:
        terminal.line(words)
    return result
