"""The process that paints animations and printable sheets, one after the other, until its input ends.

It imports nothing of Django and ends with the thread that started it. The first line of standard input is
``{"parent": PID, "memory": BYTES}``, each later one a picture. It answers each with a line: ``{"size":
1234}``, followed by that many bytes, or ``{"error": "..."}``.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from typing import Any

from clew.errors import ClewError
from clew.pictures.card import Result, card
from clew.pictures.draw import draw
from clew.pictures.drawable import Line
from clew.puzzles.registry import from_dict
from clew.studio.processes import bound_memory, end_with

Json = dict[str, Any]

NICE = 5
"""Answering pages takes precedence over painting."""


def main() -> None:
    """Draws a picture for each line of standard input until the input ends."""
    first = json.loads(sys.stdin.readline())
    end_with(first["parent"])
    os.nice(NICE)
    bound_memory(first["memory"])
    for line in sys.stdin:
        try:
            data = painted(json.loads(line))
        except ClewError as error:
            tell({"error": str(error)}, b"")
        except MemoryError:
            sys.exit("a picture needed more memory than it may have")
        else:
            tell({"size": len(data)}, data)


def tell(head: Json, data: bytes) -> None:
    """Write one answer: a line of JSON, then `data`, whose size the line gives."""
    sys.stdout.buffer.write(json.dumps(head).encode() + b"\n" + data)
    sys.stdout.buffer.flush()


def painted(task: Json) -> bytes:
    """Return the bytes of a picture. Raises `ClewError`."""
    puzzle = from_dict(task["keys"])
    if task["ending"] == "card":
        result = None if task["result"] is None else Result(*task["result"])
        return card(puzzle, task["words"], task["over"], result)
    thing = puzzle if task["moves"] is None else Line(puzzle, task["moves"], start=task["state"])
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, f"picture.{task['ending']}")
        draw(thing, path, paper=task["paper"])
        with open(path, "rb") as file:
            return file.read()


if __name__ == "__main__":
    main()
