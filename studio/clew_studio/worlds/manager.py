"""The running worlds: starts them, finds them for their player, and ends those that nobody plays.

Worlds live in the event loop of the web process, which only passes lines on; the work is done in a process
for each world. Nothing about them is stored: a world ends with the server. Of the worlds on other machines
(`hosts`) a manager knows enough to count them.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Sequence
from threading import Lock
from time import monotonic
from typing import Any, TypeVar

from django.conf import settings

from clew_studio.shared import news
from clew_studio.worlds import hosts
from clew_studio.worlds.handle import CLOSED, CROWDED, SERVER, SILENT, STUCK, UNWATCHED, Made, WorldHandle
from clew_studio.worlds.hosts import Elsewhere

MOST_VIEWERS = 4
"""The most pages that may watch one world."""
UNWATCHED_SECONDS = 60.0
"""A world that nobody watches is paused, and ends after this long."""
SILENT_SECONDS = 600.0
"""A world in which nobody does anything ends after this long."""
CROWDED_SECONDS = 60.0
"""If all worlds are taken, one in which nobody did anything for this long makes room for a newcomer."""
STUCK_SECONDS = 90.0
"""A world that is silent for this long is ended. It may wait a minute for its scripts."""
TOLD_SECONDS = 10.0
"""A world that has failed is kept for this long, so that its page learns why."""
LOOK_SECONDS = 1.0
CALL_SECONDS = 10.0

T = TypeVar("T")
log = logging.getLogger(__name__)


class Full(Exception):
    """No more worlds can be started. `mine`: because this player has too many."""

    def __init__(self, mine: bool) -> None:
        super().__init__(mine)
        self.mine = mine


class Asleep(Exception):
    """There is no event loop: this process does not serve worlds."""


class Manager:
    """The worlds of this process. Threads other than the event loop's must use `call`."""

    def __init__(self) -> None:
        self._worlds: dict[str, WorldHandle] = {}
        self._ending: set[WorldHandle] = set()
        """Worlds that have left `_worlds`, but whose processes may still be running."""
        self._loop: asyncio.AbstractEventLoop | None = None
        self._looking: asyncio.Task[None] | None = None
        self._announcing = Lock()

    def start(self) -> None:
        """Starts watching over the worlds, in the running event loop."""
        self._loop = asyncio.get_running_loop()
        self._looking = self._loop.create_task(self._look())
        if hosts.name():
            news.hear(news.WORLDS, self._asked_to_end)

    async def stop(self) -> None:
        """Ends all worlds and waits until all their processes, and those of earlier worlds, have ended."""
        if self._looking is not None:
            self._looking.cancel()
        for world in list(self._worlds.values()):
            self._end(world, SERVER)
        await asyncio.gather(*(world.ended() for world in self._ending))
        self._loop = self._looking = None
        await asyncio.to_thread(self.announce)

    def running(self) -> int:
        """The number of worlds; may be called in any thread."""
        return len(self._worlds)

    def worlds(self) -> list[WorldHandle]:
        """The worlds; may be called in any thread."""
        return list(self._worlds.values())

    def call(self, function: Callable[..., T], *values: Any) -> T:
        """Calls a function in the event loop, from another thread. Raises `Asleep`, and what it raises."""
        if self._loop is None:
            raise Asleep

        async def run() -> T:
            return function(*values)

        return asyncio.run_coroutine_threadsafe(run(), self._loop).result(CALL_SECONDS)

    def find(self, key: str, player: str | None) -> WorldHandle | None:
        """The running world `key` of that player; None if there is none."""
        world = self._worlds.get(key)
        return world if world is not None and world.player == player else None

    def announce(self) -> None:
        """Tell the other hosts which worlds run here. It may wait for Redis, so not in the event loop.

        One at a time: a list made before a world was opened must not arrive after one that names it.
        """
        with self._announcing:
            hosts.announce(
                [
                    Elsewhere(one.key, one.player, one.address, one.level, one.viewers > 0)
                    for one in self.worlds()
                    if one.end is None
                ]
            )

    def has(self, player: str, level: str) -> bool:
        """Whether a world of that player and level runs here; may be called in any thread."""
        return any((one.player, one.level, one.end) == (player, level, None) for one in self.worlds())

    def open(
        self,
        player: str,
        level: str,
        source: str,
        resume: bool,
        address: str = "",
        made: Made | None = None,
        others: Sequence[Elsewhere] = (),
    ) -> tuple[WorldHandle, bool]:
        """Return a world of that level and whether it is new; `resume` returns a running one. Raises `Full`.
        `address` is the player's; each address has a share of all worlds. `made` is the level itself, if it
        is no level of this site. `others` are the worlds of other hosts, which count towards the shares of
        players and addresses.
        """
        bounds = settings.CONFIG.bounds
        mine = [world for world in self._worlds.values() if world.player == player]
        if resume:
            for world in mine:
                if world.level == level and world.end is None:
                    return world, False
        others = list(others)
        away = [world for world in others if world.player == player]
        surplus = len(mine) + len(away) + 1 - bounds.worlds_visitor
        if surplus > sum(not one.viewers for one in mine) + sum(not one.is_watched for one in away):
            raise Full(True)
        for _ in range(surplus):
            self._make_room(mine, away, others, is_mine=True)
        near = [world for world in self._worlds.values() if world.address == address]
        away = [world for world in others if world.address == address]
        for _ in range(bounds.worlds_each, len(near) + len(away) + 1):
            self._make_room(near, away, others, is_mine=False, newcomer=(player, address))
        if len(self._worlds) >= bounds.worlds:
            self._make_room(self.worlds(), [], others, is_mine=False, newcomer=(player, address))
        world = WorldHandle(player, level, source, address, made)
        self._worlds[world.key] = world
        return world, True

    def close(self, world: WorldHandle) -> None:
        """Ends a world that its player has left."""
        self._end(world, CLOSED)

    def _make_room(
        self,
        worlds: list[WorldHandle],
        away: list[Elsewhere],
        others: list[Elsewhere],
        *,
        is_mine: bool,
        newcomer: tuple[str, str] | None = None,
    ) -> None:
        """End the world that nobody has watched for the longest time, or one that nobody watches on another
        host, or one too many for a newcomer; it leaves the lists. Raises `Full` if there is none.
        """
        if unwatched := [world for world in worlds if not world.viewers]:
            ended, reason = min(unwatched, key=lambda world: world.unwatched), UNWATCHED
        elif unseen := [world for world in away if not world.is_watched]:
            away.remove(unseen[0])
            others.remove(unseen[0])
            asyncio.get_running_loop().run_in_executor(None, hosts.end, unseen[0])
            return
        elif newcomer and (surplus := self._surplus(worlds, *newcomer)):
            ended, reason = surplus, CROWDED
        else:
            raise Full(is_mine)
        worlds.remove(ended)
        self._end(ended, reason)

    def _surplus(self, worlds: list[WorldHandle], player: str, address: str) -> WorldHandle | None:
        """Return the watched world that should make room for a newcomer, whose player and address are given.

        It is one in which nobody does anything; otherwise one of an address, or within that address of a
        player, with at least two more worlds than the newcomer has: whoever opens worlds by the dozen must
        share.
        """
        everywhere = self._worlds.values()
        places = Counter(world.address for world in everywhere)
        players = Counter(world.player for world in everywhere)
        quiet = [world for world in worlds if monotonic() - world.touched > CROWDED_SECONDS]
        crowding = [
            world
            for world in worlds
            if places[world.address] > places[address] + 1
            or (world.address == address and players[world.player] > players[player] + 1)
        ]
        found = quiet or crowding
        return min(
            found,
            key=lambda world: (-places[world.address], -players[world.player], world.touched),
            default=None,
        )

    def _end(self, world: WorldHandle, reason: str) -> None:
        world.stop(reason)
        self._worlds.pop(world.key, None)
        self._ending.add(world)
        world.when_ended(lambda: self._ending.discard(world))

    def _asked_to_end(self, key: str) -> None:
        """Another host makes room for a newcomer. Called in the thread that listens."""

        def end() -> None:
            world = self._worlds.get(key)
            if world is not None and not world.viewers:
                self._end(world, UNWATCHED)

        if self._loop is not None:
            self._loop.call_soon_threadsafe(end)

    async def _look(self) -> None:
        while True:
            try:
                await asyncio.to_thread(self.announce)
                now = monotonic()
                for world in self.worlds():
                    reason = _why_end(world, now)
                    if reason is not None:
                        self._end(world, reason)
            except Exception:  # worlds are watched over as long as the server runs
                log.exception("the worlds could not be looked at")
            await asyncio.sleep(LOOK_SECONDS)


def _why_end(world: WorldHandle, now: float) -> str | None:
    if world.end is not None:
        return world.end if now - world.heard > TOLD_SECONDS else None
    if not world.viewers and now - world.unwatched > UNWATCHED_SECONDS:
        return UNWATCHED
    if now - world.touched > SILENT_SECONDS:
        return SILENT
    return STUCK if now - world.heard > STUCK_SECONDS else None


manager = Manager()
