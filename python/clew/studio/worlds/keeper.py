"""The worlds that run now: starts them, finds them for their player, and ends those that nobody plays.

Worlds live in the event loop of the web process, which only passes lines on: what a world costs, it costs in
a process of its own. Nothing of them is kept: a world ends with the server.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from time import monotonic
from typing import Any, TypeVar

from clew.studio.worlds.running import CLOSED, SERVER, SILENT, STUCK, UNWATCHED, Running

MOST = 16
"""Worlds at once. A watched one takes about 2.5 % of a processor and 31 MB."""
MOST_EACH = 2
"""Worlds that one player may have."""
MOST_VIEWERS = 4
"""Pages that may look at one world."""
UNWATCHED_SECONDS = 60.0
"""A world that nobody looks at stands still, and ends after this long."""
SILENT_SECONDS = 600.0
"""A world in which nobody does anything ends after this long."""
STUCK_SECONDS = 90.0
"""A world that says nothing at all for this long is given up. It may wait a minute for its scripts."""
TOLD_SECONDS = 10.0
"""A world that has failed is kept for this long, so that its page learns why."""
LOOK_SECONDS = 1.0
CALL_SECONDS = 10.0

T = TypeVar("T")


class Full(Exception):
    """No more worlds can be started; `mine`: the player has as many as one may have."""

    def __init__(self, mine: bool) -> None:
        super().__init__(mine)
        self.mine = mine


class Asleep(Exception):
    """There is no event loop: this process serves no worlds."""


class Keeper:
    """The worlds of this process. `call` is for other threads than that of the event loop."""

    def __init__(self) -> None:
        self._worlds: dict[str, Running] = {}
        self._ending: set[Running] = set()
        """Worlds that have left `_worlds`, some of whose processes may not be gone yet."""
        self._loop: asyncio.AbstractEventLoop | None = None
        self._looking: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begins, in the running event loop."""
        self._loop = asyncio.get_running_loop()
        self._looking = self._loop.create_task(self._look())

    async def stop(self) -> None:
        """Ends all worlds, and waits until no process of theirs is left, nor of those ended before."""
        if self._looking is not None:
            self._looking.cancel()
        for world in list(self._worlds.values()):
            self._end(world, SERVER)
        await asyncio.gather(*(world.ended() for world in self._ending))
        self._loop = self._looking = None

    def call(self, function: Callable[..., T], *values: Any) -> T:
        """Calls a function in the event loop, from another thread. Raises `Asleep`, and what it raises."""
        if self._loop is None:
            raise Asleep

        async def run() -> T:
            return function(*values)

        return asyncio.run_coroutine_threadsafe(run(), self._loop).result(CALL_SECONDS)

    def find(self, key: str, player: str | None) -> Running | None:
        """A running world of that player."""
        world = self._worlds.get(key)
        return world if world is not None and world.player == player else None

    def open(self, player: str, level: str, source: str, resume: bool) -> tuple[Running, bool]:
        """A world of that level, and whether it is new. With `resume` the one that runs. Raises `Full`."""
        mine = [world for world in self._worlds.values() if world.player == player]
        if resume:
            for world in mine:
                if world.level == level and world.end is None:
                    return world, False
        if len(mine) >= MOST_EACH:
            self._make_room(mine, is_mine=True)
        if len(self._worlds) >= MOST:
            self._make_room(list(self._worlds.values()), is_mine=False)
        world = Running(player, level, source)
        self._worlds[world.key] = world
        return world, True

    def close(self, world: Running) -> None:
        """Ends a world whose player has done with it."""
        self._end(world, CLOSED)

    def _make_room(self, worlds: list[Running], *, is_mine: bool) -> None:
        """Ends the world that nobody has looked at for the longest time."""
        unwatched = [world for world in worlds if not world.viewers]
        if not unwatched:
            raise Full(is_mine)
        self._end(min(unwatched, key=lambda world: world.unwatched), UNWATCHED)

    def _end(self, world: Running, reason: str) -> None:
        world.stop(reason)
        self._worlds.pop(world.key, None)
        self._ending.add(world)
        world.when_ended(lambda: self._ending.discard(world))

    async def _look(self) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            now = monotonic()
            for world in list(self._worlds.values()):
                reason = _why_end(world, now)
                if reason is not None:
                    self._end(world, reason)


def _why_end(world: Running, now: float) -> str | None:
    if world.end is not None:
        return world.end if now - world.heard > TOLD_SECONDS else None
    if not world.viewers and now - world.unwatched > UNWATCHED_SECONDS:
        return UNWATCHED
    if now - world.touched > SILENT_SECONDS:
        return SILENT
    return STUCK if now - world.heard > STUCK_SECONDS else None


keeper = Keeper()
