"""A plain rule as masks: what must lie in each cell, and what is put there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clew.families.puzzlescript.reader.game import DOTS, CellMasks, MaskRule
from clew.families.puzzlescript.reader.words import BITS

if TYPE_CHECKING:
    from clew.families.puzzlescript.reader.expand import Oriented
    from clew.families.puzzlescript.reader.game import Cell, Game
    from clew.families.puzzlescript.reader.report import Report

_ALL = 0b11111
"""The five movements of a layer."""


class Masks:
    """Makes the masks of one plain rule.

    `clash`: two objects of one layer that it wants in one cell. `never`: it can never match; what it puts
    into the cell for which that is so does not matter. `faulty`: an error was reported.
    """

    def __init__(self, oriented: Oriented, game: Game, report: Report) -> None:
        self.oriented = oriented
        self.game = game
        self.report = report
        self.line = oriented.rule.line
        self.clash: tuple[str, str] | None = None
        self.never = False
        self.faulty = False

    def layer_of(self, name: str) -> int:
        """The layer of an object or of a property whose objects share one; -1 if there is none."""
        thing = self.game.things.get(name)
        return self.game.single_layer.get(name, -1) if thing is None else thing.layer

    def rule(self) -> MaskRule | None:
        """The rule; None if it can never match."""
        rows: list[list[CellMasks | None]] = []
        for j, row in enumerate(self.oriented.left):
            cells: list[CellMasks | None] = []
            for k, cell in enumerate(row):
                after = self.oriented.right[j][k] if self.oriented.right else None
                cells.append(None if cell == DOTS else self._cell(cell, after))
            rows.append(cells)
        if self.never or self.faulty or self.clash is not None:
            return None
        rule, direction = self.oriented.rule, self.oriented.direction
        down, back = direction in ("up", "down"), direction in ("up", "left")
        return MaskRule(
            rule.line, rule.group, down, back, rows, rule.commands, rule.late, rule.rigid, rule.random
        )

    def _cell(self, before: Cell, after: Cell | None) -> CellMasks:
        masks = CellMasks()
        used = self._before(before, masks)
        matches = not masks.present & masks.missing
        if after is not None and matches and not self.faulty and self.clash is None:
            self._after(after, used, masks)
        return masks

    def _before(self, cell: Cell, masks: CellMasks) -> dict[int, str]:
        """Fills in what must be there; the name that each layer is used by."""
        used: dict[int, str] = {}
        for word, name in cell:
            mask, layer = self.game.masks.get(name, 0), self.layer_of(name)
            if word == "no":
                masks.missing |= mask
                continue
            if layer < 0:
                self.report.error(
                    self.line, f"{name.upper()} is in no collision layer; add it to one", at=name
                )
                self.faulty = True
                continue
            if layer in used:
                self.clash = self.clash or (name, used[layer])
            used[layer] = name
            if name in self.game.things:
                masks.present |= mask
            else:
                masks.any_of.append(mask)
            if word == "stationary":
                masks.still |= _ALL << 5 * layer
            elif word:
                masks.moving |= BITS[word] << 5 * layer
        both = masks.present & masks.missing
        if both:
            self.never = True
            name = self.game.order[(both & -both).bit_length() - 1].name.upper()
            self.report.warning(
                self.line, f"a cell requires {name} and no {name}, which never matches; delete one", at=name
            )
        return used

    def _after(self, after: Cell, used: dict[int, str], masks: CellMasks) -> None:
        put_layers: dict[int, str] = {}
        mentioned = 0
        for word, name in after:
            mask, layer = self.game.masks.get(name, 0), self.layer_of(name)
            if word == "random":
                self._random(name, mask, masks, after)
                continue
            if word == "no":
                masks.clear |= mask
                continue
            if layer < 0:
                self.report.error(
                    self.line, f"{name.upper()} is in no collision layer; add it to one", at=name, side=1
                )
                self.faulty = True
                continue
            self._put(word, name, mask, layer, put_layers, masks)
            if name in self.game.things:
                mentioned |= _ALL << 5 * layer
        self._clear(used, put_layers, mentioned, masks)

    def _put(
        self, word: str, name: str, mask: int, layer: int, put_layers: dict[int, str], masks: CellMasks
    ) -> None:
        if layer in put_layers:
            other = put_layers[layer]
            self.report.error(
                self.line,
                f"{name.upper()} appears twice in a cell after the arrow; write it once"
                if name == other
                else f"{name.upper()} and {other.upper()} are in one layer and cannot share a cell; "
                "remove one of them from the cell after the arrow",
                at=name,
                side=1,
            )
            self.faulty = True
        put_layers[layer] = name
        if word:
            masks.movements_layers |= _ALL << 5 * layer
        if name in self.game.things:
            masks.put |= mask
            masks.clear |= self.game.layers[layer]
        if word == "stationary":
            masks.movements_clear |= _ALL << 5 * layer
        elif word == "randomdir":
            masks.random_directions |= 1 << 5 * layer
        elif word:
            masks.movements_put |= BITS[word] << 5 * layer

    def _clear(
        self, used: dict[int, str], put_layers: dict[int, str], mentioned: int, masks: CellMasks
    ) -> None:
        """Removes what was there and is no longer named, with its movements."""
        if masks.present & ~masks.put:
            masks.clear |= masks.present
        if masks.moving & ~masks.movements_put:
            masks.movements_clear |= masks.moving
        objects_layers = 0
        for layer, name in used.items():
            if name in self.game.things:
                objects_layers |= _ALL << 5 * layer
            if layer not in put_layers:
                masks.clear |= self.game.layers[layer]
                masks.movements_layers |= _ALL << 5 * layer
        masks.movements_layers |= objects_layers & ~mentioned
        masks.replaces = bool(
            masks.put
            | masks.clear
            | masks.movements_put
            | masks.movements_clear
            | masks.movements_layers
            | masks.random_objects
            | masks.random_directions
        )

    def _random(self, name: str, mask: int, masks: CellMasks, after: Cell) -> None:
        if name in self.game.things:
            self.report.warning(
                self.line,
                f"random {name.upper()} has only one choice; write {name.upper()}, or a property",
                at=name,
                side=1,
            )
        masks.random_objects |= mask
        for word, other in after:
            layer = self.layer_of(other)
            clash = mask & self.game.layers[layer] if word not in ("random", "no") and layer >= 0 else 0
            if clash:
                one = self.game.order[(clash & -clash).bit_length() - 1].name.upper()
                self.report.warning(
                    self.line,
                    f"random may put {one} where the rule puts {other.upper()} in the same layer; delete one",
                    at=other,
                    side=1,
                )
