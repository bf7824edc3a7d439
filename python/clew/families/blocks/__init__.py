"""Blocks: rigid pieces slide on a grid."""

from clew.puzzles import limits
from clew.puzzles.families import Family

FAMILY = Family(
    "Blocks",
    about="Rigid pieces slide on a grid.",
    sample=("blocks:BBoooG/EooHoG/EAAHoG/EooHoo/FoooCC/FoDDDo", 8, 61),
    example="AR3, piece A right 3 cells",
    rule="Letters are rigid pieces; o or . is a free cell, # or x a wall. Pieces slide over free cells; "
    "they never turn and never leave the board. With movement = axis (the default) each piece is "
    "straight and moves along its long side only; with movement = free, in all four directions. With"
    " metric = slide (the default) a move takes a piece any number of cells along a line, with step "
    "one cell, with piece along any path. Unless a goal is given, piece A must reach the right edge "
    "if it is horizontal, the lower edge if it is vertical. A goal with letters on a grid needs "
    "those pieces on those cells.",
    cell=20.0,
    steps=(8, 20, 40),
    caps={"side": limits.GRID_SIDE, "pieces": limits.PIECES},
    called=(
        "Rush Hour",
        "Unblock Me",
        "Klotski",
        "Huarong Dao",
        "L'âne rouge",
        "sliding blocks",
        "parking",
        "blocs",
    ),
    pack=("Make way", "Slide the blocks aside and bring the marked one out."),
    sentences=(
        "Bring the marked blocks to their outlines.",
        "Bring block {piece} to the gate.",
        "Bring block {piece} to the left edge.",
        "Bring block {piece} to the right edge.",
        "Bring block {piece} to the upper edge.",
        "Bring block {piece} to the lower edge.",
        "a move is a piece, a direction L R U D and a number of cells, such as AR3",
        "there is no piece {piece}; the pieces are {pieces}",
        "piece {piece} moves only {ways}",
        "piece {piece} has {count} free cells {side}",
        "piece {piece} has no free cell {side}",
        "piece {piece} has {count} free cell {side}",
        "piece {piece} then has no free cell {side}",
        'one move goes along one line under metric = "{metric}"',
        'one move is one cell under metric = "step": {move}',
        (
            "`{plain}` and `{letter}` both mean {meaning}, and both are on the board; if `{piece}` is a "
            "piece, give it another letter, such as {better}, otherwise write `{sign}`"
        ),
        "a free cell",
        "a wall",
        "piece {piece} {direction}",
        "piece {piece}",
    ),
    faults={
        "has no piece; write at least one letter, such as AA": "There is no block yet; draw one.",
        (
            'piece {piece} is a single cell: under movement = "axis" a piece has 2 or more cells; make '
            'it longer, or set movement = "free"'
        ): (
            "Block {piece} has one cell; a block that moves along its length has two or more. Make it "
            "longer, or let blocks move freely."
        ),
        (
            'piece {piece} is bent: under movement = "axis" pieces are straight; straighten it, or set '
            'movement = "free"'
        ): (
            "Block {piece} is bent; a block that moves along its length is straight. Straighten it, or "
            "let blocks move freely."
        ),
        (
            "piece {piece} is in several parts, at {cell} and {there}: each letter is one connected "
            "piece; give each part its own letter"
        ): (
            "Block {piece} is in several parts, at {cell} and {there}. Join them, or draw each as a new"
            " block."
        ),
        "has {count} pieces; at most {most} are allowed": (
            "There are {count} blocks; at most {most} are allowed."
        ),
        (
            "is missing, and both A and X could be the piece to bring out; add goal = {example}, or "
            "write the option exit=X-right"
        ): ("Choose where the gate is, and which block gets out."),
        "is missing, and piece A is neither horizontal nor vertical; add goal = {example}": (
            "Choose where the gate is, and which block gets out."
        ),
        "is missing, and there is no piece A; add goal = {example}": (
            "Choose where the gate is, and which block gets out."
        ),
        (
            "piece {piece} is horizontal and never moves {edge}: its exit must be left or right (or set"
            ' movement = "free")'
        ): (
            "Block {piece} never moves {edge}. Choose a gate on the left or on the right, or let blocks"
            " move freely."
        ),
        (
            "piece {piece} is vertical and never moves {edge}: its exit must be up or down (or set "
            'movement = "free")'
        ): (
            "Block {piece} never moves {edge}. Choose a gate at the top or at the bottom, or let blocks"
            " move freely."
        ),
        "puts piece {piece} on {cell}, which is a wall; move the goal": (
            "The outline of block {piece} lies on a wall, at {cell}; move it."
        ),
        "puts piece {piece} on {count} cells, but it has only {size}; remove some": (
            "The outline of block {piece} has {count} cells, but the block has {size}; erase some."
        ),
        "piece {piece} does not have the shape to cover {cells}; use its shape on the board": (
            "The outline of block {piece} does not have the shape of the block; draw that."
        ),
        '"{letter}" is not a piece on the board; the pieces are {pieces}; write `.` for a free cell': (
            "There is an outline, but no block, for {letter}; draw the block, or erase the outline."
        ),
        "names no piece; write at least one letter where that piece should end": (
            "There is no outline yet; draw where a block belongs."
        ),
    },
)
