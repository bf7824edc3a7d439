"""The null puzzle: count down to zero. The template for a new family.

What it declares of itself; a copy leaves `played` out.
"""

from clew.puzzles import limits
from clew.puzzles.families import Family

FAMILY = Family(
    "Null",
    about="Count down to zero: the template of a family.",
    sample=("null:5", 5, 1),
    example="down, or up",
    cell=40.0,
    steps=(5, 10, 20),
    caps={"counter": limits.COUNTER},
    pack=("Countdown", "Count down to zero."),
    played=False,
    sentences=(
        "Count down to 0.",
        "a move is `down` or `up`",
        "the counter is at 0",
        "the counter is at its highest value {highest}",
        "the counter {direction}",
        "the counter",
    ),
)
