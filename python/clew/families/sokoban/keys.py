"""The keys of a board file, each as a JSON Schema; the shared parts are in `tools/board-schema.json`."""

from __future__ import annotations

from typing import Any

METRICS = ("moves", "pushes", "moves-then-pushes", "pushes-then-moves")
"""What counts, in the order of the engine's numbers."""

KEYS: dict[str, dict[str, Any]] = {
    "board": {
        "description": "Rows of at most 64 cells: # is a wall, - floor, . a goal, @ the player, $ a box; on "
        "a goal the player is + and a box *.",
        "$ref": "#/$defs/grid",
    },
    "metric": {
        "description": "What counts. moves, the default: each step of the player. pushes: each push by one "
        "cell. moves-then-pushes and pushes-then-moves: of the solutions with the fewest of the one, those "
        "with the fewest of the other.",
        "enum": [*METRICS],
    },
}
