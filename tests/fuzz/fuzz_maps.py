"""Fuzz target: files of maps, damaged by any bytes.

The first byte chooses a file: a map as `.npz`, as Parquet, or a map whose arrays are changed and which is
then written with right checksums. A damaged file is refused with `ClewError`, or read as the map that it was;
one with right checksums may be read as another map, on which nothing but `ClewError` is raised.

    python tests/fuzz/fuzz_maps.py -max_total_time=600
"""

from __future__ import annotations

import json
import sys
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[2]))

import numpy as np

import clew

BOARDS = ("pebbles[grid 2x2]:1,2,3,-/3,2,-,1", "coroutine[steps]:E,S,W/N,,S/E,W,N")
KINDS = ("npz", "parquet", "arrays")
WORDS = ("PK", ".npy", '"start": ', '"edges": ', "null", "true", "word_0", "PAR1", "(12,)", "<u8", "|b1")


@cache
def good(board: int, ending: str) -> tuple[clew.StateSpace, bytes]:
    """A map, and its file."""
    space = clew.explore(clew.load(BOARDS[board]))
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"map.{ending}"
        space.save(path)
        return space, path.read_bytes()


def seeds() -> list[bytes]:
    """The good files whole, and some changes of arrays."""
    files = [
        bytes([board * len(KINDS) + kind]) + good(board, KINDS[kind])[1]
        for board in range(len(BOARDS))
        for kind in range(2)
    ]
    arrays = [bytes([board * len(KINDS) + 2, name, 3, 200, 1]) for board in range(2) for name in range(10)]
    return [*files, *arrays]


def check(data: bytes) -> None:
    """Reads the file that the bytes are, or describe."""
    if not data:
        return
    board, kind = divmod(data[0] % (len(BOARDS) * len(KINDS)), len(KINDS))
    ending = "parquet" if kind == 1 else "npz"
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"map.{ending}"
        if KINDS[kind] == "arrays":
            np.savez(path, **changed(board, data[1:]))
        else:
            path.write_bytes(data[1:])
        try:
            space = clew.StateSpace.load(path)
        except clew.ClewError as error:
            assert str(error).isprintable(), f"a message with control characters: {error!r}"
            assert str(path) in str(error), f"a message that does not name the file: {error!r}"
            return
        used(space)
        if KINDS[kind] != "arrays":
            same(space, good(board, ending)[0])


def changed(board: int, data: bytes) -> dict[str, Any]:
    """The arrays of a map, changed: four bytes a change, that is array, what is done, where, and by what."""
    space = good(board, "npz")[0]
    about = {
        "format": "clew map 1", "puzzle": space.puzzle.to_dict(), "start": space.start, "edges": space.edges,
        "expand_goals": True, "max_depth": None, "complete": True,
    }  # fmt: skip
    arrays: dict[str, Any] = {**space.arrays(), "words": space.words()}
    for at in range(0, len(data) - 3, 4):
        which, way, where, value = data[at : at + 4]
        names = sorted([*arrays, *about])
        name = names[which % len(names)]
        if name in about:
            about[name] = (None, -1, value, 1 << value, "x", True, [])[way % 7]
        elif arrays[name].size == 0:
            continue
        elif way % 5 == 0:
            del arrays[name]
        elif way % 5 == 1:
            arrays[name] = arrays[name][: where % len(arrays[name])]
        elif way % 5 == 2:
            arrays[name] = arrays[name].astype(("<u8", ">u4", "<f4", "|b1", "<u2")[value % 5])
        else:
            content = bytearray(arrays[name].tobytes())
            content[where * 7 % len(content)] = value
            arrays[name] = np.frombuffer(bytes(content), arrays[name].dtype).reshape(arrays[name].shape)
    return {"about": np.frombuffer(json.dumps(about).encode(), np.uint8), **arrays}


def used(space: clew.StateSpace) -> None:
    """Everything that looks at the numbers of a map."""
    for act in (
        lambda: [space.index(space.state(i)) for i in range(space.n)],
        lambda: [space.optimal_moves(i) for i in range(space.n)],
        space.best_path,
        space.count_optimal,
        lambda: space.undirected_edges,
        lambda: space.layers,
        lambda: space.labels,
    ):
        try:
            act()
        except clew.ClewError:
            continue


def same(space: clew.StateSpace, known: clew.StateSpace) -> None:
    """What was read from damaged bytes is the map that they were before."""
    assert (space.n, space.edges, space.start) == (known.n, known.edges, known.start)
    assert space.puzzle == known.puzzle and (space.words() == known.words()).all()
    arrays = space.arrays()
    assert arrays.keys() == known.arrays().keys()
    assert all((array == arrays[name]).all() for name, array in known.arrays().items())


if __name__ == "__main__":
    from tests.fuzz.harness import run

    run(check, seeds(), WORDS)
