"""What the scripts answer to a tick: what their animals want and ask, read from the bytes of game.lua."""

from __future__ import annotations

import struct
from typing import Any, NamedTuple

from clew_world.lua import wire

_AT = struct.Struct("<Idd")
_PAIR = struct.Struct("<II")
_COUNTS = struct.Struct("<8I")
_QUESTION = struct.Struct("<IBIdd")


class Question(NamedTuple):
    """What an animal asks about a route. `kind` is POINT, ELEMENT, KIND, ESCAPE or MEET; `element` and `what`
    (a kind of elements) say what it is about, `dangers` which kinds to avoid."""

    number: int
    kind: int
    element: int
    x: float
    y: float
    key: bytes
    what: str
    dangers: tuple[str, ...]


class Wants(NamedTuple):
    """What animals want after a tick, by number.

    `avoided`: the kinds that an animal avoids on its way from now on. `messages`: from whom, to whom,
    what. `spawned`: by whom, where, which kind.
    """

    targets: list[tuple[int, float, float]]
    words: list[tuple[int, str]]
    looks: list[tuple[int, str]]
    lines: list[tuple[int, str]]
    avoided: list[tuple[int, str]]
    messages: list[tuple[int, int, str]]
    spawned: list[tuple[int, float, float, str]]
    questions: list[Question]


class _Reader:
    """Reads what game.lua packed, from front to back."""

    def __init__(self, data: bytes, place: int) -> None:
        self._data = data
        self._place = place

    def fields(self, form: struct.Struct) -> tuple[Any, ...]:
        """The next fields, in that `struct` format."""
        found = form.unpack_from(self._data, self._place)
        self._place += form.size
        return found

    def text(self, size: struct.Struct = wire.LENGTH) -> bytes:
        """The next text, which begins with its length."""
        (length,) = self.fields(size)
        self._place += length
        return self._data[self._place - length : self._place]

    def words(self, size: struct.Struct = wire.LENGTH) -> str:
        """The next text, decoded."""
        return self.text(size).decode("utf-8", "replace")

    def texts(self, count: int) -> list[tuple[int, str]]:
        """That many texts of animals."""
        return [(self.fields(wire.LENGTH)[0], self.words()) for _ in range(count)]

    def places(self, count: int) -> list[tuple[int, float, float]]:
        """That many places of animals."""
        end = self._place + _AT.size * count
        found = list(_AT.iter_unpack(self._data[self._place : end]))
        self._place = end
        return found

    def question(self) -> Question:
        """The next question."""
        number, kind, element, x, y = self.fields(_QUESTION)
        key, what, dangers = self.text(wire.SHORT), self.words(wire.SHORT), self.words(wire.SHORT)
        kinds = tuple(dangers.split("\0")) if dangers else ()
        return Question(number, kind, element, x, y, key, what, kinds)


def unpacked_answer(answer: bytes) -> tuple[Wants, list[wire.Fault]]:
    """Unpacks what `packed_answer` packed: what the animals want, and the errors."""
    faults = []
    (count,) = wire.LENGTH.unpack_from(answer)
    place = wire.LENGTH.size
    for _ in range(count):
        number, stops, length = struct.unpack_from("<I?I", answer, place)
        place += struct.calcsize("<I?I")
        faults.append(wire.Fault(number, stops, answer[place : place + length]))
        place += length
    read = _Reader(answer, place)
    counts = read.fields(_COUNTS)
    wants = Wants(
        read.places(counts[0]),
        read.texts(counts[1]),
        read.texts(counts[2]),
        read.texts(counts[3]),
        read.texts(counts[4]),
        [(*read.fields(_PAIR), read.words()) for _ in range(counts[5])],
        [(*read.fields(_AT), read.words()) for _ in range(counts[6])],
        [read.question() for _ in range(counts[7])],
    )
    return wants, faults
