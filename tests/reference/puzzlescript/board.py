"""A level in play: matching rules, rewriting cells, moving what moves."""

from __future__ import annotations

from collections.abc import Iterator

from .chance import Luck
from .effect import Effect, effects
from .expand import Plain
from .rules import Cell
from .source import Level, Words

STEP = {"up": (0, -1), "left": (-1, 0), "down": (0, 1), "right": (1, 0), "action": (0, 0)}
MOST = 200
"""A group of rules, or a loop, that goes on for longer is left."""
Spot = list[tuple[int, int]]
"""The places that the cells of a row match."""


class Rule:
    """A plain rule, ready to run."""

    def __init__(self, plain: Plain, words: Words) -> None:
        self.plain, self.way = plain, plain.way
        self.late, self.rigid, self.random = plain.written.late, plain.written.rigid, plain.written.random
        self.group, self.line = plain.written.group, plain.written.line
        self.commands = plain.written.commands
        self.changes = bool(plain.right)
        rights: list[list[Cell] | None] = [*plain.right] or [None] * len(plain.left)
        self.rows = [effects(row, after, words) for row, after in zip(plain.left, rights, strict=True)]


class Board:
    """Cells by place, and what has a movement."""

    def __init__(self, words: Words, level: Level, luck: Luck) -> None:
        self.words, self.luck = words, luck
        self.wide, self.high = len(level[0]), len(level)
        self.cells = {(x, y): level[y][x] for x in range(self.wide) for y in range(self.high)}
        self.moving: dict[tuple[int, int], dict[int, str]] = {}
        self.rigid_groups: dict[tuple[int, int, int], int] = {}
        self.commands: list[str] = []
        self.names = set().union(*self.cells.values())
        self.ways: set[tuple[int, str]] = set()
        """What has been on the board, and what has moved, in this turn; rules about more cannot match."""

    def send(self, place: tuple[int, int], layer: int, way: str) -> None:
        """Gives what is in a layer a movement."""
        self.moving.setdefault(place, {})[layer] = way
        self.ways.add((layer, way))

    def level(self) -> Level:
        return [[self.cells[x, y] for x in range(self.wide)] for y in range(self.high)]

    def _fits(self, effect: Effect, place: tuple[int, int]) -> bool:
        return place in self.cells and effect.fits(self.cells[place], self.moving.get(place, {}))

    def _spots(self, row: list[Effect | None], way: str) -> Iterator[Spot]:
        across = way in ("left", "right")
        every = (
            [(x, y) for y in range(self.high) for x in range(self.wide)]
            if across
            else [(x, y) for x in range(self.wide) for y in range(self.high)]
        )
        for place in every:
            yield from self._from(row, place, STEP[way or "down"])

    def _from(
        self, row: list[Effect | None], place: tuple[int, int], step: tuple[int, int]
    ) -> Iterator[Spot]:
        """The ways in which a row matches with its first cell here; gaps grow, the last one first."""
        found: Spot = []
        for at, effect in enumerate(row):
            if effect is None:
                while place in self.cells:
                    for rest in self._from(row[at + 1 :], place, step):
                        yield found + rest
                    place = place[0] + step[0], place[1] + step[1]
                return
            if not self._fits(effect, place):
                return
            found.append(place)
            place = place[0] + step[0], place[1] + step[1]
        yield found

    def _still_fits(self, row: list[Effect | None], spot: Spot) -> bool:
        whole = [effect for effect in row if effect is not None]
        return all(self._fits(effect, place) for effect, place in zip(whole, spot, strict=True))

    def _tuples(self, rule: Rule) -> list[list[Spot]]:
        """Every choice of one match a row; the first row changes fastest."""
        effects = [effect for row in rule.rows for effect in row if effect is not None]
        if not all(
            effect.ways <= self.ways and all(self.names & one for one in effect.needs) for effect in effects
        ):
            return []
        found: list[list[Spot]] = [[]]
        for row in rule.rows:
            spots = list(self._spots(row, rule.way))
            found = [[*before, spot] for spot in spots for before in found]
        return found

    def _apply(self, rule: Rule, spots: list[Spot], number: int) -> bool:
        changed = False
        for row, spot in zip(rule.rows, spots, strict=True):
            whole = [effect for effect in row if effect is not None]
            for effect, place in zip(whole, spot, strict=True):
                changed |= self._rewrite(rule, effect, place, number)
        return changed

    def _rewrite(self, rule: Rule, effect: Effect, place: tuple[int, int], number: int) -> bool:
        before = self.cells[place], self.moving.get(place, {})
        after = effect.after(*before, self.luck)
        changed = before != after
        if rule.rigid and not rule.late and effect.touched:
            here = [(*place, layer) for layer in effect.touched]
            new = any(spot not in self.rigid_groups for spot in here)
            if new and any(self.rigid_groups.get(spot, 0) & number != number for spot in here):
                for spot in here:
                    self.rigid_groups[spot] = self.rigid_groups.get(spot, 0) | number
                changed = True
        self.cells[place], self.moving[place] = after
        self.names |= after[0]
        self.ways |= set(after[1].items())
        return changed

    def _try(self, rule: Rule, number: int) -> bool:
        tuples = self._tuples(rule)
        if not tuples:
            return False
        changed = False
        for at, spots in enumerate(tuples if rule.changes else []):
            rows = zip(rule.rows, spots, strict=True)
            if at == 0 or all(self._still_fits(row, spot) for row, spot in rows):
                changed |= self._apply(rule, spots, number)
        self._ask(rule.commands)
        return changed

    def _ask(self, commands: list[str]) -> None:
        """Takes the commands of a rule: after `cancel` no others count, after `restart` only `cancel`.

        Each counts once, and of messages the first.
        """
        if "cancel" in self.commands or not commands:
            return
        if "restart" in self.commands and "cancel" not in commands:
            return
        if "cancel" in commands or "restart" in commands:
            self.commands = []
        for command in commands:
            kind = command.split()[0]
            if all(other.split()[0] != kind for other in self.commands):
                self.commands.append(command)

    def _group(self, group: list[Rule], number: int) -> bool:
        if group[0].random:
            choices = [(rule, spots) for rule in group for spots in self._tuples(rule)]
            if not choices:
                return False
            rule, spots = choices[self.luck.below(len(choices))]
            changed = rule.changes and self._apply(rule, spots, number)
            self._ask(rule.commands)
            return changed
        changed, idle = False, 0
        for _ in range(MOST):
            for rule in group:
                idle = 0 if self._try(rule, number) else idle + 1
                changed |= idle == 0
                if idle == len(group):
                    return changed
        return changed

    def run(self, groups: list[list[Rule]], loops: dict[int, int], banned: set[int]) -> None:
        """The groups in order; at the end of a loop back to its beginning, if anything changed."""
        rigid = [at for at, group in enumerate(groups) if any(rule.rigid for rule in group)]
        at = rounds = 0
        changed = False
        while at < len(groups):
            if at not in banned:
                changed |= self._group(groups[at], rigid.index(at) + 1 if at in rigid else 0)
            turned = at if at in loops else len(groups) if at + 1 == len(groups) else None
            if changed and turned in loops:
                at, changed = loops[turned], False
                rounds += 1
                if rounds > MOST:
                    return
            else:
                at += 1

    def resolve(self, groups: list[list[Rule]]) -> set[int]:
        """Moves what can move; the groups that may not run because a rigid movement of theirs was stopped."""
        moved = True
        while moved:
            moved = sum(self._move(place) for place in self.cells) > 0
        rigid = [at for at, group in enumerate(groups) if any(rule.rigid for rule in group)]
        banned = set()
        for (x, y), moving in self.moving.items():
            stopped = [layer for layer in sorted(moving) if (x, y, layer) in self.rigid_groups]
            if stopped:
                number = self.rigid_groups[x, y, stopped[0]] - 1
                if number < len(rigid):
                    banned.add(rigid[number])
        self.moving.clear()
        self.rigid_groups.clear()
        return banned

    def _move(self, place: tuple[int, int]) -> bool:
        moved = False
        for layer, way in sorted(self.moving.get(place, {}).items()):
            to = place[0] + STEP[way][0], place[1] + STEP[way][1]
            things = set(self.words.layers[layer])
            if to not in self.cells or (to != place and self.cells[to] & things):
                continue
            carried = self.cells[place] & things
            self.cells[place] -= carried
            self.cells[to] |= carried
            del self.moving[place][layer]
            moved = True
        return moved
