"""Checks compiled rules, and rules for arrays, against the same rules for one state in Python."""

from __future__ import annotations

from clew.custom.optional_rules import overrides

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from clew.errors import PuzzleError
    from clew.puzzle import Puzzle


class Machine:
    """The other form of a puzzle's rules, if it has one: machine code, or rules for arrays."""

    def __init__(self, puzzle: Puzzle) -> None:
        from clew.custom.adaptor import Custom
        from clew.custom.compiled import has_numba

        self.puzzle = puzzle
        compiled = hasattr(puzzle, "_compiled_code") and has_numba()
        batched = overrides(puzzle, "batch_successors")
        self.adaptor = Custom(puzzle) if compiled or batched else None
        self.is_machine = compiled

    def check(self, breach: Callable[..., PuzzleError], state: Any, after: list[Any]) -> None:
        """Raises the error that `breach` returns if the two forms disagree on a state; `after`: the states
        after its moves.
        """
        if self.adaptor is None:
            return
        engine, position = self.adaptor.engine, self.adaptor.position(state)
        moves = engine.moves(position)
        found = [self.adaptor.state_of(other) for _, _, other in moves]
        if self.is_machine and found != after:
            raise breach(
                "expand", f"returned {found} as machine code and {after} in Python, at "
                f"{state!r}: machine code has 64-bit "
                "numbers, so keep every intermediate result below 2**63", state,
            )  # fmt: skip
        if not self.is_machine:
            self._check_arrays(breach, state, moves, found)
        if engine.is_goal(position) != bool(self.puzzle.is_goal(state)):
            raise breach(*self._differs("is_goal", state), state)
        bound = self.puzzle.heuristic(state)
        if engine.heuristic(position) != bound and (bound is None or bound < 1_000_000):
            raise breach(*self._differs("heuristic", state), state)

    def _check_arrays(
        self, breach: Callable[..., PuzzleError], state: Any, moves: list[Any], found: list[Any]
    ) -> None:
        puzzle = self.puzzle
        same = puzzle.canonical(state)
        pairs = list(puzzle.successors(same))
        wanted = [puzzle.canonical(after) for _, after in pairs]
        if found != wanted:
            raise breach(
                "batch_successors", f"returned {found}, and the moves one by one lead to {wanted}, at "
                f"{same!r}", state,
            )  # fmt: skip
        costs, single = [cost for _, cost, _ in moves], [puzzle.cost(same, move) for move, _ in pairs]
        if costs != single:
            raise breach("batch_successors", f"returned the costs {costs}, not {single}, at {same!r}", state)

    def _differs(self, rule: str, state: Any) -> tuple[str, str]:
        if self.is_machine:
            return rule, f"differs between machine code and Python, at {state!r}"
        return f"batch_{rule}", f"differs from {rule}, at {state!r}"
