"""The keys of a board file, each as a JSON Schema; the shared parts are in `tools/board-schema.json`."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
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
    "walls": {
        "description": "A cell and a side: c4 right.",
        "type": "array",
        "items": {
            "type": "string",
            "pattern": "^\\s*[a-z]{1,2}[1-9][0-9]?(\\s+(left|right|up|down)|[LRUD])\\s*$",
        },
    },
}
