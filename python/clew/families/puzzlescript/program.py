"""A game and one of its levels as plain numbers, as `engine/families/src/puzzlescript/game.rs` reads them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clew.puzzles.joined import Joined

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from clew.families.puzzlescript.reader.game import CellMasks, Game, Level, MaskRule

COMMANDS = {"again": 1, "cancel": 2, "checkpoint": 4, "restart": 8, "win": 16}


def objects_of(mask: int) -> list[int]:
    """The numbers of a mask's objects."""
    return [number for number in range(mask.bit_length()) if mask >> number & 1]


def rules_of(game: Game) -> list[int]:
    """The numbers of the rules, the same for all levels of a game."""
    return _Writer(game).rules()


def program(game: Game, level: Level, rules: Sequence[int]) -> Joined:
    """The numbers of a level with the rules of its game, which are a part of their own."""
    sizes = [len(game.order), len(game.layers), len(level.cells[0]), len(level.cells)]
    sizes += [thing.layer for thing in game.order]
    writer = _Writer(game)
    for x in range(len(level.cells[0])):
        for row in level.cells:
            writer.objects(row[x])
    return Joined(sizes, rules, writer.out)


class _Writer:
    def __init__(self, game: Game) -> None:
        self.game = game
        self.chunks = -(-len(game.order) // 32)
        self.layers = len(game.layers)
        self.out: list[int] = []
        found = {group[0].group for group in game.groups if any(rule.rigid for rule in group)}
        self.rigid = {group: number for number, group in enumerate(sorted(found), 1)}

    def objects(self, mask: int) -> None:
        self.out += [mask >> 32 * chunk & 0xFFFFFFFF for chunk in range(self.chunks)]

    def movements(self, mask: int) -> None:
        found = [(layer, mask >> 5 * layer & 31) for layer in range(self.layers) if mask >> 5 * layer & 31]
        self.out.append(len(found))
        for pair in found:
            self.out += pair

    def listed(self, numbers: Iterable[int]) -> None:
        found = list(numbers)
        self.out += [len(found), *found]

    def rules(self) -> list[int]:
        game, prelude = self.game, self.game.prelude
        self.objects(game.player)
        self.out += [
            int(game.player_all),
            int("require_player_movement" in prelude),
            int("run_rules_on_level_start" in prelude),
            int("noaction" not in prelude),
            int("realtime_interval" in prelude),
        ]
        self.phase(game.groups, game.loops)
        self.phase(game.late_groups, game.late_loops)
        places = {group[0].group: number for number, group in enumerate(game.groups)}
        self.listed(places[group] for group in self.rigid)
        self.out.append(len(game.wins))
        for win in game.wins:
            self.out.append(win.kind + 1)
            self.objects(win.first)
            self.out.append(int(win.first_all))
            self.objects(win.second)
            self.out.append(int(win.second_all))
        return self.out

    def phase(self, groups: list[list[MaskRule]], loops: dict[int, int]) -> None:
        self.out.append(len(groups))
        for group in groups:
            self.out += [int(group[0].random), len(group)]
            for rule in group:
                self.rule(rule)
        self.out.append(len(loops))
        for last, first in loops.items():
            self.out += [last, first]

    def rule(self, rule: MaskRule) -> None:
        commands = 0
        for command, _ in rule.commands:
            commands |= COMMANDS.get(command, 0)
        rigid = self.rigid.get(rule.group, 0) if rule.rigid and not rule.late else 0
        self.out += [rule.line, rule.down | rule.back << 1, commands, rigid, len(rule.rows)]
        for row in rule.rows:
            cells = [cell for cell in row if cell is not None]
            dots = [place for place, cell in enumerate(row) if cell is None]
            self.listed(place - number for number, place in enumerate(dots))
            self.out.append(len(cells))
            for cell in cells:
                self.cell(cell)

    def cell(self, cell: CellMasks) -> None:
        self.objects(cell.present)
        self.objects(cell.missing)
        self.out.append(len(cell.any_of))
        for any_of in cell.any_of:
            self.objects(any_of)
        self.movements(cell.moving)
        self.movements(cell.still)
        self.out.append(int(cell.replaces))
        if cell.replaces:
            self.objects(cell.clear)
            self.objects(cell.put)
            self.movements(cell.movements_clear)
            self.movements(cell.movements_put)
            self.movements(cell.movements_layers)
            self.listed(objects_of(cell.random_objects))
            self.listed(layer for layer in range(self.layers) if cell.random_directions >> 5 * layer & 1)
