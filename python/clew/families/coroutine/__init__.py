"""Coroutine: two coins move in turn, each as printed under the other."""

from clew.puzzles import limits
from clew.puzzles.families import Family

FAMILY = Family(
    "Coroutine",
    about="Two coins move in turn.",
    sample=("coroutine:N+S,S+SE,N+S+SW/NE+E,,N+SW/W+SE,N+NW+SE,W+SW+S", 19, 1),
    example="0NE, coin 0 north-east; 1- to pass",
    cell=45.0,
    steps=(10, 16, 24),
    caps={"side": limits.COROUTINE_SIDE},
    pack=("Two coins", "Each coin goes where the square under the other one points."),
    sentences=(
        "Bring either coin to the target.",
        "a move is a coin, 0 or 1, and a direction N NE E SE S SW W NW or - for a pass, such as 0SE",
        "it is coin {coin}'s turn",
        "coin {coin} may not pass while it can move",
        "coin {coin} follows the square {cell}, which shows {shown}",
        "coin {coin} would leave the grid",
        "the other coin is on {cell}",
        "the game is over: a coin is on the target",
        "both coins are on {cell}; give them two different cells",
        "is missing: a board of {rows} rows and {columns} columns has no middle square; add "
        "target = {example}",
        "coin {coin} passes",
        "coin {coin} {direction}",
        "coin {coin}",
    ),
)
