"""The keys of a board file, each as a JSON Schema; the shared parts are in `tools/board-schema.json`."""

from __future__ import annotations

from typing import Any

from clew.puzzles import limits

KEYS: dict[str, dict[str, Any]] = {
    "layout": {
        "description": "panguru (the default), grid ROWSxCOLUMNS, or triangle N.",
        "type": "string",
        "pattern": "^\\s*(panguru|grid\\s+0*[1-9][0-9]*x0*[1-9][0-9]*|triangle\\s+0*[1-9][0-9]*)\\s*$",
    },
    "edges": {
        "description": "Pairs of cells.",
        "type": "array",
        "items": {"type": "array", "items": {"$ref": "#/$defs/vertex"}, "minItems": 2, "maxItems": 2},
    },
    "allowed_moves": {
        "description": "The neighbours of each cell.",
        "type": "array",
        "items": {"type": "array", "items": {"$ref": "#/$defs/vertex"}},
        "minItems": 2,
        "maxItems": limits.PEBBLE_CELLS,
    },
    "coordinates": {
        "description": "[x, y] of each cell, for drawing.",
        "type": "array",
        "items": {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2},
        "minItems": 2,
        "maxItems": limits.PEBBLE_CELLS,
    },
    "metric": {
        "description": "What one move is. moves, the default: one pebble goes to a hole beside it. "
        "slides, on a grid: a line of pebbles is pushed by one cell into a hole.",
        "enum": ["moves", "slides"],
    },
    "plates": {
        "description": "What lies under each cell: one token a cell, - wants a hole.",
        "$ref": "#/$defs/tokens",
    },
    "pebbles": {
        "description": "What lies on each cell at the start: one token a cell, - for a hole.",
        "$ref": "#/$defs/tokens",
    },
}

TOGETHER: dict[str, Any] = {
    "allOf": [
        {"not": {"required": ["layout", "edges"]}},
        {"not": {"required": ["layout", "allowed_moves"]}},
        {"not": {"required": ["edges", "allowed_moves"]}},
    ]
}
"""What must hold of several keys together."""
