"""What compiled rules read, as nested lists whose `repr` differs wherever the machine code could.

    reader.of(2)            ["int", "2"]
    reader.of(helper)       ["module", "helper", [["STEP", ["int", "2"]]]], if the rules use that name
    reader.of(step)         ["function", its code, ..., what its names stand for]

Types are compared exactly: the `repr` of a subclass says what its author likes. A value that was met before
is a number, in the order of meeting, so functions may call each other.

What is not understood is another thing each time: Numba freezes values when it compiles, and nothing tells
that this one has changed.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import count

from clew.custom.native.libraries import is_in_a_library, is_of_a_library

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import CodeType, FunctionType, ModuleType
    from typing import Any

    Read = list[Any]
    Arrays = dict[int, tuple[str, Any]]
    """The digests of arrays by address, with the arrays themselves, so that no other gets one's address."""

LARGE_ARRAY = 10**6
"""Bytes. Of a larger array, or of one with gaps, Numba compiles in the address, else the numbers."""

_PLAIN = (bool, int, str, bytes, type(None), type(...), range)
_NUMBERS = ("Integer", "Float", "Boolean", "Complex")
"""Types of Numba that their `repr` describes."""
_OUT_OF_SIGHT = (getattr, hasattr, setattr, globals, eval, exec, locals, vars, __import__)
"""What finds values by names that are not in the code."""
_ATTRIBUTES = ("LOAD_ATTR", "LOAD_METHOD", "STORE_ATTR")

_held: dict[int, object] = {}
"""What was not understood, and arrays: code may have their addresses, and is never unloaded."""
_turns = count()


def read(value: Any, arrays: Arrays | None = None) -> tuple[Read, Reader]:
    """Read a value and all that it leads to. Returns that, and the reader, which knows what it met.

    Functions can pass modules to each other, so every module is read by all attributes that any of the code
    uses. Values that are read one after the other can share `arrays`, so that none is read twice.
    """
    attributes: frozenset[str] = frozenset()
    arrays = {} if arrays is None else arrays
    while True:
        reader = Reader(attributes, arrays)
        found = reader.of(value)
        if reader.attributes <= attributes:
            return found, reader
        attributes |= reader.attributes


class Reader:
    """Reads values in code that uses these attributes, of which it notes those that it meets.

    `lasts`: whether all was understood, so that another process reads the same. `dispatchers`: functions that
    their authors have compiled. `large`: the size of a `bytes` object that is too large
    for Numba, or 0.
    """

    def __init__(self, attributes: frozenset[str], arrays: Arrays) -> None:
        self.attributes: set[str] = set()
        self.lasts = True
        self.large = 0
        self.dispatchers: list[Any] = []
        self._attributes = sorted(attributes)
        self._arrays = arrays
        self._met: dict[int, tuple[int, object]] = {}

    def of(self, value: Any) -> Read:
        """A value."""
        try:
            return self._of(value)
        except Exception:  # a value of the user's, which can do anything when it is looked at
            return self._unknown(value)

    def _of(self, value: Any) -> Read:
        kind = type(value)
        if kind is bytes and len(value) > LARGE_ARRAY:
            self.large = len(value)
        if kind in _PLAIN:
            return [kind.__name__, repr(value)]
        if kind is float or kind is complex:
            return [kind.__name__, _bits(value)]
        if kind is frozenset or kind is set:
            return ["set", sorted((self.of(item) for item in value), key=repr)]
        if _is_of(kind, "numba") and kind.__name__ in _NUMBERS:
            return ["numba", repr(value)]
        if any(value is one for one in _OUT_OF_SIGHT):
            return self._unknown(value)
        if is_of_a_library(value):
            around = [self.of(cell.cell_contents) for cell in getattr(value, "__closure__", None) or ()]
            return ["library", value.__module__, value.__name__, around]
        if id(value) in self._met:
            return ["met", self._met[id(value)][0]]
        self._met[id(value)] = (len(self._met), value)  # kept, so that no other gets its address
        return self._of_new(value)

    def _of_new(self, value: Any) -> Read:
        from types import FunctionType

        kind = type(value)
        if kind is FunctionType:
            return ["function", *self._of_function(value)]
        if _is_of(kind, "numba") and kind.__name__ == "CPUDispatcher":
            return ["compiled", *self._of_dispatcher(value)]
        if _is_module(value):
            return ["module", value.__name__, self._of_module(value)]
        if isinstance(value, type):
            return ["class", value.__module__, value.__qualname__, *self._of_class(value)]
        if kind is tuple:
            return ["tuple", *(self.of(item) for item in value)]
        if isinstance(value, tuple) and type(kind) is type and kind.__bases__ == (tuple,):
            items = [self.of(item) for item in tuple.__iter__(value)]
            return ["named tuple", kind.__module__, kind.__qualname__, kind._fields, items]
        if _is_of(kind, "numpy") and kind.__module__ == "numpy.dtypes":
            return ["dtype", value.str, repr(value.descr), value.shape, value.base.str]
        if _is_of(kind, "numpy") and (kind.__name__ == "ndarray" or _is_number(kind)):
            return self._of_array(value)
        if _is_member(value):
            return ["member", value.name, self.of(value.value), self.of(kind)]
        return self._unknown(value)

    def _of_array(self, array: Any) -> Read:
        """An array or a number of NumPy's."""
        if array.dtype.hasobject:
            return self._unknown(array)
        flags = array.flags
        about = [array.dtype.str, repr(array.dtype.descr), array.shape, array.strides, repr(flags)]
        if array.nbytes > LARGE_ARRAY or not (flags.c_contiguous or flags.f_contiguous):
            self.lasts = False
            _held[id(array)] = array
            return ["array at", id(array), array.ctypes.data, *about]
        return [type(array).__name__, *about, self._of_numbers(array)]

    def _of_numbers(self, array: Any) -> str:
        from hashlib import sha256

        if type(array).__name__ != "ndarray":
            return str(array.tobytes().hex())
        if id(array) not in self._arrays:
            self._arrays[id(array)] = (sha256(array.tobytes()).hexdigest(), array)
        return self._arrays[id(array)][0]

    def _of_function(self, function: FunctionType) -> Read:
        code = function.__code__
        names, attributes = names_in(code)
        self.attributes.update(attributes)
        cells = [self.of(cell.cell_contents) for cell in function.__closure__ or ()]
        defaults = [self.of(value) for value in function.__defaults__ or ()]
        named = [[name, self.of(value)] for name, value in sorted((function.__kwdefaults__ or {}).items())]
        found = [[name, self._of_name(function, name)] for name in names]
        return [self._of_code(code), cells, defaults, named, found]

    def _of_name(self, function: FunctionType, name: str) -> Read:
        import builtins

        scope = function.__globals__
        own = scope.get("__builtins__", builtins)
        if own is not builtins and own is not vars(builtins):
            return self._unknown(function)
        if name in scope:
            return self.of(scope[name])
        return self.of(vars(builtins)[name]) if name in vars(builtins) else []

    def _of_code(self, code: CodeType) -> Read:
        constants = [self._of_constant(value) for value in code.co_consts]
        counts = (code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags)
        names = (code.co_names, code.co_varnames, code.co_cellvars, code.co_freevars)
        return [code.co_code.hex(), code.co_exceptiontable.hex(), counts, names, constants]

    def _of_constant(self, value: Any) -> Read:
        return self._of_code(value) if hasattr(value, "co_code") else self.of(value)

    def _of_dispatcher(self, dispatcher: Any) -> Read:
        """A function that its author has compiled: with its options, and the types that it was given."""
        options = [[name, self.of(value)] for name, value in meaning_of(dispatcher).items()]
        kinds = [[name, self.of(kind)] for name, kind in sorted(dispatcher.locals.items())]
        given = [] if dispatcher._can_compile else list(map(str, dispatcher.nopython_signatures))
        pipeline = self.of(dispatcher._compiler.pipeline_class)
        function = self.of(dispatcher.py_func)
        self.dispatchers.append(dispatcher)
        return [options, kinds, given, pipeline, function]

    def _of_module(self, module: ModuleType) -> Read:
        from types import ModuleType

        there = vars(module)
        found = [[name, self.of(there[name])] for name in self._attributes if name in there]
        computes = "__getattr__" in there and not is_in_a_library(str(there.get("__file__")))
        if type(module) is not ModuleType or computes:
            found.append(self._unknown(module))
        return found

    def _of_class(self, kind: type) -> Read:
        members = getattr(kind, "__members__", None)
        if members is not None:
            bases = [f"{base.__module__}.{base.__qualname__}" for base in kind.__mro__]
            return [bases, [[name, self.of(member.value)] for name, member in members.items()]]
        if kind.__bases__ == (tuple,) and hasattr(kind, "_fields"):
            defaults = kind._field_defaults  # type: ignore[attr-defined]
            return [kind._fields, [[name, self.of(value)] for name, value in defaults.items()]]
        if issubclass(kind, BaseException):
            return []  # only that it is raised matters
        return self._unknown(kind)

    def _unknown(self, value: Any) -> Read:
        self.lasts = False
        _held[id(value)] = value
        return ["unknown", next(_turns)]


def meaning_of(dispatcher: Any) -> dict[str, Any]:
    """The options of a function that its author has compiled, by name, so far as they can change what it
    computes. Indexes are always checked; of `inline`, only whether it is asked for counts.
    """
    options = {name: value for name, value in sorted(dispatcher.targetoptions.items()) if value is not None}
    options.pop("boundscheck", None)
    options["inline"] = options.pop("inline", "never") != "never"
    return options


def _bits(number: complex) -> str:
    """All bits of a float or complex number, of which `repr` leaves out the sign of a NaN."""
    from struct import pack

    return pack("<dd", number.real, number.imag).hex()


@lru_cache(maxsize=1024)
def names_in(code: CodeType) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The names of global variables in code, and those of attributes. What can be either is in both."""
    from dis import get_instructions, hasname

    names: set[str] = set()
    attributes: set[str] = set()
    for instruction in get_instructions(code):
        if instruction.opcode not in hasname:
            continue
        if instruction.opname not in _ATTRIBUTES:
            names.add(instruction.argval)
        if instruction.opname != "LOAD_GLOBAL":
            attributes.add(instruction.argval)
    for inner in code.co_consts:
        if hasattr(inner, "co_code"):
            names.update(names_in(inner)[0])
            attributes.update(names_in(inner)[1])
    return tuple(sorted(names)), tuple(sorted(attributes))


def _is_of(kind: type, library: str) -> bool:
    """Whether a type is one of a library, and does not only say so."""
    import sys

    home = sys.modules.get(str(kind.__module__))
    is_there = home is not None and vars(home).get(kind.__name__) is kind
    return str(kind.__module__).partition(".")[0] == library and is_there


def _is_module(value: object) -> bool:
    from types import ModuleType

    return isinstance(value, ModuleType)


def _is_number(kind: type) -> bool:
    """Whether a type of NumPy's is one of numbers, of which there is one in each value."""
    return any(base.__name__ == "generic" for base in kind.__mro__)


def _is_member(value: object) -> bool:
    from enum import Enum

    return isinstance(value, Enum)
