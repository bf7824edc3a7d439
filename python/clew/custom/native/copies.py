"""Copies of functions for Numba to compile, so that nothing that it compiled earlier gets into the code.

Numba freezes what a function reads when it first compiles it, and it keeps the result where it cannot be made
to forget: a library's function compiled for this one, for example (`map(step, ...)`). A copy is new to it. So
a rule, all functions that it reaches, and the modules in which it finds them are copied:

    expand  ->  step         a plain function:                compiled, with bounds checks
            ->  helper.step  one that its author compiled:    compiled with the same options and types
            ->  helper       a module with such functions:    one with copies of them

What has no such function in it is used as it is.
"""

from __future__ import annotations

from contextlib import suppress
from operator import is_
from types import CellType, FunctionType, ModuleType

from clew.custom.native.libraries import is_a_librarys, is_of_a_library
from clew.custom.native.values import names_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any


class Copies:
    """Copies of what rules reach; `attributes` are the names of all attributes that their code uses."""

    def __init__(self, attributes: Iterable[str]) -> None:
        self._attributes = attributes
        self._made: dict[int, tuple[Any, Any]] = {}
        self._typed: list[tuple[Any, list[Any]]] = []

    def of_rule(self, function: Any) -> Any:
        """A rule as a function for Numba to compile."""
        made = self._compiled(function) if type(function) is FunctionType else self._of(function)
        while self._typed:
            compile_for(*self._typed.pop(0))
        return made

    def _of(self, value: Any) -> Any:
        from numba.core.registry import CPUDispatcher

        if id(value) in self._made:
            return self._made[id(value)][1]
        kind = type(value)
        if kind is CPUDispatcher and not is_of_a_library(value.py_func):
            return self._of_dispatcher(value)
        if kind is ModuleType and not is_a_librarys(value):
            return self._of_module(value)
        if kind is tuple:
            items = tuple(map(self._of, value))
            return value if all(map(is_, items, value)) else items
        return value

    def _compiled(self, function: FunctionType) -> Any:
        """A function for Numba to compile, along with the plain functions that it calls by global names."""
        from numba import njit

        if id(function) not in self._made:
            copy = _unfilled(function)
            made = njit(boundscheck=True)(copy)
            self._made[id(function)] = (function, made)
            self._fill(copy, function, is_rule=True)
        return self._made[id(function)][1]

    def _of_dispatcher(self, dispatcher: Any) -> Any:
        copy = _unfilled(dispatcher.py_func)
        made = type(dispatcher)(
            copy,
            locals=dict(dispatcher.locals),
            targetoptions=dict(dispatcher.targetoptions),
            pipeline_class=dispatcher._compiler.pipeline_class,
        )
        self._made[id(dispatcher)] = (dispatcher, made)
        self._fill(copy, dispatcher.py_func, is_rule=False)
        if not dispatcher._can_compile:
            self._typed.append((made, list(dispatcher.nopython_signatures)))
        return made

    def _of_module(self, module: ModuleType) -> ModuleType:
        made = ModuleType(module.__name__)
        self._made[id(module)] = (module, made)
        there = vars(module)
        vars(made).update({name: self._of(there[name]) for name in self._attributes if name in there})
        if "__getattr__" in there:
            vars(made)["__getattr__"] = there["__getattr__"]
        return made

    def _fill(self, copy: FunctionType, function: FunctionType, is_rule: bool) -> None:
        """Gives the copy of a function what that reads. A plain function is for Numba only where a rule calls
        it: elsewhere Numba may have been taught what it means.
        """
        names, scope = copy.__globals__, function.__globals__
        for name in names_in(function.__code__)[0]:
            if name in scope:
                plain = is_rule and type(scope[name]) is FunctionType
                names[name] = self._compiled(scope[name]) if plain else self._of(scope[name])
        for cell, made in zip(function.__closure__ or (), copy.__closure__ or (), strict=True):
            with suppress(ValueError):  # an empty one
                made.cell_contents = self._of(cell.cell_contents)


def compile_for(dispatcher: Any, signatures: list[Any]) -> None:
    """Compiles a function for the types that its author gave, of the result, too, and for no others."""
    dispatcher._can_compile = True
    try:
        for signature in signatures:
            dispatcher.compile(signature)
    finally:
        dispatcher._can_compile = False


def _unfilled(function: FunctionType) -> FunctionType:
    """A copy of a function that reads nothing yet. It has no `__wrapped__`, by which Numba would take the
    defaults of another function.
    """
    names = {name: function.__globals__.get(name) for name in ("__name__", "__builtins__")}
    closed = tuple(CellType() for _ in function.__closure__ or ())
    copy = FunctionType(function.__code__, names, function.__name__, function.__defaults__, closed)
    copy.__qualname__, copy.__module__ = function.__qualname__, function.__module__
    copy.__kwdefaults__ = function.__kwdefaults__
    return copy
