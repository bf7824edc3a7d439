"""The lessons of the rules' pages are boards that can be solved, each family's from easy to less easy."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import clew

ROOT = Path(__file__).resolve().parents[2]
LESSONS = sorted(ROOT.glob("client/src/lib/families/*/lesson.ts"))


def test_families_have_lessons() -> None:
    assert len(LESSONS) >= 4


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: str(path.parent.name))
def test_every_lesson_can_be_solved(path: Path) -> None:
    family = path.parent.name
    lessons = re.findall(rf"'({family}[:\[][^']*)'", path.read_text(encoding="utf-8"))
    assert len(lessons) >= 2
    lengths = [clew.solve(clew.load(lesson)).length for lesson in lessons]
    assert None not in lengths
    assert lengths == sorted(lengths, key=lambda length: length or 0), f"{lessons} need {lengths} moves"
