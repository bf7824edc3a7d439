"""Server-sent events of a running world, for the player whose world it is.

    GET /api/v1/worlds/ID/events

A reader always gets the latest frame: a slow one misses some frames but is never behind.
"""

from __future__ import annotations

import asyncio
import json
import re
from typing import Any

from asgiref.sync import sync_to_async
from django.db import close_old_connections
from django.utils import translation
from django.utils.translation import gettext

from clew_studio.requests.callers import Receive, Scope, Send, Visitor
from clew_studio.requests.problems import Problem, missing
from clew_studio.web import sse
from clew_studio.web.sse import streams
from clew_studio.worlds.handle import WorldHandle
from clew_studio.worlds.manager import MOST_VIEWERS, manager
from clew_studio.worlds.shown import told_end, told_troubles

PATH = re.compile(r"/api/v1/worlds/((?:[0-9a-z]{1,8}-)?[0-9a-z]{1,48})/events/?")


async def world_events(scope: Scope, receive: Receive, send: Send) -> None:
    """Send what does not change, then script errors and frames as they come, until the world ends."""
    found = PATH.fullmatch(scope["path"])
    assert found is not None
    visitor = Visitor(scope)
    world = manager.find(found[1], await sync_to_async(_player)(visitor))
    if world is None:
        await sse.refuse(missing(), send, visitor.language)
        return
    if world.viewers >= MOST_VIEWERS:
        with translation.override(visitor.language):
            words = gettext("This world is open on too many pages.")
        await sse.refuse(Problem("too-many", words, retry_after=10), send, visitor.language)
        return
    with streams.of(visitor.known):
        await _watch(world, visitor.language, receive, send)


async def _watch(world: WorldHandle, language: str, receive: Receive, send: Send) -> None:
    await sse.begin(send)
    gone: asyncio.Future[Any] = asyncio.ensure_future(sse.gone(receive))
    world.watch()
    try:
        await _tell(world, language, gone, send)
    finally:
        world.leave()
        gone.cancel()


async def _tell(world: WorldHandle, language: str, gone: asyncio.Future[Any], send: Send) -> None:
    told = [0, 0, 0]
    while not gone.done():
        news, changes = world.news(), list(world.changes)
        if changes[0] != told[0] and world.world is not None:
            await sse.write(send, "world", world.world.decode())
        if changes[1] != told[1]:
            await sse.write(send, "troubles", json.dumps(told_troubles(world, language)))
        if changes[2] != told[2] and world.frame is not None:
            await sse.write(send, "frame", world.frame.decode())
        told = changes
        if world.end is not None:
            await sse.end(send, json.dumps(told_end(world, language)))
            return
        done, _ = await asyncio.wait(
            {news, gone}, timeout=sse.ALIVE_SECONDS, return_when=asyncio.FIRST_COMPLETED
        )
        if not done:
            await sse.write_alive(send)


def _player(visitor: Visitor) -> str | None:
    close_old_connections()
    return visitor.player()
