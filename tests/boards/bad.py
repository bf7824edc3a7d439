"""One bad input: what a user may hand in, and what the message must name."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple


class Bad(NamedTuple):
    """`words` are parts of the message: the place (a key, a row, a line, a cell) and the remedy.

    `kind` is "argument" (a compact form or path), "stdin", or the ending of a file's name."""

    id: str
    kind: str
    content: str | bytes
    words: tuple[str, ...]


def as_argument(bad: Bad, folder: Path) -> str:
    """What a user would hand in: the argument itself, `-`, or the path of a file made in the folder."""
    if bad.kind == "argument":
        assert isinstance(bad.content, str)
        return bad.content
    if bad.kind == "stdin":
        return "-"
    path = folder / f"bad.{bad.kind}"
    path.write_bytes(as_bytes(bad))
    return str(path)


def as_bytes(bad: Bad) -> bytes:
    return bad.content if isinstance(bad.content, bytes) else bad.content.encode()
