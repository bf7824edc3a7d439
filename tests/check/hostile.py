"""False proofs by somebody who knows the format and the truth, and files meant to exhaust a checker.

The false ones are wrong in one place only: exact distances in a puzzle without one of its moves or one of its
goals, or the true proof of another puzzle. `third.py` says what is true.
"""

from __future__ import annotations

import itertools
import json
import random
import zlib
from collections import deque
from collections.abc import Iterator
from typing import Any

from tests.check import third
from tests.check.test_third import (
    BOARDS,
    Header,
    Table,
    Tables,
    file_of,
    mutated_value,
    sum_of,
    table,
    tables_of,
)

File = tuple[str, bytes]
FAR = 1 << 30


class Truth:
    """A puzzle with all its states and moves; one may take some away, and see what would be true then."""

    def __init__(self, puzzle: Header) -> None:
        self.puzzle = puzzle
        self.game: Any = third.FAMILIES[puzzle["family"]](puzzle)
        self.states = [self.game.start]
        known = {self.game.start}
        self.moves: list[tuple[third.State, int, third.State]] = []
        for state in self.states:
            for _, cost, after in self.game.moves(state):
                self.moves.append((state, cost, after))
                if after not in known:
                    known.add(after)
                    self.states.append(after)
        self.goals = {state for state in self.states if self.game.is_goal(state)}
        self.length = self.far(self.goals)[self.game.start]

    def far(self, goals: set[third.State], without: Any = None) -> Table:
        """The distances of all states to these goals, without the moves from one state to another."""
        into: dict[third.State, list[tuple[third.State, int]]] = {state: [] for state in self.states}
        for state, cost, after in self.moves:
            if (state, after) != without:
                into[after].append((state, cost))
        far = dict.fromkeys(self.states, FAR)
        far.update(dict.fromkeys(goals, 0))
        queue = deque(goals)
        while queue:
            state = queue.popleft()
            for before, cost in into[state]:
                if far[state] + cost < far[before]:
                    far[before] = far[state] + cost
                    (queue.append if cost else queue.appendleft)(before)
        return far

    def file(
        self, far: Table, claim: int, tables: Tables | None = None, moves: list[str] | None = None
    ) -> bytes:
        """What would prove the claim if the distances were these, and the tables right."""

        def rest(state: third.State) -> int:
            return sum_of(self.game, tables or {}, state)

        if claim >= FAR:
            hopeless = sorted((s for s in far if far[s] >= FAR), key=order)
            header: Header = {"puzzle": self.puzzle, "claim": "unsolvable", "states": len(hopeless)}
            return file_of(header, table(hopeless, [], self.game.ranges, 1))
        numbers = {state: max(min(far[state], claim), rest(state)) for state in self.states}
        listed = sorted((state for state in numbers if numbers[state] > rest(state)), key=order)
        header = {"puzzle": self.puzzle, "claim": claim, "default": "zero", "states": len(listed)}
        header |= {"width": 2, "moves": moves}
        if tables is not None:
            header |= {"default": "cells", "tables": tables}
        return file_of(header, table(listed, [numbers[s] for s in listed], self.game.ranges, 2))


def order(state: third.State) -> third.State:
    return state[::-1]


def truths(name: str) -> Iterator[tuple[random.Random, Truth]]:
    """Solvable puzzles of the families in turn."""
    for seed in itertools.count():
        rng = random.Random(f"{name} {seed}")
        family = list(BOARDS)[seed % 4]
        truth = Truth(BOARDS[family](rng))
        if 0 < truth.length < FAR and len(truth.states) < 1_000:
            yield rng, truth


def without_a_move() -> Iterator[File]:
    """Every state is right but one, and that is wrong by one of its moves."""
    for rng, truth in truths("move"):
        best = truth.far(truth.goals)
        pairs = sorted({(s, after) for s, cost, after in truth.moves if best[s] == best[after] + cost})
        rng.shuffle(pairs)
        for pair in pairs[:60]:
            far = truth.far(truth.goals, without=pair)
            claim = far[truth.game.start]
            if claim > truth.length:
                family = truth.puzzle["family"]
                tables = tables_of(truth.game, rng) if rng.random() < 0.5 else None
                if claim == FAR and rng.random() < 0.3:
                    claim = 99
                yield f"{family} without a move, {tables} {claim}", truth.file(far, claim, tables)
                break


def without_a_goal() -> Iterator[File]:
    """Every state is right, but a goal is not taken for one."""
    for rng, truth in truths("goal"):
        for goal in rng.sample(sorted(truth.goals), min(10, len(truth.goals))):
            far = truth.far(truth.goals - {goal})
            claim = far[truth.game.start]
            if claim > truth.length:
                yield f"{truth.puzzle['family']} without a goal {claim}", truth.file(far, claim)
                break


def false_tables() -> Iterator[File]:
    """Right lists for tables that say too much."""
    for rng, truth in truths("tables"):
        tables = tables_of(truth.game, rng)
        if not tables:
            continue
        for _ in range(20):
            wrong = {kind: list(table) for kind, table in tables.items()}
            worse = wrong[rng.choice(sorted(wrong))]
            change = rng.randrange(4)
            if change == 0:
                worse[rng.randrange(len(worse))] += rng.randint(1, 3)
            elif change == 1:
                worse[:] = [2 * number for number in worse]
            elif change == 2:
                worse[:] = [number + 1 for number in worse]
            else:
                worse[:] = [number + (number > 0) for number in worse]
            claim = sum_of(truth.game, wrong, truth.game.start)
            if claim > truth.length:
                yield (
                    f"{truth.puzzle['family']} with {wrong}",
                    truth.file(truth.far(truth.goals), claim, wrong),
                )
                break


def of_another_puzzle() -> Iterator[File]:
    """The true proof of a puzzle that differs in one sign or one option."""
    for rng, truth in truths("other"):
        for _ in range(40):
            key = rng.choice([key for key in truth.puzzle if key != "family"])
            try:
                other = Truth(
                    json.loads(json.dumps({**truth.puzzle, key: mutated_value(truth.puzzle[key], rng)}))
                )
            except third.Refused:
                continue
            if other.length > truth.length and other.game.ranges == truth.game.ranges:
                far = other.far(other.goals)
                data = other.file(far, other.length)
                yield f"{truth.puzzle['family']} with another {key}", renamed(data, truth.puzzle)
                break


def renamed(data: bytes, puzzle: Header) -> bytes:
    length = int.from_bytes(data[13:17], "big")
    header = json.loads(data[17 : 17 + length])
    return file_of({**header, "puzzle": puzzle}, zlib.decompress(data[17 + length :]))


# -- near ------------------------------------------------------------------------------------------------

RING: Header = {
    "family": "pebbles",
    "metric": "moves",
    "allowed_moves": [[1, 5], [0, 2], [1, 3], [2, 4], [3, 5], [0, 4]],
    "plates": ["a", "a", "-", "b", "-", "a"],
    "pebbles": ["-", "-", "b", "a", "a", "-"],
}


def near_file(truth: Truth, near: Table, below: int, claim: int, numbers: Table | None = None) -> bytes:
    numbers = numbers or {}
    first, second = sorted(near, key=order), sorted(numbers, key=order)
    header: Header = {"puzzle": truth.puzzle, "claim": claim, "default": "near", "below": below}
    header |= {"near": len(first), "states": len(second), "width": 1, "moves": None}
    ranges = truth.game.ranges
    body = table(first, [near[state] for state in first], ranges, 1)
    return file_of(header, body + table(second, [numbers[state] for state in second], ranges, 1))


def near_lies() -> Iterator[File]:
    """Lists of states near a goal that say too much."""
    for name, puzzle in {
        "moves": RING,
        "slides": {
            **{key: value for key, value in RING.items() if key != "allowed_moves"},
            "metric": "slides",
            "layout": "grid 2x3",
        },
    }.items():
        truth = Truth(puzzle)
        game = truth.game
        far = truth.far(truth.goals)
        goals = sorted(game.goals())

        true = {state: number for state, number in far.items() if number < 3}
        for goal in goals:
            far_from = truth.far(truth.goals - {goal})
            if far_from[game.start] > truth.length:
                less = {s: n for s, n in far_from.items() if n < truth.length}
                yield (
                    f"near {name}: a goal left out",
                    near_file(truth, less, truth.length + 1, truth.length + 1),
                )
        yield f"near {name}: goals alone", near_file(truth, dict.fromkeys(goals, 0), 255, 255)
        yield f"near {name}: below too large", near_file(truth, true, truth.length + 1, truth.length + 1)
        yield f"near {name}: a goal with 1", near_file(truth, {**true, goals[-1]: 1}, 3, truth.length + 1)
        yield f"near {name}: nothing", near_file(truth, {}, 255, 255)
        yield (
            f"near {name}: all one more",
            near_file(truth, {s: n + 1 for s, n in far.items()}, 255, truth.length + 1),
        )
        everything = {s: n + (s not in truth.goals) for s, n in far.items()}
        yield f"near {name}: all but goals one more", near_file(truth, everything, 255, truth.length + 1)
        yield f"near {name}: the start not below", near_file(truth, {**far, game.start: 255}, 255, 255)
        yield f"near {name}: the start alone", near_file(truth, far, 255, 250, {game.start: 250})
        low = {**true, game.start: 0}
        yield f"near {name}: listed below the default", near_file(truth, low, 200, 200, {game.start: 200})
        yield (
            f"near {name}: list above, start apart",
            near_file(truth, {**true, **dict.fromkeys(goals, 0)}, 3, 4, {}),
        )


# -- names and claims ------------------------------------------------------------------------------------

BOX: Header = {
    "family": "blocks",
    "board": ["A.", "B."],
    "movement": "free",
    "metric": "slide",
    "goal": {"piece": "B", "exit": "right"},
}


def wrong_solutions() -> Iterator[File]:
    """A true bound, and a solution that is none."""
    names = [
        "",
        "BR",
        "R1",
        "BR01",
        "BR1 ",
        " BR1",
        "BR\uff11",
        "br1",
        "BR1U0",
        "BR+1",
        "BR2",
        "BU1",
        "AR1",
        "BR1D1",
    ]
    names += [
        "B R1",
        "\u0392R1",
        "\u0412R1",
        "BR1\u200b",
        "BR1\0",
        "BR¹",
        "B1R",
        "BR1BR1",
        "b2-b1",
        "BRR",
        "BR1R1",
        "BR-1",
    ]
    truth = Truth(BOX)
    far = truth.far(truth.goals)
    for name in names:
        yield f"blocks solved by {name!r}", truth.file(far, 1, moves=[name])
    yield "solved by nothing", truth.file(far, 1, moves=[])
    yield "L 0 where the start is no goal", truth.file(far, 0, moves=[])
    yield "L 0 by a move", truth.file(far, 0, moves=["BR1"])
    solved = Truth({**BOX, "goal": {"piece": "B", "exit": "left"}})
    yield "from goal to goal", solved.file(solved.far(solved.goals), 0, moves=["BR1", "BL1"])
    yield "a start that is a goal, with 1", solved.file(dict.fromkeys(solved.states, 1), 1)
    passing = Truth(
        {
            "family": "coroutine",
            "squares": [["", "", ""]],
            "coins": ["a1", "c1"],
            "target": "a1",
            "first": 0,
            "metric": "steps",
            "rule": "other",
        }
    )
    far = passing.far(passing.goals)
    yield "a pass that costs nothing, after a goal", passing.file(far, 0, moves=["0-"])
    yield "two passes after a goal", passing.file(far, 0, moves=["0-", "1-"])
    alike = Truth({**BOX, "board": ["AB.", "C.."], "goal": {"piece": "C", "exit": "right"}})
    far = alike.far(alike.goals)
    yield "an alike piece's letter", alike.file(far, 2, moves=["BR1", "CR2"])
    swapped: Table = {(state[1], state[0], state[2]): 9 for state in alike.states}
    yield "alike pieces out of order", alike.file({**far, **swapped}, 9)
    for claim in (2, 255, 256, 65535, 65536, 2147483647, 2147483648):
        for width in (1, 2, 3, 4):
            top = 256**width - 1
            header = {"puzzle": BOX, "claim": claim, "default": "zero", "width": width, "moves": None}
            states = sorted(truth.states, key=order)
            for name, number in {"top": top, "claim": claim % (top + 1)}.items():
                numbers = [0 if state in truth.goals else number for state in states]
                body = table(states, numbers, truth.game.ranges, width)
                yield (
                    f"numbers of {width} bytes, {name}, claim {claim}",
                    file_of({**header, "states": len(states)}, body),
                )


def misread() -> Iterator[File]:
    """Puzzles that a careless reader takes for others, and what would be true of those."""
    blocked = {**BOX, "board": ["A#", "B#"]}
    for name, board in {
        "a Cyrillic A": ["\u0410.", "B."],
        "a full stop of full width": ["A\uff0e", "B."],
        "a zero-width space": ["A\u200b", "B."],
        "a combining accent": ["e\u0301", "B."],
        "two code units": ["😀.", "B."],
    }.items():
        other = Truth({**BOX, "board": board, "goal": {"piece": "B", "exit": "right"}})
        yield f"unsolvable: {name}", other.file(dict.fromkeys(other.states, FAR), FAR)
    text = json.dumps(BOX)
    wall = json.dumps(["A#", "B#"])
    for name, puzzle in {
        "board twice": text[:-1] + f', "board": {wall}}}',
        "board twice, the first a lie": f'{{"board": {wall}, ' + text[1:],
        "board twice, escaped": text[:-1] + f', "bo\\u0061rd": {wall}}}',
        "a Cyrillic key": text[:-1] + f', "b\u043eard": {wall}}}',
        "a key with a blank": text[:-1] + f', "board ": {wall}}}',
        "a key in capitals": text[:-1] + f', "BOARD": {wall}}}',
        "walls of ricochet": text[:-1] + ', "walls": ["a2 right"]}',
        "exit twice": text.replace('"exit": "right"', '"exit": "up", "exit": "right"'),
        "__proto__": text[:-1] + f', "__proto__": {{"board": {wall}}}}}',
        "two puzzles": text + ', "puzzle": ' + json.dumps(blocked),
        "a comment": text[:-1] + "/* */}",
    }.items():
        header = f'{{"puzzle": {puzzle}, "claim": "unsolvable", "states": 1}}'.encode()
        packed = b"clew proof 1\n" + len(header).to_bytes(4, "big") + header
        yield f"misread: {name}", packed + zlib.compress(bytes([0, 2]))


# -- exhausting ------------------------------------------------------------------------------------------


def claimed(puzzle: Header, states: int, body: bytes, **keys: Any) -> bytes:
    header = {"puzzle": puzzle, "claim": 99, "default": "zero", "states": states, "width": 1, "moves": None}
    text = json.dumps({**header, **keys}, ensure_ascii=False, separators=(",", ":")).encode()
    return b"clew proof 1\n" + len(text).to_bytes(4, "big") + text + zlib.compress(body, 1)


# True but for the solution, so that a checker of the list has to go through all of it.
DAMAGED: Header = {"claim": 0, "moves": ["?"]}


def columns(count: int, fields: int, base: int, number: int = 1) -> bytes:
    """The first so many tuples of numbers below `base`, whose last fields count; `number` for each."""
    size = 2 if base > 256 else 1
    digits = [
        [at // base**place % base for at in range(count)] for place in range(fields) if base**place < count
    ]
    counted = b"".join(digit.to_bytes(size, "little") for column in digits for digit in column)
    return bytes(count * size * (fields - len(digits))) + counted + bytes([number]) * count


def exhausting() -> Iterator[File]:
    """Files whose check may take long, or much memory."""
    names = "".join(map(chr, range(0x4E00, 0x4E00 + 64)))
    scattered = [
        "".join(names[row] if column == (row * 13) % 64 else "." for column in range(64)) for row in range(64)
    ]
    room: Header = {**BOX, "board": scattered, "metric": "piece", "goal": {"piece": names[0], "exit": "down"}}
    cells = [(row * 64 + row * 13 % 64) for row in range(64)]
    start = b"".join(cell.to_bytes(2, "little") for cell in cells)
    yield (
        "64 pieces in a large room, 10 states",
        claimed(room, 1, start + b"\x01", claim=1, moves=[names[0] + "D63"] * 9),
    )
    wander = [names[0] + "R1", names[0] + "L1"] * 250_000
    yield (
        "half a million moves in a large room",
        claimed(room, 0, b"", claim=0, moves=wander),
    )
    goal = [row.replace(names[1], ".") for row in scattered][::-1]
    room_goal = {**room, "goal": goal}
    yield "a goal grid of 63 pieces", claimed(room_goal, 0, b"", claim=0, moves=wander)
    for metric in ("piece", "slide", "step"):
        count = 500_000
        yield (
            f"half a million states of a large room, {metric}",
            claimed({**room, "metric": metric}, count, columns(count, 64, 4096), **DAMAGED),
        )
    maze = [
        "".join("." if r % 2 == 0 or c == (63 if r % 4 == 1 else 0) else "#" for c in range(64))
        for r in range(64)
    ]
    maze[0] = "BA" + maze[0][2:]
    snake = {**BOX, "board": maze, "metric": "piece", "goal": {"piece": "A", "exit": "down"}}
    yield "the longest way", claimed(snake, 1, bytes([1, 0, 0, 0, 99]), claim=99)
    far = ["AR1"] + ["AL1", "AR1"] * 260_000
    yield (
        "half a million moves in a maze",
        claimed(snake, 0, b"", claim=0, moves=far),
    )

    long_names = {**RING, "plates": ["x" * 600_000 + str(i) for i in range(3)] + ["-"] * 3}
    long_names["pebbles"] = long_names["plates"][::-1]
    yield "tokens of half a million characters", claimed(long_names, 1, bytes(6) + b"\x01")
    line = {"family": "pebbles", "metric": "slides", "layout": "grid 16x32"}
    half = ["a", "-"] * 256
    yield (
        "slides on 512 cells",
        claimed({**line, "plates": half, "pebbles": half[::-1]}, 130_000, columns(130_000, 512, 2)),
    )
    one = ["-"] + ["a"] * 510 + ["b"]
    yield (
        "512 cells, one hole",
        claimed(
            {**line, "plates": one[::-1], "pebbles": one}, 130_000, b"\1" * 511 * 130_000 + bytes(260_000)
        ),
    )
    words = [f"{i}" for i in range(511)] + ["-"]
    walk = [f"{i}-{i + 1}" for i in range(510, 479, -1)]
    back = [f"{i + 1}-{i}" for i in range(480, 511)]
    many = (walk + back) * 4_000
    yield (
        "248,000 moves of 511 pebbles",
        claimed({**line, "plates": words[::-1], "pebbles": words}, 0, b"", claim=0, moves=many),
    )
    near_goals = {**line, "plates": ["a"] * 447 + ["-"] * 65, "pebbles": ["-"] * 67 + ["a"] * 445}
    yield "99,681 goals of 512 cells", claimed(near_goals, 0, b"", default="near", below=9, near=0)
    few_left = {**near_goals, "plates": ["a"] * 512, "pebbles": ["-"] * 510 + ["a"] * 2}
    yield "130,816 goals of 512 cells", claimed(few_left, 0, b"", default="near", below=9, near=0)
    yield (
        "goals beyond number",
        claimed(
            {**near_goals, "plates": ["a"] * 512, "pebbles": half}, 0, b"", default="near", below=9, near=0
        ),
    )

    grid = [["."] * 64 for _ in range(64)]
    for tile in range(64):
        grid[tile][tile * 29 % 64] = names[tile]
    mirrors = [
        f"{third.cell_name((r, c))} {'rising' if (r + c) % 2 else 'falling'}"
        for r in range(64)
        for c in range(64)
        if grid[r][c] == "."
    ]
    robots: Header = {
        "family": "ricochet",
        "board": ["".join(row) for row in grid],
        "goal": ["".join(row) for row in grid[::-1]],
        "edges": "stop",
        "anywhere": False,
        "must_turn": False,
        "walls": [],
        "diagonals": mirrors,
        "moved": None,
    }
    at = b"".join((r * 64 + r * 29 % 64).to_bytes(2, "little") for r in range(64))
    yield "64 robots among 4,032 mirrors", claimed(robots, 1, at + b"\x63")
    yield (
        "half a million states of 64 robots",
        claimed(robots, 500_000, columns(500_000, 64, 4096), **DAMAGED),
    )
    yield "half a million moves of robots", claimed(robots, 0, b"", claim=0, moves=["a1R", "a1L"] * 250_000)
    atoms = {
        **robots,
        "board": ["a" * 32 + "." * 32] * 2 + ["." * 64] * 62,
        "goal": ["a" * 31 + "." * 32 + "a"] * 2,
        "anywhere": True,
        "diagonals": [],
    }
    yield "a molecule of 64 atoms", claimed(atoms, 500_000, columns(500_000, 64, 4096), **DAMAGED)
    sides = [
        f"{third.cell_name((r, c))} {side}" for side in third.SIDES for r in range(64) for c in range(64)
    ]
    yield "8,192 walls", claimed({**robots, "walls": sides[8192:], "diagonals": []}, 1, at + b"\x63")
    yield "180,000 walls", claimed({**robots, "walls": sides[8192:] * 22, "diagonals": []}, 1, at + b"\x63")

    every = " ".join(third.COMPASS)
    dance: Header = {
        "family": "coroutine",
        "squares": [[every] * 32 for _ in range(32)],
        "coins": ["a1", "af32"],
        "target": "p16",
        "first": 0,
        "metric": "steps",
        "rule": "own",
    }
    target = 15 * 32 + 15
    pairs = [
        (a, b, turn)
        for turn in (0, 1)
        for b in range(1024)
        for a in range(1024)
        if a != b and target not in (a, b)
    ]
    whole = table(pairs, [], [1024, 1024, 2], 1)
    yield (
        "two million states, unsolvable",
        file_of({"puzzle": dance, "claim": "unsolvable", "states": len(pairs)}, whole),
    )
    yield "two million states, all 99", claimed(dance, len(pairs), whole + b"\x63" * len(pairs))
    # Nobody can move, so all is well but for the state that is left out, the last one.
    still = {**dance, "squares": [[""] * 32] * 32}
    header = {"puzzle": still, "claim": "unsolvable", "states": len(pairs) - 1}
    yield "two million states, no move", file_of(header, table(pairs[:-1], [], [1024, 1024, 2], 1))
    five: Header = {
        **BOX,
        "board": ["ABCDE.....", "FG........", *["." * 10] * 14],
        "goal": {"piece": "A", "exit": "right"},
    }
    for metric in ("step", "piece"):
        yield (
            f"2.5 million states of seven pieces, {metric}",
            claimed({**five, "metric": metric}, 2_500_000, columns(2_500_000, 7, 160), **DAMAGED),
        )
    yield (
        "2.5 million near a goal",
        claimed(
            {
                **RING,
                "allowed_moves": [[]] * 20,
                "plates": [str(i) for i in range(20)],
                "pebbles": [str(i) for i in range(20)],
            },
            0,
            b"",
            default="near",
            below=9,
            near=2_500_000,
        ),
    )
    yield "lists of 67 million bytes", claimed(five, 2_500_000, bytes(67_108_864))
    yield "one byte too many", claimed(five, 2_500_000, bytes(67_108_865))
    yield "a header of 4 MB", claimed({**BOX, "board": ["A" * 64] * 64, "movement": "x" * 4_000_000}, 0, b"")
    yield "a million short moves", claimed(BOX, 0, b"", moves=["1"] * 1_000_000)
    deep = json.dumps({"puzzle": {**BOX, "goal": 0}}).replace(
        '"goal": 0', '"goal": ' + "[" * 900_000 + "]" * 900_000
    )
    yield "a deep goal", b"clew proof 1\n" + len(deep).to_bytes(4, "big") + deep.encode() + zlib.compress(b"")


KINDS = {
    without_a_move: 64,
    without_a_goal: 24,
    false_tables: 24,
    of_another_puzzle: 40,
    near_lies: 21,
    wrong_solutions: 91,
    misread: 16,
}
