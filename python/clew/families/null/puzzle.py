"""The null puzzle: count down to zero. The smallest complete family, and the template for a new one.

A state is the counter, as text; the moves are `down` and `up`. Compact forms: ``null:5``,
``null[highest=9]:5``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Unpack

from clew.errors import BoardError
from clew.puzzles import limits
from clew.puzzles.base import EnginePuzzle, set_option, unknown_option
from clew.puzzles.fields import integer, shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clew._engine import Engine
    from clew.puzzles.base import About
    from clew.puzzles.position import Code, Position

MOVES = ("down", "up")
KEYS: dict[str, dict[str, Any]] = {
    "start": {
        "description": "The counter at the start.",
        "type": "integer",
        "minimum": 0,
        "maximum": limits.COUNTER,
    },
    "highest": {
        "description": "What the counter never exceeds; default: the start.",
        "type": "integer",
        "minimum": 0,
        "maximum": limits.COUNTER,
    },
}
"""The keys of a board file, each as a JSON Schema."""


def _number(text: str, key: str) -> int:
    text = text.strip() if isinstance(text, str) else repr(text)
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise BoardError(
            f'"{shown(text)}" is not a counter; write a whole number from 0 to {limits.COUNTER}', key=key
        )
    return int(text)


class Null(EnginePuzzle):
    """A counter that begins at `start`, never exceeds `highest` (default: `start`), and is solved at 0.

    >>> print(clew.solve(clew.Null(2)))
    down down
    """

    family = "null"
    _KEYS = KEYS
    _REQUIRED = {"start": "5"}  # noqa: RUF012 - never written

    def __init__(self, start: int, *, highest: int | None = None, **about: Unpack[About]) -> None:
        super().__init__(about)
        self.start = integer(start, "start", 0, limits.COUNTER)
        self.highest = self.start if highest is None else integer(highest, "highest", 0, limits.COUNTER)
        if self.highest < self.start:
            raise BoardError(
                f"is {self.highest}, below the start {self.start}; make it larger", key="highest"
            )

    @classmethod
    def _keys_of_options(cls, options: Sequence[str]) -> dict[str, Any]:
        keys: dict[str, Any] = {}
        for option in options:
            name, equals, value = option.partition("=")
            if name.strip() != "highest" or not equals:
                raise unknown_option(option, cls.family, ["highest=9"])
            set_option(keys, "highest", _number(value, "highest"), option)
        return keys

    @classmethod
    def _keys_of_body(cls, body: str) -> dict[str, Any]:
        return {"start": _number(body, "start")}

    def _options(self) -> list[str]:
        return [] if self.highest == self.start else [f"highest={self.highest}"]

    def _body(self) -> str:
        return str(self.start)

    def _own_keys(self) -> dict[str, Any]:
        extra = {} if self.highest == self.start else {"highest": self.highest}
        return {"start": self.start, **extra}

    def _build(self, engine: type[Engine]) -> Engine:
        return engine.make("null", start=self.start, highest=self.highest)

    def _begins(self) -> str:
        return str(self.start)

    def _numbers_of(self, text: str) -> list[int]:
        return [int(text)]

    def _text_of(self, numbers: Sequence[int]) -> str:
        return str(numbers[0])

    def _read(self, text: str) -> str:
        value = _number(text, "state")
        if value > self.highest:
            raise BoardError(
                f"{value} is above the highest value; write a number from 0 to {self.highest}", key="state"
            )
        return str(value)

    def _start_keys(self, here: Position) -> dict[str, Any]:
        return {"start": here._numbers[0], "highest": self.highest}

    def draw(self, state: Any) -> str:
        return str(self.position(state))

    def _names(self, here: Position, codes: Sequence[Code]) -> list[str]:
        return [MOVES[code[0]] for code in codes]

    def _why_not(self, here: Position, text: str) -> str:
        if text not in MOVES:
            return "a move is `down` or `up`"
        return (
            "the counter is at 0" if text == "down" else f"the counter is at its highest value {self.highest}"
        )

    def _words(self, here: Position, codes: Sequence[Code]) -> list[tuple[str, str]]:
        return [("the counter", f"the counter {MOVES[code[0]]}") for code in codes]

    def _standing(self, numbers: Sequence[int]) -> list[int]:
        return [0]

    def _landing(self, kind: int, place: int) -> tuple[str, str]:
        return "counter", str(place)
