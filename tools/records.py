"""Writes the table of docs/records.md from docs/records.json.

    python -m tools.records

`tests/generate/test_records.py` checks every record, and that the page has what the file says.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

DOCS = Path(__file__).parents[1] / "docs"
FILE = DOCS / "records.json"
PAGE = DOCS / "records.md"

BETWEEN = re.compile(r"(?<=<!-- hunts -->\n).*?(?=<!-- end of hunts -->)", re.DOTALL)

Record = dict[str, Any]


def records() -> dict[str, Record]:
    """All records, by their names."""
    found: dict[str, Record] = json.loads(FILE.read_text(encoding="utf-8"))["records"]
    return found


def written(page: str) -> str:
    """The page with its table as the records say."""
    return BETWEEN.sub(lambda _: _hunts(), page)


def _hunts() -> str:
    lines = ["", "| hunt | seconds | of them CPU | rounds finished | fewest moves of the best board |"]
    lines.append("|---|---|---|---|---|")
    boards = []
    for record in records().values():
        if "hunt" in record:
            hunt = record["hunt"]
            cells = (hunt["seconds"], hunt.get("cpu_seconds", "not measured"), hunt["rounds"])
            told = " | ".join(map(str, cells))
            lines.append(f"| {record['title']} | {told} | **{record['length']}** |")
            boards.append(f"{record['length']:4}  {record['puzzle']}")
    return "\n".join([*lines, "", "```text", *boards, "```", "", ""])


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
