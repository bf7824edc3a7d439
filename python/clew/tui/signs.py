"""The characters that boards are drawn with: for terminals that show Unicode, and for those that show only
ASCII.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import NamedTuple
from unicodedata import name


class Signs(NamedTuple):
    """`cursor`, `held`, `hinted`, `loose`, `home`, `wanted` are pairs of characters, left and right of what
    they mark.
    """

    unicode: bool
    empty: str
    landing: str
    target: str
    wall: str
    cursor: str
    held: str
    hinted: str
    loose: str
    home: str
    wanted: str
    arrows: tuple[str, ...]
    """N NE E SE S SW W NW."""

    knot: str
    thread: str
    ahead: str
    ring: str
    more: str
    edges: str
    """Edges of a graph: level, upright, falling, rising, any other."""

    keys: str
    """What the arrow keys are called."""


UNICODE = Signs(
    True,
    empty="·",
    landing="○",
    target="★",
    wall="▒",
    cursor="▸◂",
    held="«»",
    hinted="!!",
    loose="()",
    home="[]",
    wanted="‹›",  # noqa: RUF001
    arrows=tuple("↑↗→↘↓↙←↖"),
    knot="●",
    thread="━",
    ahead="┄",
    ring="◯",
    more="…",
    edges="─│╲╱·",  # noqa: RUF001
    keys="←↑↓→",
)
ASCII = Signs(
    False,
    empty=".",
    landing="o",
    target="*",
    wall="#",
    cursor="><",
    held="{}",
    hinted="!!",
    loose="()",
    home="[]",
    wanted="''",
    arrows=tuple("^/>\\v/<\\"),
    knot="*",
    thread="=",
    ahead="-",
    ring="O",
    more="...",
    edges="-|\\/.",
    keys="arrows",
)

LIGHT, HEAVY = 1, 2


@cache
def _boxes() -> dict[tuple[int, int, int, int], str]:
    """Box-drawing characters by the weight of their four arms (up, right, down, left), from their names."""
    arms = {"UP": (0,), "RIGHT": (1,), "DOWN": (2,), "LEFT": (3,), "HORIZONTAL": (1, 3), "VERTICAL": (0, 2)}
    weights = {"LIGHT": LIGHT, "HEAVY": HEAVY}
    found: dict[tuple[int, int, int, int], str] = {(0, 0, 0, 0): " "}
    for sign in map(chr, range(0x2500, 0x2580)):
        words = name(sign).removeprefix("BOX DRAWINGS ").split()
        if not set(words) <= {*arms, *weights, "AND"}:
            continue
        said = [weights[word] for word in words if word in weights]
        each = [0, 0, 0, 0]
        for part in " ".join(words).split(" AND "):
            own = [weights[word] for word in part.split() if word in weights] or said[:1]
            for word in part.split():
                for arm in arms.get(word, ()):
                    each[arm] = own[0]
        found.setdefault((each[0], each[1], each[2], each[3]), sign)
    assert all(arms_ in found for arms_ in product((0, LIGHT, HEAVY), repeat=4))
    return found


def box(signs: Signs, up: int, right: int, down: int, left: int) -> str:
    """The character where lines of these weights (0: none) meet."""
    if signs.unicode:
        return _boxes()[(up, right, down, left)]
    heavy = HEAVY in (up, right, down, left)
    if not (up or down):
        return " " if not (left or right) else "=" if heavy else "-"
    if not (left or right):
        return "#" if heavy else "|"
    return "#" if heavy else "+"
