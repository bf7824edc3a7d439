"""Plays a recording of the published player to its end."""

from __future__ import annotations

from typing import Any

from .chance import Luck
from .play import KEYS, TICK, Game, Play
from .source import Level


def played(recording: dict[str, Any]) -> str:
    """The last level of a recording, in the form of the recordings."""
    game = Game(recording["source"], strict=False)
    number = int(recording["level"])
    level = game.levels[number]
    assert level is not None
    play = Play(game, level, Luck(recording["seed"] or ""))
    play.on()
    for key in recording["inputs"]:
        if key == "undo":
            play.undo()
        elif key == "restart":
            play.restart()
        else:
            play.turn(TICK if key == "tick" else KEYS[key])
        number = _advance(play, number)
        while play.waiting:
            play.turn(TICK)
            number = _advance(play, number)
    return text(play.here)


def _advance(play: Play, number: int) -> int:
    """On to the next level if this one is won; at a message, or at the end, the level is left as it is."""
    if not play.won:
        return number
    play.won = False
    if number + 1 >= len(play.game.levels) or play.game.levels[number + 1] is None:
        play.asleep = True
        return number
    following = play.game.levels[number + 1]
    assert following is not None
    play.begin(following)
    return number + 1


def text(level: Level) -> str:
    """Each kind of cell is named once, cells are counted column by column."""
    seen: dict[tuple[str, ...], int] = {}
    found = ""
    count = 0
    for x in range(len(level[0])):
        for row in level:
            kind = tuple(sorted(row[x]))
            if kind not in seen:
                seen[kind] = len(seen)
                found += " ".join(kind) + ":"
            count += 1
            found += f"{seen[kind]}," + "\n" * (count % len(level[0]) == 0)
    return found
