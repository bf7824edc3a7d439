"""Server-sent events of jobs, served without Django, so that a thousand readers cost no threads.

One task queries the table for all watched jobs, in whichever process they run, and each reader waits until
its job changes. It queries four times a second or, if the processes notify each other of changes, at each
message and every two seconds.

    GET /api/v1/jobs/ID/events        event: job   data: the whole job
"""

from __future__ import annotations

import asyncio
import json
import re
from contextlib import suppress
from typing import Any

from asgiref.sync import sync_to_async
from django.core.serializers.json import DjangoJSONEncoder
from django.db import close_old_connections
from django.utils import translation

from clew_studio.api.rows import job_json
from clew_studio.models import Job
from clew_studio.requests.callers import Receive, Scope, Send, Visitor
from clew_studio.requests.problems import missing
from clew_studio.shapes import JobOut
from clew_studio.shared import news
from clew_studio.web import sse
from clew_studio.web.sse import streams

PATH = re.compile(r"/api/v1/jobs/([0-9a-z]{1,48})/events/?")
LOOK_SECONDS = 0.25
LOOK_SECONDS_WITH_NEWS = 2.0
LEAST_PAUSE = 0.05
"""The least time between two queries, however many messages arrive."""


class Feed:
    """Tells readers when the jobs that they watch have changed: sets the event that each was given."""

    def __init__(self) -> None:
        self._watched: dict[str, list[asyncio.Event]] = {}
        self._sequences: dict[str, int] = {}
        self._task: asyncio.Task[None] | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._news = asyncio.Event()

    def watch(self, key: str) -> asyncio.Event:
        """An event that is set whenever the job `key` changes."""
        event = asyncio.Event()
        self._watched.setdefault(key, []).append(event)
        if self._loop is None:
            self._loop = asyncio.get_running_loop()
            news.hear(news.JOBS, self._hear)
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._look())
        return event

    def leave(self, key: str, event: asyncio.Event) -> None:
        """Ends a `watch`."""
        self._watched[key].remove(event)
        if not self._watched[key]:
            del self._watched[key]
            self._sequences.pop(key, None)

    def _hear(self, key: str) -> None:
        """Receive, in another thread, the message that a job has changed."""
        if key in self._watched and self._loop is not None:
            self._loop.call_soon_threadsafe(self._news.set)

    async def _look(self) -> None:
        seconds = LOOK_SECONDS_WITH_NEWS if news.is_shared() else LOOK_SECONDS
        while self._watched:
            self._news.clear()
            found = await sync_to_async(_sequences)(list(self._watched))
            for key in list(self._watched):
                if found.get(key, -1) != self._sequences.get(key):
                    self._sequences[key] = found.get(key, -1)
                    for event in self._watched[key]:
                        event.set()
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await asyncio.sleep(LEAST_PAUSE)
                    await self._news.wait()


feed = Feed()


async def events(scope: Scope, receive: Receive, send: Send) -> None:
    """Send the events of one job to the player whose job it is."""
    found = PATH.fullmatch(scope["path"])
    assert found is not None
    key = found[1]
    visitor = Visitor(scope)
    reader = _Reader(key, visitor)
    first = await sync_to_async(reader.look)()
    if first is None:
        await sse.refuse(missing(), send, visitor.language)
        return
    with streams.of(visitor.known):
        await _watch(reader, first, receive, send)


async def _watch(reader: _Reader, first: JobOut, receive: Receive, send: Send) -> None:
    key = reader.key
    await sse.begin(send)
    gone: asyncio.Future[Any] = asyncio.ensure_future(sse.gone(receive))
    event = feed.watch(key)
    try:
        await _tell(reader, first, event, gone, send)
    finally:
        feed.leave(key, event)
        gone.cancel()


async def _tell(
    reader: _Reader, first: JobOut, event: asyncio.Event, gone: asyncio.Future[Any], send: Send
) -> None:
    job: JobOut | None = first
    sent = -1
    while job is not None and not gone.done():
        if job["sequence"] != sent:
            sent = job["sequence"]
            await sse.write(send, "job", json.dumps(job, cls=DjangoJSONEncoder), sent)
        if job["state"] in Job.OVER:
            break
        waiting: asyncio.Future[Any] = asyncio.ensure_future(event.wait())
        done, _ = await asyncio.wait(
            {waiting, gone}, timeout=sse.ALIVE_SECONDS, return_when=asyncio.FIRST_COMPLETED
        )
        waiting.cancel()
        if not done:
            await sse.write_alive(send)
        event.clear()
        job = await sync_to_async(reader.look)()
    if not gone.done():
        await sse.end(send, "{}")


class _Reader:
    """Reads a job for one visitor, in their language."""

    def __init__(self, key: str, visitor: Visitor) -> None:
        self.key = key
        self.visitor = visitor

    def look(self) -> JobOut | None:
        """The job as it is now; None if this visitor has no such job."""
        close_old_connections()
        player = self.visitor.player()
        job = None if player is None else Job.objects.filter(pk=self.key, player=player).first()
        if job is None:
            return None
        with translation.override(self.visitor.language):
            return job_json(job)


def _sequences(keys: list[str]) -> dict[str, int]:
    close_old_connections()
    return dict(Job.objects.filter(pk__in=keys).values_list("pk", "sequence"))
