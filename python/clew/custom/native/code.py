"""Finds the machine code of rules, in this process, in a file, or by compiling them with Numba."""

from __future__ import annotations

from threading import RLock
from weakref import WeakKeyDictionary

from clew.errors import PuzzleError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from clew.custom.native.store import Objects
    from clew.custom.rules import Rule

_loaded: dict[str, tuple[Any, dict[str, int]]] = {}
"""The code loaded in this process, by its digest; it is never unloaded, because a search may still run it."""

_read: WeakKeyDictionary[Any, bytes] = WeakKeyDictionary()
"""Functions that their authors have compiled, and what they read when Numba last forgot their code."""

_one_at_a_time = RLock()


def code_of(rules: dict[str, Rule], words: int, most: int) -> tuple[str, Any, dict[str, int]]:
    """The digest of the code, the object that keeps it alive, and the address of each rule.

    Raises `PuzzleError` for a rule that cannot be compiled, or that would allocate memory.
    """
    from clew.custom.native import store
    from clew.custom.native.digest import digest

    with _one_at_a_time:
        key, lasts, dispatchers = digest(rules, words, most)
        objects = store.read(key) if lasts and key not in _loaded else None
        found = _loaded.get(key) or (None if objects is None else _load(objects))
        if found is not None:
            for dispatcher in dispatchers:
                _renew(dispatcher, builds=False)
        else:
            objects, is_whole = _build(rules, words, most, dispatchers)
            if lasts and is_whole:
                store.write(key, objects)
            found = _load(objects)
        if found is None:
            raise PuzzleError("the compiled rules could not be loaded: LLVM does not find them in their code")
        _loaded[key] = found
        return key, *found


def _build(rules: dict[str, Rule], words: int, most: int, dispatchers: list[Any]) -> tuple[Objects, bool]:
    """The object code of each rule, and whether another process can use it."""
    from clew.custom.native.build import build
    from clew.custom.native.settings import our_settings
    from clew.custom.native.taught import changes_numba

    with our_settings():
        for dispatcher in dispatchers:
            _renew(dispatcher, builds=True)
        objects, is_whole = build(rules, words, most)
    return objects, is_whole and not changes_numba()


def _renew(dispatcher: Any, builds: bool) -> None:
    """Lets Numba forget what it has compiled of a function if the function read other values then: in this
    process, or in an earlier one (`cache=True`). A function that is about to become part of other code is
    forgotten in any case, unless its author has given its types: it may have been called while a value was
    another for a moment.
    """
    from hashlib import sha256

    from numba.core.caching import NullCache

    from clew.custom.native.values import read

    known = sha256(repr(read(dispatcher)[0]).encode("utf-8", "surrogatepass")).digest()
    before = _read.get(dispatcher)
    if not (builds and dispatcher._can_compile) and before == known:
        return
    if before is None and not builds and not dispatcher._can_compile:
        return
    _read[dispatcher] = known
    dispatcher._cache = NullCache()
    if not dispatcher._can_compile:
        dispatcher.recompile()  # for the types that its author gave
    elif dispatcher.overloads:
        dispatcher._make_finalizer()()
        dispatcher._reset_overloads()


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
