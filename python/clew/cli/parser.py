"""Command lines, from tables: one table per command feeds the parser, the help and the shell completion.

Importing `argparse` takes 7 ms; Python itself starts in 9, and a small board should be solved in 36 from
start to end. The syntax is the usual one: `--name VALUE`, `--name=VALUE`, `-n VALUE`, options and arguments
in any order, `--` ends the options, `-` alone is an argument. An optional value needs the `=` form.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clew.cli.status import INTERRUPTED

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence


class UsageError(Exception):
    """A command line that cannot be read; the message says what is wrong and what would be right."""


class Option:
    """One option. `value` names its value in the help; without one it is a flag.

    `choices`: the only values that it takes. `suggested`: values that a shell completes; it takes others too.
    """

    def __init__(
        self,
        *names: str,
        help: str,
        value: str | None = None,
        read: Callable[[str], Any] = str,
        default: Any = None,
        choices: Sequence[str] = (),
        suggested: Sequence[str] = (),
        optional: bool = False,
        repeat: bool = False,
    ) -> None:
        self.names = names
        self.help = help
        self.value = value
        self.read = read
        self.default = [] if repeat else default
        self.choices = choices
        self.suggested = choices or suggested
        self.optional = optional
        self.repeat = repeat
        self.key = names[0].lstrip("-").replace("-", "_")


class Command:
    """One subcommand: what its help says, and what it takes.

    `arguments`: the arguments as the usage line shows them; `least` and `most` bound their number.
    `examples`: pairs of a command line and what it does. `choices`: the only values of every argument.
    `actions`: the values of the first argument, such as `run` in `clew world run`. `needs`: extras, each with
    what needs it ("": all of the command). `quiet`: what --quiet does. `statuses`: the exit statuses apart
    from 130, and what each means.
    """

    def __init__(
        self,
        name: str,
        *,
        summary: str,
        description: str,
        arguments: str,
        options: Sequence[Option],
        examples: Sequence[tuple[str, str]],
        least: int = 0,
        most: int | None = None,
        choices: Sequence[str] = (),
        actions: Sequence[str] = (),
        needs: Sequence[tuple[str, str]] = (),
        quiet: str,
        statuses: Mapping[int, str],
    ) -> None:
        self.name = name
        self.summary = summary
        self.description = description
        self.arguments = arguments
        self.options = (*options, Option("--quiet", "-q", help=quiet), *COMMON)
        self.examples = examples
        self.least = least
        self.most = most
        self.choices = choices
        self.actions = actions
        self.needs = needs
        self.takes_boards = "BOARD..." in arguments
        self.statuses = {**statuses, INTERRUPTED: "interrupted by Ctrl-C or SIGTERM"}


class Arguments:
    """A command line: `arguments` in their order, and the value of each option by its long name."""

    def __init__(self, arguments: list[str], values: dict[str, Any]) -> None:
        self.arguments = arguments
        self._values = values

    def __getattr__(self, name: str) -> Any:
        try:
            return self._values[name]
        except KeyError:
            raise AttributeError(name) from None


COMMON = (
    Option("--help", "-h", help="show this help and exit"),
    Option("--version", "-V", help="show the version and exit"),
)


def parse(command: Command, words: Sequence[str]) -> Arguments:
    """Read the words after the command's name. Raises `UsageError`."""
    by_name = {name: option for option in command.options for name in option.names}
    values: dict[str, Any] = {
        option.key: list(option.default) if option.repeat else option.default for option in command.options
    }
    arguments: list[str] = []
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if word == "--":
            arguments += rest
            break
        if word == "-" or not word.startswith("-"):
            arguments.append(word)
            continue
        name, text = _split(word)
        option = by_name.get(name)
        if option is None:
            raise UsageError(f"there is no option {name}{_nearest(name, list(by_name))}")
        value = _value(option, name, text, rest)
        if option.repeat:
            values[option.key].append(value)
        else:
            values[option.key] = value
    if not (values["help"] or values["version"]):
        _check_count(command, arguments)
    return Arguments(arguments, values)


def _split(word: str) -> tuple[str, str | None]:
    """Split an option into its name and the value joined to it: `--name=VALUE`, `-nVALUE`."""
    if word.startswith("--"):
        name, equals, text = word.partition("=")
        return name, text if equals else None
    return word[:2], word[2:] or None


def _value(option: Option, name: str, text: str | None, rest: list[str]) -> Any:
    if option.value is None:
        if text is not None:
            raise UsageError(f"{name} takes no value, not {text!r}")
        return True
    if text is None:
        if option.optional:
            return True
        if not rest:
            raise UsageError(f"{name} needs a value: {name} {option.value}")
        text = rest.pop(0)
    if option.choices and text not in option.choices:
        raise UsageError(f"{name} {text}: choose one of {', '.join(option.choices)}")
    try:
        return option.read(text)
    except ValueError as error:
        raise UsageError(f"{name} {text}: {error}") from error


def _check_count(command: Command, arguments: list[str]) -> None:
    if len(arguments) < command.least:
        raise UsageError(f"an argument is missing from `clew {command.name} {command.arguments}`")
    if command.most is not None and len(arguments) > command.most:
        raise UsageError(
            f"{arguments[command.most]!r} is one argument too many for "
            f"`clew {command.name} {command.arguments}`"
        )
    for word in arguments if command.choices else []:
        if word not in command.choices:
            raise UsageError(f"{word!r}: choose one of {', '.join(command.choices)}")


def _nearest(name: str, names: list[str]) -> str:
    from difflib import get_close_matches

    near = get_close_matches(name, names, 1)
    return f" (did you mean {near[0]}?)" if near else ""
