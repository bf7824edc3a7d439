"""docs/right.md names the published sets with as many rows as there are."""

from __future__ import annotations

import re

from tests.acceptance.data import REPOSITORY, rows


def test_the_page_names_the_sizes_of_the_sets() -> None:
    text = (REPOSITORY / "docs" / "right.md").read_text(encoding="utf-8")
    told = {
        name: int(size.replace(",", ""))
        for name, size in re.findall(r"^\| `(\S+)` \| ([\d,]+) \|", text, re.M)
    }
    assert told == {name: len(rows(name)) for name in told}
    assert len(told) == 7
