"""Oddities in the cells of a rule as they are written."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from clew.families.puzzlescript.reader.game import Cell, Game, Rule
    from clew.families.puzzlescript.reader.report import Report


def check_cells(rule: Rule, game: Game, report: Report) -> None:
    """Reports objects named twice in a cell of this rule, and words that change nothing there."""
    matches = not any(_is_impossible(cell, game) for row in rule.left for cell in row)
    for after, rows in enumerate((rule.left, rule.right)):
        for cell in (cell for row in rows for cell in row):
            _repeated(cell, after, rule.line, game, report)
            if matches or not after:
                _needless(cell, bool(after), rule.line, game, report)


def _is_impossible(cell: Cell, game: Game) -> bool:
    """Whether a cell asks for an object and for none of its kind: a rule that looks for it never matches, and
    what it would leave does not matter."""
    there = absent = 0
    for word, written in cell:
        name = game.meant(written)
        if word == "no":
            absent |= game.masks.get(name, 0)
        elif name not in game.properties:
            there |= game.masks.get(name, 0)
    return bool(there & absent)


def _repeated(cell: Cell, side: int, line: int, game: Game, report: Report) -> None:
    seen: dict[str, str] = {}
    for word, written in cell:
        name = written
        if name == "..." or word == "random":
            continue
        if name in seen and word == seen[name] == "no":
            report.warning(line, f"no {name.upper()} appears twice in a cell; write it once", name, side)
        elif name in seen:
            report.error(line, f"{name.upper()} appears twice in a cell; write it once", name, side)
        seen[name] = word


def _needless(cell: Cell, after: bool, line: int, game: Game, report: Report) -> None:
    """`no` of objects that cannot be there anyway, since others of their layers are."""
    there, layers = 0, set()
    put = 0
    names = []
    for word, written in cell:
        name = game.meant(written)
        if (
            word == "no"
            or name not in game.masks
            or (name in game.properties and name not in game.single_layer)
        ):
            continue
        there |= game.masks[name]
        put |= 0 if name in game.properties or name in game.aggregates else game.masks[name]
        layers |= {number for number, layer in enumerate(game.layers) if layer & game.masks[name]}
        names.append(name.upper())
    if not names:
        return
    for word, written in cell:
        mask = game.masks.get(game.meant(written), 0)
        if word != "no" or not mask:
            continue
        of = {number for number, layer in enumerate(game.layers) if layer & mask}
        if after and mask & put and game.meant(written) in game.properties:
            report.error(
                line,
                f"after the arrow, no {written.upper()} removes what {' and '.join(names)} puts there; "
                "delete one of them",
                at=written,
                side=1,
            )
        elif of <= layers and not mask & there and not after:
            report.warning(
                line,
                f"no {written.upper()} is redundant: {' and '.join(names)} fills its layer; delete it",
                at=written,
                side=0,
            )
