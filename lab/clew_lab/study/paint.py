"""Colours and markers that the figures share (Okabe and Ito 2008, for colour-blind readers)."""

from __future__ import annotations

THREAD = "#0072B2"
ACCENT = "#D55E00"
SECONDS = 1000.0
"""Milliseconds."""

QUALITIES = (
    (1, "better", "#0072B2", "o", "-"),
    (0, "same", "#777777", "s", "--"),
    (-1, "worse", "#D55E00", "^", ":"),
)
"""For each quality of a move: its number, word, colour, marker and line style."""
