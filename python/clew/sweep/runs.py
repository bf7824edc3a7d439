"""Sorted lists of states on disk, read and written in blocks: layers as Parquet, runs as raw words.

A layer's columns are `word_0`, `word_1`, ...: the words of its states, which are sorted, so that differences
of neighbours are written and a state takes few bytes. A run only waits to be merged, and is written
uncompressed.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING
from uuid import uuid4

import numpy as np

from clew.optional import arrow, parquet

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from numpy.typing import NDArray

    from clew._engine import Engine

    Words = NDArray[np.uint64]

GROUP = 1 << 16
"""States per Parquet row group, the least that is read at a time."""


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


def run_stream(path: str, each: int, block: int) -> Stream:
    """The states of a run, `block` at a time."""
    return Stream(_run_parts(path, each * block), each)


def _run_parts(path: str, words: int) -> Iterator[Words]:
    with open(path, "rb") as file:
        while len(part := np.fromfile(file, np.uint64, words)):
            yield part


def layer_stream(path: str, each: int, block: int) -> Stream:
    """The states of a layer, `block` at a time."""
    return Stream(layer_parts(path, each, block), each)


def layer_parts(path: str, each: int, block: int) -> Iterator[Words]:
    """The words of a layer's states, `block` states at a time."""
    with parquet().ParquetFile(path, pre_buffer=False) as file:
        for batch in file.iter_batches(batch_size=block, use_threads=False):
            columns = [batch.column(k).to_numpy() for k in range(each)]
            yield columns[0] if each == 1 else np.column_stack(columns).reshape(-1)


def write_run(path: str, parts: Iterator[Words]) -> int:
    """Writes a run atomically, unless it is empty. Returns its number of words."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    count, new = 0, _new(path)
    with open(new, "wb") as file:
        for words in parts:
            words.tofile(file)
            count += len(words)
    if count:
        os.replace(new, path)
    else:
        os.remove(new)
    return count


class TableWriter:
    """A Parquet file that appears when it is complete, written in row groups of bounded size."""

    def __init__(self, path: str, each: int) -> None:
        self.path = path
        self.states = 0
        self._each = each
        self._new = _new(path)
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
            self._flush()

    def close(self) -> None:
        """Gives the file its name; if nothing was added, there is no file."""
        if self._rows:
            self._flush()
        if self._writer is not None:
            self._writer.close()
            os.replace(self._new, self.path)

    def _flush(self) -> None:
        table = arrow().concat_tables(self._waiting)
        if self._writer is None:
            os.makedirs(os.path.dirname(self.path), exist_ok=True)
            # The first word rises slowly if it is the whole state; other columns compress well by themselves.
            rising = {"word_0": "DELTA_BINARY_PACKED"} if self._each == 1 else None
            self._writer = parquet().ParquetWriter(
                self._new,
                table.schema,
                compression="zstd",
                use_dictionary=[name for name in ("depth", "distance") if name in table.schema.names],
                column_encoding=rising,
            )
        self._writer.write_table(table, row_group_size=GROUP)
        self._waiting, self._rows = [], 0


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
