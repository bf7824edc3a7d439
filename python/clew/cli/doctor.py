"""`clew doctor`: what is installed, what it may use, and whether it works."""

from __future__ import annotations

import locale
import os
import platform
import sys
from argparse import Namespace
from typing import TYPE_CHECKING

import clew
from clew.cli import status
from clew.cli.boards import print_json
from clew.cli.command import SUMMARIES, Command
from clew.cli.options import add_json
from clew.cli.terminal import clean, duration, is_terminal
from clew.optional import EXTRAS, install, missing
from clew.puzzles.families import NAMES, declared
from clew.search.limits import default_memory, free_memory

if TYPE_CHECKING:
    from clew.cli.terminal import Terminal

COMMAND = Command(
    "doctor",
    summary=SUMMARIES["doctor"],
    description="""\
Prints the versions, the processor, the threads and the memory that a search may use, what the terminal
can show, and which extras are installed. Then it solves a sample board of each family and compares the
answer with the known one. Include the output when you report a problem.""",
    arguments="",
    quiet="print only what is wrong, on standard error",
    statuses={status.SOLVED: "everything works", status.WRONG: "bad usage, or the self-test failed"},
    examples=(
        ("clew doctor", "print a report for people"),
        ("clew doctor --json", "print a report for programs"),
        ("clew doctor --quiet", "print only what is wrong"),
    ),
)
add_json(COMMAND)

_FEATURES = ("sse4_2", "popcnt", "bmi1", "bmi2", "avx", "avx2", "avx512f", "neon", "asimd", "sve")


def run(args: Namespace, terminal: Terminal) -> int:
    """Report what is installed and test it. Returns the exit status."""
    facts = _facts(terminal)
    tests = _self_test()
    broken = [line for line, good in tests if not good]
    if args.json:
        results = [{"line": line, "ok": good} for line, good in tests]
        extras = {extra: not missing(extra) for extra in EXTRAS}
        print_json(terminal, {**facts, "extras": extras, "self_test": results, "ok": not broken})
    elif not terminal.quiet:
        width = max(map(len, facts))
        for name, value in facts.items():
            terminal.line(f"{terminal.strong(name.ljust(width))}  {clean(value)}")
        terminal.line()
        _show_extras(terminal)
        terminal.line()
        for line, good in tests:
            terminal.line(f"{terminal.good('ok') if good else terminal.bad('WRONG')}  {line}")
    for line in broken:
        terminal.complain(f"the self-test failed: {line}")
    return status.WRONG if broken else status.SOLVED


def _show_extras(terminal: Terminal) -> None:
    """Print a line for each extra: what it gives, and how to install what is missing."""
    width = max(map(len, EXTRAS))
    for extra, (gives, _) in EXTRAS.items():
        absent = missing(extra)
        state = f"needs {', '.join(absent)}: {install(extra)}" if absent else "installed"
        line = f"{extra.ljust(width)}  {gives}: {state}"
        terminal.line(terminal.hanging(line, width + 2))


def _facts(terminal: Terminal) -> dict[str, str]:
    shown = "terminal" if is_terminal(terminal.out) else "no terminal"
    return {
        "clew": clew.__version__,
        "engine": _engine(),
        "python": f"{platform.python_version()} ({platform.python_implementation()}), {sys.executable}",
        "system": f"{platform.system()} {platform.release()}, {platform.machine()}",
        "processor": _processor(),
        "threads": f"{_threads()} of {os.cpu_count()} processors",
        "memory": f"{_gigabytes(free_memory())} free; a search takes at most {_gigabytes(default_memory())}",
        "terminal": f"{shown}, {terminal.width} columns, TERM={os.environ.get('TERM', '')}",
        "text": f"{terminal.out.encoding}, locale {'.'.join(part or '-' for part in locale.getlocale())}",
        "colour": _colour(terminal),
    }


def _engine() -> str:
    try:
        from clew import _engine
    except ImportError as error:
        return f"missing ({error})"
    return f"{getattr(_engine, '__version__', 'unknown version')}, {getattr(_engine, '__file__', '')}"


def _processor() -> str:
    name, flags = platform.processor() or platform.machine(), set()
    try:
        with open("/proc/cpuinfo", encoding="utf-8", errors="replace") as file:
            for line in file:
                key, _, value = line.partition(":")
                if key.strip() == "model name":
                    name = value.strip()
                elif key.strip() in ("flags", "Features"):
                    flags = set(value.split())
                    break
    except OSError:
        return name
    return f"{name}; {' '.join(flag for flag in _FEATURES if flag in flags) or 'no known extensions'}"


def _threads() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _gigabytes(size: int) -> str:
    return f"{size / 1e9:.1f} GB"


def _colour(terminal: Terminal) -> str:
    if terminal.colour:
        return "yes"
    if os.environ.get("NO_COLOR"):
        return "no (NO_COLOR is set)"
    return "no (TERM is dumb)" if os.environ.get("TERM") == "dumb" else "no (not a terminal)"


def samples() -> list[tuple[str, int, int]]:
    """Return a board of each family, with its fewest moves and its number of optimal solutions."""
    return [declared(name).sample for name in NAMES]


def _self_test() -> list[tuple[str, bool]]:
    """Solve each sample. Returns a line about the answer, and whether it is right."""
    return [_one(board, length, count) for board, length, count in samples()]


def _one(board: str, length: int, count: int) -> tuple[str, bool]:
    family = board.partition(":")[0]
    try:
        from clew.puzzles.registry import parse_compact
        from clew.search.solutions import solutions
        from clew.search.solve import solve
        from clew.search.verify import verify

        puzzle = parse_compact(board)
        solution = solve(puzzle)
        known = solutions(puzzle).count
        good = solution.length == length and known == count and verify(puzzle, list(solution)).solved
        line = f"{family}: {solution.length} moves, {known} optimal, {duration(solution.seconds)}"
        return (line if good else f"{line}; expected {length} moves, {count} optimal"), good
    except Exception as error:  # whatever is broken, this command must report it
        return f"{family}: {type(error).__name__}: {error}", False
