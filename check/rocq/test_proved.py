"""The proved checker and `clew_check.py` say the same of proof files that hold, and of changed ones.

Only `make proofs` runs these tests: they need `build/proofs/clew-check-proved`.
"""

from __future__ import annotations

import copy
import io
import json
import os
import random
import re
import resource
import subprocess
import zlib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from clew import clew_check
from clew.search.tables import distances as distances_to
from clew.search.tables import turned
from tests.amount import few, times
from tests.check import test_hostile, test_mutations
from tests.check.files import is_true

PROVED = Path(__file__).parents[2] / "build" / "proofs" / "clew-check-proved"
MEMORY = 400 << 20

Header = dict[str, Any]
Lists = list[dict[int, int]]

# ---------------------------------------------------------------- puzzles


def neighbours(rows: int, columns: int) -> list[list[int]]:
    cells = [(row, column) for row in range(rows) for column in range(columns)]
    return [
        [at for at, (r, c) in enumerate(cells) if abs(r - row) + abs(c - column) == 1]
        for row, column in cells
    ]


def pebbles(plates: str, start: str, **keys: Any) -> Header:
    graph = {"metric": "moves", "allowed_moves": neighbours(2, 3)}
    return {"family": "pebbles", **(keys or graph), "plates": list(plates), "pebbles": list(start)}


SQUARES = [["N S", "S SE", "N S SW"], ["NE E", "", "N SW"], ["W SE", "N NW SE", "W SW S"]]


def coroutine(squares: list[list[str]], coins: list[str], target: str, **keys: Any) -> Header:
    usual = {"first": 0, "metric": "turns", "rule": "other"}
    return {"family": "coroutine", "squares": squares, "coins": coins, "target": target, **usual, **keys}


GRID = {"metric": "slides", "layout": "grid 2x3"}
RING = {"metric": "moves", "allowed_moves": [[1, 4], [0, 2], [1, 3], [2, 4], [0, 3]]}


def blocks(board: str, goal: Any, **keys: str) -> Header:
    usual = {"movement": "axis", "metric": "slide"}
    goal = goal.split("/") if type(goal) is str else goal
    return {"family": "blocks", "board": board.split("/"), "goal": goal, **usual, **keys}


def ricochet(board: str, goal: list[str], **keys: Any) -> Header:
    usual = {
        "edges": "stop",
        "anywhere": False,
        "walls": [],
        "diagonals": [],
        "must_turn": False,
        "moved": None,
    }
    return {"family": "ricochet", "board": board.split("/"), "goal": goal, **usual, **keys}


KLOTSKI = {"movement": "free", "metric": "piece"}

PUZZLES = {
    "a car": blocks("..BC/AABC/..B./D.EE/D#..", {"piece": "A", "exit": "right"}),
    "a car, by steps": blocks("..BC/AABC/..B./D.EE/D#..", {"piece": "A", "exit": "right"}, metric="step"),
    "a car that is shut in": blocks("..B/AAB/..B", {"piece": "A", "exit": "right"}),
    "alike": blocks("AAB/AAC/D.E", ["...", ".AA", ".AA"], **KLOTSKI),
    "alike, by slides": blocks("CAB/DAE/..F", ["...", ".A.", ".A."], movement="free"),
    "corners": blocks("AAB/ABB/..C", ["B..", "...", "..."], movement="free", metric="step"),
    "letters that are moves": blocks("LLR/DUR/..#", {"piece": "R", "exit": "left"}, **KLOTSKI),
    "robots": ricochet("R...B/...../..#../...../Y....", ["....."] * 2 + ["...R."] + ["....."] * 2),
    "robots, thin walls": ricochet(
        "R..B/..../Y...", ["....", ".R..", "...."], walls=["c2 left", "b1 down", "a2 up"]
    ),
    "robots that turn": ricochet("R..B/..../Y...", ["...R", "....", "...."], must_turn=True),
    "robots that went": ricochet("R..B/..../Y...", ["...R", "....", "...."], must_turn=True, moved="up"),
    "robots, diagonals": ricochet(
        "R..B/..../Y...", ["....", "...R", "...."], diagonals=["c1 falling", "b2 rising R", "d2 falling z"]
    ),
    "lost in space": ricochet("H.H./..../.R../H..H", ["....", "..R.", "....", "...."], edges="open"),
    "a molecule": ricochet("H..#/...O/#.../..H.", ["HOH"], anywhere=True),
    "a molecule that cannot be": ricochet("H../..O/...", ["OHH"], anywhere=True, edges="open"),
    "two of one colour": ricochet("AA./.../..B", ["...", "...", "AA."]),
    "no goal": ricochet("A./.B", []),
    "round for ever": ricochet(
        "A.../..../...B", ["....", "..A.", "...."], diagonals=["d1 falling", "a3 falling", "c3 rising"]
    ),
    "five in two rows": pebbles("12345-", "1-4352"),
    "an odd order": pebbles("12345-", "12354-"),
    "two colours": pebbles("RRRBB-", "BR-R-B"),
    "more plates than pebbles": pebbles("RRRBB-", "BR---B"),
    "a token without a plate": pebbles("RRRBB-", "BR-X-B"),
    "slides": pebbles("12345-", "1-4352", **GRID),
    "slides, two holes": pebbles("AABB--", "BBAA--", **GRID),
    "a ring": pebbles("123--", "321--", **RING),
    "solved already": pebbles("12345-", "12345-"),
    "coins": coroutine(SQUARES, ["a1", "c3"], "b2"),
    "coins, steps": coroutine(SQUARES, ["a1", "c3"], "b2", metric="steps"),
    "coins, own square": coroutine(SQUARES, ["c1", "a3"], "b2", rule="own"),
    "coins, second begins": coroutine(SQUARES, ["b1", "c3"], "a2", first=1),
    "coins that never meet it": coroutine([["E", "W", ""], ["E", "W", ""]], ["a1", "b2"], "c1"),
}

# ---------------------------------------------------------------- files


def packed(rules: Any, listed: dict[int, int], width: int) -> bytes:
    states = list(listed)
    columns = [
        b"".join(rules.unpack(state)[field].to_bytes(rules.size, "little") for state in states)
        for field in range(len(rules.ranges))
    ]
    return b"".join([*columns, *(listed[state].to_bytes(width, "little") for state in states if width)])


def written(header: Header, body: bytes) -> bytes:
    text = json.dumps(header).encode()
    return clew_check.MAGIC + len(text).to_bytes(4, "big") + text + zlib.compress(body)


Moves = Callable[[int], Iterable[tuple[str, int, int]]]


def searched(rules: Any, start: int, moves: Moves) -> tuple[dict[int, int], int | None, list[str]]:
    """Distances of all states up to the first goal, its distance, and the names of moves to it."""
    found: dict[int, int] = {start: 0}
    names: dict[int, list[str]] = {start: []}
    layers = [[start]]
    for cost, layer in enumerate(layers):
        for state in layer:
            if found[state] < cost:
                continue
            if rules.is_goal(state):
                return {s: g for s, g in found.items() if g <= cost}, cost, names[state]
            for name, more, after in moves(state):
                if cost + more < found.get(after, 1 << 30):
                    found[after], names[after] = cost + more, [*names[state], name]
                    layers += [[] for _ in range(cost + more + 1 - len(layers))]
                    layers[cost + more].append(after)
    return found, None, []


def proof(puzzle: Header, default: str) -> tuple[Any, Header, Lists]:
    rules = clew_check.FAMILIES[puzzle["family"]](puzzle)
    distances, length, _ = searched(rules, rules.start, rules.moves)
    if length is None:
        states = dict.fromkeys(sorted(distances), 0)
        return rules, {"puzzle": puzzle, "claim": "unsolvable", "states": len(states)}, [states]
    begun = rules.start if rules.lettered is None else rules.lettered
    _, _, names = searched(rules, begun, lambda state: rules.moves(state, False))
    header = {"puzzle": puzzle, "claim": length, "default": default}
    lists: Lists = []
    usual: Callable[[int], int] = lambda state: 0  # noqa: E731
    if default == "cells":
        cells = range(rules.cells)
        header["tables"] = {
            kind: distances_to(homes, turned([rules.ways(kind, cell) for cell in cells]))
            for kind, homes in rules.homes.items()
        }
        rules.take_tables(header["tables"])
        usual = rules.default
    if default == "near":
        near = dict.fromkeys(rules.goals(), 0)
        todo = list(near)
        for state in todo:
            for _, _, before in rules.moves(state) if near[state] < 2 else []:
                if near.setdefault(before, near[state] + 1) == near[state] + 1 and before not in todo:
                    todo.append(before)
        lists.append(dict(sorted(near.items())))
        header |= {"below": 3, "near": len(near)}
        usual = lambda state: near.get(state, 3)  # noqa: E731
    numbers = {state: length - g for state, g in sorted(distances.items()) if length - g > usual(state)}
    header |= {"states": len(numbers), "width": 1, "moves": names}
    return rules, header, [*lists, numbers]


def body_of(rules: Any, header: Header, lists: Lists) -> bytes:
    *near, last = lists
    return b"".join([*(packed(rules, one, 1) for one in near), packed(rules, last, header.get("width", 0))])


# ---------------------------------------------------------------- what both say


def by_python(data: bytes) -> str:
    try:
        proved, puzzle = clew_check.check(io.BytesIO(data))
    except clew_check.Refused:
        return "not proved"
    return f"proved: {proved}\nof the puzzle: {json.dumps(puzzle)}\n"


def by_proved(data: bytes, folder: Path) -> str:
    file = folder / "puzzle.proof"
    file.write_bytes(data)
    limit = lambda: resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))  # noqa: E731
    ran = subprocess.run([PROVED, file], capture_output=True, text=True, preexec_fn=limit, timeout=60)
    if ran.returncode == 0:
        return ran.stdout
    assert ran.returncode == 1 and ran.stdout.startswith("not proved: ") and not ran.stderr, ran
    return "not proved"


def cases() -> list[Any]:
    found = []
    for name, puzzle in PUZZLES.items():
        defaults = ["zero"]
        if puzzle["family"] == "pebbles":
            defaults += ["near"] if puzzle["metric"] == "slides" else ["near", "cells"]
        if puzzle["family"] == "ricochet" and not puzzle["anywhere"]:
            defaults.append("cells")
        found += [pytest.param(puzzle, default, id=f"{name}, {default}") for default in defaults]
    return found


def test_both_accept_true_proofs(tmp_path: Path) -> None:
    for case in cases():
        rules, header, lists = proof(*case.values)
        data = written(header, body_of(rules, header, lists))
        said = by_proved(data, tmp_path)
        claim = (
            "no solution" if header["claim"] == "unsolvable" else f"the fewest moves are {header['claim']}"
        )
        assert said.startswith(f"proved: {claim}\n"), case.id
        assert said == by_python(data), case.id


def changed(rules: Any, header: Header, lists: Lists, chance: random.Random) -> bytes:
    """The file with one thing changed, by chance."""
    header, lists = copy.deepcopy(header), [dict(one) for one in lists]
    puzzle, one = header["puzzle"], chance.choice(lists)
    kind = chance.randrange(16)
    if kind == 0 and type(header["claim"]) is int:
        header["claim"] = max(0, header["claim"] + chance.choice([-1, 1]))
    elif kind == 1 and one:  # a state less
        del one[chance.choice(list(one))]
        header["states"] = len(lists[-1])
        if len(lists) > 1:
            header["near"] = len(lists[0])
    elif kind in (2, 3) and one:  # another number
        state = chance.choice(list(one))
        one[state] = max(0, one[state] + chance.choice([-1, 1, 1, 2]))
    elif kind == 4 and header.get("moves"):
        at = chance.randrange(len(header["moves"]))
        header["moves"][at : at + 1] = chance.choice(
            [
                [],
                ["0-1"],
                ["0S"],
                ["1-"],
                ["00-1"],
                ["AR1"],
                ["AR1R1"],
                ["BD02"],
                ["a1R"],
                ["d1L"],
                ["A1R"],
                [header["moves"][at]] * 2,
            ]
        )
    elif kind == 5 and "default" in header:
        header["default"] = chance.choice(["zero", "near", "cells"])
    elif kind == 6 and "below" in header:
        header["below"] += chance.choice([-2, -1, 1])
    elif kind in (7, 8):  # another puzzle
        key = chance.choice(list(puzzle))
        value = puzzle[key]
        if type(value) is list and len(value) > 1:
            a, b = chance.sample(range(len(value)), 2)
            value[a], value[b] = chance.choice([(value[b], value[a]), (value[a], value[a])])
        elif key == "metric":
            puzzle[key] = chance.choice(["moves", "slides", "turns", "steps", "slide", "step", "piece"])
        elif key in ("anywhere", "must_turn"):
            puzzle[key] = not value
        elif key == "edges":
            puzzle[key] = chance.choice(["open", "stop"])
        elif key == "moved":
            puzzle[key] = chance.choice([None, "left", "up", "turned", False])
        elif key == "walls":
            puzzle[key] = chance.choice(
                [["a1 right"], ["b2 up", "b2 left"], ["c1  up"], ["a1 top"], ["e9 up"]]
            )
        elif key == "diagonals":
            puzzle[key] = chance.choice(
                [["a1 rising"], ["b2 falling R", "c2 rising"], ["b2 rising  "], ["b2 rising "]]
            )
        elif key == "movement":
            puzzle[key] = chance.choice(["axis", "free"])
        elif key == "goal" and type(value) is dict:
            value[chance.choice(list(value))] = chance.choice(["A", "B", "left", "up", "down"])
        elif key == "first":
            puzzle[key] = 1 - value
        elif key == "target":
            puzzle[key] = chance.choice(["a1", "b1", "c3", "c4", "d1", "A1", "a01"])
        else:
            puzzle[key] = chance.choice([value, "own", "grid 3x2", "grid 2x03", None, 1, []])
    elif kind == 9:
        header["moves" if chance.random() < 0.5 else "width"] = chance.choice([None, 2, 1, 0, True])
    elif kind >= 14 and header.get("tables"):
        table = header["tables"][chance.choice(sorted(header["tables"]))]
        at = chance.randrange(len(table))
        table[at : at + 1] = chance.choice([[], [table[at] + 1], [table[at] - 1], [0], [255], [256], [None]])
    elif kind == 10:  # the order of the states
        states = list(one)
        chance.shuffle(states)
        lists[lists.index(one)] = {state: one[state] for state in states}
    body = body_of(rules, {**header, "width": 1} if "default" in header else {}, lists)
    if kind == 11 and body:  # a byte of the lists
        at = chance.randrange(len(body))
        body = body[:at] + bytes([body[at] ^ 1 << chance.randrange(3)]) + body[at + 1 :]
    data = written(header, body)
    if kind == 12:  # a byte of the file
        at = chance.randrange(len(data))
        data = data[:at] + bytes([chance.randrange(256)]) + data[at + 1 :]
    if kind == 13:
        data = chance.choice([data[: chance.randrange(len(data))], data + b"\0"])
    return data


def agree(data: bytes, said: str, proved: str) -> bool:
    """Whether both say the same, or only one refuses the file, for a list with pieces on one cell or beyond
    the edge.
    """
    if said == proved:
        return True
    held = proved if said == "not proved" else said
    assert "not proved" in (said, proved) and re.search('"family": "(blocks|ricochet)"', held)
    return is_true(data, held.partition("\n")[0].removeprefix("proved: "))


@pytest.mark.parametrize("board", test_mutations.BOARDS)
def test_both_accept_what_clew_writes(board: str, tmp_path: Path) -> None:
    data = test_mutations.made(board)
    said = by_proved(data, tmp_path)
    assert said.startswith("proved: ")
    assert said == by_python(data)


@pytest.mark.parametrize("seed", range(4))
def test_both_say_the_same_of_what_clew_writes_changed(seed: int, tmp_path: Path) -> None:
    rng = random.Random(f"proved {seed}")
    for _ in range(times(40, 2_500)):
        data = test_mutations.changed(rng)
        assert agree(data, by_python(data), by_proved(data, tmp_path)), data


@pytest.mark.parametrize("part", range(8))
def test_both_say_the_same_of_changed_proofs(part: int, tmp_path: Path) -> None:
    proofs = [proof(*case.values) for case in cases()]
    accepted, each = 0, times(75, 1_250)
    for seed in range(part * each, (part + 1) * each):
        chance = random.Random(seed)
        data = changed(*chance.choice(proofs), chance)
        said, proved = by_python(data), by_proved(data, tmp_path)
        assert agree(data, said, proved), seed
        accepted += said != "not proved"
    assert accepted  # some changes do no harm


@pytest.mark.parametrize(
    "values",
    [
        {"states": 2_500_000, "width": 4},
        {"states": 2_500_001},
        {"states": 10**11},
        {"states": -1},
        {"claim": 10**11},
        {"claim": 1 << 31},
    ],
)
def test_large_numbers_are_refused_in_little_memory(values: Header, tmp_path: Path) -> None:
    rules, header, lists = proof(PUZZLES["five in two rows"], "zero")
    body = body_of(rules, header, lists)
    for data in (written(header | values, body), written(header | values, bytes(40 << 20))):
        assert by_proved(data, tmp_path) == "not proved"


def test_files_made_to_deceive_are_refused(tmp_path: Path) -> None:
    for kind in test_hostile.KINDS:
        for name, content in few(list(kind()), 40):
            assert by_proved(content, tmp_path) == "not proved", name


def test_header_is_read_strictly(tmp_path: Path) -> None:
    rules, header, lists = proof(PUZZLES["two colours"], "zero")
    body = zlib.compress(body_of(rules, header, lists))
    right = json.dumps(header)
    for text in (
        right,
        f" \n{right}\t",
        right.replace('"R"', '"\\u0052"'),
        right.replace('"R"', '"\\ud83d\\ude00"'),
        right.replace('"R"', '"\\ud83d"'),
        right.replace('"R"', '"\u00e9"'),
        right.replace('"R"', '"\U0001f600"'),
        right.replace('"states": ', '"states": 0'),
        right.replace('"states": ', '"states": -'),
        right.replace('"width": 1', '"width": 1.0'),
        right.replace('"width": 1', '"width": 1e0'),
        right.replace('"width": 1', '"width": true'),
        right.replace('"width": 1', '"width": 1, "width": 1'),
        right.replace('"width": 1', '"width": 1, "more": 1'),
        right.replace('"width": 1', '"width": 0000000000001'),
        right + "}",
        right[:-1] + ",}",
        right[:-1] + "/* */}",
        "[" * 10_000,
        '{"puzzle": ' * 10_000,
        "\ufeff" + right,
        "[]",
        "",
    ):
        for encoding in ("utf-8", "utf-16", "latin-1"):
            coded = text.encode(encoding, "replace")
            data = clew_check.MAGIC + len(coded).to_bytes(4, "big") + coded + body
            assert by_proved(data, tmp_path) == by_python(data), text[:80]


def test_page_shows_what_is_proved() -> None:
    folder = Path(__file__).parent
    sources = "\n".join(file.read_text() for file in folder.glob("*.v"))
    page = (folder.parents[1] / "docs" / "proved.md").read_text()
    shown = [text for text in re.findall(r"```text\n(.*?)```", page, re.DOTALL) if " : " in text]
    table = next(part for part in page.split("\n## ") if part.startswith("Line by line"))
    tests = re.findall(r"^\| .* \| `(.*)` \|$", table, re.MULTILINE)
    assert len(shown) == 5 and len(tests) == 15
    for text in [*shown, *(test.replace("\\|", "|") for test in tests)]:
        assert text in sources


def test_usage() -> None:
    assert "FILE" in subprocess.run([PROVED, "--help"], capture_output=True, text=True, check=True).stdout
    assert subprocess.run([PROVED], capture_output=True).returncode == 2
    missing = subprocess.run([PROVED, os.devnull + "/none"], capture_output=True, text=True)
    assert missing.returncode == 1 and missing.stdout.startswith("not read: ")
