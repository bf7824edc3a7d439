"""The process that paints animations and printable sheets, one after the other, until its input ends.

It imports nothing of Django; `clew_studio.helpers` describes what it reads and answers.
"""

from __future__ import annotations

import os
import tempfile
from typing import TYPE_CHECKING, Any

from clew.pictures.card import Result, card
from clew.pictures.draw import draw
from clew.pictures.drawable import Line
from clew.puzzles.registry import from_dict
from clew_studio.helpers import serve

if TYPE_CHECKING:
    from clew.puzzles.base import EnginePuzzle

Json = dict[str, Any]


def painted(task: Json) -> bytes:
    """Return the bytes of a picture or a book. Raises `ClewError`."""
    if "boards" in task:
        return _drawn([_subject(from_dict(one["keys"]), one["moves"]) for one in task["boards"]], task)
    puzzle = from_dict(task["keys"])
    if task["ending"] == "card":
        result = None if task["result"] is None else Result(*task["result"])
        return card(puzzle, task["words"], task["over"], result)
    return _drawn(_subject(puzzle, task["moves"], task["state"]), task)


def _subject(puzzle: EnginePuzzle, moves: list[str] | None, start: str | None = None) -> EnginePuzzle | Line:
    return puzzle if moves is None else Line(puzzle, moves, start=start)


def _drawn(thing: Any, task: Json) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, f"picture.{task['ending']}")
        draw(thing, path, paper=task["paper"])
        with open(path, "rb") as file:
            return file.read()


if __name__ == "__main__":
    serve(painted)
