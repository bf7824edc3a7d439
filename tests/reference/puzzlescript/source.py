"""What a PuzzleScript source says: its settings, objects, legend, layers, win conditions and levels."""

from __future__ import annotations

import re

HEADS = ("objects", "legend", "sounds", "collisionlayers", "rules", "winconditions", "levels")
TEXTS = ("title", "author", "homepage", "message")
"""Words after which the rest of a line is text, whatever signs are in it."""
LISTS = ("objects", "legend", "sounds", "collisionlayers")
Lines = list[tuple[int, str]]


class Refused(Exception):
    """The source is no game: the line of the fault, and what it is."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(f"line {line}: {why}")
        self.line = line


def bare(source: str) -> list[tuple[int, str, str, bool]]:
    """Numbered lines in lower case, each with a space for a comment, and up to the first that ends it; last,
    whether a comment begins it.

    A line that holds nothing but a comment is left out.
    """
    found: list[tuple[int, str, str, bool]] = []
    depth = 0
    for number, line in enumerate(source.split("\n"), 1):
        words = line.split()
        if depth == 0 and words and words[0].lower() in TEXTS:
            found.append((number, line.strip(), line.strip(), False))
            continue
        kept, said = "", depth > 0
        led = said or line.strip().startswith("(")
        head: str | None = None
        for at, sign in enumerate(line):
            if depth == 0 and sign == "(" and re.search(r"\bmessage\b", line[:at], re.IGNORECASE):
                kept += line[at:]
                break
            ends = sign == "(" and depth == 0 and kept.strip()
            head = kept if head is None and ends else head
            said = said or sign in "()" or depth > 0
            depth += (sign == "(") - (sign == ")")
            depth = max(depth, 0)
            kept += sign if depth == 0 and sign not in "()" else " " * (sign in "()")
        if kept.strip() or not said:
            whole = kept.strip().lower()
            found.append((number, whole, whole if head is None else head.strip().lower(), led))
    return found


def sections(source: str) -> dict[str, Lines]:
    """The lines below each heading; blank ones kept. Only in lists something counts after a comment."""
    found: dict[str, Lines] = {"": []}
    here = ""
    for number, line, head, led in bare(source):
        if line.lower() in HEADS and here != "levels":
            here = line.lower()
            if here in found:
                raise Refused(number, f"a second section {here}")
            found[here] = []
        elif not line.startswith("="):
            if line and led and here in ("rules", "winconditions"):
                raise Refused(number, f"a comment before one of the {here}")
            found[here].append((number, line if here in LISTS else head))
    return {**{head: [] for head in HEADS}, **found}


class Words:
    """The names of a game: `one` object, `all` of several, or `any` of several."""

    def __init__(self, parts: dict[str, Lines], strict: bool = True) -> None:
        self.strict = strict
        """Is a game refused that the published player starts in spite of an error?"""
        self.settings = {line.split()[0].lower() for _, line in parts[""] if line}
        self.means: dict[str, tuple[str, list[str]]] = {}
        self._objects(parts["objects"])
        for number, line in parts["legend"]:
            if line:
                self._entry(number, line)
        self.layer: dict[str, int] = {}
        self.layers: list[list[str]] = []
        for number, line in parts["collisionlayers"]:
            if line:
                self._layer(number, line)
        for name, (kind, of) in self.means.items():
            if any(one not in self.layer for one in of):
                raise Refused(0, f"{name} ({kind}) is in no layer")
        for name in ("player", "background"):
            if name not in self.means:
                raise Refused(0, f"there is no {name}")
        kind, of = self.means["background"]
        if kind == "all" or len({self.layer[one] for one in of}) > 1:
            raise Refused(0, "the background is of several layers")
        self.ground, self.ground_layer = of[0], self.layer[of[0]]
        self.order = [name for layer in self.layers for name in layer]

    def _objects(self, lines: Lines) -> None:
        expect, rows = "name", 0
        for number, line in lines:
            if not line:
                expect = "name"
            elif expect == "picture" and re.fullmatch(r"[.\d]+", line):
                rows += 1
                expect = "name" if rows == 5 else "picture"
            elif expect == "colours":
                expect, rows = "picture", 0
            else:
                name, *others = line.split()
                self._declare(number, name, "one", [name])
                for other in others:
                    self._declare(number, other, "one", [name])
                expect = "colours"

    def _declare(self, number: int, name: str, kind: str, of: list[str]) -> None:
        if self.strict and (name in self.means or (kind == "all" and len(set(of)) < len(of))):
            raise Refused(number, f"{name} again, or made of one thing twice")
        self.means.setdefault(name, (kind, list(dict.fromkeys(of))))

    def _entry(self, number: int, line: str) -> None:
        name, equals, text = line.partition("=") if not line.startswith("=") else ("", "", "")
        words = text.split()
        joints = set(words[1::2])
        if not equals or not name.split() or len(name.split()) > 1 or len(words) % 2 == 0:
            raise Refused(number, "no entry of a legend")
        if len(joints) > 1 or not joints <= {"or", "and"}:
            raise Refused(number, "and, or")
        unknown = [word for word in words[::2] if word not in self.means or self._is_sign(word)]
        if unknown:
            raise Refused(number, f"unknown {unknown}")
        kinds = {self.means[word][0] for word in words[::2]}
        of = [other for word in words[::2] for other in self.means[word][1]]
        if not joints:
            self._declare(number, name.strip(), *self.means[words[0]])
            return
        kind = "any" if joints == {"or"} else "all"
        if kinds - {"one", kind}:
            raise Refused(number, "and of or, or or of and")
        self._declare(number, name.strip(), kind, of)

    def _layer(self, number: int, line: str) -> None:
        names: list[str] = []
        for word in filter(None, re.split(r"[\s,]+", line)):
            if word not in self.means or self.means[word][0] == "all" or self._is_sign(word):
                raise Refused(number, f"no layer of {word}")
            names += [name for name in self.means[word][1] if name not in names]
        for name in names:
            if name in self.layer:
                self.layers[self.layer[name]].remove(name)
            self.layer[name] = len(self.layers)
        self.layers.append(names)

    def _is_sign(self, name: str) -> bool:
        """Is this no word, so that only levels and rules may have it?"""
        return self.strict and not re.fullmatch(r"\w+", name)

    def is_any(self, name: str) -> bool:
        return self.means[name][0] == "any"

    def common_layer(self, name: str) -> int | None:
        """The layer of an object, or of a property whose objects share one."""
        layers = {self.layer[one] for one in self.means[name][1]}
        return layers.pop() if len(layers) == 1 else None

    def has(self, cell: frozenset[str], name: str) -> bool:
        kind, of = self.means[name]
        return all(one in cell for one in of) if kind == "all" else any(one in cell for one in of)


def wins(lines: Lines, words: Words) -> list[list[str]]:
    """The win conditions, each as its words."""
    found = []
    for number, line in lines:
        if not line:
            continue
        said = line.split()
        good = 1 < len(said) < 5 and said[0] in ("no", "all", "some", "any") and said[2:3] in ([], ["on"])
        if not good or any(name not in words.means or not re.fullmatch(r"\w+", name) for name in said[1::2]):
            raise Refused(number, "no win condition")
        found.append(said)
    return found


Level = list[list[frozenset[str]]]
"""Rows of cells."""


def levels(lines: Lines, words: Words) -> list[Level | None]:
    """The levels, in order; None for a message."""
    found: list[list[tuple[int, str]] | None] = []
    here: list[tuple[int, str]] = []
    for number, line in [*lines, (0, "")]:
        is_message = line.lower().startswith("message")
        if (not line or is_message) and here:
            found.append(here)
            here = []
        if is_message:
            found.append(None)
        elif line:
            here.append((number, line))
    if not any(found):
        raise Refused(0, "no levels")
    return [None if rows is None else _level(rows, words) for rows in found]


def _level(rows: Lines, words: Words) -> Level:
    cells: list[list[set[str]]] = []
    wide = len(rows[0][1])
    for number, text in rows:
        signs = text[:wide].ljust(wide, text[-1])
        if any(sign not in words.means or words.is_any(sign) for sign in signs):
            raise Refused(number, "a sign without meaning")
        cells.append([set(words.means[sign][1]) for sign in signs])
    ground = next(
        (
            name
            for x in range(len(cells[0]))
            for row in cells
            for name in row[x]
            if words.layer[name] == words.ground_layer
        ),
        words.ground,
    )
    for row in cells:
        for cell in row:
            if not any(words.layer[name] == words.ground_layer for name in cell):
                cell.add(ground)
    return [[frozenset(cell) for cell in row] for row in cells]
