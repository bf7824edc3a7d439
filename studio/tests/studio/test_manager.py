"""Who may have a world, and for how long: the manager by itself, without a site."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from threading import Barrier, BrokenBarrierError, Event
from types import SimpleNamespace
from typing import Any

import pytest

from clew_studio.shared.engines import redis_of
from clew_studio.worlds import hosts
from clew_studio.worlds import manager as keeping
from clew_studio.worlds.handle import WorldHandle
from clew_studio.worlds.hosts import Elsewhere
from clew_studio.worlds.manager import Full, Manager
from tests.promptness import HANGS
from tests.studio.server import children, command
from tests.studio.worlds import HOSTILE


def in_a_loop(test: Callable[[Manager], Any]) -> None:
    """Runs a test with a manager of its own in an event loop, and looks that no process is left."""

    async def run() -> None:
        manager = Manager()
        manager.start()
        try:
            await test(manager)
        finally:
            await manager.stop()

    asyncio.run(run())
    gc.collect()  # what was left open says so here, not in a later test
    assert not [pid for pid in children(os.getpid()) if "worlds.process" in command(pid)]


@pytest.mark.parametrize("is_running", [False, True])
def test_a_world_closed_just_before_the_server_ends_is_waited_for(is_running: bool) -> None:
    async def test(manager: Manager) -> None:
        world, _ = manager.open("a", "meadow", "meadow", True)
        if is_running:
            await heard(world)
        manager.close(world)

    in_a_loop(test)


async def heard(world: WorldHandle) -> None:
    while world.frame is None and world.end is None:
        await asyncio.wait([world.news()], timeout=HANGS)


def bounded(monkeypatch: pytest.MonkeyPatch, **caps: int) -> None:
    """Sets caps of this process."""
    from django.conf import settings

    config = settings.CONFIG
    monkeypatch.setattr(settings, "CONFIG", config._replace(bounds=config.bounds._replace(**caps)))


def test_all_players_have_so_many_worlds_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    bounded(monkeypatch, worlds=2)

    async def test(manager: Manager) -> None:
        worlds = [manager.open(player, "meadow", "meadow", True)[0] for player in ("a", "b")]
        for world in worlds:
            world.watch()
        with pytest.raises(Full) as full:
            manager.open("c", "meadow", "meadow", True)
        assert full.value.mine is False
        worlds[1].leave()
        manager.open("c", "meadow", "meadow", True)
        assert manager.find(worlds[0].key, "a") is worlds[0]
        assert manager.find(worlds[1].key, "b") is None
        assert manager.find(worlds[0].key, "b") is None

    in_a_loop(test)


def test_whoever_holds_all_worlds_shares_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """One address with many players, all of whose worlds are watched, cannot keep everybody else out."""
    bounded(monkeypatch, worlds=4)

    async def test(manager: Manager) -> None:
        worlds = [
            manager.open(player, level, level, True, "here")[0]
            for player in ("a", "b")
            for level in ("meadow", "orchard")
        ]
        for world in worlds:
            world.watch()
        worlds[0].send({"do": "pause", "on": True})
        far, _ = manager.open("c", "meadow", "meadow", True, "there")
        assert worlds[1].end == "crowded", "the one that was touched least recently"
        far.watch()
        near, _ = manager.open("d", "meadow", "meadow", True, "here")
        assert worlds[2].end == "crowded", "one of the player nearby who has two"
        near.watch()
        with pytest.raises(Full):
            manager.open("e", "meadow", "meadow", True, "here")
        assert [world.end for world in (far, near, worlds[0], worlds[3])] == [None] * 4

    in_a_loop(test)


def test_a_world_in_which_nobody_does_anything_makes_room(monkeypatch: pytest.MonkeyPatch) -> None:
    bounded(monkeypatch, worlds=1)

    async def test(manager: Manager) -> None:
        world, _ = manager.open("a", "meadow", "meadow", True, "here")
        world.watch()
        with pytest.raises(Full):
            manager.open("b", "meadow", "meadow", True, "there")
        monkeypatch.setattr(keeping, "CROWDED_SECONDS", -1.0)
        manager.open("b", "meadow", "meadow", True, "there")
        assert world.end == "crowded"

    in_a_loop(test)


def test_an_address_has_so_many_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    bounded(monkeypatch, worlds_each=1)

    async def test(manager: Manager) -> None:
        manager.open("a", "meadow", "meadow", True, "here")[0].watch()
        with pytest.raises(Full):
            manager.open("b", "meadow", "meadow", True, "here")
        manager.open("b", "meadow", "meadow", True, "there")

    in_a_loop(test)


@pytest.mark.parametrize("limit", ["UNWATCHED_SECONDS", "SILENT_SECONDS", "STUCK_SECONDS"])
def test_a_world_that_nobody_plays_ends(limit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping, "LOOK_SECONDS", 0.05)

    async def test(manager: Manager) -> None:
        world, _ = manager.open("a", "meadow", "meadow", True)
        await heard(world)
        if limit != "UNWATCHED_SECONDS":
            world.watch()
        if limit == "STUCK_SECONDS":
            assert world.process is not None
            os.kill(world.process, signal.SIGSTOP)
        await asyncio.sleep(0.3)
        assert world.end is None
        monkeypatch.setattr(keeping, limit, 0.2)
        await asyncio.wait_for(world.ended(), 30)
        assert world.end == limit.removesuffix("_SECONDS").lower()

    in_a_loop(test)


def test_a_world_that_cannot_begin_says_why(tmp_path: Path) -> None:
    level = tmp_path / "no-script.toml"
    level.write_text(HOSTILE)

    async def test(manager: Manager) -> None:
        world, _ = manager.open("a", "no-script", str(level), True)
        await asyncio.wait_for(world.ended(), 30)
        assert world.end == "failed"
        assert "loop.lua" in world.message
        assert manager.find(world.key, "a") is world  # its page still learns why
        assert manager.open("a", "no-script", str(level), True)[1]

    in_a_loop(test)


@pytest.mark.parametrize("whose", ["worlds_visitor", "worlds_each"])
def test_worlds_of_other_hosts_count(whose: str, monkeypatch: pytest.MonkeyPatch) -> None:
    bounded(monkeypatch, **{whose: 2})
    ended: list[str] = []
    monkeypatch.setattr(hosts, "end", lambda world: ended.append(world.key))
    player = "me" if whose == "worlds_visitor" else "somebody"
    address = "elsewhere" if whose == "worlds_visitor" else "here"

    async def test(manager: Manager) -> None:
        manager.open("me", "meadow", "meadow", False, "here")[0].watch()
        watched = Elsewhere("b-1", player, address, "meadow", True)
        with pytest.raises(Full) as full:
            manager.open("me", "meadow", "meadow", False, "here", others=[watched])
        assert full.value.mine is (whose == "worlds_visitor")
        unwatched = watched._replace(is_watched=False)
        manager.open("me", "meadow", "meadow", False, "here", others=[unwatched])
        while not ended:  # it is asked in another thread
            await asyncio.sleep(0.001)
        assert ended == ["b-1"]
        stranger = Elsewhere("b-2", "nobody", "nowhere", "meadow", True)
        assert len(manager.worlds()) == 2
        manager.close(manager.worlds()[0])
        manager.open("me", "meadow", "meadow", False, "here", others=[stranger])

    in_a_loop(test)


def test_no_more_worlds_end_than_one_more_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    bounded(monkeypatch, worlds_visitor=1, worlds_each=2)
    ended: list[str] = []
    monkeypatch.setattr(hosts, "end", lambda world: ended.append(world.key))

    async def test(manager: Manager) -> None:
        mine = Elsewhere("b-1", "me", "here", "meadow", False)
        somebodys = Elsewhere("b-2", "somebody", "here", "meadow", False)
        manager.open("me", "meadow", "meadow", False, "here", others=[mine, somebodys])
        while not ended:
            await asyncio.sleep(0.001)
        await asyncio.sleep(0.05)
        assert ended == ["b-1"], "one of somebody else's has ended too"

    in_a_loop(test)


def test_who_gets_no_world_loses_none(monkeypatch: pytest.MonkeyPatch) -> None:
    bounded(monkeypatch, worlds_visitor=2)

    async def test(manager: Manager) -> None:
        world, _ = manager.open("me", "meadow", "meadow", False)
        away = [Elsewhere(key, "me", "", "meadow", True) for key in ("b-1", "b-2")]
        with pytest.raises(Full):
            manager.open("me", "meadow", "meadow", False, others=away)
        assert manager.worlds() == [world]

    in_a_loop(test)


@pytest.mark.parametrize("told", [b"{", b"[[1, 2, 3]]", b"5", b'{"a": 1}', b"\xff"])
def test_what_another_version_announces_is_left_alone(told: bytes) -> None:
    assert hosts._read(told) == []


def test_worlds_are_looked_after_although_an_announcement_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise no world of this process would ever end, and other hosts would count none of them."""
    calls = Event()

    def announce(_: object) -> None:
        if not calls.is_set():
            calls.set()
            raise ValueError("I/O operation on closed file")

    monkeypatch.setattr(hosts, "announce", announce)
    monkeypatch.setattr(keeping, "LOOK_SECONDS", 0.01)
    monkeypatch.setattr(keeping, "UNWATCHED_SECONDS", 0.0)

    async def test(manager: Manager) -> None:
        await asyncio.to_thread(calls.wait, HANGS)
        manager.open("a", "meadow", "meadow", True)
        while manager.running():
            await asyncio.sleep(0.01)

    in_a_loop(test)


def test_threads_that_ask_for_redis_at_once_share_one_client(monkeypatch: pytest.MonkeyPatch) -> None:
    """A client that one of them threw away would close its connections while the other uses them."""
    import redis

    both, made = Barrier(2), []

    def from_url(url: str, **_: object) -> object:
        with suppress(BrokenBarrierError):
            both.wait(0.2)  # a second thread that makes one at the same time is waited for
        made.append(url)
        return object()

    monkeypatch.setattr(redis.Redis, "from_url", from_url)
    config: Any = SimpleNamespace(shared=SimpleNamespace(redis_url="redis://nowhere:1/asked-at-once"))
    with ThreadPoolExecutor(2) as threads:
        clients = list(threads.map(lambda _: redis_of(config), range(2)))
    assert clients[0] is clients[1]
    assert len(made) == 1
