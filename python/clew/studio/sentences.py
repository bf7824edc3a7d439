"""The templates of sentences that come from Clew's other rooms, the more special ones first.

`gettext_noop` marks them for the catalogue. `tests/studio/test_words.py` holds them against the sentences
that boards of every family really give. Of what is wrong with a board, what drawing brings about is here;
what can only be typed is told in English.
"""

from __future__ import annotations

from django.utils.translation import gettext_noop as _

TEMPLATES = (
    # directions
    _("left"),
    _("right"),
    _("up"),
    _("down"),
    _("north"),
    _("north-east"),
    _("east"),
    _("south-east"),
    _("south"),
    _("south-west"),
    _("west"),
    _("north-west"),
    _("left and right"),
    _("up and down"),
    _("to its left"),
    _("to its right"),
    _("above it"),
    _("below it"),
    _("into cell {cell}"),
    _("nothing"),
    # captions
    _("Bring every pebble to a plate of its own."),
    _("Cover every marked square with its colour."),
    _("Make the pattern beside the board, anywhere on it."),
    _("Bring either coin to the target."),
    _("Bring the marked blocks to their outlines."),
    _("Bring block {piece} to the gate."),
    _("Bring block {piece} to the left edge."),
    _("Bring block {piece} to the right edge."),
    _("Bring block {piece} to the upper edge."),
    _("Bring block {piece} to the lower edge."),
    # hints
    _("Nothing is left to do: this is solved."),
    _("No goal can be reached from here: take back a move or begin again."),
    _("Pass with {what}: it has no step."),
    _("Pass with {what}: {move}."),
    _("Pass with {what}."),
    _("Move {what}: {move}."),
    _("Move {what}."),
    # why not: blocks
    _("a move is a piece, a direction L R U D and a number of cells, such as AR3"),
    _("there is no piece {piece}; the pieces are {pieces}"),
    _("piece {piece} moves only {ways}"),
    _("piece {piece} has {count} free cells {side}"),
    _("piece {piece} has no free cell {side}"),
    _("piece {piece} has {count} free cell {side}"),
    _("piece {piece} there has no free cell {side}"),
    _('one move goes along one line under metric = "{metric}"'),
    _('one move is one cell under metric = "step": {move}'),
    # why not: pebbles
    _("a move is two cells, from-to, such as 3-0"),
    _("there is no cell {cell}; cells are numbered from 0 to {last}"),
    _("cell {cell} is empty, there is no pebble to move"),
    _("cell {cell} is not empty, pebble {token} lies there"),
    _("no edge joins cell {here} to cell {there}; its neighbours are {near}"),
    # why not: sliding tiles
    _("a move is the cell of a tile and a direction L R U D, such as c4R"),
    _("there is no cell {cell}; cells are {span}"),
    _("cell {cell} is empty"),
    _("cell {cell} is a fixed block"),
    _("the tile {token} at {cell} would slide off the board"),
    _("the tile {token} at {cell} cannot move {direction}: {what} stops it"),
    _("a wall"),
    _("the edge of the board"),
    _("a block"),
    # why not: coins
    _(
        "a move is a coin, 0 or 1, and a direction N NE E SE S SW W NW or - for a pass, such as 0SE",
    ),
    _("it is the turn of coin {coin}"),
    _("coin {coin} may not pass while it has a step"),
    _("coin {coin} goes by the square {cell}, which shows {shown}"),
    _("coin {coin} would leave the grid"),
    _("the other coin lies on {cell}"),
    _("the game is over, a coin lies on the target"),
    # what is wrong with a drawn board
    _("has no tile; write at least one letter, such as R"),
    _("wants more {letter} than the {count} that the board has; take some away"),
    _("wants a tile {letter} on {cell}, which is a fixed block; move the goal"),
    _('"{letter}" is no tile of the board; its colours are {colours}, `.` is free'),
    _("the pattern fits nowhere on the board; make it smaller, or take blocks away"),
    _("has no piece; write at least one letter, such as AA"),
    _(
        'piece {piece} is a single cell: under movement = "axis" a piece has 2 or more cells; '
        'make it longer, or set movement = "free"'
    ),
    _(
        'piece {piece} is bent: under movement = "axis" pieces are straight; '
        'straighten it, or set movement = "free"'
    ),
    _(
        "piece {piece} lies in several parts, at {cell} and {there}: one letter is one connected piece; "
        "give each part its own letter"
    ),
    _("is missing, and there is no piece A; add goal = {example}"),
    _('piece {piece} lies and never moves {edge}: its exit is left or right (or set movement = "free")'),
    _('piece {piece} stands and never moves {edge}: its exit is up or down (or set movement = "free")'),
    _("wants piece {piece} on {cell}, which is a wall; move the goal"),
    _("wants piece {piece} on {count} cells, but it has {size}; take some away"),
    _("piece {piece} has not the shape to cover {cells}; use its shape on the board"),
    _('"{letter}" is no piece of the board; pieces are {pieces}, `.` is free'),
    _("names no piece; write the letter of at least one where it should come"),
    _("too few plates: {count} of `{token}` for {pebbles} pebbles; every pebble needs a plate of its token"),
    _("too few plates: {count} of `{token}` for {pebbles} pebble; every pebble needs a plate of its token"),
    _("has no hole; write `-` for at least one cell"),
    _("both coins lie on {cell}; give them two different cells"),
    _("is missing: a board of {rows} rows and {columns} columns has no middle; add target = {example}"),
    # what moves where
    _("piece {piece} {direction}"),
    _("the pebble {token} on cell {cell} into cell {there}"),
    _("the tile {token} at {cell} {direction}"),
    _("coin {coin} passes"),
    _("coin {coin} {direction}"),
    _("piece {piece}"),
    _("the pebble {token} on cell {cell}"),
    _("the tile {token} at {cell}"),
    _("the tile {token}"),
    _("coin {coin}"),
    _("{first}, then {second}"),
    # worlds: why a script was stopped
    _("{file}.lua: its turn took longer than {time} ms"),
    _("its turn took longer than {time} ms"),
    _("its turn ended the process of the scripts"),
    _("its turn did not end within {time} s"),
    _("keeps too much memory"),
    _("The world ran out of memory."),
    _("the process of the scripts ended and could not be brought back"),
)
