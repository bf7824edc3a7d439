"""Finds the machine code of rules, in this process, in a file, or by compiling them with Numba."""

from __future__ import annotations

from collections import deque
from functools import partial
from operator import call
from threading import RLock
from weakref import WeakKeyDictionary

from clew.custom.native.copies import Copies
from clew.custom.native.values import LARGE_ARRAY
from clew.errors import PuzzleError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from clew.custom.native.store import Objects
    from clew.custom.native.values import Arrays, Reader
    from clew.custom.rules import Rule

_loaded: dict[str, tuple[Any, dict[str, int]]] = {}
"""The code loaded in this process, by its digest; it is never unloaded, because a search may still run it."""

_read: WeakKeyDictionary[Any, bytes] = WeakKeyDictionary()
"""Functions that their authors have compiled, and what they read when Numba last forgot their code."""

_one_at_a_time = RLock()

TRIES = 3
"""How often rules are compiled whose values another thread changes meanwhile."""


def code_of(rules: dict[str, Rule], words: int, most: int) -> tuple[str, Any, dict[str, int]]:
    """The digest of the code, the object that keeps it alive, and the address of each rule.

    Raises `PuzzleError` for a rule that cannot be compiled, or that would allocate memory.
    """
    from clew.custom.native import store
    from clew.custom.native.digest import digest

    with _one_at_a_time:
        for _ in range(TRIES):
            key, lasts, reader = digest(rules, words, most)
            objects = store.read(key) if lasts and key not in _loaded else None
            found = _loaded.get(key) or (None if objects is None else _load(objects))
            _renew(reader.dispatchers, found is None)
            if found is None:
                objects, is_whole = _build(rules, words, most, reader)
                if lasts and digest(rules, words, most).name != key:
                    continue  # another thread has changed what they read
                if lasts and is_whole:
                    store.write(key, objects)
                found = _load(objects)
            if found is None:
                raise PuzzleError(
                    "the compiled rules could not be loaded: LLVM does not find them in their code"
                )
            _loaded[key] = found
            return key, *found
    raise PuzzleError("what the compiled rules read changes again and again while they are compiled")


def _build(rules: dict[str, Rule], words: int, most: int, reader: Reader) -> tuple[Objects, bool]:
    """The object code of each rule, and whether another process can use it."""
    from clew.custom.native.build import build
    from clew.custom.native.settings import our_settings
    from clew.custom.native.taught import changes_numba

    with our_settings():
        objects, is_whole = build(rules, words, most)
    if reader.large and not is_whole:
        raise PuzzleError(
            f"the compiled rules read a `bytes` object of {reader.large:,} bytes; above {LARGE_ARRAY:,}, "
            "Numba handles them wrongly: use an array, such as numpy.frombuffer(..., dtype=numpy.uint8)"
        )
    return objects, is_whole and not changes_numba()


def _renew(dispatchers: list[Any], builds: bool) -> None:
    """Lets Numba forget what it has compiled of functions, for Python to call, if they may have read other
    values then: in this process, or in an earlier one (`cache=True`). From then on they check every index, as
    the rules do, so that both forms fail in the same way. Those with given types get the code of copies,
    which are compiled first, so that they can be called at any moment. Raises `PuzzleError` if one cannot be
    compiled again; then all are as they were.
    """
    arrays: Arrays = {}
    reads = [(one, _what_it_reads(one, arrays)) for one in dispatchers]
    stale = [(one, now) for one, now in reads if _read.get(one) != now or (builds and one._can_compile)]
    if not stale:
        return  # without importing Numba

    from numba.core.caching import NullCache

    from clew.custom.native.settings import our_settings

    with our_settings():
        copies = Copies()
        made = {one: _copy(one, copies) for one, _ in stale if not one._can_compile}
        for dispatcher, now in stale:
            dispatcher._cache = NullCache()
            for options in (dispatcher.targetoptions, dispatcher._compiler.targetoptions):
                options["boundscheck"] = True
            if dispatcher in made:
                if made[dispatcher] is not dispatcher:  # a library's function, which nothing changes
                    _give(dispatcher, made[dispatcher])
            else:
                dispatcher._reset_overloads()
            _read[dispatcher] = now


def _what_it_reads(dispatcher: Any, arrays: Arrays) -> bytes:
    from hashlib import sha256

    from clew.custom.native.values import read

    return sha256(repr(read(dispatcher, arrays)[0]).encode("utf-8", "surrogatepass")).digest()


def _copy(dispatcher: Any, copies: Copies) -> Any:
    """A copy of a function with given types, compiled for them."""
    from clew.custom.native.build import in_short

    try:
        return copies.of_rule(dispatcher)
    except PuzzleError:
        raise
    except Exception as error:
        name = dispatcher.py_func.__name__
        raise PuzzleError(f"Numba cannot compile {name} again: {in_short(error)}") from error


def _give(dispatcher: Any, made: Any) -> None:
    """Gives a function the code of its copy in place of its own. Whoever calls it finds the one or the other,
    since no other thread and no Ctrl-C comes between calls of C that are made within one.
    """
    codes = dict(made.overloads)
    made.overloads.clear()  # or Numba would forget their code when the copy is freed
    added = [
        partial(dispatcher._insert, [kind._code for kind in kinds], code.entry_point, code.objectmode)
        for kinds, code in codes.items()
    ]
    try:
        deque(map(call, [dispatcher._clear, *added]), 0)
    finally:
        dispatcher.overloads.update(codes)  # for functions that are compiled later


def _load(objects: Objects) -> tuple[Any, dict[str, int]] | None:
    """Loads object code and returns its addresses; None if one is missing.

    Each object gets an engine of its own. Code reaches its constants by their distance from its object's
    table of offsets (section `.got`, relocation R_X86_64_GOTOFF64), and where one engine has several objects
    LLVM takes that distance from the first table it finds, so the rules of later objects would compute
    with whatever lies there.
    """
    import llvmlite.binding as llvm

    from clew.custom.native.target import machine

    engines: list[Any] = []
    addresses: dict[str, int] = {}
    for name, (symbol, code) in objects.items():
        engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine(llvm))
        engine.add_object_file(llvm.ObjectFileRef.from_data(code))
        engine.finalize_object()
        addresses[name] = engine.get_function_address(symbol)
        engines.append(engine)
    return (engines, addresses) if all(addresses.values()) else None
