"""Random boards of every family, over all their options, as puzzles."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from clew.families.blocks.puzzle import Blocks
from clew.families.coroutine.puzzle import Coroutine
from clew.families.coroutine.signs import COMPASS
from clew.families.pebbles.puzzle import Pebbles
from clew.families.ricochet.puzzle import Ricochet
from clew.puzzles.cells import cell_name
from tests.families import of_families

LETTERS = "ABCDEFGHIJKLMNPQRSTUVWYZabcdefghijklmnpqrstuvwyzÄßλЖ中"
TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)


@st.composite
def about(draw: st.DrawFn) -> dict[str, Any]:
    """The keys that all families share, none or some of them."""
    keys = draw(st.sets(st.sampled_from(["title", "author", "source", "licence", "notes", "par"])))
    return {key: draw(st.integers(0, 10**6)) if key == "par" else draw(TEXT) for key in sorted(keys)}


def graphs(cells: int) -> st.SearchStrategy[list[list[int]]]:
    pairs = [[one, other] for other in range(cells) for one in range(other)]
    return st.lists(st.sampled_from(pairs), unique_by=tuple, max_size=12)


@st.composite
def layouts(draw: st.DrawFn) -> tuple[int, dict[str, Any]]:
    """A number of cells and the keys of a graph on them."""
    kind = draw(st.sampled_from(["panguru", "grid", "triangle", "edges", "allowed_moves", "coordinates"]))
    if kind == "panguru":
        return 15, draw(st.sampled_from([{}, {"layout": "panguru"}]))
    if kind == "triangle":
        side = draw(st.integers(2, 6))
        return side * (side + 1) // 2, {"layout": f"triangle {side}"}
    if kind == "grid":
        rows, columns = draw(st.integers(1, 5)), draw(st.integers(2, 5))
        return rows * columns, {"layout": f"grid {rows}x{columns}"}
    cells = draw(st.integers(2, 9))
    edges = draw(graphs(cells))
    if kind == "allowed_moves":
        near = [[sum(edge) - cell for edge in edges if cell in edge] for cell in range(cells)]
        return cells, {"allowed_moves": near}
    if kind == "coordinates":
        places = st.tuples(st.integers(-9, 9), st.floats(-9, 9)).map(list)
        return cells, {"edges": edges, "coordinates": [draw(places) for _ in range(cells)]}
    edges.append([0, cells - 1])
    return cells, {"edges": edges}


TOKENS = st.text(
    st.characters(exclude_categories=["C", "Z"], exclude_characters=",/>-"), min_size=1, max_size=3
)


@st.composite
def pebbles(draw: st.DrawFn) -> Pebbles:
    cells, graph = draw(layouts())
    short = st.sampled_from("ABCDE")
    kinds = draw(st.lists(draw(st.sampled_from([short, TOKENS])), min_size=1, max_size=cells))
    plates = [draw(st.sampled_from([*kinds, "-"])) for _ in range(cells)]
    holes = draw(st.sets(st.integers(0, cells - 1), min_size=1))
    lying = ["-" if cell in holes else token for cell, token in enumerate(plates)]
    if graph.get("layout", "").startswith("grid"):
        graph["metric"] = draw(st.sampled_from(["moves", "slides"]))
    return Pebbles(plates, draw(st.permutations(lying)), **graph, **draw(about()))


def _straight(draw: st.DrawFn, rows: int, columns: int) -> list[int]:
    row, column = draw(st.integers(0, rows - 1)), draw(st.integers(0, columns - 1))
    size = draw(st.integers(2, 4))
    if draw(st.booleans()):
        return [row * columns + c for c in range(column, column + size)] if column + size <= columns else []
    return [r * columns + column for r in range(row, row + size)] if row + size <= rows else []


def _connected(draw: st.DrawFn, rows: int, columns: int) -> list[int]:
    row, column = draw(st.integers(0, rows - 1)), draw(st.integers(0, columns - 1))
    cells = {(row, column)}
    for _ in range(draw(st.integers(0, 4))):
        r, c = draw(st.sampled_from(sorted(cells)))
        down, across = draw(st.sampled_from([(0, 1), (1, 0), (0, -1), (-1, 0)]))
        if 0 <= r + down < rows and 0 <= c + across < columns:
            cells.add((r + down, c + across))
    return sorted(r * columns + c for r, c in cells)


def _block_cells(draw: st.DrawFn, rows: int, columns: int, free: bool) -> dict[str, list[int]]:
    pieces: dict[str, list[int]] = {}
    taken: set[int] = set()
    letters = draw(st.permutations(LETTERS))
    for letter in letters[: draw(st.integers(1, 7))]:
        cells = (_connected if free else _straight)(draw, rows, columns)
        if cells and taken.isdisjoint(cells):
            pieces[letter] = cells
            taken.update(cells)
    return pieces or {"A": [0, 1]}


def _block_goal(draw: st.DrawFn, pieces: dict[str, list[int]], rows: int, columns: int, free: bool) -> Any:
    letter = draw(st.sampled_from(sorted(pieces)))
    cells = pieces[letter]
    if draw(st.booleans()):
        lies = cells[-1] // columns == cells[0] // columns
        edges = ["left", "right", "up", "down"] if free else ["left", "right"] if lies else ["up", "down"]
        return {"piece": letter, "exit": draw(st.sampled_from(edges))}
    covered = draw(st.sets(st.sampled_from(cells), min_size=1))
    grid = "".join(
        letter if cell in covered else draw(st.sampled_from(".o")) for cell in range(rows * columns)
    )
    return [grid[at : at + columns] for at in range(0, len(grid), columns)]


@st.composite
def blocks(draw: st.DrawFn) -> Blocks:
    rows, columns = draw(st.integers(1, 6)), draw(st.integers(2, 6))
    free = draw(st.booleans())
    pieces = _block_cells(draw, rows, columns, free)
    owner = {cell: letter for letter, cells in pieces.items() for cell in cells}
    signs = st.sampled_from(draw(st.sampled_from(["...#", "...x", "ooo#", "ooox"])))
    grid = "".join(owner.get(cell) or draw(signs) for cell in range(rows * columns))
    return Blocks(
        [grid[at : at + columns] for at in range(0, len(grid), columns)],
        movement="free" if free else "axis",
        metric=draw(st.sampled_from(["slide", "step", "piece"])),
        goal=_block_goal(draw, pieces, rows, columns, free),
        **draw(about()),
    )


@st.composite
def ricochets(draw: st.DrawFn) -> Ricochet:
    rows, columns = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    cells = [draw(st.sampled_from("....##RRGoxÖ")) for _ in range(rows * columns)]
    cells[draw(st.integers(0, len(cells) - 1))] = "R"
    free = [cell for cell, letter in enumerate(cells) if letter != "#"]
    tiles = [letter for letter in cells if letter not in ".#"]
    wanted = draw(st.lists(st.sampled_from(range(len(tiles))), unique=True))
    places = draw(st.permutations(free))
    goal = ["#" if letter == "#" and draw(st.booleans()) else "." for letter in cells]
    for tile, place in zip(wanted, places, strict=False):
        goal[place] = tiles[tile]
    walls = draw(
        st.lists(st.tuples(st.integers(0, len(cells) - 1), st.sampled_from(["left", "right", "up", "down"])))
    )
    slants = st.tuples(st.sampled_from(["rising", "falling"]), st.sampled_from(["", "R", "o", "Ö", "Z"]))
    slanted = draw(st.sets(st.sampled_from(free), max_size=3))
    diagonals = [" ".join([cell_name(cell, columns), *draw(slants)]).strip() for cell in sorted(slanted)]
    target = [letter for letter in goal if letter not in ".#"]
    turns: dict[str, Any] = {}
    if len(target) == 1 and tiles.count(target[0]) == 1:
        turns = {"must_turn": True, "moved": draw(st.sampled_from([None, "left", "down", "turned"]))}
    return Ricochet(
        "/".join("".join(cells[at : at + columns]) for at in range(0, len(cells), columns)),
        "/".join("".join(goal[at : at + columns]) for at in range(0, len(goal), columns)),
        edges=draw(st.sampled_from(["stop", "open"])),
        anywhere=draw(st.booleans()),
        walls=[f"{cell_name(cell, columns)} {side}" for cell, side in walls],
        diagonals=diagonals,
        **turns,
        **draw(about()),
    )


@st.composite
def coroutines(draw: st.DrawFn) -> Coroutine:
    rows, columns = draw(st.integers(1, 5)), draw(st.integers(2, 5))
    square = st.lists(st.sampled_from(COMPASS), unique=True).map(" ".join)
    cells = st.integers(0, rows * columns - 1)
    coins = draw(st.none() | st.lists(cells, min_size=2, max_size=2, unique=True))
    odd = rows % 2 == 1 and columns % 2 == 1
    target = draw(st.none() | cells if odd else cells)
    return Coroutine(
        [[draw(square) for _ in range(columns)] for _ in range(rows)],
        coins=None if coins is None else [cell_name(cell, columns) for cell in coins],
        target=None if target is None else cell_name(target, columns),
        first=draw(st.integers(0, 1)),
        metric=draw(st.sampled_from(["turns", "steps"])),
        rule=draw(st.sampled_from(["other", "own"])),
        **draw(about()),
    )


FAMILIES = {
    **{name: puzzles() for name, puzzles in of_families("puzzles").items()},
    "pebbles": pebbles(),
    "blocks": blocks(),
    "ricochet": ricochets(),
    "coroutine": coroutines(),
}
PUZZLES = st.one_of(*FAMILIES.values())
