"""The progress of a running search."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from clew._engine import Report


class Progress:
    """A snapshot of a search, passed to `on_progress` about ten times a second.

    `phase`: "search", "count", ... `states`: distinct states stored. `expanded`: states expanded. `depth`:
    depth reached, in moves from the start. `best`: length of the best solution known, None while there is
    none. `lower_bound`: no solution is shorter. `expected`: the most states that can be stored, None if
    unknown. `seconds`: time since the search began.
    """

    __slots__ = (
        "_most_seconds",
        "_most_states",
        "best",
        "depth",
        "expanded",
        "expected",
        "lower_bound",
        "phase",
        "seconds",
        "states",
    )

    def __init__(self, report: Report, most_states: int | None, most_seconds: float | None) -> None:
        self.phase: str = report["phase"]
        self.states: int = report["states"]
        self.expanded: int = report["expanded"]
        self.depth: int = report["depth"]
        self.best: int | None = report["best"]
        self.expected: int | None = report["expected"]
        self.lower_bound: int = report["lower_bound"]
        self.seconds: float = report["seconds"]
        self._most_states = most_states
        self._most_seconds = most_seconds

    @property
    def states_per_second(self) -> float:
        """Mean rate since the start; 0 before any time has passed."""
        return self.states / self.seconds if self.seconds > 0 else 0.0

    @property
    def eta(self) -> float | None:
        """Seconds until a limit ends the search or all expected states are stored, whichever comes first.
        None without a limit on time or states and an expected number of states.

        A search may prove its answer earlier; that cannot be predicted.
        """
        left = []
        if self._most_seconds is not None:
            left.append(self._most_seconds - self.seconds)
        if self.states_per_second > 0:
            ends = [end for end in (self._most_states, self.expected) if end is not None]
            left += [(end - self.states) / self.states_per_second for end in ends]
        return max(0.0, min(left)) if left else None

    def __repr__(self) -> str:
        return (
            f"Progress({self.phase}: {self.states} states, {self.expanded} expanded, depth {self.depth}, "
            f"best {self.best}, lower bound {self.lower_bound}, {self.seconds:.1f} s)"
        )
