"""Tables, the same in the terminal and in Markdown."""

from __future__ import annotations

import os
import platform
import subprocess
from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

import clew
from bench.sets import PUBLISHED, ROOT


class Table(NamedTuple):
    """A title, column heads, rows of text, and remarks."""

    title: str
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    note: str = ""

    def markdown(self) -> str:
        """The table with its columns aligned; the first column to the left, others to the right."""
        lines = [self.heads, *self.rows]
        widths = [max(3, *(len(line[i]) for line in lines)) for i in range(len(self.heads))]
        rule = ["-" * widths[0], *("-" * (width - 1) + ":" for width in widths[1:])]
        text = [_row(self.heads, widths), _row(rule, widths), *(_row(row, widths) for row in self.rows)]
        return "\n".join([f"## {self.title}", "", *([self.note, ""] if self.note else []), *text, ""])


def _row(cells: Sequence[str], widths: Sequence[int]) -> str:
    first, *rest = cells
    padded = [first.ljust(widths[0]), *(c.rjust(w) for c, w in zip(rest, widths[1:], strict=True))]
    return f"| {' | '.join(padded)} |"


def time_of(seconds: float) -> str:
    """A time in the unit that people would choose, three digits."""
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= size:
            return (
                f"{seconds / size:.3g} {unit}" if seconds < 1000 * size else f"{seconds / size:,.0f} {unit}"
            )
    return f"{seconds * 1e6:.3g} µs"


def times_of(ratio: float | None) -> str:
    """A ratio: `3.2x`."""
    if ratio is None:
        return "-"
    return f"{ratio:,.0f}x" if ratio >= 100 else f"{ratio:.3g}x"


def preamble(quick: bool) -> str:
    """Where and when this was measured."""
    loads = ", ".join(f"{load:.1f}" for load in os.getloadavg())
    published = "there" if PUBLISHED.is_dir() else "not there (CLEW_ACCEPTANCE names a folder)"
    lines = [
        f"- date: {date.today().isoformat()}, commit {_commit()}, clew {clew.__version__}",
        f"- machine: {_processor()}, {os.cpu_count()} processors, {platform.system()} {platform.release()}",
        f"- Python {platform.python_version()}; load of the machine when it began: {loads}",
        f"- published boards: {published}",
    ]
    if quick:
        lines.append("- a quick run: one board in ten, short limits")
    return "\n".join(lines)


def _commit() -> str:
    command = ["git", "describe", "--always", "--dirty"]
    try:
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return done.stdout.strip()


def _processor() -> str:
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            for line in file:
                if line.startswith("model name"):
                    return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()
