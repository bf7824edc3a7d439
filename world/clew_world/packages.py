"""The packages that worlds are built on, imported when they are used."""

from __future__ import annotations

from importlib import import_module
from typing import Any
from warnings import catch_warnings, simplefilter


def quietly(module: str) -> Any:
    """Import a module without the warnings of its build, which a user cannot fix."""
    with catch_warnings():
        simplefilter("ignore")
        return import_module(module)
