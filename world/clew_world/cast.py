"""The characters and items of a game: their bodies and drives, who is there, who is added and who is
removed.
"""

from __future__ import annotations

from functools import partial

from clew.errors import WorldError
from clew_world.control.drive import Drive
from clew_world.control.footing import Floor, Footing
from clew_world.control.grounds import Grounds
from clew_world.control.guide import Guide
from clew_world.elements import Build, Character, Crate, Door, Item, Rect, Switch
from clew_world.level import Level
from clew_world.lifts import Lift
from clew_world.physics import Body, Physics
from clew_world.routes.risk import Danger
from clew_world.ways import Ways

DEEP = -3.0
"""Metres: a character that falls below this is put back where it started."""


class Cast(Ways):
    """The characters of a world, and the items they can take: a part of `World`."""

    def __init__(self, level: Level) -> None:
        super().__init__(level)
        self.characters: list[Character] = list(level.characters)
        self.items: list[Item] = list(level.items)
        self.gone: list[int] = []
        self.tick = 0
        self.by_number = {character.number: character for character in self.characters}
        """The characters that are there."""
        self._reserve = list(level.reserve)
        """What scripts may still add."""
        self._physics = Physics(
            level.width,
            level.height,
            level.gravity,
            level.solids,
            level.doors,
            level.slopes,
            self._pass if level.collide else None,
        )
        self._bodies: dict[int, Body] = {}
        self._drives: dict[int, Drive] = {}
        self._crate_bodies = {crate.number: self._physics.add_crate(crate) for crate in self.crates.all}
        """The bodies of the crates."""
        for lift in level.lifts:
            self._physics.add_lift(lift)
        self._floors: dict[Build, Floor] = {}
        """What is underfoot, for each build, in a level with slopes."""
        for character in self.characters:
            self._embody(character)

    def named(self, name: str) -> Character:
        """The character with that name. Raises `WorldError` if there is none."""
        for character in self.characters:
            if character.name == name:
                return character
        raise WorldError(f'there is no "{name}"; here are {", ".join(c.name for c in self.characters)}')

    def added(self) -> list[Item]:
        """The items that scripts have added."""
        return [item for item in self.items if item in self.level.reserve]

    def place_of(self, number: int) -> tuple[float, float] | None:
        """The place of an element that characters can go to; None if it is gone."""
        character = self.by_number.get(number)
        if character is not None:
            return character.x, character.y
        for item in self.items:
            if item.number == number:
                return item.x, item.y
        return next(((x, y) for element, x, y in self._fixtures() if element.number == number), None)

    def places_of(self, kind: str) -> list[Danger]:
        """All elements of a kind, and where they are."""
        found = [Danger(c.number, c.x, c.y) for c in self.characters if c.kind == kind]
        found += [Danger(item.number, item.x, item.y) for item in self.items if item.kind == kind]
        return found + [Danger(e.number, x, y) for e, x, y in self._fixtures() if e.kind == kind]

    def _fixtures(self) -> list[tuple[Door | Switch | Crate | Lift, float, float]]:
        """Everything else that has a place in the world: doors, switches, crates and lifts."""
        moving = [(crate, crate.x, crate.y) for crate in self.crates.all]
        lifts = [(lift, lift.x + lift.width / 2, lift.y) for lift in self.level.lifts]
        return [*self.mechanism.elements(), *moving, *lifts]

    def dangers_to(self, character: Character, kinds: tuple[str, ...]) -> list[Danger]:
        """All other elements of some kinds, the nearest first."""
        found = [danger for kind in kinds for danger in self.places_of(kind)]
        found = [danger for danger in found if danger.number != character.number]
        x, y = character.x, character.y
        return sorted(found, key=lambda one: ((one.x - x) ** 2 + (one.y - y) ** 2, one.number))

    def _avoid(self, number: int, kinds: tuple[str, ...]) -> None:
        """From now on, a character avoids elements of these kinds on its way."""
        guide = self._guides.get(number)
        character = self.by_number.get(number)
        if guide is not None and character is not None:
            guide.avoid((lambda: self.dangers_to(character, kinds)) if kinds else None)

    def _embody(self, character: Character) -> None:
        footing = self._footing(character)
        character.solid = self.level.collide
        body = self._physics.add(character)
        guide = Guide(
            character,
            Grounds(
                character,
                partial(self.network, character),
                partial(self.open_network, character),
                self.crates,
            ),
        )
        number = character.number
        self._bodies[number], self._guides[number] = body, guide
        self._drives[number] = Drive(character, body, guide, self.level.ladders, footing)

    def _pass(self, one: Character, other: Character) -> bool:
        """Whether two characters pass through each other: one takes the other."""
        eats = self.level.eats
        return other.kind in eats.get(one.kind, ()) or one.kind in eats.get(other.kind, ())

    def _footing(self, character: Character) -> Footing | None:
        """How a character walks on the slopes of the level; None if there are none."""
        level, build = self.level, character.build
        if not level.slopes:
            return None
        if build not in self._floors:
            self._floors[build] = Floor(level.slopes, level.solids, build)
        character.y = self._floors[build].lifted(character.x, character.y)
        return Footing(character, self._floors[build], level.gravity)

    def _enter(self, kind: str, x: float, y: float) -> Item | Character | None:
        """Adds an element of a kind from the reserve; None if there is none left or no room at the place."""
        found = next((element for element in self._reserve if element.kind == kind), None)
        if found is None or not (0.0 <= x <= self.level.width and 0.0 <= y <= self.level.height):
            return None
        before = found.x, found.y
        found.x, found.y = x, y
        blocks = [solid.rect for solid in self.mechanism.solids() if not solid.one_way]
        blocks += [crate.rect for crate in self.crates.all]
        inner = Rect(x - 0.01, y + 0.05, x + 0.01, found.rect.top)
        if any(_inside(found.rect, block) for block in blocks) or any(
            slope.overlaps(inner) for slope in self.level.slopes
        ):
            found.x, found.y = before
            return None
        self._reserve.remove(found)
        found.alive = True
        if isinstance(found, Item):
            self.items.append(found)
        else:
            found.start = (x, y)
            self.characters.append(found)
            self.by_number[found.number] = found
            self._embody(found)
        return found

    def _remove(self, what: Character | Item) -> None:
        what.alive = False
        self.gone.append(what.number)
        if isinstance(what, Item):
            self.items.remove(what)
            return
        if what is self.player:
            return
        self.characters.remove(what)
        self._physics.remove(self._bodies.pop(what.number))
        for table in (self._guides, self._drives, self._stretches, self.by_number):
            table.pop(what.number, None)

    def _follow_crates(self) -> None:
        """Puts crates that fell out of the world back where they began, and plans new routes around those
        that moved.
        """
        for crate in self.crates.all:
            if crate.y < DEEP:
                self._physics.place(self._crate_bodies[crate.number], *crate.start)
                crate.x, crate.y = crate.start
        if self.crates.look(self.tick, self._work()):
            self._renew(moved=True)

    def _work(self) -> int:
        """How much work it is to build new networks, in elements."""
        return len(self.level.elements()) * len(self._networks)

    def _put_back(self, character: Character) -> None:
        """Puts a character that fell out of the world where it started."""
        self._physics.place(self._bodies[character.number], *character.start)
        character.x, character.y = character.start
        self._guides[character.number].fell_out()


def _inside(rect: Rect, solid: Rect) -> bool:
    """Whether a box is inside a solid by more than a small tolerance: what stands on it is not."""
    return Rect(rect.left, rect.bottom + 0.05, rect.right, rect.top).overlaps(solid)
