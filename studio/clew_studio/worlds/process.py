"""The process of one world: steps it in real time, reads the player's input, reports its state.

It imports nothing of Django and ends with the process that started it. The first line of standard input is
``{"source": "meadow", "text": null, "parent": PID}``, with the TOML of a level that is not one of the site's
as ``text``; each later one is a command: ``{"do": "touch", "x": 3.5, "y": 1}``,
``{"do": "steer", "dx": 1, "dy": 0}``, ``{"do": "pause", "on": true}``, ``{"do": "watch", "on": true}``,
``{"do": "debug", "on": true}``, ``{"do": "restart"}``. A world moves only while somebody watches and it is
not paused. Lines of standard output are a word and JSON:

    world {...}       what does not change, once
    troubles [...]    scripts that were stopped or failed, whenever that changes
    frame {...}       what moves, 20 times a second, and once a second while nothing does
    failed "..."      the last line, if the world cannot continue
"""

from __future__ import annotations

import json
import os
import select
import sys
from time import monotonic
from typing import Any

from clew.errors import ClewError, WorldError
from clew_studio.processes import bound_memory, end_with
from clew_world import World, describe, parse, snapshot
from clew_world.elements import STEP
from clew_world.parts import STOCK

Json = dict[str, Any]

MEMORY = 1 << 30
"""Bytes of address space for this process, and for each of the scripts' processes."""
NICE = 5
"""Answering pages takes precedence over stepping worlds, and worlds over searches."""
TICKS_A_FRAME = 3
BEHIND = 6
"""The most ticks that a busy machine catches up at once; the rest is dropped."""
ALIVE_SECONDS = 1.0
MOST_TROUBLES = 6
LONGEST_TROUBLE = 300
_OUT_OF_MEMORY = "The world ran out of memory."


def main() -> None:
    """Runs the world that the first line of standard input describes."""
    commands = Commands()
    task = commands.first()
    end_with(task["parent"])
    os.nice(NICE)
    bound_memory(MEMORY)
    try:
        WorldProcess(task["source"], task["text"], commands).run()
    except ClewError as error:
        tell("failed", str(error))
    except MemoryError:
        tell("failed", _OUT_OF_MEMORY)


def tell(what: str, value: object) -> None:
    """Write one line: the kind of message and its JSON."""
    sys.stdout.write(f"{what} {json.dumps(value, separators=(',', ':'))}\n")
    sys.stdout.flush()


class Commands:
    """Lines of standard input, as they arrive."""

    def __init__(self) -> None:
        self._from = sys.stdin.fileno()
        self._rest = b""

    def first(self) -> Json:
        """The first line, which describes the task."""
        while b"\n" not in self._rest:
            data = os.read(self._from, 1 << 16)
            if not data:
                sys.exit("nobody says what to do")
            self._rest += data
        line, _, self._rest = self._rest.partition(b"\n")
        task: Json = json.loads(line)
        return task

    def wait(self, seconds: float) -> list[Json] | None:
        """Return the commands that arrive within that many seconds; None once the input has ended."""
        if b"\n" not in self._rest and select.select([self._from], [], [], seconds)[0]:
            data = os.read(self._from, 1 << 16)
            if not data:
                return None
            self._rest += data
        *lines, self._rest = self._rest.split(b"\n")
        return [json.loads(line) for line in lines]


class WorldProcess:
    """One world, and its clock."""

    def __init__(self, source: str, text: str | None, commands: Commands) -> None:
        self._source = source
        self._text = text
        self._commands = commands
        self._world = self._begun()
        self._round = 1
        self._is_paused = self._is_watched = self._shows_minds = False
        self._due = self._told_at = monotonic()
        self._told: tuple[object, ...] = ()
        self._troubles: list[Json] = []

    @property
    def _moves(self) -> bool:
        return self._is_watched and not self._is_paused

    def run(self) -> None:
        """Runs the world until the input ends."""
        tell("world", describe(self._world))
        try:
            self._tell()
            while (asked := self._commands.wait(self._rest())) is not None:
                for command in asked:
                    self._heed(command)
                self._step()
                if self._is_news():
                    self._tell()
        finally:
            self._world.close()

    def _begun(self) -> World:
        """Return the world at its start. A level that is only text has nothing but the stock scripts."""
        if self._text is None:
            return World.load(self._source)
        level = parse(self._text)
        if any(one.script not in (None, *STOCK) for one in level.cast()) or level.pictures:
            raise WorldError("this level needs files of its own")
        return World(level)

    def _rest(self) -> float:
        """Return the seconds until there is something to do."""
        alive = self._told_at + ALIVE_SECONDS
        return max(0.0, (min(self._due, alive) if self._moves else alive) - monotonic())

    def _heed(self, command: Json) -> None:
        moved = self._moves
        what = command["do"]
        if what == "touch":
            self._world.touch(command["x"], command["y"])
        elif what == "steer":
            self._world.steer(command["dx"], command["dy"])
        elif what == "pause":
            self._is_paused = command["on"]
        elif what == "watch":
            self._is_watched = command["on"]
        elif what == "debug":
            self._shows_minds = command["on"]
        elif what == "restart":
            self._world.close()
            self._world = self._begun()
            self._round += 1
            self._is_paused = False
        if self._moves and not moved:
            self._due = monotonic()

    def _step(self) -> None:
        if not self._moves:
            return
        now = monotonic()
        self._due = max(self._due, now - BEHIND * STEP)
        while self._due <= now:
            self._world.step()
            self._due += STEP

    def _is_news(self) -> bool:
        return self._state() != self._told or monotonic() - self._told_at >= ALIVE_SECONDS

    def _state(self) -> tuple[object, ...]:
        tick = self._world.tick // TICKS_A_FRAME
        return (self._round, tick, self._moves, self._is_paused, self._shows_minds)

    def _tell(self) -> None:
        self._told, self._told_at = self._state(), monotonic()
        troubles = self._found_troubles()
        if troubles != self._troubles:
            self._troubles = troubles
            tell("troubles", troubles)
        frame = snapshot(self._world, debug=self._shows_minds)
        tell("frame", {**frame, "round": self._round, "paused": self._is_paused, "moving": self._moves})

    def _found_troubles(self) -> list[Json]:
        world = self._world
        stopped = [(name, reason, True) for name, reason in world.stopped.items()]
        erring = [(line.name, line.text, False) for line in world.troubles if line.name not in world.stopped]
        return [
            {"name": name, "text": text[:LONGEST_TROUBLE], "stopped": is_stopped}
            for name, text, is_stopped in [*stopped[-MOST_TROUBLES:], *erring[-MOST_TROUBLES:]]
        ]


if __name__ == "__main__":
    main()
