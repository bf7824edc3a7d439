"""The commands with their arguments, options and exit statuses, from the tables of the parser."""

from __future__ import annotations

from collections.abc import Iterator

from clew.cli.commands import command_of, summaries
from clew.cli.parser import Command, Option


def lines() -> list[str]:
    """A line per command, and one per option and exit status of it."""
    return [line for name in sorted(summaries()) for line in _command(command_of(name))]


def _command(command: Command) -> Iterator[str]:
    yield f"clew {command.name} {command.arguments}".rstrip()
    words = command.actions or command.choices
    if words:
        yield f"  clew {command.name}: one of {' '.join(words)}"
    for option in sorted(command.options, key=lambda option: option.names):
        yield f"  clew {command.name} {_option(option)}"
    yield f"  clew {command.name}: exits with {' '.join(map(str, sorted(command.statuses)))}"


def _option(option: Option) -> str:
    parts = [" ".join(option.names)]
    if option.value is not None:
        parts.append(f"[={option.value}]" if option.optional else option.value)
    if option.choices:
        parts.append(f"(one of {' '.join(option.choices)})")
    if option.repeat:
        parts.append("(may be repeated)")
    if option.default not in (None, [], False):
        parts.append(f"(default {option.default})")
    return " ".join(parts)
