"""A digest of compiled rules: of their code and everything compiled into it."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import CodeType
    from typing import Any

    from clew.custom.rules import Rule

FORMAT = "clew rules 2"


def digest(rules: dict[str, Rule], words: int, most: int) -> str:
    """A name for the machine code of these rules on this processor; it changes with the rules and with
    versions.
    """
    from hashlib import sha256

    from clew.custom.native.target import name_of

    parts = [FORMAT, _versions(), name_of(), str(words), str(most)]
    seen: set[int] = set()
    for name, rule in sorted(rules.items()):
        parts += [name, *_of_function(rule.function, seen)]
    return sha256("\0".join(parts).encode()).hexdigest()


def _versions() -> str:
    import sys
    from importlib.metadata import PackageNotFoundError, version

    try:
        return f"{sys.version} numba {version('numba')}"
    except PackageNotFoundError:
        return f"{sys.version} numba ?"


def _of_function(function: Any, seen: set[int]) -> list[str]:
    """The code of a function, and the values of the names that it uses."""
    function = getattr(function, "py_func", function)  # already wrapped by Numba
    if id(function) in seen:
        return ["again"]
    seen.add(id(function))
    code: CodeType = function.__code__
    parts = [*_of_code(code), repr(function.__defaults__)]
    cells = [cell.cell_contents for cell in function.__closure__ or ()]
    for value in (
        *cells,
        *(function.__globals__[name] for name in _names(code) if name in function.__globals__),
    ):
        parts += _of_value(value, seen)
    return parts


def _of_code(code: CodeType) -> list[str]:
    constants = [part for value in code.co_consts for part in _of_constant(value)]
    return [code.co_code.hex(), *constants, repr(code.co_names), repr(code.co_varnames)]


def _of_constant(value: Any) -> list[str]:
    return _of_code(value) if hasattr(value, "co_code") else [repr(value)]


def _names(code: CodeType) -> list[str]:
    inner = [name for value in code.co_consts if hasattr(value, "co_code") for name in _names(value)]
    return sorted({*code.co_names, *inner})


def _of_value(value: Any, seen: set[int]) -> list[str]:
    if hasattr(getattr(value, "py_func", value), "__code__"):
        return _of_function(value, seen)
    if hasattr(value, "tobytes"):
        return [str(getattr(value, "dtype", "")), str(getattr(value, "shape", "")), value.tobytes().hex()]
    return [getattr(value, "__name__", "")] if hasattr(value, "__spec__") else [repr(value)]
