"""`clew generate`: new boards of a given difficulty."""

from __future__ import annotations

import os
from argparse import ArgumentTypeError, Namespace
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING, Any

from clew.boards.load import read_boards, reader_of_file
from clew.boards.recognition import recognised
from clew.boards.source import Source
from clew.cli import status
from clew.cli.boards import assumed, print_json
from clew.cli.command import SUMMARIES, Command, UsageError
from clew.cli.convert import by_ending, opened, same_file
from clew.cli.options import add_json, memory, output_name, positive, seconds, whole
from clew.cli.terminal import PATIENCE, LiveLine, clock, number
from clew.errors import BoardError
from clew.formats.csv_table import CsvWriter
from clew.generation.generate import generate
from clew.generation.hardest import hardest
from clew.generation.spec import METHODS
from clew.puzzles.families import having
from clew.replacement import Replacement
from clew.search.limits import Limits

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from clew.boards.format import Format
    from clew.cli.terminal import Terminal
    from clew.generation.evaluator import Making
    from clew.puzzles.base import EnginePuzzle

_OVER = {
    "boards": "there seem to be no more of this kind",
    "tries": "none of the last 200,000 tried was another one of this kind",
}
_ONE_FILE = (".txt", ".csv", ".jsonl")


def _range(text: str) -> tuple[int, int | None]:
    low, dots, high = text.partition("..")
    try:
        least = int(low) if low or not dots else 0
        most = (int(high) if high else None) if dots else least
    except ValueError:
        least, most = -1, None
    if least < 0 or (most is not None and most < least):
        raise ArgumentTypeError("expected a number or a range: 30, 30..40 or 30..")
    return least, most


def _pieces(text: str) -> tuple[int, int]:
    least, most = _range(text)
    if most is None:
        raise ArgumentTypeError("expected a number or a range: 12 or 10..13")
    return least, most


COMMAND = Command(
    "generate",
    summary=SUMMARIES["generate"],
    description=f"""\
Makes boards whose proved optimum is in the range of --par. No two are the same after turning,
reflecting or renaming, and the same seed makes the same boards. Prints one compact form per line; with
-o, writes a set (.txt, .csv with a column par, .jsonl) or a folder of TOML files.

--hardest searches for the board that needs the most moves instead, until Ctrl-C, --max-seconds or --rounds.
Each new best board is printed at once, and saved with --checkpoint, which also continues a search where it
stopped. The boards found after a given number of rounds depend neither on interruptions nor on --workers.

--game makes new levels for a PuzzleScript game: its own levels are changed until they need as many
moves as --par asks for. With --game, leave FAMILY out. A .txt becomes the source of a game, with the rules
once and the new levels.

Families: {", ".join(having("maker"))}. For pebbles, --size is a layout: panguru,
"grid 3x3", "triangle 4". Ctrl-C ends it and keeps the boards found so far. A set is written to a new
file, NAME.PID.part, which takes the place of an old one at the end, if a board was found.""",
    arguments="[FAMILY]",
    quiet="print only the boards: no names of files, no summary, no progress",
    statuses={
        status.SOLVED: "all boards were made",
        status.WRONG: "bad usage, or requirements that cannot be met",
        status.LIMIT: "a limit was reached before all boards were made",
    },
    examples=(
        ("clew generate blocks --par 30.. --count 5 --seed 1", "make five boards of 30 moves or more"),
        ("clew generate coroutine --size 4x4 --par 60.. -o hard/", "make a TOML file in a folder"),
        (
            "clew generate ricochet --par 20..25 --until-interrupted -o set.csv",
            "make boards until you stop it",
        ),
        (
            'clew generate pebbles --size "grid 2x3" --pieces 5 --par 15.. --minimal',
            "make a board without superfluous pebbles",
        ),
        ("clew generate --game game.txt --par 20..", "make a level of 20 moves or more for a game"),
        ("clew generate coroutine --size 3x3 --hardest --checkpoint hunt.json", "search, and continue later"),
    ),
)
COMMAND.add_argument("family", nargs="?", metavar="FAMILY", choices=having("maker"), help="a family")
COMMAND.add_argument(
    "--par", metavar="RANGE", type=_range, help="range of the fewest moves: 30, 30..40 or 30.."
)
COMMAND.add_argument("--count", metavar="N", type=positive, default=1, help="make N boards (default 1)")
COMMAND.add_argument(
    "--seed", metavar="N", type=whole, help="random seed; the same seed makes the same boards"
)
COMMAND.add_argument("--size", metavar="SIZE", help="rows and columns, such as 6x6; for pebbles, the layout")
COMMAND.add_argument(
    "--pieces", metavar="RANGE", type=_pieces, help="how many pieces, tiles or pebbles: 12 or 10..13"
)
COMMAND.add_argument("--walls", metavar="RANGE", type=_pieces, help="blocks: how many cells are walls")
COMMAND.add_argument(
    "--numbered", action="store_true", help="pebbles: numbered, to be put in order, as in the 15-puzzle"
)
COMMAND.add_argument(
    "--unique",
    action="store_true",
    help="only boards with one optimal solution, but for the order of moves that commute",
)
COMMAND.add_argument(
    "--symmetric", action="store_true", help="only boards whose fixed parts are mirror-symmetric"
)
COMMAND.add_argument(
    "--minimal",
    action="store_true",
    help="only boards from which you cannot remove a piece without making them easier",
)
COMMAND.add_argument(
    "--min-bits", metavar="BITS", type=seconds, help="only boards with at least BITS bits (see clew rate)"
)
COMMAND.add_argument("--method", metavar="NAME", default="auto", choices=METHODS, help="how boards are made")
COMMAND.add_argument("--game", metavar="FILE", help="make levels for this PuzzleScript game")
COMMAND.add_argument(
    "--hardest",
    action="store_true",
    help="search for the board that needs the most moves; print each new best one",
)
COMMAND.add_argument("--checkpoint", metavar="FILE", help="--hardest: save the search there, and continue it")
COMMAND.add_argument("--rounds", metavar="N", type=positive, help="--hardest: stop after N rounds in total")
COMMAND.add_argument(
    "--workers",
    metavar="N",
    type=positive,
    default=0,
    help="--hardest: run N worker processes; default: one per core",
)
COMMAND.add_argument(
    "--until-interrupted",
    action="store_true",
    help="continue until Ctrl-C, and add to the boards in the output",
)
COMMAND.add_argument(
    "--output",
    "-o",
    type=output_name,
    metavar="PATH",
    help="write to this set (.txt, .csv, .jsonl) or folder; - is standard output",
)
COMMAND.add_argument("--max-seconds", metavar="S", type=seconds, help="stop after S seconds")
COMMAND.add_argument(
    "--max-memory", metavar="SIZE", type=memory, help="use at most SIZE of memory, such as 200MB or 2GiB"
)
add_json(COMMAND)


class _Line(LiveLine):
    def __call__(self, making: Making) -> None:
        if making.seconds >= PATIENCE:
            parts = [
                f"{making.found} found",
                f"best {making.best}",
                f"{number(making.tried)} tried",
                f"round {making.rounds}",
                clock(making.seconds),
            ]
            self.show(f"generate: {', '.join(parts)}")


class _Sink:
    """Writes each board to the terminal, a file or a folder."""

    def __init__(self, terminal: Terminal, family: str, output: str | None, as_json: bool, add: bool) -> None:
        self._terminal = terminal
        self._family = family
        self._folder = self._file = None
        self._new: Replacement | None = None
        """The file that takes the place of the output; None if boards are added to that."""
        self._some = False
        self._made: str | None = None
        """The output, if boards are added to one that was not there before."""
        self._json = as_json
        self.known: list[EnginePuzzle] = []
        self._number = 0
        if output in (None, "-"):
            return
        ending = os.path.splitext(output)[1]
        if ending in _ONE_FILE and not os.path.isdir(output):
            self._file = self._opened(output, add)
        elif ending and not os.path.isdir(output) and not output.endswith("/"):
            raise UsageError(
                f"{output}: the name of a set ends in {', '.join(_ONE_FILE)}; the name of a folder "
                "has no ending"
            )
        else:
            os.makedirs(output, exist_ok=True)
            self._folder = output
            if add:
                self._read(output)

    def _opened(self, path: str, add: bool) -> IO[Any]:
        more = add and os.path.exists(path) and os.path.getsize(path) > 0
        if more:
            self._read(path)
        form = by_ending(path, self._family)
        assert form is not None
        if more and form.family is not None and not (self.known and _is_in(path, form)):
            raise UsageError(
                f"{path}: boards cannot be added to it, because it is not a file in the format {form.name} "
                "with a good board; name another file with -o"
            )
        self._new = None if add else Replacement(path)
        self._made = path if add and not os.path.exists(path) else None
        file = opened(path, form, "a") if self._new is None else opened(self._new.path, form)
        table = form.name == "csv"
        self._writer = CsvWriter(file, ["par"], begun=more) if table else form.writer(file)
        if more and self.known:
            self._writer.goes_on(self.known[-1])
        return file

    def _read(self, path: str) -> None:
        self.known = [entry.puzzle for entry in read_boards(path) if entry.puzzle is not None]

    def take(self, puzzle: EnginePuzzle) -> None:
        if self._json:
            keys = {"family": puzzle.family, "board": puzzle._body(), "puzzle": str(puzzle)}
            print_json(self._terminal, {**keys, "metric": puzzle.metric, "par": puzzle.par})
        if self._file is not None:
            self._writer.write(puzzle, {})
            self._some = True
        elif self._folder is not None:
            path = self._fresh(self._folder, puzzle)
            with Replacement(path) as new, open(new.path, "w", encoding="utf-8") as file:
                file.write(puzzle.to_toml())
            if not (self._json or self._terminal.quiet):
                self._terminal.line(path)
        elif not self._json:
            self._terminal.line(str(puzzle))

    def _fresh(self, folder: str, puzzle: EnginePuzzle) -> str:
        while True:
            self._number += 1
            path = os.path.join(folder, f"{puzzle.family}-{puzzle.par}-{self._number}.toml")
            if not os.path.exists(path):
                return path

    def close(self) -> None:
        """Ends the output, whatever ended the search: boards that were found are kept. Without any, the old
        file stays, and no new one is left.
        """
        if self._file is not None:
            self._file.close()
        if self._new is not None:
            if self._some:
                self._new.put()
            else:
                self._new.drop()
        elif self._made is not None and not os.path.getsize(self._made):  # others may add to it, too
            os.unlink(self._made)

    @contextmanager
    def shown(self, terminal: Terminal) -> Iterator[tuple[_Line, Callable[[EnginePuzzle], None]]]:
        """A progress line, and a function that takes a board and clears that line first. Closes the sink."""
        try:
            with _Line(terminal) as line:

                def found(puzzle: EnginePuzzle) -> None:
                    line.clear()
                    self.take(puzzle)

                yield line, found
        finally:
            self.close()


def _is_in(path: str, form: Format) -> bool:
    """Whether a file is read in that format."""
    with open(path, "rb") as file:
        found = recognised(Source(file, path))
    return not isinstance(found, BoardError) and found[0].name == form.name


def run(args: Namespace, terminal: Terminal) -> int:
    """Make new boards. Returns the exit status."""
    family, game = _asked(args)
    if args.hardest:
        return _hunt(args, terminal)
    if args.checkpoint is not None or args.rounds is not None or args.workers:
        raise UsageError("--checkpoint, --rounds and --workers belong to --hardest")
    sink = _Sink(terminal, family, args.output, args.json, args.until_interrupted)
    with sink.shown(terminal) as (line, found):
        made = generate(
            family,
            game=game,
            size=args.size,
            pieces=args.pieces,
            par=args.par,
            count=None if args.until_interrupted else args.count,
            seed=args.seed,
            unique=args.unique,
            symmetric=args.symmetric,
            min_bits=args.min_bits,
            method=args.method,
            minimal=args.minimal,
            walls=args.walls,
            numbered=args.numbered,
            limits=Limits(seconds=args.max_seconds, memory=args.max_memory),
            on_progress=line if line.seen else None,
            on_board=found,
            known=sink.known,
        )
    if not (terminal.quiet or args.json):
        making = made.making
        tried = f"{number(making.tried)} tried in {clock(making.seconds)}"
        text = f"  {len(made)} made from {tried}, seed {made.seed}"
        lines = [*(f"  {line}" for line in (assumed(made[0]) if made else [])), text]
        terminal.err.write("".join(terminal.faint(line) + "\n" for line in lines))
    if made.limit == "interrupted":
        return status.INTERRUPTED
    if made.limit is None:
        return status.SOLVED
    best = made.making.best_board
    if made.limit in _OVER:
        terminal.complain(f"only {len(made)} boards: {_OVER[made.limit]}")
        return status.LIMIT
    more = "" if best is None else f"; the hardest board seen needs {made.making.best} moves: {best}"
    terminal.complain(f"stopped by the limit on {made.limit} after {len(made)} boards{more}")
    return status.LIMIT


def _asked(args: Namespace) -> tuple[str, str | None]:
    """The family, and the source of the game whose levels are made."""
    if args.game is None:
        if args.family is None:
            raise UsageError(f"name a family: {', '.join(having('maker'))}; or a game with --game FILE")
        return args.family, None
    if args.hardest:
        raise UsageError("--game and --hardest exclude each other")

    if args.output is not None and same_file(args.output, args.game):
        raise UsageError(
            f"{args.output} is the game itself, which new levels are not written into; write to another "
            "file with -o"
        )
    family, text = reader_of_file(args.game)
    if args.family not in (None, family):
        raise UsageError(f"{args.game} is a {family} game: leave {args.family} out")
    return family, text


def _hunt(args: Namespace, terminal: Terminal) -> int:
    """Hunts for the hardest board; the exit status."""
    for option in ("par", "unique", "minimal", "min_bits", "walls", "numbered", "until_interrupted"):
        if getattr(args, option):
            raise UsageError(f"--{option.replace('_', '-')} and --hardest exclude each other")
    sink = _Sink(terminal, args.family, args.output, args.json, add=args.checkpoint is not None)
    with sink.shown(terminal) as (line, found):
        hunt = hardest(
            args.family,
            size=args.size,
            pieces=args.pieces,
            symmetric=args.symmetric,
            method=args.method,
            seed=args.seed or 0,
            rounds=args.rounds,
            workers=args.workers,
            checkpoint=args.checkpoint,
            limits=Limits(seconds=args.max_seconds, memory=args.max_memory),
            on_progress=line if line.seen else None,
            on_board=found,
        )
    if not (terminal.quiet or args.json):
        text = f"  {number(hunt.rounds)} rounds, the hardest needs {hunt.length} moves: {hunt.best or '-'}"
        terminal.err.write(terminal.faint(text) + "\n")
    return status.INTERRUPTED if hunt.limit == "interrupted" else status.SOLVED
