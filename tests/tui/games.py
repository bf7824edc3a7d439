"""Small boards of each family with three ways to their end: keys alone, typed moves, and the mouse alone.

A mouse action is a text on the screen and what is done there: "click", or "drag" by so many columns and rows.
"""

from __future__ import annotations

from typing import NamedTuple

from tests.families import of_families


class Mouse(NamedTuple):
    """Press `at` signs into the `nth` `text` on the board; let go there, or `by` (columns, rows) on.

    `then` is a text that the screen shows once that is done, where what follows looks the same before.
    """

    text: str
    nth: int = 0
    at: int = 0
    by: tuple[int, int] = (0, 0)
    then: str = ""


class Played(NamedTuple):
    board: str
    keys: str
    moves: str
    mouse: tuple[Mouse, ...]


GAMES: dict[str, list[Played]] = {
    "blocks": [
        Played(
            "blocks:AAoB/oooB/oooo",
            "tab enter down enter s-tab enter right right enter",
            "BD1 AR2",
            (Mouse("B", by=(0, 2), then="1 move "), Mouse("A"), Mouse("○", 1)),
        ),
        Played(
            "blocks[step]:AAoo/oooo",
            "enter right right",
            "AR1 AR1",
            (Mouse("A"), Mouse("○", then="1 step "), Mouse("○", 1)),
        ),
        Played(
            "blocks[free,piece]:Aoo/ooo>ooo/ooA",
            "enter right down right enter",
            "AD1R2",  # another spelling of AR2D1
            (Mouse("A", by=(8, 2)),),
        ),
        Played(
            "blocks[free]:AAo/AAo/ooo>ooo/oAA/oAA",
            "enter down enter enter right enter",
            "AD1 AR1",
            (Mouse("▸A◂", at=1, by=(0, 2), then="1 move "), Mouse("▸A◂", at=1), Mouse("○", 2)),
        ),
        Played("blocks[exit=A-up]:o/A/A", "enter up enter", "AU1", (Mouse("A"), Mouse("○"))),
    ],
    "coroutine": [
        Played(
            "coroutine:E,S,/S+E,,W/N,W,S+E",
            "right enter enter down enter",
            "0E 1, - 0S",
            (Mouse("○"), Mouse("▸1◂", at=1), Mouse("★")),
        ),
        Played("coroutine[own,steps]:E,E,E", "tab enter", "0E", (Mouse("★"),)),
    ],
    **{name: games() for name, games in of_families("games").items()},
    "pebbles": [
        Played("pebbles:WCBRBOGYGPCORPY/C-BRBOGYGPCORPY", "enter", "0-1", (Mouse("▸C◂", at=1),)),
        Played(
            "pebbles[grid 1x4]:A--B/-A-B",
            "enter left enter",
            "1-0",
            (Mouse("▸A◂", at=1), Mouse("(○)", at=1)),
        ),
        Played("pebbles[grid 2x2]:A-BC/-ABC", "enter", "1-0", (Mouse("▸A◂", at=1),)),
        Played(
            "pebbles[edges 0-1 1-2 2-3 3-0]:XX,-,YY,ZZ/-,XX,YY,ZZ",
            "enter",
            "1-0",
            (Mouse("▸XX◂", at=1),),
        ),
    ],
    "ricochet": [
        Played(
            "ricochet[wall=b1R]:R.../..../....>..../..../.R..",
            "enter right down",
            "a1R b1D",
            (Mouse("▸R◂", at=1), Mouse("○", then="1 move "), Mouse("«R»", at=1, by=(0, 4))),
        ),
        Played("ricochet[open]:R.G/...>.R./...", "enter right", "a1R", (Mouse("▸R◂", at=1, by=(4, 0)),)),
        Played("ricochet[anywhere]:R...G>RG", "enter right", "a1R", (Mouse("▸R◂", at=1), Mouse("○"))),
    ],
}
"""The notation of the mouse's texts is that of the screen: a tile in brackets, `○` where it may go."""
