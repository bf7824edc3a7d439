"""`clew play`: the game in the terminal."""

from __future__ import annotations

import os
import sys

from clew.cli import status, values
from clew.cli.boards import FAMILY
from clew.cli.parser import Command, Option, UsageError
from clew.cli.terminal import is_terminal, takes_unicode
from clew.errors import ClewError
from clew.optional import needed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from clew.cli.parser import Arguments
    from clew.cli.terminal import Terminal
    from clew.puzzles.base import EnginePuzzle
    from clew.tui.levels import Levels
    from clew.tui.session import Session
    from clew.tui.store import Save

COMMAND = Command(
    "play",
    summary="play a board in the terminal, with hints",
    description="""\
Shows the board and lets you move: with the arrow keys and Enter, with the mouse (click a piece and where it
goes, or drag it), or by typing moves after a colon, `:AR3`. Undo, redo, hints in three steps, the distance to
the goal, a shortest solution step by step; `?` lists the keys.

The game is kept after every move under $XDG_DATA_HOME/clew/play (~/.local/share/clew/play), one file per
board, and continues next time. A set of boards is played one after the other, from the first that is not
solved yet.

Works without colour (NO_COLOR) and, in a locale without UTF-8, with plain signs.""",
    arguments="BOARD",
    quiet="taken as everywhere; it changes nothing, since the game is all that is shown",
    statuses={status.SOLVED: "the game was left", status.WRONG: status.BAD_BOARD},
    needs=(("play", ""),),
    least=1,
    most=1,
    options=(
        Option("--resume", help="continue the saved game; an error if there is none"),
        Option("--new", help="start a new game and forget the saved one"),
        Option("--save", value="FILE", help="save the game in this file instead"),
        Option("--no-save", help="keep nothing"),
        Option("--number", value="N", read=values.positive, help="of a set: begin with its N-th board"),
        Option("--ascii", help="draw with plain signs only"),
        FAMILY,
    ),
    examples=(
        ("clew play board.toml", "play; next time the game goes on"),
        ("clew play boards/ --number 3", "the third board of a folder, then those after it"),
        ("clew play board.toml --save mine.json", "keep the game in a file of your own"),
        ("clew play blocks:AAo/ooo/ooo --new", "start a new game"),
    ),
)


def run(args: Arguments, terminal: Terminal) -> int:
    """Plays boards in the terminal; the exit status."""
    _check(args, terminal)
    levels = _levels(args)
    saves = _saves(args, levels)
    number = _first(args, levels, saves)
    needed("prompt_toolkit", "clew play", "play")
    from clew.tui import app
    from clew.tui.session import Session
    from clew.tui.signs import ASCII, UNICODE

    signs = UNICODE if takes_unicode(terminal.out) and not args.ascii else ASCII

    def make(notify: Callable[[], object]) -> Session:
        return Session(levels, signs, saves, notify, number, args.new)

    return status.SOLVED if app.run(make) else status.INTERRUPTED


def _check(args: Arguments, terminal: Terminal) -> None:
    if args.resume and args.new:
        raise UsageError("--resume and --new contradict each other: leave one out")
    if args.no_save and (args.save or args.resume):
        raise UsageError("--no-save keeps no game to go on with: leave it, or --save and --resume, out")
    if not (is_terminal(sys.stdin) and is_terminal(terminal.out)):
        raise UsageError(
            "this is not a terminal, and clew play needs one for keys and the screen; "
            "elsewhere use clew hint, clew verify or clew solve"
        )
    if os.environ.get("TERM", "dumb") == "dumb":
        raise UsageError(
            "this terminal cannot place text on the screen (TERM=dumb); set TERM, to xterm or vt100 for "
            "example, or use clew hint and clew verify"
        )


def _levels(args: Arguments) -> Levels:
    from clew.boards.load import read_boards
    from clew.tui.levels import Levels

    if args.arguments[0] == "-":
        raise UsageError("standard input is the keyboard here: name a file or a compact form")
    levels = Levels(read_boards(args.arguments[0], family=args.family, own=True))
    if 0 not in levels:
        raise levels.error or ClewError(f"{args.arguments[0]}: contains no board; add at least one")
    if args.save is not None and 1 in levels and args.number is None:
        raise UsageError(f"--save keeps one game, and {args.arguments[0]} holds several: add --number N")
    return levels


def _saves(args: Arguments, levels: Levels) -> Callable[[EnginePuzzle], Save | None]:
    from clew.tui.store import Save, default_path

    if args.no_save:
        return lambda puzzle: None
    if args.save is None:
        return lambda puzzle: Save(default_path(puzzle))
    own = levels[(args.number or 1) - 1]
    return lambda puzzle: Save(args.save if puzzle is own else default_path(puzzle))


def _first(args: Arguments, levels: Levels, saves: Callable[[EnginePuzzle], Save | None]) -> int:
    """The board to begin with: as asked, or the first that is not solved yet."""
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
            f"there is no game to go on with in {save.path if save else 'any file'}: play without --resume"
        )
    return number
