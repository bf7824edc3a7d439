"""The commands with their arguments, options and exit statuses, from their parsers."""

from __future__ import annotations

from argparse import SUPPRESS, Action

from clew.cli.command import Command, command_of, summaries


def lines() -> list[str]:
    """A line per command, with its exit statuses, then one per option, with the commands that have it."""
    commands = [command_of(name) for name in sorted(summaries())]
    having: dict[str, list[str]] = {}
    for command in commands:
        for option in command.options:
            having.setdefault(_option(option), []).append(command.name)
    return [
        *(_command(command) for command in commands),
        *(
            f"{option}: {'every command' if len(names) == len(commands) else ' '.join(names)}"
            for option, names in sorted(having.items())
        ),
    ]


def _command(command: Command) -> str:
    statuses = " ".join(map(str, sorted(command.statuses)))
    first = f" (first: one of {' '.join(command.first)})" if command.first else ""
    return f"clew {command.name} {command.arguments}".rstrip() + f"{first}: exits with {statuses}"


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
