"""SVG as pixels: PNG files and the parts of animations. Needs the extra `draw`."""

from __future__ import annotations

from struct import pack
from typing import TYPE_CHECKING, Any
from zlib import compress, crc32

from clew import optional
from clew.errors import ClewError

if TYPE_CHECKING:
    from collections.abc import Sequence

LARGEST = 16_000
"""The most pixels on a side; more would take gigabytes."""


def needed(module: str, what: str) -> Any:
    """A module of the extra `draw`. Raises `ClewError`, saying what to install, if it is missing."""
    return optional.needed(module, what, "draw")


def png(svg: str, width: int, height: int) -> bytes:
    """The picture as a PNG of that size in pixels; transparent where nothing is drawn."""
    if not 0 < max(width, height) <= LARGEST:
        raise ClewError(f"{width} x {height} pixels: a picture has from 1 to {LARGEST} on each side")
    resvg: Any = needed("resvg_py", "a PNG or GIF picture")
    # Searching the system's fonts takes longer than the picture, so only for letters without outlines.
    plain = "<text" not in svg and "data:image/svg+xml" not in svg
    made = resvg.svg_to_bytes(svg_string=svg, width=width, height=height, skip_system_fonts=plain)
    return bytes(made)


def palette_png(pixels: bytes, width: int, height: int, palette: Sequence[str]) -> bytes:
    """A PNG of at most 256 colours ``"#RRGGBB"``; `pixels` are palette indices, row by row. Needs
    no extra."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return pack(">I", len(data)) + kind + data + pack(">I", crc32(kind + data))

    rows = b"".join(b"\0" + pixels[at : at + width] for at in range(0, width * height, width))
    return b"".join(
        [
            b"\x89PNG\r\n\x1a\n",
            chunk(b"IHDR", pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)),
            chunk(b"PLTE", b"".join(bytes.fromhex(colour[1:]) for colour in palette)),
            chunk(b"IDAT", compress(rows, 9)),
            chunk(b"IEND", b""),
        ]
    )
