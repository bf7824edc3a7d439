"""Files of proofs taken apart and put together, and what the checker says of them."""

from __future__ import annotations

import io
import json
import struct
import zlib
from dataclasses import dataclass, field
from typing import Any

import clew
from clew import clew_check
from clew.errors import BoardError
from tests.property.under_test import puzzle_of


@dataclass
class Listed:
    """A list of states: tuples of fields, and a number each."""

    states: list[tuple[int, ...]]
    numbers: list[int]


@dataclass
class Proof:
    """A file of a family that the checker knows, with what it holds."""

    header: dict[str, Any]
    size: int
    lists: list[Listed] = field(default_factory=list)

    @classmethod
    def read(cls, content: bytes) -> Proof:
        header, body = parted(content)
        size, fields = sizes(header["puzzle"])
        proof = cls(header, size)
        at = 0
        for count, width in counts(header):
            columns = []
            for _ in range(fields):
                columns.append(struct.unpack_from(f"<{count}{'BH'[size - 1]}", body, at))
                at += count * size
            numbers = [
                int.from_bytes(body[at + width * i : at + width * (i + 1)], "little") for i in range(count)
            ]
            at += count * width
            proof.lists.append(Listed(list(zip(*columns, strict=True)), numbers))
        assert at == len(body)
        return proof

    def write(self) -> bytes:
        """The file, with the counts of the header as the lists are."""
        header, body = dict(self.header), b""
        names = ["near", "states"] if "near" in header else ["states"]
        for name, listed in zip(names, self.lists, strict=True):
            header[name] = len(listed.states)
        for (_, width), listed in zip(counts(header), self.lists, strict=True):
            for column in zip(*listed.states, strict=True):
                body += b"".join(value.to_bytes(self.size, "little") for value in column)
            body += b"".join(number.to_bytes(width, "little") for number in listed.numbers if width)
        return packed(header, body)


def counts(header: dict[str, Any]) -> list[tuple[int, int]]:
    """The lengths of the lists, and the bytes of their numbers."""
    near = [(header["near"], 1)] if "near" in header else []
    return [*near, (header["states"], header.get("width", 0))]


def sizes(puzzle: dict[str, Any]) -> tuple[int, int]:
    """The bytes of a field, and the number of fields."""
    rules: Any = clew_check.FAMILIES[puzzle["family"]]
    rules = rules(puzzle)
    return rules.size, len(rules.ranges)


def parted(content: bytes) -> tuple[dict[str, Any], bytes]:
    """The header and the body."""
    begin = len(clew_check.MAGIC) + 4
    end = begin + int.from_bytes(content[begin - 4 : begin], "big")
    return json.loads(content[begin:end]), zlib.decompress(content[end:])


def packed(header: object, body: bytes) -> bytes:
    """The file of a header and a body."""
    return framed(json.dumps(header).encode(), zlib.compress(body))


def framed(header: bytes, body: bytes) -> bytes:
    return clew_check.MAGIC + len(header).to_bytes(4, "big") + header + body


def verdict(content: bytes) -> str:
    """What the checker says: what is proved, or why nothing is."""
    try:
        return clew_check.check(io.BytesIO(content), seconds=30)[0]
    except clew_check.Refused as error:
        return f"not proved: {error}"


def is_true(content: bytes, proved: str) -> bool:
    """Whether what was proved of the puzzle in a file is so, as a search finds."""
    puzzle = parted(content)[0]["puzzle"]
    try:
        solution = clew.solve(puzzle_of(puzzle))
    except BoardError as error:  # a board that nobody would mean, and that has no solution
        blocked = "which is a wall" in str(error) or "which is a fixed block" in str(error)
        return blocked and not proved.startswith("the fewest")
    if proved == "no solution":
        return solution.status == "unsolvable"
    number = int(proved.split()[-1])
    if proved.startswith("no solution costs less"):
        return solution.length is None or solution.length >= number
    return solution.length == number
