"""Solutions as text for people (the board, the moves, one line of figures) and as JSON for programs."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from clew.cli.signals import Gap, Whole
from clew.cli.terminal import clean, duration, number
from clew.puzzles.registry import is_compact

if TYPE_CHECKING:
    from collections.abc import Iterable

    from clew.boards.entries import Entry
    from clew.cli.terminal import Terminal
    from clew.puzzles.base import EnginePuzzle
    from clew.search.proved import Proved
    from clew.search.solution import Solution


def show_solution(
    terminal: Terminal,
    solution: Solution,
    entry: Entry,
    count: int | None,
    lines: Iterable[list[str]] | None,
) -> None:
    """Print a solution for people, and all `lines` under it, if given."""
    if terminal.quiet:
        _show_answer(terminal, solution, count, lines)
        return
    show_board(terminal, solution.puzzle, solution.start, entry)
    if solution.moves:
        terminal.line(terminal.wrapped([*map(str, solution.moves)]))
        terminal.line()
    for line in terminal.flowing(_figures(terminal, solution, count)):
        terminal.line(line)
    show_notes(terminal, solution)
    if lines is not None:
        terminal.line()
        for moves in lines:
            terminal.line("  " + (" ".join(moves) or "(no moves)"))
    terminal.line()


def show_notes(terminal: Terminal, found: Proved) -> None:
    """Print which turns a proof leaves out, and which rules were stopped."""
    for name, words in (("left out", found.left_out), ("stopped", found.stopped)):
        if words is not None:
            terminal.line("  " + terminal.faint(clean(f"{name}: {words}")))


def show_proof(terminal: Terminal, found: Proved, what: str) -> None:
    """Print the notes of a result, and on what it rests that its figures, named by `what`, are right."""
    show_notes(terminal, found)
    if found.proof is not None:
        terminal.line("  " + terminal.faint(clean(f"these {what} are right {found.proof}")))


def show_board(terminal: Terminal, puzzle: EnginePuzzle, state: Any, entry: Entry) -> None:
    """Print the name of a board and the position."""
    place = entry.source if entry.line is None else f"{entry.source}, line {entry.line}"
    name = puzzle.title or (puzzle.family if is_compact(entry.source) else place)
    head = terminal.strong(clean(name))
    terminal.line(f"{head}  {terminal.faint(clean(place))}" if puzzle.title else head)
    terminal.line()
    terminal.line(terminal.board(puzzle.draw(state)))
    terminal.line()
    for line in assumed(puzzle):
        terminal.line(f"  {terminal.faint(line)}\n")


def assumed(puzzle: EnginePuzzle) -> list[str]:
    """Return the defaults that the board relies on, a line for each: ``"layout: panguru"``."""
    return [f"{key}: {value}" for key, value in puzzle._assumed().items()]


def write_json(terminal: Terminal, result: dict[str, Any], lines: Iterable[list[str]] | None) -> None:
    """Print one line of JSON. `lines` become its `solutions`, written one by one: there may be millions.

    Ctrl-C ends the list; the line is still closed as valid JSON.
    """
    import json

    with _AnyDigits():
        text = json.dumps(result, separators=(",", ":"))
    if lines is None:
        terminal.line(text)
        return
    with Whole():
        terminal.write(f'{text[:-1]},"solutions":[')
        rest = iter(lines)
        comma = ""
        try:
            while True:
                with Gap():
                    moves = next(rest, None)
                if moves is None:
                    break
                terminal.write(comma + json.dumps(moves, separators=(",", ":")))
                comma = ","
        finally:
            terminal.line("]}")


def _show_answer(
    terminal: Terminal, solution: Solution, count: int | None, lines: Iterable[list[str]] | None
) -> None:
    if lines is not None:
        for moves in lines:
            terminal.line(" ".join(moves))
    elif solution.moves is None:
        terminal.line("unsolvable" if solution.status == "unsolvable" else f"limit: {solution.limit}")
    else:
        terminal.line(str(solution))
    if count is not None and solution.status == "solved":
        terminal.line(_digits(count))


def _figures(terminal: Terminal, solution: Solution, count: int | None) -> list[str]:
    parts = [_answer(terminal, solution)]
    if solution.legs is not None and solution.length is not None:
        parts.append(_detour(solution))
    if count is not None and solution.status == "solved":
        parts.append(f"{_digits(count)} optimal solution{'' if count == 1 else 's'}")
    parts.append(f"{number(solution.states)} state{'' if solution.states == 1 else 's'}")
    parts.append(duration(solution.seconds))
    parts.append(solution.algorithm)
    return parts


def _answer(terminal: Terminal, solution: Solution) -> str:
    if solution.status == "unsolvable":
        why = f": {solution.reason}" if solution.legs is not None else ""
        return terminal.bad(f"no solution, proved{why}") + if_proof(solution)
    if solution.length is None:
        least = f"any solution takes at least {solution.lower_bound}{if_proof(solution)}"
        return f"{terminal.bad(_stopped(solution))}, no solution known; {least}"
    length = _length(solution)
    if solution.optimal:
        return terminal.good(f"{length}, proved optimal") + if_proof(solution)
    why = "not proved optimal" if solution.status == "solved" else _stopped(solution)
    bound = (
        f"no solution takes fewer than {solution.lower_bound} (a gap of {solution.gap}){if_proof(solution)}"
    )
    return f"{length}, {terminal.bad(why)}; {bound}"


def if_proof(solution: Solution) -> str:
    """What the proof rests on, after a blank; nothing if it rests on nothing."""
    return "" if solution.proof is None else f" {solution.proof}"


def _stopped(solution: Solution) -> str:
    if solution.limit == "interrupted":
        return "interrupted"
    return f"stopped by the limit on {solution.limit}"


def _length(solution: Solution) -> str:
    metric = solution.puzzle.metric
    plural = "" if solution.length == 1 else "s"
    return f"{solution.length} move{plural}" + ("" if metric == "moves" else f" ({metric})")


def _detour(solution: Solution) -> str:
    legs = " + ".join(map(str, solution.legs or []))
    if solution.detour is None:
        return f"legs {legs}"
    return f"legs {legs}, a detour of {solution.detour} over the optimum {solution.optimum}"


def _digits(count: int) -> str:
    with _AnyDigits():
        return number(count)


class _AnyDigits:
    """Inside, Python writes numbers of any size: a count may have more digits than its limit.

    Numbers that are read keep the limit, which protects against texts made to take long.
    """

    def __enter__(self) -> None:
        self._limit = sys.get_int_max_str_digits()
        sys.set_int_max_str_digits(0)

    def __exit__(self, *error: object) -> None:
        sys.set_int_max_str_digits(self._limit)
