"""A world that runs: inputs, thoughts, control, physics, rules, tick by tick, the same every time."""

from __future__ import annotations

from collections.abc import Iterable
from math import isfinite
from pathlib import Path
from time import process_time
from typing import Any

from clew.errors import WorldError
from clew.world import level as levels
from clew.world.control.drives import Drive, drive_of
from clew.world.control.guide import Guide
from clew.world.controllers.base import Controller, Thoughts, Trouble
from clew.world.controllers.lua import LuaController
from clew.world.controllers.python import Process, PythonController
from clew.world.elements import LOOKS, Build, Character, Item
from clew.world.game import Rules, Taken
from clew.world.level import Level
from clew.world.log import Log
from clew.world.physics import STEP, Body, Physics
from clew.world.record import BEFORE, Fingerprint, Input, Record
from clew.world.routes.network import Leg, Network, Spot
from clew.world.routes.surfaces import Stretch

_SPOKEN = 180
"""Ticks for which words stay over a character."""
_DEEP = -3.0
"""Metres: who falls below is put back where it began."""


class World:
    """One game. Not for several threads; `close` it, or use it in a ``with``.

    `step` is all that moves it, so that a window, a test or a server may each have its own clock. The same
    level, the same inputs: the same `digest`.
    """

    def __init__(self, level: Level, *, record: Record | None = None) -> None:
        self.level = level
        self.width, self.height, self.seed = level.width, level.height, level.seed
        self.tick = 0
        self.characters: list[Character] = list(level.characters)
        self.player = level.player
        self.items: list[Item] = list(level.items)
        self.gone: list[int] = []
        self.taken: list[Taken] = []
        """What was taken in the last tick."""
        self.rules = Rules(level.eats, level.points, level.goal, level.player)
        self._log = Log()
        self.log, self.troubles, self.stopped = self._log.lines, self._log.troubles, self._log.stopped
        """The last lines of the log; those of errors; the animals whose scripts were stopped, and why."""
        self.spent = {"scripts": 0.0, "control": 0.0, "physics": 0.0}
        """Seconds of work of this process so far, for the bench; the work of scripts is `scripts.work`."""
        self._networks: dict[Build, Network] = {}
        self._physics = Physics(level.width, level.height, level.gravity, level.solids)
        self._bodies: dict[int, Body] = {}
        self._guides: dict[int, Guide] = {}
        self._drives: dict[int, Drive] = {}
        self._stretches: dict[int, Stretch] = {}
        self._by_number = {character.number: character for character in self.characters}
        for character in self.characters:
            self._embody(character)
        self._fingerprint = Fingerprint()
        self._pending: list[Input] = []
        self._controllers: list[Controller] = []
        self._replayed = record
        self.record = Record(level.text, dict(record.scripts) if record else {})
        self._lua: LuaController | None = None
        try:
            self._load_scripts()
        except BaseException:
            self.close()
            raise

    @classmethod
    def load(cls, source: str | Path) -> World:
        """The world of a level: a TOML file, or the name of a shipped one. Raises `BoardError`,
        `WorldError`.
        """
        return cls(levels.read(source))

    @classmethod
    def parse(cls, text: str, *, folder: Path | None = None) -> World:
        """The world of a level's TOML text; `folder` is where its scripts lie."""
        return cls(levels.parse(text, folder=folder))

    @classmethod
    def replaying(cls, record: Record) -> World:
        """A world at its beginning, to which the inputs of a record come at their ticks."""
        return cls(levels.parse(record.level), record=record)

    @classmethod
    def resume(cls, source: str | Path | dict[str, Any], *, check: bool = True) -> World:
        """A saved world, played again to where it was saved; it goes on from there.

        Raises `WorldError` if it comes to another digest (unless `check` is False).
        """
        record = Record.from_dict(source) if isinstance(source, dict) else Record.read(source)
        world = cls.replaying(record)
        try:
            world.step(record.ticks)
            if check and record.digest and world.digest() != record.digest:
                raise WorldError(
                    f"the replay came to the digest {world.digest()}, the record says {record.digest}: "
                    "it was made by another version, or changed by hand"
                )
        except BaseException:
            world.close()
            raise
        world._go_live()
        return world

    def __enter__(self) -> World:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        self.close()

    def close(self) -> None:
        """Ends the process of the scripts. A closed world can still be looked at."""
        for controller in [*getattr(self, "_controllers", []), getattr(self, "_lua", None)]:
            if controller is not None:
                controller.close()
        self._controllers, self._lua = [], None

    # What comes in

    def touch(self, x: float, y: float) -> None:
        """The player is to go to (x, y), metres. Raises `WorldError` where that is no point."""
        if not (isfinite(x) and isfinite(y)):
            raise WorldError(f"touch({x}, {y}): x and y must be finite numbers")
        self._pending.append(["touch", float(x), float(y)])

    def change_script(self, name: str, source: str) -> None:
        """Loads a script anew for all animals that have it; their memory stays."""
        self._pending.append(["script", name, source])

    def add_python(self, names: Iterable[str], process: Process) -> None:
        """Lets a Python function lead the animals of those names (`controllers.python`)."""
        wanted = [self.named(name) for name in names]
        self._controllers.append(PythonController(wanted, process, self.seed))

    # What can be asked

    @property
    def seconds(self) -> float:
        return self.tick * STEP

    @property
    def status(self) -> str:
        """`playing`, `won` or `lost`."""
        return self.rules.status

    def named(self, name: str) -> Character:
        """The character of that name. Raises `WorldError`."""
        for character in self.characters:
            if character.name == name:
                return character
        raise WorldError(f'there is no "{name}"; here are {", ".join(c.name for c in self.characters)}')

    def network(self, character: Character) -> Network:
        """The ways that are open to a character."""
        build = character.build
        if build not in self._networks:
            level = self.level
            self._networks[build] = Network(level.solids, level.ladders, level.width, level.gravity, build)
        return self._networks[build]

    def stretch_of(self, character: Character) -> Stretch | None:
        """Where the character stands, or stood last."""
        known = self._stretches.get(character.number)
        if character.standing and not (
            known is not None
            and known.left <= character.x <= known.right
            and abs(known.y - character.y) < 0.1
        ):
            here = self._guides[character.number].here()
            if here is not None and here.stretch is not None:
                known = self.network(character).surfaces.stretches[here.stretch]
                self._stretches[character.number] = known
        return known

    def route(self, character: Character, x: float, y: float) -> list[Leg] | None:
        """The way of a character to a point, as legs; None: there is none, or it is in the air."""
        network = self.network(character)
        start, goal = self._guides[character.number].here(), network.spot(x, y)
        if start is None:
            last = self.stretch_of(character)
            if last is not None:
                start = Spot(last.clamped(character.x), last.y, last.number, None)
        return network.route(start, goal) if start is not None and goal is not None else None

    def legs(self, character: Character) -> list[Leg]:
        """The rest of the way that the character is on."""
        return list(self._guides[character.number].legs)

    @property
    def scripts(self) -> LuaController | None:
        """What leads the scripted animals; None where there are none."""
        return self._lua

    def digest(self) -> str:
        """A fingerprint of all positions in all ticks so far: 32 hexadecimal digits."""
        return self._fingerprint.hex()

    def save(self, path: str | Path | None = None) -> dict[str, Any]:
        """The record so far, for `resume`; written to a file where one is named."""
        self.record.ticks, self.record.digest = self.tick, self.digest()
        if path is not None:
            self.record.write(path)
        return self.record.to_dict()

    # What moves it

    def step(self, ticks: int = 1) -> None:
        """Goes on by so many ticks of 1/60 s."""
        for _ in range(ticks):
            self._tick()

    def _tick(self) -> None:
        inputs = self._inputs()
        started = process_time()
        off = {entry[1] for entry in inputs if entry[0] == "off"}
        for entry in inputs:
            self._take(entry, off)
        self._think(any(entry[0] == "skip" for entry in inputs))
        thought = process_time()
        for drive in self._drives.values():
            drive.drive()
        driven = process_time()
        self._physics.step()
        stepped = process_time()
        self._follow_rules()
        self._fingerprint.add(self.characters)
        self.tick += 1
        spent = self.spent
        spent["scripts"] += thought - started
        spent["control"] += driven - thought
        spent["physics"] += stepped - driven

    def _inputs(self) -> list[Input]:
        """The inputs of this tick: those that wait, or those of a record."""
        if self._replayed is not None and self.tick < self._replayed.ticks:
            inputs = self._replayed.inputs.get(self.tick, [])
        else:
            inputs, self._pending = self._pending, []
        for entry in inputs:
            self.record.add(self.tick, *entry)
        return inputs

    def _take(self, entry: Input, off: set[int]) -> None:
        what = entry[0]
        if what == "touch":
            self._guides[self.player.number].aim((entry[1], entry[2]))
        elif what == "target":
            self._aim(entry[1], entry[2], entry[3])
        elif what == "say":
            self._say(entry[1], entry[2])
        elif what == "script":
            self._change(entry[1], entry[2], off)
        elif what == "off":
            if self._lua is not None:
                self._lua.stop(entry[1])
            self._note(Trouble(entry[1], True, entry[2]))

    def _think(self, skipped: bool) -> None:
        if self._lua is not None:
            if skipped:
                self._lua.skip(self)
            elif self._lua.led:
                self._heed(self._lua.think(self))
        for controller in self._controllers:
            thoughts = controller.think(self)
            for number, x, y in thoughts.targets:
                self.record.add(self.tick, "target", number, x, y)
            for number, text in thoughts.words:
                self.record.add(self.tick, "say", number, text)
            self._heed(thoughts)

    def _heed(self, thoughts: Thoughts) -> None:
        for number, x, y in thoughts.targets:
            self._aim(number, x, y)
        for number, text in thoughts.words:
            self._say(number, text)
        for number, look in thoughts.looks:
            character = self._by_number.get(number)
            if character is not None and look in LOOKS and look != character.look and self._lua is not None:
                character.look = look
                self._lua.show_look(number, look)
        for number, text in thoughts.lines:
            self._log.say(self.tick, self._by_number[number].name, text)
        if thoughts.skipped:
            self.record.add(self.tick, "skip")
        for trouble in thoughts.troubles:
            if trouble.stops:
                self.record.add(self.tick, "off", trouble.number, trouble.words)
            self._note(trouble)

    def _aim(self, number: int, x: float, y: float) -> None:
        guide = self._guides.get(number)
        if guide is not None:
            guide.aim((x, y))

    def _say(self, number: int, text: str) -> None:
        character = self._by_number.get(number)
        if character is not None:
            character.words, character.words_until = text, self.tick + _SPOKEN

    def _note(self, trouble: Trouble) -> None:
        character = self._by_number.get(trouble.number)
        name = character.name if character is not None else f"element {trouble.number}"
        tell = self._log.stop if trouble.stops else self._log.complain
        tell(self.tick, name, trouble.words)

    def _follow_rules(self) -> None:
        self.gone = []
        self.taken = self.rules.touches(self.characters, self.items)
        for taken in self.taken:
            self.rules.count(taken)
            self._remove(taken.what)
        for character in self.characters:
            if character.y < _DEEP:
                self._physics.place(self._bodies[character.number], *character.start)
                character.x, character.y = character.start
            if character.words and self.tick >= character.words_until:
                character.words = ""
            if character.controlled:
                character.walked += abs(character.vx) * STEP + abs(character.vy) * STEP * character.on_ladder
        wanted = self.rules.wanted_kinds()
        left = {kind: sum(e.kind == kind for e in [*self.items, *self.characters[1:]]) for kind in wanted}
        self.rules.judge(left)

    def _embody(self, character: Character) -> None:
        body = self._physics.add(character)
        guide = Guide(character, self.network(character))
        number = character.number
        self._bodies[number], self._guides[number] = body, guide
        self._drives[number] = drive_of(
            self.level.control, character, body, guide, self._physics, self.level.ladders
        )

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
        for table in (self._guides, self._drives, self._stretches, self._by_number):
            table.pop(what.number, None)

    # Scripts

    def _load_scripts(self) -> None:
        led = [character for character in self.characters if character.script is not None]
        if not led:
            return
        record = self._replayed
        off = {entry[1] for entry in record.inputs.get(BEFORE, [])} if record else set()
        self._lua = LuaController(self, recorded=record is not None)
        for entry in record.inputs.get(BEFORE, []) if record else []:
            self.record.add(BEFORE, *entry)
            self._note(Trouble(entry[1], True, entry[2]))
        for character in led:
            name = character.script or ""
            if name not in self.record.scripts:
                self.record.scripts[name] = self.level.script(name)
            if character.number in off:
                continue
            self._loaded(self._lua.load(character, levels.file_of(name), self.record.scripts[name]), BEFORE)

    def _change(self, name: str, source: str, off: set[int]) -> None:
        for character in self.characters:
            if character.script == name and character.number not in off and self._lua is not None:
                trouble = self._lua.load(character, levels.file_of(name), source)
                self._loaded(trouble, self.tick)

    def _loaded(self, trouble: Trouble | None, tick: int) -> None:
        if trouble is None:
            return
        if trouble.stops:
            self.record.add(tick, "off", trouble.number, trouble.words)
        self._note(trouble)

    def _go_live(self) -> None:
        self._replayed = None
        if self._lua is not None:
            self._lua.go_live()
