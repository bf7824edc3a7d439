"""Files made to deceive the checker, to fill its memory or to keep it busy."""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from string import ascii_lowercase
from typing import Any

import pytest

import clew
from clew import clew_check
from tests.amount import few
from tests.check.files import framed, packed, verdict

MEMORY = 500_000_000
SECONDS = 60
LIMITED = """\
import resource, runpy, sys
resource.setrlimit(resource.RLIMIT_AS, ({memory}, {memory}))
sys.argv[0] = {program!r}
runpy.run_path({program!r}, run_name="__main__")
"""

LINE = {
    "family": "coroutine",
    "squares": [["E", "E W", "W"]],
    "coins": ["a1", "c1"],
    "target": "b1",
    "first": 0,
    "metric": "turns",
    "rule": "own",
}
CLAIM = {"puzzle": LINE, "claim": 1, "default": "zero", "states": 1, "width": 1, "moves": ["0E"]}
LIST = bytes([0, 2, 0, 1])  # the start, with what is left of it


def grid(side: int, rows: list[str], **keys: Any) -> dict[str, Any]:
    """A board of blocks."""
    goal = {"piece": rows[0][0], "exit": "right"}
    return {"family": "blocks", "board": rows, "movement": "free", "metric": "piece", "goal": goal, **keys}


def claim(puzzle: object, **keys: Any) -> dict[str, Any]:
    return {**CLAIM, "puzzle": puzzle, "moves": None, **keys}


def complete_graph(cells: int, holes: int) -> dict[str, Any]:
    near = [[other for other in range(cells) if other != cell] for cell in range(cells)]
    tokens = ["-"] * holes + ["A"] * (cells - holes)
    return {
        "family": "pebbles",
        "metric": "moves",
        "allowed_moves": near,
        "plates": tokens[::-1],
        "pebbles": tokens,
    }


def texts() -> Iterator[tuple[str, bytes]]:
    """Headers that are no header."""
    header = json.dumps(CLAIM)
    body = zlib.compress(LIST)
    for name, text in {
        "deep": "[" * 1_000_000,
        "deep objects": '{"a":' * 400_000,
        "a million lists": f"[{'[],' * 1_300_000}[]]",
        "not JSON": "{",
        "a list": "[]",
        "nothing": "",
        "no claim": header.replace('"claim": 1, ', ""),
        "a key twice": header.replace('"claim": 1', '"claim": 0, "claim": 1'),
        "a key twice, deeper": header.replace('"first": 0', '"first": 1, "first": 0'),
        "a key too many": header.replace('"claim": 1', '"claim": 1, "waypoints": []'),
        "a key of the puzzle too many": header.replace('"first": 0', '"first": 0, "walls": []'),
        "half a character": header.replace('["0E"]', r'["\\ud800"]'),
    }.items():
        yield name, framed(text.encode(), body)
    for value in (
        "1e999",
        "1.0",
        "NaN",
        "Infinity",
        "true",
        "null",
        "-1",
        "9" * 100_000,
        "1" * 13,
        '"1"',
        "[1]",
    ):
        for key in ("claim", "states", "width", "first"):
            old = {
                "claim": '"claim": 1',
                "states": '"states": 1',
                "width": '"width": 1',
                "first": '"first": 0',
            }[key]
            yield f"{key} {value[:14]}", framed(header.replace(old, f'"{key}": {value}').encode(), body)
    for key in LINE:
        wrong: object
        for wrong in (None, [], {}, 7, "", "x" * 1_000_000, [[]], [["N"] * 33], True):
            yield f"puzzle {key} {str(wrong)[:14]}", packed(claim({**LINE, key: wrong}), LIST)


def lists() -> Iterator[tuple[str, bytes]]:
    """Lists that are none."""
    whole = packed(CLAIM, LIST)
    yield "true, cut off", whole[:-3]
    yield "true, with more after it", whole + b"x"
    yield "true, with a longer list", packed(CLAIM, LIST + b"\0")
    yield "true, with two streams", whole + zlib.compress(b"")
    yield "a checksum", whole[:-1] + bytes([whole[-1] ^ 1])
    header = json.dumps(CLAIM).encode()
    yield "no stream", framed(header, LIST)
    yield "an empty file", b""
    yield "the first line only", clew_check.MAGIC
    yield "a header longer than the file", clew_check.MAGIC + b"\0\x10\0\0" + header
    yield "the longest header", clew_check.MAGIC + b"\xff\xff\xff\xff" + header
    for count in (2, 1_000, 2_500_000, 2_500_001, 10**11):
        yield f"{count} states", packed({**CLAIM, "states": count}, LIST)
        bomb = zlib.compress(bytes(min(count, 3_000_000) * 4))
        yield f"{count} states, zeros", framed(json.dumps({**CLAIM, "states": count}).encode(), bomb)
    yield "zeros without end", framed(header, zlib.compress(bytes(100_000_000)))
    squeezer = zlib.compressobj()
    empty = b"".join(squeezer.flush(zlib.Z_FULL_FLUSH) for _ in range(1_000_000))
    yield "blocks of nothing", framed(header, squeezer.compress(b"") + empty + b"\0\0\0\xff\xff" * 3_000_000)
    two = {**CLAIM, "states": 2}
    yield "a state twice", packed(two, bytes([0, 0, 2, 2, 0, 0, 1, 1]))
    yield "wrong order", packed(two, bytes([1, 0, 2, 2, 0, 0, 1, 1]))
    yield "no cell", packed(two, bytes([0, 3, 2, 2, 0, 0, 1, 1]))
    yield "no turn", packed(two, bytes([0, 0, 2, 2, 0, 2, 1, 1]))
    yield "a number too large", packed(CLAIM, bytes([0, 2, 0, 9]))


def lies() -> Iterator[tuple[str, bytes]]:
    """Claims that are not so, with lists that look as if they proved them."""
    unsolvable = {"puzzle": LINE, "claim": "unsolvable", "states": 1}
    yield "unsolvable", packed(unsolvable, LIST[:3])
    yield "unsolvable, without the start", packed({**unsolvable, "states": 0}, b"")
    yield "two moves", packed({**CLAIM, "claim": 2, "moves": None}, bytes([0, 2, 0, 2]))
    yield (
        "two moves, with a cycle",
        packed({**CLAIM, "claim": 2, "states": 2, "moves": ["0E", "0E"]}, bytes([0, 1, 2, 2, 0, 1, 2, 2])),
    )
    yield "the goal listed", packed({**CLAIM, "claim": 2, "states": 2}, bytes([0, 1, 2, 2, 0, 1, 2, 1]))
    yield "no list", packed({**CLAIM, "claim": 1, "states": 0}, b"")
    for default in ("cells", "near", "infinite", "", None, 1):
        yield f"default {default}", packed({**CLAIM, "default": default}, LIST)
        yield (
            f"default {default}, with keys",
            packed({**CLAIM, "default": default, "near": 1, "below": 200}, bytes([0, 2, 0, 0]) + LIST),
        )
        yield f"default {default}, with tables", packed({**CLAIM, "default": default, "tables": {}}, LIST)
    pebbles = bytes(clew.solve("pebbles[grid 2x2,slides]:ABC-/CAB-").certificate())
    end = 17 + int.from_bytes(pebbles[13:17], "big")
    header = json.loads(pebbles[17:end])
    for below in (0, 1, 200, 255, 256):
        for near in (0, 1):
            lie = {
                **header,
                "default": "near",
                "below": below,
                "near": near,
                "claim": below,
                "states": 0,
                "width": 1,
            }
            yield f"near {below} {near}", packed({**lie, "moves": None}, bytes(4 * near) + bytes(near))
    lines = {key: value for key, value in header.items() if key not in ("below", "near")}
    lines |= {"default": "cells", "tables": {"A": [0, 1, 1, 1]}, "states": 0, "claim": 1, "moves": None}
    yield "tables for lines", packed(lines, b"")
    moves = clew.solve("blocks:AABo/ooBo/oooo/oooo")
    end = 17 + int.from_bytes(bytes(moves.certificate())[13:17], "big")
    blocks, body = json.loads(bytes(moves.certificate())[17:end]), bytes(moves.certificate())[end:]
    for names in (
        [],
        ["AR2"],
        ["BD1"],
        ["BD1", "AR2", "AL1"],
        ["BD1", "AR1"],
        ["BD1", 1],
        "BD1",
        ["BD2", "AR2"] * 9,
    ):
        yield f"moves {names}"[:40], framed(json.dumps({**blocks, "moves": names}).encode(), body)
    # On an open board, a wall at the right edge is none at the left edge of the next row.
    slide = {
        "family": "ricochet", "board": ["...", ".R."], "goal": ["...", "R.."], "edges": "open",
        "anywhere": False, "walls": ["c1 right"], "diagonals": [], "must_turn": False, "moved": None,
    }  # fmt: skip
    yield "a wall around the edge", packed(claim(slide, moves=["b2L"]), bytes([4, 1]))


def tables() -> Iterator[tuple[str, bytes]]:
    """Tables that are none, or that say too much."""
    ring = {
        "family": "pebbles", "metric": "moves", "allowed_moves": [[1, 2], [0, 2], [0, 1]],
        "plates": ["A", "-", "-"], "pebbles": ["-", "-", "A"],
    }  # fmt: skip
    slide = {
        "family": "ricochet", "board": ["R..", "...", "..G"], "goal": ["...", ".R.", "..."], "edges": "stop",
        "anywhere": False, "walls": [], "diagonals": [], "must_turn": False, "moved": None,
    }  # fmt: skip
    far = {"R": [2, 1, 2, 1, 0, 1, 2, 1, 2]}

    def lie(puzzle: object, claim: int, tables: object, **keys: Any) -> bytes:
        header = {"puzzle": puzzle, "claim": claim, "default": "cells", "tables": tables, "states": 0}
        return packed({**header, "width": 1, "moves": None, **keys}, b"")

    for puzzle, kind, numbers, claim in ((ring, "A", [0, 1, 1], 1), (slide, "R", far["R"], 2)):
        assert verdict(lie(puzzle, claim, {kind: numbers})) == f"no solution costs less than {claim}"
        yield f"{kind}: more than the table says", lie(puzzle, claim + 1, {kind: numbers})
        yield f"{kind}: near, too", lie(puzzle, claim, {kind: numbers}, below=9, near=0)
        wrong: list[object] = [
            None, [], kind, 7, {"B": numbers}, {"-": numbers}, {kind: None}, {kind: {}}, {kind: "012"},
            {kind: numbers, "": numbers}, {kind: numbers, "G": [2] * len(numbers)}, {kind: [numbers]},
        ]  # fmt: skip
        ends: list[list[object]] = [[], [1, 0], [256], [10**11], [-1], [True], [None], [9]]
        wrong += [{kind: [*numbers[:-1], *end]} for end in ends]
        wrong += [
            {kind: [times * number + more for number in numbers]} for times, more in ((9, 0), (1, 1), (0, 9))
        ]
        for number, table in enumerate(wrong):
            yield f"{kind}: tables {number}", lie(puzzle, claim, table)
    yield "a pattern anywhere", lie({**slide, "anywhere": True}, 2, far)
    yield "two tiles and one goal", lie({**slide, "board": ["R.R", "...", "..G"]}, 2, far)
    yield "tables for coins", lie(LINE, 1, {})
    yield "tables for blocks", lie(grid(2, ["A.", ".."]), 1, {})
    # As if no other tile could stop it on its way.
    yield "only where it stops alone", lie(slide, 3, {"R": [2, 2, 1, 2, 0, 1, 1, 1, 1]})
    end = len(clew_check.MAGIC) + 4
    twice = lie(ring, 1, {"A": [0, 1, 1], "B": []})
    header, body = twice[end : end + int.from_bytes(twice[end - 4 : end], "big")], zlib.compress(b"")
    yield "a table twice", framed(header.replace(b'"B": []', b'"A": [0, 1, 1]'), body)


def heavy() -> Iterator[tuple[str, bytes]]:
    """Boards that take long, or much memory."""
    side = 64
    pieces = "".join(map(chr, range(0x4E00, 0x4E00 + side)))
    sparse = [sign + "." * (side - 1) for sign in pieces]
    start = b"".join((side * row).to_bytes(2, "little") for row in range(side))
    snakes = [(f"{sign}{sign}." * side)[row % 3 : row % 3 + side] for row, sign in enumerate(pieces)]
    yield "long pieces", packed(claim(grid(side, snakes), claim=9), start + b"\x09")
    yield "too many pieces", packed(claim(grid(side, [*sparse[:-1], pieces])), LIST)
    yield "65 rows", packed(claim(grid(side, [*sparse, "." * side])), LIST)
    graph = complete_graph(512, 256)
    state = bytes([0] * 256 + [1] * 256)
    yield "65,536 moves", packed(claim(graph, claim=2), state + b"\x02")
    yield (
        "goals without end",
        packed({**claim({**graph, "plates": ["A"] * 512}, default="near"), "below": 2, "near": 0}, b""),
    )
    none = {**graph, "plates": ["A"] * 400 + ["-"] * 112, "pebbles": ["A"] * 200 + ["B"] + ["-"] * 311}
    yield (
        "goals without end, and none",
        packed({**claim(none, default="near", states=0, claim=9), "below": 2, "near": 0}, b""),
    )
    yield "513 cells", packed(claim(complete_graph(513, 1)), LIST)
    names = [f"{cell}" for cell in range(511)]
    wide = {**graph, "plates": [*names, "-"], "pebbles": [*names, "-"]}
    for count in (10_000, 65_000):
        yield f"{count} wide states", packed(claim(wide, states=count), bytes(count * 1025))
        columns = [bytes(count)] * 509 + [bytes(count) for _ in range(3)]
        yield f"{count} long states", packed(claim(graph, states=count), b"".join(columns) + bytes(count))
    last = [f"{first}{second}" for first in "ab" for second in ascii_lowercase][: 64 - 26]
    cells = [f"{column}{row}" for row in range(1, 65) for column in (*ascii_lowercase, *last)]
    mirrors = [f"{cell} {('falling', 'rising')[(at + at // 64) % 2]}" for at, cell in enumerate(cells)][1:]
    slides = {
        "family": "ricochet", "board": ["R" + "." * 63, *["." * 64] * 63], "edges": "stop",
        "goal": [*["." * 64] * 63, "." * 63 + "R"],
        "anywhere": False, "walls": [], "diagonals": mirrors, "must_turn": False, "moved": None,
    }  # fmt: skip
    yield "4,095 diagonals", packed(claim(slides, claim=9), bytes([0, 0, 9]))
    some = {**slides, "diagonals": mirrors[:500]}
    table = {**claim(some, claim=9), "default": "cells", "tables": {"R": [1] * 4095 + [0]}}
    yield "a table among 500 diagonals", packed(table, bytes([0, 0, 9]))
    yield "a diagonal twice", packed(claim({**slides, "diagonals": [*mirrors, mirrors[0]]}), bytes([0, 0, 1]))
    yield "20,000 walls", packed(claim({**slides, "walls": ["a1 left"] * 20_000}), bytes([0, 0, 1]))
    yield "a million moves", packed({**CLAIM, "moves": ["0E"] * 400_000}, LIST)
    yield "moves without end", packed({**CLAIM, "moves": ["0"] * 1_048_577}, LIST)
    yield "rules that nobody gave", packed(claim({"family": "custom", "puzzle": "os:system"}), LIST)


def columns(states: list[tuple[int, ...]], size: int = 1) -> bytes:
    """A list in its order, each state with the number 1: that is right for all that are no goal."""
    ordered = sorted(states, key=lambda state: state[::-1])
    found = [
        b"".join(value.to_bytes(size, "little") for value in column) for column in zip(*ordered, strict=True)
    ]
    return b"".join(found) + bytes([1]) * len(states)


# Lists of which all holds, but not what is claimed of the start: they are checked as far as the time goes.


def wide_graph() -> bytes:
    """254 states with 65,536 moves each."""
    states = [tuple([1] * 255 + [0] * 256 + [1])]
    states += [tuple([0] * at + [1] * 256 + [0] * (256 - at)) for at in range(1, 255)]
    return packed(claim(complete_graph(512, 256), states=255, claim=2), columns(states))


def longest_list() -> bytes:
    """2,500,000 states of twelve pieces."""
    board = {**grid(4, ["AB.C", "D.EF", "G.HI", "JK.L"]), "metric": "slide"}
    count = 2_500_000
    rows = [bytes((at >> 4 * field) & 15 for at in range(count)) for field in range(6)]
    body = bytes(count) + b"".join(rows) + bytes(count) * 5 + bytes([1]) * count
    return packed(claim(board, states=count, claim=2), body)


def many_goals() -> bytes:
    """99,681 goals."""
    graph = complete_graph(512, 256)
    many = {**graph, "plates": ["A"] * 447 + ["-"] * 65, "pebbles": ["A"] * 445 + ["-"] * 67}
    return packed({**claim(many, default="near"), "below": 2, "near": 0}, b"")


def one_hash() -> bytes:
    """States that are equal modulo 2^61 - 1 as whole numbers, by which Python's own hash goes."""
    wide = grid(64, [chr(0x4E00 + row) + "." * 63 for row in range(64)], metric="step")
    rows = [64 * row for row in range(3, 61)]
    same = [(1, one, other, *rows, 0, 2000 - one, 2000 - other) for one in range(200) for other in range(200)]
    return packed(claim(wide, states=len(same), claim=2), columns(same, 2))


def long_walks() -> bytes:
    """64 pieces that go anywhere on 4,096 cells."""
    board = grid(64, [chr(0x4E00 + row) + "." * 63 for row in range(64)])
    start = b"".join((64 * row).to_bytes(2, "little") for row in range(64))
    return packed(claim(board, claim=9), start + b"\x09")


KINDS: tuple[Callable[[], Iterator[tuple[str, bytes]]], ...] = (texts, lists, lies, tables, heavy)


def refused(content: bytes, path: Path, *arguments: str) -> str:
    """What the checker says in a process with little memory and time."""
    path.write_bytes(content)
    program = LIMITED.format(memory=MEMORY, program=clew_check.__file__)
    command = [sys.executable, "-c", program, str(path), *arguments]
    spent = processor_time()
    told = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (told.returncode, told.stderr) == (1, ""), told
    assert processor_time() - spent < SECONDS
    return told.stdout


def processor_time() -> float:
    """Seconds that processes begun here have used."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_refused_in_words(kind: Callable[[], Iterator[tuple[str, bytes]]], tmp_path: Path) -> None:
    for name, content in few(list(kind()), 4):
        assert refused(content, tmp_path / "hostile.proof").startswith("not proved: "), name


def test_the_true_one_holds() -> None:
    assert verdict(packed(CLAIM, LIST)) == "the fewest moves are 1"


@pytest.mark.many
@pytest.mark.parametrize("make", [wide_graph, longest_list, many_goals, one_hash, long_walks])
def test_slow_ones_end_in_time(make: Callable[[], bytes], tmp_path: Path) -> None:
    assert refused(make(), tmp_path / "slow.proof").startswith("not proved: ")
