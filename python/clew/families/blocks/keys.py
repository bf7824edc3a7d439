"""The keys of a board file, each as a JSON Schema; the shared parts are in `tools/board-schema.json`."""

from __future__ import annotations

from typing import Any

KEYS: dict[str, dict[str, Any]] = {
    "board": {
        "description": "Rows of at most 64 cells: . or o is free, # or x a wall, any other letter a piece.",
        "$ref": "#/$defs/grid",
    },
    "movement": {
        "description": "axis, the default: pieces are straight and move along their long "
        "side. free: any shape, any direction.",
        "enum": ["axis", "free"],
    },
    "metric": {
        "description": "What one move is. slide, the default: any distance along a line. step: "
        "one cell. piece: one piece, any path.",
        "enum": ["slide", "step", "piece"],
    },
    "goal": {
        "description": "A piece and the edge that it must touch, or a grid as large as the board.",
        "anyOf": [
            {"$ref": "#/$defs/grid"},
            {
                "type": "object",
                "properties": {
                    "piece": {"type": "string", "minLength": 1},
                    "exit": {"enum": ["left", "right", "up", "down"]},
                },
                "required": ["piece", "exit"],
                "additionalProperties": False,
            },
        ],
    },
}
