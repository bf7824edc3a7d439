"""The packages of the extra `world`, imported when they are used."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType
from warnings import catch_warnings, simplefilter

from clew.errors import WorldError

EXTRA = "pip install 'clew[world]'"


def needed(module: str, what: str) -> ModuleType:
    """A module of the extra. Raises `WorldError`, with what to install, where it is missing."""
    try:
        with catch_warnings():
            # Those of a package's own build are nothing that a user could mend.
            simplefilter("ignore")
            return import_module(module)
    except ImportError as error:
        package = module.partition(".")[0]
        raise WorldError(f"{what} needs {package}, which is not installed: {EXTRA}") from error
