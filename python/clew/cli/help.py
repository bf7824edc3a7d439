"""Help texts, from the same tables as the parser."""

from __future__ import annotations

import re
import textwrap
from typing import TYPE_CHECKING

from clew.cli.commands import summaries
from clew.cli.status import precedence
from clew.optional import install

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from clew.cli.parser import Command, Option
    from clew.cli.terminal import Terminal

BOARDS = """\
A BOARD is a TOML file, a set of boards (.txt, .csv, .json, .jsonl or a folder), a PuzzleScript game (.txt),
`-` for standard input, or a puzzle of your own, MODULE:CLASS. It can also be a compact form:
blocks:ROW/ROW/..., pebbles:PLATES/PEBBLES, ricochet:ROW/...>GOALROW/..., coroutine:SQUARE,SQUARE/..."""

_EXAMPLES = (
    ("clew solve blocks:BBoooG/EooHoG/EAAHoG/EooHoo/FoooCC/FoDDDo", "find the fewest moves"),
    ("clew hint board.toml --level 1", "see which piece to move"),
    ("clew solve --json --count set.txt", "one line of JSON per board"),
    ("clew solve --help", "learn all about a command"),
)


def overview(terminal: Terminal) -> str:
    """Return the help of `clew` itself."""
    known = summaries()
    width = max(map(len, known))
    commands = [
        _filled(text, terminal, f"  {name.ljust(width)}  ", terminal.strong) for name, text in known.items()
    ]
    return "\n".join(
        [
            f"{terminal.strong('clew')}: solve move puzzles in the fewest moves, with proof",
            "",
            terminal.heading("Usage"),
            "  clew COMMAND ...",
            "  clew COMMAND --help",
            "  clew --version",
            "",
            terminal.heading("Commands"),
            *commands,
            "",
            terminal.heading("Boards"),
            _filled(BOARDS, terminal),
            "",
            terminal.heading("Examples"),
            *_examples(_EXAMPLES, terminal),
            "",
        ]
    )


def command_help(command: Command, terminal: Terminal) -> str:
    """Return the help of one command."""
    parts = [
        _filled(command.summary, terminal, f"clew {command.name}: ", terminal.strong, indent=2),
        "",
        terminal.heading("Usage"),
        _filled(f"{command.arguments} [OPTION...]", terminal, f"  clew {command.name} "),
        "",
        _paragraphs(described(command), terminal),
        "",
        terminal.heading("Options"),
        *(_option(option, terminal) for option in command.options),
        "",
    ]
    if "BOARD" in command.arguments:
        parts += [terminal.heading("Boards"), _filled(BOARDS, terminal), ""]
    parts += [
        terminal.heading("Exit status"),
        *_statuses(command, terminal),
        "",
    ]
    parts += [terminal.heading("Examples"), *_examples(command.examples, terminal), ""]
    return "\n".join(parts)


def described(command: Command) -> str:
    """Return what a command does, in paragraphs, and how to install the extras that it needs."""
    if not command.needs:
        return command.description
    (extra, what), *others = command.needs
    head = f"an extra for {what}" if what else "extras" if others else "an extra"
    also = "".join(f"; for {what} also {install(extra)}" for extra, what in others)
    return f"{command.description}\n\nNeeds {head}: {install(extra)}{also}"


def spelled(option: Option) -> str:
    """Return an option as it is written: `-o, --output FILE`, `--all[=N]`."""
    names = ", ".join(sorted(option.names, key=len))
    if option.value is None:
        return names
    return f"{names}[={option.value}]" if option.optional else f"{names} {option.value}"


def unnamed(option: Option) -> Sequence[str]:
    """Return the values that an option takes; nothing if its help names them all."""
    words = set(re.findall(r"[\w-]+", option.help))
    return () if words.issuperset(option.choices) else option.choices


def _option(option: Option, terminal: Terminal) -> str:
    head = spelled(option)
    text = option.help
    if unnamed(option):
        text = f"{text}; one of {', '.join(option.choices)}"
    if option.repeat:
        text = f"{text} (may be given several times)"
    lines = textwrap.wrap(text, max(30, _width(terminal) - 27))
    if len(head) > 22:
        lines.insert(0, "")
    first = f"  {terminal.strong(head.ljust(22))}  {lines[0]}".rstrip()
    return "\n".join([first, *(" " * 26 + line for line in lines[1:])])


def _statuses(command: Command, terminal: Terminal) -> list[str]:
    """A line for each exit status; for several boards, also which status takes precedence."""
    lines = [
        _filled(words, terminal, f"  {number:<3}  ") for number, words in sorted(command.statuses.items())
    ]
    return [*lines, "", _filled(precedence(command.statuses), terminal)] if command.takes_boards else lines


def _examples(examples: Sequence[tuple[str, str]], terminal: Terminal) -> list[str]:
    lines: list[str] = []
    for line, meaning in examples:
        lines += [f"  {line}", terminal.faint(_filled(meaning, terminal, " " * 6))]
    return lines


def _paragraphs(text: str, terminal: Terminal) -> str:
    return "\n\n".join(_filled(part, terminal) for part in text.split("\n\n"))


def _filled(
    text: str,
    terminal: Terminal,
    head: str = "  ",
    paint: Callable[[str], str] = str,
    *,
    indent: int | None = None,
) -> str:
    """Text wrapped to the terminal's width after a painted `head`; further lines are indented as far."""
    filled = textwrap.fill(
        " ".join(text.split()),
        _width(terminal),
        initial_indent=head,
        subsequent_indent=" " * (len(head) if indent is None else indent),
        break_on_hyphens=False,
        break_long_words=False,
    )
    return paint(head) + filled[len(head) :]


def _width(terminal: Terminal) -> int:
    return max(40, min(terminal.width, 100))
