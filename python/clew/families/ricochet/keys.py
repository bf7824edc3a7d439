"""The keys of a board file, each as a JSON Schema; the shared parts are in `tools/board-schema.json`."""

from __future__ import annotations

from typing import Any

KEYS: dict[str, dict[str, Any]] = {
    "board": {
        "description": "Rows of at most 64 cells: . is free, # a fixed block, any letter a tile "
        "of that colour.",
        "$ref": "#/$defs/grid",
    },
    "goal": {
        "description": "A grid in which a letter must be covered by a tile of that colour and "
        "all else is free; it may be empty.",
        "$ref": "#/$defs/goal_grid",
    },
    "edges": {
        "description": "stop, the default: the edge of the board stops a slide. open: a slide "
        "off the board is illegal.",
        "enum": ["stop", "open"],
    },
    "anywhere": {
        "description": "Whether the goal may be made at any place, moved but not turned; "
        "false is the default.",
        "type": "boolean",
    },
    "must_turn": {
        "description": "Whether the one tile with a goal must change direction at least once before it "
        "counts as there; false is the default.",
        "type": "boolean",
    },
    "moved": {
        "description": "With must_turn: what that tile did before the start, if anything: slides in one "
        "direction only, or a turn.",
        "enum": ["left", "right", "up", "down", "turned"],
    },
    "diagonals": {
        "description": "A cell, rising or falling, and the colour that passes through, c4 rising R; "
        "without a colour it deflects every tile.",
        "type": "array",
        "items": {
            "type": "string",
            "pattern": "^\\s*[a-z]{1,2}[1-9][0-9]?\\s+(rising|falling)(\\s+\\S)?\\s*$",
        },
    },
    "walls": {
        "description": "A cell and a side: c4 right.",
        "type": "array",
        "items": {
            "type": "string",
            "pattern": "^\\s*[a-z]{1,2}[1-9][0-9]?(\\s+(left|right|up|down)|[LRUD])\\s*$",
        },
    },
}
