"""The progress line of a long search on a terminal: rewritten in place, and removed at the end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from clew.cli.terminal import duration, is_terminal, number

if TYPE_CHECKING:
    from clew.cli.terminal import Terminal
    from clew.search.progress import Progress

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
            f"{number(progress.states)} states",
            f"{rate(progress.states_per_second)}/s",
            f"depth {progress.depth}",
            "best -" if progress.best is None else f"best {progress.best}",
            f"bound {progress.lower_bound}",
            clock(progress.seconds),
        ]
        if progress.eta is not None:
            parts.append(f"ends within {clock(progress.eta)}")
        return ", ".join(parts) if progress.phase == "search" else f"{progress.phase}: {', '.join(parts)}"


def clock(seconds: float) -> str:
    """A time in whole seconds, so that it does not flicker."""
    return f"{seconds:.0f} s" if seconds < 60 else duration(seconds)


def rate(value: float) -> str:
    """A number per second in few digits: `250 k`."""
    if value < 1e3:
        return f"{value:.0f}"
    return f"{value / 1e3:.0f} k" if value < 1e6 else f"{value / 1e6:.1f} M"
