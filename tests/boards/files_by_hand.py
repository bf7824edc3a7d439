"""Files in the formats of other programs, as people write them, and the boards that they mean."""

from __future__ import annotations

import json

from clew.puzzles.registry import from_dict

Case = tuple[str, str, list[str]]
"""The format, the text, and the boards as compact forms."""

_UNBLOCK = """{"level": 7, "blocks": [
  {"id": "b1", "x": 3, "y": 0, "width": 1, "height": 3},
  {"id": "red", "x": 0, "y": 2, "width": 2, "height": 1, "isTarget": true}
]}
"""

BLOCKS: list[Case] = [
    (
        "rush",
        "60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332\n58 BBoKMxDDDKMoIAALooIoJLEEooJFFNoGGoxN 9192\n",
        [
            "blocks:IBBxoo/IooLDD/JAALoo/JoKEEM/FFKooM/GGHHHM",
            "blocks:BBoKMx/DDDKMo/IAALoo/IoJLEE/ooJFFN/oGGoxN",
        ],
    ),
    (
        "rush",
        "# from a game\n\n..O.....O...rrO...PP..........QQQ...\t \n..o.....o...rro...pp..........qqq...\n",
        [
            "blocks[exit=r-right]:ooOooo/ooOooo/rrOooo/PPoooo/oooooo/QQQooo",
            "blocks[exit=r-right]:ooOooo/ooOooo/rrOooo/ppoooo/oooooo/qqqooo",
        ],
    ),
    (
        "rush",
        '"AA000OP00Q0OPXXQ0OP00Q00B000CCB0RRR0", 8\n',
        ["blocks[exit=X-right]:AAoooO/PooQoO/PXXQoO/PooQoo/BoooCC/BoRRRo"],
    ),
    (
        "grid",
        "AA...O\nP..Q.O\nPXXQ.O\nP..Q..\nB...CC\nB.RRR.\n",
        ["blocks[exit=X-right]:AAoooO/PooQoO/PXXQoO/PooQoo/BoooCC/BoRRRo"],
    ),
    (
        "grid",
        "Level 1\n########\n#ooAABo#\n#ooooBo#\n#RRooBo \n#oooooo#\n#oooooo#\n#oooooo#\n########\n\n"
        "; second\n"
        "@@@@@@\n@BAAC@\n@BAAC@\n@DEEF@\n@DGHF@\n@I__J@\n@@__@@\n",
        [
            "blocks[exit=R-right]:ooAABo/ooooBo/RRooBo/oooooo/oooooo/oooooo",
            "blocks[free]:BAAC/BAAC/DEEF/DGHF/IooJ>oooo/oooo/oooo/oAAo/oAAo",
        ],
    ),
    (
        "grid",
        "  0 0 B 0  \n  0 0 B 0  \n  A A B 0  \n  0 0 0 0  \n\n\n  A A 0\n  0 0 0\n",
        ["blocks:ooBo/ooBo/AABo/oooo", "blocks:AAo/ooo"],
    ),
    ("cars", "car,orientation,col,row,length\nX,H,0,2,2\nP,V,3,0,3\n",
     ["blocks[exit=X-right]:oooPoo/oooPoo/XXoPoo/oooooo/oooooo/oooooo"]),
    ("cars", "Name;Direction;X;Y;Size\nX;horizontal;1;3;2\ntruck;vertical;6;4;3\n",
     ["blocks[exit=X-right]:oooooo/oooooo/XXoooo/oooooT/oooooT/oooooT"]),
    ("cars", "A\tH\t0\t2\t2\nB\tV\t3\t0\t3\n\nA\th\t1\t2\t2\n",
     ["blocks:oooBoo/oooBoo/AAoBoo/oooooo/oooooo/oooooo",
     "blocks:oooooo/oooooo/oAAooo/oooooo/oooooo/oooooo"]),
    ("unblock", '[{"x": 0, "y": 2, "width": 2, "height": 1, "target": true},'
     ' {"x": 3, "y": 0, "width": 1, "height": 3}]',
     ["blocks:oooBoo/oooBoo/AAoBoo/oooooo/oooooo/oooooo"]),
    ("unblock", _UNBLOCK, ["blocks[exit=R-right]:oooBoo/oooBoo/RRoBoo/oooooo/oooooo/oooooo"]),
    ("unblock", '{"levels": [{"cars": [{"row": 3, "col": 1, "length": 2, "orientation": "H", "main": true},\n'
     '{"row": 1, "col": 6, "length": 3, "orientation": "V"}]},'
     '{"width": 4, "height": 3, "pieces": [{"x": 0, "y": 1, "w": 2, "h": 1, "target": 1}]}]}\n',
     ["blocks:oooooB/oooooB/AAoooB/oooooo/oooooo/oooooo", "blocks:oooo/AAoo/oooo"]),
    ("sbp", "5,5,\n1,-1,-1,1,1,\n1,0,0,0,1,\n1,3,3,3,1,\n1,2,2,0,1,\n1,1,1,1,1,\n",
     ["blocks[free,step]:xooxx/xooox/xBBBx/xAAox/xxxxx>oAAoo/ooooo/ooooo/ooooo/ooooo"]),
    ("sbp", "4, 3,\n1,1,1,1,\n-1,0,2,1,\n1,1,1,1,\n", ["blocks[free,step]:xxxx/ooAx/xxxx>oooo/Aooo/oooo"]),
    ("sbp", "// two\n3,1,\n2,0,-1,\n\n3,1,\n-1,0,2,\n",
     ["blocks[free,step]:Aoo/>ooA/", "blocks[free,step]:ooA/>Aoo/"]),
]  # fmt: skip

_KORF = "pebbles[grid 4x4]:-,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15/{}"
_FIFTEEN = "pebbles[grid 4x4]:1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,-/{}"

PEBBLES: list[Case] = [
    (
        "tiles",
        "1 14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3\n2  13 5 4 10 9 12 8 14 2 3 7 1 0 15 11 6\n",
        [
            _KORF.format("14,13,15,7,11,12,9,5,6,-,2,1,4,8,10,3"),
            _KORF.format("13,5,4,10,9,12,8,14,2,3,7,1,-,15,11,6"),
        ],
    ),
    (
        "tiles",
        "# mine\n8 6 7\n2 5 4\n3 0 1\n\n1\t2\t3\n4\t_\t5\n6\t7\t8\n",
        ["pebbles[grid 3x3]:12345678-/8672543-1", "pebbles[grid 3x3]:12345678-/1234-5678"],
    ),
    ("tiles", "[[1, 2, 3], [4, 0, 5]]\n", ["pebbles[grid 2x3]:12345-/1234-5"]),
    (
        "tiles",
        "1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 16 15\n",
        [_FIFTEEN.format("1,2,3,4,5,6,7,8,9,10,11,12,13,14,-,15")],
    ),
    (
        "tiles",
        "easy: 1, 2, 3, 4, 5, 6, 7, 0, 8\nhard: 8, 0, 6, 5, 4, 7, 2, 3, 1\n",
        ["pebbles[grid 3x3]:-12345678/1234567-8", "pebbles[grid 3x3]:-12345678/8-6547231"],
    ),
    (
        "tiles",
        "goal 1 2 3 8 0 4 7 6 5\n2 8 3\n1 6 4\n7 0 5\n",
        ["pebbles[grid 3x3]:1238-4765/2831647-5"],
    ),
]


def _robots(walls: str, robots: str, goal: str) -> str:
    """A board of 16 by 16 as a compact form; robots and the goal as letters with their cells: ``Rp2``."""

    def grid(places: str) -> str:
        rows = [["."] * 16 for _ in range(16)]
        for place in places.split():
            rows[int(place[2:]) - 1][ord(place[1]) - ord("a")] = place[0]
        return "/".join("".join(row) for row in rows)

    options = ",".join(f"wall={wall}" for wall in walls.split())
    return f"ricochet[{options}]:{grid(robots)}>{grid(goal)}"


_FIRST = (
    "b1R e1D k1R m1D b2D d2R l2R b3R n3R o3D g4R g4D h4R i4D p5D a6D j6R j6D l6D c7R d7D h7D i7D l7R "
    "g8R h8R h8D i8R i8D g9R h9R h9D i9R i9D d10R d10D p10D a11D f11D i11R i11D n11D e12R m12R a14R "
    "b14D g14D i14R j14D o14D g15R o15R e16R l16R"
)
_SECOND = (
    "b1R d1D l1R c2R l3R l3D n3D g4R g4D n4R a5R b5D j5R k5D m5D e6D l6R p6D a7D e7R h7D i7D c8D g8R "
    "h8R h8D i8R i8D c9R g9R h9R h9D i9R i9D m9D e10R f10D l10R p10D b11R b11D k11R k11D e12D o12D a13D "
    "e13R o13R g14D f15R k15R l15D d16R n16R"
)
_ROOM = "board:4,4;\nmh1,2;\nmv2,0;\ntarget_red3,3;\nrobot_red0,0;\nrobot_blue3,0;\n"
_WATER = (
    "[Level]\nName=Water\nName[de]=Wasser\natom_1=1-c\natom_2=3-cg\natom_3=1-g\nfeld_00=.......\nfeld_01=..####.\n"
    "feld_02=..#1..#\nfeld_03=..#23.#\nfeld_04=..#####\nmole_0=123\nWeight=18.012\n"
)

RICOCHET: list[Case] = [
    ("drifting", "0765+41+2E21BD0F+1C\n", [_robots(_FIRST, "Ro3 Gb3 Bn12 Yp1", "Gm2")]),
    (
        "drifting",
        "# two\n89ab+53+0102FEDC77+45 hard\n0765+40+2E21BD0F+1C\n",
        [_robots(_SECOND, "Rb1 Gc1 Bo16 Ym14 Sh8", "Yf5"), _robots(_FIRST, "Ro3 Gb3 Bn12 Yp1", "Rm2")],
    ),
    ("drifting", "0765+21+2E21+1C\n", [_robots(_FIRST, "Ro3 Gb3", "Gm2")]),
    ("roboyard", _ROOM, ["ricochet[wall=b1R,wall=b2D]:R..B/..../..../....>..../..../..../...R"]),
    (
        "roboyard",
        "board:3,2; mh0,0; mv0,0; mv0,1; mv3,0; mh1,2; target_green2,1; robot_green0,0;",
        ["ricochet:G../...>.../..G"],
    ),
    (
        "roboyard",
        f"{_ROOM}board:2,2;mv1,1;\ntarget_silver1,1;robot_silver0,0;\n",
        [
            "ricochet[wall=b1R,wall=b2D]:R..B/..../..../....>..../..../..../...R",
            "ricochet[wall=a2R]:S./..>../.S",
        ],
    ),
    ("katomic", _WATER, ["ricochet[anywhere]:####./#A..#/#BC.#/#####>ABC"]),
    (
        "katomic",
        "[LevelSet]\nName=mine\n\n[Level1]\nName=H2\nfeld_00=#####\nfeld_01=#1.1#\nfeld_02=#####\nmole_0=11\n\n"
        "[Level2]\nfeld_00=a...\nfeld_01=...b\nmole_0=a\nmole_1=b\n",
        ["ricochet[anywhere]:#####/#A.A#/#####>AA", "ricochet[anywhere]:A.../...B>A/B"],
    ),
    (
        "katomic",
        "[Level]\nName=Old\nfeld_obje_00=.1..\nfeld_obje_01=#..2\nfeld_verb_00=0000\nmole_0=.2\nmole_1=1.\n",
        ["ricochet[anywhere]:.A../#..B>.B/A."],
    ),
    (
        "lockout",
        "Card 1\n.....\n..G..\n.B..X\n.....\n..P.Y\n",
        ["ricochet[open]:...../..G../.B..X/...../..P.Y>...../...../..X../...../....."],
    ),
    (
        "lockout",
        "- - - - -\n- - G - -\n- B - - R\n- - - - -\n- - - - -\n",
        ["ricochet[open]:...../..G../.B..R/...../.....>...../...../..R../...../....."],
    ),
    (
        "lockout",
        "# cards\no o o o X\no o o o o\no o o o o\no o o o o\nA o o o o\n\n"
        "last\n00X00\n00000\n00000\n0000B\n00A00\n",
        [
            "ricochet[open]:....X/...../...../...../A....>...../...../..X../...../.....",
            "ricochet[open]:..X../...../...../....B/..A..>...../...../..X../...../.....",
        ],
    ),
]

_GAME = """title Push
author me
OBJECTS
Background
black

Player
white

Crate
orange

Target
blue
=======
LEGEND
=======
. = Background
P = Player
* = Crate
O = Target
SOUNDS
COLLISIONLAYERS
Background
Target
Player, Crate
RULES
[ > Player | Crate ] -> [ > Player | > Crate ]
WINCONDITIONS
All Target on Crate
LEVELS

"""
ONE_LEVEL = _GAME + "P*O\n"
TWO_LEVELS = _GAME + 'P*O\n\nmessage "well"\n\nP*.O\n'


def _levels(game: str, *numbers: int) -> list[str]:
    plain = {"family": "puzzlescript", "game": game}
    return [str(from_dict({**plain, "level": number})) for number in numbers]


def _gist(game: str, **more: object) -> str:
    return json.dumps(
        {"id": "5c2a", "files": {"readme.txt": {"content": "Play!"}, "script.txt": {"content": game}}, **more}
    )


def _page(game: str) -> str:
    return (
        '<!DOCTYPE html>\n<html><head></head>\n<script>var a="levels", b = \'\\"\';</script>\n'
        f"<script>\nsourceCode={json.dumps(game).replace('</', '<' + chr(92) + '/')};\n"
        'compile(["restart"],sourceCode);\n</script></body></html>\n'
    )


GAMES: list[Case] = [
    ("puzzlescript-gist", _gist(ONE_LEVEL), _levels(ONE_LEVEL, 1)),
    ("puzzlescript-gist", _gist(TWO_LEVELS, public=True), _levels(TWO_LEVELS, 1, 2)),
    (
        "puzzlescript-gist",
        json.dumps({"files": {"push.txt": {"content": ONE_LEVEL}}}, indent=2),
        _levels(ONE_LEVEL, 1),
    ),
    ("puzzlescript-html", _page(ONE_LEVEL), _levels(ONE_LEVEL, 1)),
    ("puzzlescript-html", _page(TWO_LEVELS), _levels(TWO_LEVELS, 1, 2)),
    (
        "puzzlescript-html",
        _page(ONE_LEVEL).replace("<!DOCTYPE html>", "\n<!-- mine -->"),
        _levels(ONE_LEVEL, 1),
    ),
]

_ROOM_IN_PDDL = """;; a room
(define (problem small) (:domain ricochet-robots)
 (:objects c11 c21 c12 c22 - cell r1 r2 - robot west east north south - direction)
 (:init
  (next c11 c21 east) (next c21 c11 west) (next c12 c22 east) (next c22 c12 west)
  (next c11 c12 south) (next c12 c11 north) (next c21 c22 south) (next c22 c21 north)
  (blocked c11 west) (blocked c12 west) (blocked c21 east) (blocked c22 east)
  (blocked c11 north) (blocked c21 north) (blocked c12 south) (blocked c22 south)
  (blocked c11 east) (blocked c21 west)
  (free c21) (free c12) (at r1 c11) (at r2 c22) (nothing-is-moving)
  (= (total-cost) 0) (= (go-cost) 1))
 (:goal (and (at r1 c12) (nothing-is-moving)))
 (:metric minimize (total-cost)))
"""
_COLUMNS = """(define (problem sliding-tile) (:domain strips-sliding-tile)
(:objects t1 t2 t3 x1 x2 y1 y2)
(:INIT (tile t1) (tile t2) (tile t3) (position x1) (position x2) (position y1) (position y2)
 (inc x1 x2) (dec x2 x1) (inc y1 y2) (dec y2 y1) (blank x1 y1) (at t1 x2 y1) (at t2 x1 y2) (at t3 x2 y2))
(:goal (and (at t1 x1 y1) (at t2 x2 y1) (at t3 x1 y2))))
"""
_LINE = """(define (problem three) (:domain npuzzle) ; typed
  (:objects t1 t2 - tile p1 p2 p3 - position)
  (:init (at t1 p1) (at t2 p2) (empty p3) (adjacent p1 p2) (adjacent p2 p3))
  (:goal (and (at t1 p2) (at t2 p3))))
"""

PLANNING: list[Case] = [
    ("pddl", _ROOM_IN_PDDL, ["ricochet[wall=a1R]:R./.B>../R."]),
    ("pddl", _COLUMNS, ["pebbles[grid 2x2]:123-/-123"]),
    ("pddl", _LINE, ["pebbles[grid 1x3]:-12/12-"]),
]

_ROOM_OF_TWO = "sokoban:-#####/##---#/#.$@-#/#.$-##/#####-"

SOKOBAN: list[Case] = [
    (
        "xsb",
        "; 1\n\n #####\n##   #\n#.$@ #\n#.$ ##\n#####\n\n; 2, small\n\n#####\n#@$.#\n#####\n",
        [_ROOM_OF_TWO, "sokoban:#####/#@$.#/#####"],
    ),
    (
        "xsb",
        "\t #####\n\t##   #\n\t#.$@ #\n\t#.$_##\n\t#####\nTitle: Two boxes\nAuthor: nobody\n\n"
        "#####\n#pb.#\n#####\nTitle: Letters\n",
        [_ROOM_OF_TWO, "sokoban:#####/#@$.#/#####"],
    ),
    (
        "xsb",
        ":: a collection\nAuthor: Somebody\n\nLevel 1\n\n-5#|2#3-#|#.$@-#|#.$-2#|5#\nComment:\n# is a wall\n"
        "Comment-End:\n\nSolution/Moves\nuldLrrdL\n\nLevel 2\n\n5#\n#@$.#\n5#\n",
        [_ROOM_OF_TWO, "sokoban:#####/#@$.#/#####"],
    ),
    (
        "xsb",
        "######\n#    #\n# *  #\n#  + #\n# $  #\n######\n",
        ["sokoban:######/#----#/#-*--#/#--+-#/#-$--#/######"],
    ),
]

FILES = [*BLOCKS, *PEBBLES, *RICOCHET, *GAMES, *PLANNING, *SOKOBAN]
