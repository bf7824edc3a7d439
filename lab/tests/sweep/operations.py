"""Operations of a user's own, as a sweep finds them in a module: some break, each in its way."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from time import sleep
from typing import Any

from clew.puzzles.base import EnginePuzzle
from clew.search.limits import Limits
from clew_lab.sweep import Operation

POISONED = "the bad one"


def _solved(puzzle: EnginePuzzle) -> dict[str, Any]:
    return {"status": "solved", "name": puzzle.title}


def _poisoned(puzzle: EnginePuzzle, limits: Limits, options: dict[str, Any]) -> dict[str, Any]:
    if puzzle.title == POISONED:
        os.kill(os.getpid(), getattr(signal, options["signal"]))
        sleep(60)
    return _solved(puzzle)


def _faulty(puzzle: EnginePuzzle, limits: Limits, options: dict[str, Any]) -> dict[str, Any]:
    print("what an operation prints does no harm")
    if puzzle.title == POISONED:
        return {"status": str(1 // 0)}
    return _solved(puzzle)


def _greedy(puzzle: EnginePuzzle, limits: Limits, options: dict[str, Any]) -> dict[str, Any]:
    import resource

    if puzzle.title == POISONED:
        resource.setrlimit(resource.RLIMIT_AS, (3_000_000_000, resource.RLIM_INFINITY))
        bytearray(4_000_000_000)
    return _solved(puzzle)


def _unlucky(puzzle: EnginePuzzle, limits: Limits, options: dict[str, Any]) -> dict[str, Any]:
    """The first process that has this board is killed, as by somebody else."""
    mark = Path(options["folder"], f"{puzzle.title}.seen")
    if puzzle.title == POISONED and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return _solved(puzzle)


def _slow(puzzle: EnginePuzzle, limits: Limits, options: dict[str, Any]) -> dict[str, Any]:
    """Leaves a mark for each time that a board is done; the last ones wait until the gate is there."""
    sleep(options["seconds"])
    held = "gate" in options and int(str(puzzle.title).split()[-1]) >= 30
    while held and not Path(options["gate"]).exists():
        sleep(0.01)
    descriptor = os.open(options["log"], os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    os.write(descriptor, f"{puzzle.title}\n".encode())
    os.close(descriptor)
    return _solved(puzzle)


_COLUMNS = {"status": "text", "name": "text"}
POISON = Operation("poison", f"{__name__}:POISON", _COLUMNS, _poisoned)
FAULTY = Operation("faulty", f"{__name__}:FAULTY", _COLUMNS, _faulty)
GREEDY = Operation("greedy", f"{__name__}:GREEDY", _COLUMNS, _greedy)
UNLUCKY = Operation("unlucky", f"{__name__}:UNLUCKY", _COLUMNS, _unlucky)
SLOW = Operation("slow", f"{__name__}:SLOW", _COLUMNS, _slow)
