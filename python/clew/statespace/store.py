"""Maps in files: `.npz` and Parquet to read again, GraphML and CSV for other programs.

A file is replaced as a whole, because a map may be saved over the file from which it is memory-mapped. What
is read is checked against its checksums and for consistency (`validation`) before it becomes a map.
"""

from __future__ import annotations

import json
import math
import os
from typing import TYPE_CHECKING, Any
from zipfile import ZIP_STORED, ZipFile, ZipInfo
from zlib import crc32

from clew.errors import ClewError
from clew.optional import needed, numpy_for
from clew.puzzles.fields import shown
from clew.puzzles.registry import from_dict
from clew.replacement import Replacement
from clew.statespace import export
from clew.statespace.arrays import ARRAYS
from clew.statespace.numbering import Packed
from clew.statespace.validation import KINDS, check

if TYPE_CHECKING:
    from collections.abc import Callable
    from os import PathLike

    from clew.puzzles.base import EnginePuzzle
    from clew.statespace.space import StateSpace

FORMAT = "clew map 1"
ALIGNMENT = 64
"""Bytes. An array in a file begins at a multiple of this, so that it can be memory-mapped."""


def save(space: StateSpace, path: str | PathLike[str], labels: bool = True) -> None:
    """See `StateSpace.save`."""
    space._found()
    target = os.fspath(path)
    ways: dict[str, Callable[[str], None]] = {
        ".npz": lambda new: _save_npz(space, new),
        ".parquet": lambda new: _save_parquet(space, new),
        ".graphml": lambda new: export.graphml(space, new, labels),
        ".gexf": lambda new: export.gexf(space, new, labels),
        ".gml": lambda new: export.gml(space, new, labels),
        ".dot": lambda new: export.dot(space, new, labels),
        ".json": lambda new: export.node_link(space, new, labels),
        ".csv": lambda new: export.csv(space, new, labels),
    }
    ending = os.path.splitext(target)[1].lower()
    if ending not in ways:
        raise ClewError(f"{target}: the name of a saved map must end in one of {', '.join(ways)}")
    if ending in (".npz", ".parquet"):
        _about(space)  # refused before any file is touched
    with Replacement(target) as new:
        ways[ending](new.path)


def load(path: str | PathLike[str]) -> StateSpace:
    """See `StateSpace.load`."""
    source = os.fspath(path)
    ending = os.path.splitext(source)[1].lower()
    if ending not in (".npz", ".parquet"):
        raise ClewError(f"{source}: a map is loaded from a .npz or .parquet file")
    with open(source, "rb"):
        pass  # why a file cannot be read at all is reported unchanged
    try:
        return _restored(*(_read_npz(source) if ending == ".npz" else _read_parquet(source)))
    except ClewError as error:
        raise ClewError(f"{source} is not a map that clew saved: {shown(str(error), 300)}") from error
    except MemoryError:
        raise
    except Exception as error:  # a damaged file makes zip, numpy and Arrow raise nearly anything
        raise ClewError(
            f"{source} is not a map that clew saved, or it is damaged: {shown(str(error), 300)}"
        ) from error


def _about(space: StateSpace) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "puzzle": space.puzzle.to_dict(),
        "start": space.start,
        "edges": space.edges,
        "expand_goals": space.expand_goals,
        "max_depth": space.max_depth,
        "complete": space.complete,
        "radius": space.radius,
        "all_solutions": space.all_solutions,
        "rests_on": space.rests_on,
    }


def _restored(about: Any, arrays: dict[str, Any]) -> StateSpace:
    if not isinstance(about, dict) or about.get("format") != FORMAT:
        format_ = about.get("format") if isinstance(about, dict) else None
        raise ClewError(f'its format is {format_!r}; this version reads "{FORMAT}"')
    puzzle = from_dict(about["puzzle"])
    check(puzzle, about, arrays)
    from clew.statespace.space import StateSpace  # which imports this module

    space = StateSpace(
        puzzle,
        Packed(puzzle._engine, arrays["words"]),
        {name: arrays.get(name) for name in ARRAYS},
        start=about["start"],
        edges=about["edges"],
        expand_goals=about["expand_goals"],
        max_depth=about["max_depth"],
        cut=not about["complete"],
    )
    # Earlier versions wrote none of these, and knew no more of a corridor than that it was cut.
    space.radius = about.get("radius")
    space.all_solutions = about.get("all_solutions", space.all_solutions)
    for name, words in about.get("rests_on", {}).items():
        setattr(space, name, words)
    return space


def kept(space: StateSpace) -> Any:
    """What a copy of a map keeps of its states; None if it has none. See `places_of`."""
    if space._places is None:
        return None
    if space.puzzle._has_own_numbers:
        return [space.state(i) for i in range(space.n)]
    return space.words()


def places_of(puzzle: EnginePuzzle, states: Any) -> Packed | None:
    """The states kept by `kept`, in an engine of their own."""
    if states is None:
        return None
    if isinstance(states, list):
        np, engine = numpy_for("a map"), puzzle._engine
        states = np.array([engine.words_of(puzzle._numbers(state)) for state in states], dtype=np.uint64)
    return Packed(puzzle._engine, states)


# ---------------------------------------------------------------- npz


def _save_npz(space: StateSpace, target: str) -> None:
    np = numpy_for("a map")
    about = np.frombuffer(json.dumps(_about(space)).encode(), dtype=np.uint8)
    arrays = {"about": about, **space.arrays(), "words": space.words()}
    with ZipFile(target, "w", ZIP_STORED, allowZip64=True) as archive:
        for name, array in arrays.items():
            with archive.open(_aligned_entry(archive, f"{name}.npy"), "w", force_zip64=True) as file:
                np.lib.format.write_array(file, array, allow_pickle=False)


def _aligned_entry(archive: Any, name: str) -> Any:
    """A zip entry whose content begins at a multiple of `ALIGNMENT`, because its header is padded."""
    header, wide_sizes, padding = 30, 20, 4
    entry = ZipInfo(name)
    begin = archive.fp.tell() + header + len(name) + wide_sizes + padding
    fill = -begin % ALIGNMENT
    # An extra field that nobody reads: a private number, its length, zeros.
    entry.extra = (0xC1E3).to_bytes(2, "little") + fill.to_bytes(2, "little") + bytes(fill)
    return entry


def _read_npz(source: str) -> tuple[Any, dict[str, Any]]:
    np = numpy_for("a map")
    arrays: dict[str, Any] = {}
    with ZipFile(source) as archive, open(source, "rb") as file:
        for entry in archive.infolist():
            name = entry.filename.removesuffix(".npy")
            if entry.compress_type != 0 or name in arrays or name not in (*KINDS, "about"):
                raise ValueError(f"{entry.filename} is not an array of a map")
            _check_sum(archive, entry)
            arrays[name] = _mapped(np, file, source, entry)
    return json.loads(arrays.pop("about").tobytes()), arrays


def _check_sum(archive: Any, entry: Any) -> None:
    """Reads an entry to its end, where zipfile compares its checksum."""
    with archive.open(entry) as content:
        while content.read(1 << 22):
            pass


def _mapped(np: Any, file: Any, source: str, entry: Any) -> Any:
    """The array in a zip entry, memory-mapped."""
    file.seek(entry.header_offset)
    header = file.read(30)
    file.seek(int.from_bytes(header[26:28], "little") + int.from_bytes(header[28:30], "little"), 1)
    begin = file.tell()
    version = np.lib.format.read_magic(file)
    if version != (1, 0):
        raise ValueError(f"an array of format {version}")
    shape, fortran, dtype = np.lib.format.read_array_header_1_0(file)
    if dtype.hasobject or (fortran and len(shape) > 1):
        raise ValueError("an array of another kind")
    if file.tell() - begin + math.prod(shape) * dtype.itemsize != entry.file_size:
        raise ValueError(f"{entry.filename} does not have the size of its array of {shape}")
    if 0 in shape:
        return np.zeros(shape, dtype)
    array = np.memmap(source, dtype, mode="r", offset=file.tell(), shape=shape)
    return array if array.flags.aligned else np.array(array)  # numpy.savez writes arrays anywhere


# ---------------------------------------------------------------- Parquet


def _arrow(what: str) -> tuple[Any, Any]:
    return needed("pyarrow", what, None), needed("pyarrow.parquet", what, None)


def _save_parquet(space: StateSpace, target: str) -> None:
    """Writes one row per state: its words, depth, distance, whether it is a goal, and the states after its
    moves.
    """
    np = numpy_for("a map")
    arrow, parquet = _arrow("a Parquet file")
    columns = {name: arrow.array(getattr(space, name)) for name in ("depth", "distance", "is_goal")}
    words = space.words()
    for k in range(words.shape[1]):
        columns[f"word_{k}"] = arrow.array(np.ascontiguousarray(words[:, k]))
    if space.indptr is not None:
        offsets = arrow.array(space.indptr.astype(np.int64))
        columns["moves"] = arrow.LargeListArray.from_arrays(offsets, arrow.array(space.indices))
        if space.costs is not None:
            columns["costs"] = arrow.LargeListArray.from_arrays(offsets, arrow.array(space.costs))
    table = arrow.table(columns).replace_schema_metadata(_signed(json.dumps(_about(space))))
    parquet.write_table(table, target, write_page_checksum=True)


def _signed(about: str) -> dict[str, str]:
    """The metadata of a Parquet file, with a digest: Arrow has checksums for pages only."""
    return {"clew": about, "clew_crc32": str(crc32(about.encode()))}


def _read_parquet(source: str) -> tuple[Any, dict[str, Any]]:
    np = numpy_for("a map")
    _, parquet = _arrow("a Parquet file")
    table = parquet.read_table(source, page_checksum_verification=True)
    metadata = table.schema.metadata or {}
    if b"clew" not in metadata:
        raise ValueError("its metadata has no entry `clew`")
    if metadata.get(b"clew_crc32", b"%d" % crc32(metadata[b"clew"])) != b"%d" % crc32(metadata[b"clew"]):
        raise ValueError("its metadata has changed since it was written")
    table.validate(full=True)
    whole = {name: table[name].combine_chunks() for name in table.column_names}
    if any(column.null_count for column in whole.values()):
        raise ValueError("it has rows without a value")
    arrays = {name: whole[name].to_numpy(zero_copy_only=False) for name in ("depth", "distance", "is_goal")}
    if "moves" in whole:
        arrays["indptr"] = whole["moves"].offsets.to_numpy().view(np.uint64)
        arrays["indices"] = whole["moves"].values.to_numpy()
    if "costs" in whole:
        arrays["costs"] = whole["costs"].values.to_numpy()
    arrays["words"] = np.column_stack([whole[name].to_numpy() for name in whole if name.startswith("word_")])
    return json.loads(metadata[b"clew"]), arrays
