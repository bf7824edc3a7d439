"""What people see: colour and width of the terminal, the text of boards and moves, errors.

Only terminals get colour, and not if `NO_COLOR` is set (https://no-color.org) or `TERM` is `dumb`. Control
characters are removed from text, so that a title in a file cannot control the terminal.

Ctrl-C and SIGTERM both stop a command in the same way, and it is recorded that one came: a search that is
stopped returns what it knows instead of raising, so that the command can print it; the exit status must still
be that of an interruption. A signal waits until a line that is being printed is complete.
"""

from __future__ import annotations

import os
import signal
import sys
from types import FrameType
from typing import TYPE_CHECKING, Self, TextIO

if TYPE_CHECKING:
    from clew.search.limits import Progress

_PLAIN = {"·": "-", "≥": ">=", "…": "...", "—": "-"}
_EMPTY = (".", "o", "-", "_")
_WALL = ("#", "x")


class Interruptions:
    """While entered, SIGINT and SIGTERM raise `KeyboardInterrupt` and set `came`.

    A signal that the parent process told this one to ignore stays ignored. Outside the main thread, the only
    one that may set handlers, nothing changes.
    """

    came = False

    def __init__(self) -> None:
        Interruptions.came = False
        self._before: dict[int, object] = {}

    def __enter__(self) -> Interruptions:
        for number in (signal.SIGINT, signal.SIGTERM):
            before = signal.getsignal(number)
            if before is signal.SIG_IGN:
                continue
            try:
                signal.signal(number, self._handle)
            except ValueError:
                break
            self._before[number] = before
        return self

    def __exit__(self, *_: object) -> None:
        for number, before in self._before.items():
            signal.signal(number, before if callable(before) else signal.SIG_DFL)

    def _handle(self, number: int, frame: FrameType | None) -> None:
        again, Interruptions.came = Interruptions.came, True
        if Whole.depth and not again:  # a second signal does not wait: the reader of a pipe may hang
            Whole.waiting = True
        else:
            signal.default_int_handler(number, frame)


class Whole:
    """A first signal does not interrupt `with Whole():`; it is raised as `KeyboardInterrupt` at its end."""

    depth = 0
    waiting = False

    def __enter__(self) -> Whole:
        Whole.depth += 1
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        Whole.depth -= 1
        if not Whole.depth:
            waiting, Whole.waiting = Whole.waiting, False
            if waiting and kind is None:
                raise KeyboardInterrupt


class Gap:
    """Inside `Whole`, a place where a signal may interrupt; one that is waiting does so at once."""

    def __enter__(self) -> None:
        self._depth, Whole.depth = Whole.depth, 0
        if Whole.waiting:
            Whole.depth, Whole.waiting = self._depth, False
            raise KeyboardInterrupt

    def __exit__(self, *_: object) -> None:
        Whole.depth = self._depth


class Terminal:
    """Standard output and error of one run of a command."""

    def __init__(self, quiet: bool = False) -> None:
        self.out: TextIO = sys.stdout
        self.err: TextIO = sys.stderr
        self.quiet = quiet
        self.colour = _takes_colour(self.out)
        self.error_colour = _takes_colour(self.err)
        self._plain = not takes_unicode(self.out)

    @property
    def width(self) -> int:
        """The columns of the terminal; 80 if there is none."""
        return self.columns or 80

    @property
    def columns(self) -> int | None:
        """The columns of the terminal, or the value of COLUMNS; None if lines may have any length."""
        try:
            return os.get_terminal_size(self.out.fileno()).columns or None
        except (OSError, ValueError, AttributeError):
            columns = os.environ.get("COLUMNS", "")
            return int(columns) if columns.isdigit() and int(columns) > 0 else None

    def line(self, text: str = "") -> None:
        """Write a line to standard output, and flush it."""
        with Whole():
            self.write(text + "\n")
            self.out.flush()

    def write(self, text: str) -> None:
        """Write text to standard output."""
        if self._plain:
            for sign, plain in _PLAIN.items():
                text = text.replace(sign, plain)
            text = text.encode("ascii", "backslashreplace").decode("ascii")
        with Whole():
            self.out.write(text)

    def complain(self, text: str) -> None:
        """Write a message to standard error: `clew: ...`, and what follows its first line indented."""
        head = "\x1b[31mclew:\x1b[0m" if self.error_colour else "clew:"
        lines = (clean(line).rstrip() for line in text.split("\n"))
        first, *rest = (line for number, line in enumerate(lines) if line or not number)
        text = "\n  ".join([f"{head} {first}", *(line.strip() for line in rest)]) + "\n"
        if not takes_unicode(self.err):
            text = text.encode("ascii", "backslashreplace").decode("ascii")
        with Whole():
            self.out.flush()
            self.err.write(text)
            self.err.flush()

    def strong(self, text: str) -> str:
        """The text in bold, on a terminal with colour."""
        return self._painted(text, "1")

    def faint(self, text: str) -> str:
        """The text dimmed, on a terminal with colour."""
        return self._painted(text, "2")

    def heading(self, text: str) -> str:
        """The text as a heading, on a terminal with colour."""
        return self._painted(text, "1;36")

    def good(self, text: str) -> str:
        """The text in green, on a terminal with colour."""
        return self._painted(text, "32")

    def bad(self, text: str) -> str:
        """The text in red, on a terminal with colour."""
        return self._painted(text, "31")

    def board(self, text: str) -> str:
        """Return a board of several lines, indented, with a colour for each token."""
        rows = [clean(row) for row in text.splitlines()]
        hues = _hues(rows) if self.colour else {}
        return "\n".join("  " + self._row(row, hues) for row in rows)

    def wrapped(self, words: list[str], indent: str = "  ") -> str:
        """Return words wrapped to the terminal's width."""
        lines: list[str] = []
        length = self.width + 1
        for word in words:
            if length + 1 + len(word) > min(self.width, 100):
                lines.append(indent + word)
                length = len(indent) + len(word)
            else:
                lines[-1] += " " + word
                length += 1 + len(word)
        return "\n".join(lines)

    def flowing(self, parts: list[str]) -> list[str]:
        """Return lines of parts separated by dots, as many in each as fit the terminal."""
        lines: list[list[str]] = [[]]
        length = 0
        for part in parts:
            wide = _shown_length(part) + 3
            if lines[-1] and self.columns is not None and length + wide > self.columns + 1:
                lines.append([])
                length = 0
            lines[-1].append(part)
            length += wide
        return ["  " + self.faint(" · ").join(line) for line in lines]

    def hanging(self, line: str, indent: int) -> str:
        """Return a line of a table, with its last column wrapped if it is too long for the terminal.

        `indent`: where that column begins. If the others leave no room for it, it goes under the line.
        """
        import textwrap

        if self.columns is None or len(line) <= self.columns:
            return line
        head, rest = line[:indent], line[indent:]
        if indent > self.columns - 20:
            head, indent = head.rstrip() + "\n" + " " * 6, 6
        lines = textwrap.wrap(rest, self.columns - indent, break_on_hyphens=False)
        return head + ("\n" + " " * indent).join(lines)

    def _painted(self, text: str, code: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self.colour and text else text

    def _row(self, row: str, hues: dict[str, int]) -> str:
        """Paint a row of a grid character by character, or token by token if spaces separate them."""
        if not self.colour:
            return row
        if " " not in row.strip():
            return "".join(self._token(sign, hues) for sign in row)
        words = row.split(" ")
        if "|" in words:  # squares that contain text: only the piece there stands out
            return " ".join(self.strong(word) if word.startswith("(") else word for word in words)
        if _has_words(words):
            return row
        return " ".join(self._token(word, hues) for word in words)

    def _token(self, token: str, hues: dict[str, int]) -> str:
        if token in _EMPTY:
            return self._painted(token, "2")
        if token in _WALL:
            return self._painted(token, "38;5;244")
        if not token.isalnum():
            return token
        return self._painted(token, f"1;38;5;{hues[token]}")


def _has_words(words: list[str]) -> bool:
    """Whether this row has words of several letters, such as a heading."""
    return any(word.isalpha() and len(word) > 1 for word in words)


def _hues(rows: list[str]) -> dict[str, int]:
    """The colour of each token on a board."""
    from clew.pictures.apart import INITIALS, apart, touching

    parts: list[list[str]] = [row.split() if " " in row.strip() else list(row) for row in rows]
    tokens = {token for part in parts for token in part if token.isalnum()} - {*_EMPTY, *_WALL}
    named = (
        INITIALS if 2 * len(tokens & INITIALS.keys()) > len(tokens) else {}
    )  # otherwise letters are only names
    return apart(tokens, touching(parts), named)


def _shown_length(text: str) -> int:
    """The columns that a text takes, without its colour codes."""
    first, *others = text.split("\x1b[")
    return len(first) + sum(len(other.partition("m")[2]) for other in others)


def clean(text: str) -> str:
    """Return the text with a space in place of each control character."""
    return "".join(sign if sign.isprintable() else " " for sign in text)


def number(value: int) -> str:
    """Return a whole number with its thousands separated."""
    return f"{value:,}"


def duration(seconds: float) -> str:
    """Return a time in the unit that people would choose."""
    if seconds < 1e-3:
        return f"{seconds * 1e6:.0f} µs"
    if seconds < 1:
        return f"{seconds * 1e3:.3g} ms"
    if seconds < 60:
        return f"{seconds:.3g} s"
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes} min {rest:02d} s" if minutes < 60 else f"{minutes // 60} h {minutes % 60:02d} min"


def _takes_colour(stream: TextIO) -> bool:
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return is_terminal(stream)


def is_terminal(stream: TextIO) -> bool:
    """Return whether the stream is a terminal; False for a closed one."""
    try:
        return stream.isatty()
    except (AttributeError, ValueError):
        return False


def takes_unicode(stream: TextIO) -> bool:
    """Return whether the stream can show more than ASCII."""
    if os.environ.get("LC_ALL") in ("C", "POSIX"):  # Python writes UTF-8 all the same (PEP 540)
        return False
    return (getattr(stream, "encoding", None) or "ascii").lower().replace("-", "") in (
        "utf8",
        "utf16",
        "utf32",
    )


PATIENCE = 0.3  # seconds without a progress line


class LiveLine:
    """A line on standard error that is rewritten in place; `with` always clears it at the end."""

    def __init__(self, terminal: Terminal) -> None:
        self.terminal = terminal
        self.seen = not terminal.quiet and is_terminal(terminal.err)
        """Whether anybody sees the line."""
        self._shown = False

    def show(self, text: str) -> None:
        """Replace the line with this text."""
        text = text[: self.terminal.width - 1]
        if self.terminal.error_colour:
            text = f"\x1b[2m{text}\x1b[0m"
        self._shown = True  # first: Ctrl-C may come while the line is written
        self.terminal.err.write(f"\r\x1b[2K{text}")
        self.terminal.err.flush()

    def clear(self) -> None:
        """Remove the line from the terminal, if it is shown."""
        if self._shown:
            self.terminal.err.write("\r\x1b[2K")
            self.terminal.err.flush()
            self._shown = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.clear()


class ProgressLine(LiveLine):
    """A callback for `on_progress`."""

    @property
    def callback(self) -> ProgressLine | None:
        """The callback for a search; None if nobody would see the line."""
        return self if self.seen else None

    def __call__(self, progress: Progress) -> None:
        if progress.seconds >= PATIENCE:
            self.show(self._text(progress))

    def _text(self, progress: Progress) -> str:
        parts = [
            work_words(progress.states, progress.expanded),
            f"{rate(progress.states_per_second)}/s",
            f"depth {progress.depth}",
            "best -" if progress.best is None else f"best {progress.best}",
            f"bound {progress.lower_bound}",
            clock(progress.seconds),
        ]
        if progress.eta is not None:
            parts.append(f"ends within {clock(progress.eta)}")
        return ", ".join(parts) if progress.phase == "search" else f"{progress.phase}: {', '.join(parts)}"


def work_words(states: int, expanded: int) -> str:
    """How many states a search has stored, or expanded if it stores none, as IDA* does."""
    count = states or expanded
    words = f"{number(count)} state{'' if count == 1 else 's'}"
    return words if states or not expanded else f"{words} expanded"


def clock(seconds: float) -> str:
    """A time in whole seconds, so that it does not flicker."""
    return f"{seconds:.0f} s" if seconds < 60 else duration(seconds)


def rate(value: float) -> str:
    """A number per second in few digits: `250 k`."""
    if value < 1e3:
        return f"{value:.0f}"
    return f"{value / 1e3:.0f} k" if value < 1e6 else f"{value / 1e6:.1f} M"
