"""Boards with known answers, one a family, and one that takes long."""

GAR = "blocks:BBoooG/EooHoG/EAAHoG/EooHoo/FoooCC/FoDDDo"
PANGURU = "pebbles:WCBRBOGYGPCORPY/-PCBRYOGYGBCORP"
SLIDES = "ricochet:R..G/..#./..../G..R>..../.R../..G./...."
COINS = "coroutine:N+S,S+SE,N+S+SW/NE+E,,N+SW/W+SE,N+NW+SE,W+SW+S"
COUNTER = "null[highest=9]:4"

KNOWN = {GAR: (8, 61), PANGURU: (16, 12), SLIDES: (5, 1), COINS: (19, 1), COUNTER: (4, 1)}
"""Fewest moves and number of optimal solutions."""

STUCK = "blocks:AAB/ooB/ooB"
"""B fills the only column that A would have to cross: no solution."""

LONG = "pebbles[grid 4x4]:-,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15/15,14,8,12,10,11,9,13,2,6,5,1,3,7,4,-"
"""A 15-puzzle of 80 moves: more than any test waits for."""
