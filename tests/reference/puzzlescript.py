"""PuzzleScript in plain Python, from the documentation of the language: slow, and without masks.

A cell is a frozenset of names; what moves is kept as a dictionary from (cell, layer) to a direction. It reads
the part of the language that the tests use: no rigid rules, no loops, no chance, no ellipsis, no commands but
`cancel`, `again` and `win`.
"""

from __future__ import annotations

import re
from itertools import product
from typing import Any

from .rules import Rules, State

STEP = {"up": (0, -1), "left": (-1, 0), "down": (0, 1), "right": (1, 0), "action": (0, 0)}
CLOCK = ("up", "right", "down", "left")
HEADS = ("objects", "legend", "sounds", "collisionlayers", "rules", "winconditions", "levels")
Cell = list[tuple[str, str]]


def sections(source: str) -> dict[str, list[str]]:
    """The lines below each heading, in lower case, without comments; blank ones kept."""
    found: dict[str, list[str]] = {"": []}
    here = ""
    for line in re.sub(r"\([^()]*\)", "", source.lower()).split("\n"):
        line = line.strip()
        if line in HEADS:
            here = line
            found[here] = []
        elif not line.startswith("="):
            found[here].append(line)
    return found


class Game:
    """What a source says."""

    def __init__(self, source: str) -> None:
        parts = sections(source)
        self.settings = {line.split()[0] for line in parts[""] if line}
        self.names = self._objects(parts["objects"])
        self.means: dict[str, tuple[str, list[str]]] = {name: ("one", [name]) for name in self.names}
        for line in filter(None, parts["legend"]):
            name, _, text = line.partition("=")
            words = text.split()
            kind = "any" if "or" in words else "all" if "and" in words else "same"
            of = [other for word in words[::2] for other in self.means[word][1]]
            self.means[name.strip()] = (self.means[words[0]][0] if kind == "same" else kind, of)
        self.layer: dict[str, int] = {}
        for number, line in enumerate(filter(None, parts["collisionlayers"])):
            for word in re.split(r"[\s,]+", line):
                for name in self.means[word][1] if word else []:
                    self.layer[name] = number
        self.rules = [Rule(line, self) for line in parts["rules"] if line]
        self.wins = [line.split() for line in parts["winconditions"] if line]
        text = "\n".join(line for line in parts["levels"] if not line.startswith("message"))
        self.levels = [level.split("\n") for level in re.split(r"\n\n+", text.strip())]

    @staticmethod
    def _objects(lines: list[str]) -> list[str]:
        blocks = "\n".join(lines).strip().split("\n\n")
        return [block.strip().split("\n")[0].split()[0] for block in blocks if block.strip()]

    def has(self, cell: frozenset[str], name: str) -> bool:
        kind, of = self.means[name]
        return all(one in cell for one in of) if kind == "all" else any(one in cell for one in of)


class Rule:
    """A rule as it is written."""

    def __init__(self, line: str, game: Game) -> None:
        self.game = game
        head = line[: line.index("[")].split()
        self.joined, self.late = line.startswith("+"), "late" in head
        left, _, right = line.partition("->")
        self.left, self.right = self._rows(left), self._rows(right)
        self.commands = set(right[right.rfind("]") + 1 :].split()) if "]" in right else set(right.split())
        named = [word for word in head if word in ("up", "down", "left", "right", "horizontal", "vertical")]
        both = {"horizontal": ["left", "right"], "vertical": ["up", "down"]}
        ways = [way for word in named for way in both.get(word, [word])] or ["up", "down", "left", "right"]
        turns = any(
            word in "^v<>" for row in self.left + self.right for cell in row for word, _ in cell if word
        )
        self.ways = ways if turns or any(len(row) > 1 for row in self.left) else ways[:1]

    def _rows(self, text: str) -> list[list[Cell]]:
        return [[self._cell(cell) for cell in row.split("|")] for row in re.findall(r"\[([^\]]*)\]", text)]

    def _cell(self, text: str) -> Cell:
        found: Cell = []
        word = ""
        for part in text.split():
            if part in ("<", ">", "^", "v", "no", "moving", "stationary", "action", *STEP):
                word = part
                continue
            kind, of = self.game.means[part]
            found += [(word, name) for name in of] if kind == "all" else [(word, part)]
            word = ""
        return found


def turned(word: str, way: str) -> str:
    """What a word says in a rule that looks that way."""
    if word not in ("<", ">", "^", "v"):
        return word
    return CLOCK[(CLOCK.index(way) + {">": 0, "v": 1, "<": 2, "^": 3}[word]) % 4]


class Board:
    """A level in play."""

    def __init__(self, game: Game, cells: list[list[frozenset[str]]]) -> None:
        self.game = game
        self.cells = [list(row) for row in cells]
        self.moving: dict[tuple[int, int, int], str] = {}

    def inside(self, x: int, y: int) -> bool:
        return 0 <= y < len(self.cells) and 0 <= x < len(self.cells[0])

    def layer_of(self, name: str) -> int:
        return self.game.layer[self.game.means[name][1][0]]

    def fits(self, cell: Cell, x: int, y: int, way: str) -> bool:
        for word, name in cell:
            there = self.game.has(self.cells[y][x], name)
            if word == "no":
                if there:
                    return False
                continue
            moves = self.moving.get((x, y, self.layer_of(name)))
            wanted = turned(word, way)
            if not there or (word == "stationary" and moves) or (word == "moving" and not moves):
                return False
            if wanted in STEP and moves != wanted:
                return False
        return True

    def spots(self, row: list[Cell], way: str) -> list[tuple[int, int]]:
        """Where a row matches, by its first cell; lines are gone through from above or from the left."""
        _dx, dy = STEP[way]
        wide, high = len(self.cells[0]), len(self.cells)
        every = (
            [(x, y) for x in range(wide) for y in range(high)]
            if dy
            else [(x, y) for y in range(high) for x in range(wide)]
        )
        return [spot for spot in every if self.row_fits(row, *spot, way)]

    def row_fits(self, row: list[Cell], x: int, y: int, way: str) -> bool:
        dx, dy = STEP[way]
        places = [(x + i * dx, y + i * dy) for i in range(len(row))]
        return all(
            self.inside(*place) and self.fits(cell, *place, way)
            for cell, place in zip(row, places, strict=True)
        )

    def run(self, rule: Rule, commands: set[str]) -> bool:
        """The rule in each of its ways; did anything change?"""
        changed = False
        for way in rule.ways:
            found = [self.spots(row, way) for row in rule.left]
            for number, spots in enumerate(product(*reversed(found))):
                spots = tuple(reversed(spots))
                if number and not all(
                    self.row_fits(row, *spot, way) for row, spot in zip(rule.left, spots, strict=True)
                ):
                    continue
                commands |= rule.commands
                for row, after, (x, y) in zip(rule.left, rule.right, spots, strict=False):
                    dx, dy = STEP[way]
                    for i, (cell, put) in enumerate(zip(row, after, strict=True)):
                        changed |= self.put(cell, put, x + i * dx, y + i * dy, way)
        return changed

    def put(self, before: Cell, after: Cell, x: int, y: int, way: str) -> bool:
        game = self.game
        was = (self.cells[y][x], dict(self.moving))
        cell = set(self.cells[y][x])
        named = {self.layer_of(name) for word, name in before if word != "no"}
        kept = {self.layer_of(name) for word, name in after if word != "no"}
        for layer in named - kept:
            cell = {name for name in cell if game.layer[name] != layer}
            self.moving.pop((x, y, layer), None)
        for word, name in after:
            layer = self.layer_of(name)
            if word == "no":
                cell -= set(game.means[name][1])
                continue
            had = next((w for w, other in before if w != "no" and self.layer_of(other) == layer), None)
            if game.means[name][0] != "any":
                cell = {other for other in cell if game.layer[other] != layer} | {game.means[name][1][0]}
            if turned(word, way) in STEP:
                self.moving[x, y, layer] = turned(word, way)
            elif word != "moving" and had != "":
                self.moving.pop((x, y, layer), None)
        self.cells[y][x] = frozenset(cell)
        return was != (self.cells[y][x], self.moving)

    def phase(self, late: bool, commands: set[str]) -> None:
        groups: list[list[Rule]] = []
        for rule in self.game.rules:
            if rule.joined:
                groups[-1].append(rule)
            else:
                groups.append([rule])
        for group in groups:
            rules = [rule for rule in group if rule.late == late]
            for _ in range(200):
                if not [rule for rule in rules if self.run(rule, commands)]:
                    break

    def resolve(self) -> None:
        again = True
        while again:
            again = False
            for (x, y, layer), way in sorted(self.moving.items()):
                dx, dy = STEP[way]
                mine = {name for name in self.cells[y][x] if self.game.layer[name] == layer}
                if way != "action":
                    to = (x + dx, y + dy)
                    if not self.inside(*to):
                        continue
                    if any(self.game.layer[name] == layer for name in self.cells[to[1]][to[0]]):
                        continue
                    self.cells[y][x] -= mine
                    self.cells[to[1]][to[0]] |= mine
                del self.moving[x, y, layer]
                again = True
        self.moving.clear()

    def turn(self, key: str | None) -> set[str]:
        """One turn; the commands that its rules asked for."""
        before = [list(row) for row in self.cells]
        commands: set[str] = set()
        for y, row in enumerate(self.cells):
            for x, cell in enumerate(row):
                for name in self.game.means["player"][1]:
                    if key is not None and name in cell:
                        self.moving[x, y, self.game.layer[name]] = key
        self.phase(False, commands)
        self.resolve()
        self.phase(True, commands)
        self.moving.clear()
        if "cancel" in commands:
            self.cells = before
            return set()
        return commands if before != self.cells else commands - {"again"}


class PuzzleScript(Rules):
    """A level. A state is the cells of its rows, each the sorted names of its objects."""

    def __init__(self, board: dict[str, Any]) -> None:
        self.game = Game(board["game"])
        rows = self.game.levels[board.get("level", 1) - 1]
        ground = next(iter(self.game.means["background"][1]))
        cells = []
        for row in rows:
            named = [set(self.game.means[sign][1]) for sign in row.strip()]
            floor = self.game.layer[ground]
            cells.append(
                [
                    cell if any(self.game.layer[n] == floor for n in cell) else cell | {ground}
                    for cell in named
                ]
            )
        self.start: State = tuple(tuple(tuple(sorted(cell)) for cell in row) for row in cells)

    def moves(self, state: State) -> list[tuple[str, State]]:
        found = []
        for key in ("up", "left", "down", "right", "action"):
            if key == "action" and "noaction" in self.game.settings:
                continue
            board = Board(self.game, [[frozenset(cell) for cell in row] for row in state])
            commands = board.turn(key)
            for _ in range(100):
                if "again" not in commands or self.won(board):
                    break
                commands = board.turn(None)
            after = tuple(tuple(tuple(sorted(cell)) for cell in row) for row in board.cells)
            if after != state:
                found.append((key, after))
        return found

    def won(self, board: Board) -> bool:
        cells = [cell for row in board.cells for cell in row]
        has = self.game.has
        for words in self.game.wins:
            first = [cell for cell in cells if has(cell, words[1])]
            both = [cell for cell in first if len(words) < 4 or has(cell, words[3])]
            if {"no": bool(both), "some": not both, "any": not both, "all": len(both) < len(first)}[words[0]]:
                return False
        return bool(self.game.wins)

    def is_goal(self, state: State) -> bool:
        return self.won(Board(self.game, [[frozenset(cell) for cell in row] for row in state]))

    def text(self, state: State) -> str:
        return " ".join("".join("{" + "+".join(cell) + "}" for cell in row) for row in state)

    def read(self, text: str) -> State:
        """A position, each cell by the names of its objects or by a sign."""
        rows = []
        ground = self.game.means["background"][1]
        for word in text.split():
            cells = []
            for part in re.findall(r"\{[^{}]*\}|\S", word.lower()):
                names = part[1:-1].split("+") if len(part) > 1 else self.game.means[part][1]
                cell = {name for name in names if name}
                cells.append(tuple(sorted(cell if cell & set(ground) else cell | {ground[0]})))
            rows.append(tuple(cells))
        return tuple(rows)
