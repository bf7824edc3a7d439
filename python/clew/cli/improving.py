"""A search that improves step by step, with its progress: for `clew solve --improve` and `--first`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clew.cli.terminal import PATIENCE, LiveLine, clock, duration, rate, work_words
from clew.search.improve import improve

if TYPE_CHECKING:
    from clew.cli.terminal import Terminal
    from clew.puzzles.base import EnginePuzzle
    from clew.search.improve import Improvement
    from clew.search.limits import Limits
    from clew.search.solution import Solution


def improved(
    puzzle: EnginePuzzle,
    terminal: Terminal,
    *,
    first: bool,
    after: str,
    algorithm: str,
    lookahead: int,
    limits: Limits,
    threads: int,
) -> Solution:
    """Return the best solution once it is proved or a limit is reached; with `first`, the first one found."""
    search = improve(
        puzzle, after=after, algorithm=algorithm, lookahead=lookahead, limits=limits, threads=threads
    )
    with _Watch(terminal) as watch:
        return search.first() if first else search.finish(watch)


class _Watch(LiveLine):
    """Shows progress on the live line, and above it the better solutions that were found.

    A quick search shows nothing; of several solutions in quick succession it shows the last.
    """

    def __init__(self, terminal: Terminal) -> None:
        super().__init__(terminal)
        self._told: int | None = None

    def __call__(self, report: Improvement) -> None:
        if not self.seen or report.seconds < PATIENCE:
            return
        if report.length is not None and report.length != self._told:
            self._tell(report, report.length)
        if report.status == "running":
            self.show(_text(report))

    def _tell(self, report: Improvement, length: int) -> None:
        self.clear()
        plural = "" if length == 1 else "s"
        line = f"  {length} move{plural} found by {duration(report.seconds)}"
        self.terminal.err.write(line + "\n")
        self.terminal.err.flush()
        self._told = length


def _text(report: Improvement) -> str:
    parts = [
        "best -" if report.length is None else f"best {report.length}",
        f"bound {report.lower_bound}",
        *([] if report.gap is None else [f"gap {report.gap}"]),
        work_words(report.states, report.expanded),
        f"{rate(report.states_per_second)}/s",
        clock(report.seconds),
    ]
    return f"{report.phase or 'begin'}: {', '.join(parts)}"
