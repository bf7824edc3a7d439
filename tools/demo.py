"""Solves every board in a folder and prints the board, the moves and the facts: what Clew does, on one page.

``python -m tools.demo [FOLDER] [--pictures FOLDER]``. With --pictures it also writes a picture of each board
and of each solution, and a page of HTML on which all of them can be stepped through. Exits with 1 if an
answer is not the board's known optimum (its `par`), and with 2 if the folder holds no boards.
"""

from __future__ import annotations

import argparse
import os
import sys
import textwrap
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, TypeVar

import clew
from clew.pictures.page import Fact, Figure, page_of

Answer = TypeVar("Answer")

WIDTH = 78
INDENT = "  "
# A board may take this long to be solved, and its optimal solutions as long again to be counted.
SECONDS = 300.0


class Row(NamedTuple):
    """The facts of one board; `ways`: the number of optimal solutions, if counted; `fault`: what is wrong."""

    solution: clew.Solution
    name: str
    length: int | None
    par: int | None
    ways: int | None
    solving: float
    counting: float
    fault: str | None


class Page:
    """Prints, in bold and dim type if the output is a terminal that supports it."""

    def __init__(self) -> None:
        self.styled = sys.stdout.isatty() and "NO_COLOR" not in os.environ

    def style(self, code: int, text: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self.styled else text

    def bold(self, text: str) -> str:
        return self.style(1, text)

    def dim(self, text: str) -> str:
        return self.style(2, text)

    def heading(self, text: str, aside: str = "") -> None:
        rule = "─" * max(2, WIDTH - len(text) - len(aside) - 3)
        print(f"\n{self.bold(text)} {self.dim(rule)} {self.dim(aside)}".rstrip())

    def block(self, text: str) -> None:
        print(textwrap.indent(text, INDENT), flush=True)


def shown_count(count: int | None) -> str:
    """Exact up to fifteen digits, then as a power of ten: 10^44 is easier to grasp than its 45 digits."""
    if count is None:
        return "-"
    if not is_rounded(count):
        return f"{count:,}"
    digits = len(str(count))
    return f"{count // 10 ** (digits - 3) / 100:.2f}e{digits - 1}"


def is_rounded(count: int | None) -> bool:
    """Whether a count is shown as a power of ten."""
    return count is not None and count >= 10**15


def shown_seconds(seconds: float) -> str:
    return f"{seconds * 1000:.1f} ms" if seconds < 1 else f"{seconds:.2f} s"


def timed(work: Callable[[], Answer]) -> tuple[Answer, float]:
    start = time.perf_counter()
    answer = work()
    return answer, time.perf_counter() - start


def fault_of(solution: clew.Solution, par: int | None) -> str | None:
    if par is None:
        return "the board names no par"
    if not solution.optimal:
        return f"no optimum within {SECONDS:.0f} s: {solution.status}"
    return None if solution.length == par else f"fewest moves {solution.length}, par is {par}"


def solve_board(page: Page, path: Path, name: str) -> Row:
    puzzle = clew.load(str(path))
    limits = clew.Limits(seconds=SECONDS)
    page.heading(puzzle.title or name, puzzle.family)
    page.block(puzzle.draw(puzzle.initial()) + "\n")
    solution, solving = timed(lambda: clew.solve(puzzle, limits=limits))
    page.block(textwrap.fill(str(solution) if solution.moves else "no moves", WIDTH - len(INDENT)))
    ways, counting = timed(lambda: clew.solutions(puzzle, limits=limits).count)
    row = Row(
        solution, name, solution.length, puzzle.par, ways, solving, counting, fault_of(solution, puzzle.par)
    )
    line = " · ".join(fact.text for fact in figures(row))
    page.block(page.bold(f"WRONG: {row.fault}") if row.fault else page.dim(line))
    return row


def figures(row: Row) -> list[Fact]:
    """The facts of a board, for the line under it."""
    solution = row.solution
    metric = solution.puzzle.metric
    unit = "moves" if metric == "moves" else f"moves ({metric})"
    plural = "" if row.ways == 1 else "s"
    ways = "not counted in time" if row.ways is None else f"{shown_count(row.ways)} optimal solution{plural}"
    exactly = f"exactly {row.ways:,}" if is_rounded(row.ways) else ""
    work = (f"{solution.states:,} states", shown_seconds(row.solving), solution.algorithm)
    return [Fact(f"fewest {unit}: {row.length}"), Fact(ways, exactly), *map(Fact, work)]


def closing_table(page: Page, rows: list[Row]) -> None:
    page.heading("All boards")
    head = ("board", "moves", "par", "solutions", "solved in", "counted in")
    lines = [
        (
            row.name,
            "-" if row.length is None else str(row.length),
            "-" if row.par is None else str(row.par),
            shown_count(row.ways),
            shown_seconds(row.solving),
            shown_seconds(row.counting),
        )
        for row in rows
    ]
    widths = [max(map(len, column)) for column in zip(head, *lines, strict=True)]

    def aligned(cells: tuple[str, ...]) -> str:
        name, *numbers = zip(cells, widths, strict=True)
        return "  ".join([name[0].ljust(name[1]), *(text.rjust(width) for text, width in numbers)])

    page.block(page.dim(aligned(head)))
    for row, line in zip(rows, lines, strict=True):
        page.block(page.bold(f"{aligned(line)}  {row.fault}") if row.fault else aligned(line))


def write_pictures(folder: Path, rows: list[Row]) -> None:
    """A picture of each board, one of each solution, and the page that shows them."""
    figures_ = []
    for row in rows:
        stem = row.name.replace("/", "-")
        files = [f"{stem}.svg"]
        folder.mkdir(parents=True, exist_ok=True)
        clew.draw(row.solution.puzzle, folder / files[0])
        if row.solution:
            files.append(f"{stem}-solution.svg")
            clew.draw(row.solution, folder / files[1])
        figures_.append(Figure(row.solution, figures(row), files))
    (folder / "index.html").write_text(page_of("Boards and their solutions", figures_), encoding="utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(description="Solves every board under a folder and shows the answers.")
    parser.add_argument("folder", nargs="?", type=Path, default=Path("boards"), help="where the boards are")
    parser.add_argument("--pictures", type=Path, metavar="FOLDER", help="write pictures and a page here")
    args = parser.parse_args()
    folder = args.folder
    paths = sorted(folder.rglob("*.toml"))
    if not paths:
        print(f"demo: no boards (*.toml) under {folder}", file=sys.stderr)
        return 2
    page = Page()
    rows = [solve_board(page, path, str(path.relative_to(folder).with_suffix(""))) for path in paths]
    closing_table(page, rows)
    faults = sum(row.fault is not None for row in rows)
    total = shown_seconds(sum(row.solving for row in rows))
    verdict = f"{faults} of them not as known" if faults else "every answer is the known optimum"
    print(f"\n{INDENT}{len(rows)} boards solved in {total}: {verdict}.")
    if args.pictures is not None:
        write_pictures(args.pictures, rows)
        print(f"{INDENT}Pictures: {args.pictures / 'index.html'}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
