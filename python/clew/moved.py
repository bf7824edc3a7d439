"""What left for a distribution of its own, by its old names, which go with 1.0."""

from __future__ import annotations

from typing import TYPE_CHECKING
from warnings import warn

from clew.errors import ClewError
from clew.optional import needed

if TYPE_CHECKING:
    from collections.abc import Callable


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
    from warnings import warn

    value: object = getattr(needed(package, old, extra), name)
    warn(f"{old} is now {package}.{name}", DeprecationWarning, stacklevel=3)
    return value
