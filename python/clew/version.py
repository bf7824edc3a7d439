"""The version of the running Clew."""

from __future__ import annotations

from functools import cache


@cache
def version() -> str:
    """The installed version; "0+uninstalled" where Clew runs from a source tree that was never installed."""
    from importlib import metadata

    try:
        return metadata.version("clew")
    except metadata.PackageNotFoundError:
        return "0+uninstalled"
