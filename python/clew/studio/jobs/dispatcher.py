"""The embedded worker: threads of the web process that claim jobs and run them."""

from __future__ import annotations

import logging
import os
import socket
from threading import Event, Thread

from django.conf import settings
from django.db import close_old_connections
from django.db.models import F

from clew.studio.jobs import queue
from clew.studio.jobs.supervise import run_job

POLL_SECONDS = 1.0
log = logging.getLogger(__name__)


def name_of_workers() -> str:
    """The beginning of the names of this machine's workers for this folder of data."""
    return f"{socket.gethostname()[:30]}/{settings.CONFIG.database.stat().st_ino}/"


class Dispatcher:
    """`workers` threads for any job, and one for those that a page waits for."""

    def __init__(self, workers: int) -> None:
        self._ending = Event()
        names = [f"{name_of_workers()}{os.getpid()}.{number}" for number in range(workers + 1)]
        self._general = names[:-1]
        self._threads = [Thread(target=self._work, args=(name,), daemon=True) for name in names]

    def start(self) -> None:
        """Take back the jobs of a server that was killed, and begin."""
        queue.release(name_of_workers())
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """Stop claiming jobs, and put back those that run: they continue at the next start."""
        self._ending.set()
        queue.release(name_of_workers(), attempts=F("attempts") - 1)
        queue.work.set()

    def _work(self, name: str) -> None:
        kinds = None if name in self._general else queue.QUICK
        while not self._ending.is_set():
            try:
                job = queue.claim(name, kinds, self._general)
                if job is not None:
                    run_job(job.pk, name)
                    continue
            except Exception:
                log.exception("a worker goes on after an error")
            close_old_connections()
            if queue.work.wait(POLL_SECONDS):
                queue.work.clear()
