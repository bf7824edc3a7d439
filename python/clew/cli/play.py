"""`clew play`: the game in the terminal."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from typing import TYPE_CHECKING

from clew.boards.load import read_boards
from clew.cli import status
from clew.cli.boards import remarked
from clew.cli.command import SUMMARIES, Command, UsageError
from clew.cli.options import BOARD, add_family, positive
from clew.cli.terminal import is_terminal, takes_unicode
from clew.errors import ClewError
from clew.optional import needed
from clew.tui.levels import Levels
from clew.tui.session import Session
from clew.tui.signs import ASCII, UNICODE
from clew.tui.store import Save, default_path

if TYPE_CHECKING:
    from collections.abc import Callable

    from clew.cli.terminal import Terminal
    from clew.puzzles.base import EnginePuzzle
    from clew.tui.levels import Levels
    from clew.tui.session import Session
    from clew.tui.store import Save

COMMAND = Command(
    "play",
    summary=SUMMARIES["play"],
    description="""\
Shows the board and lets you move with the arrow keys and Enter, with the mouse (click a piece and then
its destination, or drag it), or by typing moves after a colon: `:AR3`. You can undo and redo, ask for
hints in three steps, see the distance to the goal, and step through a shortest solution; `?` lists the
keys.

The game is saved after every move in $XDG_DATA_HOME/clew/play (~/.local/share/clew/play), one file per
board, and continues next time. The boards of a set are played one after the other, starting with
the first that is not solved yet.

Colours are optional (set NO_COLOR to turn them off), and a locale without UTF-8 gets ASCII characters.""",
    arguments="BOARD",
    quiet="has no effect: only the game is shown",
    statuses={status.SOLVED: "you left the game", status.WRONG: status.BAD_BOARD},
    needs=(("play", ""),),
    examples=(
        ("clew play board.toml", "play, and continue next time"),
        ("clew play boards/ --number 3", "play the third board of a folder and those after it"),
        ("clew play board.toml --save mine.json", "save the game in a file of your own"),
        ("clew play blocks:AAo/ooo/ooo --new", "start a new game"),
    ),
)
COMMAND.add_argument("board", metavar="BOARD", help=BOARD)
COMMAND.add_argument("--resume", action="store_true", help="continue the saved game; fail if there is none")
COMMAND.add_argument("--new", action="store_true", help="start a new game and forget the saved one")
COMMAND.add_argument("--save", metavar="FILE", help="save the game in this file instead")
COMMAND.add_argument("--no-save", action="store_true", help="do not save the game")
COMMAND.add_argument("--number", metavar="N", type=positive, help="start with board N of a set")
COMMAND.add_argument("--ascii", action="store_true", help="draw with ASCII characters only")
add_family(COMMAND)


def run(args: Namespace, terminal: Terminal) -> int:
    """Play boards in the terminal. Returns the exit status."""
    _check(args, terminal)
    levels = _levels(args, terminal)
    saves = _saves(args, levels)
    number = _first(args, levels, saves)
    needed("prompt_toolkit", "clew play", "play")
    from clew.tui import app

    signs = UNICODE if takes_unicode(terminal.out) and not args.ascii else ASCII

    def make(notify: Callable[[], object]) -> Session:
        return Session(levels, signs, saves, notify, number, args.new)

    return status.SOLVED if app.run(make) else status.INTERRUPTED


def _check(args: Namespace, terminal: Terminal) -> None:
    if args.resume and args.new:
        raise UsageError("--resume and --new exclude each other: choose one of them")
    if args.no_save and (args.save or args.resume):
        raise UsageError(
            "--no-save cannot be combined with --save or --resume: without a saved game there is "
            "none to continue"
        )
    if not (is_terminal(sys.stdin) and is_terminal(terminal.out)):
        raise UsageError(
            "this is not a terminal, and clew play needs one for keys and the screen; "
            "elsewhere use clew hint, clew verify or clew solve"
        )
    if os.environ.get("TERM", "dumb") == "dumb":
        raise UsageError(
            "this terminal cannot place text on the screen (TERM=dumb); set TERM, for example to "
            "xterm or vt100, "
            "or use clew hint and clew verify"
        )


def _levels(args: Namespace, terminal: Terminal) -> Levels:
    if args.board == "-":
        raise UsageError("standard input is the keyboard here: name a file or a compact form")
    entries = read_boards(args.board, family=args.family, own=True, format=args.format)
    levels = Levels(remarked(entries, terminal))
    if 0 not in levels:
        raise levels.error or ClewError(f"{args.board} contains no board; add at least one")
    if args.save is not None and 1 in levels and args.number is None:
        raise UsageError(
            f"--save keeps one game, but {args.board} has several boards: choose one with --number N"
        )
    return levels


def _saves(args: Namespace, levels: Levels) -> Callable[[EnginePuzzle], Save | None]:
    if args.no_save:
        return lambda puzzle: None
    if args.save is None:
        return lambda puzzle: Save(default_path(puzzle))
    own = levels[(args.number or 1) - 1]
    return lambda puzzle: Save(args.save if puzzle is own else default_path(puzzle))


def _first(args: Namespace, levels: Levels, saves: Callable[[EnginePuzzle], Save | None]) -> int:
    """The number of the board to start with: the one that was asked for, or the first that is not solved."""
    if args.number is not None or args.new or 1 not in levels:
        number = (args.number or 1) - 1
    else:
        number = levels.first_open(saves)
    save = saves(levels[number])
    if save is not None and args.new:
        save.check(levels[number])
    game = None if save is None or args.new else save.read(levels[number])
    if args.resume and game is None:
        raise ClewError(
            f"there is no saved game in {save.path if save else 'any file'}; play without --resume"
        )
    return number
