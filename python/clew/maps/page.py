"""A map as one HTML file to walk in: script, style and data are inside, and nothing is fetched."""

from __future__ import annotations

from base64 import b64encode
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from clew.errors import ClewError
from clew.maps.legend import map_title
from clew.maps.walk import walk
from clew.replacement import write_whole

if TYPE_CHECKING:
    import os
    from collections.abc import Callable

    from clew.statespace.space import StateSpace

BUILT = Path(__file__).parent / "static"
"""What the build of the client's map makes."""

MOST = 200_000
"""States up to which a page is written: browsers draw more of them slowly, and the file would pass 5 MB."""

POLICY = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:"
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
<script type="application/octet-stream" id="clew-map">{data}</script>
<script type="module">{script}</script>
</body>
</html>
"""


def write(
    space: StateSpace,
    path: str | os.PathLike[str],
    seed: int = 0,
    *,
    heat: Any = None,
    on_phase: Callable[[str], object] | None = None,
) -> None:
    """Write the page. Raises `ClewError` if the map is too large or the page is not built, `OSError`."""
    if space.n > MOST:
        raise ClewError(
            f"{path}: a page can show {MOST:,} states, and this map has {space.n:,}; "
            "clew.explore_corridor (clew map --corridor) maps what is near the shortest solutions"
        )
    script, style = _built("map.js"), _built("map.css")
    text = PAGE.format(
        policy=escape(POLICY),
        title=escape(map_title(space)),
        style=style,
        data=b64encode(walk(space, seed=seed, heat=heat, on_phase=on_phase)).decode(),
        script=script.replace("</script", "<\\/script"),
    )
    write_whole(path, text.encode())


def _built(name: str) -> str:
    try:
        return (BUILT / name).read_text(encoding="utf-8")
    except FileNotFoundError:
        raise ClewError(f"the page of maps is not built, {name} is missing: run make client") from None
