"""The keys of a board file of this family."""

from __future__ import annotations

from typing import Any

from clew.puzzles import limits

KEYS: dict[str, dict[str, Any]] = {
    "game": {
        "description": "The source of the game, or the name of a file beside this one that holds it.",
        "type": "string",
    },
    "level": {
        "description": "Which of its levels, from 1; messages do not count.",
        "type": "integer",
        "minimum": 1,
    },
    "seed": {"description": "What chance is made of, for a game with random rules.", "type": "string"},
    "start": {"description": "A position of the level to begin in, in place of its own.", "type": "string"},
}
SIDE = limits.GAME_SIDE
