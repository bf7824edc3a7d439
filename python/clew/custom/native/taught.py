"""Whether somebody has taught Numba something in this process, as `numba.extending` allows.

Numba finds what it was taught by types, not by names that could be read in the code of the rules.
"""

from __future__ import annotations

from clew.custom.native.libraries import is_in_a_library, is_of_a_library

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

_seen: dict[int, bool] = {}
"""The answer for that many entries. Numba forgets hardly any, and looking at all of them takes 20 ms."""

_IMPLEMENTED_BY = ("_overload_func", "_definition_func")
"""What a template, of which Numba makes the types of calls, has for the function behind it."""


def changes_numba() -> bool:
    """Whether anything that Numba has been taught comes from elsewhere than Python, Numba or NumPy. What
    installed packages teach it (entry points `numba_extensions`) shows only after it has compiled something.
    """
    import sys

    if not {"numba.core.registry", "numba.core.imputils", "numba.core.rewrites"} <= set(sys.modules):
        return False
    try:
        lists = [list(entries) for entries in _lists()]
        count = sum(map(len, lists))
        if count not in _seen:
            _seen[count] = not all(_is_of_libraries(one) for entries in lists for one in entries)
        return _seen[count]
    except Exception:  # taught by something that is no plain function
        return True


def _lists() -> Iterator[Any]:
    """What Numba finds types, machine code and rewriting rules in."""
    from numba.core import imputils
    from numba.core.registry import cpu_target
    from numba.core.rewrites import registry as rewriting
    from numba.core.typing import templates

    made = vars(cpu_target)  # what it has not needed yet is not there
    typing, target = (
        vars(made[name]) if name in made else {"_registries": ()}
        for name in ("_toplevel_typing_context", "_toplevel_target_context")
    )
    types: Any
    for types in {templates.builtin_registry, *typing["_registries"]}:
        yield from (types.functions, types.attributes)
        yield from map(_meanings, [kind for _, kind in types.globals])
    code: Any
    for code in {imputils.builtin_registry, *target["_registries"]}:
        for entries in (code.functions, code.getattrs, code.setattrs, code.casts, code.constants):
            yield [entry[0] for entry in entries]
    yield from rewriting.rewrite_registry.rewrites.values()


def _meanings(kind: Any) -> list[Any]:
    """What stands behind the type of a global value: templates, or a function that its author compiled."""
    own = [kind.dispatcher.py_func] if hasattr(kind, "dispatcher") else []
    return [*getattr(kind, "templates", ()), *own]


def _is_of_libraries(one: Any) -> bool:
    """Whether a function with what it closes over, or a class with its functions, belongs to Python, Numba or
    NumPy.
    """
    import sys

    if hasattr(one, "__code__"):
        inner = [cell.cell_contents for cell in one.__closure__ or ()]
        return is_in_a_library(one.__code__.co_filename) and all(map(_may_be_called, inner))
    if not isinstance(one, type):
        return is_of_a_library(one)
    inner = [getattr(one, name) for name in _IMPLEMENTED_BY if name in vars(one)]
    own = [made for name in vars(one) if name != "key" and hasattr(made := getattr(one, name), "__code__")]
    home = str(getattr(sys.modules.get(one.__module__), "__file__", None))
    return is_in_a_library(home) and all(map(_is_of_libraries, (*inner, *own)))


def _may_be_called(value: Any) -> bool:
    """Whether a function that closes over a value calls nobody else's code with it."""
    if isinstance(value, type) or not callable(value):
        return True
    if not type(value).__module__.startswith("numba."):
        return _is_of_libraries(value)
    behind = [getattr(value, name) for name in ("py_func", "_defn") if hasattr(value, name)]
    return all(map(_is_of_libraries, behind))
