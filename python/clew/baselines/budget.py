"""Limits for a method written in Python, and its answer."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from clew._engine import Code, Found, LimitName, Status

_LOOK_EVERY = 64  # expansions between two checks of the clock: about a millisecond


class Spent(Exception):
    """A limit is reached; `limit` is its name."""

    def __init__(self, limit: LimitName) -> None:
        super().__init__(limit)
        self.limit = limit


class Budget:
    """Counts expansions and stored states, and raises `Spent` at a limit.

    `stopped` is called every few expansions with the states stored so far and their bytes; it returns the
    name of the limit reached, or None.
    """

    def __init__(self, stopped: Callable[[int, int], LimitName | None]) -> None:
        self.expanded = 0
        self.stored = 0
        self.first: tuple[int, float] | None = None
        self._stopped = stopped
        self._began = perf_counter()

    @property
    def seconds(self) -> float:
        """Seconds since the method began."""
        return perf_counter() - self._began

    def expand(self, bytes_a_state: int) -> None:
        """Counts one more expanded state. Raises `Spent` at a limit."""
        self.expanded += 1
        if self.expanded % _LOOK_EVERY == 1:
            limit = self._stopped(self.stored, self.stored * bytes_a_state)
            if limit is not None:
                raise Spent(limit)

    def solved(self, length: int) -> None:
        """Records a solution: `first` keeps the length and the time of the first one."""
        if self.first is None:
            self.first = (length, self.seconds)

    def answer(
        self,
        status: Status,
        reason: str,
        *,
        codes: list[Code] | None = None,
        length: int | None = None,
        bound: int | None = 0,
        limit: LimitName | None = None,
    ) -> Found:
        """The answer in the engine's form; a solution as long as the bound is optimal."""
        return {
            "status": status,
            "limit": limit,
            "length": length,
            "codes": codes,
            "optimal": length is not None and length == bound,
            "lower_bound": bound,
            "states": self.stored,
            "expanded": self.expanded,
            "seconds": self.seconds,
            "algorithm": "article",
            "reason": reason,
        }
