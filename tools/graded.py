"""Makes the graded boards that come with Clew: `python -m tools.graded`.

Two hundred boards for each family, from seeds that stand here, so that anybody makes the same files again:
each with its fewest moves (`par`), the number of its essentially different solutions and the seconds that a
typical person is forecast to take. No two are the same after turning, reflecting or renaming. A file begins
with its easiest board.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import clew
from clew.boards.graded import FOLDER

if TYPE_CHECKING:
    from clew.puzzles.base import EnginePuzzle

BATCHES: dict[str, list[dict[str, Any]]] = {
    "blocks": [
        {"count": 30, "seed": 1, "par": (3, 7), "size": "5x5"},
        {"count": 50, "seed": 2, "par": (5, 12)},
        {"count": 20, "seed": 3, "par": (6, 14), "walls": (1, 3)},
        {"count": 60, "seed": 4, "par": (13, 24)},
        {"count": 25, "seed": 5, "par": (25, 32)},
        {"count": 15, "seed": 6, "par": (8, 20), "size": "7x7", "pieces": (15, 19)},
    ],
    "pebbles": [
        {"count": 40, "seed": 1, "par": (3, 12), "size": "grid 2x3", "pieces": (4, 5)},
        {"count": 40, "seed": 2, "par": (4, 16), "size": "triangle 4", "pieces": (7, 9)},
        {"count": 70, "seed": 3, "par": (6, 22), "size": "grid 3x3", "pieces": (6, 8)},
        {"count": 50, "seed": 4, "par": (6, 26), "size": "grid 3x3", "numbered": True},
    ],
    "ricochet": [
        {"count": 40, "seed": 1, "par": (2, 6), "size": "5x5", "pieces": 2},
        {"count": 60, "seed": 2, "par": (3, 9), "size": "6x6", "pieces": (1, 2)},
        {"count": 70, "seed": 3, "par": (4, 12), "size": "8x8", "pieces": 2},
        {"count": 30, "seed": 4, "par": (4, 11), "size": "6x6", "pieces": 3},
    ],
    "coroutine": [
        {"count": 40, "seed": 1, "par": (3, 9), "size": "2x3"},
        {"count": 70, "seed": 2, "par": (5, 18), "size": "3x3"},
        {"count": 50, "seed": 3, "par": (8, 26), "size": "3x4"},
        {"count": 40, "seed": 4, "par": (10, 32), "size": "4x4"},
    ],
    "sokoban": [
        {"count": 50, "seed": 1, "par": (4, 16), "size": "6x6", "pieces": 1},
        {"count": 80, "seed": 2, "par": (10, 34), "size": "7x7", "pieces": 2},
        {"count": 70, "seed": 3, "par": (16, 50), "size": "8x8", "pieces": (2, 3)},
    ],
}


def graded(puzzle: EnginePuzzle) -> dict[str, Any]:
    """The line of a board."""
    return {
        "puzzle": str(puzzle),
        "par": puzzle.par,
        "essential": clew.solutions(puzzle, threads=1).essential,
        "forecast": round(clew.predict_difficulty(puzzle).seconds.value),
    }


def made(family: str) -> list[dict[str, Any]]:
    """The lines of a family's file, the easiest board first."""
    boards: list[EnginePuzzle] = []
    for batch in BATCHES[family]:
        boards += clew.generate(family, known=boards, **batch)
    lines = [graded(board) for board in boards]
    return sorted(lines, key=lambda line: (line["forecast"], line["par"], line["puzzle"]))


def main(families: list[str], folder: Path = FOLDER) -> None:
    """Writes the files of these families, or of all."""
    folder.mkdir(exist_ok=True)
    for family in families or BATCHES:
        text = "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in made(family))
        (folder / f"{family}.jsonl").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
