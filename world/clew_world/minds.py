"""Minds: what each character does and thinks now, for the debug view of windows, pictures and pages."""

from __future__ import annotations

from typing import NamedTuple

from clew_world.elements import Character
from clew_world.world import World

GROUND, SLOPE, LADDER, LIFT, AIR = "ground", "slope", "ladder", "lift", "air"
_LONGEST = 60
"""Characters of a message that are shown."""


class Mind(NamedTuple):
    """What one character does and thinks.

    `contacts`: how many support it; `where`: on what it is; `line`: the rest of its route; `heard`: who sent
    the last message, and its text; `asks`: its questions about plans that wait.
    """

    number: int
    contacts: int
    where: str
    answer: str
    why: str
    target: tuple[float, float] | None
    line: list[tuple[float, float, str]]
    heard: tuple[str, str] | None
    asks: int

    def lines(self) -> list[str]:
        """The same in words."""
        found = [f"{self.where}, contacts: {self.contacts}"]
        if self.target is not None and self.answer:
            x, y = self.target
            ways = ", ".join(kind for _, _, kind in self.line)
            found.append(
                f"{self.answer}: {x:.1f}, {y:.1f}" + "".join(f" ({w})" for w in (self.why or ways,) if w)
            )
        if self.heard is not None:
            found.append(f'heard "{self.heard[1]}" from {self.heard[0]}')
        if self.asks:
            found.append(f"plans asked for: {self.asks}")
        return found


def mind(world: World, character: Character) -> Mind:
    """What a character does and thinks now."""
    heard = world.scripts.heard.get(character.number) if world.scripts is not None else None
    sender = world.by_number.get(heard[0]) if heard is not None else None
    name = sender.name if sender is not None else "?"
    return Mind(
        character.number,
        character.standing,
        _where(character),
        character.answer,
        character.why,
        character.target,
        world.line(character),
        (name, heard[1][:_LONGEST]) if heard is not None else None,
        world.plans.waiting(character.number),
    )


def minds(world: World) -> list[Mind]:
    """What everybody does and thinks now."""
    return [mind(world, character) for character in world.characters]


def _where(character: Character) -> str:
    if character.on_ladder:
        return LADDER
    if not character.standing:
        return AIR
    if character.lift is not None:
        return LIFT
    return SLOPE if character.on_slope else GROUND
