"""Random boards that are large on paper but have few states: many cells, pieces and tokens."""

from random import Random
from typing import Any

from tests.property.random_boards import (
    Board,
    axis_shape,
    cropped,
    grid_rows,
    grid_value,
    random_shape,
    ricochet_goal,
    with_goal,
)
from tests.reference import rules_of
from tests.reference.rules import cell_name


def wide_pebbles(rng: Random) -> Board:
    """A ring or a path of up to 40 cells, the tokens all different or few."""
    cells = rng.randint(12, 40)
    edges = [[cell, cell + 1] for cell in range(cells - 1)]
    if rng.random() < 0.6:
        edges.append([cells - 1, 0])
    tokens = [str(number + 1) for number in range(cells - 1)]
    if rng.random() < 0.4:
        tokens = [rng.choice("RB") for _ in tokens]
    places = list(range(cells))
    rng.shuffle(places)
    board = {
        "family": "pebbles",
        "edges": [[places[one], places[other]] for one, other in edges],
        "coordinates": [[cell % 8, cell // 8] for cell in range(cells)],
        "plates": " ".join([*tokens, "-"]),
        "pebbles": " ".join([*tokens, "-"]),
    }
    rules = rules_of(board)
    state = rules.start
    before = None
    for _ in range(rng.randint(5, 120)):
        ways = [after for _, after in rules.moves(state) if after != before] or [rules.start]
        before, state = state, rng.choice(ways)
    return board | {"pebbles": " ".join(state)}


def wide_blocks(rng: Random) -> Board:
    """Up to 11 by 11, packed so that few pieces can move at all."""
    free = rng.random() < 0.5
    height, width = rng.randint(5, 11), rng.randint(7, 11)
    letters = list("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnpqrstuvwyz")
    signs: dict[tuple[int, int], str] = {}
    cells = [(r, c) for r in range(height) for c in range(width)]
    holes = set(rng.sample(cells, rng.randint(3, 6)))
    order = [cell for cell in cells if cell not in holes]
    rng.shuffle(order)
    for r, c in order:
        shape = random_shape(rng) if free else axis_shape(rng)
        covered = [(r + down, c + right) for down, right in shape]
        if letters and all(cell in cells and cell not in signs and cell not in holes for cell in covered):
            signs.update(dict.fromkeys(covered, letters.pop(0)))
    walls = [cell for cell in order if cell not in signs]
    signs.update(dict.fromkeys(walls[: len(walls) * 2 // 3], "#"))
    board: Board = {"family": "blocks", "board": grid_value(grid_rows(signs, height, width, "."), rng)}
    if free:
        board["movement"] = "free"
    return with_goal(board | {"metric": rng.choice(["slide", "step", "piece"])}, rng)


def wide_ricochet(rng: Random) -> Board:
    """Up to 16 by 16 with one or two tiles, and blocks and walls enough to stop them."""
    height, width = rng.randint(7, 16), rng.randint(7, 16)
    cells = [(r, c) for r in range(height) for c in range(width)]
    tiles, blocks = rng.choice([1, 1, 2]), rng.randint(0, len(cells) // 5)
    places = rng.sample(cells, tiles + blocks)
    signs = dict.fromkeys(places[tiles:], "#") | {cell: rng.choice("RG") for cell in places[:tiles]}
    sides = ["left", "right", "up", "down"]
    walls = {f"{cell_name(*rng.choice(cells))} {rng.choice(sides)}" for _ in range(rng.randint(0, 30))}
    board: Board = {"family": "ricochet", "board": grid_value(grid_rows(signs, height, width, "."), rng)}
    board |= {"walls": sorted(walls), "edges": rng.choice(["stop", "stop", "open"])}
    rules: Any = rules_of(board | {"goal": []})
    wanted = ricochet_goal(rules, rng)
    if len(wanted) == 2 and rng.random() < 0.4:
        return board | {"anywhere": True, "goal": cropped(wanted, rng)}
    return board | {"goal": grid_value(grid_rows(wanted, height, width, "."), rng)}


def wide_coroutine(rng: Random) -> Board:
    """Six to nine squares a side."""
    height, width = rng.randint(6, 9), rng.randint(6, 9)
    compass = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"]
    density = rng.choice([0.1, 0.15, 0.2, 0.3])
    squares = [
        [" ".join(d for d in compass if rng.random() < density) for _ in range(width)] for _ in range(height)
    ]
    target = cell_name(rng.randrange(height), rng.randrange(width))
    extra = rng.choice([{}, {}, {"metric": "steps"}, {"rule": "own"}])
    return {"family": "coroutine", "squares": squares, "target": target} | extra


WIDE = {
    "pebbles": wide_pebbles,
    "blocks": wide_blocks,
    "ricochet": wide_ricochet,
    "coroutine": wide_coroutine,
}
