"""`<clew-board>`: boards in somebody else's page, as files next to each other."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from clew_studio.pages.built import built, engine, packed, written

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

SCRIPT = "clew-board.js"
BOARDS = "boards.json"
EXAMPLE = "example.html"

PAGE = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<script defer src="{script}"></script>
</head>
<body>
{board}
</body>
</html>
"""


def folder(boards: dict[str, Any]) -> dict[str, bytes]:
    """The files of a folder from which a page can take everything: by their names."""
    page = PAGE.format(title=escape(boards["title"]), script=SCRIPT, board=inline(boards))
    return {
        **scripts(families(boards)),
        BOARDS: written(boards).encode(),
        EXAMPLE: page.encode(),
    }


def each(boards: Sequence[dict[str, Any]], title: str) -> dict[str, bytes]:
    """The files of a folder with a page in which each of these boards has an element of its own."""
    elements = "\n".join(map(inline, boards))
    page = PAGE.format(title=escape(title), script=SCRIPT, board=elements)
    names = sorted({family for one in boards for family in families(one)})
    return {**scripts(names), EXAMPLE: page.encode()}


def families(boards: dict[str, Any]) -> list[str]:
    """The families of these boards, each once."""
    return sorted({board["made"]["family"] for board in boards["boards"]})


def scripts(names: Iterable[str]) -> dict[str, bytes]:
    """The script of the element and the engines of these families, by their file names."""
    engines = {f"clew-board-{family}.js": _engine(family) for family in names}
    return {SCRIPT: built(SCRIPT), **engines}


def inline(boards: dict[str, Any]) -> str:
    """The element with its boards in it, as HTML."""
    return f'<clew-board><script type="application/json">{written(boards)}</script></clew-board>'


def _engine(family: str) -> bytes:
    return f'(globalThis.clewEngines ??= {{}}).{family} = "{packed(engine(family))}";\n'.encode()
