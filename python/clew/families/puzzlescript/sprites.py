"""Sprites as colours: what each pixel of an object is, in hexadecimal."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from clew.families.puzzlescript.reader.game import Thing

COLOURS = {
    "black": "#000000",
    "white": "#FFFFFF",
    "gray": "#9D9D9D",
    "darkgray": "#697175",
    "lightgray": "#CCCCCC",
    "red": "#BE2633",
    "darkred": "#732930",
    "lightred": "#E06F8B",
    "brown": "#A46422",
    "darkbrown": "#493C2B",
    "lightbrown": "#EEB62F",
    "orange": "#EB8931",
    "yellow": "#F7E26B",
    "green": "#44891A",
    "darkgreen": "#2F484E",
    "lightgreen": "#A3CE27",
    "blue": "#1D57F7",
    "lightblue": "#B2DCEF",
    "darkblue": "#1B2632",
    "purple": "#342A97",
    "pink": "#DE65E2",
}
"""Arne Niklas Jansson's palette of sixteen, with the shades that the language has beside."""


def colour(name: str) -> str | None:
    """A colour in six digits; None for transparent."""
    if name == "transparent":
        return None
    if name.startswith("#"):
        digits = name[1:] if len(name) == 7 else "".join(2 * digit for digit in name[1:])
        return f"#{digits.upper()}"
    return COLOURS.get(name.replace("grey", "gray"), "#DE65E2")


def pixels(thing: Thing) -> list[list[str | None]]:
    """The rows of a sprite."""
    colours = [colour(name) for name in thing.colours]
    return [
        [colours[int(sign)] if sign.isdigit() and int(sign) < len(colours) else None for sign in row]
        for row in thing.sprite
    ]


def runs(thing: Thing) -> list[tuple[int, int, int, str]]:
    """A sprite as few pieces: column, row, width and colour of each."""
    found: list[tuple[int, int, int, str]] = []
    for y, row in enumerate(pixels(thing)):
        x = 0
        while x < len(row):
            ink, start = row[x], x
            while x < len(row) and row[x] == ink:
                x += 1
            if ink is not None:
                found.append((start, y, x - start, ink))
    return found


def face(things: list[Thing]) -> str:
    """The colour that shows most of objects that lie on each other, the lowest first."""
    shown: dict[tuple[int, int], str] = {}
    for thing in things:
        for x, y, wide, ink in runs(thing):
            shown.update({(x + i, y): ink for i in range(wide)})
    inks = list(shown.values())
    return max(sorted(set(inks)), key=inks.count, default="#000000")
