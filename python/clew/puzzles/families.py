"""The available families, what each declares, and where its parts are.

A family is a folder in `clew.families`; it needs no other registration. Other packages know no family: they
request a part (`picture`, `terminal`, `maker`, ...) by the puzzle's `family`, or what the folder's
`__init__.py` declares. Both are imported when asked for, so solving a blocks board loads no other family.
"""

from __future__ import annotations

import os
from functools import cache
from importlib import import_module
from typing import Any

_FOLDER = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "families")


def _folders() -> tuple[str, ...]:
    """The names of the folders of families."""
    with os.scandir(_FOLDER) as entries:
        return tuple(sorted(entry.name for entry in entries if os.path.exists(f"{entry.path}/puzzle.py")))


NAMES = _folders()
"""The names of the families, in alphabetical order."""


class Family:
    """What a family declares, as plain values: `FAMILY` in the `__init__.py` of its folder.

    `puzzle`: the name of the class in `puzzle.py`. `about`: the family in one sentence. `sample`: a small
    board as a compact form, with its fewest moves and its number of optimal solutions; `clew doctor` solves
    it. `example`: a move as people type it, and what it means. `rule`: the complete rule, with its defaults
    and its goal, for a reader who has nothing else but a board; by default `about`. `cell`: millimetres
    between the centres of two cells on a printed sheet. `steps`: the most moves of an easy, a medium and a
    hard board. `caps`: the largest board, by the name of each measure. `pack`: title and description of the
    pack of its example boards in a new studio. `sentences`: the family's English sentences, for the
    translation catalogue; a word in braces is a placeholder, and more specific sentences come first.
    `quoting`: more of them, whose placeholders stand for what is quoted, and is not translated.
    `faults`: sentences that say what is wrong with the text of a board, each with the one that says it to
    whoever draws that board and sees no text.
    `called`: other names under which people look for such puzzles, in any language.
    `played`: whether people play it; False only for the template.
    """

    def __init__(
        self,
        puzzle: str,
        *,
        about: str,
        sample: tuple[str, int, int],
        example: str,
        rule: str = "",
        cell: float = 20.0,
        steps: tuple[int, int, int] = (8, 16, 24),
        caps: dict[str, int] | None = None,
        pack: tuple[str, str] | None = None,
        sentences: tuple[str, ...] = (),
        quoting: tuple[str, ...] = (),
        faults: dict[str, str] | None = None,
        called: tuple[str, ...] = (),
        played: bool = True,
    ) -> None:
        self.puzzle = puzzle
        self.about = about
        self.sample = sample
        self.example = example
        self.rule = rule or about
        self.cell = cell
        self.steps = steps
        self.caps = {} if caps is None else caps
        self.pack = pack
        self.faults = {} if faults is None else faults
        self.quoting = frozenset(quoting)
        told = (*self.faults, *self.faults.values(), *sentences, *quoting)
        self.sentences = (*told, *(() if pack is None else pack))
        self.called = called
        self.played = played


@cache
def declared(name: str) -> Family:
    """The family's declaration. Raises `ModuleNotFoundError` for a name that is not in `NAMES`."""
    family: Family = import_module(f"clew.families.{name}").FAMILY
    return family


def part(name: str, kind: str) -> Any:
    """The module of a family's part, such as ``part("blocks", "picture")``.

    Raises `KeyError` if the family does not have it.
    """
    if not has(name, kind):
        raise KeyError(f"the family {name} has no {kind}.py")
    return import_module(f"clew.families.{name}.{kind}")


def part_or(name: str, kind: str, otherwise: str) -> Any:
    """Like `part`, but for a custom puzzle, which has no family, the module with that dotted name below
    `clew`.
    """
    return part(name, kind) if name in NAMES else import_module(f"clew.{otherwise}")


@cache
def has(name: str, kind: str) -> bool:
    """Whether the family has this part."""
    return name in NAMES and os.path.exists(os.path.join(_FOLDER, name, f"{kind}.py"))


def having(kind: str) -> tuple[str, ...]:
    """The names of the families that people play and that have this part."""
    return tuple(name for name in played() if has(name, kind))


def played() -> tuple[str, ...]:
    """The names of the families that people play: all but the template."""
    return tuple(name for name in NAMES if declared(name).played)
