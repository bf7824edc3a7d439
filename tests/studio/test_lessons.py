"""The lessons of the rules' pages are boards that can be solved, each family's from easy to less easy."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import clew

SOURCE = Path(__file__).resolve().parents[2] / "client/src/lib/rules/lessons.ts"
FAMILIES = ("pebbles", "blocks", "ricochet", "coroutine")


@pytest.mark.parametrize("family", FAMILIES)
def test_every_lesson_can_be_solved(family: str) -> None:
    lessons = re.findall(rf"'({family}[:\[][^']*)'", SOURCE.read_text(encoding="utf-8"))
    assert len(lessons) >= 2
    lengths = [clew.solve(clew.load(lesson)).length for lesson in lessons]
    assert None not in lengths
    assert lengths == sorted(lengths, key=lambda length: length or 0), f"{lessons} need {lengths} moves"
