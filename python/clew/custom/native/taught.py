"""Whether somebody has taught Numba something in this process, as `numba.extending` allows.

Numba finds what it was taught by types, not by names that could be read in the code of the rules.
"""

from __future__ import annotations

from clew.custom.native.libraries import is_in_a_library

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

_seen: dict[int, bool] = {}
"""The answer for that many entries. Numba never forgets any, and looking at all takes 20 ms."""


def changes_numba() -> bool:
    """Whether anything that Numba has been taught comes from elsewhere than Python, Numba or NumPy. What
    installed packages teach it (entry points `numba_extensions`) shows only after it has compiled something.
    """
    import sys

    if not {"numba.core.typing.templates", "numba.core.imputils", "numba.core.rewrites"} <= set(sys.modules):
        return False
    lists = list(_lists())
    count = sum(map(len, lists))
    if count not in _seen:
        try:
            _seen[count] = not all(_is_of_libraries(one) for entries in lists for one in entries)
        except Exception:  # taught by something that is no plain function
            _seen[count] = True
    return _seen[count]


def _lists() -> Iterator[list[Any]]:
    """What Numba finds types, machine code and rewriting rules in."""
    from numba.core import imputils
    from numba.core.rewrites import registry as rewriting
    from numba.core.typing import templates

    types: Any = templates.builtin_registry
    code: Any = imputils.builtin_registry
    yield from (types.functions, types.attributes)
    yield [one for _, kind in types.globals for one in getattr(kind, "templates", ())]
    for entries in (code.functions, code.getattrs, code.setattrs, code.casts, code.constants):
        yield [entry[0] for entry in entries]
    yield from rewriting.rewrite_registry.rewrites.values()


def _is_of_libraries(one: Any) -> bool:
    """Whether a function with what it closes over, or a class with its functions, belongs to Python, Numba or
    NumPy.
    """
    import sys

    if hasattr(one, "__code__"):
        inner = [cell.cell_contents for cell in one.__closure__ or ()]
        file = one.__code__.co_filename
    else:
        inner = [getattr(one, name, None) for name in vars(one) if name != "key"]  # what it is for
        file = str(getattr(sys.modules.get(one.__module__), "__file__", None))
    return is_in_a_library(file) and all(_is_of_libraries(it) for it in inner if hasattr(it, "__code__"))
