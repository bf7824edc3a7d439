"""The process that works on boards: reads one line of JSON, answers with one, until its input ends.

A board that crashes it affects no other. It ends when its parent ends, for whatever reason: a thread waits
for the end of the input even while the engine works.
"""

from __future__ import annotations

import json
import os
import sys
from queue import Empty, Queue
from threading import Thread
from typing import Any, BinaryIO

from clew.errors import ClewError
from clew.search.limits import Limits
from clew_lab.sweep.boards import puzzle_of
from clew_lab.sweep.operations import find

IDLE = 60.0
"""Seconds without a board after which the process ends."""


def main() -> None:
    """Answers the lines of standard input. Output printed by an operation goes to standard error."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    lines: Queue[bytes] = Queue()
    Thread(target=_listen, args=(sys.stdin.buffer, lines), daemon=True).start()
    while True:
        try:
            asked = json.loads(lines.get(timeout=IDLE))
        except Empty:
            return
        answers.write(json.dumps(_answer(asked)).encode() + b"\n")
        answers.flush()


def _listen(stream: BinaryIO, lines: Queue[bytes]) -> None:
    for line in stream:
        lines.put(line)
    os._exit(0)


def _answer(asked: dict[str, Any]) -> dict[str, Any]:
    """The operation's row, or `error`, which says what went wrong."""
    try:
        row = find(asked["home"]).make(puzzle_of(asked["keys"]), Limits(*asked["limits"]), asked["options"])
        json.dumps(row)
        if not isinstance(row.get("status"), str):
            raise ClewError(f"the operation must return a `status`, one word, but returned {row!r:.200}")
        return row
    except ClewError as error:
        return {"error": str(error)}
    except BaseException as error:
        return {"error": f"{type(error).__name__}: {error}".removesuffix(": ")}
