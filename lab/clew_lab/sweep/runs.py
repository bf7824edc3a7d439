"""Sorted lists of states on disk, read and written in blocks: layers as Parquet, runs as raw words.

A layer's columns are `word_0`, `word_1`, ...: the words of its states, which are sorted, so that differences
of neighbours are written and a state takes few bytes. A run only waits to be merged, and is written
uncompressed: a file has the runs for all partitions, one after another, then a table with the number of
states and the checksum of each.

Nothing is read that is not what was written: a file is a `File` to its readers, with its checksum, and one
that is missing, cut, changed or exchanged for another is a `ClewError` that names it.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple
from uuid import uuid4
from zlib import crc32

import numpy as np

from clew.optional import arrow, parquet
from clew_lab.sweep.mapfile import File, damaged, present

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from clew._engine import Engine

    Words = NDArray[np.uint64]

GROUP = 1 << 16
"""States per Parquet row group, the least that is read at a time."""

PIECE = 1 << 20
"""Bytes read at a time for a checksum."""

ROW = 16
"""Bytes of a row of the table of a file with runs."""


def whole(out: str, file: File) -> str:
    """The path of a Parquet file in the folder `out`. Raises `ClewError` unless it is as it was written."""
    path = present(out, file)
    with open(path, "rb") as opened:
        if _checksum(opened) != file.checksum:
            raise damaged(path)
    return path


def _checksum(file: BinaryIO, size: int = sys.maxsize) -> int:
    """That of the next `size` bytes, or of what there is."""
    found = 0
    while size and (piece := file.read(min(size, PIECE))):
        found = crc32(piece, found)
        size -= len(piece)
    return found


class Stream:
    """A sorted list with one block in memory: `words` (states * `each`,), and whether it is `open`, that is,
    whether more follow. An open block is never empty.
    """

    def __init__(self, parts: Iterator[Words], each: int) -> None:
        self._parts = parts
        self._each = each
        self.words: Words = np.empty(0, np.uint64)
        self.open = True
        self._fill()

    def drop(self, states: int) -> None:
        """Drops the first states of the block; reads more when none are left."""
        self.words = self.words[states * self._each :]
        self._fill()

    def _fill(self) -> None:
        while self.open and not len(self.words):
            part = next(self._parts, None)
            if part is None:
                self.open = False
            else:
                self.words = part


class Section(NamedTuple):
    """One run within a file: where it begins, in bytes, the number of its states, and its checksum."""

    path: str
    begin: int
    states: int
    checksum: int

    def stream(self, each: int, block: int) -> Stream:
        """Its states, `block` at a time. Raises `ClewError` unless they are as they were written."""
        self.check(each)
        return Stream(self._parts(each, block), each)

    def check(self, each: int) -> None:
        """Raises `ClewError` unless the run is as it was written."""
        with open(self.path, "rb") as file:
            file.seek(self.begin)
            if _checksum(file, 8 * each * self.states) != self.checksum:
                raise damaged(self.path)

    def _parts(self, each: int, block: int) -> Iterator[Words]:
        left = self.states
        with open(self.path, "rb") as file:
            file.seek(self.begin)
            while left:
                yield np.fromfile(file, np.uint64, each * min(left, block))
                left -= min(left, block)


def sections(out: str, file: File, each: int, partitions: int) -> list[Section]:
    """The runs of a file for all partitions. Raises `ClewError` unless its table is the one written."""
    path = present(out, file)
    with open(path, "rb") as opened:
        opened.seek(file.size - ROW * partitions)
        table = opened.read()
    if crc32(table) != file.checksum:
        raise damaged(path)
    counts, checksums = np.frombuffer(table, np.uint64).reshape(partitions, 2).T.tolist()
    begins = np.concatenate([[0], np.cumsum(counts)]) * (8 * each)
    return [Section(path, *row) for row in zip(begins.tolist(), counts, checksums, strict=False)]


class RunsWriter:
    """A file of runs for the partitions, which are added in their order; it appears when it is complete."""

    def __init__(self, out: str, path: str, each: int, partitions: int) -> None:
        self._out = out
        self._path = path
        self._each = each
        self._table = np.zeros((partitions, 2), np.uint64)
        self._new = _new(os.path.join(out, path))
        os.makedirs(os.path.dirname(self._new), exist_ok=True)
        self._file = open(self._new, "wb")  # noqa: SIM115 - closed by `close`

    def add(self, partition: int, parts: Iterator[Words]) -> int:
        """Writes the run of a partition. Returns the number of its states."""
        words, found = 0, 0
        for part in parts:
            part.tofile(self._file)
            words += len(part)
            found = crc32(part.data, found)
        self._table[partition] = words // self._each, found
        return words // self._each

    def close(self, lasting: bool) -> File | None:
        """Gives the file its name, unless there are no states. `lasting`: it survives a power failure."""
        states = int(self._table[:, 0].sum())
        self._table.tofile(self._file)
        self._file.flush()
        size = self._file.tell()
        if lasting and states:
            os.fsync(self._file.fileno())
        self._file.close()
        if not states:
            os.remove(self._new)
            return None
        os.replace(self._new, os.path.join(self._out, self._path))
        return File(self._path, states, size, crc32(self._table.data))


def layer_stream(path: str, each: int, block: int) -> Stream:
    """The states of a layer, `block` at a time."""
    return Stream(layer_parts(path, each, block), each)


def layer_parts(path: str, each: int, block: int) -> Iterator[Words]:
    """The words of a layer's states, `block` states at a time."""
    with parquet().ParquetFile(path, pre_buffer=False) as file:
        for batch in file.iter_batches(batch_size=block, use_threads=False):
            columns = [batch.column(k).to_numpy() for k in range(each)]
            yield columns[0] if each == 1 else np.column_stack(columns).reshape(-1)


class TableWriter:
    """A Parquet file that appears when it is complete. Its bytes depend on the states alone, not on how many
    were added at a time.
    """

    def __init__(self, out: str, path: str, each: int) -> None:
        self.states = 0
        self._out = out
        self._path = path
        self._each = each
        self._new = _new(os.path.join(out, path))
        self._writer: Any = None
        self._waiting: list[Any] = []
        self._rows = 0

    def add(self, words: Words, **columns: Any) -> None:
        """Adds states, and further columns with a value for each."""
        rows = words.reshape(-1, self._each)
        named = {f"word_{k}": np.ascontiguousarray(rows[:, k]) for k in range(self._each)}
        table = arrow().table({**named, **columns})
        self.states += table.num_rows
        self._rows += table.num_rows
        self._waiting.append(table)
        if self._rows >= GROUP:
            self._flush(self._rows // GROUP * GROUP)

    def close(self) -> File | None:
        """Gives the file its name; if nothing was added, there is no file."""
        if self._rows:
            self._flush(self._rows)
        if self._writer is None:
            return None
        self._writer.close()
        with open(self._new, "r+b") as file:
            os.fsync(file.fileno())
            checksum, size = _checksum(file), file.tell()
        os.replace(self._new, os.path.join(self._out, self._path))
        return File(self._path, self.states, size, checksum)

    def _flush(self, rows: int) -> None:
        table = arrow().concat_tables(self._waiting)
        if self._writer is None:
            os.makedirs(os.path.dirname(self._new), exist_ok=True)
            # The first word rises slowly if it is the whole state; other columns compress well by themselves.
            rising = {"word_0": "DELTA_BINARY_PACKED"} if self._each == 1 else None
            self._writer = parquet().ParquetWriter(
                self._new,
                table.schema,
                compression="zstd",
                use_dictionary=[name for name in ("depth", "distance") if name in table.schema.names],
                column_encoding=rising,
            )
        self._writer.write_table(table.slice(0, rows).combine_chunks(), row_group_size=GROUP)
        self._rows -= rows
        self._waiting = [table.slice(rows)] if self._rows else []


def merged(
    engine: Engine, new: list[Stream], seen: list[Stream], within: list[Stream] | None = None
) -> Iterator[Words]:
    """The states of `new` that are in none of `seen` and (unless it is None) in one of `within`: sorted,
    without duplicates.
    """
    streams = [*new, *seen, *(within or [])]
    while any(len(stream.words) for stream in new):
        words, taken = engine.fresh(_blocks(new), _blocks(seen), None if within is None else _blocks(within))
        for stream, states in zip(streams, taken, strict=True):
            stream.drop(states)
        if len(words):
            yield words


def _blocks(streams: list[Stream]) -> list[tuple[Words, bool]]:
    return [(stream.words, stream.open) for stream in streams]


def _new(path: str) -> str:
    """A unique name for an unfinished file: the same task may run twice if a worker seems lost."""
    return f"{path}.{uuid4().hex}.new"
