"""Pebbles: a pebble moves along an edge of a graph into a hole."""

from clew.puzzles import limits
from clew.puzzles.families import Family

FAMILY = Family(
    "Pebbles",
    about="A pebble moves along an edge of a graph into a hole.",
    sample=("pebbles:WCBRBOGYGPCORPY/-PCBRYOGYGBCORP", 16, 12),
    example="3-0, from cell 3 to cell 0",
    rule="Pebbles lie on the cells of a graph, numbered from 0, row by row from the top; - is a hole. A "
    "move takes one pebble along an edge into a hole. On a grid, edges lead up, down, left and "
    "right; with metric = slides, a move pushes all pebbles between a cell and a hole of its line by"
    " one cell. Each cell has a plate. Solved when every pebble lies on a plate with its own token. "
    "Plates and pebbles are given in the order of the cells.",
    cell=24.0,
    steps=(12, 18, 24),
    caps={"cells": limits.PEBBLE_CELLS},
    called=("15-puzzle", "8-puzzle", "fifteen puzzle", "sliding tiles", "taquin", "galets"),
    pack=("Homecoming", "Move pebbles along the lines until each lies on its own plate."),
    sentences=(
        "Bring every pebble to a plate of its own.",
        "a move is two cells, from-to, such as 3-0",
        "there is no cell {cell}; cells are numbered from 0 to {last}",
        "cell {cell} is empty: there is no pebble to move",
        "cell {cell} is not empty: pebble {token} is there",
        "no edge joins cell {here} to cell {there}; its neighbours are {near}",
        "cell {cell} is not in line with cell {there}; a line lies in one row or column",
        "the line from cell {here} to cell {there} is broken: cell {cell} is empty",
        "the line of {count} pebbles that begins on cell {cell} into cell {there}",
        "the line of {count} pebbles that begins on cell {cell}",
        "the pebble {token} on cell {cell} into cell {there}",
        "the pebble {token} on cell {cell}",
    ),
    faults={
        ("has too few `{token}`: {count} for {pebbles} pebbles; every pebble needs a plate with its token"): (
            "There are {pebbles} pebbles {token}, but {count} plates for them; every pebble needs a "
            "plate of its own."
        ),
        "has too few `{token}`: {count} for {pebbles} pebble; every pebble needs a plate with its token": (
            "There is {pebbles} pebble {token}, but no plate for it; every pebble needs a plate of its own."
        ),
        "has no hole; write `-` for at least one cell": "There is no hole; leave at least one cell free.",
    },
)
