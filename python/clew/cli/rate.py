"""`clew rate`: measures of difficulty, board by board."""

from __future__ import annotations

from argparse import Namespace
from csv import writer
from io import StringIO
from typing import TYPE_CHECKING, Any

from clew.cli import status
from clew.cli.boards import each_made, print_json, show_board, show_proof, with_input
from clew.cli.command import SUMMARIES, Command, UsageError
from clew.cli.options import add_boards, add_family, add_json, add_limits, limits_of, whole
from clew.cli.terminal import ProgressLine, clean, number
from clew.measures.names import FORECASTS
from clew.measures.rating import SLOW, Rating, plain, rating
from clew.puzzles.fields import closest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clew.boards.entries import Entry
    from clew.cli.terminal import Terminal
    from clew.measures.difficulty import Value
    from clew.puzzles.base import EnginePuzzle

SHORT = (
    "predicted",
    "min_moves",
    "eccentricity",
    "hit_look8",
    "bits",
    "states",
    "pieces_needed",
    "counterintuitive",
    "branching",
)
"""The columns of a table for people, unless --measures names others."""

NAMED = 34
"""The width of the column with the names of boards, in characters."""

COMMAND = Command(
    "rate",
    summary=SUMMARIES["rate"],
    description="""\
Explores the whole map of each board and prints measures that are known, or expected, to tell how hard it
is for people: for one board, every measure with its meaning; for several boards, a table of the best
predictors. Only the measures shown are computed.

`predicted` is how many seconds a typical person takes, forecast by a model fitted to people who played block
puzzles; docs/difficulty.md gives its errors. For other families the forecast is carried over from blocks and
has not been checked. predicted_moves and predicted_solved forecast the number of moves and the probability of
a solution; _low and _high are the ends of an 80 % interval.

The best predictors of how long people take come first. min_moves: the fewest moves. eccentricity: the
distance of the farthest state. hit_look8: how long a random walk takes to come within 8 moves of a
goal. bits: how unlikely it is to find the moves by chance. A missing value is "-" (empty in CSV, null
in JSON); "inf" means that a random walk may never arrive.

--csv and --json print all measures except betweenness, which takes a long time; name it in --measures to
include it. `states` is the exact size of the map.""",
    arguments="BOARD...",
    quiet="print only the measures: no board, no progress",
    statuses={**status.OF_BOARDS, status.SOLVED: "every board can be solved"},
    needs=(("map", ""),),
    examples=(
        ("clew rate boards/blocks/gar-1.toml", "print every measure of a board with its meaning"),
        ("clew rate boards/blocks --sort min_moves", "list a folder, easiest first"),
        ("clew rate set.csv --csv > rated.csv", "make a table for a spreadsheet or R"),
        (
            "clew rate --json --measures min_moves,bits,states set.txt",
            "print some measures, one line of JSON per board",
        ),
    ),
)
add_boards(COMMAND)
COMMAND.add_argument(
    "--measures",
    metavar="NAMES",
    help='print these measures, in this order, such as "min_moves,bits"; "all" prints every one',
)
COMMAND.add_argument("--sort", metavar="NAME", help="sort by this measure, smallest first")
COMMAND.add_argument("--reverse", action="store_true", help="with --sort: largest first")
COMMAND.add_argument(
    "--csv", action="store_true", help="print CSV, one line per board; the set's own columns come last"
)
COMMAND.add_argument("--seed", metavar="N", type=whole, default=0, help="random seed for betweenness")
add_limits(COMMAND, moves=False)
add_family(COMMAND)
add_json(COMMAND)


def run(args: Namespace, terminal: Terminal) -> int:
    """Rate every board. Returns the exit status."""
    from clew.measures.difficulty import MEASURES

    known = [*FORECASTS, *MEASURES]
    if args.csv and args.json:
        raise UsageError("--csv and --json are two forms of the same table: choose one of them")
    names = _names(args.measures, known, bool(args.csv or args.json))
    quick = [name for name in known if name not in SLOW]
    sort: str | None = args.sort
    if sort is not None:
        _known(sort, known, "--sort")
    if args.reverse and sort is None:
        raise UsageError("--reverse works only with --sort: add --sort and a measure")
    limits, rated = limits_of(args), _Rated(args, terminal, names)

    def make(puzzle: EnginePuzzle, threads: int, alone: bool) -> Rating:
        wanted = names or (quick if alone else list(SHORT))
        if sort is not None and sort not in wanted:
            wanted = [*wanted, sort]
        # A single board shows its own progress; with several, the number done says more.
        heard = rated.line.callback if alone else None
        return rating(puzzle, wanted, limits, threads, args.seed, heard)

    with rated.line:
        try:
            result = each_made(args, args.boards, terminal, make, rated.add, limits.cancel)
        finally:
            rated.line.clear()
            rated.show()
    return result


class _Rated:
    """Collects ratings for a table; unsorted JSON is printed as each board is done."""

    def __init__(self, args: Namespace, terminal: Terminal, names: list[str] | None) -> None:
        self.args = args
        self.terminal = terminal
        self.names = names
        self.line = ProgressLine(terminal)
        self.done = 0
        self.rows: list[tuple[Rating, Entry]] = []

    def add(self, puzzle: EnginePuzzle, entry: Entry, found: Rating) -> int:
        if self.args.json and self.args.sort is None:
            self.line.clear()
            self._json(found, entry)
        else:
            self.rows.append((found, entry))
        self.done += 1
        if self.line.seen:
            self.line.show(f"{number(self.done)} boards rated")
        if found.limit == "interrupted":
            return status.INTERRUPTED
        return {"solved": status.SOLVED, "unsolvable": status.UNSOLVABLE}.get(found.status, status.LIMIT)

    def show(self) -> None:
        if self.args.sort is not None:
            self.rows.sort(key=lambda row: _order(row[0].values[self.args.sort], self.args.reverse))
        if self.args.json:
            for found, entry in self.rows:
                self._json(found, entry)
        elif self.args.csv:
            self._csv()
        elif len(self.rows) == 1:
            self._alone(*self.rows[0])
        elif self.rows:
            self._table()

    def _shown(self, found: Rating) -> dict[str, Value]:
        return found.values if self.names is None else {name: found.values[name] for name in self.names}

    def _json(self, found: Rating, entry: Entry) -> None:
        print_json(self.terminal, with_input(found.to_dict(self.names), entry))

    def _csv(self) -> None:
        names = list(self.names or [])
        inputs = list(dict.fromkeys(key for _, entry in self.rows for key in entry.input))
        notes = list(dict.fromkeys(key for found, _ in self.rows for key in found.rests_on))
        taken = {"board", "status", *names, *notes}
        text = StringIO()
        out = writer(text, lineterminator="\n")
        own = [f"input_{key}" * (key in taken) or key for key in inputs]
        out.writerow(["board", "status", *names, *notes, *own])
        for found, entry in self.rows:
            shown = [plain(found.values[name]) for name in names]
            shown += [found.rests_on.get(key) for key in notes]
            out.writerow([str(found.puzzle), found.status, *shown, *map(entry.input.get, inputs)])
        self.terminal.write(text.getvalue())

    def _alone(self, found: Rating, entry: Entry) -> None:
        from clew.measures.difficulty import MEASURES, Difficulty

        meanings = {**FORECASTS, **MEASURES}
        if not self.terminal.quiet:
            show_board(self.terminal, found.puzzle, found.puzzle.initial(), entry)
        if found.limit is not None:
            self.terminal.line(f"  {self.terminal.bad('stopped by the limit on ' + found.limit)}")
            return
        shown = self._shown(found)
        for name, line in zip(shown, str(Difficulty(shown)).splitlines(), strict=True):
            self.terminal.line(self.terminal.hanging("  " + line, 2 + len(line) - len(meanings[name])))
        show_proof(self.terminal, found, "measures")
        if not self.terminal.quiet:
            self.terminal.line()

    def _table(self) -> None:
        from clew.measures.difficulty import written

        names = self.names or SHORT
        head = ["", *names]
        body = [
            [_name(found, entry), *(written(found.values[name]) for name in names)]
            for found, entry in self.rows
        ]
        wide = [max(len(row[column]) for row in [head, *body]) for column in range(len(head))]
        for number_, row in enumerate([head, *body]):
            cells = [
                row[0].ljust(wide[0]),
                *(text.rjust(w) for text, w in zip(row[1:], wide[1:], strict=True)),
            ]
            text = "  ".join(cells).rstrip()
            self.terminal.line(self.terminal.faint(text) if not number_ else text)
        for found, entry in self.rows:
            if found.rests_on:
                self.terminal.line(f"  {_name(found, entry)}:")
                show_proof(self.terminal, found, "measures")


def _names(text: str | None, known: list[str], every: bool) -> list[str] | None:
    """The measures to show; if none are named, all quick ones for programs, None for people."""
    if text is None:
        return [name for name in known if name not in SLOW] if every else None
    if text.strip() == "all":
        return known
    names = [name for name in text.replace(",", " ").split() if name]
    for name in names:
        _known(name, known, "--measures")
    return names


def _known(name: str, known: Sequence[str], option: str) -> None:
    if name not in known:
        raise UsageError(
            f"{option}: there is no measure {name}{closest(name, known)} The measures are {', '.join(known)}"
        )


def _order(value: Value, reverse: bool) -> tuple[bool, Any]:
    """A sort key: by size, texts by their letters; boards without a value come last in both directions."""
    if value is None or value != value:
        return True, 0
    if isinstance(value, str):
        return False, value
    return False, -value if reverse else value


def _name(found: Rating, entry: Entry) -> str:
    """The title of a board, or its compact form, cut to the column."""
    name = clean(found.puzzle.title or entry.input.get("id") or str(found.puzzle))
    return name if len(name) <= NAMED else name[: NAMED - 3] + "..."
