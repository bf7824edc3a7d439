"""Metrics that count one thing, and another among solutions that are equal in it.

The engine minimises one number: `FIRST` times the first count, plus the second. Outside, a length is the
first count alone, so it is the number of moves, as in the other metrics.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn, cast

from clew.errors import ClewError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from clew._engine import Engine, Improvement, Solutions

FIRST = 100_000
"""What one of the first count costs in the engine (`engine/families/src/sokoban/mod.rs`)."""

_COSTS = ("length", "lower_bound", "distance", "best")
_TABLES = ("census", "expand", "explore", "join", "moves_of_all", "proof")


class TwoCounts:
    """An engine whose costs are shown as the first count alone."""

    def __init__(self, engine: Engine) -> None:
        self._inner = engine

    @classmethod
    def of(cls, engine: Engine) -> Engine:
        """The engine with such costs."""
        return cast("Engine", cls(engine))

    def __getattr__(self, name: str) -> Any:
        return _refuse if name in _TABLES else getattr(self._inner, name)

    @property
    def unit_cost(self) -> bool:
        """Whether every move costs 1, as it is shown."""
        return True

    def moves(self, position: Sequence[int]) -> list[tuple[Any, int, Any]]:
        """As `Engine.moves`."""
        return [(code, cost // FIRST, after) for code, cost, after in self._inner.moves(position)]

    def heuristic(self, position: Sequence[int]) -> int | None:
        """As `Engine.heuristic`."""
        return _first(self._inner.heuristic(position))

    def predecessors(self, position: Sequence[int]) -> list[tuple[Any, int]] | None:
        """As `Engine.predecessors`."""
        found = self._inner.predecessors(position)
        return None if found is None else [(before, cost // FIRST) for before, cost in found]

    def solve(self, position: Sequence[int], **options: Any) -> Any:
        """As `Engine.solve`."""
        return _told(self._inner.solve(position, **_asked(options)))

    def between(self, position: Sequence[int], target: Sequence[int], **options: Any) -> Any:
        """As `Engine.between`."""
        return _told(self._inner.between(position, target, **_asked(options)))

    def hint(self, position: Sequence[int], **options: Any) -> Any:
        """As `Engine.hint`."""
        found = self._inner.hint(position, **_asked(options))
        shown = {"distance": _first(found["distance"])}
        return {**found, **shown, "moves": [(code, _first(cost)) for code, cost in found["moves"]]}

    def solutions(self, position: Sequence[int], length: int | None = None, **options: Any) -> Any:
        """As `Engine.solutions`, of the best solutions only."""
        if length is not None:
            raise ClewError("solutions of a given length are listed only where one thing is counted")
        return _Shown(self._inner.solutions(position, **_asked(options)))

    def improve(self, position: Sequence[int], *arguments: Any, **options: Any) -> Any:
        """As `Engine.improve`."""
        return _Shown(self._inner.improve(position, *arguments, **_asked(options)))


class _Shown:
    """What the engine answers with an object, with its costs as they are shown."""

    def __init__(self, inner: Solutions | Improvement) -> None:
        self._inner: Any = inner

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._inner, name)
        return _first(value) if name in _COSTS else value

    def __iter__(self) -> Iterator[Any]:
        return iter(self._inner)

    def wait(self, seconds: float) -> Any:
        """As `Improvement.wait`."""
        return _told(self._inner.wait(seconds))


def _first(cost: int | None) -> int | None:
    return None if cost is None else cost // FIRST


def _told(found: Any) -> Any:
    return {key: _first(value) if key in _COSTS else value for key, value in found.items()}


def _asked(options: dict[str, Any]) -> dict[str, Any]:
    """The options with a limit on moves as a limit on costs, and reports with costs as they are shown."""
    asked = dict(options)
    if asked.get("moves") is not None:
        asked["moves"] = (asked["moves"] + 1) * FIRST - 1
    report: Callable[[Any], None] | None = asked.get("on_progress")
    if report is not None:
        asked["on_progress"] = lambda told: report(_told(told))
    return asked


def _refuse(*_: Any, **__: Any) -> NoReturn:
    raise ClewError('maps, censuses and proofs count one thing: use metric = "moves" or metric = "pushes"')
