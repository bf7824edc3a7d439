"""Rules made plain: one rule for each way, each direction of a movement and each object of a property.

What stands on the right and is open (`moving Crate`, or a property) takes what the left found: in the same
cell, or anywhere if the left has it once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from .rules import CLOCK, GAP, Cell, Written
from .source import Refused, Words

OPEN = {
    "horizontal": ("left", "right"),
    "vertical": ("up", "down"),
    "moving": ("up", "down", "left", "right", "action"),
    "orthogonal": ("up", "down", "left", "right"),
}
"""Words for several directions. Those that look across or along a rule become two kinds of their own."""
KINDS = {
    **OPEN,
    **{f"{name} {kind}": OPEN[name] for name in ("horizontal", "vertical") for kind in ("along", "across")},
}


@dataclass
class Plain:
    """A rule that looks one way."""

    written: Written
    way: str
    left: list[list[Cell]]
    right: list[list[Cell]]
    places: dict[tuple[str, str], tuple[str, set[tuple[int, int]]]] = field(default_factory=dict)
    """For a word and a name of the left: what was chosen, and in which cells."""
    words: dict[str, tuple[str, int]] = field(default_factory=dict)
    """For a word of the left: what was chosen last, and how often it stood there."""
    names: dict[str, tuple[str, int]] = field(default_factory=dict)
    """For a property of the left: what was chosen last, and how often it stood there."""

    def same(self) -> tuple[object, ...]:
        written = self.written
        flags = (written.late, written.rigid, written.random, tuple(written.commands))
        return (self.way, str(self.left), str(self.right), flags)


def expanded(rules: list[Written], words: Words, strict: bool = True) -> list[Plain]:
    """All plain rules, in order, of several equal ones of a line the last.

    The published player goes on where an object appears twice in a cell, and so a recording is not `strict`.
    """
    found: list[Plain] = []
    for rule in rules:
        if strict and any(_is_twice(cell) for row in rule.left + rule.right for cell in row):
            raise Refused(rule.line, "a cell names a thing once")
        looking = [_looking(rule, way, words) for way in rule.all_ways()]
        directed = [plain for one in looking for plain in _directions(one)]
        concrete = [plain for one in directed for plain in _objects(one, words)]
        possible = [plain for plain in concrete if not _overlaps(plain.left, words)]
        never = {
            id(plain) for plain in concrete if any(_contradicts(cell) for row in plain.left for cell in row)
        }
        can = {id(plain) for plain in possible} - never
        if not can and len(concrete) > len({id(plain) for plain in possible} | never):
            raise Refused(rule.line, "no cell can hold two objects of a layer")
        for plain in possible:
            _check_right(plain, words, strict)
        possible = [plain for plain in possible if id(plain) in can]
        if strict and possible and any(_takes_back(cell, words) for row in rule.right for cell in row):
            raise Refused(rule.line, "a cell gets an object, and no of a property that it has")
        for plain in possible:
            _stop_new_objects(plain, words)
        found += possible
    last = {(plain.written.line, plain.same()): at for at, plain in enumerate(found)}
    return [plain for at, plain in enumerate(found) if last[plain.written.line, plain.same()] == at]


def _is_twice(cell: Cell) -> bool:
    """Does a cell name a thing twice? Chance may name one that is there, and nothing may be wanted twice."""
    said = [(word == "no", name) for word, name in cell if word not in ("random", "...")]
    names = [name for _, name in said]
    return any(names.count(name) > 1 for missing, name in said if not missing)


def _takes_back(cell: Cell, words: Words) -> bool:
    """Does a cell on the right get an object by its name that it must not have by a property?"""
    means = [(word, *words.means.get(name, ("one", [name]))) for word, name in cell]
    put = {of[0] for word, kind, of in means if word != "no" and kind == "one"}
    return any(word == "no" and kind == "any" and put & set(of) for word, kind, of in means)


def _cells(rows: list[list[Cell]], change: Callable[[Cell], Cell]) -> list[list[Cell]]:
    return [[change(cell) for cell in row] for row in rows]


def _looking(rule: Written, way: str, words: Words) -> Plain:
    left = _cells(rule.left, lambda cell: _named(_turned(cell, way), rule.line, words))
    right = _cells(rule.right, lambda cell: _named(_turned(cell, way), rule.line, words))
    backwards = {"up": "down", "left": "right"}
    if way in backwards and not any(cell == GAP for row in left for cell in row):
        way = backwards[way]
        left, right = [row[::-1] for row in left], [row[::-1] for row in right]
    return Plain(rule, way, left, right)


def _turned(cell: Cell, way: str) -> Cell:
    """The cell with the words that are meant from where the rule looks replaced."""
    if not way:
        return cell
    at = CLOCK.index(way)
    along, across = ("vertical", "horizontal") if way in ("up", "down") else ("horizontal", "vertical")
    meant = {">": way, "v": CLOCK[(at + 1) % 4], "<": CLOCK[(at + 2) % 4], "^": CLOCK[(at + 3) % 4]}
    meant |= {"parallel": f"{along} along", "perpendicular": f"{across} across"}
    return [(meant.get(word, word), name) for word, name in cell]


def _named(cell: Cell, line: int, words: Words) -> Cell:
    """The cell with each name that stands for all of several objects written out."""
    found: Cell = []
    for word, name in cell:
        kind, of = words.means.get(name, ("one", [name]))
        if kind == "all" and word == "no":
            raise Refused(line, f"no {name} could mean two things")
        found += [(word, one) for one in of] if kind != "any" else [(word, name)]
    return found


def _put(rows: list[list[Cell]], row: int, at: int, change: Callable[[Cell], Cell]) -> list[list[Cell]]:
    """The rows with one cell changed."""
    return [
        [change(cell) if (n, m) == (row, at) else cell for m, cell in enumerate(cells)]
        for n, cells in enumerate(rows)
    ]


def _directions(rule: Plain) -> list[Plain]:
    """A rule for each choice of the open movements of the left."""
    waiting, done = [rule], []
    while waiting:
        one = waiting.pop(0)
        spot = next(
            (
                (n, m, word, name)
                for n, row in enumerate(one.left)
                for m, cell in enumerate(row)
                for word, name in cell
                if word in KINDS
            ),
            None,
        )
        if spot is None:
            done.append(one)
            continue
        row, at, word, name = spot
        waiting += [_chosen(one, row, at, word, name, way) for way in KINDS[word]]
    return [_directions_of_right(one) for one in done]


def _chosen(rule: Plain, row: int, at: int, word: str, name: str, way: str) -> Plain:
    def change(cell: Cell) -> Cell:
        return [(way if pair == (word, name) else pair[0], pair[1]) for pair in cell]

    _, cells = rule.places.get((word, name), (way, set()))
    first, _ = rule.places.get((word, name), (way, cells))
    before, count = rule.words.get(word, (way, 0))
    return replace(
        rule,
        left=_put(rule.left, row, at, change),
        right=_put(rule.right, row, at, change),
        places={**rule.places, (word, name): (first, cells | {(row, at)})},
        words={**rule.words, word: (before, count + 1)},
    )


def _directions_of_right(rule: Plain) -> Plain:
    right = rule.right
    for (word, name), (way, cells) in rule.places.items():
        if len(cells) == 1:
            right = _cells(right, lambda cell, w=word, n=name, to=way: _swap(cell, w, n, to))  # type: ignore[misc]
    for word in rule.words:
        ways = [(way, len(cells)) for (other, _), (way, cells) in rule.places.items() if other == word]
        way, count = rule.words[word]
        if (len(ways) == 1 and ways[0][1] == 1) or count == 1:
            right = _cells(right, lambda cell, w=word, to=way: _swap(cell, w, None, to))  # type: ignore[misc]
    if any(word in KINDS for row in right for cell in row for word, _ in cell):
        raise Refused(rule.written.line, "an open movement on the right")
    return replace(rule, right=right)


def _swap(cell: Cell, word: str, name: str | None, way: str) -> Cell:
    return [(way if had == word and name in (None, other) else had, other) for had, other in cell]


def _objects(rule: Plain, words: Words) -> list[Plain]:
    """A rule for each choice of the properties of the left that must be told apart."""

    def spread(cell: Cell) -> Cell:
        found: Cell = []
        for word, name in cell:
            several = word == "no" and words.is_any(name)
            found += [(word, one) for one in words.means[name][1]] if several else [(word, name)]
        return found

    def properties(cell: Cell) -> list[str]:
        return [name for word, name in cell if word not in ("random", "...") and words.is_any(name)]

    rule = replace(rule, left=_spread(rule.left, spread), right=_spread(rule.right, spread))
    apart = {
        name
        for row, after in zip(rule.left, rule.right, strict=False)
        for cell, put in zip(row, after, strict=True)
        for name in properties(put)
        if name not in properties(cell)
    }
    waiting, done = [rule], []
    while waiting:
        one = waiting.pop(0)
        spot = next(
            (
                (n, m, name)
                for n, row in enumerate(one.left)
                for m, cell in enumerate(row)
                for name in properties(cell)
                if name in apart or words.common_layer(name) is None
            ),
            None,
        )
        if spot is None:
            done.append(one)
            continue
        row, at, name = spot
        waiting += [_picked(one, row, at, name, thing) for thing in words.means[name][1]]
    return [_objects_of_right(one, apart, properties) for one in done]


def _spread(rows: list[list[Cell]], spread: Callable[[Cell], Cell]) -> list[list[Cell]]:
    return _cells(rows, lambda cell: cell if cell == GAP else spread(cell))


def _picked(rule: Plain, row: int, at: int, name: str, thing: str) -> Plain:
    def change(cell: Cell) -> Cell:
        return [(word, thing if had == name and word != "random" else had) for word, had in cell]

    first, count = rule.names.get(name, (thing, 0))
    return replace(
        rule,
        left=_put(rule.left, row, at, change),
        right=_put(rule.right, row, at, change),
        names={**rule.names, name: (first, count + 1)},
    )


def _objects_of_right(rule: Plain, apart: set[str], properties: Callable[[Cell], list[str]]) -> Plain:
    right = rule.right
    for name, (thing, count) in rule.names.items():
        if count == 1:
            right = _cells(
                right,
                lambda cell, n=name, t=thing: [  # type: ignore[misc]
                    (word, t if had == n and word != "random" else had) for word, had in cell
                ],
            )
    if any(name in apart for row in right for cell in row if cell != GAP for name in properties(cell)):
        raise Refused(rule.written.line, "an open property on the right")
    return replace(rule, right=right)


def _overlaps(rows: list[list[Cell]], words: Words) -> bool:
    """Does a cell of the left ask for two objects of one layer?"""
    for row in rows:
        for cell in row:
            layers = [words.common_layer(name) for word, name in cell if word not in ("no", "...", "random")]
            if len(layers) != len(set(layers)):
                return True
    return False


def _contradicts(cell: Cell) -> bool:
    """Does a cell of the left ask for an object and for none of it?"""
    return any(("no", name) in cell and word != "no" for word, name in cell)


def _check_right(rule: Plain, words: Words, strict: bool) -> None:
    line = rule.written.line
    for word, _ in (pair for row in rule.left for cell in row for pair in cell):
        if word in ("random", "randomdir"):
            raise Refused(line, "chance stands on the right")
    left, right = ([cell for row in rows for cell in row] for rows in (rule.left, rule.right))
    for asked, cell in zip(left, right, strict=False):
        if _contradicts(asked):  # whatever it would put
            continue
        put = [name for word, name in cell if word not in ("no", "random", "...")]
        put = put if strict else list(dict.fromkeys(put))
        layers = [words.common_layer(name) for name in put]
        if len(layers) != len(set(layers)):
            raise Refused(line, "two objects of a layer on the right")


def _stop_new_objects(rule: Plain, words: Words) -> None:
    """An object in a layer that the left does not name, not even after `no`, comes without a movement."""
    if rule.written.late:
        return
    for row, after in zip(rule.left, rule.right, strict=False):
        for at, cell in enumerate(after):
            had = {
                words.layer[one] for said, name in row[at] if said != "..." for one in words.means[name][1]
            }
            after[at] = [
                ("stationary" if word == "" and words.layer.get(name) not in had | {None} else word, name)
                for word, name in cell
            ]
