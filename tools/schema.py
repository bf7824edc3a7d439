"""Builds the published schema of board files, `python/clew/schema/board-1.json`, from its parts.

What all families share is in `tools/board-schema.json`; each family's class has its own keys (`KEYS`). The
keys about a board (title, author, ...) and `family` are added to every family here, from the code that reads
them.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from clew.puzzles.base import ABOUT
from clew.puzzles.families import NAMES, declared
from clew.puzzles.registry import FAMILIES

ROOT = Path(__file__).parents[1]
SHARED = ROOT / "tools" / "board-schema.json"
PUBLISHED = ROOT / "python" / "clew" / "schema" / "board-1.json"


def schema() -> dict[str, Any]:
    """The whole schema."""
    made: dict[str, Any] = json.loads(SHARED.read_text(encoding="utf-8"))
    for name in NAMES:
        made["oneOf"].append({"$ref": f"#/$defs/{name}"})
        made["$defs"][name] = _family(name)
    return made


def _family(name: str) -> dict[str, Any]:
    cls = FAMILIES[name]
    about = {key: {"$ref": f"#/$defs/{'par' if key == 'par' else 'text'}"} for key in ABOUT}
    return {
        "description": declared(name).about,
        "type": "object",
        "properties": {"family": {"const": name}, **cls._KEYS, **about},
        "required": ["family", *cls._REQUIRED],
        "additionalProperties": False,
        **cls._TOGETHER,
    }


def text() -> str:
    """The schema as it stands in the file."""
    return json.dumps(schema(), indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    PUBLISHED.write_text(text(), encoding="utf-8")
