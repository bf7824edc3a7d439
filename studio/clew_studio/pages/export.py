"""`clew_studio.export`: boards as one HTML file to play anywhere, or as files for other people's pages."""

from __future__ import annotations

import os
from collections.abc import Iterable
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from clew.errors import ClewError
from clew.search.line import engine_puzzle
from clew_studio.pages.built import built, engine, packed, written
from clew_studio.pages.content import content
from clew_studio.pages.element import each, families, folder

if TYPE_CHECKING:
    from clew.puzzles.base import EnginePuzzle

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
<script type="application/octet-stream" id="clew-boards">{boards}</script>
{engines}
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
"""Unpacks the script and runs it, which makes the file a fifth smaller."""


def export(
    puzzles: EnginePuzzle | str | Iterable[EnginePuzzle | str],
    path: str | os.PathLike[str],
    *,
    title: str | None = None,
) -> None:
    """Write one board, or several, to play without a server.

    The ending of `path` chooses the form:

    - `.html`: one file, with the engine in it, that works from the disk and sends no requests
    - `.json`: only the boards, for a `<clew-board>` in your own page
    - a folder, or a name that ends in `/`: the script of `<clew-board>`, the engines, the boards and an
      example of a page

    `title` is the heading; without it, the title of the first board. Raises `ClewError` for a family that the
    engine in a page does not have, or if the client is not built, and `OSError`.
    """
    if isinstance(puzzles, str) or not isinstance(puzzles, Iterable):
        puzzles = [puzzles]
    write(puzzles, path, title=title)


def write(
    puzzles: Iterable[EnginePuzzle | str], path: str | os.PathLike[str], *, title: str | None = None
) -> list[Path]:
    """Do the work of `export`. Returns the files that were written."""
    target = Path(path)
    is_folder = os.fspath(path).endswith(("/", os.sep)) or target.is_dir()
    ending = target.suffix.lower()
    if not is_folder and ending not in (".html", ".htm", ".json"):
        raise ClewError(f"{os.fspath(path)}: the name must end in .html or .json, or in / for a folder")
    boards = content([engine_puzzle(one) for one in puzzles], title)
    if not is_folder:
        text = written(boards) if ending == ".json" else _page(boards)
        target.write_bytes(text.encode())
        return [target]
    files = {target / name: file for name, file in folder(boards).items()}
    target.mkdir(parents=True, exist_ok=True)
    for name, file in files.items():
        name.write_bytes(file)
    return list(files)


def page_of(puzzles: Iterable[EnginePuzzle], title: str) -> str:
    """Return boards as one HTML file to play without a server. Raises `ClewError`."""
    return _page(content(list(puzzles), title))


def elements_of(puzzles: Iterable[EnginePuzzle], title: str) -> dict[str, bytes]:
    """Return a folder with a page that has a `<clew-board>` for each board. Raises `ClewError`."""
    return each([content([puzzle]) for puzzle in puzzles], title)


def _page(boards: dict[str, Any]) -> str:
    return PAGE.format(
        policy=escape(POLICY),
        title=escape(boards["title"]),
        style=built("puzzle.css").decode(),
        boards=packed(written(boards).encode()),
        engines="\n".join(map(_engine, families(boards))),
        script=packed(built("puzzle.js")),
        begin=BEGIN,
    )


def _engine(family: str) -> str:
    text = packed(engine(family))
    return f'<script type="application/octet-stream" id="clew-engine-{family}">{text}</script>'
