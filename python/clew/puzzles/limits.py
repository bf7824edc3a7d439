"""How large a board may be. Every reader takes its limits from here, and so does the published schema."""

from __future__ import annotations

GRID_SIDE = 64
"""Rows and columns of a blocks board; beyond 16 the engine works without its tables of sets of cells."""

SLIDE_SIDE = 64
"""Rows and columns of a ricochet board: the tiles of a row are the bits of a word."""

PIECES = 64
"""Pieces of a blocks board, tiles of a ricochet board."""

PEBBLE_CELLS = 512
"""Cells of a pebbles board; beyond 128 the engine uses its plain bounds."""

COROUTINE_SIDE = 32
"""Rows and columns of a coroutine board."""

COUNTER = 65_535
"""The highest value of the null puzzle's counter."""

BOARD_BYTES = 1_000_000
"""Bytes of one board: a TOML file, a compact form, or one line of a set."""

SET_BYTES = 1_000_000_000
"""Bytes of a set of boards: a file, a pipe or standard input."""

FOLDER_ENTRIES = 100_000
"""Files and folders below a folder of boards."""

NUMBER = 2**53
"""The limit of numbers in a board file, so that every JSON reader keeps them exact."""

TOML_DOTS = 8
"""The most dots in one key of a TOML file, which needs none: a parser's memory grows with their square."""

TOML_DEPTH = 16
"""The deepest nesting of lists and tables in a TOML file."""

TOML_PARTS = 20_000
"""The most keys, lists and tables in a TOML file."""

GAME_SIDE = 250
"""The most rows and columns of a level of a PuzzleScript game."""
