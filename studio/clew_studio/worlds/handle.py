"""A running world as the web process sees it: its process, its latest state and its viewers."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from typing import Any, NamedTuple

from clew_studio.worlds import hosts

Json = dict[str, Any]

COMMAND = [sys.executable, "-m", "clew_studio.worlds.process"]
LONGEST_LINE = 4 << 20
"""Bytes of what a world says at once: 2,000 elements with the longest names need less."""

CLOSED, CROWDED, UNWATCHED, SILENT, STUCK, FAILED, SERVER = (
    "closed",
    "crowded",
    "unwatched",
    "silent",
    "stuck",
    "failed",
    "server",
)
"""Why a world has ended."""


class Made(NamedTuple):
    """A level that somebody is making: its TOML, and its scenery as SVG."""

    text: str
    scenery: str


class WorldHandle:
    """A world. Call its methods in the thread of the event loop; its attributes may be read anywhere."""

    def __init__(
        self, player: str, level: str, source: str, address: str = "", made: Made | None = None
    ) -> None:
        self.key = hosts.new_key()
        self.player = player
        self.address = address
        self.level = level
        self.source = source
        self.made = made
        """The level itself, if it is no level of this site."""
        self.world: bytes | None = None
        """What does not change, as JSON; None until the process has loaded it. The next two are similar."""
        self.troubles = b"[]"
        self.frame: bytes | None = None
        self.changes = [0, 0, 0]
        """How often world, troubles and frame have changed."""
        self.end: str | None = None
        self.message = ""
        self.viewers = 0
        self.unwatched = self.touched = self.heard = monotonic()
        self._news: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._process: asyncio.subprocess.Process | None = None
        self._unsent: list[Json] = []
        self._task = asyncio.get_running_loop().create_task(self._run())

    def send(self, command: Json) -> None:
        """Sends a command to the process."""
        self.touched = monotonic()
        self._put(command)

    def watch(self) -> None:
        """Adds a viewer, which lets the world run."""
        self.viewers += 1
        if self.viewers == 1:
            self._put({"do": "watch", "on": True})

    def leave(self) -> None:
        """Removes a viewer."""
        self.viewers -= 1
        if self.viewers == 0:
            self.unwatched = monotonic()
            self._put({"do": "watch", "on": False})

    def news(self) -> asyncio.Future[None]:
        """A future that is done as soon as anything changes."""
        return self._news

    def stop(self, reason: str) -> None:
        """Ends the world for the given reason."""
        if self.end is None:
            self.end = reason
            self._kill()
            self._tell()

    @property
    def process(self) -> int | None:
        """The process that runs the world."""
        return None if self._process is None else self._process.pid

    async def ended(self) -> None:
        """Waits until the process has ended."""
        await asyncio.wait([self._task])

    def when_ended(self, then: Callable[[], None]) -> None:
        """Calls back once the process has ended."""
        self._task.add_done_callback(lambda _: then())

    def _put(self, command: Json) -> None:
        if self._process is None:
            self._unsent.append(command)
        elif self._process.stdin is not None and not self._process.stdin.is_closing():
            self._process.stdin.write(json.dumps(command).encode() + b"\n")

    def _tell(self) -> None:
        told, self._news = self._news, asyncio.get_running_loop().create_future()
        told.set_result(None)

    async def _run(self) -> None:
        try:
            await self._listen()
        except (OSError, ValueError) as error:  # it cannot be started, or a line is too long
            self.message = str(error)
        finally:
            self.stop(FAILED)
            if self._process is not None:
                self._kill()
                await _gone(self._process)

    async def _listen(self) -> None:
        # In its own process session: Ctrl-C reaches only the server, and one signal ends the world with its
        # scripts.
        process = self._process = await asyncio.create_subprocess_exec(
            *COMMAND,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=LONGEST_LINE,
            start_new_session=True,
        )
        if self.end is not None:  # it was stopped while its process was being started
            return
        text = None if self.made is None else self.made.text
        self._put({"source": self.source, "text": text, "parent": os.getpid()})
        for command in self._unsent:
            self._put(command)
        assert process.stdout is not None
        while line := await process.stdout.readline():
            self._hear(line)

    def _hear(self, line: bytes) -> None:
        what, _, told = line.rstrip().partition(b" ")
        self.heard = monotonic()
        if what == b"frame":
            self.frame = told
            self.changes[2] += 1
        elif what == b"world":
            self.world = told
            self.changes[0] += 1
        elif what == b"troubles":
            self.troubles = told
            self.changes[1] += 1
        elif what == b"failed":
            self.message = json.loads(told)
        self._tell()

    def _kill(self) -> None:
        if self._process is not None and self._process.returncode is None:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)


async def _gone(process: asyncio.subprocess.Process) -> None:
    """Wait for a killed process and for the end of its output: only then has asyncio closed its pipes."""
    assert process.stdout is not None
    await process.wait()
    while await process.stdout.read(LONGEST_LINE):
        pass
