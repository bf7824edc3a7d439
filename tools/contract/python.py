"""The public names of the package: functions with their signatures, classes with their members."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Iterator
from functools import cache
from typing import Any, ForwardRef

from tools.site.api import public, value

OURS = ("clew.", "clew_lab.", "clew_studio.", "clew_world.")


def lines() -> list[str]:
    """A line per name, one for the attributes of a class, and one for each of its methods."""
    return [line for name, thing in sorted(_named().items()) for line in _thing(name, thing)]


@cache
def _named() -> dict[str, Any]:
    """What programs may name or be given."""
    return {name: value(name) for name in public()}


@cache
def _classes() -> list[type]:
    return [thing for thing in _named().values() if inspect.isclass(thing)]


def _thing(name: str, thing: Any) -> Iterator[str]:
    if not inspect.isclass(thing):
        yield f"{name}{signature(thing)}"
        return
    yield f"class {name}{_bases(thing)}"
    members = sorted(_members(thing))
    if attributes := [line for line in members if "(" not in line.partition(":")[0]]:
        yield f"  {name}: {', '.join(attributes)}"
    yield from (f"  {name}.{line}" for line in members if line not in attributes)


def _bases(cls: type) -> str:
    """The bases that a program may rely on: public ones of ours, and those of Python and other packages."""
    names = [
        base.__name__
        for base in cls.__bases__
        if base is not object and (base in _classes() or not base.__module__.startswith(OURS))
    ]
    return f"({', '.join(names)})" if names else ""


def _members(cls: type) -> Iterator[str]:
    """The public members that no public base has, and how to make an instance."""
    known = [base for base in cls.__mro__[1:] if base in _classes()]
    seen = {name for base in known for name in dir(base)} - {"__init__"}
    for owner in cls.__mro__:
        if owner.__module__.startswith(OURS):
            hints = inspect.get_annotations(owner)
            there = {**_set_by_init(owner), **{name: _plain(hint) for name, hint in hints.items()}}
            old = {name for name, thing in vars(owner).items() if hasattr(thing, "__deprecated__")}
            mine = {name for name in {*there, *vars(owner)} if name == "__init__" or name[0] != "_"}
            mine -= seen | old
            seen |= mine
            yield from (
                f"{name}{there[name] and f': {there[name]}'}" if name in there else _member(owner, name)
                for name in mine
            )


def _set_by_init(cls: type) -> dict[str, str]:
    """The attributes that `__init__` sets, with their hints if it has any."""
    init = vars(cls).get("__init__")
    if not inspect.isfunction(init):
        return {}
    function = ast.parse(textwrap.dedent(inspect.getsource(init))).body[0]
    assert isinstance(function, ast.FunctionDef)
    hints = {a.arg: ast.unparse(a.annotation) for a in _arguments(function) if a.annotation}
    found: dict[str, str] = {}
    for node in ast.walk(function):
        if isinstance(node, ast.AnnAssign):
            found |= {name: ast.unparse(node.annotation) for name in _own(node.target)}
        elif isinstance(node, ast.Assign):
            hint = hints.get(node.value.id, "") if isinstance(node.value, ast.Name) else ""
            found |= {name: hint for target in node.targets for name in _own(target)}
    return found


def _arguments(function: ast.FunctionDef) -> list[ast.arg]:
    return [*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs]


def _own(target: ast.expr) -> list[str]:
    """The attributes of `self` in what is assigned to."""
    return [
        node.attr
        for node in ast.walk(target)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "self"
    ]


def _member(owner: type, name: str) -> str:
    thing = inspect.getattr_static(owner, name)
    if isinstance(thing, staticmethod | classmethod):
        return f"{name}{signature(thing.__func__)} [{type(thing).__name__}]"
    if inspect.isfunction(thing):
        return f"{name}{signature(thing)}"
    getter = getattr(thing, "fget", None) or getattr(thing, "func", None)
    returned = getattr(getter, "__annotations__", {}).get("return")
    return f"{name}: {_plain(returned)}" if returned else name


def _plain(hint: Any) -> str:
    """A type hint as it stands in the source."""
    if isinstance(hint, ForwardRef):
        return hint.__forward_arg__
    return hint if isinstance(hint, str) else inspect.formatannotation(hint)


def signature(function: Any) -> str:
    """The signature of a function, with hints as they stand in the source."""
    found = inspect.signature(function)
    words = str(
        found.replace(parameters=[_unquoted(p) for p in found.parameters.values()], return_annotation=_E)
    )
    returned = found.return_annotation
    return words if returned is _E else f"{words} -> {_plain(returned)}"


_E = inspect.Signature.empty


class _Words:
    """A hint that prints without quotation marks."""

    def __init__(self, words: str) -> None:
        self.words = words

    def __repr__(self) -> str:
        return self.words


def _unquoted(parameter: inspect.Parameter) -> inspect.Parameter:
    hint = parameter.annotation
    return parameter if hint is _E else parameter.replace(annotation=_Words(_plain(hint)))
