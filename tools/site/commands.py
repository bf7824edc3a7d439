"""A page for each command, from its parser, so a new command gets one automatically."""

from __future__ import annotations

import re
import textwrap
from argparse import Action

from clew.cli.command import Command, command_of, spelled, summaries, told
from clew.cli.status import precedence

FOLDER = "reference/cli"
WORD = re.compile(r"(`[^`]+`)|(?<![\w-])(--?[a-z][\w-]*(?:=\S*\w)?)|([\\*_<>\[\]])")


def pages() -> dict[str, str]:
    """The names and the contents of the pages."""
    return {f"{FOLDER}/{name}.md": page(command_of(name)) for name in summaries()}


def page(command: Command) -> str:
    usage = f"clew {command.name} {command.arguments} [OPTION...]".replace("  ", " ")
    parts = [
        f"# clew {command.name}",
        f"{marked(command.summary.capitalize())}.",
        f"```text\n{usage}\n```",
        description(command),
        "## Options",
        *map(_option, command.options),
    ]
    if "BOARD" in command.arguments:
        parts += ["A BOARD is explained on the page of [all commands](../cli.md)."]
    parts += ["## Exit status", _statuses(command)]
    examples = [f"# {meaning}\n{line}" for line, meaning in command.examples]
    parts += ["## Examples", "```sh\n" + "\n\n".join(examples) + "\n```"]
    return "\n\n".join(parts) + "\n"


def description(command: Command) -> str:
    """The help text of a command, before its options."""
    return "\n\n".join(map(marked, command.described()))


def marked(text: str) -> str:
    """Plain text as Markdown: options are set as code, Markdown's special characters are escaped."""

    def word(found: re.Match[str]) -> str:
        code, option, sign = found.groups()
        return str(code or (f"`{option}`" if option else f"\\{sign}"))

    return WORD.sub(word, text)


def _statuses(command: Command) -> str:
    rows = [f"| {number} | {marked(words)} |" for number, words in sorted(command.statuses.items())]
    table = "\n".join(["| status | meaning |", "|---|---|", *rows])
    return f"{table}\n\n{precedence(command.statuses)}" if command.takes_boards else table


def _option(option: Action) -> str:
    words = told(option)
    words = marked(words[:1].upper() + words[1:])
    return f"`{spelled(option)}`\n" + textwrap.indent(f"{words}.", "  ").replace("  ", ": ", 1)
