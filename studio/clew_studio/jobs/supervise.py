"""`run_job`: one job, one solver process, watched until it ends.

Whatever the solver does (it ends, crashes or fills its memory), the job gets a state and a message. The
process is a child of the thread that runs this function and dies with it.
"""

from __future__ import annotations

import json
import os
import selectors
import signal
import subprocess
import sys
import tempfile
from time import monotonic
from typing import IO, Any

from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext_noop

from clew_studio.database import write_lock
from clew_studio.helpers import Unfinished
from clew_studio.jobs import queue
from clew_studio.models import Job
from clew_studio.puzzles import elsewhere
from clew_studio.shared import news

Json = dict[str, Any]

SOLVER = [sys.executable, "-m", "clew_studio.jobs.solver"]

LOOK_SECONDS = 0.2
"""How often progress is stored, and whether the job was cancelled is checked."""

LEASE_SECONDS = 5.0
GRACE_SECONDS = 0.5
"""How long a solver that must end may still take to report what it has found."""

OVERTIME_SECONDS = 10.0

OUT_OF_MEMORY = gettext_noop("The solver ran out of memory.")
KILLED = gettext_noop("The solver was killed, probably because the machine ran out of memory.")
CRASHED = gettext_noop("The solver crashed.")
OVERTIME = gettext_noop("The solver did not finish in time and was stopped.")


def run_job(job_id: str, worker: str) -> None:
    """Work on a job that `worker` holds, until it ends, is cancelled, or is claimed by another worker."""
    job = Job.objects.filter(pk=job_id, worker=worker, state=Job.State.RUNNING).first()
    if job is not None:
        with tempfile.TemporaryFile() as errors:
            _Watch(job, worker, errors).run()


class _Watch:
    """One solver process and the row of its job."""

    def __init__(self, job: Job, worker: str, errors: IO[bytes]) -> None:
        self.job = job
        self.held = Job.objects.filter(pk=job.pk, worker=worker, state=Job.State.RUNNING)
        self.errors = errors
        self.solutions: list[Json] = []
        self.news: Json = {}
        self.result: Json | None = None
        self.error: str | None = None
        self.cancelled = False
        self.overtime = False

    def run(self) -> None:
        process = subprocess.Popen(
            SOLVER,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.errors,
        )
        try:
            self._hand_over(process)
            still_ours = self._watch(process)
        finally:
            process.kill()
            process.wait()
            for stream in (process.stdin, process.stdout):
                if stream is not None:
                    stream.close()
        if still_ours:
            self._settle(process.returncode)

    def _hand_over(self, process: subprocess.Popen[bytes]) -> None:
        job = self.job
        task = {
            **job.task,
            "kind": job.kind,
            "keys": job.keys,
            "start": job.start,
            "seconds": job.seconds,
            "memory": job.memory_mb << 20,
            "threads": 1,
            "parent": os.getpid(),
        }
        assert process.stdin is not None
        try:
            process.stdin.write(json.dumps(task).encode() + b"\n")
            process.stdin.flush()
        except BrokenPipeError:
            return  # it died at once; its last output says why

    def _watch(self, process: subprocess.Popen[bytes]) -> bool:
        """Read the solver's output to its end. Returns False if another worker has claimed the job."""
        assert process.stdout is not None
        began = looked = leased = monotonic()
        asked: float | None = None
        rest = b""
        os.set_blocking(process.stdout.fileno(), False)
        with selectors.DefaultSelector() as selector:
            selector.register(process.stdout, selectors.EVENT_READ)
            while True:
                if selector.select(LOOK_SECONDS):
                    data = os.read(process.stdout.fileno(), 1 << 16)
                    if not data:
                        return self._write({})
                    *lines, rest = (rest + data).split(b"\n")
                    for line in lines:
                        self._hear(json.loads(line))
                now = monotonic()
                if now - looked >= LOOK_SECONDS:
                    looked = now
                    lease: Json = {}
                    if now - leased >= LEASE_SECONDS:
                        leased = now
                        lease = {"lease": timezone.now() + queue.LEASE}
                    if not self._write(lease):
                        return False
                    if asked is None and self._should_end(now - began):
                        asked = now
                        process.terminate()
                if asked is not None and now - asked >= GRACE_SECONDS:
                    process.kill()

    def _hear(self, line: Json) -> None:
        event = line.pop("event")
        if event == "progress":
            self.news.update(progress=line, best=line["best"], bound=line["bound"])
        elif event == "solution":
            self.solutions.append(line)
            self.news.update(solutions=self.solutions, best=line["length"])
        elif event == "board":
            self.solutions.append(line)
            self.news.update(solutions=self.solutions)
        elif event == "result":
            self.result = line
        else:
            self.error = line["message"]

    def _write(self, lease: Json) -> bool:
        """Store what is new. Returns whether this worker still holds the job."""
        values: Json = {**self.news, **lease}
        if self.news:
            values["sequence"] = F("sequence") + 1
            self.news = {}
        if values:
            with write_lock():
                news.tell(news.JOBS, self.job.pk)
                return bool(self.held.update(**values))
        return bool(self.held.exists())

    def _should_end(self, seconds: float) -> bool:
        self.cancelled = self.held.filter(cancel=True).exists()
        self.overtime = seconds > self.job.seconds + OVERTIME_SECONDS
        return self.cancelled or self.overtime

    def _settle(self, status: int) -> None:
        values: Json = {"result": self.result}
        state = Job.State.DONE
        if self.cancelled or self.held.filter(cancel=True).exists():
            state = Job.State.CANCELLED
        elif self.result is None:
            state = Job.State.FAILED
            values["message"] = OVERTIME if self.overtime else self._why(status)
        try:
            queue.end(self.held, state, **values)
        except elsewhere.Elsewhere:
            self._settle_elsewhere(state, values)

    def _settle_elsewhere(self, state: str, values: Json) -> None:
        """What follows from the end of the job needs the rules of its board."""
        task = {"do": "end", "job": self.job.pk, "worker": self.job.worker, "state": state, "values": values}
        try:
            elsewhere.ask(task)
        except Unfinished:
            queue.end(self.held, Job.State.FAILED, message=OVERTIME)

    def _why(self, status: int) -> str:
        if self.error is not None:
            return OUT_OF_MEMORY if self.error == "out-of-memory" else self.error
        self.errors.seek(0)
        last: Any = self.errors.read()[-4000:].decode("utf-8", "replace")
        if "memory allocation of" in last or "MemoryError" in last:
            return OUT_OF_MEMORY
        return KILLED if status == -signal.SIGKILL else CRASHED
