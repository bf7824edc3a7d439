"""Libraries that maps need and Clew itself does not, imported when they are."""

from __future__ import annotations

from clew.errors import ClewError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

EXTRA = "pip install 'clew[map]'"


def needed(module: str, what: str, install: str | None = None) -> Any:
    """The module. Raises `ClewError`, with the command that installs it, where it is missing."""
    from importlib import import_module

    try:
        return import_module(module)
    except ImportError as error:
        name = module.partition(".")[0]
        raise ClewError(f"{what} needs {name}, which is not installed: {install or EXTRA}") from error


def numpy_for(what: str) -> Any:
    """Numpy, which every map needs."""
    return needed("numpy", what)
