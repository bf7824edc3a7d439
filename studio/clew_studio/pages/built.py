"""What `make client` builds for pages without a server, and the forms in which they contain it."""

from __future__ import annotations

import gzip
import json
from base64 import b64encode
from pathlib import Path
from typing import Any

from clew.errors import ClewError

BUILT = Path(__file__).parent / "static"
"""What the client's configurations for pages make of its sources, and an engine for each family."""


def built(name: str) -> bytes:
    """A built file. Raises `ClewError` if it is missing."""
    try:
        return (BUILT / name).read_bytes()
    except FileNotFoundError:
        raise ClewError(f"the page of puzzles is not built, {name} is missing: run make client") from None


def engine(family: str) -> bytes:
    """The engine of a family."""
    return built(f"{family}.wasm")


def packed(content: bytes) -> str:
    """Bytes as text, compressed."""
    return b64encode(gzip.compress(content, mtime=0)).decode()


def written(boards: dict[str, Any]) -> str:
    """Boards as JSON that is safe inside a script element of an HTML page: nothing in it closes the element,
    or keeps it from closing.
    """
    text = json.dumps(boards, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c")
