"""Files in the formats of other programs, as people write them, and the boards that they mean."""

from __future__ import annotations

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

FILES = [*BLOCKS, *PEBBLES]
