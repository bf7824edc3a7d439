"""How a ricochet board is written."""

BLOCK, EMPTY = "#", "."
