"""The line that says how far a long search is, on a terminal: rewritten in place, gone at the end."""

from __future__ import annotations

from clew.cli.terminal import duration, is_terminal, number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.cli.terminal import Terminal
    from clew.search.progress import Progress

PATIENCE = 0.3  # seconds for which nobody wonders


class ProgressLine:
    """A callback for `on_progress`; `with` clears the line at the end, whatever happens."""

    def __init__(self, terminal: Terminal) -> None:
        self._terminal = terminal
        self._shown = False

    @property
    def callback(self) -> ProgressLine | None:
        """What to give to a search: None where no one would see the line."""
        return None if self._terminal.quiet or not is_terminal(self._terminal.err) else self

    def __call__(self, progress: Progress) -> None:
        if progress.seconds < PATIENCE:
            return
        self._terminal.err.write(f"\r\x1b[2K{self._text(progress)}")
        self._terminal.err.flush()
        self._shown = True

    def __enter__(self) -> ProgressLine:
        return self

    def __exit__(self, *_: object) -> None:
        if self._shown:
            self._terminal.err.write("\r\x1b[2K")
            self._terminal.err.flush()
            self._shown = False

    def _text(self, progress: Progress) -> str:
        parts = [
            f"{number(progress.states)} states",
            f"{_rate(progress.states_per_second)}/s",
            f"depth {progress.depth}",
            "best -" if progress.best is None else f"best {progress.best}",
            f"bound {progress.lower_bound}",
            _clock(progress.seconds),
        ]
        if progress.eta is not None:
            parts.append(f"ends within {_clock(progress.eta)}")
        text = ", ".join(parts) if progress.phase == "search" else f"{progress.phase}: {', '.join(parts)}"
        text = text[: self._terminal.width - 1]
        return f"\x1b[2m{text}\x1b[0m" if self._terminal.error_colour else text


def _clock(seconds: float) -> str:
    """A time that does not flicker: whole seconds."""
    return f"{seconds:.0f} s" if seconds < 60 else duration(seconds)


def _rate(rate: float) -> str:
    if rate < 1e3:
        return f"{rate:.0f}"
    return f"{rate / 1e3:.0f} k" if rate < 1e6 else f"{rate / 1e6:.1f} M"
