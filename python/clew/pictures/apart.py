"""Colours of a terminal that tell the pieces of one board apart.

A colour is its number among the 256 of xterm. This module imports nothing: the command line needs it for
every board that it prints.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

INITIALS = {"R": 203, "G": 114, "B": 75, "Y": 221, "O": 215, "P": 176, "W": 255, "C": 80}
"""The colours of tokens that are the initial of a colour."""

_OTHERS = (155, 141, 172, 205, 39, 228, 138, 43, 170, 142, 123, 69, 108, 224, 147, 209)
PALETTE = (*INITIALS.values(), *_OTHERS)

_LEVELS = (0, 95, 135, 175, 215, 255)
_CLEAR = 300
_STEP = 60
"""Among colours that differ from the neighbours equally well, up to this step, the one least like all others
is chosen.
"""


def rgb(colour: int) -> tuple[int, int, int]:
    """Red, green and blue, from 0 to 255, of a colour of the cube (16 to 231) or of the greys after it."""
    if colour >= 232:
        grey = 8 + 10 * (colour - 232)
        return grey, grey, grey
    red, rest = divmod(colour - 16, 36)
    green, blue = divmod(rest, 6)
    return _LEVELS[red], _LEVELS[green], _LEVELS[blue]


def distance(one: int, other: int) -> float:
    """How much two colours differ; the eye sees differences of green best and of red least."""
    squares = ((a - b) ** 2 for a, b in zip(rgb(one), rgb(other), strict=True))
    return float(sum(weight * square for weight, square in zip((2, 4, 3), squares, strict=True)) ** 0.5)


def touching(rows: Sequence[Sequence[str]]) -> dict[str, set[str]]:
    """The tokens beside, above and below each token of a board."""
    found: dict[str, set[str]] = {}
    for y, row in enumerate(rows):
        for x, token in enumerate(row):
            below = rows[y + 1][x : x + 1] if y + 1 < len(rows) else ()
            for other in (*row[x + 1 : x + 2], *below):
                if other != token:
                    found.setdefault(token, set()).add(other)
                    found.setdefault(other, set()).add(token)
    return found


def apart(
    tokens: Iterable[str], near: Mapping[str, Iterable[str]], kept: Mapping[str, int]
) -> dict[str, int]:
    """A colour for each token. None is given twice while there are others, and neighbours (`near`) differ
    clearly. Tokens in `kept` have those colours.
    """
    known = sorted(set(tokens))
    found = {token: kept[token] for token in known if token in kept}
    for token in known:
        if token in found:
            continue
        beside = [found[other] for other in near.get(token, ()) if other in found]
        taken = list(found.values())
        found[token] = max(
            PALETTE,
            key=lambda colour, beside=beside, taken=taken: (  # type: ignore[misc]
                -taken.count(colour),
                min([_CLEAR, *(distance(colour, other) for other in beside)]) // _STEP,
                min((distance(colour, other) for other in taken), default=0),
            ),
        )
    return found
