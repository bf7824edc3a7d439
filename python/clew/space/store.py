"""Maps in files: `.npz` and Parquet to read again, GraphML and CSV for other programs."""

from __future__ import annotations

import json
import os

from clew.errors import ClewError
from clew.space.needs import needed, numpy_for
from clew.space.places import Packed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from os import PathLike
    from typing import Any

    from clew.space.space import StateSpace

FORMAT = "clew map 1"
ALIGNMENT = 64
"""Bytes. An array in a file begins at a multiple of it, so that it can be used where it lies."""


def save(space: StateSpace, path: str | PathLike[str], labels: bool = True) -> None:
    """See `StateSpace.save`."""
    from clew.space import export

    space._found()
    target = os.fspath(path)
    ways: dict[str, Callable[[], None]] = {
        ".npz": lambda: _save_npz(space, target),
        ".parquet": lambda: _save_parquet(space, target),
        ".graphml": lambda: export.graphml(space, target, labels),
        ".csv": lambda: export.csv(space, target, labels),
    }
    ending = os.path.splitext(target)[1].lower()
    if ending not in ways:
        raise ClewError(f"{target}: a map is written as one of {', '.join(ways)}, told by the ending")
    ways[ending]()


def load(path: str | PathLike[str]) -> StateSpace:
    """See `StateSpace.load`."""
    source = os.fspath(path)
    ending = os.path.splitext(source)[1].lower()
    if ending not in (".npz", ".parquet"):
        raise ClewError(f"{source}: a map is read from .npz or .parquet, told by the ending")
    return _load_npz(source) if ending == ".npz" else _load_parquet(source)


def _about(space: StateSpace) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "puzzle": space.puzzle.to_dict(),
        "start": space.start,
        "edges": space.edges,
        "expand_goals": space.expand_goals,
        "max_depth": space.max_depth,
        "complete": space.complete,
    }


def _restored(source: str, about: dict[str, Any], arrays: dict[str, Any], words: Any) -> StateSpace:
    from clew.puzzles.registry import from_dict
    from clew.space.space import ARRAYS, StateSpace

    if about.get("format") != FORMAT:
        raise ClewError(f'{source}: its format is {about.get("format")!r}; this version reads "{FORMAT}"')
    puzzle = from_dict(about["puzzle"])
    return StateSpace(
        puzzle,
        Packed(puzzle.engine, words),
        {name: arrays.get(name) for name in ARRAYS},
        start=about["start"],
        edges=about["edges"],
        expand_goals=about["expand_goals"],
        max_depth=about["max_depth"],
        cut=not about["complete"],
    )


# ---------------------------------------------------------------- npz


def _save_npz(space: StateSpace, target: str) -> None:
    from zipfile import ZIP_STORED, ZipFile

    np = numpy_for("a map")
    about = np.frombuffer(json.dumps(_about(space)).encode(), dtype=np.uint8)
    arrays = {"about": about, **space.arrays(), "words": space.words()}
    with ZipFile(target, "w", ZIP_STORED, allowZip64=True) as archive:
        for name, array in arrays.items():
            with archive.open(_aligned_entry(archive, f"{name}.npy"), "w", force_zip64=True) as file:
                np.lib.format.write_array(file, array, allow_pickle=False)


def _aligned_entry(archive: Any, name: str) -> Any:
    """An entry of a zip file whose content begins at a multiple of `ALIGNMENT`: its header is padded."""
    from zipfile import ZipInfo

    header, wide_sizes, padding = 30, 20, 4
    entry = ZipInfo(name)
    begin = archive.fp.tell() + header + len(name) + wide_sizes + padding
    fill = -begin % ALIGNMENT
    # An extra field that nobody reads: a private number, its length, zeros.
    entry.extra = (0xC1E3).to_bytes(2, "little") + fill.to_bytes(2, "little") + bytes(fill)
    return entry


def _load_npz(source: str) -> StateSpace:
    from zipfile import BadZipFile, ZipFile

    np = numpy_for("a map")
    arrays: dict[str, Any] = {}
    try:
        with ZipFile(source) as archive, open(source, "rb") as file:
            for entry in archive.infolist():
                if entry.compress_type != 0:
                    raise ValueError(f"{entry.filename} is compressed")
                arrays[entry.filename.removesuffix(".npy")] = _mapped(np, file, source, entry.header_offset)
        about = json.loads(arrays["about"].tobytes())
    except (BadZipFile, ValueError, KeyError) as error:
        raise ClewError(f"{source} is no map that clew saved: {error}") from error
    return _restored(source, about, arrays, arrays["words"])


def _mapped(np: Any, file: Any, source: str, offset: int) -> Any:
    """The array whose entry of the zip file begins at `offset`, read when it is looked at."""
    file.seek(offset)
    header = file.read(30)
    file.seek(int.from_bytes(header[26:28], "little") + int.from_bytes(header[28:30], "little"), 1)
    version = np.lib.format.read_magic(file)
    if version != (1, 0):
        raise ValueError(f"an array of format {version}")
    shape, fortran, dtype = np.lib.format.read_array_header_1_0(file)
    if dtype.hasobject or (fortran and len(shape) > 1):
        raise ValueError("an array of another kind")
    if 0 in shape:
        return np.zeros(shape, dtype)
    return np.memmap(source, dtype, mode="r", offset=file.tell(), shape=shape)


# ---------------------------------------------------------------- Parquet


def _arrow(what: str) -> tuple[Any, Any]:
    install = "pip install pyarrow"
    return needed("pyarrow", what, install), needed("pyarrow.parquet", what, install)


def _save_parquet(space: StateSpace, target: str) -> None:
    """One row a state: its words, depth, distance, whether it is a goal, and the states after its moves."""
    np = numpy_for("a map")
    arrow, parquet = _arrow("a Parquet file")
    columns = {name: arrow.array(getattr(space, name)) for name in ("depth", "distance", "is_goal")}
    words = space.words()
    for k in range(words.shape[1]):
        columns[f"word_{k}"] = arrow.array(np.ascontiguousarray(words[:, k]))
    if space.indptr is not None:
        offsets = arrow.array(space.indptr.view(np.int64))
        columns["moves"] = arrow.LargeListArray.from_arrays(offsets, arrow.array(space.indices))
        if space.costs is not None:
            columns["costs"] = arrow.LargeListArray.from_arrays(offsets, arrow.array(space.costs))
    table = arrow.table(columns).replace_schema_metadata({"clew": json.dumps(_about(space))})
    parquet.write_table(table, target)


def _load_parquet(source: str) -> StateSpace:
    np = numpy_for("a map")
    arrow, parquet = _arrow("a Parquet file")
    try:
        table = parquet.read_table(source, memory_map=True)
    except arrow.ArrowInvalid as error:
        raise ClewError(f"{source} is no Parquet file: {error}") from error
    metadata = table.schema.metadata or {}
    if b"clew" not in metadata:
        raise ClewError(f"{source} is no map that clew saved: its metadata has no entry `clew`")
    whole = {name: table[name].combine_chunks() for name in table.column_names}
    arrays = {name: whole[name].to_numpy(zero_copy_only=False) for name in ("depth", "distance", "is_goal")}
    if "moves" in whole:
        arrays["indptr"] = whole["moves"].offsets.to_numpy().view(np.uint64)
        arrays["indices"] = whole["moves"].values.to_numpy()
    if "costs" in whole:
        arrays["costs"] = whole["costs"].values.to_numpy()
    words = [whole[name].to_numpy() for name in whole if name.startswith("word_")]
    return _restored(source, json.loads(metadata[b"clew"]), arrays, np.column_stack(words))
