"""The boards that the tests of pictures draw: small ones of every family, with what is special in each."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import clew
from tests.families import of_families

ROOT = Path(__file__).parents[2]
GOLDEN = ROOT / "tests" / "golden"

GAR = "blocks:BBoooG/EooHoG/EAAHoG/EooHoo/FoooCC/FoDDDo"
RING = "blocks[free]:oooooo/oRRRoo/oRARoo/oRRRoo/oooooo/oooooo>....../....../....../...RRR/...R.R/...RRR"
KLOTSKI = "blocks[free,piece]:BAAC/BAAC/DEEF/DGHF/IooJ>..../..../..../.AA./.AA."

BOARDS = {
    "blocks-axis": GAR,
    "blocks-free-goal": KLOTSKI,
    "blocks-ring-and-walls": "blocks[free,exit=R-up]:xooooo/oRRRoo/oRARox/oRRRoo/oooooo/oooooo",
    "coroutine": "coroutine:N+S,S+SE,N+S+SW/NE+E,,N+SW/W+SE,N+NW+SE,W+SW+S",
    "coroutine-own": "coroutine[own,steps]:E+S,S/N+E,W@a1,b1>b2",
    "pebbles-panguru": "pebbles:WCBRBOGYGPCORPY/-PCBRYOGYGBCORP",
    "pebbles-grid": "pebbles[grid 2x3]:12345-/1234-5",
    "pebbles-slides": "pebbles[grid 3x3,slides]:12345678-/-12345678",
    "pebbles-triangle": "pebbles[triangle 3]:RRGGB-/GRRG-B",
    "pebbles-edges": "pebbles[edges 0-1 1-2 2-3 3-0 0-2]:ABC-/BA-C",
    "ricochet-walls": "ricochet[wall=b2R,wall=c3D]:R..#/..../.B../....>..../.R../..../...B",
    "ricochet-diagonals": "ricochet[must_turn,wall=a2D,rising=c3,falling=c1B]:"
    "..../R.../...B/....>..../..../R.../....",
    "ricochet-anywhere-open": "ricochet[open,anywhere]:R...B/...../..G../...../G...R>RG",
    **{name: board for drawn in of_families("drawn").values() for name, board in drawn().items()},
}
"""Compact forms by the names of the golden pictures."""


@cache
def solved(name: str) -> clew.Solution:
    """The solution of one of the boards; a test must not change it."""
    return clew.solve(clew.load(BOARDS[name]))


def own(name: str, cls: str) -> clew.Puzzle:
    """An example of a user's own puzzle, from its file."""
    from importlib.util import module_from_spec, spec_from_file_location

    spec = spec_from_file_location(f"examples_{name}", ROOT / "examples" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    puzzle: clew.Puzzle = getattr(module, cls)()
    return puzzle


def sixty() -> clew.Solution:
    """A line of sixty moves."""
    return clew.solve(clew.load(ROOT / "boards" / "blocks" / "sixty.toml"))
