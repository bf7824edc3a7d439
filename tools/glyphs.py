"""Writes the letter outlines that pictures use, from the files of the font Inter (SemiBold).

``uv run --with fonttools --with brotli python -m tools.glyphs FONT.woff2...`` with the static files of the
subsets latin, greek and cyrillic, such as those of the npm package @fontsource/inter; its licence (OFL 1.1)
stands beside the outlines. Needed only to change the font or the set of characters.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

TARGET = Path(__file__).resolve().parent.parent / "python" / "clew" / "pictures" / "glyphs.json"
EM = 1000
CHARACTERS = [
    *(chr(code) for code in range(0x20, 0x7F)),
    *(chr(code) for code in range(0xA1, 0x100) if code != 0xAD),
    *(chr(code) for code in range(0x391, 0x3CA) if code not in (0x3A2,)),
    *(chr(code) for code in range(0x410, 0x450)),
    *(chr(code) for code in (0x2013, 0x2014, 0x2026, 0x2212)),
]


def outlines(path: Path) -> dict[str, list[Any]]:
    """For each wanted character of the font: its advance and its outline, y down, 1000 units per em."""
    from fontTools.pens.svgPathPen import SVGPathPen
    from fontTools.pens.transformPen import TransformPen
    from fontTools.ttLib import TTFont

    font = TTFont(path)
    glyphs, names, scale = font.getGlyphSet(), font.getBestCmap(), EM / font["head"].unitsPerEm
    found: dict[str, list[Any]] = {}
    for character in CHARACTERS:
        name = names.get(ord(character))
        if name is None:
            continue
        pen = SVGPathPen(glyphs, ntos=lambda value: str(round(value)))
        glyphs[name].draw(TransformPen(pen, (scale, 0, 0, -scale, 0, 0)))
        found[character] = [round(glyphs[name].width * scale), pen.getCommands()]
    return found


def main() -> int:
    found: dict[str, list[Any]] = {}
    for name in sys.argv[1:]:
        found = {**outlines(Path(name)), **found}
    missing = "".join(character for character in CHARACTERS if character not in found)
    lines = [
        f"{json.dumps(character)}:{json.dumps(found[character], separators=(',', ':'))}"
        for character in CHARACTERS
        if character in found
    ]
    TARGET.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
    print(f"{len(lines)} outlines written to {TARGET.name}; not in these files: {missing or 'none'}")
    return 0 if found else 2


if __name__ == "__main__":
    sys.exit(main())
