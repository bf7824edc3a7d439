"""The lessons of the rules' pages are boards that can be solved, each family's from easy to less easy."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import clew

ROOT = Path(__file__).resolve().parents[3]
LESSONS = sorted(ROOT.glob("studio/client/src/lib/families/*/lesson.ts"))


def boards(path: Path) -> list[str]:
    """The boards of a lesson; a lesson of games takes levels of the small game beside it by number."""
    family, text = path.parent.name, path.read_text(encoding="utf-8")
    written = re.findall(rf"'({family}[:\[][^']*)'", text)
    if written:
        return written
    game = (path.parent / "samples.ts").read_text(encoding="utf-8").split("CRATES = `")[1].split("`")[0]
    compact = game.rstrip().replace("\n", "\\n")
    return [f"{family}[level={number}]:{compact}" for number in re.findall(r"level\((\d+)\)", text)]


def test_families_have_lessons() -> None:
    assert len(LESSONS) >= 4


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: str(path.parent.name))
def test_every_lesson_can_be_solved(path: Path) -> None:
    lessons = boards(path)
    assert len(lessons) >= 2
    lengths = [clew.solve(clew.load(lesson)).length for lesson in lessons]
    assert None not in lengths
    assert lengths == sorted(lengths, key=lambda length: length or 0), f"{lessons} need {lengths} moves"
