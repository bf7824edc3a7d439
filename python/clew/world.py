"""Worlds by their old name: `clew.world` is now the package `clew_world`. Goes with 1.0."""

from __future__ import annotations

from warnings import warn

from clew.errors import WorldError
from clew.optional import needed

_package = needed("clew_world", "clew.world", "world", error=WorldError)

warn("clew.world is now the package clew_world", DeprecationWarning, stacklevel=2)


def __getattr__(name: str) -> object:
    value: object = getattr(_package, name)
    return value


def __dir__() -> list[str]:
    return sorted(_package.__all__)
