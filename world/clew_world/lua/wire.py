"""The protocol between the world and its script worker: frames of bytes, and a small shared page.

A frame is its length (4 bytes) and its bytes; numbers are little-endian. A request begins with one letter
(`SETUP`, `LOAD`, `DROP`, `LOOK`, `TICK`); the answer begins with one byte that says whether a twin is being
made of the worker as it is after this request.
"""

from __future__ import annotations

import itertools
import os
import socket
import struct
from collections.abc import Iterable, Sequence
from mmap import mmap
from time import process_time
from typing import NamedTuple

SETUP, LOAD, DROP, LOOK, TICK = b"S", b"L", b"D", b"K", b"T"
TOUCH, TAKE, ARRIVE, BLOCKED, MESSAGE = 1, 2, 3, 4, 5
"""What can happen to an animal, in the order of `HANDLERS` in events.lua."""
LOADED = b"\0"
"""How the answer to `LOAD` begins if the script was loaded; then comes a bit for each event it handles."""
CALLS = (
    "setup",
    "hears",
    "load",
    "drop",
    "set_look",
    "begin",
    "run",
    "finish",
    "collect",
    "collect_all",
    "greatest",
    "blamed",
    "spent",
    "account",
    "audit",
    "keeper",
)
"""The functions of runtime.lua."""
WATCH_BYTES = 4096
_NOBODY = 0
LONG = 0.001
"""Wall-clock seconds after which the CPU time of a turn is checked."""
MEAN, BURST, ALL = 400_000, 10_000_000, 5_000_000
"""Instructions that a script may take in a tick on average, and that it may save up for one long turn; all
scripts together have `ALL` in a tick on average, if that is less, and `BURST` at most.
"""
SETTLED = 0.00025
"""Wall-clock seconds after which the CPU time of short turns is charged to nobody."""
PATIENCE = 4
"""How many times the limit a request may take once all scripts have had their turns: garbage collection must
finish at some time, and would not if it were always interrupted.
"""
LENGTH = struct.Struct("<I")
_PLACE = struct.Struct("<IddB")
ENDED = 2
"""How the answer begins if a turn was ended; then come whose script is at fault and why."""
SHORT = struct.Struct("<H")
POINT, ELEMENT, KIND, ESCAPE, MEET = 1, 2, 3, 4, 5
"""What a question is about: a route to a point, to an element, to the nearest of a kind; away from all
dangers; and to where another one's route can be crossed."""


def share_of(animals: int) -> int:
    """Instructions that each of that many scripts may take in a tick on average."""
    return min(MEAN, ALL // max(animals, 1))


class Fault(NamedTuple):
    """The error in an animal's turn; `stops`: its script must not run again."""

    number: int
    stops: bool
    words: bytes


class Watch:
    """The shared page: which processes are alive, whose turn it is and since when, and the longest turn of
    this request.

    For speed, turns are timed by the clock, and only long ones by the CPU time of the process.
    """

    def __init__(self, page: mmap) -> None:
        self._numbers = memoryview(page).cast("Q")
        self._times = memoryview(page).cast("d")
        self._number = _NOBODY
        self._at = 0.0
        self._worked = 0.0
        self._longest = 0.0

    def began(self, number: int, at: float) -> None:
        """The worker: a turn begins (`at` on the clock), and the previous one has ended."""
        if at - self._at > LONG and self._number != _NOBODY:
            self.judge(self._number, at - self._at)
        self._number, self._at = number, at
        self._numbers[0] = number
        self._times[1] = at

    def fields(self) -> tuple[memoryview[int], memoryview[float]]:
        """The worker: whose turn it is (item 0 of the first) and since when (item 1 of the second), to set in
        a loop.
        """
        return self._numbers, self._times

    def judge(self, number: int, clock: float) -> float:
        """The worker: the CPU time of a turn that took that long by the clock; it is never more than that.

        The CPU time counts from the last turn that was judged: the turns in between are charged to nobody.
        """
        worked = process_time()
        took = min(worked - self._worked, clock)
        self._worked = self._times[7] = worked
        if took > self._longest:
            self._longest = took
            self._numbers[2], self._times[3] = number, took
        return took

    def settle(self) -> None:
        """The worker: time used until now is not charged to the next turn, however long that waits for the
        processor.
        """
        self._worked = self._times[7] = process_time()

    def ended(self, at: float) -> None:
        """The worker: the last turn of a request has ended."""
        self.began(_NOBODY, at)

    def done(self) -> None:
        """The worker: all scripts have had their turns; only cleaning up is left."""
        self._numbers[6] = 1

    def is_done(self) -> bool:
        """The world: whether all scripts have had their turns."""
        return bool(self._numbers[6])

    def clear(self) -> None:
        """The worker: a new request."""
        self._number, self._longest = _NOBODY, 0.0
        self.settle()
        self._times[8] = self._worked
        self._numbers[0] = self._numbers[2] = _NOBODY
        self._numbers[6] = 0
        self._times[1] = self._times[3] = 0.0

    def alive(self, pid: int) -> None:
        """The worker: registers this process as the worker."""
        self.clear()
        self._numbers[4] = pid

    def twin(self, pid: int) -> None:
        """The worker: registers that process as its twin (0: none)."""
        self._numbers[5] = pid

    def processes(self) -> tuple[int, int]:
        """The world: the ids of the worker and its twin."""
        return self._numbers[4], self._numbers[5]

    def culprit(self, now: float, limit: float) -> int | None:
        """The world: whose turn took longest, the current one or an earlier one, when a request has worked
        for the limit; `now` is the time on the clock.

        The current turn counts with the rest of the limit, but at most with its time on the clock.
        """
        number, longest = self._numbers[0], self._numbers[2]
        settled, began = self._times[7], self._times[8]
        allowed = limit * (PATIENCE if self.is_done() else 1)
        current = min(now - self._times[1], began + allowed - settled)
        if longest != _NOBODY and (number == _NOBODY or current < self._times[3]):
            return longest
        return number if number != _NOBODY else None

    def close(self) -> None:
        """The world: releases the page."""
        self._numbers.release()
        self._times.release()


def send(to: socket.socket, frame: bytes) -> None:
    """Sends one frame."""
    to.sendall(LENGTH.pack(len(frame)) + frame)


def receive(source: socket.socket) -> bytes:
    """One frame; empty if the other side has closed."""
    head = _exactly(source.fileno(), 4)
    return _exactly(source.fileno(), LENGTH.unpack(head)[0]) if head else b""


def packed_list(frames: Sequence[bytes]) -> bytes:
    """Frames as one byte string, which `receive_list` reads back."""
    return LENGTH.pack(len(frames)) + b"".join(LENGTH.pack(len(frame)) + frame for frame in frames)


def receive_list(source: int) -> list[bytes] | None:
    """Frames packed by `packed_list`; None if the other side has closed."""
    head = _exactly(source, 4)
    if not head:
        return None
    return [_exactly(source, LENGTH.unpack(_exactly(source, 4))[0]) for _ in range(LENGTH.unpack(head)[0])]


def _exactly(source: int, count: int) -> bytes:
    parts = []
    while count > 0:
        part = os.read(source, min(count, 1 << 20))
        if not part:
            return b""
        parts.append(part)
        count -= len(part)
    return b"".join(parts)


def packed_answer(wants: bytes, faults: Sequence[Fault]) -> bytes:
    """The answer to a tick."""
    told = b"".join(
        struct.pack("<I?I", fault.number, fault.stops, len(fault.words)) + fault.words for fault in faults
    )
    return LENGTH.pack(len(faults)) + told + wants


class Reply(NamedTuple):
    """The answer to a question: where the route ends, who is there (0: nobody), how long it takes, and its
    points."""

    element: int
    seconds: float
    x: float
    y: float
    points: list[tuple[float, float, str]]


class View:
    """What the world sends to the scripts each tick; `packed` makes the request."""

    def __init__(self) -> None:
        self.gone: list[int] = []
        self.stretches: list[tuple[int, float, float, float]] = []
        self.replies: list[tuple[int, bytes, Reply | None]] = []
        self.events: list[tuple[int, int, int, str]] = []
        """What has happened: to which animal, what (`TOUCH`, ...), with which other element (0: none), and a
        text.
        """
        self._places: list[bytes] = []
        self._kept: list[bytes] = []

    def place_all(self, places: Iterable[tuple[int, float, float, int]]) -> None:
        """Where elements are now: number, x, y and flags of each."""
        self._places = list(itertools.starmap(_PLACE.pack, places))

    def keep(self, number: int, x: float, y: float, flags: int) -> None:
        """The place of an element that does not move: sent once."""
        self._kept.append(_PLACE.pack(number, x, y, flags))

    def packed(self, tick: int, seconds: float, share: int, *, limited: bool) -> bytes:
        """The request for one tick, `seconds` after the start; `share`: the instructions of each script on
        average. Turns are ended if they take too much only if `limited`.
        """
        heads = struct.pack(
            "<IdI?IIIII",
            tick,
            seconds,
            share,
            limited,
            len(self._kept) + len(self._places),
            len(self.gone),
            len(self.stretches),
            len(self.replies),
            len(self.events),
        )
        parts = [heads, *self._kept, *self._places]
        parts += [struct.pack("<I", number) for number in self.gone]
        parts += [struct.pack("<Iddd", *stretch) for stretch in self.stretches]
        for number, key, reply in self.replies:
            count = -1 if reply is None else len(reply.points)
            parts.append(struct.pack("<IH", number, len(key)) + key + struct.pack("<i", count))
            if reply is not None:
                parts.append(struct.pack("<Iddd", reply.element, reply.seconds, reply.x, reply.y))
                parts += [struct.pack("<ddB", x, y, len(how)) + how.encode() for x, y, how in reply.points]
        for number, code, other, words in self.events:
            data = words.encode()
            parts.append(struct.pack("<IBIH", number, code, other, len(data)) + data)
        return TICK + b"".join(parts)


def packed_setup(
    width: float,
    height: float,
    seed: int,
    elements: Sequence[tuple[int, str, str, str]],
    spawns: Iterable[str],
) -> bytes:
    """`elements`: number, kind, name and look of each; `spawns`: the kinds that scripts may add."""
    parts = [struct.pack("<ddIII", width, height, seed, BURST, len(elements))]
    for number, *texts in elements:
        parts.append(struct.pack("<I", number))
        parts += [_short(text) for text in texts]
    kinds = [_short(kind) for kind in spawns]
    return SETUP + b"".join([*parts, LENGTH.pack(len(kinds)), *kinds])


def _short(text: str) -> bytes:
    data = text.encode()
    return SHORT.pack(len(data)) + data


def packed_load(number: int, chunk: str, source: str, *, limited: bool) -> bytes:
    """The request to load a script for an animal; `limited` as for `View.packed`."""
    return LOAD + struct.pack("<I?", number, limited) + chunk.encode() + b"\0" + source.encode()


def packed_drop(number: int) -> bytes:
    """The request to stop an animal's script."""
    return DROP + struct.pack("<I", number)


def packed_look(number: int, look: str) -> bytes:
    """The request to tell scripts that an animal looks different."""
    return LOOK + struct.pack("<I", number) + look.encode()
