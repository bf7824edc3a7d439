"""A method for the engine, without a reference to its object."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from weakref import WeakMethod

if TYPE_CHECKING:
    from collections.abc import Callable


def weak(method: Callable[..., Any]) -> Callable[..., Any]:
    """The same as a function that does not keep the method's object alive.

    For an object that has the engine which calls the method: Python cannot see the engine's references, so
    what refers to itself through them is never freed.
    """
    known = WeakMethod(method)

    def call(*given: Any) -> Any:
        there = known()
        if there is None:
            raise ReferenceError("the engine calls a method of an object that was freed")
        return there(*given)

    return call
