"""`clew solve`: the fewest moves of each board."""

from __future__ import annotations

from clew.cli import status, values
from clew.cli.boards import FAMILY, JSON, each_board, with_input
from clew.cli.limits import OPTIONS, limits_of
from clew.cli.parser import Command, Option, UsageError
from clew.cli.progress import ProgressLine
from clew.cli.report import show_solution, write_json
from clew.search.limits import ALGORITHMS
from clew.search.solve import solve

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from clew.cli.parser import Arguments
    from clew.cli.terminal import Terminal
    from clew.puzzles.base import EnginePuzzle
    from clew.puzzles.load import Entry
    from clew.search.solution import Solution
    from clew.search.solutions import Solutions

COMMAND = Command(
    "solve",
    summary="find the fewest moves, and prove that there are none fewer",
    description="""\
Prints the board, the moves and one line of figures. A board that cannot be solved is proved to be so; where a
limit or Ctrl-C ends the search, it says what is known so far: the best line, and how short none can be.

A move is written as its family writes it: AR3 is piece A, right, three cells (L R U D); 3-0 is the pebble on
cell 3 into cell 0; c4R slides the tile on c4 to the right; 0SE steps coin 0 to the south-east, and 1- is a
pass of coin 1.""",
    arguments="BOARD...",
    least=1,
    options=(
        Option("--count", help="also count all optimal solutions, exactly"),
        Option(
            "--all",
            value="N",
            read=values.positive,
            optional=True,
            help="count all optimal solutions and list them, or the first N, in a fixed order",
        ),
        Option("--after", value="MOVES", default="", help='play these moves first, such as "AR3 BU1"'),
        Option(
            "--via",
            value="STATE",
            repeat=True,
            help="come through this position, and say what the detour costs",
        ),
        Option(
            "--algorithm",
            value="NAME",
            default="auto",
            choices=ALGORITHMS,
            help="how to search; auto, the default, chooses by family",
        ),
        *OPTIONS,
        FAMILY,
        JSON,
    ),
    examples=(
        ("clew solve boards/blocks/gar-1.toml", "one board"),
        (
            "clew solve --count blocks:BBoooG/EooHoG/EAAHoG/EooHoo/FoooCC/FoDDDo",
            "with the number of optimal solutions",
        ),
        ('clew solve --after "CL3 HU1" board.toml', "from the position after two moves"),
        (
            "clew solve --json --max-seconds 10 set.csv > answers.jsonl",
            "a whole set, a line of JSON for each board",
        ),
        ("generate-boards | clew solve --quiet -", "boards from standard input, moves alone"),
    ),
)


def run(args: Arguments, terminal: Terminal) -> int:
    if args.via and (args.count or args.all):
        raise UsageError("--count and --all are about all optimal solutions, so they do not go with --via")

    def handle(puzzle: EnginePuzzle, entry: Entry) -> int:
        return _solve(puzzle, entry, args, terminal)

    return each_board(args, args.arguments, terminal, handle)


def _solve(puzzle: EnginePuzzle, entry: Entry, args: Arguments, terminal: Terminal) -> int:
    found: Solutions | None = None
    with ProgressLine(terminal) as progress:
        if args.count or args.all:
            found = _all(puzzle, args, progress)
            solution, count = found.solution, found.count
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
            count = 0 if solution.status == "unsolvable" else None
    lines = _listed(found, args.all) if found is not None and count is not None and args.all else None
    _print(solution, count, lines, entry, args, terminal)
    return _status(solution, found is not None and count is None)


def _all(puzzle: EnginePuzzle, args: Arguments, progress: ProgressLine) -> Solutions:
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
    if most is True:
        return iter(found)
    from itertools import islice

    return islice(found, most)


def _print(
    solution: Solution,
    count: int | None,
    lines: Iterable[list[str]] | None,
    entry: Entry,
    args: Arguments,
    terminal: Terminal,
) -> None:
    if not args.json:
        show_solution(terminal, solution, entry, count, lines)
        return
    result = solution.to_json()
    result["count"] = count
    if args.after:
        result["after"] = solution.puzzle.split_moves(args.after)
    write_json(terminal, with_input(result, entry), lines)


def _status(solution: Solution, uncounted: bool) -> int:
    if solution.status == "unsolvable":
        return status.UNSOLVABLE
    if solution.limit == "interrupted":
        return status.INTERRUPTED
    return status.LIMIT if solution.status == "limit" or uncounted else status.SOLVED
