"""Options that several commands have, and the readers of options' values."""

from __future__ import annotations

from argparse import SUPPRESS, Action, ArgumentParser, ArgumentTypeError, Namespace
from typing import TYPE_CHECKING

from clew.cli.command import Command
from clew.cli.terminal import Terminal
from clew.puzzles.families import NAMES
from clew.search.limits import Limits, amount

if TYPE_CHECKING:
    from collections.abc import Callable

BOARD = """\
a file of boards in any of the formats that `clew formats` lists, a folder of such files, `-` for standard
input, or a puzzle of your own, MODULE:CLASS. It can also be a compact form: blocks:ROW/ROW/...,
pebbles:PLATES/PEBBLES, ricochet:ROW/...>GOALROW/..., coroutine:SQUARE,SQUARE/..."""


def add_boards(command: Command) -> None:
    """Add the boards that the command works on."""
    command.add_argument("boards", nargs="+", metavar="BOARD", help=BOARD)


def add_limits(command: Command, *, moves: bool = True, threads: bool = True) -> None:
    """Add the options that limit a search."""
    if moves:
        command.add_argument(
            "--max-moves", metavar="N", type=whole, help="look for no solution longer than N"
        )
    command.add_argument(
        "--max-states",
        metavar="N",
        type=whole,
        help="stop after N stored states (expanded states, if the search stores none)",
    )
    command.add_argument("--max-seconds", metavar="S", type=seconds, help="stop each board after S seconds")
    command.add_argument(
        "--max-memory",
        metavar="SIZE",
        type=memory,
        help="use at most SIZE of memory, such as 200MB or 2GiB; default: three quarters of what is free",
    )
    if threads:
        command.add_argument(
            "--threads",
            metavar="N",
            type=whole,
            default=0,
            help="use N threads; the default, 0, means one per core. The answer does not depend on it",
        )


def limits_of(args: Namespace) -> Limits:
    """Return the limits that the options give."""
    return Limits(getattr(args, "max_moves", None), args.max_states, args.max_seconds, args.max_memory)


def add_family(command: Command, *, formats: bool = True) -> None:
    """Add `--family`, whose values a shell completes (`FAMILIES`); it takes others too. `formats`: `--format`
    as well.
    """
    command.add_argument(
        "--family",
        metavar="NAME",
        help="the family of boards that do not name one, such as rows of a .csv",
    )
    if formats:
        command.add_argument(
            "--format",
            metavar="NAME",
            help="read boards in this format, not the one that is recognised; see clew formats",
        )


FAMILIES = NAMES
"""The values of `--family` that a shell completes."""


def add_number(command: Command) -> None:
    """Add `--number`, and its old name, which is not listed."""
    command.add_argument(
        "--number",
        metavar="N",
        type=positive,
        help="only board N of each file that holds several, such as the levels of a game; the same as FILE#N",
    )
    add_old_name(command, "--level", "number", positive)


def add_old_name(command: Command, name: str, dest: str, kind: Callable[[str], object]) -> None:
    """Add an option by its old name, which is not listed."""
    command.add_argument(name, dest=dest, type=kind, action=_Renamed, help=SUPPRESS)


class _Renamed(Action):
    """Takes an option by its old name, and says the new one."""

    def __call__(
        self, parser: ArgumentParser, namespace: Namespace, values: object, option_string: str | None = None
    ) -> None:
        Terminal().complain(f"{option_string} is now --{self.dest}")
        setattr(namespace, self.dest, values)


def add_json(command: Command) -> None:
    """Add `--json`."""
    command.add_argument("--json", action="store_true", help="print one JSON object per line")


def add_workers(command: Command, only: str = "") -> None:
    """Add the options of work on several processes or machines; `only`: when they apply."""
    command.add_argument(
        "--scheduler",
        metavar="ADDRESS",
        help=f"{only}use the Dask cluster of this scheduler, such as tcp://host:8786",
    )
    command.add_argument(
        "--workers",
        metavar="N",
        type=positive,
        default=0,
        help=f"{only}run N worker processes here, if there is no --scheduler; default: one per core",
    )


def whole(text: str) -> int:
    """Read a whole number of 0 or more; its digits may be separated by `_` or `,`."""
    digits = text.replace("_", "").replace(",", "")
    if not (digits.isascii() and digits.isdigit()):
        raise ArgumentTypeError(f"expected a whole number such as 1000000, not {text!r}")
    if len(digits) > 18:
        raise ArgumentTypeError("expected a whole number of at most 18 digits")
    return int(digits)


def output_name(text: str) -> str:
    """The name of a file or folder that is written."""
    if not text:
        raise ArgumentTypeError("the output needs a name, and this one is empty")
    return text


def positive(text: str) -> int:
    """Read a whole number of 1 or more."""
    number = whole(text)
    if number == 0:
        raise ArgumentTypeError("expected a whole number of 1 or more")
    return number


def port(text: str) -> int:
    """Read the number of a port; 0 means any free one."""
    number = whole(text)
    if number > 65_535:
        raise ArgumentTypeError(f"expected a port from 0 to 65535, not {text}")
    return number


def seconds(text: str) -> float:
    """Read a number of seconds."""
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 <= number < float("inf"):
        raise ArgumentTypeError(f"expected a number of seconds such as 60 or 0.5, not {text!r}")
    return number


def memory(text: str) -> int:
    """Read an amount of memory in bytes, as `clew.search.limits.amount` does."""
    try:
        return amount(text)
    except ValueError as error:
        raise ArgumentTypeError(f"{error}, not {text!r}") from None
