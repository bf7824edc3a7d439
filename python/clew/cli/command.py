"""The commands: a one-line summary of each, its module, which is imported when it is called, and its parser.

A command is a module with `run` and `COMMAND`, an `argparse` parser whose help also has exit statuses and
examples. Other distributions add commands by entry points of the group `clew.commands`: the name of the
command, and such a module. They are looked for only where a command is not one of the library's own.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from itertools import islice
from types import ModuleType
from typing import TYPE_CHECKING, Any, NoReturn

import clew
from clew.cli.status import INTERRUPTED, precedence
from clew.cli.terminal import Terminal
from clew.optional import install

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

SUMMARIES = {
    "solve": "find the fewest moves that solve a board, and prove it",
    "hint": "show the best next move, and the distance after every move",
    "check": "check boards for errors, and their par against the proved optimum",
    "verify": "check whether given moves solve a board",
    "review": "look back on a game: what each move lost, and where it turned",
    "compare": "run every method on a board, side by side",
    "play": "play a board in the terminal, with hints",
    "map": "map every state of a board: figures, pictures, files",
    "rate": "measure how hard boards are for people",
    "census": "count how many positions need how many moves",
    "generate": "make new boards of a given difficulty",
    "draw": "draw boards and solutions as SVG, PNG, animated GIF or PDF",
    "convert": "write boards in another format",
    "formats": "list the formats of boards that can be read and written",
    "doctor": "show what is installed, and test it",
    "completion": "print a shell's completion script",
}
"""The library's own commands."""

APART = {
    "arena": ("clew-lab", "arena"),
    "export": ("clew-studio", "studio"),
    "studio": ("clew-studio", "studio"),
    "study": ("clew-lab", "study"),
    "sweep": ("clew-lab", "sweep"),
    "world": ("clew-world", "world"),
}
"""Commands that come with another distribution, each with the extra that installs it."""


class UsageError(Exception):
    """A command line that cannot be read; the message says what is wrong and what would be right."""


class Command(argparse.ArgumentParser):
    """One subcommand; its options and arguments are added with `add_argument`.

    `arguments`: the arguments as the usage line shows them. `examples`: pairs of a command line and what it
    does. `needs`: extras, each with what needs it ("": all of the command). `quiet`: what --quiet does.
    `statuses`: the exit statuses apart from 130, and what each means.

    The value of an option with ``nargs="?"`` is always joined to it by `=`, so that it is not taken for an
    argument.
    """

    def __init__(
        self,
        name: str,
        *,
        summary: str,
        description: str,
        arguments: str,
        examples: Sequence[tuple[str, str]],
        needs: Sequence[tuple[str, str]] = (),
        quiet: str,
        statuses: Mapping[int, str],
    ) -> None:
        usage = f"clew {name} {arguments} [OPTION...]".replace("  ", " ")
        super().__init__(f"clew {name}", usage, formatter_class=_Help, allow_abbrev=False)
        self.name = name
        self.summary = summary
        self.about = description
        self.arguments = arguments
        self.examples = examples
        self.needs = needs
        self.takes_boards = "BOARD..." in arguments
        self.statuses = {**statuses, INTERRUPTED: "interrupted by Ctrl-C or SIGTERM"}
        self.add_argument("--version", "-V", action=_Version, nargs=0, help="show the version and exit")
        self.add_argument("--quiet", "-q", action="store_true", help=quiet)

    @property
    def options(self) -> list[argparse.Action]:
        """The options, without the arguments and without old names."""
        return [
            action for action in self._actions if action.option_strings and action.help != argparse.SUPPRESS
        ]

    @property
    def first(self) -> list[str]:
        """The values that the first argument can have, if they are few."""
        choices = next((a.choices for a in self._actions if not a.option_strings), None)
        return [str(choice) for choice in choices or ()]

    def parse(self, words: Sequence[str]) -> argparse.Namespace:
        """Read the words after the command's name, in any order. Raises `UsageError`."""
        words = self._joined(words)
        # Before 3.13, `argparse` loses `--` where options and arguments are mixed.
        read = self.parse_known_args if "--" in words else self.parse_known_intermixed_args
        args, unknown = read(words)
        if unknown:
            raise UsageError(f"unrecognized arguments: {' '.join(unknown)}{self._nearest(unknown[0])}")
        return args

    def _joined(self, words: Sequence[str]) -> list[str]:
        """The words with each value joined to its option: a state such as `-AB` may begin as options do."""
        found: list[str] = []
        rest = iter(words)
        for word in rest:
            option = self._option_string_actions.get(word)
            if word == "--":
                found += ["--", *rest]
            elif option is None or option.nargs == 0:
                found.append(word)
            elif option.nargs == "?":
                found.append(f"{word}={option.const}")
            else:
                found += [f"{option.option_strings[0]}={value}" for value in islice(rest, 1)] or [word]
        return found

    def _nearest(self, word: str) -> str:
        from difflib import get_close_matches

        near = get_close_matches(word, self._option_string_actions, 1) if word.startswith("-") else []
        return f" (did you mean {near[0]}?)" if near else ""

    def error(self, message: str) -> NoReturn:
        """Raise `UsageError`."""
        raise UsageError(message)

    def print_help(self, file: Any = None) -> None:
        """Print the help as the terminal can show it."""
        terminal = Terminal()
        terminal.write(self.format_help())
        terminal.out.flush()

    def format_help(self) -> str:
        """Return the help of the command."""
        self.usage = filled(self.usage or "", " " * len("usage: ")).lstrip()
        paragraphs = [f"{self.summary.capitalize()}.", *self.described()]
        self.description = "\n\n".join(map(filled, paragraphs))
        lines = ["exit status:"]
        lines += [filled(words, f"  {number:<3}  ") for number, words in sorted(self.statuses.items())]
        if self.takes_boards:
            lines += ["", filled(precedence(self.statuses))]
        self.epilog = "\n".join([*lines, "", "examples:", *exemplified(self.examples)])
        return super().format_help()

    def described(self) -> list[str]:
        """Return what the command does, in paragraphs, and how to install the extras that it needs."""
        paragraphs = self.about.split("\n\n")
        if self.needs:
            (extra, what), *others = self.needs
            head = f"an extra for {what}" if what else "extras" if others else "an extra"
            also = "".join(f"; for {what} also {install(extra)}" for extra, what in others)
            paragraphs.append(f"Needs {head}: {install(extra)}{also}")
        return [" ".join(paragraph.split()) for paragraph in paragraphs]


class _Help(argparse.RawDescriptionHelpFormatter):
    """As wide as the terminal, up to 100 columns; values that an option's help does not name are added."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, max_help_position=26, width=width())

    def _format_action_invocation(self, action: argparse.Action) -> str:
        return spelled(action) if action.option_strings else super()._format_action_invocation(action)

    def _get_help_string(self, action: argparse.Action) -> str:
        return told(action).replace("%", "%%")


class _Version(argparse.Action):
    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        terminal = Terminal()
        terminal.write(f"clew {clew.__version__}\n")
        terminal.out.flush()
        parser.exit()


def told(action: argparse.Action) -> str:
    """Return the help of an option or argument: with the values that it takes, if it does not name them."""
    text = action.help or ""
    choices = [str(choice) for choice in action.choices or ()]
    if choices and any(choice not in text for choice in choices):
        text += f"; one of {', '.join(choices)}"
    return f"{text} (may be given several times)" if isinstance(action.default, list) else text


def spelled(action: argparse.Action) -> str:
    """Return an option as it is written: `-o, --output FILE`, `--all[=N]`."""
    names = ", ".join(sorted(action.option_strings, key=len))
    if action.nargs == 0:
        return names
    return f"{names}[={action.metavar}]" if action.nargs == "?" else f"{names} {action.metavar}"


def exemplified(examples: Sequence[tuple[str, str]]) -> list[str]:
    """Return the lines of examples: command lines, each with what it does under it."""
    return [f"  {line}\n{filled(meaning, ' ' * 6)}" for line, meaning in examples]


def filled(text: str, head: str = "") -> str:
    """Return text wrapped to the terminal's width after a head, further lines indented as far."""
    import textwrap

    return textwrap.fill(
        " ".join(text.split()),
        width(),
        initial_indent=head,
        subsequent_indent=" " * len(head),
        break_on_hyphens=False,
        break_long_words=False,
    )


def width() -> int:
    """Return the columns of help texts."""
    return max(40, min(Terminal().width, 100))


@cache
def added() -> dict[str, EntryPoint]:
    """The commands of other distributions that are installed."""
    from importlib.metadata import entry_points

    return {one.name: one for one in entry_points(group="clew.commands") if one.name not in SUMMARIES}


def summaries() -> dict[str, str]:
    """A line about each command that can be run here."""
    return SUMMARIES | {name: command_of(name).summary for name in added()}


def module_of(name: str) -> ModuleType:
    """Import the module of a command. Raises `KeyError` for one that is not there."""
    if name in SUMMARIES:
        return import_module(f"clew.cli.{name}")
    module: ModuleType = added()[name].load()
    return module


def command_of(name: str) -> Command:
    """Return the parser of a command."""
    command: Command = module_of(name).COMMAND
    return command
