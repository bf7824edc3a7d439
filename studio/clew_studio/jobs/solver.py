"""The solver process: one task as JSON on standard input, lines of JSON on standard output.

It imports nothing of Django, and ends with the process that started it: on Linux the kernel ensures that.

    {"event": "progress", ...}   how far it has come
    {"event": "solution", ...}   a better solution than before
    {"event": "result", ...}     the last line
    {"event": "error", "message": "..."}
"""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from typing import TYPE_CHECKING, Any, TextIO

from clew.errors import ClewError
from clew.puzzles.registry import from_dict
from clew.search.heatmap import heatmap
from clew.search.hint import hint
from clew.search.improve import improve
from clew.search.limits import Limits
from clew.search.line import walk
from clew.search.solutions import solutions
from clew.search.solve import solve
from clew_studio.processes import bound_memory, end_with
from clew_studio.puzzles import custom_puzzles
from clew_studio.shared.config import from_environment

if TYPE_CHECKING:
    from clew.generation.evaluator import Making
    from clew.puzzles.base import EnginePuzzle
    from clew.search.hint import Hint
    from clew.search.improve import Improvement
    from clew.search.limits import Progress
    from clew.search.solution import Solution

Json = dict[str, Any]

ROOM = 1 << 30
"""Address space in addition to the search's tables: the interpreter, threads, reserves of the allocator."""

NICE = 10
"""Answering pages takes precedence over searching."""

_lines: TextIO = sys.stdout
"""Where `tell` writes."""


def main() -> None:
    """Runs the one job that standard input describes, and reports on standard output."""
    task = json.loads(sys.stdin.readline())
    end_with(task["parent"])
    os.nice(NICE)
    bound_memory(2 * task["memory"] + ROOM)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    name = custom_puzzles.name_of(task["keys"])
    if name is not None:
        keep_lines()
    try:
        Solver(task).run()
    except ClewError as error:
        tell("error", message=str(error))
    except MemoryError:
        tell("error", message="out-of-memory")
    except Exception as error:
        if name is None:
            raise
        tell("error", message=custom_puzzles.failure(error))


def keep_lines() -> None:
    """Reserve standard output for `tell`, and discard what a user's rules print."""
    global _lines
    _lines = os.fdopen(os.dup(1), "w", encoding="utf-8")
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.close(nowhere)


def tell(event: str, **values: Any) -> None:
    """Writes an event as one line of JSON."""
    _lines.write(json.dumps({"event": event, **values}) + "\n")
    _lines.flush()


def read(task: Json) -> EnginePuzzle:
    """Return the puzzle of a task, at the position where the task begins."""
    name = custom_puzzles.name_of(task["keys"])
    if name is not None:
        puzzle = custom_puzzles.made(name, from_environment().puzzles)
        return puzzle.at(task["start"]) if task["start"] else puzzle
    puzzle = from_dict(task["keys"])
    return puzzle if task["start"] == puzzle.initial() else puzzle.at(task["start"])


class Solver:
    """One task. `run` reports its result."""

    def __init__(self, task: Json) -> None:
        self.task = task
        self.puzzle = read(task)
        self.limits = Limits(seconds=task["seconds"], memory=task["memory"])
        self.threads: int = task["threads"]
        self._solutions = 0

    def run(self) -> None:
        """Runs the job and reports its result. Raises `ClewError`, or what custom rules raise."""
        kinds = {
            "solve": self._solve,
            "hint": self._hint,
            "heatmap": self._heatmap,
            "par": self._par,
            "map": self._map,
            "generate": self._generate,
            "another": self._generate,
            "review": self._review,
        }
        tell("result", **kinds[self.task["kind"]]())

    def _solve(self) -> Json:
        after, via = self.task.get("after", []), self.task.get("via", [])
        if after or via:
            found = solve(
                self.puzzle,
                after=after,
                via=via,
                limits=self.limits,
                threads=self.threads,
                on_progress=self._progress,
            )
            return {**solution_json(found), **self._detour(found, after)}
        search = improve(self.puzzle, limits=self.limits, threads=self.threads)
        return solution_json(search.finish(self._improvement))

    def _detour(self, found: Solution, after: list[str]) -> Json:
        """Return how many more moves a solution with pinned moves and waypoints takes than one without."""
        free = solve(self.puzzle, limits=self.limits, threads=self.threads)
        optimum = free.length if free.optimal else None
        pinned = sum(step.cost for step in walk(self.puzzle, self.puzzle.initial(), after))
        if found.length is None or optimum is None:
            return {"optimum": optimum, "detour": None}
        return {"optimum": optimum, "detour": pinned + found.length - optimum}

    def _improvement(self, report: Improvement) -> None:
        if report.best is not None and report.solutions > self._solutions:
            self._solutions = report.solutions
            tell(
                "solution",
                number=report.solutions,
                length=report.length,
                moves=[*map(str, report.best)],
                seconds=report.seconds,
            )
        tell(
            "progress",
            phase=report.phase,
            seconds=report.seconds,
            states=report.states,
            expanded=report.expanded,
            states_per_second=round(report.states_per_second),
            frontier=report.frontier,
            best=report.length,
            bound=report.lower_bound,
            gap=report.gap,
        )

    def _progress(self, report: Progress) -> None:
        tell(
            "progress",
            phase=None,
            seconds=report.seconds,
            states=report.states,
            expanded=report.expanded,
            states_per_second=round(report.expanded / report.seconds) if report.seconds else 0,
            frontier=report.depth,
            best=None,
            bound=report.lower_bound,
            gap=None,
        )

    def _hint(self) -> Json:
        found = hint(self.puzzle, limits=self.limits, threads=self.threads, on_progress=self._progress)
        return {"status": found.status, "limit": found.limit, **hint_json(found)}

    def _heatmap(self) -> Json:
        found = heatmap(self.puzzle, limits=self.limits, threads=self.threads, on_progress=self._progress)
        return {
            "status": found.status,
            "limit": found.limit,
            "length": found.length,
            "count": None if found.count is None else str(found.count),
            "spots": [
                {"kind": spot.kind, "place": spot.place, "share": float(found.share(spot.kind, spot.place))}
                for spot in found
            ],
        }

    def _generate(self) -> Json:
        from clew.generation.generate import generate

        wanted = dict(self.task["wishes"])
        made = generate(
            wanted.pop("family"),
            **wanted,
            count=self.task["count"],
            seed=self.task["seed"],
            known=[self.puzzle],
            limits=self.limits,
            on_board=lambda board: tell("board", puzzle=str(board), par=board.par),
            on_progress=self._making,
        )
        boards = [{"puzzle": str(board), "par": board.par} for board in made]
        return {"status": "solved" if boards else "limit", "limit": made.limit, "boards": boards}

    def _making(self, report: Making) -> None:
        tell("progress", phase="generate", seconds=report.seconds, states=report.tried, best=None, bound=None)

    def _map(self) -> Json:
        from clew_studio.jobs.mapping import map_json

        begun = time.monotonic()

        def phase(name: str) -> None:
            seconds = time.monotonic() - begun
            tell("progress", phase=f"map: {name}", seconds=seconds, states=0, best=None, bound=None)

        return map_json(self.puzzle, self.limits, self.threads, phase)

    def _review(self) -> Json:
        from clew.play.review import review

        moves, limits = self.task["moves"], self.limits
        found = review(self.puzzle, moves, limits=limits, threads=self.threads, on_progress=self._progress)
        return {"limit": None, **found.to_dict()}

    def _par(self) -> Json:
        found = solutions(self.puzzle, limits=self.limits, threads=self.threads, on_progress=self._progress)
        count = found.count if found.status == "solved" else None
        return {**solution_json(found.solution), "count": None if count is None else str(count)}


def hint_json(found: Hint) -> Json:
    """A hint without its words, so that it can be stored and shown in any language."""
    return {
        "distance": found.distance,
        "best": [*map(str, found.best)],
        "line": [*map(str, found.line)],
        "moves": [{"move": str(move), "distance": after} for move, after in found.moves],
        "left_out": found.left_out,
    }


def solution_json(found: Solution) -> Json:
    """A solution as the result of a job shows it."""
    return {
        "status": found.status,
        "limit": found.limit,
        "optimal": found.optimal,
        "length": found.length,
        "lower_bound": found.lower_bound,
        "moves": None if found.moves is None else [*map(str, found.moves)],
        "states": found.states,
        "algorithm": found.algorithm,
        "optimum": None,
        "detour": None,
    }


if __name__ == "__main__":
    main()
