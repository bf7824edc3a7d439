"""The acceptance data: where it is, and rows in handy portions."""

import csv
import json
import os
from pathlib import Path
from typing import Any

REPOSITORY = Path(__file__).resolve().parents[2]
FOLDER = Path(os.environ.get("CLEW_ACCEPTANCE") or REPOSITORY.parent / "shared" / "acceptance")

# Boards of ricochet.json, by id, that still need more than a minute.
TOO_SLOW_YET: frozenset[str] = frozenset()


def rows(name: str) -> list[dict[str, Any]]:
    """The rows of a `.csv` or `.json` file of the folder."""
    path = FOLDER / name
    with path.open(encoding="utf-8", newline="") as file:
        return json.load(file) if path.suffix == ".json" else list(csv.DictReader(file))


def portions(name: str, size: int) -> list[Any]:
    """The rows in portions, each a slice that says in a test's name where it begins."""
    everything = rows(name)
    return [everything[begin : begin + size] for begin in range(0, len(everything), size)]
