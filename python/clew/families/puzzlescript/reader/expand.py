"""A rule as its author wrote it becomes rules with one direction, plain objects and plain movements.

Words for several movements, and properties that an object has to be chosen for, multiply a rule; the order in
which they do decides which comes first, and so what a game does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from clew.families.puzzlescript.reader.game import DOTS
from clew.families.puzzlescript.reader.words import AGGREGATE_DIRECTIONS, RELATIVE, TURNED

if TYPE_CHECKING:
    from clew.families.puzzlescript.reader.game import Cell, Game, Row, Rule
    from clew.families.puzzlescript.reader.report import Report

MOST = 5_000
"""Rules that one line may become."""
CELLS = 50_000
"""Cells of all of them."""
NAMES = 500
"""Names in all cells of a rule."""
COPIES = 60_000
"""Copies of rules on the way to all plain rules of a game, and those themselves."""


class Room:
    """What is left of a game's copies of rules."""

    def __init__(self) -> None:
        self.copies = COPIES


class Oriented:
    """A copy of a rule that looks one way, with what has been chosen for its ambiguous words so far."""

    def __init__(self, rule: Rule, direction: str, left: list[Row], right: list[Row]) -> None:
        self.rule = rule
        self.direction = direction
        self.left = left
        self.right = right
        self.movements: dict[tuple[str, str], tuple[str, int, tuple[int, int]]] = {}
        self.words: dict[str, tuple[str, int]] = {}
        self.properties: dict[str, tuple[str, int]] = {}

    def copy(self) -> Oriented:
        """An independent copy: changes to it change nothing here."""
        other = Oriented(
            self.rule,
            self.direction,
            [list(row) for row in self.left],
            [list(row) for row in self.right],
        )
        other.movements, other.words = dict(self.movements), dict(self.words)
        other.properties = dict(self.properties)
        return other


def expanded(rule: Rule, game: Game, report: Report, room: Room) -> list[Oriented]:
    """The plain rules of one line, in the order in which they are tried; none where room does not last."""
    directions = rule.directions if _has_direction(rule) else rule.directions[:1]
    if sum(len(cell) for row in (*rule.left, *rule.right) for cell in row) > NAMES:
        report.error(rule.line, f"a rule has at most {NAMES} names in its cells; split it")
        return []
    most = min(MOST, CELLS // max(1, sum(map(len, rule.left))))
    found: list[Oriented] = []
    for direction in directions:
        if len(found) > most or not most:
            return _too_many(rule, report)
        room.copies -= 1
        found += _of_movements(_oriented(rule, direction, game), most, report, room)
    plain: list[Oriented] = []
    for one in found:
        if len(plain) > most:
            return _too_many(rule, report)
        plain += _of_properties(one, game, most, report, room)
    if len(plain) > most:
        return _too_many(rule, report)
    room.copies -= len(plain)
    if room.copies < 0:
        report.error(
            rule.line,
            f"the rules up to here expand to more than {COPIES:,} rules and copies of rules; write fewer, or "
            "use properties with fewer objects",
        )
        return []
    for one in plain:
        _stop_new_objects(one, game)
    return _once(plain)


def _once(plain: list[Oriented]) -> list[Oriented]:
    """Of equal rules the last: a rule that looks the same from both ends is one, which chance counts once."""
    last = {repr((one.direction, one.left, one.right)): number for number, one in enumerate(plain)}
    return [plain[number] for number in sorted(last.values())]


def _too_many(rule: Rule, report: Report) -> list[Oriented]:
    report.error(
        rule.line,
        f"this rule expands to more than {MOST:,} rules of one direction, or {CELLS:,} cells; split it",
    )
    return []


def _has_direction(rule: Rule) -> bool:
    if any(len(row) > 1 for row in rule.left):
        return True
    return any(
        movement in RELATIVE for row in (*rule.left, *rule.right) for cell in row for movement, _ in cell
    )


def _oriented(rule: Rule, direction: str, game: Game) -> Oriented:
    """The rule of one direction; up and left become down and right with cells reversed, but for ellipses."""
    turned = dict(zip(("^", "v", "<", ">", "parallel", "perpendicular"), TURNED[direction], strict=True))
    back = direction in ("up", "left") and not any(DOTS in row for row in rule.left)

    def cell_of(cell: Cell) -> Cell:
        made: Cell = []
        for movement, name in cell:
            meant = game.meant(name)
            for part in game.aggregates.get(meant, [meant]):
                made.append((turned.get(movement, movement), part))
        return _without_properties(made, game)

    def rows_of(rows: list[Row]) -> list[Row]:
        return [[cell_of(cell) for cell in (reversed(row) if back else row)] for row in rows]

    if back:
        direction = {"up": "down", "left": "right"}[direction]
    return Oriented(rule, direction, rows_of(rule.left), rows_of(rule.right))


def _without_properties(cell: Cell, game: Game) -> Cell:
    """`no` before a property means none of its objects."""
    made: Cell = []
    for movement, name in cell:
        if movement == "no":
            made += [("no", part) for part in game.properties.get(name, [name])]
        else:
            made.append((movement, name))
    return made


def _of_movements(rule: Oriented, most: int, report: Report, room: Room) -> list[Oriented]:
    """One rule for each choice of the movements that words such as `moving` and `horizontal` stand for."""
    done = [rule]
    place = _ambiguous_movement(rule)
    while place is not None:
        j, k, movement, name = place
        chosen = []
        for one in done:
            for concrete in AGGREGATE_DIRECTIONS[movement]:
                other = one.copy()
                _choose_movement(other, j, k, movement, name, concrete)
                chosen.append(other)
            if len(chosen) > min(most, room.copies):
                break
        room.copies -= len(chosen)
        if len(chosen) > most or room.copies < 0:
            return chosen
        done = chosen
        place = _ambiguous_movement(done[0])
    for one in done:
        _carry_movements(one)
        left = _remaining_movement(one)
        if left:
            report.error(
                rule.rule.line,
                f"`{left}` after the arrow is ambiguous; write the same word in front of the same object "
                "before the arrow, or write a direction",
                at=left,
                side=1,
            )
            return []
    return done


def _ambiguous_movement(rule: Oriented) -> tuple[int, int, str, str] | None:
    for j, row in enumerate(rule.left):
        for k, cell in enumerate(row):
            for movement, name in cell:
                if movement in AGGREGATE_DIRECTIONS:
                    return j, k, movement, name
    return None


def _choose_movement(rule: Oriented, j: int, k: int, movement: str, name: str, concrete: str) -> None:
    def cell_of(cell: Cell) -> Cell:
        return [(concrete if entry == (movement, name) else entry[0], entry[1]) for entry in cell]

    rule.left[j][k] = cell_of(rule.left[j][k])
    if rule.right:
        rule.right[j][k] = cell_of(rule.right[j][k])
    before = rule.movements.get((movement, name))
    if before is None:
        rule.movements[movement, name] = (concrete, 1, (j, k))
    elif before[2] != (j, k):
        rule.movements[movement, name] = (before[0], before[1] + 1, before[2])
    word = rule.words.get(movement)
    rule.words[movement] = (concrete, 1) if word is None else (word[0], word[1] + 1)


def _carry_movements(rule: Oriented) -> None:
    """What was chosen once before the arrow holds after it, too: for the same object, then for any."""
    for (movement, name), (concrete, times, _) in rule.movements.items():
        if times == 1:
            rule.right = [
                [
                    [(concrete if entry == (movement, name) else entry[0], entry[1]) for entry in cell]
                    for cell in row
                ]
                for row in rule.right
            ]
    for movement, (concrete, times) in rule.words.items():
        if times == 1:
            rule.right = [
                [[(concrete if word == movement else word, name) for word, name in cell] for cell in row]
                for row in rule.right
            ]


def _remaining_movement(rule: Oriented) -> str | None:
    for row in rule.right:
        for cell in row:
            for movement, _ in cell:
                if movement in AGGREGATE_DIRECTIONS:
                    return movement.partition("_")[0]
    return None


def _properties(cell: Cell, game: Game) -> list[str]:
    return [name for movement, name in cell if name in game.properties and movement != "random"]


def _of_properties(rule: Oriented, game: Game, most: int, report: Report, room: Room) -> list[Oriented]:
    """One rule for each choice of the objects of properties that have to be known.

    A property of one layer that stands in the same cell on both sides need not be: whatever is there stays.
    """
    unclear = {
        name
        for j, row in enumerate(rule.right)
        for k, cell in enumerate(row)
        for name in _properties(cell, game)
        if name not in _properties(rule.left[j][k], game)
    }
    done = [rule]
    place = _property_to_choose(rule, unclear, game)
    while place is not None:
        j, k, name = place
        chosen = []
        for one in done:
            for part in game.properties[name]:
                other = one.copy()
                _choose_object(other, j, k, name, part)
                chosen.append(other)
            if len(chosen) > min(most, room.copies):
                break
        room.copies -= len(chosen)
        if len(chosen) > most or room.copies < 0:
            return chosen
        done = chosen
        if not done:
            return done
        place = _property_to_choose(done[0], unclear, game)
    remains = set()
    for one in done:
        for name, (part, times) in one.properties.items():
            if times == 1:
                one.right = [[_with_object(cell, name, part) for cell in row] for row in one.right]
        remains |= {
            name for row in one.right for cell in row for name in _properties(cell, game) if name in unclear
        }
    for name in sorted(remains):
        report.error(
            rule.rule.line,
            f"{name.upper()} after the arrow is ambiguous; write it in the same cell before the arrow, or "
            "name an object",
            at=name,
            side=1,
        )
    return [] if remains else done


def _property_to_choose(rule: Oriented, unclear: set[str], game: Game) -> tuple[int, int, str] | None:
    for j, row in enumerate(rule.left):
        for k, cell in enumerate(row):
            for name in _properties(cell, game):
                if name in unclear or name not in game.single_layer:
                    return j, k, name
    return None


def _with_object(cell: Cell, name: str, part: str) -> Cell:
    return [(word, part if other == name and word != "random" else other) for word, other in cell]


def _choose_object(rule: Oriented, j: int, k: int, name: str, part: str) -> None:
    rule.left[j][k] = _with_object(rule.left[j][k], name, part)
    if rule.right:
        rule.right[j][k] = _with_object(rule.right[j][k], name, part)
    before = rule.properties.get(name)
    rule.properties[name] = (part, 1) if before is None else (before[0], before[1] + 1)


def _stop_new_objects(rule: Oriented, game: Game) -> None:
    """An object that appears without a movement stands still, whatever moved in its layer before.

    Not where the cell before the arrow names something of its layer, be it after `no`: the published player
    looks at the names alone.
    """
    if rule.rule.late:
        return
    for row, before in zip(rule.right, rule.left, strict=False):
        for k, cell in enumerate(row):
            there = {
                game.things[part].layer
                for _, name in before[k]
                for part in game.properties.get(name, [name])
                if part in game.things
            }
            row[k] = [
                ("stationary", name)
                if not word and name in game.things and game.things[name].layer not in there
                else (word, name)
                for word, name in cell
            ]
