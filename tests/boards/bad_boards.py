"""Boards against the form or the rules of their family, each with what the message must name."""

from __future__ import annotations

from tests.boards.bad import Bad

BLOCKS = 'family = "blocks"\n'
BOARD = 'board = "AAo/ooo/ooo"\n'
RICOCHET = 'family = "ricochet"\nboard = "R.#/..."\n'
COROUTINE = 'family = "coroutine"\n'
NINE = 'squares = [["N", "S", "E"], ["W", "", "N"], ["S", "E", "W"]]\n'
PEBBLES = 'family = "pebbles"\n'
TRIANGLE = 'plates = "AB-"\npebbles = "BA-"\n'

BLOCK_BOARDS = [
    Bad("no board", "toml", BLOCKS, ("`board`", "is missing", "add board =")),
    Bad("board is a number", "toml", BLOCKS + "board = 3\n", ("line 2", "a number", "it must be a grid")),
    Bad("row is a number", "toml", BLOCKS + 'board = ["AA", 3]\n', ("row 2", "a number", "must be a string")),
    Bad("empty board", "toml", BLOCKS + 'board = ""\n', ("line 2", "`board`", "at least one row")),
    Bad("blank rows", "toml", BLOCKS + 'board = "///"\n', ("`board`", "is empty", "at least one row")),
    Bad("ragged", "toml", BLOCKS + 'board = """\nAAo\noo\nooo\n"""\n', ("line 4", "row 2", "has 2", "add 1")),
    Bad(
        "ragged list",
        "toml",
        BLOCKS + 'board = [\n "AAo",\n "oooo",\n "ooo"]\n',
        ("line 4", "row 2", "remove 1"),
    ),
    Bad(
        "row missing",
        "toml",
        BLOCKS + 'board = """\nAAo\n\nooo\n"""\n',
        ("line 4", "row 2", "has 0", "add 3"),
    ),
    Bad("bent", "toml", BLOCKS + 'board = """\nAAB\noBB\n"""\n', ("row 1, column 3", "B is bent", '"free"')),
    Bad("single cell", "argument", "blocks:AAB/ooo", ("row 1, column 3", "single cell", "make it longer")),
    Bad(
        "two parts", "argument", "blocks:AAo/ooB/oBo", ("row 3, column 2", "several parts", "its own letter")
    ),
    Bad(
        "free in two parts",
        "argument",
        "blocks[free]:AoA",
        ("row 1, column 3", "a1 and c1", "its own letter"),
    ),
    Bad("digit", "argument", "blocks:AA1/ooo", ("row 1, column 3", '"1"', "any other letter a piece")),
    Bad(
        "blank inside", "argument", "blocks:AA o/oooo", ("row 1, column 3", '" "', "any other letter a piece")
    ),
    Bad("control character", "argument", "blocks:AA\x07/ooo", ("row 1, column 3", r"\x07", "is empty")),
    Bad("emoji", "argument", "blocks:AA🧩/ooo", ("row 1, column 3", "no meaning here", "a wall")),
    Bad("no piece", "argument", "blocks:ooo/ooo", ("`board`", "has no piece", "at least one letter")),
    Bad("no A", "argument", "blocks:BBo/ooo", ("`goal`", "no piece A", "add goal =")),
    Bad(
        "A is neither horizontal nor vertical",
        "argument",
        "blocks[free]:AAo/AAo",
        ("`goal`", "piece A", "add goal ="),
    ),
    Bad(
        "not square",
        "argument",
        "blocks:" + "AA" + "o" * 33,
        ("`board` is one row of 35 cells", "put `/` between rows"),
    ),
    Bad("too many rows", "argument", "blocks:" + "AA/" * 65, ("row 65", "65 rows", "at most 64")),
    Bad(
        "too many columns", "argument", "blocks:AA" + "o" * 63 + "/" + "o" * 65, ("65 columns", "at most 64")
    ),
    Bad("huge board", "argument", "blocks:" + "A" * 999_000, ("row of 999000 cells", "at most 64")),
    Bad("too long", "argument", "blocks:" + "A" * 1_000_000, ("1,000,007 characters", "at most 1,000,000")),
    Bad(
        "too many pieces",
        "argument",
        "blocks[free]:" + "/".join("".join(chr(0x4E00 + 13 * r + c) for c in range(13)) for r in range(5)),
        ("`board`", "65 pieces", "at most 64"),
    ),
    Bad(
        "bad movement", "toml", BLOCKS + BOARD + 'movement = "fre"\n', ("line 3", "`movement`", "mean `free`")
    ),
    Bad("bad metric", "toml", BLOCKS + BOARD + 'metric = "moves"\n', ("line 3", "`metric`", '"piece"')),
    Bad(
        "metric is a list", "toml", BLOCKS + BOARD + 'metric = ["step"]\n', ("`metric`", "a list", '"slide"')
    ),
    Bad("goal is a number", "toml", BLOCKS + BOARD + "goal = 1\n", ("line 3", "`goal`", 'piece = "A"')),
    Bad(
        "goal without exit",
        "toml",
        BLOCKS + BOARD + 'goal = {piece = "A"}\n',
        ("no `exit`", 'exit = "right"'),
    ),
    Bad("goal table", "toml", BLOCKS + BOARD + '[goal]\npiec = "A"\n', ("line 4", "mean `piece`?")),
    Bad(
        "goal: no such piece",
        "argument",
        "blocks[exit=Z-right]:AAo",
        ("`goal`", "no piece Z", "pieces are A"),
    ),
    Bad(
        "goal: piece is a list",
        "toml",
        BLOCKS + BOARD + 'goal = {piece = [], exit = "up"}\n',
        ("a list", "are A"),
    ),
    Bad("goal: no such edge", "argument", "blocks[exit=A-rigth]:AAo", ("`exit`", "did you mean `right`?")),
    Bad(
        "exit across the axis",
        "argument",
        "blocks[exit=A-up]:AAo",
        ("`goal`", "A is horizontal", "left or right"),
    ),
    Bad(
        "exit across, standing",
        "argument",
        "blocks[exit=A-left]:Ao/Ao",
        ("A is vertical", "up or down", '"free"'),
    ),
    Bad(
        "goal too small", "argument", "blocks:AAo/ooo>oAA", ("`goal`", "1 row of 3", "make it the same size")
    ),
    Bad("goal ragged", "argument", "blocks:AAo/ooo>oAA/oo", ("`goal`", "row 2", "add 1")),
    Bad("goal empty", "argument", "blocks:AAo/ooo>", ("`goal`", "is empty", "at least one row")),
    Bad("goal without a letter", "argument", "blocks:AAo>ooo", ("`goal`", "names no piece", "at least one")),
    Bad("goal: unknown letter", "argument", "blocks:AAo>oBB", ("row 1, column 2", '"B"', "pieces are A")),
    Bad("goal: too many cells", "argument", "blocks:AAo>AAA", ("row 1, column 1", "3 cells", "remove some")),
    Bad(
        "goal: other shape",
        "argument",
        "blocks:AAo/ooo>Aoo/Aoo",
        ("a1 a2", "the shape", "shape on the board"),
    ),
    Bad("goal on a wall", "argument", "blocks:AAx/ooo>oAA/ooo", ("row 1, column 3", "c1", "move the goal")),
    Bad("goal twice", "argument", "blocks[exit=A-left]:AAo>oAA", ("`goal`", "option", "give it only once")),
]

RICOCHET_BOARDS = [
    Bad("ricochet: no goal", "toml", RICOCHET, ("`goal`", "is missing", "add goal =")),
    Bad("ricochet: no arrow", "argument", "ricochet:R../...", ("`goal`", "is missing", "BOARD>GOAL")),
    Bad(
        "ricochet: no tile", "argument", "ricochet:.#.>...", ("`board`", "has no tile", "at least one letter")
    ),
    Bad(
        "ricochet: digit", "argument", "ricochet:R.2>..R", ("row 1, column 3", '"2"', "a tile of that colour")
    ),
    Bad("ricochet: ragged", "argument", "ricochet:R.#/..>..R/..", ("`board`", "row 2", "add 1")),
    Bad(
        "ricochet: too wide",
        "argument",
        "ricochet:R" + "." * 64 + "/>R",
        ("`board`", "65 cells", "at most 64"),
    ),
    Bad(
        "ricochet: too many tiles",
        "argument",
        "ricochet:" + "/".join(["R" * 13] * 5) + ">",
        ("`board`", "65 tiles", "at most 64"),
    ),
    Bad(
        "ricochet: goal size",
        "argument",
        "ricochet:R../...>..R",
        ("`goal`", "1 row of 3", "anywhere = true"),
    ),
    Bad(
        "ricochet: goal colour",
        "argument",
        "ricochet:R../...>..G/...",
        ("row 1, column 3", '"G"', "the colours are R"),
    ),
    Bad(
        "ricochet: two of one",
        "argument",
        "ricochet:R../...>R.R/...",
        ("row 1, column 3", "more R", "remove some"),
    ),
    Bad("ricochet: goal on a block", "argument", "ricochet:R.#>..R", ("column 3", "c1", "move the goal")),
    Bad("ricochet: new block", "argument", "ricochet:R..>.#R", ("column 2", "block at b1", "write `.`")),
    Bad("ricochet: goal list", "toml", RICOCHET + "goal = 5\n", ("line 3", "`goal`", "it must be a grid")),
    Bad("ricochet: no room", "argument", "ricochet[anywhere]:R.R/...>RR/R", ("`goal`", "row 2", "add 1")),
    Bad(
        "ricochet: fits nowhere",
        "argument",
        "ricochet[anywhere]:R#R/.#.>RR",
        ("`goal`", "nowhere", "smaller"),
    ),
    Bad("ricochet: bad edges", "toml", RICOCHET + 'goal = ""\nedges = "opn"\n', ("line 4", "mean `open`?")),
    Bad(
        "ricochet: bad anywhere", "toml", RICOCHET + 'goal = ""\nanywhere = 1\n', ("line 4", "true or false")
    ),
    Bad("wall off the board", "argument", "ricochet[wall=z9R]:R..>..R", ("wall 1", '"z9"', "a1 to c1")),
    Bad(
        "wall without side",
        "toml",
        RICOCHET + 'goal = ""\nwalls = ["a1"]\n',
        ("line 4", "wall 1", '"c4 right"'),
    ),
    Bad("wall: bad side", "toml", RICOCHET + 'goal = ""\nwalls = ["a1 rigt"]\n', ("wall 1", "mean `right`?")),
    Bad(
        "wall is a number",
        "toml",
        RICOCHET + 'goal = ""\nwalls = [4]\n',
        ("wall 1", "a number", "a cell and a side"),
    ),
    Bad(
        "walls is a string",
        "toml",
        RICOCHET + 'goal = ""\nwalls = "a1 up"\n',
        ("`walls`", "a string", "a list"),
    ),
    Bad(
        "walls: second bad", "argument", "ricochet[wall=a1R,wall=b0R]:R..>..R", ("wall 2", '"b0"', "a1 to c1")
    ),
]

PEBBLE_BOARDS = [
    Bad("pebbles: no plates", "toml", PEBBLES + 'pebbles = "-"\n', ("`plates`", "is missing", "add plates")),
    Bad("pebbles: too short", "argument", "pebbles:AB/A-", ("`plates`", "2 tokens for 15", "one per cell")),
    Bad("pebbles: one part", "argument", "pebbles:AB-", ("`plates`", "1 part", "PLATES/PEBBLES")),
    Bad("pebbles: three parts", "argument", "pebbles:A/B/-", ("`plates`", "3 parts", "PLATES/PEBBLES")),
    Bad(
        "too few plates",
        "argument",
        "pebbles[grid 1x3]:AB-/AA-",
        ("`plates`", "1 for 2", "a plate with its"),
    ),
    Bad(
        "unknown token",
        "argument",
        "pebbles[grid 1x3]:AB-/AC-",
        ("`plates`", "too few `C`: 0", "needs a plate"),
    ),
    Bad("no hole", "argument", "pebbles[grid 1x3]:AB-/ABA", ("`pebbles`", "no hole", "write `-`")),
    Bad(
        "bad token",
        "toml",
        PEBBLES + 'layout = "grid 1x2"\nplates = "/-"\npebbles = "/-"\n',
        ("line 3", "`/`", "another character"),
    ),
    Bad(
        "token with arrow",
        "argument",
        "pebbles[grid 1x2]:a>b,-/a>b,-",
        ("`plates`", "token 1", "another character"),
    ),
    Bad(
        "empty token",
        "argument",
        "pebbles[grid 1x3]:A,,-/A,-,-",
        ("token 2", "is empty", "a letter or a word"),
    ),
    Bad(
        "plates is a number",
        "toml",
        PEBBLES + 'plates = 5\npebbles = "-"\n',
        ("line 2", "a number", "a string"),
    ),
    Bad(
        "token is a number",
        "toml",
        PEBBLES + 'plates = [1, 2]\npebbles = "-"\n',
        ("token 1", "a number", '"A"'),
    ),
    Bad(
        "unknown layout",
        "toml",
        PEBBLES + 'layout = "hexagon 5"\n' + TRIANGLE,
        ("line 2", "hexagon", '"triangle 5"'),
    ),
    Bad("layout of size 0", "argument", "pebbles[grid 0x4]:-/-", ("`layout`", "from 1", '"grid 4x4"')),
    Bad("layout negative", "argument", "pebbles[triangle -3]:-/-", ("`layout`", "from 1", '"triangle 5"')),
    Bad("layout too large", "argument", "pebbles[grid 19x27]:-/-", ("`layout`", "513 cells", "at most 512")),
    Bad("layout huge", "argument", "pebbles[triangle 99999999]:-/-", ("`layout`", "cells", "at most 512")),
    Bad("one cell", "argument", "pebbles[grid 1x1]:-/-", ("`layout`", "has 1 cell", "2 or more")),
    Bad(
        "edges and layout",
        "toml",
        PEBBLES + 'layout = "panguru"\nedges = []\n' + TRIANGLE,
        ("line 3", "give only one of them"),
    ),
    Bad(
        "edges is a string", "toml", PEBBLES + 'edges = "0-1"\n' + TRIANGLE, ("line 2", "a string", "[[0, 1]")
    ),
    Bad(
        "edge of three",
        "toml",
        PEBBLES + "edges = [\n [0, 1],\n [0, 1, 2],\n]\n" + TRIANGLE,
        ("line 4", "edge 2", "a pair"),
    ),
    Bad(
        "edge to itself", "argument", "pebbles[edges 0-1 1-1 1-2]:AB-/BA-", ("edge 2", "itself", "two cells")
    ),
    Bad(
        "edge negative", "toml", PEBBLES + "edges = [[0, -1]]\n" + TRIANGLE, ("edge 1", "-1", "from 0 to 511")
    ),
    Bad("edge too far", "argument", "pebbles[edges 0-512]:-/-", ("`edges`", "513 cells", "at most 512")),
    Bad("edge of words", "argument", "pebbles[edges a-b]:-/-", ("`edges`", '"a-b"', "such as 0-1")),
    Bad(
        "edge is true",
        "toml",
        PEBBLES + "edges = [[0, true]]\n" + TRIANGLE,
        ("edge 1", "a boolean", "from 0"),
    ),
    Bad(
        "coordinates of text",
        "toml",
        PEBBLES + 'edges = [[0, 1]]\ncoordinates = [[0, "x"], [1, 1]]\nplates = "A-"\npebbles = "A-"\n',
        ("line 3", "place 1", "[x, y]"),
    ),
    Bad(
        "coordinates too few",
        "toml",
        PEBBLES + 'coordinates = [[0, 0], [1, 1]]\nplates = "A-"\npebbles = "A-"\n',
        ("line 2", "2 places for 15", "one per cell"),
    ),
    Bad(
        "one-sided",
        "toml",
        PEBBLES + "allowed_moves = [[1], [], [1]]\n" + TRIANGLE,
        ("cell 0 lists 1", "add 0"),
    ),
    Bad("unknown option of pebbles", "argument", "pebbles[gird 4x4]:-/-", ("gird 4x4", "mean `grid 4x4`?")),
]

COROUTINE_BOARDS = [
    Bad(
        "squares ragged on lines",
        "toml",
        COROUTINE + 'squares = [ # [a\n  ["N", "]"],\n\n  ["S"],\n  ["S", "N"]\n]\n',
        ("line 5", "row 2", "1 square,"),
    ),
    Bad("no squares", "toml", COROUTINE, ("`squares`", "is missing", "add squares")),
    Bad("squares is a number", "toml", COROUTINE + "squares = 4\n", ("line 2", "a number", "a list of rows")),
    Bad("squares empty", "toml", COROUTINE + "squares = []\n", ("line 2", "has 0 rows", "from 1 to 32")),
    Bad(
        "squares: flat",
        "toml",
        COROUTINE + 'squares = ["N", "S"]\n',
        ("row 1", "a string", "a list of squares"),
    ),
    Bad("squares ragged", "argument", "coroutine:N,S,E/W,N/S,E,W", ("row 2", "2 squares", "same length")),
    Bad(
        "square is a number",
        "toml",
        COROUTINE + 'squares = [["N", 1]]\n',
        ("row 1, column 2", "a number", '"N SE"'),
    ),
    Bad(
        "unknown direction", "argument", "coroutine:N,S,E/W,NS,N/S,E,W", ("row 2, column 2", '"NS"', "N NE E")
    ),
    Bad("small letters", "argument", "coroutine:n,S,E/W,,N/S,E,W", ("row 1, column 1", "mean `N`?")),
    Bad(
        "direction twice",
        "argument",
        "coroutine:N,S,E/W,,N/S,E+E,W",
        ("row 3, column 2", "E appears twice", "once"),
    ),
    Bad("too many squares", "argument", "coroutine:" + "," * 32, ("row 1", "33 squares", "from 1 to 32")),
    Bad("one square", "argument", "coroutine:N", ("`coins`", "both coins", "two different cells")),
    Bad(
        "overlapping coins",
        "argument",
        "coroutine:N,S,E/W,,N/S,E,W@a1,a1",
        ("`coins`", "a1", "two different"),
    ),
    Bad(
        "coin off the grid",
        "toml",
        COROUTINE + NINE + 'coins = ["a1", "d3"]\n',
        ("line 3", '"d3"', "a1 to c3"),
    ),
    Bad(
        "three coins",
        "toml",
        COROUTINE + NINE + 'coins = ["a1", "b1", "c1"]\n',
        ("line 3", "3 cells", "have two"),
    ),
    Bad(
        "coins is a number", "toml", COROUTINE + NINE + "coins = 2\n", ("line 3", "a number", '["a1", "c3"]')
    ),
    Bad(
        "no middle square",
        "argument",
        "coroutine:N,S/E,W",
        ("`target`", "no middle square", 'add target = "a1"'),
    ),
    Bad("target off the grid", "argument", "coroutine:N,S/E,W>c1", ("`target`", '"c1"', "a1 to b2")),
    Bad("target is a number", "toml", COROUTINE + NINE + "target = 5\n", ("line 3", "a number", '"a1"')),
    Bad("rule", "toml", COROUTINE + NINE + 'rule = "mine"\n', ("line 3", "`rule`", '"other" or "own"')),
    Bad(
        "metric of coroutine", "argument", "coroutine[step]:N,S,E/W,,N/S,E,W", ("`options`", "mean `steps`?")
    ),
    Bad("first", "toml", COROUTINE + NINE + "first = 2\n", ("line 3", "`first`", "from 0 to 1")),
]

SOKOBAN_BOARDS = [
    Bad("no player", "argument", "sokoban:#####/#-$.#/#####", ("`board`", "has no player", "write `@`")),
    Bad(
        "two players",
        "argument",
        "sokoban:######/#@$.+#/######",
        ("row 2, column 5", "2 players", "b2 and e2", "leave one"),
    ),
    Bad("no box", "argument", "sokoban:####/#@.#/####", ("`board`", "has no box", "write `$`")),
    Bad(
        "more boxes than goals",
        "argument",
        "sokoban:######/#@$$.#/######",
        ("`board`", "2 boxes, but 1 goal", "every box needs a goal"),
    ),
    Bad(
        "open at the edge",
        "toml",
        'family = "sokoban"\nboard = """\n#####\n#@$.\n#####\n"""\n',
        ("line 4", "row 2, column 5", "is open at e2", "walls `#`"),
    ),
    Bad(
        "open below",
        "argument",
        "sokoban:-####/##@.#/#-$-#/#-###",
        ("row 4, column 2", "is open at b4"),
    ),
    Bad("unknown sign", "argument", "sokoban:#####/#@$x#/#####", ("row 2, column 4", '"x"', "`$` a box")),
    Bad("sokoban: empty", "argument", "sokoban:---/---", ("`board`", "is empty", "give rows of cells")),
    Bad("sokoban: a number", "toml", 'family = "sokoban"\nboard = 3\n', ("line 2", "a number", "a grid")),
    Bad("sokoban: rows", "toml", 'family = "sokoban"\nboard = ["#", 3]\n', ("row 2", "a number", "a string")),
    Bad("sokoban: too wide", "argument", "sokoban:#####/#@$.99#/#####", ("103 columns", "at most 64")),
    Bad("sokoban: too long a run", "argument", "sokoban:9999#9999#/#@$.#", ("row 1", "too many cells")),
    Bad(
        "sokoban: too many boxes",
        "argument",
        "sokoban:64#/" + 2 * "#62.#/" + 2 * "#62-#/" + "#@61$#/#62$#/64#",
        ("`board`", "more boxes than the 111", "372 cells"),
    ),
    Bad("sokoban: metric", "argument", "sokoban[push]:#####/#@$.#/#####", ("`options`", "mean `pushes`?")),
]
