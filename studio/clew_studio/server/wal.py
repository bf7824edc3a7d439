"""Compares what SQLite's write-ahead log should contain with what can be read of it.

SQLite reads the log up to the first page whose checksum is wrong and silently drops the rest, since after a
power cut the end of a log may be half written. This module examines the rest too: if a page after the first
bad one ends a transaction of this log, it was once written completely, so its rows are lost. The index beside
the log (`-shm`), which survives a killed process, says how many pages the log had.

The formats are those of https://www.sqlite.org/fileformat2.html#walformat and https://www.sqlite.org/walformat.html.
"""

from __future__ import annotations

import struct
import sys
from pathlib import Path
from typing import NamedTuple

HEADER, FRAME_HEADER = 32, 24
MAGIC = 0x377F0682
"""The magic number of logs whose checksums are over little-endian words; big-endian ones have this plus 1."""

INDEX_HEADER = 48
"""The index begins with two equal headers; then it says how many pages the database has (`backfilled`)."""

MASK = 0xFFFFFFFF


class Loss(NamedTuple):
    """What cannot be read of a log, and the least number of transactions that are lost."""

    reason: str
    transactions: int = 1


class _Index(NamedTuple):
    frames: int
    backfilled: int
    salts: bytes


def loss(database: Path) -> Loss | None:
    """What opening the database would lose of its log; None if it loses nothing.

    Call this before SQLite opens the database, which then merges the readable part of the log.
    """
    log = _read(database.with_name(database.name + "-wal"))
    index = _index(_read(database.with_name(database.name + "-shm")))
    if len(log) <= HEADER:
        return _missing(index, "the write-ahead log is missing or empty")
    size, order, salts, sums = _header(log)
    if not size:
        return Loss("the header of the write-ahead log is damaged", _ends(log, _page_size(log), None))
    readable, committed = _follow(log, size, order, salts, sums)
    told = index.frames if index is not None and index.salts == salts else None
    if told is not None:  # pages beyond were being written and had not been acknowledged
        log = log[: HEADER + told * (size + FRAME_HEADER)]
    lost = _ends(log, size, salts, readable)
    if lost:
        return Loss(f"the write-ahead log cannot be read from page {readable + 1} on", lost)
    if told is not None and told > committed:
        return Loss(f"the write-ahead log ends after {committed} of {told} pages")
    return None


def _missing(index: _Index | None, reason: str) -> Loss | None:
    return None if index is None or index.frames <= index.backfilled else Loss(reason)


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return b""


def _header(log: bytes) -> tuple[int, str, bytes, tuple[int, int]]:
    """Page size (0 if the header is damaged), byte order of words, salts and checksum of a log."""
    magic = int.from_bytes(log[:4], "big")
    order = ">" if magic & 1 else "<"
    told = struct.unpack(">2I", log[24:32])
    good = magic | 1 == MAGIC | 1 and _checksum(log[:24], order, (0, 0)) == told
    return _page_size(log) if good else 0, order, log[16:24], told


def _page_size(log: bytes) -> int:
    return int.from_bytes(log[8:12], "big")


def _follow(log: bytes, size: int, order: str, salts: bytes, sums: tuple[int, int]) -> tuple[int, int]:
    """How many pages of a log are valid, and how many up to the end of the last complete transaction."""
    good = committed = 0
    for start in range(HEADER, len(log) - size - FRAME_HEADER + 1, size + FRAME_HEADER):
        head, page = log[start : start + FRAME_HEADER], log[start + FRAME_HEADER :][:size]
        sums = _checksum(page, order, _checksum(head[:8], order, sums))
        if head[8:16] != salts or struct.unpack(">2I", head[16:]) != sums:
            break
        good += 1
        if any(head[4:8]):
            committed = good
    return good, committed


def _ends(log: bytes, size: int, salts: bytes | None, after: int = 0) -> int:
    """How many transactions end after `after` pages. Older pages, which have other salts, do not count."""
    if size < 512 or size & (size - 1):
        return 1  # damaged header: at least one
    starts = range(HEADER + after * (size + FRAME_HEADER), len(log) - FRAME_HEADER + 1, size + FRAME_HEADER)
    heads = (log[start : start + FRAME_HEADER] for start in starts)
    return sum(any(head[4:8]) and salts in (None, head[8:16]) for head in heads)


def _index(text: bytes) -> _Index | None:
    """The index of a log; None if there is none that can be trusted."""
    head = text[:INDEX_HEADER]
    if len(text) < 2 * INDEX_HEADER + 4 or head != text[INDEX_HEADER : 2 * INDEX_HEADER] or not head[12]:
        return None
    order = "<" if sys.byteorder == "little" else ">"
    if _checksum(head[:40], order, (0, 0)) != struct.unpack("=2I", head[40:]):
        return None
    (frames,) = struct.unpack("=I", head[16:20])
    (backfilled,) = struct.unpack_from("=I", text, 2 * INDEX_HEADER)
    return _Index(frames, backfilled, head[32:40])


def _checksum(data: bytes, order: str, sums: tuple[int, int]) -> tuple[int, int]:
    """SQLite's checksum of pairs of words, continued from `sums`."""
    one, two = sums
    for first, second in struct.iter_unpack(f"{order}2I", data):
        one = (one + first + two) & MASK
        two = (two + second + one) & MASK
    return one, two
