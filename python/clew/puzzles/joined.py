"""A list of numbers for the engine, joined from parts that several boards may share."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


class Joined(list[int]):
    """The numbers of all parts, one after the other; `parts` are the lists that were joined."""

    def __init__(self, *parts: Sequence[int]) -> None:
        super().__init__(number for part in parts for number in part)
        self.parts = parts
