"""Fuzz target: the engine and the plain interpreter of `tests/reference/` play the same games.

The bytes are the seed of a game from the whole language, or of a recorded game that is changed by chance
where the recordings are there, and of a walk through it.

    python tests/fuzz/fuzz_interpreters.py -max_total_time=600
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.acceptance.data import FOLDER, rows
from tests.property.mutated_games import mutated_board
from tests.property.wild_games import difference, wild_board

RECORDINGS = "puzzlescript/recordings.json"
SOURCES = [row["source"] for row in rows(RECORDINGS)] if (FOLDER / RECORDINGS).is_file() else []
WALK = 5


def seeds() -> list[bytes]:
    """A few seeds of games."""
    return [bytes([number]) for number in range(8)]


def check(data: bytes) -> None:
    """Compare the two interpreters on a game and a walk through it."""
    rng = Random(data)
    board = mutated_board(SOURCES, rng) if SOURCES and data[:1] > b"\x7f" else wild_board(rng)
    found, _ = difference(board, rng, WALK)
    assert not found, f"{found}\n{board['game']}"


if __name__ == "__main__":
    from tests.fuzz.harness import run

    run(check, seeds(), ())
