"""Soft sounds: which notes are heard when something happens. The window and the page play the same ones."""

from __future__ import annotations

from typing import NamedTuple

from clew_world.control.guide import NO_GOAL
from clew_world.elements import Character, Item
from clew_world.game import LOST, WON
from clew_world.world import World


class Note(NamedTuple):
    """A tone: its pitch in hertz, and in seconds when it begins and how long it takes to fade."""

    hertz: float
    after: float
    seconds: float


def _row(seconds: float, apart: float, *pitches: float) -> tuple[Note, ...]:
    return tuple(Note(hertz, round(apart * place, 2), seconds) for place, hertz in enumerate(pitches))


SOUNDS: dict[str, tuple[Note, ...]] = {
    "took": _row(0.18, 0.07, 587, 784),
    "taken": _row(0.12, 0, 330),
    "caught": _row(0.2, 0.09, 392, 311),
    "opened": _row(0.3, 0.1, 262, 330),
    "no_way": _row(0.12, 0, 196),
    "won": _row(0.32, 0.12, 392, 494, 587, 784),
    "lost": _row(0.4, 0.16, 330, 277, 220),
}
"""The player took something; somebody else did; a character was caught; a door opened; the player cannot get
where it was sent; the game ended.
"""


class Ears:
    """Listens to a game, tick by tick."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._shut, self._answer, self._status = _now(world)

    def listen(self) -> list[str]:
        """The sounds of the tick that was just stepped, named as in `SOUNDS`."""
        world = self._world
        before = self._shut, self._answer, self._status
        self._shut, self._answer, self._status = shut, answer, state = _now(world)
        mine = [one for one in world.taken if one.taker is world.player]
        others = [one for one in world.taken if one.taker is not world.player]
        happened = {
            "took": bool(mine),
            "taken": any(isinstance(one.what, Item) for one in others),
            "caught": any(isinstance(one.what, Character) for one in others),
            "opened": shut < before[0],
            "no_way": answer == NO_GOAL != before[1],
            "won": state == WON != before[2],
            "lost": state == LOST != before[2],
        }
        return [name for name, has in happened.items() if has]


def _now(world: World) -> tuple[int, str, str]:
    """How many doors are shut, the player's answer to its last touch, and how the game stands."""
    return len(world.mechanism.shut), world.player.answer, world.status
