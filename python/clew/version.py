"""The version of the running Clew."""

from __future__ import annotations

from functools import cache


@cache
def version() -> str:
    """The installed version; "0+uninstalled" where Clew runs from a source tree that was never installed."""
    try:
        from clew._engine import __version__ as built
    except ImportError:
        built = ""
    if built.replace(".", "").isdigit():
        return built  # the engine is of the same build and soon loaded anyway; the metadata take 30 ms

    from importlib import metadata

    try:
        return metadata.version("clew")
    except metadata.PackageNotFoundError:
        return "0+uninstalled"
