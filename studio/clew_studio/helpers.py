"""Processes that do tasks for the web process one after another: they can be ended at any time, and their
memory and processor time do not count as the site's.

A helper reads ``{"parent": PID, "memory": BYTES}``, answers ``{"size": 0}`` once it is ready, and then reads
a line of JSON per task. It answers each with a line, ``{"size": 1234}`` followed by that many bytes, or
``{"error": "..."}``. A process that is idle is reused for the next task.

The side of the helper (`serve`) imports nothing of Django.
"""

from __future__ import annotations

import json
import os
import selectors
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from threading import Lock
from time import monotonic
from typing import Any, NamedTuple

from clew.errors import BoardError, ClewError
from clew_studio.processes import bound_memory, end_with, resident

Json = dict[str, Any]

GONE, LATE, DEAD = "gone", "late", "dead"
"""Why a task was abandoned: nobody waits for it, it took too long, or its process has died."""
START_SECONDS = 60
LOOK_SECONDS = 0.2
"""How often to check whether somebody still waits."""
PART = 1 << 20
GROWN = 400 << 20
"""Bytes of memory from which a helper is ended after its task, rather than used again."""
NICE = 5
"""Answering pages takes precedence over the tasks."""


class Unfinished(Exception):
    """A task that was abandoned, and why."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


class Allowance(NamedTuple):
    """What a helper may take for a task: seconds, and bytes of address space; and how many may be idle."""

    seconds: int
    memory: int
    idle: int


class Helper:
    """One process. Belongs to whoever took it from `Helpers`."""

    def __init__(self, module: str, memory: int) -> None:
        command = [sys.executable, "-m", module]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0, start_new_session=True
        )
        self._put({"parent": os.getpid(), "memory": memory})
        self._heard = b""
        self._is_ready = False

    def do(self, task: Json, seconds: int, is_gone: Callable[[], bool]) -> bytes:
        """Return the bytes of the answer. Raises `BoardError` if the task is refused, and `Unfinished`."""
        if not self._is_ready:  # a busy machine takes long to start it, which is not the fault of the task
            self._answer(monotonic() + START_SECONDS, is_gone)
            self._is_ready = True
        self._put(task)
        return self._answer(monotonic() + seconds, is_gone)

    @property
    def lives(self) -> bool:
        """Return whether the process still runs: it may have been killed while idle."""
        return self._process.poll() is None

    @property
    def resident(self) -> int:
        """The bytes of memory that the process uses; 0 if they are unknown."""
        return resident(self._process.pid)

    def end(self) -> None:
        """Ends the process."""
        self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                stream.close()

    def _answer(self, until: float, is_gone: Callable[[], bool]) -> bytes:
        while b"\n" not in self._heard:
            self._hear(until, is_gone)
        line, _, self._heard = self._heard.partition(b"\n")
        head = json.loads(line)
        if "error" in head:
            raise BoardError(head["error"], key=head.get("key"), line=head.get("line"))
        while len(self._heard) < head["size"]:
            self._hear(until, is_gone)
        data, self._heard = self._heard, b""
        return data

    def _put(self, task: Json) -> None:
        assert self._process.stdin is not None
        with suppress(BrokenPipeError):  # it has died: the next read reports that
            self._process.stdin.write(json.dumps(task).encode() + b"\n")

    def _hear(self, until: float, is_gone: Callable[[], bool]) -> None:
        """Read the next answer, checking now and then whether it is still wanted. Raises `Unfinished`."""
        assert self._process.stdout is not None
        with selectors.DefaultSelector() as selector:
            selector.register(self._process.stdout, selectors.EVENT_READ)
            while not selector.select(LOOK_SECONDS):
                if is_gone():
                    raise Unfinished(GONE)
                if monotonic() > until:
                    raise Unfinished(LATE)
        data = os.read(self._process.stdout.fileno(), PART)
        if not data:
            raise Unfinished(DEAD)
        self._heard += data


class Helpers:
    """The idle helpers of one kind."""

    def __init__(self, module: str, allowance: Callable[[], Allowance]) -> None:
        self._module = module
        self._allowance = allowance
        self._resting: list[Helper] = []
        self._lock = Lock()

    def do(
        self, task: Json, is_gone: Callable[[], bool] = lambda: False, seconds: int | None = None
    ) -> bytes:
        """Return the bytes of the answer. `seconds`: how long it may take, if not as the allowance says.
        Raises `BoardError` if the task is refused, and `Unfinished`.
        """
        allowance = self._allowance()
        helper = self._taken(allowance.memory)
        try:
            data = helper.do(task, seconds or allowance.seconds, is_gone)
        except ClewError:
            self._rest(helper, allowance.idle)
            raise
        except BaseException:
            helper.end()
            raise
        self._rest(helper, allowance.idle)
        return data

    def _taken(self, memory: int) -> Helper:
        with self._lock:
            helper = self._resting.pop() if self._resting else None
        if helper is not None and helper.lives:
            return helper
        if helper is not None:
            helper.end()
        return Helper(self._module, memory)

    def _rest(self, helper: Helper, most: int) -> None:
        with self._lock:
            if len(self._resting) < most and helper.resident < GROWN:
                self._resting.append(helper)
                return
        helper.end()


def serve(work: Callable[[Json], bytes]) -> None:
    """Does each task of standard input, in a helper process, until the input ends."""
    first = json.loads(sys.stdin.readline())
    end_with(first["parent"])
    os.nice(NICE)
    bound_memory(first["memory"])
    _tell({"size": 0}, b"")
    for line in sys.stdin:
        try:
            data = work(json.loads(line))
        except BoardError as error:
            _tell({"error": error.message, "key": error.key, "line": error.line}, b"")
        except ClewError as error:
            _tell({"error": str(error)}, b"")
        except (MemoryError, RecursionError):
            sys.exit("a task needed more memory than it may have")
        else:
            _tell({"size": len(data)}, data)


def _tell(head: Json, data: bytes) -> None:
    """Write one answer: a line of JSON, then `data`, whose size the line gives."""
    sys.stdout.buffer.write(json.dumps(head).encode() + b"\n" + data)
    sys.stdout.buffer.flush()
