"""Names that moved or changed, by their old names, which go with 1.0."""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar
from warnings import warn

from clew.errors import ClewError
from clew.optional import needed

if TYPE_CHECKING:
    from collections.abc import Callable

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")


def moved(
    old: str, new: str, extra: str, error: type[ClewError] = ClewError
) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """`__getattr__` and `__dir__` of a module that stands for a package's new name, with a warning.

    Raises `error`, with the command that installs it, if the package is missing.
    """
    package = needed(new, old, extra, error=error)
    warn(f"{old} is now the package {new}", DeprecationWarning, stacklevel=3)

    def find(name: str) -> object:
        value: object = getattr(package, name)
        return value

    return find, lambda: sorted(package.__all__)


def moved_name(old: str, package: str, name: str, extra: str) -> object:
    """The name in the package where it is now, with a warning. Raises `ClewError` as `moved` does."""
    value: object = getattr(needed(package, old, extra), name)
    warn(f"{old} is now {package}.{name}", DeprecationWarning, stacklevel=3)
    return value


def renamed_method(old: str, new: str) -> Callable[..., Any]:
    """A method by its old name, with a warning."""

    def method(self: object, *args: Any, **more: Any) -> Any:
        warn(f"{type(self).__name__}.{old} is now {new}", DeprecationWarning, stacklevel=2)
        return getattr(self, new)(*args, **more)

    method.__deprecated__ = f"now {new}"  # type: ignore[attr-defined]
    return method


def renamed_argument(
    old: str, new: str
) -> Callable[[Callable[Parameters, Result]], Callable[Parameters, Result]]:
    """Lets a function take a keyword argument by its old name too, with a warning."""

    def taking(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
        @wraps(function)
        def call(*args: Parameters.args, **more: Parameters.kwargs) -> Result:
            if old in more:
                warn(f"{function.__name__}({old}=) is now {new}=", DeprecationWarning, stacklevel=2)
                more[new] = more.pop(old)
            return function(*args, **more)

        return call

    return taking
