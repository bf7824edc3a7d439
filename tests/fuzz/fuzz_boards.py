"""Fuzz target: every reader of boards, fed with any bytes.

A reader may answer with boards and with `BoardError`; nothing else may be raised. What was read must read
back the same from each form that it is written in, and the engine must take it.

    python tests/fuzz/fuzz_boards.py -max_total_time=600
"""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[2]))

from clew.boards.entries import Entry, read_toml
from clew.boards.load import read_boards, read_data
from clew.boards.recognition import formats
from clew.errors import BoardError
from clew.puzzles.base import EnginePuzzle
from clew.puzzles.families import NAMES
from clew.puzzles.registry import from_dict, parse_compact

READERS = ("compact", "toml", "a.txt", "a.csv", "a.jsonl", "a", "-")
MOST_ENTRIES = 50

COMPACT = (
    "blocks:BBoooG/EooHoG/EAAHoG/EooHoo/FoooCC/FoDDDo",
    "blocks[free,piece,exit=A-down]:BAAC/BAAC/DEEF/DGHF/IooJ",
    "blocks[step]:AAo/ooo>oAA/ooo",
    "blocks:BBoooGEooHoGEAAHoGEooHooFoooCCFoDDDo",
    "pebbles:WCBRBOGYGPCORPY/-PCBRYOGYGBCORP",
    "pebbles[grid 2x2]:1,2,10,-/10,2,-,1",
    "pebbles[edges 0-1 1-2 3]:AB--/BA--",
    "ricochet[open,anywhere,wall=b1R]:R.#/G.B>RG",
    "ricochet:R..#/....>..R./....",
    "coroutine:N+S,S+SE,N+S+SW/NE+E,,N+SW/W+SE,N+NW+SE,W+SW+S",
    "coroutine[steps,own]:N,E/S,@a1,b2,1>a2",
    "null[highest=9]:5",
)
WORDS = (
    *NAMES,
    *("family", "board", "plates", "pebbles", "squares", "walls", "edges", "coordinates", "allowed_moves"),
    *("movement", "metric", "goal", "piece", "exit", "layout", "grid ", "triangle ", "anywhere", "target"),
    *("coins", "first", "highest=", "wall=", "exit=A-right", '"""', " = ", "true", "[[", "]]", "]:", "\n"),
)


def seeds() -> list[bytes]:
    """Each good board in each form, with the number of its reader in front."""
    found = []
    for text in COMPACT:
        puzzle = parse_compact(text)
        forms = {
            "compact": text,
            "toml": puzzle.to_toml(),
            "a.txt": f"# a set\n{text}\n{text}",
            "a.csv": f'id,board\n1,"{text}"\n',
            "a.jsonl": json.dumps({"id": 1, **puzzle.to_dict()}),
            "a": text,
            "-": puzzle.to_toml(),
        }
        found += [bytes([number]) + forms[name].encode() for number, name in enumerate(READERS)]
    plain = READERS.index("a")
    return found + [bytes([plain]) + form.example.encode() for form in formats() if form.example]


def check(data: bytes) -> None:
    """Read the bytes by the reader that the first of them chooses."""
    if not data:
        return
    reader, content = READERS[data[0] % len(READERS)], data[1:]
    if reader == "compact":
        _check_single(lambda: parse_compact(content.decode("utf-8", "replace")))
    elif reader == "toml":
        _check_single(lambda: read_toml(content, "a.toml", None))
    else:
        stdin = io.BytesIO(content)
        entries = read_boards("-", stdin=stdin) if reader == "-" else read_data(content, reader)
        for _, entry in zip(range(MOST_ENTRIES), entries, strict=False):
            _check_entry(entry)


def _check_single(read) -> None:  # type: ignore[no-untyped-def]
    try:
        puzzle = read()
    except BoardError as error:
        _check_error(error)
        return
    check_puzzle(puzzle)


def _check_entry(entry: Entry) -> None:
    assert (entry.puzzle is None) != (entry.error is None)
    if entry.error is not None:
        _check_error(entry.error)
    elif entry.puzzle is not None:
        check_puzzle(entry.puzzle)


def _check_error(error: BoardError) -> None:
    # A game's source has an error in each of several lines.
    printable = all(line.isprintable() for line in str(error).split("\n"))
    assert printable, f"a message with control characters: {error!r}"
    longest = max(map(len, str(error).split("\n")))
    assert longest < 1000, f"a message with a line of {longest} characters"


def check_puzzle(puzzle: EnginePuzzle) -> None:
    """What every board must do: read back the same from all forms, and be taken by the engine."""
    assert parse_compact(str(puzzle)) == puzzle
    assert from_dict(json.loads(json.dumps(puzzle.to_dict()))) == puzzle
    assert read_toml(puzzle.to_toml().encode(), "a.toml", None) == puzzle
    start = puzzle.initial()
    assert puzzle.position(start) == start
    for step in puzzle.moves(start):
        assert puzzle.position(step.after) == step.after
        assert puzzle._follow(start, step.code) == step


if __name__ == "__main__":
    from tests.fuzz.harness import run

    run(check, seeds(), WORDS)
