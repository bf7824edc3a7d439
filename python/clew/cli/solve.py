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

    from clew.boards.entries import Entry
    from clew.cli.films import Films
    from clew.cli.parser import Arguments
    from clew.cli.terminal import Terminal
    from clew.puzzles.base import EnginePuzzle
    from clew.search.solution import Solution
    from clew.search.solutions import Solutions

COMMAND = Command(
    "solve",
    summary="find the fewest moves, and prove that there are none fewer",
    description="""\
Prints the board, the moves and one line of figures. A board that cannot be solved is proved to be so; where a
limit or Ctrl-C ends the search, it says what is known so far: the best line, and the proved lower bound.

A hard board may take long to be proved. --first gives the first solution that is found, without a proof: its
status is "solved", its `optimal` false unless the bound happens to prove it. --improve goes on from there and
shows the best line, the proved bound and the gap between them as they change; stopped early, it prints the
best line with exit status 3 (130 after Ctrl-C). Both add `gap` to --json, which prints the last word alone.

A move is written as its family writes it: AR3 is piece A, right, three cells (L R U D); 3-0 is the pebble on
cell 3 into cell 0; c4R slides the tile on c4 to the right; 0SE steps coin 0 to the south-east, and 1- is a
pass of coin 1.""",
    arguments="BOARD...",
    quiet="only the moves, or the count: no board, no figures, no progress",
    statuses=status.OF_BOARDS,
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
        Option("--first", help="any solution, as soon as there is one; it need not be the shortest"),
        Option(
            "--improve",
            help="a first solution fast, then better ones, until the best is proved or a limit is reached",
        ),
        Option(
            "--lookahead",
            value="N",
            read=values.whole,
            help="with --first and --improve: judge a state by the best within N moves of it, 0 to 8",
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
            help="how to search (with --improve: how to prove); auto, the default, chooses by family",
        ),
        Option(
            "--gif", value="FILE", help="also write the solution as an animated GIF, one per board of a set"
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
            "clew solve --improve --max-seconds 60 board.toml",
            "the best line that a minute finds, and how far from the optimum it can be",
        ),
        ("clew solve --gif solved.gif board.toml", "the moves as an animated picture too"),
        ("clew solve --first board.toml", "some solution at once"),
        (
            "clew solve --json --max-seconds 10 set.csv > answers.jsonl",
            "a whole set, a line of JSON for each board",
        ),
        ("generate-boards | clew solve --quiet -", "boards from standard input, moves alone"),
    ),
)


def run(args: Arguments, terminal: Terminal) -> int:
    """Solves every board; the exit status."""
    if args.via and (args.count or args.all):
        raise UsageError("--count and --all are about all optimal solutions, so they do not go with --via")
    _check_anytime(args)
    films = None
    if args.gif is not None:
        from clew.cli.films import Films

        films = Films(args.gif)

    def handle(puzzle: EnginePuzzle, entry: Entry) -> int:
        return _solve(puzzle, entry, args, terminal, films)

    return each_board(args, args.arguments, terminal, handle)


def _check_anytime(args: Arguments) -> None:
    name = "--first" if args.first else "--improve"
    if args.first and args.improve:
        raise UsageError("--first stops where --improve goes on: give one of them")
    if not _anytime(args):
        if args.lookahead is not None:
            raise UsageError("--lookahead guides --first and --improve: give one of them too")
        return
    others = [("--via", args.via), ("--count", args.count), ("--all", args.all)]
    for other, given in others:
        if given:
            raise UsageError(f"{name} looks for one line to a goal, so it does not go with {other}")


def _anytime(args: Arguments) -> bool:
    return bool(args.first or args.improve)


def _solve(
    puzzle: EnginePuzzle, entry: Entry, args: Arguments, terminal: Terminal, films: Films | None
) -> int:
    if _anytime(args):
        solution = _improved(puzzle, args, terminal)
        count = 0 if solution.status == "unsolvable" else None
        _print(solution, count, None, entry, args, terminal)
        if films is not None:
            films.write(solution, terminal)
        return _status(solution, False)
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
    if films is not None:
        films.write(solution, terminal)
    return _status(solution, found is not None and count is None)


def _improved(puzzle: EnginePuzzle, args: Arguments, terminal: Terminal) -> Solution:
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
    if _anytime(args):
        result["gap"] = solution.gap
    write_json(terminal, with_input(result, entry), lines)


def _status(solution: Solution, uncounted: bool) -> int:
    if solution.status == "unsolvable":
        return status.UNSOLVABLE
    if solution.limit == "interrupted":
        return status.INTERRUPTED
    return status.LIMIT if solution.status == "limit" or uncounted else status.SOLVED
