"""Compiles rules with Numba, each in a wrapper with the signature that the engine calls.

    rule(state: *i64, out: *i64, mv: i64, table: *i64, size: i64) -> i64

The wrapper passes the pointers to the rule as arrays of exactly their length and returns `BROKEN` if the rule
raises. Rules are compiled with bounds checks, so an index beyond `out` or `table` raises.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from clew.errors import PuzzleError

if TYPE_CHECKING:
    from clew.custom.rules import Rule

BROKEN = -(1 << 63)
"""What machine code returns if its rule raised; `bindings/src/compiled.rs` has the same value."""

CALLS = {
    "expand": "rule(state, out{table})",
    "predecessors": "rule(state, out{table})",
    "is_goal": "rule(state{table})",
    "heuristic": "rule(state{table})",
    "cost": "rule(state, mv{table})",
}

_SAYS_NOTHING = ("For more", "-", "This is not", "During: ", "Failed in nopython mode pipeline")
"""How lines of Numba's messages begin that do not help to correct a rule."""


def machine_code(rules: dict[str, Rule], words: int, most: int) -> dict[str, Any]:
    """Each rule as machine code with an `address`. Raises `PuzzleError` for one that Numba cannot compile."""
    made: dict[tuple[Any, str], Any] = {}
    for name, rule in rules.items():
        if (words, most) not in rule.machine:  # a subclass has the rules that it inherits
            key = (rule.function, CALLS[name])  # `predecessors = expand` is compiled once
            made[key] = made.get(key) or _compiled(rule, words, most)
            rule.machine[words, most] = made[key]
    return {name: rule.machine[words, most] for name, rule in rules.items()}


def _compiled(rule: Rule, words: int, most: int) -> Any:
    from numba import cfunc, types
    from numba.core.errors import NumbaError

    pointer_to: Any = types.CPointer
    pointer = pointer_to(types.int64)
    signature = types.int64(pointer, pointer, types.int64, pointer, types.int64)
    try:
        return cfunc(signature)(_wrapper(rule, words, most))
    except NumbaError as error:
        raise PuzzleError(f"Numba cannot compile {rule.label}: {in_short(error)}") from error
    except Exception as error:  # Numba's own slips, over a named tuple with defaults for example
        kind = type(error).__name__
        raise PuzzleError(f"Numba cannot compile {rule.label}: {kind}: {in_short(error)}") from error


def _wrapper(rule: Rule, words: int, most: int) -> Any:
    from numba import carray, njit  # type: ignore[attr-defined]
    from numba.core.types import int64

    source = (
        "def wrapper(state, out, mv, table, size):\n"
        f"    state = {'carray(state, (1,))[0]' if words == 1 else 'carray(state, (WORDS,))'}\n"
        f"    out = carray(out, {'(MOST,)' if words == 1 else '(MOST, WORDS)'})\n"
        "    table = carray(table, (size,))\n"
        "    try:\n"  # around the one call: Numba compiles more for each
        f"        found = {CALLS[rule.name].format(table=', table' if rule.takes_table else '')}\n"
        "    except Exception:\n"
        "        return int64(BROKEN)\n"
        f"    return {'1 if found else 0' if rule.name == 'is_goal' else 'int64(found)'}\n"
    )
    names: dict[str, Any] = {
        "rule": njit(boundscheck=True)(rule.function),
        "carray": carray, "int64": int64, "WORDS": words, "MOST": most, "BROKEN": BROKEN,
    }  # fmt: skip
    exec(source, names)
    return names["wrapper"]


def in_short(error: Exception) -> str:
    """The lines of Numba's message that say what is wrong and where."""
    lines = [re.sub(r"\x1b\[[0-9;]*m", "", line).strip() for line in str(error).splitlines()]
    told = [line for line in lines if line and not line.startswith(_SAYS_NOTHING)] or lines
    message = " ".join(told)[:600]
    if "type of <class 'function'>" in message:
        message += ". Decorate functions that rules call with @clew.compiled, too"
    return message
