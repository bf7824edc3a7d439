"""What a method written in Python may use up, and the answer that it gives."""

from __future__ import annotations

from time import perf_counter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from clew._engine import Code, Found, LimitName, Status

_LOOK_EVERY = 64  # expansions between two looks at the clock: about a millisecond


class Spent(Exception):
    """A limit is reached; `limit` is its name."""

    def __init__(self, limit: LimitName) -> None:
        super().__init__(limit)
        self.limit = limit


class Budget:
    """Counts expansions and stored states, and raises `Spent` at a limit.

    `stopped` is asked every few expansions, with the states stored so far and the bytes they take; it gives
    the name of the limit that is reached, or None.
    """

    def __init__(self, stopped: Callable[[int, int], LimitName | None]) -> None:
        self.expanded = 0
        self.stored = 0
        self.first: tuple[int, float] | None = None
        self._stopped = stopped
        self._began = perf_counter()

    @property
    def seconds(self) -> float:
        return perf_counter() - self._began

    def expand(self, bytes_a_state: int) -> None:
        """One more state is expanded."""
        self.expanded += 1
        if self.expanded % _LOOK_EVERY == 1:
            limit = self._stopped(self.stored, self.stored * bytes_a_state)
            if limit is not None:
                raise Spent(limit)

    def solved(self, length: int) -> None:
        """A solution is found: `first` keeps the length of the first one, and when it came."""
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
        """The answer in the engine's form; a line as long as the bound is optimal."""
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
