"""The world's side of the worker: starts it, sends requests, and lets its twin take over when a script
exceeds its limits.
"""

from __future__ import annotations

import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
import time
from mmap import mmap

from clew.errors import WorldError
from clew.optional import not_on_windows
from clew_world.lua import wire
from clew_world.packages import quietly

LIMIT = 1.0
"""CPU seconds that all scripts together may take in a tick: the last resort, for what takes long in few
instructions.
"""
MEMORY, MEMORY_EACH = 24 << 20, 16 << 10
"""Bytes that all scripts together may use, and what each animal adds to that.

Small enough to collect all garbage well within a tick.
"""
STUCK = 60.0
"""Wall-clock seconds after which a worker that makes no progress is given up. No script can sleep; only the
machine makes it wait.
"""
_START = 30.0
"""Seconds within which the worker must start."""


class Overrun(Exception):
    """A request took too long, or ended its process; `number` is the animal whose turn it was (None:
    nobody's).
    """

    def __init__(self, number: int | None, reason: str) -> None:
        super().__init__(reason)
        self.number = number
        self.reason = reason


class Link:
    """One worker. Not thread-safe."""

    def __init__(self, *, limit: float, memory: int) -> None:
        not_on_windows("a world with scripts", WorldError)
        quietly("lupa.lua54")
        self.limit = limit
        """CPU seconds that a request may take."""
        self.patience = STUCK
        """Seconds on the clock that a request may take."""
        timed = (
            limit if limit <= LIMIT else 0.0
        )  # The system's own timer is for live scripts, not for replays.
        self._ours, theirs = socket.socketpair()
        wake, self._wake = os.pipe()
        with tempfile.TemporaryFile() as page:
            page.truncate(wire.WATCH_BYTES)
            self._page = mmap(page.fileno(), wire.WATCH_BYTES)
            self.watch = wire.Watch(self._page)
            numbers = [theirs.fileno(), wake, page.fileno()]
            self._first = subprocess.Popen(
                [sys.executable, "-m", "clew_world.lua.worker", *map(str, numbers), str(memory), str(timed)],
                pass_fds=numbers,
                stdin=subprocess.DEVNULL,
                env={**os.environ, "LC_ALL": "C", "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            )
        theirs.close()
        os.close(wake)
        self.work = 0.0
        """CPU seconds of the worker for the last request, including an overrun and the recovery from it."""
        self._missed: list[bytes] = []
        self._starting = True

    def ask(self, request: bytes) -> bytes:
        """The answer to a request. Raises `Overrun`; then `recover` before anything else is asked."""
        worker = self.watch.processes()[0]
        before = _worked(worker) if worker else None
        wire.send(self._ours, request)
        try:
            answer = self._wait(worker, before)
        finally:
            self.work = (_worked(worker) or 0.0) - (before or 0.0)
        if answer[0] == wire.ENDED:
            (number,) = wire.LENGTH.unpack_from(answer, 1)
            raise Overrun(number, answer[1 + wire.LENGTH.size :].decode("utf-8", "replace"))
        self._missed.append(request)
        if answer[0]:
            self._missed.clear()
        return answer[1:]

    def recover(self, drop: int | None) -> None:
        """Ends the worker and wakes its twin, which catches up without `drop`.

        Raises `WorldError` if the twin fails too.
        """
        worker, _ = self.watch.processes()
        self._end(worker)
        while select.select([self._ours], [], [], 0)[0]:
            if not self._ours.recv(1 << 16):
                break
        missed = [] if drop is None else [wire.packed_drop(drop)]
        missed += [request for request in self._missed if drop is None or not _loads(request, drop)]
        self._missed = missed
        data = wire.packed_list(missed)
        while data:
            data = data[os.write(self._wake, data) :]
        deadline = time.monotonic() + _START
        while not select.select([self._ours], [], [], 0.05)[0]:
            if time.monotonic() > deadline:
                raise WorldError("the script process ended and could not be restarted")
        wire.receive(self._ours)
        self.work += _worked(self.watch.processes()[0]) or 0.0
        # The twin made a twin of its own when it had caught up.
        self._missed.clear()

    def close(self) -> None:
        """Ends the worker and its twin."""
        if self._ours.fileno() < 0:
            return
        worker, twin = self.watch.processes()
        self._ours.close()
        os.close(self._wake)
        for process in (worker, twin):
            self._end(process)
        self._first.wait()
        self.watch.close()
        self._page.close()

    def _end(self, process: int) -> None:
        if not process:
            return
        if process == self._first.pid:
            self._first.kill()
            self._first.wait()
            return
        try:
            os.kill(process, signal.SIGKILL)
        except ProcessLookupError:
            return
        # Its parent has gone, so the system reaps it; this only waits.
        deadline = time.monotonic() + 1.0
        while _is_running(process) and time.monotonic() < deadline:
            time.sleep(0.0005)

    def _too_long(self) -> str:
        return (
            f"its turn took longer than {self.limit:.3g} s of processor time "
            "(the same input may give another game: only instructions are the same in every run)"
        )

    def _end_of(self, worker: int) -> str:
        """Why a process ended: because of its CPU timer, unless the system says otherwise."""
        if worker != self._first.pid or self._first.wait() == -signal.SIGPROF:
            return self._too_long()
        return "its turn ended the script process"

    def _wait(self, worker: int, before: float | None) -> bytes:
        """The answer, within the limit of *CPU time*: a busy machine is nobody's fault."""
        started = time.monotonic()
        patience = _START if self._starting else self.patience
        wait = min(self.limit, patience)
        while True:
            if select.select([self._ours], [], [], wait)[0]:
                answer = wire.receive(self._ours)
                if answer:
                    self._starting = False
                    return answer
            worker = worker or self.watch.processes()[0]
            now = _worked(worker) if worker else None
            if not worker and self._first.poll() is not None:
                raise WorldError(f"the script process did not start: exit status {self._first.returncode}")
            if worker and not _is_running(worker):
                raise Overrun(self.watch.culprit(time.perf_counter(), self.limit), self._end_of(worker))
            took = time.monotonic() - started
            if not self._starting:
                worked = now - before if now is not None and before is not None else took
                if worked >= (wire.PATIENCE if self.watch.is_done() else 1) * self.limit:
                    raise Overrun(self.watch.culprit(time.perf_counter(), self.limit), self._too_long())
                wait = max(min(self.limit - worked, patience - took), 0.001)
            if took > patience:
                raise Overrun(
                    self.watch.culprit(time.perf_counter(), self.limit),
                    f"its turn did not end within {patience:.3g} s",
                )


def _loads(request: bytes, number: int) -> bool:
    """Whether this request loads a script for that animal."""
    return request[:1] == wire.LOAD and request[1:5] == number.to_bytes(4, "little")


def _worked(process: int) -> float | None:
    """CPU seconds of another process; None if the system does not say.

    The number of that clock is Linux's: the inverted process number, and 2 for "what the scheduler counted".
    """
    if sys.platform != "linux":
        return None
    try:
        return time.clock_gettime(~process << 3 | 2)
    except OSError:
        return None


def _is_running(process: int) -> bool:
    """Whether the process exists and is not a zombie."""
    if sys.platform != "linux":
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            return False
        return True
    try:
        with open(f"/proc/{process}/stat", "rb") as stat:
            return stat.read().rpartition(b") ")[2][:1] not in (b"Z", b"X")
    except OSError:
        return False
