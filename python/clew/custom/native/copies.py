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
from clew.custom.native.values import meaning_of, names_in
from clew.errors import PuzzleError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


_USUAL = {"nopython": True, "nogil": True, "error_model": "python"}
"""Options that `inline=` does not lose: rules have them, too, or they do not change what is computed."""


class Copies:
    """Copies of what rules reach. Plain functions are copied as parts of the rules that call them, and left
    as they are elsewhere.
    """

    def __init__(self) -> None:
        self._rules: dict[int, tuple[Any, Any]] = {}
        self._others: dict[int, tuple[Any, Any]] = {}
        self._needed: list[Callable[[], None]] = []

    def of_rule(self, function: Any) -> Any:
        """A rule as a function for Numba to compile."""
        made = self._compiled(function) if type(function) is FunctionType else self._of(function)
        while self._needed:
            self._needed.pop()()
        return made

    def compiled(self) -> list[Any]:
        """All functions that Numba has compiled: those that it was given, and inner functions that these pass
        on, which it compiles as functions of their own.
        """
        made = [copy for _, copy in (*self._rules.values(), *self._others.values())]
        found = {id(copy): copy for copy in made if hasattr(copy, "py_func")}
        left = list(found.values())
        while left:
            for inner in _inner_functions(left.pop()):
                if id(inner) not in found:
                    found[id(inner)] = inner
                    left.append(inner)
        return list(found.values())

    def _of(self, value: Any) -> Any:
        from numba.core.registry import CPUDispatcher

        if id(value) in self._others:
            return self._others[id(value)][1]
        kind = type(value)
        if kind is CPUDispatcher and not is_of_a_library(value.py_func):
            return self._of_dispatcher(value)
        if kind is ModuleType and not is_a_librarys(value):
            return self._of_module(value)
        if kind is tuple or (isinstance(value, tuple) and kind.__bases__ == (tuple,)):
            items = tuple(map(self._of, value))
            return value if all(map(is_, items, value)) else tuple.__new__(kind, items)
        return value

    def _compiled(self, function: FunctionType) -> Any:
        """A function for Numba to compile, along with the plain functions that it calls by their names."""
        from numba import njit

        if _is_known_to_numba(function):
            return function
        if id(function) not in self._rules:
            copy = self._unfilled(function)
            made = njit(boundscheck=True)(copy)
            _general(made, function)
            self._rules[id(function)] = (function, made)
            self._fill(copy, function, self._compiled)
        return self._rules[id(function)][1]

    def _of_dispatcher(self, dispatcher: Any) -> Any:
        copy = self._unfilled(dispatcher.py_func)
        made = type(dispatcher)(
            copy,
            locals=dict(dispatcher.locals),
            targetoptions=_options(dispatcher),
            pipeline_class=dispatcher._compiler.pipeline_class,
        )
        self._others[id(dispatcher)] = (dispatcher, made)
        if dispatcher._can_compile:
            _general(made, dispatcher.py_func)
        else:
            self._needed.append(_when_needed(made, list(dispatcher.nopython_signatures)))
        # Elsewhere than in rules, Numba may have been taught what a plain function means.
        function = dispatcher.py_func
        self._fill(copy, function, lambda plain: made if plain is function else plain)
        return made

    def _of_module(self, module: ModuleType) -> ModuleType:
        """A module that copies what is looked up in it."""
        made = ModuleType(module.__name__)
        self._others[id(module)] = (module, made)

        def look_up(name: str) -> Any:
            vars(made)[name] = self._of(getattr(module, name))
            return vars(made)[name]

        vars(made)["__getattr__"] = look_up
        return made

    def _unfilled(self, function: FunctionType) -> FunctionType:
        """A copy of a function that reads nothing yet. It has no `__wrapped__`, by which Numba would take the
        defaults of another function.
        """
        names = {name: function.__globals__.get(name) for name in ("__name__", "__builtins__")}
        closed = tuple(CellType() for _ in function.__closure__ or ())
        copy = FunctionType(function.__code__, names, function.__name__, None, closed)
        copy.__qualname__, copy.__module__ = function.__qualname__, function.__module__
        copy.__defaults__ = self._of(function.__defaults__)
        named = function.__kwdefaults__ or {}
        copy.__kwdefaults__ = {name: self._of(value) for name, value in named.items()} or None
        return copy

    def _fill(self, copy: FunctionType, function: FunctionType, of_plain: Callable[[Any], Any]) -> None:
        """Gives the copy of a function what that reads; `of_plain` copies plain functions."""

        def of(value: Any) -> Any:
            return of_plain(value) if type(value) is FunctionType else self._of(value)

        names, scope = copy.__globals__, function.__globals__
        for name in names_in(function.__code__)[0]:
            if name in scope:
                names[name] = of(scope[name])
        for cell, made in zip(function.__closure__ or (), copy.__closure__ or (), strict=True):
            with suppress(ValueError):  # an empty one
                made.cell_contents = of(cell.cell_contents)


def _options(dispatcher: Any) -> dict[str, Any]:
    """The options of a function's copy, without `inline`. With it, Numba puts the function in place of its
    calls before it infers types; raises `PuzzleError` if the function would compute something else there.
    """
    options = meaning_of(dispatcher)
    if options.pop("inline"):
        lost = [name for name, value in options.items() if value and _USUAL.get(name) != value]
        if dispatcher.locals:
            lost.append("locals")
        if not dispatcher._can_compile:
            lost.append("the types it was given")
        if lost:
            raise PuzzleError(
                f"`inline=` makes Numba ignore other things that {dispatcher.py_func.__name__} was compiled "
                f"with: {', '.join(lost)}. Leave out `inline=`; small functions are inlined anyway"
            )
    return {name: value for name, value in dispatcher.targetoptions.items() if name != "inline"}


def _is_known_to_numba(function: FunctionType) -> bool:
    """Whether a library's function has a meaning of its own in compiled code (`literal_unroll`)."""
    from numba.core.registry import cpu_target

    if not is_of_a_library(function):
        return False
    context: Any = cpu_target.typing_context
    context.refresh()
    return context._lookup_global(function) is not None


def _general(dispatcher: Any, original: FunctionType) -> None:
    """Lets a function that calls itself be compiled for any number where it is called with a constant or
    leaves out an argument: for that alone, it would call a function that Numba finds only in its own process.
    Constants stay where the function asks for them (`literally`).
    """
    import numba
    from numba.core import types
    from numba.core.errors import ForceLiteralArg

    if not _calls_itself(original):
        return
    template, fold = dispatcher.get_call_template, dispatcher.fold_argument_types
    constants: set[int] = set()
    type_of: Any = numba.typeof
    unliteral: Any = types.unliteral

    def general(at: int, kind: Any) -> Any:
        if at in constants:
            return kind
        omitted: Any = types.Omitted
        return type_of(kind.value) if isinstance(kind, omitted) else unliteral(kind)

    def fold_argument_types(args: Any, kws: Any) -> Any:
        signature, folded = fold(args, kws)
        return signature, tuple(general(at, kind) for at, kind in enumerate(folded))

    def get_call_template(args: Any, kws: Any) -> Any:
        _, folded = fold_argument_types(args, kws)
        try:
            return template(folded, {})
        except ForceLiteralArg as error:
            constants.update(error.requested_args)
            raise

    dispatcher.get_call_template = get_call_template
    dispatcher.fold_argument_types = fold_argument_types


def _calls_itself(function: FunctionType) -> bool:
    read = [function.__globals__.get(name) for name in names_in(function.__code__)[0]]
    for cell in function.__closure__ or ():
        with suppress(ValueError):  # an empty one
            read.append(cell.cell_contents)
    return any(value is function or getattr(value, "py_func", None) is function for value in read)


def _inner_functions(dispatcher: Any) -> list[Any]:
    """Functions that a compiled function has as values, except those of libraries."""
    from numba.core import types

    one: Any = types.Dispatcher
    several: Any = types.BaseTuple
    left: list[Any] = []
    found = []
    for made in dispatcher.overloads.values():
        left += made.type_annotation.typemap.values()
    while left:
        kind = left.pop()
        if isinstance(kind, several):
            left += kind.types
        elif isinstance(kind, one) and not is_of_a_library(kind.dispatcher.py_func):
            found.append(kind.dispatcher)
    return found


def _when_needed(dispatcher: Any, signatures: list[Any]) -> Callable[[], None]:
    """Arranges for a function to be compiled for the types that its author gave, that of its result included,
    and for no others. This happens as soon as a function that is being compiled calls it, or else when what
    is returned is called. Numba would otherwise compile it for the types of that first call, and callees
    cannot simply go first: modules may refer to each other.
    """
    from numba.core.typeinfer import register_dispatcher

    def compile_it() -> None:
        if vars(dispatcher).pop("get_call_template", None) is None:
            return
        dispatcher._can_compile = True
        try:
            with register_dispatcher(dispatcher):
                for signature in signatures:
                    dispatcher.compile(signature)
        finally:
            dispatcher._can_compile = False

    def get_call_template(*call: Any) -> Any:
        compile_it()
        return dispatcher.get_call_template(*call)

    dispatcher.get_call_template = get_call_template
    return compile_it
