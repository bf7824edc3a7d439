"""From the rules of a class to the addresses of their machine code: from this process, a file, or Numba."""

from __future__ import annotations

from clew.errors import PuzzleError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from clew.puzzles.compiled import Rule

    Objects = dict[str, tuple[str, bytes]]

_loaded: dict[str, tuple[Any, dict[str, int]]] = {}
"""The code of this process, by its digest; it stays, as any search may still run it."""


def code_of(rules: dict[str, Rule], words: int, most: int) -> tuple[Any, dict[str, int]]:
    """What keeps the code alive, and the address of each rule.

    Raises `PuzzleError` for a rule that cannot be compiled, or that would allocate memory.
    """
    from clew.puzzles.native import store
    from clew.puzzles.native.digest import digest

    key = digest(rules, words, most)
    if key not in _loaded:
        objects = store.read(key)
        found = None if objects is None else _load(objects)
        if found is None:
            from clew.puzzles.native.build import build

            objects = build(rules, words, most)
            store.write(key, objects)
            found = _load(objects)
        if found is None:
            raise PuzzleError("the compiled rules could not be loaded: LLVM does not find them in their code")
        _loaded[key] = found
    return _loaded[key]


def _load(objects: Objects) -> tuple[Any, dict[str, int]] | None:
    """Objects of machine code as addresses; None where one of them is not there."""
    import llvmlite.binding as llvm

    from clew.puzzles.native.target import machine

    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine(llvm))
    for _, code in objects.values():
        engine.add_object_file(llvm.ObjectFileRef.from_data(code))
    engine.finalize_object()
    addresses = {name: engine.get_function_address(symbol) for name, (symbol, _) in objects.items()}
    return (engine, addresses) if all(addresses.values()) else None
