"""Small random boards of every family over all options, as the keys of board files; reproducible from a seed.

`sample(family, seed, number)` yields boards whose part needed for the optimal solutions has at most
`MOST_STATES` states, so that the reference answers in milliseconds. Unsolvable boards and boards that are
solved at the start are among them.
"""

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations
from random import Random
from typing import Any, NamedTuple

from tests.families import of_families
from tests.reference import Rules, rules_of
from tests.reference.pebbles import layout_edges
from tests.reference.rules import cell_name
from tests.reference.search import Map, TooLarge

MOST_STATES = 2500
MOST_OF = of_families("most_states")
# Share kept of the boards of these lengths (None: unsolvable); of longer ones, all.
KEPT = {None: 0.5, 0: 0.05, 1: 0.1, 2: 0.25, 3: 0.5}
Board = dict[str, Any]
Cell = tuple[int, int]


class Sample(NamedTuple):
    """A board, its rules, and the reference's map of what its optimal solutions need."""

    board: Board
    rules: Rules
    map: Map


def sample(
    family: str,
    seed: int,
    number: int,
    most_states: int = MOST_STATES,
    whole: bool = False,
    generators: Mapping[str, Callable[[Random], Board]] | None = None,
) -> Iterator[Sample]:
    """`number` boards, few of them trivial; with `whole` their complete maps (goals played past)."""
    rng = Random(f"{family} {seed}")
    if family in MOST_OF:
        most_states = min(most_states, MOST_OF[family]())
    while number:
        board = (generators or GENERATORS)[family](rng)
        rules = rules_of(board)
        try:
            known = Map(rules, past_goals=whole, most_states=most_states)
        except TooLarge:
            continue
        if rng.random() > KEPT.get(known.length, 1):
            continue
        number -= 1
        yield Sample(board, rules, known)


def random_walk(rules: Rules, rng: Random, moves: int) -> Any:
    """The state after so many random moves (fewer where there is no way on)."""
    state = rules.start
    for _ in range(moves):
        legal = rules.moves(state)
        if not legal:
            break
        state = rng.choice(legal)[1]
    return state


def grid_value(rows: list[str], rng: Random) -> str | list[str]:
    """One of the three ways to write a grid."""
    ways: list[str | list[str]] = ["\n".join(rows) + "\n", "/".join(rows), rows]
    return rng.choice(ways)


def grid_rows(signs: dict[Cell, str], height: int, width: int, empty: str) -> list[str]:
    """The rows of a grid with `empty` where there is no sign."""
    return ["".join(signs.get((r, c), empty) for c in range(width)) for r in range(height)]


# ---------------------------------------------------------------- pebbles


def random_pebbles(rng: Random) -> Board:
    """Named layouts, parts of Panguru, random graphs; one or several holes; repeated tokens; spare plates."""
    board: Board = {"family": "pebbles"}
    edges = random_layout(rng, board)
    cells = 1 + max(max(edge) for edge in edges)
    holes = min(cells - 1, rng.choice([1, 1, 1, 1, 2, 2, 3, 4]))
    names = rng.choice(["RGBY", "RB", "R", "rRo", "123456789", ["10", "1", "Ab"], ["red", "blue"]])
    pebbles = [rng.choice(names) for _ in range(cells - holes)]
    spare = [rng.choice([*names, "-", "-", "-", "Z"]) for _ in range(holes)]
    plates = pebbles + spare
    rng.shuffle(plates)
    if rng.random() < 0.6:
        pebbles = pebbles + ["-"] * holes
        rng.shuffle(pebbles)
    else:
        pebbles = played_back(rng, edges, plates, pebbles)
    if board.get("layout", "").startswith("grid") and rng.random() < 0.5:
        board["metric"] = "slides"
    mark = " " if max(map(len, plates + pebbles)) > 1 else rng.choice(["", "", " "])
    return board | {"plates": mark.join(plates), "pebbles": mark.join(pebbles)}


def played_back(rng: Random, edges: list[Any], plates: list[str], pebbles: list[str]) -> list[str]:
    """A solvable arrangement: every pebble on a plate of its token, then random moves."""
    solved, left = [], list(pebbles)
    for plate in plates:
        solved.append(plate if plate in left else "-")
        if plate in left:
            left.remove(plate)
    start = {"family": "pebbles", "edges": edges, "plates": " ".join(plates), "pebbles": " ".join(solved)}
    return list(random_walk(rules_of(start), rng, rng.choice([0, 1, 2, 3, 5, 30])))


def random_layout(rng: Random, board: Board) -> list[Any]:
    """Chooses the graph, writes its keys to `board` and returns its edges."""
    kind = rng.choice(["named", "named", "part", "random", "panguru"])
    if kind == "panguru" and rng.random() < 0.3:
        return layout_edges("panguru")
    if kind == "named":
        board["layout"] = rng.choice(
            ["grid 1x2", "grid 1x5", "grid 4x1", "grid 2x2", "grid 2x3", "grid 3x2", "grid 2x4", "grid 3x3",
             "triangle 2", "triangle 3", "triangle 4"]
        )  # fmt: skip
        return layout_edges(board["layout"])
    if kind == "random":
        cells = rng.randint(2, 8)
        loose = {rng.randrange(1, cells)} if rng.random() < 0.15 else set()
        edges = [[rng.randrange(cell), cell] for cell in range(1, cells) if cell not in loose - {cells - 1}]
        more = [list(pair) for pair in combinations(range(cells), 2) if list(pair) not in edges]
        edges += rng.sample(more, min(len(more), rng.randint(0, 4)))
    else:
        kept = sorted(rng.sample(range(15), rng.randint(4, 8)))
        edges = [
            [kept.index(a), kept.index(b)] for a, b in layout_edges("panguru") if a in kept and b in kept
        ]
        used = sorted({cell for edge in edges for cell in edge})
        edges = [[used.index(a), used.index(b)] for a, b in edges] or [[0, 1]]
    rng.shuffle(edges)
    cells = 1 + max(max(edge) for edge in edges)
    board["edges"] = [rng.sample(edge, 2) for edge in edges]
    board["coordinates"] = [[cell % 3, cell // 3] for cell in range(cells)]
    return edges


# ---------------------------------------------------------------- blocks

FREE_SHAPES = [
    "a", "a", "a", "aa", "a/a", "aa/aa", "aa/a.", "aa/.a", "a./aa", ".a/aa", "aaa", ".aa/aa.", "a./a./aa",
    "aaa/a.a/aaa", "aaa/.a.", "aaaa/a..a/aaaa",
]  # fmt: skip


def random_blocks(rng: Random) -> Board:
    """Axis and free boards under the three metrics, with walls, exits on every edge and goal grids."""
    free = rng.random() < 0.5
    height, width = (rng.randint(1, 5), rng.randint(2, 5)) if free else (rng.randint(1, 6), rng.randint(2, 6))
    cells = [(r, c) for r in range(height) for c in range(width)]
    signs: dict[Cell, str] = {}
    for cell in rng.sample(cells, rng.choice([0, 0, 1, 2, len(cells) // 6])):
        signs[cell] = "#"
    letters = list(rng.choice(["ABCDEFGHIJKL", "AbcdEfghZyXQ", "QzaAVWYmnpOB"]))
    for _ in range(40):
        shape = random_shape(rng) if free else axis_shape(rng)
        corner = rng.choice(cells)
        covered = [(corner[0] + r, corner[1] + c) for r, c in shape]
        crowded = len(signs) + len(covered) > len(cells) - 1
        if not letters or crowded or any(cell in signs or cell not in cells for cell in covered):
            continue
        signs.update(dict.fromkeys(covered, letters.pop(0)))
        if rng.random() < (0.12 if free else 0.08):
            break
    if not any(sign != "#" for sign in signs.values()):
        return random_blocks(rng)
    rows = grid_rows(signs, height, width, rng.choice([".", "o"]))
    if rng.random() < 0.5:
        rows = [row.replace("#", "x") for row in rows]
    board: Board = {"family": "blocks", "board": grid_value(rows, rng)}
    if free:
        board["movement"] = "free"
    elif rng.random() < 0.2:
        board["movement"] = "axis"
    metric = rng.choice(["slide", "step", "piece", None])
    if metric:
        board["metric"] = metric
    return with_goal(board, rng)


def axis_shape(rng: Random) -> list[Cell]:
    """A straight piece of 2 to 4 cells."""
    lies, length = rng.random() < 0.5, rng.choice([2, 2, 2, 3, 3, 4])
    return [(0, i) if lies else (i, 0) for i in range(length)]


def random_shape(rng: Random) -> list[Cell]:
    """A shape from the list, or a connected one grown cell by cell."""
    if rng.random() < 0.7:
        rows = rng.choice(FREE_SHAPES).split("/")
        return [(r, c) for r, row in enumerate(rows) for c, sign in enumerate(row) if sign == "a"]
    grown = [(0, 0)]
    for _ in range(rng.randint(2, 5)):
        r, c = rng.choice(grown)
        near = rng.choice([(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)])
        if near not in grown:
            grown.append(near)
    return grown


def with_goal(board: Board, rng: Random) -> Board:
    """Adds an exit, a goal grid, or nothing where there is a default."""
    rules: Any = rules_of(board | {"goal": ""})
    kind = rng.choice(["exit", "exit", "default", "grid", "grid", "grid"])
    if kind == "default" and "A" in rules.letters:
        rs, cs = zip(*rules.shapes[rules.letters.index("A")], strict=True)
        if max(rs) != max(cs):
            return board
    if kind == "grid":
        return board | {"goal": random_goal_grid(rules, rng)}
    piece = rng.randrange(len(rules.letters))
    edges = ["left", "right", "up", "down"]
    if rules.axis:
        edges = edges[:2] if rules.directions(piece) == "LR" else edges[2:]
    return board | {"goal": {"piece": rules.letters[piece], "exit": rng.choice(edges)}}


def random_goal_grid(rules: Any, rng: Random) -> str | list[str]:
    """Some pieces where a random walk brings them, or anywhere they could lie; written whole or in part."""
    wanted: dict[Cell, str] = {}
    walked = random_walk(rules, rng, rng.choice([0, 4, 10, 25]))
    anywhere = rng.random() < 0.2
    number = rng.choice([1, 1, 1, 2, 2, 3, len(rules.letters)])
    for piece in rng.sample(range(len(rules.letters)), min(number, len(rules.letters))):
        cells = rules.cells(piece, random_corner(rules, piece, rng) if anywhere else walked[piece])
        if not cells & wanted.keys():
            if rng.random() < 0.3:
                cells = rng.sample(sorted(cells), rng.randint(1, len(cells)))
            wanted.update(dict.fromkeys(cells, rules.letters[piece]))
    return grid_value(grid_rows(wanted, rules.height, rules.width, "."), rng)


def random_corner(rules: Any, piece: int, rng: Random) -> Cell:
    """A place for the piece clear of walls, on its own line if it has one."""
    row, column = rules.start[piece]
    places = [
        (r, c)
        for r in range(rules.height)
        for c in range(rules.width)
        if rules.step(piece, (r, c - 1), "R", rules.walls)
        and (not rules.axis or (r == row if rules.directions(piece) == "LR" else c == column))
    ]
    return rng.choice(places)


# ---------------------------------------------------------------- ricochet


def random_ricochet(rng: Random) -> Board:
    """Blocks, walls (on the rim too), open edges, goals anywhere; up to four tiles, several of a colour."""
    height, width = rng.choice(
        [(1, 4), (4, 1), (2, 3), (3, 3), (3, 4), (4, 3), (4, 4), (4, 5), (5, 5), (6, 4)]
    )
    cells = [(r, c) for r in range(height) for c in range(width)]
    colours = rng.choice(["RGBY", "RG", "ox", "ab", "RrO", "T"])
    tiles = min(rng.choice([1, 2, 2, 3, 3, 4]), len(cells) - 2)
    blocks = rng.choice([0, 0, 1, 2, len(cells) // 6, len(cells) // 4])
    places = rng.sample(cells, min(tiles + blocks, len(cells)))
    signs = {cell: rng.choice(colours) for cell in places[:tiles]} | dict.fromkeys(places[tiles:], "#")
    board: Board = {"family": "ricochet", "board": grid_value(grid_rows(signs, height, width, "."), rng)}
    if rng.random() < 0.35:
        board["edges"] = "open"
    if rng.random() < 0.4:
        sides = ["left", "right", "up", "down"]
        names = {f"{cell_name(*rng.choice(cells))} {rng.choice(sides)}" for _ in range(rng.randint(1, 5))}
        board["walls"] = sorted(names)
    if rng.random() < 0.3:
        board["diagonals"] = random_diagonals(
            set(cells) - {c for c, s in signs.items() if s == "#"}, colours, rng
        )
    rules: Any = rules_of(board | {"goal": []})
    wanted = ricochet_goal(rules, rng)
    if len(wanted) == 1 and rules.colours.count(*wanted.values()) == 1 and rng.random() < 0.6:
        board["must_turn"] = True
        if rng.random() < 0.2:
            board["moved"] = rng.choice(["left", "right", "up", "down", "turned"])
    elif rng.random() < 0.35:
        board["anywhere"] = True
        if wanted and rng.random() < 0.7:
            return board | {"goal": cropped(wanted, rng)}
    return board | {"goal": grid_value(grid_rows(wanted, height, width, "."), rng)}


def random_diagonals(free: set[Cell], colours: str, rng: Random) -> list[str]:
    """A few diagonals, some with the colour of a tile, some with one that no tile has."""
    places = rng.sample(sorted(free), min(len(free), rng.randint(1, 4)))
    slants = ["rising", "falling"]
    passing = ["", "", *colours, "Q"]
    return [f"{cell_name(*place)} {rng.choice(slants)} {rng.choice(passing)}".strip() for place in places]


def ricochet_goal(rules: Any, rng: Random) -> dict[Cell, str]:
    """Some tiles where a random walk brings them, or at random cells clear of blocks; rarely none."""
    ends = random_walk(rules, rng, rng.choice([0, 2, 5, 15, 30]))
    if rng.random() < 0.25:
        free = [(r, c) for r in range(rules.height) for c in range(rules.width) if (r, c) not in rules.blocks]
        ends = rng.sample(free, len(ends))
    number = rng.choice([1, 1, 1, 2, 2, 3, 4]) if rng.random() < 0.97 else 0
    chosen = rng.sample(range(len(ends)), min(number, len(ends)))
    return {ends[tile]: rules.colours[tile] for tile in chosen}


def cropped(wanted: dict[Cell, str], rng: Random) -> str | list[str]:
    """The pattern without the empty rows and columns around it."""
    top, left = min(r for r, _ in wanted), min(c for _, c in wanted)
    height, width = max(r for r, _ in wanted) - top + 1, max(c for _, c in wanted) - left + 1
    return grid_value(
        grid_rows({(r - top, c - left): s for (r, c), s in wanted.items()}, height, width, "."), rng
    )


# ---------------------------------------------------------------- coroutine


def random_coroutine(rng: Random) -> Board:
    """Sizes 1x3 to 5x5, both rules, both metrics, default and other coins and targets."""
    height, width = rng.choice(
        [
            (1, 3),
            (3, 1),
            (1, 5),
            (2, 2),
            (2, 3),
            (3, 2),
            (3, 3),
            (3, 3),
            (3, 3),
            (3, 4),
            (4, 4),
            (3, 5),
            (5, 5),
            (5, 5),
        ]
    )
    density = rng.choice([0.12, 0.2, 0.3, 0.45, 0.7])
    compass = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"]
    squares = [
        [" ".join(d for d in rng.sample(compass, 8) if rng.random() < density) for _ in range(width)]
        for _ in range(height)
    ]
    board: Board = {"family": "coroutine", "squares": squares}
    names = [cell_name(r, c) for r in range(height) for c in range(width)]
    if rng.random() < 0.4:
        board["coins"] = rng.sample(names, 2)
    if height % 2 == 0 or width % 2 == 0 or rng.random() < 0.3:
        board["target"] = rng.choice(names)
    if rng.random() < 0.4:
        board["metric"] = rng.choice(["steps", "steps", "steps", "turns"])
    if rng.random() < 0.4:
        board["rule"] = rng.choice(["own", "own", "own", "other"])
    return board


GENERATORS = {
    "pebbles": random_pebbles,
    "blocks": random_blocks,
    "ricochet": random_ricochet,
    "coroutine": random_coroutine,
    **of_families("random_board"),
}
