"""Pebbles: a pebble moves along an edge of a graph into a hole (Panguru, the 15-puzzle, any graph).

A state is the token of each cell, in one string, or with `,` between where tokens are words. A move is
``from-to``: ``3-0``. Under the metric "slides" it is the last pebble of the line that is pushed, and the
hole:

    1 2 3    5-3    1 2 3        the pebbles on cells 4 and 5 each go one cell to the left
    - 4 5   ----->  4 5 -
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any, Unpack

from clew.errors import BoardError, ClewError
from clew.families.pebbles.keys import KEYS, TOGETHER
from clew.families.pebbles.layouts import (
    DEFAULT,
    edge_layout,
    line_between,
    named_layout,
    neighbour_layout,
    option_keys,
    read_coordinates,
)
from clew.families.pebbles.signs import HOLE
from clew.puzzles import cache
from clew.puzzles.base import ABOUT, EnginePuzzle, set_option, unknown_option
from clew.puzzles.fields import choice, kind, shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clew._engine import Engine
    from clew.families.pebbles.layouts import Layout
    from clew.puzzles.base import About
    from clew.puzzles.position import Code, Position

RESERVED = ",/>"
METRICS = ("moves", "slides")


SMALL = 9
"""Boards of distinct pebbles with up to this many cells are solved at once; larger ones may need large
tables.
"""


class Pebbles(EnginePuzzle):
    """Pebbles on the cells of a graph, solved when every pebble is on a plate of its own token.

    `plates` and `pebbles` give a token for each cell, in one string or a list; `-` is a hole. The graph is
    `layout` (``"panguru"``, ``"grid ROWSxCOLUMNS"``, ``"triangle N"``), or `edges` (pairs of cells, with
    `coordinates` [x, y] of the cells for drawing), or `allowed_moves` (the neighbours of each cell). At most
    512 cells. `metric` is ``"moves"``: a move takes one pebble; or, on a grid, ``"slides"``: a move pushes a
    line of one or more pebbles by one cell. Raises `BoardError`.

    Attributes: `cells`, their number; `neighbours`, the cells next to each; `edges`, pairs in order; `plates`
    and `pebbles`, tuples of tokens; `layout`, its name or None; `coordinates`, or None; `metric`.

    >>> print(clew.solve(clew.Pebbles("AB-", "A-B", "grid 1x3")))
    2-1
    """

    family = "pebbles"
    _KEYS = KEYS
    _BESIDE = (*ABOUT, "coordinates")
    _TOGETHER = TOGETHER
    _REQUIRED = {"plates": '"WCBRBOGYGPCORPY"', "pebbles": '"-PCBRYOGYGBCORP"'}  # noqa: RUF012 - never written

    def __init__(
        self,
        plates: str | Sequence[str],
        pebbles: str | Sequence[str],
        layout: str | None = None,
        *,
        edges: Sequence[Sequence[int]] | None = None,
        allowed_moves: Sequence[Sequence[int]] | None = None,
        coordinates: Sequence[Sequence[float]] | None = None,
        metric: str = "moves",
        **about: Unpack[About],
    ) -> None:
        super().__init__(about)
        self.coordinates = None if coordinates is None else read_coordinates(coordinates)
        self._layout = _graph(layout, edges, allowed_moves, self.coordinates)
        self._names_no_layout = layout is None and edges is None and allowed_moves is None
        self.layout, self.cells, self.edges = self._layout.name, self._layout.cells, self._layout.edges
        self.neighbours = self._layout.neighbours()
        self.metric = choice(metric, "metric", METRICS)
        self._across = self._columns() if self.metric == "slides" else 0
        self.plates = read_tokens(plates, "plates", self.cells)
        self.pebbles = read_tokens(pebbles, "pebbles", self.cells)
        _check_counts(self.plates, self.pebbles)
        self._number_of = {HOLE: 0}
        for token in sorted(set(self.plates + self.pebbles) - {HOLE}):
            self._number_of[token] = len(self._number_of)
        self._tokens = list(self._number_of)

    @classmethod
    def _keys_of_options(cls, options: Sequence[str]) -> dict[str, Any]:
        keys: dict[str, Any] = {}
        for option in options:
            found = {"metric": option} if option in METRICS else option_keys(option)
            if found is None:
                raise unknown_option(
                    option, cls.family, ["panguru", "grid 4x4", "triangle 5", "edges 0-1 1-2", "slides"]
                )
            for key, value in found.items():
                set_option(keys, key, value, option)
        return keys

    @classmethod
    def _keys_of_body(cls, body: str) -> dict[str, Any]:
        parts = body.split("/")
        if len(parts) != 2:
            raise BoardError(
                f"has {len(parts)} part{'s' * (len(parts) > 1)} between `/`; write PLATES/PEBBLES",
                key="plates",
            )
        return {"plates": parts[0], "pebbles": parts[1]}

    def _options(self) -> list[str]:
        option = self._layout.option()
        return ([] if option is None else [option]) + ["slides"] * (self.metric == "slides")

    def _body(self) -> str:
        return f"{_text(self.plates)}/{_text(self.pebbles)}"

    def _own_keys(self) -> dict[str, Any]:
        keys: dict[str, Any] = {}
        if self.layout is None and (self._layout.last_is_joined() or self.coordinates is not None):
            keys["edges"] = [list(edge) for edge in self.edges]
        elif self.layout is None:
            keys["allowed_moves"] = self.neighbours
        elif self.layout != "panguru":
            keys["layout"] = self.layout
        if self.coordinates is not None:
            keys["coordinates"] = self.coordinates
        if self.metric != "moves":
            keys["metric"] = self.metric
        return {**keys, "plates": _blank_separated(self.plates), "pebbles": _blank_separated(self.pebbles)}

    def _build(self, engine: type[Engine]) -> Engine:
        plates = [self._number_of[token] for token in self.plates]
        pebbles = self._numbers_of(self._begins())
        if len(set(pebbles)) == len(pebbles) > SMALL:
            engine.keep_tables(cache.made("tables"))
        return engine.make(
            "pebbles", neighbours=self.neighbours, plates=plates, pebbles=pebbles, columns=self._across
        )

    def _columns(self) -> int:
        """The columns of the grid. Raises `BoardError` on any other layout: it has no lines to push along."""
        if self.layout is None or not self.layout.startswith("grid"):
            raise BoardError(
                'is "slides", but only a grid has lines to push along; write layout = "grid ROWSxCOLUMNS", '
                "or leave the metric out",
                key="metric",
            )
        return int(self.layout.partition("x")[2])

    def line(self, code: Code) -> list[int]:
        """The cells of the pebbles that the move pushes, the nearest to the hole first."""
        return line_between(code[1], code[0], self._across) if self._across else [code[0]]

    def _begins(self) -> str:
        return _text(self.pebbles)

    def tokens(self, state: Any) -> list[str]:
        """The token of each cell."""
        return [self._tokens[number] for number in self._numbers(state)]

    def _numbers_of(self, text: str) -> list[int]:
        return [self._number_of[token] for token in (text.split(",") if "," in text else text)]

    def _text_of(self, numbers: Sequence[int]) -> str:
        return _text([self._tokens[number] for number in numbers])

    def _read(self, text: str) -> str:
        found = read_tokens(text, "state", self.cells)
        for token in sorted(set(found) | set(self.pebbles)):
            here, board = found.count(token), self.pebbles.count(token)
            if here != board:
                raise BoardError(
                    f"has {here} of `{token}`, but the board has {board}; use the same pebbles", key="state"
                )
        return _text(found)

    def _start_keys(self, here: Position) -> dict[str, Any]:
        return {"pebbles": self.tokens(here)}

    def draw(self, state: Any) -> str:
        rows = self._layout.rows or [self.cells]
        width = max(len(token) for token in self.plates + self.pebbles)
        pebbles = self._drawn(self.tokens(state), rows, width)
        plates = self._drawn(list(self.plates), rows, width)
        right = max(len("pebbles"), *(len(line) for line in pebbles))
        lines = [("pebbles", "plates"), *zip(pebbles, plates, strict=True)]
        return "\n".join(f"{left:<{right}}   {line}".rstrip() for left, line in lines)

    def _drawn(self, tokens: list[str], rows: list[int], width: int) -> list[str]:
        lines, at = [], 0
        whole = max(rows) * (width + 1) - 1
        for count in rows:
            line = " ".join(f"{token:>{width}}" for token in tokens[at : at + count])
            lines.append(" " * ((whole - len(line)) // 2) + line)
            at += count
        return lines

    def _after(self, here: Position, code: Code, landed: Sequence[int] | None) -> Sequence[int]:
        if landed is None and self.metric == "moves":  # far quicker than to ask for all moves
            landed = list(here._numbers)
            landed[code[0]], landed[code[1]] = landed[code[1]], landed[code[0]]
        return super()._after(here, code, landed)

    def _names(self, here: Position, codes: Sequence[Code]) -> list[str]:
        return [f"{code[0]}-{code[1]}" for code in codes]

    def _words(self, here: Position, codes: Sequence[Code]) -> list[tuple[str, str]]:
        tokens, words = self.tokens(here), []
        for code in codes:
            pushed = len(self.line(code))
            mover = f"the pebble {tokens[code[0]]} on cell {code[0]}"
            if pushed > 1:
                mover = f"the line of {pushed} pebbles that begins on cell {code[0]}"
            words.append((mover, f"{mover} into cell {code[1]}"))
        return words

    def _landing(self, kind: int, place: int) -> tuple[str, str]:
        return self._tokens[kind], str(place)

    def _standing(self, numbers: Sequence[int]) -> list[int]:
        return [cell for cell, token in enumerate(numbers) if token]

    def _apparent_distance(self, state: Any) -> int:
        """The number of pebbles that are not on a plate of their token."""
        tokens = self.tokens(state)
        return sum(HOLE != token != plate for token, plate in zip(tokens, self.plates, strict=True))

    def path(self, codes: Sequence[Code]) -> str:
        """The path of a single hole along the moves, ``"0-3-5"``; only its cell if there are none."""
        first = codes[0][1] if codes else self.pebbles.index(HOLE)
        return "-".join(str(cell) for cell in [first, *(code[0] for code in codes)])

    def _bodies(self, state: Any) -> list[list[int]]:
        return [[cell] for cell in self._standing(self._numbers(state))]

    def _taken(self, code: Code) -> list[int]:
        return self.line(code)

    def _displaced(self, here: Position, code: Code) -> list[tuple[int, int]]:
        return [(cell, gap) for gap, cell in pairwise([code[1], *self.line(code)])]

    def _hole_path(self, codes: Sequence[Code]) -> str | None:
        return self.path(codes) if self.pebbles.count(HOLE) == 1 else None

    def _assumed(self) -> dict[str, str]:
        return {"layout": DEFAULT} if self._names_no_layout else {}

    def _like(self) -> dict[str, Any]:
        if self.layout is None:
            raise ClewError("boards like this one can be generated only on a named layout")
        size = ", ".join([self.layout, *["slides"] * (self.metric == "slides")])
        return {"size": size, "pieces": self.cells - self.pebbles.count(HOLE)}

    def _split_moves(self, text: str) -> list[str]:
        """Splits a list of moves; a path of the hole over three or more cells, ``0-3-5``, becomes ``3-0
        5-3``. Letters of directions, ``LURD``, become signs for where tiles go.
        """
        from clew.families.pebbles.words import lurd, pairs_of

        letters = lurd(self, text)
        if letters is not None:
            return letters
        return [name for word in super()._split_moves(text) for name in pairs_of(word)]

    def _spelling(self, here: Position, text: str) -> str | None:
        from clew.families.pebbles.words import plain_move

        return plain_move(self, here, text)

    def _why_not(self, here: Position, text: str) -> str:
        ends = text.split("-")
        if len(ends) != 2 or not all(end.isascii() and end.isdigit() and len(end) < 5 for end in ends):
            return "a move is two cells, from-to, such as 3-0"
        first, last = (int(end) for end in ends)
        for cell in (first, last):
            if cell >= self.cells:
                return f"there is no cell {cell}; cells are numbered from 0 to {self.cells - 1}"
        if f"{first}-{last}" != text:
            return f"cells are written without zeros in front: {first}-{last}"
        tokens = self.tokens(here)
        if tokens[first] == HOLE:
            return f"cell {first} is empty: there is no pebble to move"
        if tokens[last] != HOLE:
            return f"cell {last} is not empty: pebble {tokens[last]} is there"
        if self._across:
            return self._why_no_line(tokens, first, last)
        near = " ".join(str(cell) for cell in self.neighbours[first]) or "none"
        return f"no edge joins cell {first} to cell {last}; its neighbours are {near}"

    def _why_no_line(self, tokens: list[str], here: int, there: int) -> str:
        line = line_between(there, here, self._across)
        if not line:
            return f"cell {here} is not in line with cell {there}; a line lies in one row or column"
        gap = next(cell for cell in line if tokens[cell] == HOLE)
        return f"the line from cell {here} to cell {there} is broken: cell {gap} is empty"


def _graph(layout: Any, edges: Any, allowed_moves: Any, coordinates: list[list[float]] | None) -> Layout:
    given = [
        key
        for key, value in (("layout", layout), ("edges", edges), ("allowed_moves", allowed_moves))
        if value is not None
    ]
    if len(given) > 1:
        raise BoardError(f"is given together with `{given[0]}`; give only one of them", key=given[1])
    cells = None if coordinates is None else len(coordinates)
    if edges is not None:
        return edge_layout(edges, cells)
    graph = (
        named_layout(DEFAULT if layout is None else layout)
        if allowed_moves is None
        else neighbour_layout(allowed_moves)
    )
    if cells is not None and cells != graph.cells:
        raise BoardError(f"has {cells} places for {graph.cells} cells; give one per cell", key="coordinates")
    return graph


def read_tokens(value: Any, key: str, cells: int) -> tuple[str, ...]:
    """One token per cell: single characters if their number is right, otherwise words separated by spaces or
    commas.
    """
    if isinstance(value, list | tuple):
        for number, token in enumerate(value, 1):
            if not isinstance(token, str):
                raise BoardError(
                    f'token {number} is {kind(token)}; it must be a string such as "A"',
                    key=key,
                    column=number,
                )
        tokens = list(value) if len(value) == cells else " ".join(value).split()
    elif not isinstance(value, str):
        raise BoardError(
            f'is {kind(value)}; it must be a string with one token per cell: {key} = "AB-"', key=key
        )
    elif "," in value:
        tokens = [token.strip() for token in value.split(",")]
    else:
        characters = "".join(value.split())
        tokens = list(characters) if len(characters) == cells else value.split()
        if len(tokens) == 1 and cells > 1:
            tokens = list(characters)
    if len(tokens) != cells:
        raise BoardError(
            f"has {len(tokens)} tokens for {cells} cells; give one per cell, with `-` for a hole", key=key
        )
    for number, token in enumerate(tokens, 1):
        _check_token(token, number, key)
    return tuple(tokens)


def _check_token(token: str, number: int, key: str) -> None:
    if not token or not token.isprintable() or len(token.split()) != 1:
        what = (
            "is empty" if not token.strip() else f'"{shown(token)}" contains a space or a control character'
        )
        raise BoardError(
            f"token {number} {what}; write a letter or a word, `-` for a hole", key=key, column=number
        )
    for letter in RESERVED:
        if letter in token:
            raise BoardError(
                f'token {number} "{shown(token)}" contains `{letter}`; use another character',
                key=key,
                column=number,
            )


def _check_counts(plates: tuple[str, ...], pebbles: tuple[str, ...]) -> None:
    if HOLE not in pebbles:
        raise BoardError("has no hole; write `-` for at least one cell", key="pebbles")
    for token in sorted(set(pebbles) - {HOLE}):
        have, want = plates.count(token), pebbles.count(token)
        if have < want:
            raise BoardError(
                f"has too few `{token}`: {have} for {want} pebble{'s' * (want > 1)}; "
                "every pebble needs a plate with its token",
                key="plates",
            )


def _text(tokens: Sequence[str]) -> str:
    """Tokens as the compact form writes them."""
    return ("" if all(len(token) == 1 for token in tokens) else ",").join(tokens)


def _blank_separated(tokens: Sequence[str]) -> str:
    return _text(tokens).replace(",", " ")
