"""The table of states that the engine keeps for a puzzle with rules for arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clew.custom.batched import Batched

if TYPE_CHECKING:
    from collections.abc import Callable

    from clew.puzzle import Puzzle


class BatchedTable:
    """The engine's table of the states of a puzzle with rules for arrays. They are numbered as with `Rules`.

    The engine refers to the rules, `Batched`, and Python cannot see that: if those referred back to the
    table, neither would ever be freed.
    """

    def __init__(
        self, own: Puzzle, start: Any, weighted: bool, guided: bool, landings: Callable[[Any], list[int]]
    ) -> None:
        batched = Batched(own, start, weighted)
        batched.compare(start)
        self._form = batched.form
        self.rules = batched.rules(guided, landings)
        self.position(start)

    def position(self, state: Any) -> tuple[int, int]:
        """The engine's number of a state, in two halves."""
        return self.rules.position(self._form.words_of(state))

    def __len__(self) -> int:
        return len(self.rules)

    def state(self, position: tuple[int, int]) -> Any:
        """The state with a number."""
        return self._form.state(self.rules.words(position))
