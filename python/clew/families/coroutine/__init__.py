"""Coroutine: two coins move in turn, each as printed under the other."""

from clew.puzzles import limits
from clew.puzzles.families import Family

FAMILY = Family(
    "Coroutine",
    about="Two coins move in turn.",
    sample=("coroutine:N+S,S+SE,N+S+SW/NE+E,,N+SW/W+SE,N+NW+SE,W+SW+S", 19, 1),
    example="0NE, coin 0 north-east; 1- to pass",
    rule="Two coins, 0 and 1, move in turn; coin 0 begins. Directions are printed on the squares. On its "
    "turn a coin takes one step in a direction that is printed on the square where the OTHER coin "
    "stands; it must stay on the grid and must not land on the other coin. It passes if there is no "
    "such step, and only then. Unless coins are given, they begin on the top left and the bottom "
    "right square. Solved when either coin stands on the target, which is the middle square unless "
    "it is given. With rule = own, a coin reads its own square; with metric = steps, passes cost "
    "nothing. Squares are named as in a spreadsheet: a1 is the top left one.",
    cell=45.0,
    steps=(10, 16, 24),
    caps={"side": limits.COROUTINE_SIDE},
    called=("coins", "pièces"),
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
        "coin {coin} passes",
        "coin {coin} {direction}",
        "coin {coin}",
    ),
    faults={
        (
            "is missing: a board of {rows} rows and {columns} columns has no middle square; add target "
            "= {example}"
        ): ("There is no target; put it on a square."),
    },
)
