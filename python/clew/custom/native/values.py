"""What compiled rules read, as nested lists whose `repr` differs wherever the machine code could.

    reader.of(2, ())                 ["int", "2"]
    reader.of(helper, ("STEP",))     ["module", "helper", [["STEP", ["int", "2"]]]]
    reader.of(step, ())              ["function", ..., its code, what its names stand for]

Types are compared exactly: the `repr` of a subclass says what its author likes. A value that was met before
is a number, in the order of meeting, so functions may call each other.
"""

from __future__ import annotations

from functools import cache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import CodeType, FunctionType, ModuleType
    from typing import Any

    Read = list[Any]

LARGE_ARRAY = 500_000
"""Bytes. Numba copies small arrays into the code, and of those of more than a megabyte the address alone."""

_PLAIN = (bool, int, float, complex, str, bytes, type(None), type(...), range)
_NUMBERS = ("Integer", "Float", "Boolean", "Complex")
"""Types of Numba that their `repr` describes."""

_held: dict[int, object] = {}
"""What was not understood, and large arrays: code may have their addresses, and is never unloaded."""


class Reader:
    """Reads values. `lasts`: whether all of them were understood, so that another process reads the same."""

    def __init__(self) -> None:
        self.lasts = True
        self._met: dict[tuple[int, tuple[str, ...]], int] = {}

    def of(self, value: Any, names: Sequence[str]) -> Read:
        """A value in code that uses these names: of a module, what it has by such a name."""
        try:
            return self._of(value, tuple(names))
        except Exception:  # a value of the user's, which can do anything when it is looked at
            return self._unknown(value)

    def _of(self, value: Any, names: tuple[str, ...]) -> Read:
        kind = type(value)
        if kind in _PLAIN:
            return [kind.__name__, repr(value)]
        if kind is frozenset:
            return ["frozenset", sorted((self.of(item, ()) for item in value), key=repr)]
        if _is_of(kind, "numba") and kind.__name__ in _NUMBERS:
            return ["numba", repr(value)]
        if _is_of_a_library(value):
            return ["library", value.__module__, value.__name__]
        met = (id(value), () if _is_code(value) else names)
        if met in self._met:
            return ["met", self._met[met]]
        self._met[met] = len(self._met)
        return self._of_new(value, names)

    def _of_new(self, value: Any, names: tuple[str, ...]) -> Read:
        from types import FunctionType

        kind = type(value)
        if kind is FunctionType:
            return ["function", *self._of_function(value)]
        if _is_code(value):
            return ["compiled", *self._of_dispatcher(value)]
        if _is_module(value):
            return ["module", value.__name__, self._of_module(value, names)]
        if isinstance(value, type):
            return ["class", value.__module__, value.__qualname__, *self._of_class(value)]
        if kind is tuple:
            return ["tuple", *(self.of(item, names) for item in value)]
        if isinstance(value, tuple) and type(kind) is type and kind.__bases__ == (tuple,):
            items = [self.of(item, names) for item in value]
            return ["named tuple", kind.__module__, kind.__qualname__, kind._fields, items]
        if kind.__module__ == "numpy.dtypes":
            return ["dtype", value.str, repr(value.descr)]
        if _is_of(kind, "numpy") and (kind.__name__ == "ndarray" or _is_number(kind)):
            return self._of_array(value)
        if _is_member(value):
            return ["member", value.name, self.of(value.value, ()), self.of(kind, names)]
        return self._unknown(value)

    def _of_array(self, array: Any) -> Read:
        """An array or a number of NumPy's."""
        if array.dtype.hasobject or array.nbytes > LARGE_ARRAY:
            return self._unknown(array)
        about = [array.dtype.str, repr(array.dtype.descr), array.shape, array.strides, repr(array.flags)]
        return [type(array).__name__, *about, array.tobytes().hex()]

    def _of_function(self, function: FunctionType) -> Read:
        code = function.__code__
        names = _names(code)
        cells = [self.of(cell.cell_contents, names) for cell in function.__closure__ or ()]
        defaults = [self.of(value, names) for value in function.__defaults__ or ()]
        named = [
            [name, self.of(value, names)] for name, value in sorted((function.__kwdefaults__ or {}).items())
        ]
        found = [[name, self._of_name(function, name, names)] for name in names]
        return [self._of_code(code), cells, defaults, named, found]

    def _of_name(self, function: FunctionType, name: str, names: Sequence[str]) -> Read:
        if name in ("getattr", "globals", "eval", "exec", "locals", "vars", "__import__"):
            return self._unknown(function)  # names that are not in the code
        scope = function.__globals__
        if name in scope:
            return self.of(scope[name], names)
        builtins = scope.get("__builtins__", {})
        known = builtins if isinstance(builtins, dict) else vars(builtins)
        return self.of(known[name], names) if name in known else []  # an attribute of something else

    def _of_code(self, code: CodeType) -> Read:
        constants = [self._of_constant(value) for value in code.co_consts]
        counts = (code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags)
        names = (code.co_names, code.co_varnames, code.co_cellvars, code.co_freevars)
        return [code.co_code.hex(), code.co_exceptiontable.hex(), counts, names, constants]

    def _of_constant(self, value: Any) -> Read:
        return self._of_code(value) if hasattr(value, "co_code") else self.of(value, ())

    def _of_dispatcher(self, dispatcher: Any) -> Read:
        """A function that its author has compiled: with its options, and the types that it was given."""
        options = [[name, self.of(value, ())] for name, value in sorted(dispatcher.targetoptions.items())]
        kinds = [[name, self.of(kind, ())] for name, kind in sorted(dispatcher.locals.items())]
        given = [] if dispatcher._can_compile else list(map(str, dispatcher.nopython_signatures))
        return [options, kinds, given, self.of(dispatcher.py_func, ())]

    def _of_module(self, module: ModuleType, names: tuple[str, ...]) -> Read:
        from types import ModuleType

        there = vars(module)
        found = [[name, self.of(there[name], names)] for name in names if name in there]
        computes = "__getattr__" in there and not _is_in_a_library(str(there.get("__file__")))
        if type(module) is not ModuleType or (computes and len(found) < len(names)):
            found.append(self._unknown(module))
        return found

    def _of_class(self, kind: type) -> Read:
        members = getattr(kind, "__members__", None)
        if members is not None:
            return [[name, self.of(member.value, ())] for name, member in members.items()]
        if kind.__bases__ == (tuple,) and hasattr(kind, "_fields"):
            defaults = kind._field_defaults  # type: ignore[attr-defined]
            return [kind._fields, [[name, self.of(value, ())] for name, value in defaults.items()]]
        if issubclass(kind, BaseException):
            return []  # only that it is raised matters
        return self._unknown(kind)

    def _unknown(self, value: Any) -> Read:
        self.lasts = False
        _held[id(value)] = value
        return ["unknown", id(value)]


def _names(code: CodeType) -> tuple[str, ...]:
    inner = [name for value in code.co_consts if hasattr(value, "co_code") for name in _names(value)]
    return tuple(sorted({*code.co_names, *inner}))


def _is_of(kind: type, library: str) -> bool:
    return str(kind.__module__).partition(".")[0] == library


def _is_code(value: object) -> bool:
    """Whether a value is a function, of Python or compiled by Numba."""
    from types import FunctionType

    kind = type(value)
    return kind is FunctionType or (_is_of(kind, "numba") and kind.__name__ == "CPUDispatcher")


def _is_module(value: object) -> bool:
    from types import ModuleType

    return isinstance(value, ModuleType)


def _is_number(kind: type) -> bool:
    """Whether a type of NumPy's is one of numbers, of which there is one in each value."""
    return any(base.__name__ == "generic" for base in kind.__mro__)


def _is_member(value: object) -> bool:
    from enum import Enum

    return isinstance(value, Enum)


def _is_of_a_library(value: Any) -> bool:
    """Whether a value is code of Python, Numba or NumPy, which changes with a version only."""
    import sys
    from types import BuiltinFunctionType, FunctionType

    if isinstance(value, BuiltinFunctionType):
        return True
    if type(value) is FunctionType:
        return _is_in_a_library(value.__code__.co_filename)
    name = getattr(value, "__name__", None)
    home = sys.modules.get(str(getattr(value, "__module__", None)))
    if not (isinstance(value, type) or _is_of(type(value), "numpy")) or home is None:
        return False  # neither a class nor such as numpy.bitwise_and
    if not isinstance(name, str) or vars(home).get(name) is not value:
        return False  # it only says that it is from there
    file = getattr(home, "__file__", None)
    return home.__name__ in sys.builtin_module_names if file is None else _is_in_a_library(file)


@cache
def _is_in_a_library(file: str) -> bool:
    """Whether a file belongs to Python, Numba or NumPy."""
    from importlib.util import find_spec
    from pathlib import Path
    from sysconfig import get_path

    if file.startswith("<frozen "):
        return True
    path, python = Path(file).resolve(), Path(get_path("stdlib")).resolve()
    for name in ("numba", "numpy"):
        spec = find_spec(name)  # imports nothing
        if spec is not None and spec.origin and path.is_relative_to(Path(spec.origin).resolve().parent):
            return True
    if not path.is_relative_to(python):
        return False
    return not {"site-packages", "dist-packages"} & set(path.relative_to(python).parts)
