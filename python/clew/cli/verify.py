"""`clew verify`: given moves, checked against the rules."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

from clew.cli import status
from clew.cli.boards import each_board, print_json, show_board, with_input
from clew.cli.command import SUMMARIES, Command, UsageError
from clew.cli.options import BOARD, add_family, add_json
from clew.search.verify import verify

if TYPE_CHECKING:
    from clew.boards.entries import Entry
    from clew.cli.terminal import Terminal
    from clew.puzzles.base import EnginePuzzle

COMMAND = Command(
    "verify",
    summary=SUMMARIES["verify"],
    description="""\
Plays the moves from the start of the board. If a move is illegal, standard error says which one, why,
and what would be legal.

With --proof it checks a file that `clew solve --proof` wrote, by rules that share no code with the solver,
and that it is about this board; without a board it says which puzzle it is about. The same program stands
alone as clew-check, which also checks puzzles of your own.""",
    arguments="BOARD MOVES... | [BOARD] --proof FILE",
    quiet="print nothing but errors: the exit status is the answer",
    statuses={
        status.SOLVED: "the moves are legal and end at a goal, or the proof holds",
        status.UNSOLVABLE: "the moves are legal but do not end at a goal, or the proof does not hold",
        status.WRONG: "an illegal move, bad usage, or a bad board",
    },
    examples=(
        ('clew verify board.toml "CL3 HU1 BR1"', "give the moves as one argument"),
        ("clew verify --quiet board.toml CL3 HU1 BR1", "use only the exit status"),
        ("clew verify board.toml --proof board.proof", "check a proof of a board"),
        ('clew verify pebbles:PLATES/PEBBLES "0-3-5"', "give the path of the only hole"),
    ),
)
COMMAND.add_argument("board", nargs="?", metavar="BOARD", help=BOARD)
COMMAND.add_argument("moves", nargs="*", metavar="MOVES", help="one after the other, or as one argument")
COMMAND.add_argument("--proof", metavar="FILE", help="check the proof in this file instead")
add_family(COMMAND)
add_json(COMMAND)


def run(args: Namespace, terminal: Terminal) -> int:
    """Play the moves on the board, or check a proof. Returns the exit status."""
    if args.proof is not None:
        if args.moves:
            raise UsageError("--proof checks a file, not moves: leave out one of them")
        from clew.cli.proofs import verify_proof

        return verify_proof(args, terminal)
    if not args.moves:
        raise UsageError("write the moves after the board, or --proof FILE")
    text = " ".join(args.moves)

    def handle(puzzle: EnginePuzzle, entry: Entry) -> int:
        return _verify(puzzle, text, entry, args, terminal)

    return each_board(args, [args.board], terminal, handle)


def _verify(puzzle: EnginePuzzle, text: str, entry: Entry, args: Namespace, terminal: Terminal) -> int:
    verdict = verify(puzzle, text)
    if args.json:
        head = {"family": puzzle.family, "board": puzzle._body(), "puzzle": str(puzzle)}
        print_json(terminal, with_input({**head, **verdict.to_dict()}, entry))
    elif not terminal.quiet:
        show_board(terminal, puzzle, verdict.state, entry)
        if verdict.legal:
            paint = terminal.good if verdict.solved else terminal.bad
            terminal.line(f"  {paint(verdict.reason)}")
            terminal.line()
    if not verdict.legal:
        terminal.complain(verdict.reason)
        return status.WRONG
    return status.SOLVED if verdict.solved else status.UNSOLVABLE
