"""The commands with their arguments, options and exit statuses, from their parsers."""

from __future__ import annotations

from argparse import SUPPRESS, Action
from collections.abc import Iterator
from functools import reduce

from clew.cli.command import Command, command_of, summaries


def lines() -> list[str]:
    """What all commands have, then a line per command, with its exit statuses, and one per option of it."""
    commands = [command_of(name) for name in sorted(summaries())]
    every = reduce(
        set.intersection, ({_option(option) for option in command.options} for command in commands)
    )
    yours = [line for command in commands for line in _command(command, every)]
    return [*(f"every command: {option}" for option in sorted(every)), *yours]


def _command(command: Command, every: set[str]) -> Iterator[str]:
    statuses = " ".join(map(str, sorted(command.statuses)))
    yield f"clew {command.name} {command.arguments}".rstrip() + f": exits with {statuses}"
    if command.first:
        yield f"  clew {command.name}: one of {' '.join(command.first)}"
    for option in sorted(command.options, key=lambda option: sorted(option.option_strings)):
        if (line := _option(option)) not in every:
            yield f"  clew {command.name} {line}"


def _option(option: Action) -> str:
    parts = [" ".join(sorted(option.option_strings, key=len, reverse=True))]
    if option.metavar is not None:
        parts.append(f"[={option.metavar}]" if option.nargs == "?" else str(option.metavar))
    if option.choices:
        parts.append(f"(one of {' '.join(option.choices)})")
    if isinstance(option.default, list):
        parts.append("(may be repeated)")
    if option.default not in (None, [], False, SUPPRESS):
        parts.append(f"(default {option.default})")
    return " ".join(parts)
