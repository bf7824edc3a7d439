"""`clew draw`: pictures of boards and solutions."""

from __future__ import annotations

import json
import math
import os
import sys
from argparse import Namespace
from io import BytesIO
from typing import TYPE_CHECKING, Any

from clew.boards.load import read_boards
from clew.cli import status
from clew.cli.boards import remarked
from clew.cli.command import SUMMARIES, Command, UsageError
from clew.cli.options import BOARD, add_family, add_limits, limits_of, output_name, positive, seconds, whole
from clew.cli.terminal import ProgressLine
from clew.errors import BoardError, ClewError
from clew.pictures.colours import THEMES
from clew.pictures.draw import FORMATS, PAPERS, draw
from clew.pictures.drawable import Line, subject_of, walked
from clew.pictures.renderer import MARKS
from clew.puzzle import Puzzle
from clew.puzzles.registry import parse_compact
from clew.search.heatmap import heatmap
from clew.search.solve import solve

if TYPE_CHECKING:
    from collections.abc import Iterator

    from clew.cli.terminal import Terminal
    from clew.search.heatmap import Heatmap

COMMAND = Command(
    "draw",
    summary=SUMMARIES["draw"],
    description="""\
Draws a board, or a solution as `clew solve --json` prints it. The argument is a file, `-` for standard
input, or the line of JSON itself. The ending of the output's name chooses the format; without --output,
the SVG goes to standard output.

A board becomes a picture of its start. A solution becomes one picture of all its boards, each with a
mark for the move that follows, or with --step N only the board after N moves. As GIF, a solution is an
animation. As PDF, a solution becomes pages of its boards, and a board becomes sheets printed to scale,
ready to play on: the board, and the pieces to cut out. A set of boards becomes a book as PDF: four boards
to a page, with an answer to each at the back. The limits hold for each board; one that is not solved within
them has no answer.

With --heat, a board becomes its heat map (.svg, .png): for each piece, the places where it stops, and the
share of the optimal solutions in which it does. This counts all optimal solutions, within the limits.""",
    arguments="BOARD|SOLUTION",
    quiet="do not name the file that was written",
    statuses={status.SOLVED: "the picture is drawn", status.WRONG: status.BAD_BOARD},
    needs=(("draw", "a .png or .gif"),),
    examples=(
        ("clew draw board.toml -o board.svg", "draw a board for a web page or a book"),
        ("clew draw board.toml -o board.pdf", "make sheets to print, cut out and play"),
        ("clew solve board.toml --json | clew draw - -o solution.gif", "animate a solution"),
        ("clew draw solution.json -o solution.pdf", "print the boards of a solution on pages"),
        ("clew draw set.jsonl -o book.pdf", "print a set: four boards to a page, answers at the back"),
        (
            "clew draw solution.json --step 3 --theme dark -o three.png",
            "draw one board of it, and the next move",
        ),
        ('clew draw board.toml --moves "CL3 HU1" -o two.svg', "draw moves of your own"),
        ("clew draw board.toml --heat -o heat.svg", "draw where pieces stop in optimal solutions"),
    ),
)
COMMAND.add_argument("source", metavar="BOARD|SOLUTION", help=BOARD)
COMMAND.add_argument(
    "--output",
    "-o",
    type=output_name,
    metavar="FILE",
    help="write to this file: " + ", ".join("." + f for f in FORMATS),
)
COMMAND.add_argument(
    "--theme",
    metavar="NAME",
    default="auto",
    choices=THEMES,
    help="colours; the default, auto, follows the reader's system",
)
COMMAND.add_argument(
    "--marks", metavar="KIND", default="letters", choices=MARKS, help="what to draw on pieces"
)
COMMAND.add_argument("--width", metavar="PIXELS", type=positive, help="width of the picture")
COMMAND.add_argument(
    "--step", metavar="N", type=whole, help="of a solution: draw only the board after N moves"
)
COMMAND.add_argument(
    "--moves",
    metavar="MOVES",
    help='draw these moves from the start of the board as a solution, such as "AR3 BU1"',
)
COMMAND.add_argument(
    "--heat",
    action="store_true",
    help="draw the heat map of a board: where its pieces stop in optimal solutions",
)
COMMAND.add_argument("--transparent", action="store_true", help="leave the background transparent")
COMMAND.add_argument("--stepped", action="store_true", help="GIF: show no movement between the boards")
COMMAND.add_argument(
    "--seconds",
    metavar="S",
    type=seconds,
    default=0.6,
    help="GIF: show each board for S seconds (default 0.6)",
)
COMMAND.add_argument("--paper", metavar="SIZE", default="A4", choices=PAPERS, help="PDF: size of the paper")
COMMAND.add_argument(
    "--cell", metavar="MM", type=seconds, help="PDF: millimetres between the centres of two cells"
)
COMMAND.add_argument(
    "--easiest-first", action="store_true", help="book: order the boards by their fewest moves"
)
COMMAND.add_argument("--number", metavar="N", type=positive, help="of a set: draw board or solution N")
add_limits(COMMAND, moves=False)
add_family(COMMAND)


def run(args: Namespace, terminal: Terminal) -> int:
    """Draw one board or solution. Returns the exit status."""
    things = list(_things(args.source, args, terminal))
    number = args.number or 1
    if args.number is None and len(things) > 1:
        return _book(things, args, terminal)
    if number > len(things):
        raise UsageError(f"--number {number}: {args.source} has only {len(things)}")
    thing = things[number - 1]
    if isinstance(thing, ClewError):
        raise thing
    if args.heat:
        thing = _heat(thing, args, terminal)
    elif args.moves is not None:
        thing = Line(subject_of(thing).puzzle, args.moves)
    options: dict[str, Any] = {
        "theme": args.theme,
        "marks": args.marks,
        "width": args.width,
        "step": args.step,
        "background": not args.transparent,
        "smooth": not args.stepped,
        "seconds": args.seconds,
        "paper": args.paper,
        "cell": args.cell,
    }
    if args.output is None:
        terminal.write(draw(thing, **options))
    else:
        draw(thing, args.output, **options)
        _written(args.output, terminal)
    return status.SOLVED


def _book(things: list[object], args: Namespace, terminal: Terminal) -> int:
    """Draw all boards of a set as a book, with an answer to each that is found within the limits."""
    if not (args.output or "").lower().endswith(".pdf"):
        raise UsageError(
            f"{args.source} has {len(things)} boards: choose one with --number N, "
            "or make a book with -o FILE.pdf"
        )
    answered: list[object] = []
    with ProgressLine(terminal) as progress:
        for thing in things:
            if isinstance(thing, ClewError):
                raise thing
            if isinstance(thing, Puzzle):
                thing = solve(
                    thing, limits=limits_of(args), on_progress=progress.callback, threads=args.threads
                )
            answered.append(thing)
    if args.easiest_first:
        answered.sort(key=_length)
    draw(answered, args.output, theme=args.theme, marks=args.marks, paper=args.paper)
    return _written(args.output, terminal)


def _length(answer: object) -> float:
    """The fewest moves of a solution; those of a board without one are taken for many."""
    steps = subject_of(answer).steps
    return sum(step.cost for step in steps) if steps else math.inf


def _written(path: str, terminal: Terminal) -> int:
    if not terminal.quiet:
        terminal.line(f"{path}: {os.path.getsize(path):,} bytes")
    return status.SOLVED


def _heat(thing: object, args: Namespace, terminal: Terminal) -> Heatmap:
    """The heat map of a board, after `--moves` if they are given."""
    with ProgressLine(terminal) as progress:
        return heatmap(
            subject_of(thing).puzzle,
            after=args.moves or (),
            limits=limits_of(args),
            on_progress=progress.callback,
            threads=args.threads,
        )


def _things(source: str, args: Namespace, terminal: Terminal) -> Iterator[object]:
    """Yield the puzzles, or the solutions, of the source; for one that cannot be read, its error."""
    text = _json_text(source)
    lines = [(number, line) for number, line in enumerate((text or "").splitlines(), 1) if line.strip()]
    if text is not None and lines and _is_solution(lines[0][1]):
        for number, line in lines:
            try:
                yield _solution(line)
            except ClewError as error:
                place = f"{source}, line {number}: " if len(lines) > 1 or source == "-" else ""
                yield ClewError(f"{place}{error}")
        return
    stdin = None
    if source == "-":
        stdin = BytesIO((text or "").encode("utf-8", "surrogateescape"))
    for entry in remarked(
        read_boards(source, family=args.family, stdin=stdin, own=True, format=args.format), terminal
    ):
        yield entry.error if entry.puzzle is None else entry.puzzle


def _json_text(source: str) -> str | None:
    """The text that may hold solutions: standard input, a JSON file, or the argument itself."""
    if source == "-":
        return sys.stdin.buffer.read().decode("utf-8", "surrogateescape")
    if source.lstrip().startswith("{"):
        return source
    if source.lower().endswith((".json", ".jsonl")) and os.path.isfile(source):
        with open(source, encoding="utf-8", errors="surrogateescape") as stream:
            return stream.read()
    return None


def _is_solution(line: str) -> bool:
    try:
        value = json.loads(line)
    except ValueError:
        return False
    return isinstance(value, dict) and "puzzle" in value and "moves" in value


def _solution(line: str) -> object:
    """Return a sequence of moves to draw from a line of `clew solve --json`. Raises `ClewError`."""
    try:
        value = json.loads(line)
    except ValueError as error:
        raise BoardError(
            f"this is not JSON: {error}; expected a line as clew solve --json prints it"
        ) from error
    if not isinstance(value, dict) or not isinstance(value.get("puzzle"), str):
        raise BoardError(
            "this is not a solution: it has no `puzzle`; expected a line as clew solve --json prints it"
        )
    puzzle = parse_compact(value["puzzle"])
    if value.get("title") is not None:  # a compact form has no title
        puzzle = type(puzzle).parse(value["puzzle"], title=value["title"])
    moves, before = value.get("moves"), value.get("after", [])
    if moves is None:
        raise ClewError(
            f"there are no moves to draw: the status of the board is {value.get('status', 'not solved')}"
        )
    for key, names in (("moves", moves), ("after", before)):
        if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
            raise BoardError("expected a list of moves as strings", key=key)
    steps = walked(puzzle, puzzle.initial(), before)
    start = steps[-1].after if steps else None
    drawn = Line(puzzle, moves, start=start, optimal=value.get("optimal") is True)
    if isinstance(value.get("proof"), str):
        drawn.proof = value["proof"]
    return drawn
