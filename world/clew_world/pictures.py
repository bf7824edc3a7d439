"""Pictures of a level's own: PNG files beside it, for kinds of characters and items.

They may come with a level from a stranger: a name is that of a file in the level's folder and nothing else,
and what is too large is refused before it is decoded.
"""

from __future__ import annotations

import re
import struct
from pathlib import Path
from typing import Any, NamedTuple

from clew.errors import BoardError
from clew.puzzles.fields import integer, known_keys, string

MOST_PICTURES = 40
"""The most pictures of a level."""
MOST_FRAMES = 32
"""The most frames of a picture."""
LARGEST_FILE = 512 * 1024
"""Bytes of a picture's file."""
LARGEST_SIDE = 2048
"""Pixels of the width and height of a picture."""
WIDEST = 8
"""How many times as wide as high a frame may be: it is drawn as high as a character."""
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,59}\.png")
_SIGNATURE = b"\x89PNG\r\n\x1a\n"


class OwnPicture(NamedTuple):
    """A picture of a kind: one frame, or several side by side, the first of them standing."""

    kind: str
    file: str
    frames: int

    def read(self, folder: Path | None) -> tuple[bytes, tuple[int, int]]:
        """The content of its file, and the size in pixels. Raises `BoardError`."""
        try:
            content = self._content(folder)
            size = _size(content)
            if max(size) > LARGEST_SIDE:
                raise ValueError(
                    f"{size[0]} by {size[1]} pixels are too many; a side has at most {LARGEST_SIDE}"
                )
            if size[0] % self.frames:
                raise ValueError(f"its width of {size[0]} pixels is no multiple of {self.frames} frames")
            if size[0] > WIDEST * size[1] * self.frames:
                raise ValueError(
                    f"a frame of {size[0] // self.frames} by {size[1]} pixels is too wide; it is at most "
                    f"{WIDEST} times as wide as high"
                )
        except (OSError, RuntimeError, ValueError) as error:  # RuntimeError: links in a circle
            raise BoardError(f"{self.file} cannot be shown: {error}", key="pictures") from error
        return content, size

    def _content(self, folder: Path | None) -> bytes:
        if folder is None:
            raise ValueError("the level comes without a folder")
        path = (folder / self.file).resolve()
        if path.parent != folder.resolve():
            raise ValueError("it is outside the folder of the level")
        if not path.is_file():
            raise ValueError("there is no such file in the folder of the level")
        with path.open("rb") as file:
            content = file.read(LARGEST_FILE + 1)
        if len(content) > LARGEST_FILE:
            raise ValueError(f"it is larger than {LARGEST_FILE // 1024} kB")
        return content


def _size(content: bytes) -> tuple[int, int]:
    """The size in pixels that the head of a PNG file gives."""
    if content[:8] != _SIGNATURE or content[12:16] != b"IHDR" or len(content) < 33:
        raise ValueError("it is not a PNG file")
    width, height = struct.unpack(">II", content[16:24])
    if not (width and height):
        raise ValueError("it has no pixels")
    return width, height


def pictures_of(value: Any) -> dict[str, OwnPicture]:
    """The pictures that a level names, by their kinds. Raises `BoardError`."""
    if not isinstance(value, dict):
        raise BoardError('must be a table: pictures = { player = "hero.png" }', key="pictures")
    if len(value) > MOST_PICTURES:
        raise BoardError(f"there are more than {MOST_PICTURES} pictures", key="pictures")
    found = {}
    for kind, given in value.items():
        table = given if isinstance(given, dict) else {"file": given}
        known_keys(table, ("file", "frames"), f"[pictures.{kind}]")
        file = string(table.get("file"), "pictures")
        if not _NAME.fullmatch(file):
            raise BoardError(
                f'"{file}" is not the name of a picture, such as hero.png: a file in the folder of the '
                "level, with letters, digits, - and _",
                key="pictures",
            )
        found[kind] = OwnPicture(kind, file, integer(table.get("frames", 1), "frames", 1, MOST_FRAMES))
    return found
