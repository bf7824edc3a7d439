"""The commands with their arguments, options and exit statuses, from their parsers."""

from __future__ import annotations

from argparse import SUPPRESS, Action
from collections.abc import Iterator

from clew.cli.command import Command, command_of, summaries


def lines() -> list[str]:
    """A line per command, and one per option and exit status of it."""
    return [line for name in sorted(summaries()) for line in _command(command_of(name))]


def _command(command: Command) -> Iterator[str]:
    yield f"clew {command.name} {command.arguments}".rstrip()
    if command.first:
        yield f"  clew {command.name}: one of {' '.join(command.first)}"
    for option in sorted(command.options, key=lambda option: sorted(option.option_strings)):
        yield f"  clew {command.name} {_option(option)}"
    yield f"  clew {command.name}: exits with {' '.join(map(str, sorted(command.statuses)))}"


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
