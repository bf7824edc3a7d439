"""The colours of worlds: a dark scene with bright characters, the same in light and dark rooms.

Most are those of pieces and boards (`clew.pictures.colours`); vermilion is reserved for the thread that shows
where the player goes.
"""

from __future__ import annotations

from clew.pictures.colours import PIECES, ROOMS, SLATE

SKY = "#26323D"
SKY_LOW = "#2F3E4A"
HILL_FAR = "#2C3A46"
HILL_NEAR = "#33434F"
EARTH = "#17202A"
EARTH_DEEP = "#121A21"
TURF = PIECES["G"]
STONE = SLATE.stone
STONE_DARK = "#5C6974"
PLANK = "#C9A877"
PLANK_DARK = "#8F744D"
RUNG = "#D8CDB8"
INK = SLATE.letter
IVORY = SLATE.square
WHITE = "#FFFFFF"
THREAD = ROOMS["dark"]["accent"]
PANEL = SLATE.hole
TEXT = ROOMS["dark"]["ink"]
TEXT_SOFT = ROOMS["dark"]["ink2"]
GOOD = "#74CDA5"
TROUBLE = "#F0C566"
