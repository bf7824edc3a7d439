"""SVG as pixels: PNG files and the parts of films. Needs the extra `clew[draw]`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clew.errors import ClewError

if TYPE_CHECKING:
    from types import ModuleType

EXTRA = "pip install 'clew[draw]'"
LARGEST = 16_000
"""Pixels of a side; more would take gigabytes."""


def needed(module: str, what: str) -> ModuleType:
    """A module of the extra. Raises `ClewError`, with what to install, where it is missing."""
    from importlib import import_module

    try:
        return import_module(module)
    except ImportError as error:
        raise ClewError(
            f"{what} needs {module.partition('.')[0]}, which is not installed: {EXTRA}"
        ) from error


def png(svg: str, width: int, height: int) -> bytes:
    """The picture as a PNG that many pixels wide and high; transparent where nothing is drawn."""
    if not 0 < max(width, height) <= LARGEST:
        raise ClewError(f"{width} x {height} pixels: a picture has from 1 to {LARGEST} on each side")
    resvg: Any = needed("resvg_py", "a PNG or GIF picture")
    # To look through the system's fonts takes longer than the picture: only for letters without outlines.
    plain = "<text" not in svg
    made = resvg.svg_to_bytes(svg_string=svg, width=width, height=height, skip_system_fonts=plain)
    return bytes(made)
