"""The ASGI application: events of jobs and worlds directly, everything else through Django in threads.

A request body is read completely before a thread is used for it, and an answer is complete before it is sent,
so that neither a slow sender nor a slow reader occupies a thread. Expensive requests have threads of their
own (`HEAVY`).
"""

from __future__ import annotations

import asyncio
import re
import threading
from contextlib import suppress
from contextvars import copy_context
from functools import partial
from typing import Any

from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.utils import translation
from django.utils.translation import gettext, gettext_noop

from clew_studio import quotas
from clew_studio.bounds import Bounds
from clew_studio.helpers import Unfinished
from clew_studio.jobs import queue
from clew_studio.puzzles import elsewhere
from clew_studio.requests.callers import (
    ROUTE,
    Caller,
    Receive,
    Scope,
    Send,
    Visitor,
    address_of,
    anybody,
    caller_of,
)
from clew_studio.requests.problems import Problem
from clew_studio.web import box, connections, events, logs, operation, sse, worlds
from clew_studio.web.bodies import Bodies, Refused
from clew_studio.web.bridge import Answer, TooLargeAnswer, answer
from clew_studio.web.memory import resident
from clew_studio.web.request_pools import Busy, Gone, PoolLimits, RequestPool
from clew_studio.web.sse import streams
from clew_studio.worlds.manager import manager

HEAVY = {
    "pictures": r"film\.gif|sheet\.pdf|boards/[^/]+/(?:sheet\.pdf|card\.png)|games/[^/]+/film\.gif"
    r"|daily/[^/]+/card\.png|exports/.*|packs/[^/]+/(?:book\.pdf|page\.html|boards\.json)"
    r"|experiments/[^/]+/data\.zip",
    "lines": r"games/[^/]+/(?:review|solutions|retry)|dailies|replay|map|map/.*|boards/import|uploads"
    r"|account/data|sources|sources/.*|experiments/[^/]+/pilot",
    "proofs": r"board\.proof",
    "levels": r"worlds/(?:check|read|write|try)",
    "keys": r"session|account|account/reset/confirm|account/second-step(?:/recovery)?",
}
"""Expensive addresses of the API, by the pool that they share; `keys` are those that check or store a
password, which is slow on purpose.
"""

LONG = {r"games/[^/]+/moves": 512, r"solve": 4096}
"""Addresses that are expensive if the body has more bytes than this, because it then contains many moves;
they share the pool `lines`.
"""

CHEAP = re.compile(r"GET /api/v1/(?:session|account/second-step)/?")
"""Addresses matched by those above that are cheap: pages only read there."""

MINE = gettext_noop("Several of your requests are still running: wait until they have finished.")
TOO_HARD = gettext_noop("This game needs more time or memory than this site allows.")
EVERYBODYS = gettext_noop("The site is busy. Try again in a little while.")


class Application:
    """The site's ASGI application: it answers events itself and passes the rest to Django."""

    def __init__(self, *, has_worlds: bool = True) -> None:
        self.has_worlds = has_worlds
        self.is_logged = settings.CONFIG.shared is not None
        self.django: Any = get_wsgi_application()
        self.bounds: Bounds = settings.CONFIG.bounds
        self.bodies = Bodies(self.bounds)
        self.light = RequestPool("light", _light(self.bounds))
        self.foreign = RequestPool("foreign", _foreign(self.bounds))
        self.heavy = [
            (re.compile(rf"/api/v1/({paths})/*"), RequestPool(name, _heavy(self.bounds)))
            for name, paths in HEAVY.items()
        ]
        self.long = [(re.compile(rf"/api/v1/{path}/*"), most) for path, most in LONG.items()]
        self._held = 0
        """Bytes of answers that are being sent."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._lifespan(receive, send)
            return
        if scope["type"] != "http":
            raise ValueError(f"{scope['type']} is not served here")
        send = sse.timed(scope, send, self.bounds.send_seconds)
        with suppress(sse.Stalled):
            if operation.is_asked(scope):
                await operation.serve(scope, send)
            elif self.is_logged:
                with logs.request(scope, send) as numbered:
                    await self._answer(scope, receive, numbered)
            else:
                await self._answer(scope, receive, send)

    async def _lifespan(self, receive: Receive, send: Send) -> None:
        watching: asyncio.Task[None] | None = None
        while True:
            message = await receive()
            is_end = message["type"] == "lifespan.shutdown"
            if is_end:
                await manager.stop()
                if watching is not None:
                    watching.cancel()
            else:
                if self.has_worlds:
                    manager.start()
                watching = asyncio.create_task(connections.watch())
            await send({"type": f"{message['type']}.complete"})
            if is_end:
                return

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        stream = None
        if scope["method"] == "GET" and events.PATH.fullmatch(scope["path"]):
            stream = events.events
        elif scope["method"] == "GET" and worlds.PATH.fullmatch(scope["path"]):
            stream = worlds.world_events
        try:
            if stream is None:
                await self._page(scope, receive, send)
                return
            with streams.at(address_of(scope)):
                await stream(scope, receive, send)
        except Busy as busy:
            await _refuse_busy(busy, Visitor(scope).language, send)

    async def _page(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            with self.bodies.room() as room:
                body = await room.read(scope, receive)
                if body is not None:
                    await self._work(scope, body, receive, send)
        except Refused as refused:
            await sse.refuse(Problem(refused.code, retry_after=refused.seconds), send, close=True)

    async def _work(self, scope: Scope, body: bytes, receive: Receive, send: Send) -> None:
        gone = asyncio.ensure_future(sse.gone(receive))
        left = threading.Event()
        gone.add_done_callback(lambda _: left.set())
        pool = self._pool(scope, len(body))
        try:
            caller = anybody(scope) if pool is self.light else await self._heavy_caller(scope)
            run = copy_context().run  # so that log lines of the thread have the request's number too
            work = partial(run, answer, self.django, _whole(scope, body), body, left, self.bounds.answer)
            with pool.admitted(caller):
                try:
                    found = await pool.run(caller, gone, work)
                except elsewhere.Elsewhere:
                    found = await self._elsewhere(scope, body, gone, pool)
                if found is not None:
                    scope[ROUTE] = found.route
                    await self._send(found, scope, send)
        except Unfinished:
            language = Visitor(scope).language
            with translation.override(language):
                await sse.refuse(Problem("limit-reached", gettext(TOO_HARD)), send, language)
        except TooLargeAnswer:
            await sse.refuse(Problem("too-large"), send, Visitor(scope).language)
        except Gone:
            return
        finally:
            gone.cancel()

    async def _elsewhere(
        self, scope: Scope, body: bytes, gone: asyncio.Future[None], pool: RequestPool
    ) -> Answer:
        """Return what a process that may read games of strangers answers. Light requests have threads of
        their own for that, heavy ones stay in their pool.
        """
        visitor = Visitor(scope)
        caller = await caller_of(scope, visitor)
        seconds = None if pool is self.light else self.bounds.picture_seconds

        def ask() -> Answer:
            found, bill = box.answer_of(elsewhere.ask(box.task_of(_whole(scope, body), body), seconds))
            quotas.charge(quotas.named(caller.address), bill)
            visitor.forget_session()
            return found

        if pool is not self.light:
            found = await pool.run(caller, gone, ask)
        else:
            with self.foreign.admitted(caller):
                found = await self.foreign.run(caller, gone, ask)
        queue.work.set()  # it may have left a job, and cannot wake this process
        return found

    def _pool(self, scope: Scope, size: int) -> RequestPool:
        """The pool of a request with a body of that size."""
        path = scope["path"]
        if CHEAP.fullmatch(f"{scope['method']} {path}"):
            return self.light
        if any(size > most and paths.fullmatch(path) for paths, most in self.long):
            path = "/api/v1/replay"
        return next((pool for paths, pool in self.heavy if paths.fullmatch(path)), self.light)

    async def _heavy_caller(self, scope: Scope) -> Caller:
        """Return the caller of an expensive request. Raises `Busy` if no memory is left for it."""
        if self._held > self.bounds.answers or resident() > self.bounds.resident:
            raise Busy(mine=False, seconds=RequestPool.RETRY_SECONDS)
        return await caller_of(scope, Visitor(scope))

    async def _send(self, found: Answer, scope: Scope, send: Send) -> None:
        self._held += found.size
        try:
            async with asyncio.timeout(self.bounds.send_seconds + found.size / self.bounds.send_rate):
                await found.send(send)
        except TimeoutError:
            sse.cut(scope)
            raise sse.Stalled from None
        finally:
            self._held -= found.size
            found.close()


def _light(bounds: Bounds) -> PoolLimits:
    return PoolLimits(
        bounds.threads,
        bounds.threads_each,
        bounds.waiting,
        bounds.under_way,
        bounds.under_way,
        bounds.wait_seconds,
    )


def _heavy(bounds: Bounds) -> PoolLimits:
    return PoolLimits(
        bounds.heavy,
        bounds.heavy_each,
        bounds.heavy_waiting,
        bounds.heavy_under_way,
        bounds.heavy_visitor,
        bounds.wait_seconds,
    )


def _foreign(bounds: Bounds) -> PoolLimits:
    return PoolLimits(
        bounds.foreign,
        bounds.foreign_each,
        bounds.waiting,
        bounds.under_way,
        bounds.under_way,
        bounds.wait_seconds,
    )


async def _refuse_busy(busy: Busy, language: str, send: Send) -> None:
    with translation.override(language):
        words = gettext(MINE if busy.mine else EVERYBODYS)
    problem = Problem("too-many" if busy.mine else "unavailable", words, retry_after=busy.seconds)
    await sse.refuse(problem, send, language, close=True)


_LENGTHS = (b"content-length", b"transfer-encoding")


def _whole(scope: Scope, body: bytes) -> Scope:
    """Return the scope with the actual length of a body that may have arrived chunked."""
    headers = [(name, value) for name, value in scope["headers"] if name not in _LENGTHS]
    return {**scope, "headers": [*headers, (b"content-length", str(len(body)).encode())]}
