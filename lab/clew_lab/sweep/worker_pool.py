"""Processes that work on one board at a time, so that if one dies its board is known."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from threading import Lock
from typing import Any

from clew.search.limits import default_memory

ATTEMPTS = 2
"""Processes that a board may kill before it is abandoned: the first may have died for another reason."""

_PROGRAM = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]); import clew_lab.sweep.child as c; c.main()"
)
_ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")


class Died(Exception):
    """A process ended before it answered."""


class Stopped(Exception):
    """The pool was told to stop."""


class _Child:
    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", _PROGRAM, json.dumps(sys.path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, **_ONE_THREAD},
            start_new_session=True,  # Ctrl-C is left to the parent process
        )

    def ask(self, question: bytes) -> dict[str, Any]:
        """The answer to a line of JSON. Raises `Died`, with what is known about the cause."""
        assert self.process.stdin is not None and self.process.stdout is not None
        try:
            self.process.stdin.write(question)
            self.process.stdin.flush()
            line = self.process.stdout.readline()
        except OSError:
            line = b""
        if not line.endswith(b"\n"):
            raise Died(_end(self.process.wait()))
        answer: dict[str, Any] = json.loads(line)
        return answer

    @property
    def alive(self) -> bool:
        return self.process.poll() is None

    def close(self) -> None:
        """Ends the process, whatever it is doing."""
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdout, self.process.stdin):
            try:
                stream.close()
            except OSError:  # the last output has no reader
                continue


def _end(code: int) -> str:
    if code >= 0:
        return f"exit status {code}"
    try:
        name = signal.Signals(-code).name
    except ValueError:
        name = f"signal {-code}"
    return f"{name}, which is what happens when memory runs out" if name == "SIGKILL" else name


class WorkerPool:
    """A pool of processes, one for each concurrent request; they are kept for the next boards."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._idle: list[_Child] = []
        self._all: set[_Child] = set()
        self._stopped = False

    def work(self, job: dict[str, Any], boards: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """A row for each board, in order: the operation's, or one with the key `error`.

        `job`: `home` of the operation, its `options`, the `limits` as [moves, states, seconds, memory], and
        `share`, the number of processes that share this machine's memory if there is no memory limit.
        """
        moves, states, seconds, memory = job["limits"]
        if memory is None:
            memory = default_memory() // (job["share"] or os.cpu_count() or 1)
        asked = {"home": job["home"], "options": job["options"], "limits": [moves, states, seconds, memory]}
        return [self._one({**asked, "keys": board}) for board in boards]

    def stop(self) -> None:
        """Ends all processes; threads that wait for one get `Stopped`."""
        with self._lock:
            self._stopped = True
            children = list(self._all)
        for child in children:
            child.process.kill()

    def close(self) -> None:
        """Ends the processes when no thread waits for them any more."""
        with self._lock:
            children, self._all, self._idle = list(self._all), set(), []
        for child in children:
            child.close()

    def _one(self, asked: dict[str, Any]) -> dict[str, Any]:
        question = json.dumps(asked).encode() + b"\n"
        end = ""
        for _ in range(ATTEMPTS):
            child = self._taken()
            try:
                answer = child.ask(question)
            except Died as died:
                self._drop(child)
                if self._stopped:
                    raise Stopped from None
                end = str(died)
                continue
            with self._lock:
                self._idle.append(child)
            return answer
        return {"error": f"{ATTEMPTS} processes ended while they worked on this board, the last by {end}"}

    def _taken(self) -> _Child:
        with self._lock:
            if self._stopped:
                raise Stopped
            while self._idle:
                child = self._idle.pop()
                if child.alive:
                    return child
                self._all.discard(child)
                child.close()
            child = _Child()
            self._all.add(child)
            return child

    def _drop(self, child: _Child) -> None:
        with self._lock:
            self._all.discard(child)
        child.close()


_here: dict[str, WorkerPool | None] = {}
"""The pools of this process by their sweep; None when the sweep has ended, so that what the cluster still
hands out of it starts nothing.
"""

_here_lock = Lock()


def work_here(sweep: str, job: dict[str, Any], boards: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """`WorkerPool.work` in this process's pool for a sweep: the task of a Dask worker."""
    with _here_lock:
        if sweep not in _here:
            _here[sweep] = WorkerPool()
        pool = _here[sweep]
    if pool is None:
        raise Stopped
    return pool.work(job, boards)


def leave_here(sweep: str) -> None:
    """Ends this process's pool for a sweep."""
    with _here_lock:
        pool = _here.get(sweep)
        _here[sweep] = None
    if pool is not None:
        pool.stop()
        pool.close()
