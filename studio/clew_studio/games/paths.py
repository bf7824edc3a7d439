"""Where the players of a board went on its map."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from clew.maps.walk import unpacked
from clew_studio.models import Game

if TYPE_CHECKING:
    from collections.abc import Mapping

    from clew.puzzles.base import EnginePuzzle
    from clew_studio.models import Board

MOST = 200
"""The most games that count, the newest ones."""


def heat_of(
    board: Board | None, puzzle: EnginePuzzle, numbers: Mapping[str, int], data: bytes
) -> list[tuple[int, int]]:
    """How often players made each move of a map in the newest games that they won: pairs of the move's number
    on the map and a count.

    `numbers`: the states of the map by their text; `data`: its bytes, as `clew.maps.walk` makes them. Games
    in packs are left out: only a participant and the researchers see what was done in an experiment; so are
    those of pupils.
    """
    if board is None:
        return []
    here = Game.objects.filter(board=board, status=Game.Status.WON, pack=None, participant=None)
    won = here.filter(player__pupil=None).order_by("-finished")
    made: Counter[tuple[int, int]] = Counter()
    for game in won.order_by("-finished")[:MOST]:
        states = [game.start, *(after for _, _, after in game.steps[: game.cursor])]
        known = [numbers.get(str(puzzle.canonical(state)), -1) for state in states]
        made.update((before, after) for before, after in pairwise(known) if before >= 0 <= after)
    return _numbered(made, data) if made else []


def _numbered(made: Mapping[tuple[int, int], int], data: bytes) -> list[tuple[int, int]]:
    _, arrays = unpacked(data)
    ends = np.cumsum(arrays["degree"].astype(np.int64))
    wide = int(np.iinfo(arrays["after"].dtype).max) + 1
    found = []
    for (before, after), count in made.items():
        first = int(ends[before]) - int(arrays["degree"][before])
        there = (before + arrays["after"][first : int(ends[before])].astype(np.int64)) % wide
        moves = np.flatnonzero(there == after)
        if len(moves):
            found.append((first + int(moves[0]), count))
    return sorted(found)
