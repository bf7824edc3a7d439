"""The page of the format says enough: a checker written from it alone agrees with `clew_check.py`.

The files: random boards, each with a proof by Clew, proofs by the definition (exact distances under each
default), and mutations of all these.
"""

from __future__ import annotations

import io
import json
import random
import zlib
from collections.abc import Sequence
from copy import deepcopy
from typing import Any

import pytest

import clew
from clew import clew_check
from clew.search.tables import distances
from tests.amount import times
from tests.check import third

Header = dict[str, Any]
Table = dict[third.State, int]
Tables = dict[str, list[int]]

SEEDS = times(12, 200) // 4
LETTERS = "ABCDEabcé界"
SIGNS = LETTERS[:4] + "19€😀"  # Clew refuses these in a grid, the format does not


def accepts(data: bytes) -> bool:
    """What `clew_check.py` says."""
    try:
        clew_check.check(io.BytesIO(data))
    except clew_check.Refused:
        return False
    return True


# -- boards ----------------------------------------------------------------------------------------------


def blocks(rng: random.Random) -> Header:
    rows, columns = rng.randint(1, 4), rng.randint(2, 4)
    free = rng.random() < 0.6
    board = [["."] * columns for _ in range(rows)]
    letters = rng.sample(SIGNS if rng.random() < 0.2 else LETTERS, 5)
    for letter in letters[: rng.randint(1, 5)]:
        for _ in range(20):
            shape = polyomino(rng) if free else bar(rng)
            r, c = rng.randrange(rows), rng.randrange(columns)
            cells = [(r + y, c + x) for y, x in shape]
            if all(0 <= y < rows and 0 <= x < columns and board[y][x] == "." for y, x in cells):
                for y, x in cells:
                    board[y][x] = letter
                break
    for _ in range(rng.randrange(3)):
        r, c = rng.randrange(rows), rng.randrange(columns)
        if board[r][c] == ".":
            board[r][c] = "#"
    grid = ["".join(row) for row in board]
    pieces = sorted(set("".join(grid)) - {".", "#"})
    if not pieces:
        return blocks(rng)
    puzzle = {
        "family": "blocks",
        "board": grid,
        "movement": "free" if free else "axis",
        "metric": rng.choice(["slide", "step", "piece"]),
        "goal": {"piece": rng.choice(pieces), "exit": rng.choice(["left", "right", "up", "down"])},
    }
    if rng.random() < 0.5:
        puzzle["goal"] = ["." * columns] * rows
        game = third.Blocks(puzzle)
        at = game.first
        for _ in range(rng.randrange(12)):
            after = list(game.moves_at(at))
            at = rng.choice(after)[1] if after else at
        goal = [["."] * columns for _ in range(rows)]
        for piece in rng.sample(pieces, rng.randint(1, min(2, len(pieces)))):
            for r, c in game.covered(at, piece):
                goal[r][c] = piece if rng.random() < 0.8 else "."
        puzzle["goal"] = ["".join(row) for row in goal]
    return puzzle


def bar(rng: random.Random) -> list[third.Cell]:
    cells = [(0, i) for i in range(rng.randint(2, 3))]
    return cells if rng.random() < 0.5 else [(c, r) for r, c in cells]


def polyomino(rng: random.Random) -> list[third.Cell]:
    cells = [(0, 0)]
    for _ in range(rng.choice([0, 0, 1, 1, 2, 3])):
        r, c = rng.choice(cells)
        down, right = rng.choice(list(third.STEPS.values()))
        cells.append((r + down, c + right))
    return sorted(set(cells))


def pebbles(rng: random.Random) -> Header:
    puzzle: Header = {"family": "pebbles", "metric": rng.choice(["moves", "slides"])}
    if puzzle["metric"] == "slides":
        rows, columns = rng.choice([(1, 1), (1, 4), (2, 2), (2, 3), (3, 2), (3, 3)])
        puzzle["layout"] = f"grid {rows}x{columns}"
        size = rows * columns
    else:
        size = rng.randint(2, 7)
        edges = {(cell, rng.randrange(cell)) for cell in range(1, size) if rng.random() < 0.95}
        edges |= {(a, b) for a in range(size) for b in range(a) if rng.random() < 0.2}
        both = edges | {(b, a) for a, b in edges}
        puzzle["allowed_moves"] = [sorted(b for a, b in both if a == cell) for cell in range(size)]
    tokens = rng.sample(["a", "b", "c", "Ab", "ß", "😀", "10", "9"], 3)
    wanted = [rng.choice(tokens) if rng.random() < 0.8 else "-" for _ in range(size)]
    have = list(wanted)
    rng.shuffle(have)
    if rng.random() < 0.9 and "-" not in have:
        have[rng.randrange(size)] = "-"
    if rng.random() < 0.2:
        wanted[rng.randrange(size)] = rng.choice([*tokens, "else"])
    return {**puzzle, "plates": wanted, "pebbles": have}


def ricochet(rng: random.Random) -> Header:
    rows, columns = rng.randint(2, 4), rng.randint(2, 4)
    cells = [(r, c) for r in range(rows) for c in range(columns)]
    tiles = rng.randint(1, 3)
    colours = rng.choices(rng.sample(SIGNS if rng.random() < 0.2 else LETTERS, 3), k=tiles)
    places = rng.sample(cells, min(len(cells), tiles + rng.randrange(3)))
    board = [["."] * columns for _ in range(rows)]
    for (r, c), sign in zip(places, [*colours, "#", "#"], strict=False):
        board[r][c] = sign
    must_turn = rng.random() < 0.4
    anywhere = rng.random() < 0.3
    if must_turn:
        wanted = [colours[0]] if colours.count(colours[0]) == 1 else []
        must_turn = bool(wanted)
    else:
        wanted = rng.sample(colours, rng.randint(0 if rng.random() < 0.1 else 1, tiles))
    size = (rows, columns)
    if anywhere:
        size = rng.choice([size, (2, 2), (1, 3), (4, 1)])
    goal = [["."] * size[1] for _ in range(size[0])]
    spots = [(r, c) for r in range(size[0]) for c in range(size[1])]
    for letter, (r, c) in zip(wanted, rng.sample(spots, min(len(spots), len(wanted))), strict=False):
        goal[r][c] = letter
    sides, names = list(third.SIDES), [third.cell_name(cell) for cell in cells]
    diagonals = []
    if rng.random() < 0.5:
        for cell in rng.sample(cells, rng.randint(1, 3)):
            if board[cell[0]][cell[1]] != "#":
                colour = rng.choice(["", "", f" {rng.choice(colours)}"])
                diagonals.append(f"{third.cell_name(cell)} {rng.choice(['rising', 'falling'])}{colour}")
    moved = rng.choice([None, None, *sides, "turned"]) if must_turn else None
    return {
        "family": "ricochet",
        "board": ["".join(row) for row in board],
        "goal": ["".join(row) for row in goal] if wanted or rng.random() < 0.5 else [],
        "edges": rng.choice(["stop", "open"]),
        "anywhere": anywhere,
        "must_turn": must_turn,
        "walls": [f"{rng.choice(names)} {rng.choice(sides)}" for _ in range(rng.choice([0, 0, 1, 3]))],
        "diagonals": diagonals,
        "moved": moved,
    }


def coroutine(rng: random.Random) -> Header:
    rows, columns = rng.choice([(1, 3), (3, 1), (2, 2), (2, 3), (3, 3), (3, 4), (4, 4)])
    ways = list(third.COMPASS)
    names = [third.cell_name((r, c)) for r in range(rows) for c in range(columns)]
    return {
        "family": "coroutine",
        "squares": [
            [
                " ".join(way for way in ways if rng.random() < rng.choice([0, 0.3, 0.6]))
                for _ in range(columns)
            ]
            for _ in range(rows)
        ],
        "coins": rng.sample(names, 2),
        "target": rng.choice(names),
        "first": rng.randrange(2),
        "metric": rng.choice(["turns", "steps"]),
        "rule": rng.choice(["other", "own"]),
    }


BOARDS = {"blocks": blocks, "pebbles": pebbles, "ricochet": ricochet, "coroutine": coroutine}
CLASSES = {
    "blocks": clew.Blocks,
    "pebbles": clew.Pebbles,
    "ricochet": clew.Ricochet,
    "coroutine": clew.Coroutine,
}


def widened(puzzle: Header, rng: random.Random) -> Header:
    """The puzzle with so many cells or tokens out of reach that its fields have two bytes."""
    puzzle = deepcopy(puzzle)
    if puzzle["family"] == "coroutine":
        puzzle["squares"] = [[*row, *[""] * (32 - len(row))] for row in puzzle["squares"]]
        puzzle["squares"] += [[""] * 32 for _ in range(rng.randint(8, 32 - len(puzzle["squares"])))]
    elif "allowed_moves" in puzzle:
        puzzle["allowed_moves"] += [[]] * 260
        for key in ("plates", "pebbles"):
            puzzle[key] += [f"{i:04}" for i in range(260)]
    elif "board" in puzzle:
        rows = rng.randint(12, 64 - len(puzzle["board"]))
        filled = "board", *(["goal"] if isinstance(puzzle["goal"], list) and puzzle["goal"] else [])
        for key in filled:
            if key == "goal" and puzzle.get("anywhere"):
                continue
            sign = "#" if key == "board" else "."
            puzzle[key] = [row + sign * (30 - len(row)) for row in puzzle[key]] + [sign * 30] * rows
    return puzzle


# -- files -----------------------------------------------------------------------------------------------


def file_of(header: Header, body: bytes) -> bytes:
    text = json.dumps(header, ensure_ascii=random.random() < 0.5).encode()
    return b"clew proof 1\n" + len(text).to_bytes(4, "big") + text + zlib.compress(body)


def parts(data: bytes) -> tuple[Header, bytes]:
    length = int.from_bytes(data[13:17], "big")
    return json.loads(data[17 : 17 + length]), zlib.decompress(data[17 + length :])


def table(states: Sequence[third.State], numbers: list[int], ranges: list[int], width: int) -> bytes:
    size = 2 if max(ranges) > 256 else 1
    columns = (b"".join(s[field].to_bytes(size, "little") for s in states) for field in range(len(ranges)))
    return b"".join(columns) + b"".join(n.to_bytes(width, "little") for n in numbers)


def by_definition(puzzle: Header, rng: random.Random) -> list[bytes]:
    """Proofs from the distances of all states, one for each default that the puzzle may have."""
    game: Any = third.FAMILIES[puzzle["family"]](puzzle)
    parent: dict[third.State, tuple[third.State, str]] = {}
    found, queue = {game.start: 0}, [game.start]
    edges: list[tuple[third.State, str, int, third.State]] = []
    for state in queue:
        for name, cost, after in game.moves(state):
            edges.append((state, name, cost, after))
            if after not in found:
                found[after] = 0
                queue.append(after)
    far = dict.fromkeys(queue, 1 << 30)
    far.update({state: 0 for state in queue if game.is_goal(state)})
    changed = True
    while changed:
        changed = False
        for state, name, cost, after in edges:
            if far[after] + cost < far[state]:
                far[state], parent[state], changed = far[after] + cost, (after, name), True

    def order(state: third.State) -> third.State:
        return state[::-1]

    if far[game.start] == 1 << 30:
        hopeless = sorted((state for state in queue if far[state] == 1 << 30), key=order)
        header: Header = {"puzzle": puzzle, "claim": "unsolvable", "states": len(hopeless)}
        return [file_of(header, table(hopeless, [], game.ranges, 1))]

    claim = far[game.start]
    names, state = [], game.start
    while state in parent and not game.is_goal(state):
        state, name = parent[state]
        names.append(name)
    if puzzle["family"] == "blocks":
        names = play_blocks(game, names, far)
    files = []
    for default in ("zero", "cells", "near"):
        tables = tables_of(game, rng)
        if default == "cells" and tables is None:
            continue
        if default == "near" and puzzle["family"] != "pebbles":
            continue
        below = rng.randint(1, 4)
        near: Table = {}
        if default == "near":
            near = dict.fromkeys(game.goals(), 0)
            for state in (ring := list(near)):
                for _, _, after in game.moves(state):
                    if after not in near and near[state] + 1 < below:
                        near[after] = near[state] + 1
                        ring.append(after)
        rest = {s: near.get(s, below) if default == "near" else 0 for s in queue}
        if default == "cells":
            rest = {s: sum_of(game, tables or {}, s) for s in queue}
        # A number larger than the claim is of no use, and unknown where no goal can be reached.
        numbers = {s: max(min(far[s], claim), rest[s]) for s in queue}
        numbers = {s: n for s, n in numbers.items() if n > rest[s] or rng.random() < 0.1}
        numbers = {s: n for s, n in numbers.items() if not game.is_goal(s) or n == 0}
        listed = sorted(numbers, key=order)
        header = {"puzzle": puzzle, "claim": claim, "default": default, "states": len(listed)}
        header["width"] = rng.randint(1, 4)
        header["moves"] = names if rng.random() < 0.8 else None
        if default == "cells":
            header["tables"] = tables
        body = table(listed, [numbers[s] for s in listed], game.ranges, header["width"])
        if default == "near":
            header |= {"below": below, "near": len(near)}
            nearest = sorted(near, key=order)
            body = table(nearest, [near[s] for s in nearest], game.ranges, 1) + body
        files.append(file_of(header, body))
    return files


def tables_of(game: Any, rng: random.Random) -> Tables | None:
    """Right tables for some tokens or colours, none too low for use and some lower than they could be."""
    if not hasattr(game, "kinds") or game.kinds() is None:
        return None
    found = {}
    for kind in game.kinds():
        far = distances(game.homes(kind), [game.ways(kind, cell) for cell in range(game.size)])
        most = rng.choice([255, 255, 2, 1, 0])
        if rng.random() < 0.8:
            found[kind] = [min(number, most) for number in far]
    return found


def sum_of(game: Any, tables: Tables, state: third.State) -> int:
    pieces = game.pieces(state) if tables else []
    return sum(tables[kind][cell] for kind, cell in pieces if kind in tables)


def play_blocks(game: third.Blocks, names: list[str], far: Table) -> list[str]:
    """A solution in which alike pieces keep their letters."""
    at, kept = game.first, []
    for _ in names:
        name, at = next(
            (name, after)
            for name, after in game.moves_at(at)
            if far[game.state(after)] == far[game.state(at)] - 1
        )
        kept.append(name)
    return kept


def mutated(data: bytes, rng: random.Random) -> bytes:
    """The file with one thing changed: in its bytes, its lists, its claim or its puzzle."""
    header, body = parts(data)
    header = deepcopy(header)
    kind = rng.choice(["bytes", "body", "rows", "claim", "moves", "puzzle", "puzzle", "numbers", "tables"])
    if kind == "bytes":
        place = rng.randrange(len(data))
        return data[:place] + bytes([data[place] ^ 1 << rng.randrange(8)]) + data[place + 1 :]
    if kind == "claim":
        key = rng.choice([key for key in header if key != "puzzle"])
        header[key] = rng.choice([0, 1, 2, 3, -1, True, None, "unsolvable", "zero", "near", "cells", []])
    elif kind == "moves" and header.get("moves"):
        moves = header["moves"]
        place = rng.randrange(len(moves))
        change = rng.randrange(5)
        if change == 0:
            del moves[place]
        elif change == 1:
            moves.insert(place, moves[place])
        elif change == 2:
            moves[place] = moves[place].swapcase()
        elif change == 3:
            moves[place] = rng.choice(moves)
        else:
            header["claim"] += 1
            moves.append(rng.choice(moves))
    elif kind == "tables" and header.get("tables"):
        tables = header["tables"]
        name = rng.choice(sorted(tables))
        at = rng.randrange(len(tables[name]))
        change = rng.randrange(5)
        if change == 0:
            tables[rng.choice(["-", "a", "A", "B", "x"])] = tables.pop(name)
        elif change == 1:
            tables[name][at:] = rng.choice([[], [0, *tables[name][at:]]])
        else:
            tables[name][at] = rng.choice([tables[name][at] + rng.choice([-1, 1]), 0, 255, 256, True, None])
    elif kind == "puzzle":
        key = rng.choice(sorted(header["puzzle"]))
        header["puzzle"][key] = mutated_value(header["puzzle"][key], rng)
    else:
        body = mutated_body(header, body, kind, rng)
    return file_of(header, body)


def mutated_value(value: Any, rng: random.Random) -> Any:
    if isinstance(value, list) and value and rng.random() < 0.9:
        place = rng.randrange(len(value))
        if rng.random() < 0.1:
            return [*value, value[place]] if rng.random() < 0.5 else value[:place] + value[place + 1 :]
        return [*value[:place], mutated_value(value[place], rng), *value[place + 1 :]]
    if isinstance(value, dict):
        key = rng.choice(sorted(value))
        return {**value, key: mutated_value(value[key], rng)}
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + rng.choice([-1, 1])
    words = ["left", "up", "turned", "slide", "step", "piece", "free", "axis", "open", "stop", "own", "other"]
    words += [
        "turns",
        "steps",
        "moves",
        "slides",
        "a1",
        "b2",
        "a2 down",
        "b1 rising",
        "b1 falling A",
        "-",
        "",
    ]
    if isinstance(value, str) and value and rng.random() < 0.7:
        place = rng.randrange(len(value))
        return value[:place] + rng.choice([".", "#", "A", "B", value[0], " ", "1"]) + value[place + 1 :]
    return rng.choice([None, [], *words])


def mutated_body(header: Header, body: bytes, kind: str, rng: random.Random) -> bytes:
    if kind == "body" or header["states"] == 0:
        if rng.random() < 0.3 or not body:
            return body + bytes([rng.randrange(3)])
        place = rng.randrange(len(body))
        return body[:place] + bytes([max(0, min(255, body[place] + rng.choice([-1, 1])))]) + body[place + 1 :]
    game: Any = third.FAMILIES[header["puzzle"]["family"]](header["puzzle"])
    read = third.Body(body)
    before = b""
    if "near" in header:
        read.states(header["near"], game.ranges)
        read.numbers(header["near"], 1)
        before = body[: read.at]
    states, width = read.states(header["states"], game.ranges), header.get("width", 0)
    numbers = read.numbers(len(states), width) if width else []
    place = rng.randrange(len(states))
    if kind == "numbers" and numbers:
        numbers[place] = max(0, numbers[place] + rng.choice([-1, 1]))
        if rng.random() < 0.5:  # all numbers and the claim: false everywhere alike
            numbers = [n + 1 for n in numbers]
            header["claim"] += 1
            header["moves"] = None
        return before + table(states, numbers, game.ranges, width)
    change = rng.randrange(3)
    if change == 0:
        del states[place], numbers[place : place + 1]
    elif change == 1:
        states.insert(place, tuple(rng.randrange(limit) for limit in game.ranges))
        numbers[place:place] = [0] if numbers else []
        if rng.random() < 0.8:
            table_of = dict(zip(states, numbers or [0] * len(states), strict=True))
            states = sorted(table_of, key=lambda state: state[::-1])
            numbers = [table_of[state] for state in states] if numbers else []
    else:
        states[place], states[place - 1] = states[place - 1], states[place]
    header["states"] = len(states)
    return before + table(states, numbers, game.ranges, width)


# -- the test --------------------------------------------------------------------------------------------


def by_clew(puzzle: Header) -> bytes | None:
    options = {key: value for key, value in puzzle.items() if key != "family"}
    try:
        return bytes(clew.solve(CLASSES[puzzle["family"]](**options)).certificate(seconds=10))
    except clew.ClewError:
        return None


@pytest.mark.parametrize("family", sorted(BOARDS))
def test_two_checkers_agree(family: str) -> None:
    files = 0
    for seed in range(SEEDS):
        rng = random.Random(f"{family} {seed}")
        puzzle = BOARDS[family](rng)
        if rng.random() < 0.15:
            puzzle = widened(puzzle, rng)
        true = by_definition(puzzle, rng)
        own = by_clew(puzzle)
        if own is not None:
            true.append(own)
        for data in true:
            assert third.check(data), puzzle
            assert accepts(data), puzzle
        for data in [mutated(rng.choice(true), rng) for _ in range(8)]:
            files += 1
            try:
                verdict = bool(third.check(data))
            except third.MayRefuse:
                continue
            except third.Refused:
                verdict = False
            assert accepts(data) == verdict, parts(data)
    assert files
