"""Texts that people read are free of the phrases that docs/voice.md refuses; that page alone lists them."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
VOICE = ROOT / "docs/voice.md"
ROW = re.compile(r"^\| `(?P<phrase>\\b.+?)` \| (?P<instead>.+) \|$", re.MULTILINE)
ROOMS = (
    "README.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "client/README.md",
    "examples/README.md",
    "bench/README.md",
    "docs/**/*.md",
    "python/clew/**/*.py",
    "client/src/lib/i18n/**/*.ts",
    "client/src/lib/families/**/texts.ts",
    "client/src/lib/families/**/lesson.ts",
    "engine/src/**/*.rs",
    "bindings/src/**/*.rs",
)
BETWEEN = r"\s+(?:(?://[/!]?|#:?|>)\s*)?"
"""What a space in a phrase stands for: a line break too, with the sign of a comment that goes on."""


@cache
def refused() -> tuple[tuple[re.Pattern[str], str], ...]:
    """Each phrase of the table in docs/voice.md, with what to write instead."""
    found = [
        (row["phrase"].replace(r"\|", "|"), row["instead"])
        for row in ROW.finditer(VOICE.read_text(encoding="utf-8"))
    ]
    return tuple(
        (re.compile(phrase.replace(" ", BETWEEN), re.IGNORECASE), instead) for phrase, instead in found
    )


def prose(path: Path) -> str:
    """What is read of a file: all of it, or of Rust the comments alone, each on its line."""
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".rs":
        return text
    return "\n".join(line[line.find("//") :] if "//" in line else "" for line in text.split("\n"))


def faults(text: str) -> list[str]:
    """Every refused phrase in the text: its line, the phrase, what to write instead."""
    return [
        f"line {text.count(chr(10), 0, found.start()) + 1}: {' '.join(found[0].split())!r}: write {instead}"
        for pattern, instead in refused()
        for found in pattern.finditer(text)
    ]


@pytest.mark.parametrize("room", ROOMS)
def test_no_text_has_a_refused_phrase(room: str) -> None:
    paths = [path for path in sorted(ROOT.glob(room)) if path != VOICE]
    assert paths, f"{room} names no file"
    found = [f"{path.relative_to(ROOT)}, {fault}" for path in paths for fault in faults(prose(path))]
    assert not found, "docs/voice.md says what to write:\n" + "\n".join(found)


def test_the_table_is_read_and_a_phrase_is_found_across_lines_and_in_comments() -> None:
    assert len(refused()) >= 20
    (fault,) = faults("fine\n/// rows that are\n/// to be joined")
    assert fault.startswith("line 2: 'that are /// to'") and "that should" in fault
    assert faults("They Are no options of blocks")
    assert not faults("the amendment recommends what is to come")


def test_the_page_shows_twenty_pairs() -> None:
    section = VOICE.read_text(encoding="utf-8").split("## Before and after")[1].split("\n## ")[0]
    assert len(re.findall(r"^\| .+ \| .+ \|$", section, re.MULTILINE)) - 1 >= 20
