"""How large a board may be. Every reader takes its limits from here, and the published schema states them."""

from __future__ import annotations

GRID_SIDE = 16
"""Rows and columns of blocks and ricochet boards: a cell number fits in 8 bits."""

PIECES = 64
"""Pieces of a blocks board, tiles of a ricochet board."""

PEBBLE_CELLS = 128
"""Cells of a pebbles board."""

COROUTINE_SIDE = 32
"""Rows and columns of a coroutine board."""

COUNTER = 65_535
"""The highest value of the null puzzle's counter."""

BOARD_BYTES = 1_000_000
"""Bytes of one board: a TOML file, a compact form, or one line of a set."""

NUMBER = 2**53
"""Numbers in a board file are below this, so that every JSON reader keeps them exact."""

TOML_DOTS = 8
"""Dots in one key of a TOML file, which needs none: a parser's memory grows with their square."""

TOML_DEPTH = 16
"""Lists and tables inside each other in a TOML file."""

TOML_PARTS = 20_000
"""Keys, lists and tables of a TOML file together."""

GAME_SIDE = 250
"""Rows and columns of a level of a PuzzleScript game."""
