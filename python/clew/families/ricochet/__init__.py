"""Ricochet: a tile slides until something stops it."""

from clew.puzzles import limits
from clew.puzzles.families import Family

FAMILY = Family(
    "Ricochet",
    about="A tile slides until something stops it.",
    sample=("ricochet:R..G/..#./..../G..R>..../.R../..G./....", 5, 1),
    example="c4R, the tile on c4 to the right",
    rule="Letters are tiles, . is a free cell, # a block. A tile that is pushed left, right, up or down "
    "slides until something stops it: a block, a wall, another tile, or the edge of the board. Tiles"
    " with the same letter are interchangeable. Solved when each letter of the goal is covered by a "
    "tile with that letter; other cells do not matter. With edges = open, a slide off the board is "
    "not allowed; with anywhere = true, the pattern of the goal may stand at any place. Cells are "
    "named as in a spreadsheet: a1 is the top left one.",
    cell=16.0,
    steps=(5, 10, 16),
    caps={"side": limits.SLIDE_SIDE, "pieces": limits.PIECES},
    called=("Ricochet Robots", "Rasende Roboter", "Lunar Lockout", "Atomix", "ice sliding"),
    pack=("No brakes", "A tile stops only where something stops it."),
    sentences=(
        "Cover every marked square with its colour.",
        "Cover the marked square with its tile, which must turn on its way.",
        "the tile {token} at {cell} would never stop: the diagonals send it around in a circle",
        "the tile {token} at {cell} would come back to where it is",
        "Make the pattern shown beside the board, anywhere on it.",
        "a move is the cell of a tile and a direction L R U D, such as c4R",
        "there is no cell {cell}; cells are {span}",
        "cell {cell} is empty",
        "cell {cell} is a fixed block",
        "the tile {token} at {cell} would slide off the board",
        "the tile {token} at {cell} cannot move {direction}: {what} stops it",
        "a wall",
        "the edge of the board",
        "a block",
        "has {count} tiles; at most {most} are allowed",
        "the pattern fits nowhere on the board; make it smaller, or remove blocks",
        "the tile {token} at {cell} {direction}",
        "the tile {token} at {cell}",
        "the tile {token}",
    ),
    faults={
        "has no tile; write at least one letter, such as R": "There is no tile yet; put one on the start.",
        "needs a goal of one letter, the tile that must turn; this goal has {count}": (
            "Only one tile has a goal if it must turn on its way; here {count} have."
        ),
        (
            "needs one tile of the goal's colour; the board has {count} {letter}, so give the others "
            "another letter"
        ): (
            "Only one tile has the colour of the goal if it must turn on its way; here {count} are {letter}."
        ),
        "has more {letter} than the board, which has {count}; remove some": (
            "The goal has more {letter} than the start, which has {count}; erase some."
        ),
        "puts a tile {letter} on {cell}, which is a fixed block; move the goal": (
            "The goal of {letter} lies on a wall, at {cell}; move it."
        ),
        '"{letter}" is not a tile on the board; the colours are {colours}; write `.` for a free cell': (
            "The goal has a tile that the start lacks, {letter}; put it there, or erase it here."
        ),
    },
)
