"""`clew.export`: boards as one HTML file to play anywhere."""

from __future__ import annotations

import gzip
import json
import os
from base64 import b64encode
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from clew.boards.load import parse
from clew.errors import ClewError
from clew.pages.content import content
from clew.puzzles.base import EnginePuzzle

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any


BUILT = Path(__file__).parent / "static"
"""What `client/vite.alone.config.ts` makes of the client's sources, and the engine for web pages."""

POLICY = (
    "default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval' blob:; worker-src blob:; "
    "style-src 'unsafe-inline'; img-src data:"
)
"""What the file may load: only what is in it."""

PAGE = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<div id="app"></div>
<script type="application/json" id="clew-boards">{boards}</script>
<script type="application/octet-stream" id="clew-engine">{engine}</script>
<script type="application/octet-stream" id="clew-script">{script}</script>
<script type="module">{begin}</script>
</body>
</html>
"""

BEGIN = """\
const packed = document.getElementById("clew-script").textContent;
const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
const script = new Blob([await new Response(stream).text()], {type: "text/javascript"});
await import(URL.createObjectURL(script));
"""
"""Unpacks the script and runs it: so the file is a fifth smaller."""


def export(
    puzzles: EnginePuzzle | str | Iterable[EnginePuzzle | str],
    path: str | os.PathLike[str],
    *,
    title: str | None = None,
) -> None:
    """Write one board, or several, as one HTML file to play.

    Nothing else is needed to play: the file has the engine, works from the disk, and sends no request.
    `title` is the heading; without it, the title of the first board. Raises `ClewError` for a family that the
    engine in a page does not have, and if the page is not built, `OSError`.
    """
    several = [puzzles] if isinstance(puzzles, (str, EnginePuzzle)) else list(puzzles)
    if os.path.splitext(path)[1].lower() not in (".html", ".htm"):
        raise ClewError(f"{os.fspath(path)}: the name must end in .html")
    text = _page(content([parse(one) if isinstance(one, str) else one for one in several], title))
    with open(path, "wb") as stream:
        stream.write(text.encode())


def _page(boards: dict[str, Any]) -> str:
    return PAGE.format(
        policy=escape(POLICY),
        title=escape(boards["title"]),
        style=_built("puzzle.css").decode(),
        boards=_json(boards).replace("</", "<\\/"),
        engine=_packed("clew.wasm"),
        script=_packed("puzzle.js"),
        begin=BEGIN,
    )


def _packed(name: str) -> str:
    return b64encode(gzip.compress(_built(name), mtime=0)).decode()


def _json(boards: dict[str, Any]) -> str:
    return json.dumps(boards, ensure_ascii=False, separators=(",", ":"))


def _built(name: str) -> bytes:
    try:
        return (BUILT / name).read_bytes()
    except FileNotFoundError:
        raise ClewError(f"the page of puzzles is not built, {name} is missing: run make client") from None
