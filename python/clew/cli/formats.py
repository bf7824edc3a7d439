"""`clew formats`: the formats of boards."""

from __future__ import annotations

import json
from argparse import Namespace
from typing import TYPE_CHECKING, Any

from clew.boards.recognition import format_named, formats
from clew.cli import status
from clew.cli.command import SUMMARIES, Command, UsageError
from clew.cli.options import add_json
from clew.errors import BoardError

if TYPE_CHECKING:
    from clew.boards.format import Format
    from clew.cli.terminal import Terminal

COMMAND = Command(
    "formats",
    summary=SUMMARIES["formats"],
    description="""\
Lists the formats of boards, each with an example. Clew recognises the format of a file by its content;
--format NAME of other commands forces one, and clew convert --to NAME writes one. A format with several
readings has options, which stand in brackets behind its name: --format 'NAME[OPTION]'.""",
    arguments="[NAME...]",
    quiet="print only the names",
    statuses={status.SOLVED: "the formats are listed", status.WRONG: "bad usage"},
    examples=(
        ("clew formats", "see what can be read and written"),
        ("clew formats rush", "see one format, with its options"),
        ("clew solve rush.txt --format rush", "read a file in this format"),
    ),
)
COMMAND.add_argument("names", nargs="*", metavar="NAME", help="only these formats")
add_json(COMMAND)


def run(args: Namespace, terminal: Terminal) -> int:
    """List the formats. Returns the exit status."""
    try:
        found = [format_named(name)[0] for name in args.names] or formats()
    except BoardError as error:
        raise UsageError(error.message) from None
    for form in found:
        if args.json:
            terminal.line(json.dumps(_keys(form)))
        elif terminal.quiet:
            terminal.line(form.name)
        else:
            _show(form, terminal)
    return status.SOLVED


def _keys(form: Format) -> dict[str, Any]:
    return {
        "name": form.name,
        "about": form.about,
        "family": form.family,
        "endings": list(form.endings),
        "writes": form.writes,
        "options": form.options,
        "example": form.example,
    }


def _show(form: Format, terminal: Terminal) -> None:
    told = [form.about, *([] if form.family is None else [form.family])]
    told += [" ".join(form.endings)] if form.endings else []
    told += ["read and written" if form.writes else "read"]
    terminal.line(f"{terminal.strong(form.name)}: {'; '.join(told)}")
    for option, meaning in form.options.items():
        terminal.line(f"  {form.name}[{option}]: {meaning}")
    lines = form.example.rstrip("\n").split("\n")
    for line in lines[:8]:
        terminal.line("    " + terminal.faint(line[:90]))
    if len(lines) > 8:
        terminal.line("    " + terminal.faint("..."))
    terminal.line()
