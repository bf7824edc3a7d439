"""Specs of custom puzzles, ``module:Class(arguments)``: writes them, and reads them where naming code is
allowed.

Nothing is evaluated: arguments are literals (`ast.literal_eval`), the name is that of a class in an
importable module, and the class must be a subclass of `clew.Puzzle`. A spec imports a module, which runs
code. So it is accepted only from the person typing the command, or if it is on a list of allowed classes, and
never from a file, a set or JSON that somebody else may have written.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from clew.errors import BoardError
from clew.puzzle import Puzzle
from clew.puzzles.fields import closest, shown

if TYPE_CHECKING:
    import ast

ONLY_ARGUMENTS = (
    "name a puzzle of your own on the command line, as module:Class(...), or make it in Python; "
    "it is never read from a file, a set or JSON, because its rules are code"
)

LONGEST = 2_000
"""The most characters of a spec."""


def spec_of(own: Puzzle) -> str:
    """``"hanoi:Hanoi(3, 7)"``, with dots in place of arguments that are not literals."""
    return f"{type(own).__module__}:{call_of(own)}"


def call_of(own: Puzzle) -> str:
    """``"Hanoi(3, 7)"``."""
    args, keys = getattr(own, "_made_from", ((), {}))
    parts = [_literal(value) for value in args]
    parts += [f"{name}={_literal(value)}" for name, value in keys.items()]
    return f"{type(own).__qualname__}({', '.join(parts)})"


def same(one: Puzzle, other: Puzzle) -> bool:
    """Whether two puzzles have the same class and equal literal arguments."""
    name = spec_of(one)
    return type(one) is type(other) and "..." not in name and name == spec_of(other)


def _literal(value: Any) -> str:
    import ast

    text = repr(value)
    try:
        known = len(text) <= LONGEST and ast.literal_eval(text) == value
    except (ValueError, SyntaxError, MemoryError, RecursionError, TypeError):
        known = False
    return text if known else "..."


def looks_like_spec(text: str) -> bool:
    """Whether a text has the form ``module:Class`` or ``module:Class(...)``."""
    module, colon, call = text.strip().partition(":")
    head = call.partition("(")[0].strip()
    return (
        bool(colon)
        and _is_dotted(module.strip())
        and _is_dotted(head)
        and ("(" not in call or call.rstrip().endswith(")"))
    )


def _is_dotted(name: str) -> bool:
    return all(part.isidentifier() for part in name.split("."))


def puzzle_of(text: str, allowed: tuple[str, ...] | None = None) -> Puzzle:
    """The puzzle of a spec. Modules in the current folder can be imported, as with ``python -m``.

    `allowed`: the classes (``"module:Class"``) that may be named; None for any. Raises `BoardError`, saying
    what would be right; exceptions of the user's own module or class pass through.
    """
    module_name, head, args, keys = _read(text, allowed)
    cls = _class_of(module_name, head)
    try:
        made = cls(*args, **keys)
    except TypeError as error:
        if error.__traceback__ is not None and error.__traceback__.tb_next is None:
            raise BoardError(f"{shown(text, 80)}: {error}") from error
        raise
    return made


def checked(text: str, allowed: tuple[str, ...]) -> str:
    """The spec of a puzzle, with its arguments as `repr` writes them, if `puzzle_of` would accept it.

    Nothing is imported, so the text may come from anybody. Raises `BoardError`, saying what would be right.
    """
    module_name, head, args, keys = _read(text, allowed)
    parts = [_literal(value) for value in args]
    parts += [f"{name}={_literal(value)}" for name, value in keys.items()]
    if any(part.endswith("...") for part in parts):
        raise BoardError(f"{shown(text, 80)}: an argument is too long or not finite (such as 1e999)")
    return f"{module_name}:{head}({', '.join(parts)})"


def _read(text: str, allowed: tuple[str, ...] | None) -> tuple[str, str, list[Any], dict[str, Any]]:
    """The module, class, arguments and keyword arguments of a spec."""
    if len(text) > LONGEST:
        raise BoardError(f"is {len(text):,} characters long; the name of a puzzle has at most {LONGEST:,}")
    module_name, _, call = text.strip().partition(":")
    try:
        head, args, keys = _read_call(call.strip(), text)
    except RecursionError:
        raise BoardError(f'"{shown(text, 80)}" is nested too deeply; write fewer brackets and dots') from None
    name = f"{module_name.strip()}:{head}"
    if allowed is not None and name not in allowed:
        listed = ", ".join(allowed) or "none"
        raise BoardError(f'"{shown(name)}" is not one of the puzzles allowed here: {listed}')
    return module_name.strip(), head, args, keys


def _read_call(call: str, text: str) -> tuple[str, list[Any], dict[str, Any]]:
    import ast

    try:
        tree = ast.parse(call, mode="eval").body
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        raise BoardError(
            f'"{shown(text, 80)}" cannot be read; write module:Class(arguments), such as hanoi:Hanoi(3, 7)'
        ) from None
    args: list[ast.expr] = []
    keywords: list[ast.keyword] = []
    if isinstance(tree, ast.Call):
        args, keywords, tree = tree.args, tree.keywords, tree.func
    head = ast.unparse(tree)
    if not _is_dotted(head):
        raise BoardError(f'"{shown(head)}" is not a class name; write module:Class(arguments)')
    values = [_value(arg) for arg in args]
    keys: dict[str, Any] = {}
    for keyword in keywords:
        if keyword.arg is None:
            raise BoardError("** is not supported here; name each argument")
        keys[keyword.arg] = _value(keyword.value)
    return head, values, keys


def _value(node: ast.expr) -> Any:
    import ast

    try:
        return ast.literal_eval(node)
    except (ValueError, TypeError, MemoryError, RecursionError):
        raise BoardError(
            f'"{shown(ast.unparse(node))}" is not a literal, and nothing is evaluated here; '
            "write numbers, strings, tuples, lists, dicts, sets, True, False or None"
        ) from None


def can_import(text: str) -> bool:
    """Whether the module of a spec can be found; it is not imported."""
    _look_here()
    module = text.strip().partition(":")[0].strip()
    try:
        return find_spec(module) is not None
    except (ImportError, ValueError, AttributeError):
        return False


def _look_here() -> None:
    here = os.getcwd()
    if "" not in sys.path and here not in sys.path:
        sys.path.insert(0, here)


def _class_of(module_name: str, head: str) -> type[Puzzle]:
    _look_here()
    try:
        module = import_module(module_name)
    except ModuleNotFoundError as error:
        if error.name is None or not (module_name == error.name or module_name.startswith(f"{error.name}.")):
            raise  # a module that the user's module failed to import
        raise BoardError(
            f'there is no module "{shown(module_name)}" to import from here ({shown(os.getcwd(), 200)}); '
            "change to the folder of the file, or add that folder to PYTHONPATH"
        ) from None
    found: Any = module
    for part in head.split("."):
        if not hasattr(found, part):
            names = [name for name, value in vars(found).items() if _is_puzzle(value)]
            listed = f" Its puzzles: {', '.join(names)}" if names else " It has no subclass of clew.Puzzle"
            raise BoardError(f'"{module_name}" has no class "{shown(part)}"{closest(part, names)}{listed}')
        found = getattr(found, part)
    if not _is_puzzle(found):
        raise BoardError(
            f'"{shown(head)}" in "{module_name}" is not a subclass of clew.Puzzle; derive it from clew.Puzzle'
        )
    cls: type[Puzzle] = found
    return cls


def _is_puzzle(value: object) -> bool:
    return isinstance(value, type) and issubclass(value, Puzzle) and value is not Puzzle
