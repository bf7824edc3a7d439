"""Checks machine code against the same rules in Python, on a few states, before a search relies on it.

The states are those of short random walks from the start, the kind that a search meets. The walks are the
same on every run; they are cut short only if the rules are very slow in Python.
"""

from __future__ import annotations

from ctypes import CFUNCTYPE, POINTER, c_int64, memset, sizeof
from time import monotonic
from typing import TYPE_CHECKING, Any

from clew.custom.native import BROKEN
from clew.custom.walks import walk
from clew.errors import PuzzleError

if TYPE_CHECKING:
    from collections.abc import Callable

    from clew.custom.compiled import Interpreted

THOROUGH, BRIEF = 24, 3
"""States checked when the table is new, and when only the start is new."""

PATIENCE = 0.2
"""Seconds after which no more states are checked, beyond the first few."""


def check(
    rules: Interpreted, puzzle: Any, start: Any, table: list[int], addresses: dict[str, int], thoroughly: bool
) -> None:
    """Checks the code at `addresses` against Python, on states near `start`.

    Raises `PuzzleError` for the first state on which a rule and its machine code disagree.
    """
    machine = _Machine(rules, addresses, table)
    until = monotonic() + PATIENCE
    most = THOROUGH if thoroughly else BRIEF
    states = walk(start, lambda state: _outcome(rules.states, "expand", puzzle, state), most)
    for number, state in enumerate(states):
        if number >= BRIEF and monotonic() > until:
            break
        _compare(rules, puzzle, machine, state)


def _compare(rules: Interpreted, puzzle: Any, machine: _Machine, state: Any) -> None:
    for name in ("expand", "predecessors"):
        if name in rules.rules:
            machine.hold(
                name, state, _outcome(rules.states, name, puzzle, state), machine.states(name, state)
            )
    for name in ("is_goal", "heuristic"):
        if name in rules.rules:
            kind = bool if name == "is_goal" else int
            machine.hold(name, state, _asked(rules, name, kind, machine, state), machine.number(name, state))
    if "cost" in rules.rules:
        after = machine.states("expand", state)
        for move in range(len(after) if isinstance(after, list) else 0):
            python = _asked(rules, "cost", int, machine, state, move)
            machine.hold("cost", state, python, machine.number("cost", state, move), move)


def _asked(rules: Interpreted, name: str, kind: type, machine: _Machine, *given: Any) -> Any:
    return _outcome(lambda: kind(rules.rules[name](*given, table=list(machine.table))))


def _outcome(rule: Any, *given: Any) -> Any:
    """What a rule returns in Python, or the exception that it raises."""
    try:
        return rule(*given)
    except Exception as error:
        return error


class _Machine:
    """The rules as machine code, called one by one."""

    def __init__(self, rules: Interpreted, addresses: dict[str, int], table: list[int]) -> None:
        numbers = POINTER(c_int64)
        kind = CFUNCTYPE(c_int64, numbers, numbers, c_int64, numbers, c_int64)
        self.rules = rules
        self.table = table
        self._calls = {name: kind(address) for name, address in addresses.items()}
        self._state = (c_int64 * rules.words)()
        self._out = (c_int64 * (rules.words * rules.most))()
        self._table = (c_int64 * max(1, len(table)))(*table)
        self._clear: Callable[[], object] = lambda: memset(self._out, 0, sizeof(self._out))

    def _call(self, name: str, state: Any, move: int = 0) -> int:
        self._state[:] = list(self.rules.words_of(state))
        size = len(self.table)
        return int(self._calls[name](self._state, self._out, move, self._table, size))

    def number(self, name: str, state: Any, move: int = 0) -> Any:
        """What the code returns; None if it raises."""
        answer = self._call(name, state, move)
        if answer == BROKEN:
            return None
        return answer != 0 if name == "is_goal" else answer

    def states(self, name: str, state: Any) -> Any:
        """The states that the code writes; None if it raises, or writes something that is not a state."""
        self._clear()
        count = self._call(name, state)
        if not 0 <= count <= self.rules.most:
            return None
        words = self.rules.words
        flat = self._out[: count * words]
        if any(word < 0 for word in flat):
            return None
        return flat if words == 1 else [tuple(flat[at : at + words]) for at in range(0, len(flat), words)]

    def hold(self, name: str, state: Any, python: Any, code: Any, move: int | None = None) -> None:
        """Raises `PuzzleError` unless both agree or both raise (the search will report that, if it gets
        there).
        """
        raised = isinstance(python, Exception)
        if code is None if raised else python == code:
            return
        of_move = "" if move is None else f" and its move {move}"
        in_python = f"raises {python!r}" if raised else f"gives {python!r}"
        as_code = "breaks" if code is None else f"gives {code!r}"
        raise PuzzleError(
            f"{self.rules.rules[name].label} {in_python} in Python and {as_code} as machine code, for "
            f"{state!r}{of_move}. Machine code checks every index, and has 64-bit whole numbers, which wrap "
            "around where Python's grow: keep every step from -2**63 to 2**63 - 1, and shift by 0 to 63",
            state,
        ) from (python if raised else None)
