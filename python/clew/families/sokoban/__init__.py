"""Sokoban: a player pushes boxes onto goals."""

from clew.families.sokoban.board import SIDE
from clew.puzzles.families import Family

FAMILY = Family(
    "Sokoban",
    about="A player pushes boxes onto goals.",
    sample=("sokoban:#####/#---#/#-$-#/#@-.#/#####", 5, 1),
    example="R, a step right that pushes; where pushes count: c4R, the box on c4 right",
    rule="# is a wall, - floor, . a goal, @ the player, $ a box; on a goal the player is + and a box *. The "
    "player steps left, right, up or down onto floor. It steps onto the cell of a box if the cell behind "
    "the box is floor without a box; this pushes the box there. Boxes are never pulled. Solved when every "
    "box is on a goal. With metric = moves (the default) each step counts, and a move is one of u d l r, "
    "in upper case if it pushes. With metric = pushes only pushes count, and a move is the cell of a box "
    "and a direction, c4R: the player walks there by itself. With moves-then-pushes and "
    "pushes-then-moves the second count decides between solutions that are equal in the first. Cells are "
    "named as in a spreadsheet: a1 is the top left one.",
    cell=12.0,
    steps=(20, 60, 150),
    caps={"side": SIDE},
    called=("warehouse", "boxes", "crates", "caisses"),
    pack=("Warehouse", "Push every box onto a goal. A box can never be pulled."),
    sentences=(
        "Push every box onto a goal.",
        "Push {what}: {move}.",
        "Push {what}.",
        "a move is a step u d l r, in upper case where it pushes a box",
        "a move is the cell of a box and a direction L R U D, such as c4R",
        "there is no cell {cell}; cells are {span}",
        "there is no box on {cell}",
        "the player cannot get to the box on {cell}",
        "the player cannot get to the side of the box on {cell} from which it goes {direction}",
        "the player cannot go {direction}: a wall is there",
        "the box on {cell} cannot be pushed {direction}: a wall stops it",
        "the box on {cell} cannot be pushed {direction}: another box stops it",
        "the box on {cell} {direction}",
        "the box on {cell}",
        "the player {direction}",
        "the player",
    ),
    faults={
        "has no player; write `@` where it stands, or `+` on a goal": (
            "There is no player; put one on the board."
        ),
        "has {count} players, on {cell} and {there}; leave one, and write `-` for the others": (
            "There are {count} players, on {cell} and {there}; leave one."
        ),
        "has no box; write `$` for each, or `*` on a goal": (
            "There is no box; put at least one on the board."
        ),
        "has {count} boxes, but {goals} goals; every box needs a goal, which is `.`, or `*` below a box": (
            "There are {count} boxes, but {goals} goals; every box needs a goal."
        ),
        "has {count} boxes, but {goals} goal; every box needs a goal, which is `.`, or `*` below a box": (
            "There are {count} boxes, but {goals} goal; every box needs a goal."
        ),
        "has {count} box, but {goals} goals; every box needs a goal, which is `.`, or `*` below a box": (
            "There is {count} box, but {goals} goals; every box needs a goal."
        ),
        "is open at {cell}: the player can walk off the board there; close it with walls `#`": (
            "The player can walk off the board at {cell}; put walls there."
        ),
    },
)
