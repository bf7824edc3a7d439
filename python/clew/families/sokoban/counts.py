"""Metrics that count one thing, and another among solutions that are equal in it.

The engine minimises one number: `FIRST` times the first count, plus the second. Outside, a length is the
first count alone, so it is the number of moves, as in the other metrics.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from clew.errors import ClewError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from clew._engine import Code, Engine, Improvement, Solutions

FIRST = 100_000
"""What one of the first count costs in the engine (`engine/families/src/sokoban/mod.rs`)."""

_COSTS = ("length", "lower_bound", "distance", "best")
_CODES = ("codes", "line", "best")


class TwoCounts:
    """An engine that finds solutions which are best by both counts. All else is asked of the engine `first`,
    which knows only the first count: maps, moves, bounds.
    """

    def __init__(self, first: Engine, both: Engine) -> None:
        self._first = first
        self._both = both

    @classmethod
    def of(cls, first: Engine, both: Engine) -> Engine:
        """The two as one engine."""
        return cast("Engine", cls(first, both))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._first, name)

    def solve(self, position: Sequence[int], **options: Any) -> Any:
        """As `Engine.solve`."""
        return _told(self._both.solve(position, **_asked(options)))

    def between(self, position: Sequence[int], target: Sequence[int], **options: Any) -> Any:
        """As `Engine.between`."""
        return _told(self._both.between(position, target, **_asked(options)))

    def hint(self, position: Sequence[int], **options: Any) -> Any:
        """As `Engine.hint`."""
        found = _told(self._both.hint(position, **_asked(options)))
        return {**found, "moves": [(_code(code), _count(cost)) for code, cost in found["moves"]]}

    def solutions(self, position: Sequence[int], length: int | None = None, **options: Any) -> Any:
        """As `Engine.solutions`, of the best solutions only."""
        if length is not None:
            raise ClewError("solutions of a given length are listed only where one thing is counted")
        return _Shown(self._both.solutions(position, **_asked(options)))

    def improve(self, position: Sequence[int], *arguments: Any, **options: Any) -> Any:
        """As `Engine.improve`."""
        return _Shown(self._both.improve(position, *arguments, **_asked(options)))


class _Shown:
    """What the engine answers with an object, with its costs and codes as the first count has them."""

    def __init__(self, inner: Solutions | Improvement) -> None:
        self._inner: Any = inner

    def __getattr__(self, name: str) -> Any:
        return _shown(name, getattr(self._inner, name))

    def __iter__(self) -> Iterator[Any]:
        return ([_code(code) for code in codes] for codes in self._inner)

    def wait(self, seconds: float) -> Any:
        """As `Improvement.wait`."""
        return _told(self._inner.wait(seconds))


def _count(cost: int | None) -> int | None:
    return None if cost is None else cost // FIRST


def _code(code: Code) -> Code:
    """The code without the steps of its walk."""
    return code[:3]


def _shown(name: str, value: Any) -> Any:
    if name in _CODES and isinstance(value, list):
        return [_code(code) for code in value]
    return _count(value) if name in _COSTS else value


def _told(found: Any) -> Any:
    return {name: _shown(name, value) for name, value in found.items()}


def _asked(options: dict[str, Any]) -> dict[str, Any]:
    """The options with a limit on moves as a limit on costs, and reports with the first count."""
    asked = dict(options)
    if asked.get("moves") is not None:
        asked["moves"] = (asked["moves"] + 1) * FIRST - 1
    report: Callable[[Any], None] | None = asked.get("on_progress")
    if report is not None:
        asked["on_progress"] = lambda told: report(_told(told))
    return asked
