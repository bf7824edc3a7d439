"""The golden pictures: ``python -m tests.draw.golden`` writes them anew. Look at them before keeping them."""

from __future__ import annotations

from collections.abc import Iterator

import clew
from clew.boards.load import adapted
from tests.draw.subjects import BOARDS, GOLDEN, own, solved


def pictures() -> Iterator[tuple[str, str]]:
    """The names of the files and what should be in them."""
    for name, text in BOARDS.items():
        yield f"{name}.svg", clew.draw(clew.load(text))
    for name in (
        "blocks-axis",
        "pebbles-panguru",
        "pebbles-slides",
        "ricochet-walls",
        "ricochet-diagonals",
        "coroutine",
    ):
        yield f"{name}-move.svg", clew.draw(solved(name), step=1, theme="dark", background=False)
    yield "pebbles-panguru-shapes.svg", clew.draw(solved("pebbles-panguru").puzzle, marks="shapes")
    yield "ricochet-walls-print.svg", clew.draw(solved("ricochet-walls").puzzle, theme="print")
    sokoban = own("sokoban", "Sokoban")
    for theme in ("light", "dark"):
        yield f"custom-{theme}.svg", clew.draw(sokoban, theme=theme)
    yield "custom-strip.svg", clew.draw(clew.Line(adapted(own("river", "River")), "CC C"))
    yield "coroutine-own-strip.svg", clew.draw(solved("coroutine-own"))
    yield "pebbles-triangle-strip.svg", clew.draw(solved("pebbles-triangle"), theme="print")


def main() -> None:
    GOLDEN.mkdir(exist_ok=True)
    wanted = dict(pictures())
    for path in GOLDEN.glob("*.svg"):
        if path.name not in wanted:
            path.unlink()
    for name, text in wanted.items():
        (GOLDEN / name).write_text(text, encoding="utf-8")
    print(f"{len(wanted)} pictures written to {GOLDEN.name}/")


if __name__ == "__main__":
    main()
