"""A running world: inputs, controllers, control, physics and rules, tick by tick, deterministically."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from time import process_time
from typing import Any

from clew.errors import WorldError
from clew_world import level as levels
from clew_world.cast import DEEP, Cast
from clew_world.controllers.base import Controller, Thoughts, Trouble
from clew_world.controllers.lua import LuaController
from clew_world.controllers.python import Process, PythonController
from clew_world.elements import LOOKS, STEP, Character
from clew_world.game import Rules, Taken
from clew_world.level import Level
from clew_world.log import Log
from clew_world.plans import Plans
from clew_world.record import (
    BEFORE,
    FARTHEST,
    LONGEST_TEXT,
    Fingerprint,
    Input,
    Record,
    is_place,
    is_sendable,
)
from clew_world.replay import Allowance, play_again

_SPOKEN = 180
"""Ticks for which words are shown over a character."""


class World(Cast):
    """One game. Not thread-safe; `close` it, or use it in a ``with`` block.

    Only `step` advances it, so a window, a test or a server can each use its own clock. The same level and
    the same inputs give the same `digest`.
    """

    def __init__(
        self, level: Level, *, record: Record | None = None, allowance: Allowance | None = None
    ) -> None:
        super().__init__(level)
        self.width, self.height, self.seed = level.width, level.height, level.seed
        self.tick = 0
        self.plans = Plans(self)
        self.taken: list[Taken] = []
        """What was taken in the last tick."""
        self.rules = Rules(level.eats, level.points, level.goal, level.player)
        self._log = Log()
        self.log, self.troubles, self.stopped = self._log.lines, self._log.troubles, self._log.stopped
        """The log: its last lines, the errors, and the animals whose scripts were stopped, with the reason.
        """
        self.spent = {"scripts": 0.0, "control": 0.0, "physics": 0.0}
        """CPU seconds of this process so far, for the bench; those of scripts are `scripts.work`."""
        self._fingerprint = Fingerprint()
        self._pending: list[Input] = []
        self._off: set[int] = set()
        """Whose scripts are stopped in this tick, according to the record."""
        self._controllers: list[Controller] = []
        self._replayed = record
        self._allowance = allowance
        self.record = Record(level.text, dict(record.scripts) if record else {})
        self._lua: LuaController | None = None
        try:
            self._load_scripts()
        except BaseException:
            self.close()
            raise

    @classmethod
    def load(cls, source: str | Path) -> World:
        """The world of a level, given as a TOML file or the name of a shipped level. Raises `BoardError`,
        `WorldError`.
        """
        return cls(levels.read(source))

    @classmethod
    def parse(cls, text: str, *, folder: Path | None = None) -> World:
        """The world of a level's TOML text; `folder` is where its scripts are. Raises `BoardError`,
        `WorldError`.
        """
        return cls(levels.parse(text, folder=folder))

    @classmethod
    def replaying(cls, record: Record, allowance: Allowance | None = None) -> World:
        """A world at its start, which receives the inputs of a `Record` at their ticks."""
        return cls(levels.parse(record.level), record=record, allowance=allowance or Allowance(record))

    @classmethod
    def resume(
        cls,
        source: str | Path | dict[str, Any] | Record,
        *,
        check: bool = True,
        seconds: float | None = None,
        on_tick: Callable[[World], object] | None = None,
    ) -> World:
        """A saved world, replayed to where it was saved, ready to continue.

        `seconds` limits the time that this takes; the default is one minute plus ten times as long as the
        game lasted. `on_tick` is called with the world after each tick.

        Raises `WorldError` for a malformed record, and if the replay ends with a different digest (unless
        `check` is False); `LimitReached` after that many seconds.
        """
        record = source if isinstance(source, Record) else Record.of(source)
        allowance = Allowance(record, seconds)
        world = cls.replaying(record, allowance)
        try:
            play_again(world, record.ticks, allowance, on_tick)
            if check and record.digest and world.digest() != record.digest:
                raise WorldError(
                    f"the digest of the replay is {world.digest()}, but the record says {record.digest}: "
                    "the record was made by another version, or edited by hand"
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
        """Ends the script process. A closed world can still be inspected."""
        for controller in [*getattr(self, "_controllers", []), getattr(self, "_lua", None)]:
            if controller is not None:
                controller.close()
        self._controllers, self._lua = [], None

    # What comes in

    def touch(self, x: float, y: float) -> None:
        """Sends the player to (x, y), in metres. Raises `WorldError` if the coordinates are not finite or too
        large.
        """
        if not is_place(x, y):
            raise WorldError(f"touch({x}, {y}): x and y must be finite numbers below {FARTHEST:.0e}")
        self._pending.append(["touch", float(x), float(y)])

    def steer(self, dx: float, dy: float) -> None:
        """Steers the player by keys or a gamepad until the next touch: `dx` from -1 (left) to 1 (right), `dy`
        from -1 (down a ladder, or through a one-way platform) to 1 (up a ladder, or a jump). (0, 0): stand
        still. Raises `WorldError` for other numbers.
        """
        if not (abs(dx) <= 1 and abs(dy) <= 1):
            raise WorldError(f"steer({dx}, {dy}): each is a number from -1 to 1")
        self._pending.append(["steer", float(dx), float(dy)])

    def change_script(self, name: str, source: str) -> None:
        """Reloads a script for all animals that use it; they keep their memory.

        Raises `WorldError` if the source is too long or cannot be encoded.
        """
        if len(source) > LONGEST_TEXT or not is_sendable(source):
            raise WorldError(f"{name}: a script is text of at most {LONGEST_TEXT} characters")
        self._pending.append(["script", name, source])

    def add_python(self, names: Iterable[str], process: Process) -> None:
        """Lets a Python function control the animals with those names (`controllers.python`). Raises
        `WorldError`.
        """
        wanted = [self.named(name) for name in names]
        self._controllers.append(PythonController(wanted, process, self.seed))

    # What can be asked

    @property
    def seconds(self) -> float:
        """Seconds of game time since the world began."""
        return self.tick * STEP

    @property
    def status(self) -> str:
        """`playing`, `won` or `lost`."""
        return self.rules.status

    @property
    def scripts(self) -> LuaController | None:
        """The controller of the scripted animals; None if there are none."""
        return self._lua

    def digest(self) -> str:
        """A fingerprint of all positions in all ticks so far: 32 hexadecimal digits."""
        return self._fingerprint.hex()

    def save(self, path: str | Path | None = None) -> dict[str, Any]:
        """The record so far, for `resume`; also written to a file if a path is given. Raises `OSError`."""
        self.record.ticks, self.record.digest = self.tick, self.digest()
        if path is not None:
            self.record.write(path)
        return self.record.to_dict()

    # What moves it

    def step(self, ticks: int = 1) -> None:
        """Advances the world by that many ticks of 1/60 s."""
        for _ in range(ticks):
            self._tick()

    def _tick(self) -> None:
        inputs = self._inputs()
        started = process_time()
        off = self._off = {entry[1] for entry in inputs if entry[0] == "off"}
        for entry in inputs:
            if self._replayed is not None and self._allowance is not None:
                self._allowance.turn()  # a stranger's record may contain a million inputs for one tick
            self._take(entry, off)
        self._think(any(entry[0] == "skip" for entry in inputs))
        thought = process_time()
        for drive in self._drives.values():
            drive.drive()
        driven = process_time()
        self._physics.step()
        stepped = process_time()
        self._follow_rules()
        self._fingerprint.add([*self.characters, *self.crates.all])
        self.tick += 1
        spent = self.spent
        spent["scripts"] += thought - started
        spent["control"] += driven - thought
        spent["physics"] += stepped - driven

    def _inputs(self) -> list[Input]:
        """The inputs of this tick: the pending ones, or those of a record."""
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
            self._guides[self.player.number].aim((entry[1], entry[2]), again=True)
        elif what == "steer":
            self._guides[self.player.number].steer(*(max(-1.0, min(1.0, part)) for part in entry[1:]))
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
        for number, kinds in thoughts.avoided:
            self._avoid(number, tuple(kinds.split("\0")) if kinds else ())
        guides = self._guides
        for number, x, y in thoughts.targets:
            if (guide := guides.get(number)) is not None:
                guide.aim((x, y))
        for number, text in thoughts.words:
            self._say(number, text)
        for number, look in thoughts.looks:
            character = self.by_number.get(number)
            if character is not None and look in LOOKS and look != character.look and self._lua is not None:
                character.look = look
                self._lua.show_look(number, look)
        for _, x, y, kind in thoughts.spawned:
            self._spawn(kind, x, y)
        for number, text in thoughts.lines:
            self._log.say(self.tick, self.by_number[number].name, text)
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
        character = self.by_number.get(number)
        if character is not None:
            character.words, character.words_until = text, self.tick + _SPOKEN

    def _spawn(self, kind: str, x: float, y: float) -> None:
        """A script adds an element; a new animal begins its script in the next tick."""
        found = self._enter(kind, x, y)
        if not isinstance(found, Character) or found.script is None or found.number in self._off:
            return
        if self._lua is not None:
            name = found.script
            trouble = self._lua.load(found, levels.file_of(name), self.record.scripts[name])
            self._loaded(trouble, self.tick)

    def _note(self, trouble: Trouble) -> None:
        character = self.by_number.get(trouble.number)
        name = character.name if character is not None else f"element {trouble.number}"
        tell = self._log.stop if trouble.stops else self._log.complain
        tell(self.tick, name, trouble.words)

    def _follow_rules(self) -> None:
        self.gone = self._work_mechanism([*self.characters, *self.crates.all], self._physics)
        self.taken = self.rules.touches(self.characters, self.items)
        for taken in self.taken:
            self.rules.count(taken)
            self._remove(taken.what)
        self._follow_crates()
        for character in self.characters:
            if character.y < DEEP:
                self._put_back(character)
            if character.words and self.tick >= character.words_until:
                character.words = ""
            if character.controlled:
                carried = character.lift.vx if character.lift is not None else 0.0
                walked = abs(character.vx - carried) + abs(character.vy) * character.on_ladder
                character.walked += walked * STEP
        wanted = self.rules.wanted_kinds()
        there = [*self.items, *self.characters[1:], *self._reserve] if wanted else []
        self.rules.judge({kind: sum(e.kind == kind for e in there) for kind in wanted})

    # Scripts

    def _load_scripts(self) -> None:
        cast = [character for character in self.level.cast() if character.script is not None]
        if not cast:
            return
        record = self._replayed
        off = {entry[1] for entry in record.inputs.get(BEFORE, [])} if record else set()
        self._lua = LuaController(self, allowance=self._allowance)
        for entry in record.inputs.get(BEFORE, []) if record else []:
            self.record.add(BEFORE, *entry)
            self._note(Trouble(entry[1], True, entry[2]))
        for character in cast:
            name = character.script or ""
            if name not in self.record.scripts:
                if record is not None:
                    raise WorldError(
                        f'the record does not contain the script "{name}", which its level names'
                    )
                self.record.scripts[name] = self.level.script(name)
            if character.number in off or character.number not in self.by_number:
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
