"""`clew study`: a log of players' moves, analysed with the map of each level."""

from __future__ import annotations

import os
from argparse import Namespace
from time import monotonic
from typing import TYPE_CHECKING, Any

from clew.cli import status
from clew.cli.boards import print_json
from clew.cli.command import Command, UsageError
from clew.cli.options import output_name
from clew.cli.terminal import LiveLine, duration, number
from clew.optional import needed
from clew_lab import study  # its names import scipy, which `clew --help` need not wait for

if TYPE_CHECKING:
    from clew.cli.terminal import Terminal

FORMATS = ("generic", "malab", "jspsych", "studio")

COMMAND = Command(
    "study",
    summary="analyse a log of players' moves with the map of each level",
    description="""\
Reads who moved what and when, replays every row by the rules, and measures it: whether each move gets
closer to the goal, keeps the distance or gets farther away; how long players thought; how difficult the
levels and how skilled the players are, with standard errors; and whether players fall into groups.

Writes these files into the folder: moves.csv (one line for every row of the log), attempts.csv,
levels.csv, players.csv, summary.json, codebook.csv (what each column means), read.R, and figures/.

A row that cannot be played is flagged with its line in the log and counted, never dropped; with
--on-illegal error, the first such row ends the run. Names of players become pseudonyms; the same
--anonymize SALT gives the same ones in every run.

LEVELS is a folder of boards (.toml, or .json lists of cars) with the names that the log uses, a .zip of
such a folder, or a set file.""",
    arguments="LOG --levels LEVELS -o FOLDER",
    quiet="print nothing but the summary of --json; only write the files",
    statuses={status.SOLVED: "all files are written", status.WRONG: status.BAD_USAGE},
    needs=(("study", ""),),
    examples=(
        ("clew study moves.csv --levels levels -o out", "write everything into the folder out"),
        (
            "clew study events.csv --levels boards -o out --anonymize SALT",
            "keep the same pseudonyms in every run",
        ),
        (
            "clew study log.csv --levels levels -o out --column player=who --column move=action",
            "read a log whose columns have other names",
        ),
        ("clew study log.csv --levels levels -o out --on-illegal error", "stop at the first bad move"),
        ("clew study log.csv --levels levels -o out --fit-difficulty", "fit a forecast to your own players"),
    ),
)
COMMAND.add_argument("log", metavar="LOG", help="the log")
COMMAND.add_argument("--levels", required=True, metavar="LEVELS", help="read the boards from here")
COMMAND.add_argument(
    "--output", "-o", type=output_name, required=True, metavar="FOLDER", help="write into this folder"
)
COMMAND.add_argument(
    "--format", metavar="NAME", choices=FORMATS, help="format of the log (default: recognised by its columns)"
)
COMMAND.add_argument(
    "--column",
    metavar="FIELD=NAME",
    action="append",
    default=[],
    help="which column has a field, such as player=subject",
)
COMMAND.add_argument(
    "--anonymize", metavar="SALT", help="salt of the pseudonyms (default: the log's content)"
)
COMMAND.add_argument("--keep-names", action="store_true", help="keep players' names as they are in the log")
COMMAND.add_argument(
    "--on-illegal",
    metavar="WHAT",
    default="flag",
    choices=("flag", "error"),
    help="what to do with a row that cannot be played",
)
COMMAND.add_argument("--one-based", action="store_true", help="count steps and runs from 1")
COMMAND.add_argument("--no-figures", action="store_true", help="do not make figures/")
COMMAND.add_argument(
    "--fit-difficulty",
    action="store_true",
    help="also write difficulty.json: the model of clew.predict_difficulty, fitted to these players",
)
COMMAND.add_argument(
    "--cache", metavar="FOLDER", help="keep the maps of levels in this folder for the next run"
)
COMMAND.add_argument("--json", action="store_true", help="print the summary as one line of JSON")


def run(args: Namespace, terminal: Terminal) -> int:
    """Analyse the log. Returns the exit status."""
    if args.keep_names and args.anonymize is not None:
        raise UsageError("--keep-names and --anonymize exclude each other")
    needed("scipy", "a study", "study")
    if not args.no_figures:
        needed("matplotlib", "figures", "study", advice=", or leave them out with --no-figures")
    _study(args, terminal)
    return status.SOLVED


def _columns(pairs: list[str]) -> dict[str, str]:
    columns = {}
    for pair in pairs:
        field, equals, name = pair.partition("=")
        if not equals or not name:
            raise UsageError(f"--column {pair}: write FIELD=NAME, such as player=subject")
        columns[field] = name
    return columns


def _study(args: Namespace, terminal: Terminal) -> None:
    began = monotonic()
    with LiveLine(terminal) as line:

        def told(phase: str, done: int = 0, of: int = 0) -> None:
            if line.seen:
                line.show(f"{phase}: {done} of {of}" if of else phase)

        told(f"reading {args.log}")
        log = study.read_log(
            args.log,
            args.format,
            columns=_columns(args.column),
            anonymize=False if args.keep_names else args.anonymize,
        )
        traces = study.replay(
            log, args.levels, on_illegal=args.on_illegal, cache=args.cache, on_progress=told
        )
        told("tables and fits")
        written = study.export(traces, args.output, one_based=args.one_based)
        if args.fit_difficulty:
            told("the model of difficulty")
            study.fit_difficulty(traces).save(os.path.join(args.output, "difficulty.json"))
            written.append("difficulty.json")
        if not args.no_figures:
            folder = os.path.join(args.output, "figures")
            written += [f"figures/{name}" for name in study.figures(traces, folder, on_progress=told)]
    _tell(args, terminal, traces, written, monotonic() - began)


def _tell(args: Namespace, terminal: Terminal, traces: Any, written: list[str], seconds: float) -> None:
    from clew_lab.study.outputs import whole_summary

    found = whole_summary(traces)
    if args.json:
        print_json(terminal, found)
        return
    if terminal.quiet:
        return
    shares = found["share_of_effective_moves"]
    kinds = ", ".join(f"{name} {_percent(share)}" for name, share in shares.items())
    terminal.line(
        f"{number(found['rows'])} rows, {number(found['players'])} players, "
        f"{number(found['levels'])} levels, {number(found['attempts'])} attempts, "
        f"{number(found['solved'])} solved"
    )
    terminal.line(f"{number(found['effective_moves'])} effective moves: {kinds}")
    terminal.line(
        f"worse after a worse move {_percent(found['worse_after_worse'])}, after a better one "
        f"{_percent(found['worse_after_better'])}"
    )
    if found["times"] is not None:
        reliable = found["times"]["reliability"]
        terminal.line(
            f"times: split-half reliability of difficulty {_two(reliable['difficulty'])}, "
            f"of skill {_two(reliable['skill'])}"
        )
    terminal.line(f"styles: {found['strategies']['clusters']['verdict']}")
    for name, flag in found["flags"].items():
        rows = ", ".join(map(str, flag["source_rows"][:5])) + (", ..." if flag["rows"] > 5 else "")
        terminal.line(f"flag {name}: {number(flag['rows'])} rows ({rows}): {flag['meaning']}")
    terminal.line(f"{args.output}: {', '.join(written)} · {duration(seconds)}")


def _percent(share: float | None) -> str:
    return "-" if share is None else f"{100 * share:.1f} %"


def _two(value: float | None) -> str:
    return "-" if value is None else f"{value:.2f}"
