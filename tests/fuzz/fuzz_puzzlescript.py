"""Fuzz target: the reader of PuzzleScript games, fed with any text.

It never raises for what a source says; what it accepts becomes a puzzle, or is refused with a `BoardError`.

    python tests/fuzz/fuzz_puzzlescript.py -max_total_time=600
"""

from __future__ import annotations

import sys
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[2]))

from clew.errors import BoardError
from clew.families.puzzlescript.puzzle import PuzzleScript
from clew.families.puzzlescript.reader import Level, read
from clew.puzzles.registry import parse_compact

GAMES = Path(__file__).parents[2] / "examples" / "games"
WORDS = (
    *("OBJECTS", "LEGEND", "SOUNDS", "COLLISIONLAYERS", "RULES", "WINCONDITIONS", "LEVELS", "title ", "===="),
    *("[ ", " | ", " ] ", " -> ", "...", "late ", "rigid ", "random ", "+ ", "startloop", "endloop", "no "),
    *(
        "> ",
        "< ",
        "^ ",
        "v ",
        "moving ",
        "stationary ",
        "randomdir ",
        "perpendicular ",
        "parallel ",
        "action ",
    ),
    *(
        "again",
        "cancel",
        "win",
        "restart",
        "checkpoint",
        "message ",
        "sfx0",
        " and ",
        " or ",
        " = ",
        "(",
        ")",
    ),
    *("all ", "some ", " on ", "Player", "Crate", "Background", "run_rules_on_level_start", "#1", "\n"),
)
LARGEST = 5_000
"""Bytes of a source; what is larger is cut."""


def seeds() -> list[bytes]:
    """The games of the examples."""
    return [path.read_bytes() for path in sorted(GAMES.glob("*.txt"))]


def check(data: bytes) -> None:
    """Read a source, and make a puzzle of its first level where it has no errors."""
    source = data[:LARGEST].decode("utf-8", "replace")
    game, report = read(source)
    assert all(remark.line > 0 and remark.message for remark in report.remarks)
    if report.errors or not any(isinstance(level, Level) for level in game.levels):
        return
    try:
        puzzle = PuzzleScript(source)
    except BoardError:
        return
    state = puzzle.initial()
    assert puzzle.position(state) == state
    assert parse_compact(str(puzzle)) == puzzle


if __name__ == "__main__":
    from tests.fuzz.harness import run

    run(check, seeds(), WORDS)
