"""A digest of compiled rules: of their code and everything compiled into it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from secrets import token_hex

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import CodeType, ModuleType
    from typing import Any

    from clew.custom.rules import Rule

FORMAT = "clew rules 3"

_LIBRARIES = ("numba", "numpy")
"""Their functions are named in a digest, with their versions; other functions are read."""

_PLAIN = (int, float, complex, str, bytes, range, slice, frozenset, type(None), type(...))
"""Types whose `repr` says all that their values are."""

_UNKNOWN = "unknown"
"""Stands before a value of which the digest does not know all that matters: code that it is compiled into is
used by this process only.
"""

_PROCESS = token_hex()


def digest(rules: dict[str, Rule], words: int, most: int) -> str:
    """A name for the machine code of these rules on this processor; it changes with the rules and with
    versions.
    """
    from hashlib import sha256

    from clew.custom.native.target import name_of

    parts = [FORMAT, _versions(), name_of(), str(words), str(most)]
    seen: set[object] = set()
    for name, rule in sorted(rules.items()):
        parts += [name, *_of_function(rule.function, seen)]
    if _UNKNOWN in parts:
        parts.append(_PROCESS)
    return sha256("\0".join(parts).encode()).hexdigest()


def _versions() -> str:
    import sys
    from importlib.metadata import PackageNotFoundError, version

    found = [sys.version]
    for library in _LIBRARIES:
        try:
            found.append(f"{library} {version(library)}")
        except PackageNotFoundError:
            found.append(f"{library} ?")
    return " ".join(found)


def _of_function(function: Any, seen: set[object]) -> list[str]:
    """The code of a function, and the values of the names that it uses."""
    function = getattr(function, "py_func", function)  # already wrapped by Numba
    if id(function) in seen:
        return ["again"]
    seen.add(id(function))
    code: CodeType = function.__code__
    parts = [*_of_code(code), *_of_value(function.__defaults__, (), seen)]
    names = _names(code)
    cells = [cell.cell_contents for cell in function.__closure__ or ()]
    known = [function.__globals__[name] for name in names if name in function.__globals__]
    for value in (*cells, *known):
        parts += _of_value(value, names, seen)
    return parts


def _of_code(code: CodeType) -> list[str]:
    constants = [part for value in code.co_consts for part in _of_constant(value)]
    return [code.co_code.hex(), *constants, repr(code.co_names), repr(code.co_varnames)]


def _of_constant(value: Any) -> list[str]:
    return _of_code(value) if hasattr(value, "co_code") else [repr(value)]


def _names(code: CodeType) -> list[str]:
    inner = [name for value in code.co_consts if hasattr(value, "co_code") for name in _names(value)]
    return sorted({*code.co_names, *inner})


def _of_value(value: Any, names: Sequence[str], seen: set[object]) -> list[str]:
    """A value that is compiled into code that uses these names: of a module, what it has by such a name."""
    from types import ModuleType

    if _is_of_a_library(value):
        return [_name_of(value)]
    if isinstance(value, ModuleType):
        return [value.__name__, *_of_module(value, names, seen)]
    if isinstance(value, type):
        return [_name_of(value), *_of_class(value, seen)]
    if hasattr(getattr(value, "py_func", value), "__code__"):
        return [repr(sorted(getattr(value, "targetoptions", {}).items())), *_of_function(value, seen)]
    if hasattr(value, "tobytes"):
        return [str(getattr(value, "dtype", "")), str(getattr(value, "shape", "")), value.tobytes().hex()]
    if isinstance(value, tuple | list):
        return [
            type(value).__name__,
            *(part for item in value for part in [",", *_of_value(item, names, seen)]),
        ]
    return [repr(value)] if _is_plain(value) else [_UNKNOWN, repr(value)]


def _of_module(module: ModuleType, names: Sequence[str], seen: set[object]) -> list[str]:
    if (id(module), *names) in seen:
        return ["again"]
    seen.add((id(module), *names))
    there = [(name, vars(module)[name]) for name in names if name in vars(module)]
    return [part for name, value in there for part in [name, *_of_value(value, names, seen)]]


def _of_class(kind: type, seen: set[object]) -> list[str]:
    """What a class has: the members of an enumeration, the names of a named tuple, the code of methods."""
    if id(kind) in seen:
        return ["again"]
    seen.add(id(kind))
    members = getattr(kind, "__members__", None)
    if isinstance(members, Mapping):
        return [f"{name}={member.value!r}" for name, member in members.items()]
    if issubclass(kind, tuple):
        return [repr(getattr(kind, "_fields", ()))]
    own = [(name, value) for name, value in sorted(vars(kind).items()) if not name.startswith("__")]
    return [part for name, value in own for part in [name, *_of_value(value, (), seen)]]


def _is_plain(value: Any) -> bool:
    """Whether the `repr` of a value says all about it: numbers, texts, members of enumerations, types of
    Numba.
    """
    from enum import Enum

    return isinstance(value, (*_PLAIN, Enum)) or type(value).__module__.startswith("numba.core.types")


def _is_of_a_library(value: Any) -> bool:
    """Whether a value is code that changes with a version only, which the digest has."""
    from types import BuiltinFunctionType, ModuleType

    if isinstance(value, BuiltinFunctionType) or type(value).__name__ == "ufunc":
        return True
    is_code = isinstance(value, ModuleType | type) or hasattr(getattr(value, "py_func", value), "__code__")
    named = value.__name__ if isinstance(value, ModuleType) else getattr(value, "__module__", None)
    return is_code and isinstance(named, str) and _is_library(named.partition(".")[0])


@cache
def _is_library(name: str) -> bool:
    """Whether a module is Python's, Numba's or NumPy's: by its place, for a user may have a `code.py`."""
    import sys
    from pathlib import Path
    from sysconfig import get_path

    if name in _LIBRARIES or name in sys.builtin_module_names:
        return True
    file = getattr(sys.modules.get(name), "__file__", None)
    if file is None or name not in sys.stdlib_module_names:
        return False
    return Path(file).resolve().is_relative_to(Path(get_path("stdlib")).resolve())


def _name_of(value: Any) -> str:
    name = getattr(value, "__qualname__", getattr(value, "__name__", ""))
    return f"{getattr(value, '__module__', '')}.{name}"
