"""The keys of a board file, each as a JSON Schema; the shared parts are in `tools/board-schema.json`."""

from __future__ import annotations

from typing import Any

from clew.puzzles import limits

KEYS: dict[str, dict[str, Any]] = {
    "squares": {
        "description": 'Rows of at most 32 squares, each the directions printed on it: "N SE".',
        "anyOf": [
            {"type": "string", "minLength": 1},
            {
                "type": "array",
                "items": {
                    "type": "array",
                    "items": {"type": "string"},
                    "minItems": 1,
                    "maxItems": limits.COROUTINE_SIDE,
                },
                "minItems": 1,
                "maxItems": limits.COROUTINE_SIDE,
            },
        ],
    },
    "coins": {
        "description": "Two cells, coin 0 first: a list, or a text with a comma between. "
        "Default: top left and bottom right.",
        "anyOf": [
            {"description": "Two cells with a comma between.", "type": "string"},
            {"type": "array", "items": {"$ref": "#/$defs/cell"}, "minItems": 2, "maxItems": 2},
        ],
    },
    "target": {
        "description": "A cell; default: the middle, where both sides are odd.",
        "$ref": "#/$defs/cell",
    },
    "first": {"description": "The coin that begins.", "enum": [0, 1]},
    "metric": {
        "description": "What counts. turns, the default: every turn, passes too. steps: real steps only.",
        "enum": ["turns", "steps"],
    },
    "rule": {
        "description": "Where directions are read. other, the default: under the other coin. "
        "own: under the coin that moves.",
        "enum": ["other", "own"],
    },
}
