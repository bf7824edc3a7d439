"""The colours of pictures: eight for pieces, which also differ by letter and shape; those of boards and
pages.

Chosen and measured for colour-blind readers: `tests/draw/test_palette.py` computes contrasts and distances. A
colour is ``"#RRGGBB"``, or the name of a role, such as ``"ink"``, to which a theme gives a colour.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

PIECES = {
    "R": "#E4574B",
    "O": "#F19506",
    "Y": "#FAE371",
    "G": "#49B888",
    "C": "#68E4FA",
    "B": "#508DFF",
    "P": "#B36EAD",
    "W": "#E9E8E6",
}
"""The colour of each token that is the initial of a colour; other tokens share these colours."""

SHAPES = {
    "R": "triangle",
    "O": "diamond",
    "Y": "star",
    "G": "square",
    "C": "circle",
    "B": "cross",
    "P": "hexagon",
    "W": "bar",
}
"""The shape that can replace the letter on a piece."""


class Board(NamedTuple):
    """The colours of a board. `edge` is the outline of trays and pieces; None means no outline."""

    tray: str
    cell: str
    hole: str
    line: str
    stone: str
    letter: str
    attention: str
    goal_letter: str
    runner: str
    lying: str
    standing: str
    square: str
    ring: str
    coins: tuple[str, str]
    edge: str | None


SLATE = Board(
    tray="#1E2831",
    cell="#2B3743",
    hole="#141B21",
    line="#6B7A86",
    stone="#798794",
    letter="#0B1218",
    attention="#FFFFFF",
    goal_letter="#EDE8DD",
    runner="#F0684A",
    lying="#EBE2D0",
    standing="#A9B8C2",
    square="#EFE8DA",
    ring="#B93A22",
    coins=("#B93A22", "#1F3B57"),
    edge=None,
)
"""The board on screens, in light and dark alike."""

PAPER = SLATE._replace(
    tray="#FFFFFF",
    cell="#F3F0E9",
    hole="#FFFFFF",
    line="#7C868E",
    stone="#98A2AB",
    attention="#0B1218",
    goal_letter="#1A232B",
    square="#FFFFFF",
    edge="#1A232B",
)
"""The board on paper: white where it can be, so that it prints with little ink, with outlines."""

ROOMS = {
    "light": {
        "paper": "#F6F3EC",
        "panel": "#FFFFFF",
        "line": "#DFD9CB",
        "strong": "#8D8676",
        "ink": "#1A232B",
        "ink2": "#55606A",
        "accent": "#B93A22",
        "good": "#1D6B50",
    },
    "dark": {
        "paper": "#11161B",
        "panel": "#1A2128",
        "line": "#2B343D",
        "strong": "#76828D",
        "ink": "#EDE8DD",
        "ink2": "#A9B1B8",
        "accent": "#FF8A6B",
        "good": "#74CDA5",
    },
    "print": {
        "paper": "#FFFFFF",
        "panel": "#FFFFFF",
        "line": "#C9C4B8",
        "strong": "#8D8676",
        "ink": "#0B1218",
        "ink2": "#55606A",
        "accent": "#B93A22",
        "good": "#1D6B50",
    },
}
"""The colours of each role in each theme."""

STEPS = 16
"""The roles ``"map0"`` (near) to ``"map15"`` (far), and ``"way0"`` to ``"way15"`` in several hues: how far a
state is from the goal."""

_MAP = {
    "light": ("#12385A", "#6A92A5"),
    "dark": ("#DCEDEE", "#47698A"),
    "print": ("#12385A", "#6A92A5"),
}


def mixed(one: str, other: str, share: float) -> str:
    """The colour between two; `share` 0 is the first, 1 the second."""
    pairs = ((int(one[at : at + 2], 16), int(other[at : at + 2], 16)) for at in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * share):02X}" for a, b in pairs)


for _name, (_near, _far) in _MAP.items():
    ROOMS[_name].update({f"map{_k}": mixed(_near, _far, _k / (STEPS - 1)) for _k in range(STEPS)})

_WAY = {
    "light": ("#B87A0F", "#93891B", "#4F8F3A", "#157F78", "#2A66A8", "#54449B"),
    "dark": ("#F7DE8A", "#E3B64F", "#7FC062", "#35A69E", "#4480CC", "#8161CB"),
    "print": ("#B87A0F", "#93891B", "#4F8F3A", "#157F78", "#2A66A8", "#54449B"),
}
"""Hues from the goal to the farthest state, each as light against the paper as the others."""


def _between(stops: Sequence[str], share: float) -> str:
    """The colour at a share of the way through several."""
    place = share * (len(stops) - 1)
    first = min(int(place), len(stops) - 2)
    return mixed(stops[first], stops[first + 1], place - first)


for _name, _stops in _WAY.items():
    ROOMS[_name].update({f"way{_k}": _between(_stops, _k / (STEPS - 1)) for _k in range(STEPS)})

THEMES = ("auto", *ROOMS)
"""`auto` follows the reader's system; in formats that cannot (PNG, GIF, PDF) it is light."""


def board_of(theme: str) -> Board:
    """The board colours of a theme: those for paper under "print", otherwise those for screens."""
    return PAPER if theme == "print" else SLATE


def fixed(colour: str, theme: str) -> str:
    """The colour as ``"#RRGGBB"``; roles are looked up in the theme (light for auto)."""
    return colour if colour.startswith("#") else ROOMS["light" if theme == "auto" else theme][colour]


class Mark(NamedTuple):
    """How a kind of piece looks: its colour, its text, and the shape that can replace the text."""

    colour: str
    text: str
    shape: str | None


def marks_of(tokens: list[str]) -> dict[str, Mark]:
    """The mark of each token: colour initials keep their colour, other tokens take the remaining colours,
    then all in turn.

    A token has a shape if it is the first of its colour, so shapes alone distinguish tokens.
    """
    letters = list(PIECES)
    kinds = sorted(set(tokens), key=lambda token: (not token.isdecimal(), len(token), token))
    if kinds and all(token.isdecimal() for token in kinds):
        spare: list[str] = []
    else:
        spare = [letter for letter in letters if letter not in kinds]
    found: dict[str, Mark] = {}
    given: set[str] = {letter for letter in letters if letter in kinds}
    turn = 0
    for token in kinds:
        letter = token if token in PIECES else ""
        if not letter and spare:
            letter = spare.pop(0)
        elif not letter:
            letter = letters[turn % len(letters)]
            turn += 1
        first = letter == token or letter not in given
        given.add(letter)
        found[token] = Mark(PIECES[letter], token, SHAPES[letter] if first else None)
    return found
