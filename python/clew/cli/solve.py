"""`clew solve`: the fewest moves of each board."""

from __future__ import annotations

from argparse import Namespace
from itertools import islice
from typing import TYPE_CHECKING, Any

from clew.cli import status
from clew.cli.boards import each_board, show_solution, sources_of, with_input, write_json
from clew.cli.command import SUMMARIES, Command, UsageError
from clew.cli.options import (
    add_boards,
    add_family,
    add_json,
    add_limits,
    add_number,
    limits_of,
    positive,
    whole,
)
from clew.cli.terminal import ProgressLine
from clew.search.limits import ALGORITHMS
from clew.search.solve import solve

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from clew.boards.entries import Entry
    from clew.cli.animations import Animations
    from clew.cli.proofs import Proofs
    from clew.cli.terminal import Terminal
    from clew.puzzles.base import EnginePuzzle
    from clew.search.solution import Solution
    from clew.search.solutions import Solutions


def _all_or(text: str) -> int | bool:
    return text == "all" or positive(text)


COMMAND = Command(
    "solve",
    summary=SUMMARIES["solve"],
    description="""\
Prints the board, the moves and one line of figures. If a board has no solution, that is proved. If a limit or
Ctrl-C ends the search, the command prints what is known: the best solution so far and the proved lower bound.

The proof for a hard board can take a long time. --first stops at the first solution, without a proof:
the status is "solved", and `optimal` is false unless the bound already proves it. --improve continues from
there: it shows the best solution, the proved bound and the gap between them as they change. If you stop it
early, it prints the best solution and ends with exit status 3 (130 after Ctrl-C). Both add `gap` to --json,
which prints only the final result.

Each family has its own notation for moves. AR3: piece A moves right three cells (L, R, U or D). 3-0:
the pebble on cell 3 moves to cell 0. c4R: the tile on c4 slides to the right. 0SE: coin 0 steps to the
south-east; 1-: coin 1 passes.""",
    arguments="BOARD...",
    quiet="print only the moves or the count: no board, no figures, no progress",
    statuses={**status.OF_BOARDS, status.LIMIT: "a limit was reached, or a proof is not written"},
    examples=(
        ("clew solve boards/blocks/gar-1.toml", "solve one board"),
        (
            "clew solve --count blocks:BBoooG/EooHoG/EAAHoG/EooHoo/FoooCC/FoDDDo",
            "count its optimal solutions too",
        ),
        ('clew solve --after "CL3 HU1" board.toml', "start from the position after two moves"),
        (
            "clew solve --improve --max-seconds 60 board.toml",
            "see the best solution found in a minute, and how far from the optimum it can be",
        ),
        ("clew solve --gif solved.gif board.toml", "write an animation of the moves too"),
        ("clew solve --number 3 game.txt", "solve the third level of a PuzzleScript game"),
        ("clew solve --proof board.proof board.toml", "write a proof, too, for clew-check board.proof"),
        ("clew solve --first board.toml", "find any solution, quickly"),
        (
            "clew solve --json --max-seconds 10 set.csv > answers.jsonl",
            "solve a whole set, with one line of JSON per board",
        ),
        ("generate-boards | clew solve --quiet -", "read boards from standard input, print only moves"),
    ),
)
add_boards(COMMAND)
COMMAND.add_argument("--count", action="store_true", help="also count all optimal solutions, exactly")
COMMAND.add_argument(
    "--essential",
    action="store_true",
    help="also count those that are essentially different: orders of moves that commute are one solution",
)
COMMAND.add_argument(
    "--all",
    metavar="N",
    type=_all_or,
    nargs="?",
    const="all",
    help="count all optimal solutions, and list them or the first N; their order is always the same",
)
COMMAND.add_argument(
    "--first", action="store_true", help="stop at the first solution, which need not be the shortest"
)
COMMAND.add_argument(
    "--improve",
    action="store_true",
    help="find a solution fast, then better ones, until one is proved optimal or a limit is reached",
)
COMMAND.add_argument(
    "--lookahead",
    metavar="N",
    type=whole,
    help="for --first and --improve: judge a state by the best one within N moves of it (0 to 8)",
)
COMMAND.add_argument("--after", metavar="MOVES", default="", help='play these moves first, such as "AR3 BU1"')
COMMAND.add_argument(
    "--via",
    metavar="STATE",
    action="append",
    default=[],
    help="pass through this position, and show what the detour costs",
)
COMMAND.add_argument(
    "--algorithm",
    metavar="NAME",
    default="auto",
    choices=ALGORITHMS,
    help="how to search (for --improve: how to prove); the default, auto, depends on the family",
)
COMMAND.add_argument(
    "--gif", metavar="FILE", help="also write the solution as an animated GIF, one per board of a set"
)
COMMAND.add_argument(
    "--proof",
    metavar="FILE",
    help="also write a proof, one per board of a set, that can be checked without Clew (clew verify --proof)",
)
add_limits(COMMAND)
add_number(COMMAND)
add_family(COMMAND)
add_json(COMMAND)


def run(args: Namespace, terminal: Terminal) -> int:
    """Solve every board. Returns the exit status."""
    if args.via and _counts(args):
        raise UsageError(
            "--count, --essential and --all cannot be combined with --via: they look at all optimal "
            "solutions of the board"
        )
    name, anytime = "--first" if args.first else "--improve", args.first or args.improve
    if args.first and args.improve:
        raise UsageError("--first stops where --improve continues: choose one of them")
    if args.lookahead is not None and not anytime:
        raise UsageError("--lookahead works only with --first or --improve: add one of them")
    for other, given in (
        ("--via", args.via),
        ("--count", args.count),
        ("--essential", args.essential),
        ("--all", args.all),
    ):
        if anytime and given:
            raise UsageError(f"{name} cannot be combined with {other}: it looks for a single solution")
    animations = None
    if args.gif is not None:
        from clew.cli.animations import Animations

        animations = Animations(args.gif)
    proofs = None
    if args.proof is not None:
        from clew.cli.proofs import Proofs

        if args.via:
            raise UsageError("--proof cannot be combined with --via: it proves the fewest moves to a goal")
        proofs = Proofs(args.proof)

    def handle(puzzle: EnginePuzzle, entry: Entry) -> int:
        return _solve(puzzle, entry, args, terminal, animations, proofs)

    return each_board(args, sources_of(args), terminal, handle)


def _counts(args: Namespace) -> bool:
    return bool(args.count or args.essential or args.all)


def _solve(
    puzzle: EnginePuzzle,
    entry: Entry,
    args: Namespace,
    terminal: Terminal,
    animations: Animations | None,
    proofs: Proofs | None,
) -> int:
    found: Solutions | None = None
    if args.first or args.improve:
        solution = _improved(puzzle, args, terminal)
    else:
        with ProgressLine(terminal) as progress:
            if _counts(args):
                found = _all(puzzle, args, progress)
                solution = found.solution
            else:
                solution = solve(
                    puzzle,
                    args.algorithm,
                    after=args.after,
                    via=args.via,
                    limits=limits_of(args),
                    on_progress=progress.callback,
                    threads=args.threads,
                )
    count = found.count if found is not None else 0 if solution.status == "unsolvable" else None
    essential = found.essential if found is not None and args.essential else None
    lines = _listed(found, args.all) if found is not None and count is not None and args.all else None
    uncounted = found is not None and (count is None or (args.essential and essential is None))
    result = _status(solution, uncounted)
    proof: dict[str, Any] | None = None
    if proofs is not None:
        written, proof = proofs.write(solution, args, terminal)
        result = status.worst(result, written)
    _print(solution, count, essential, lines, entry, args, terminal, proof)
    if animations is not None:
        animations.write(solution, terminal)
    return result


def _improved(puzzle: EnginePuzzle, args: Namespace, terminal: Terminal) -> Solution:
    from clew.cli.improving import improved

    return improved(
        puzzle,
        terminal,
        first=args.first,
        after=args.after,
        algorithm=args.algorithm,
        lookahead=args.lookahead or 0,
        limits=limits_of(args),
        threads=args.threads,
    )


def _all(puzzle: EnginePuzzle, args: Namespace, progress: ProgressLine) -> Solutions:
    from clew.search.solutions import solutions

    return solutions(
        puzzle,
        after=args.after,
        algorithm=args.algorithm,
        limits=limits_of(args),
        on_progress=progress.callback,
        threads=args.threads,
    )


def _listed(found: Solutions, most: int | bool) -> Iterator[list[str]]:
    lines = found if most is True else islice(found, most)
    return ([*map(str, moves)] for moves in lines)


def _print(
    solution: Solution,
    count: int | None,
    essential: int | None,
    lines: Iterable[list[str]] | None,
    entry: Entry,
    args: Namespace,
    terminal: Terminal,
    proof: dict[str, Any] | None,
) -> None:
    if not args.json:
        show_solution(terminal, solution, entry, count, lines, essential)
        if proof and not terminal.quiet:
            from clew.cli.proofs import show_written

            show_written(terminal, proof)
        return
    result = solution.to_dict()
    result["count"] = count
    if args.essential:
        result["essential"] = essential
    if args.after:
        result["after"] = solution.puzzle._split_moves(args.after)
    if args.first or args.improve:
        result["gap"] = solution.gap
    if proof is not None:
        result["certificate"] = proof or None
    write_json(terminal, with_input(result, entry), lines)


def _status(solution: Solution, uncounted: bool) -> int:
    if solution.status == "unsolvable":
        return status.UNSOLVABLE
    if solution.limit == "interrupted":
        return status.INTERRUPTED
    return status.LIMIT if solution.status == "limit" or uncounted else status.SOLVED
