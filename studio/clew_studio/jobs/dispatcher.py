"""The embedded worker: threads of the web process that claim jobs and run them."""

from __future__ import annotations

import logging
import os
import socket
from secrets import token_hex
from threading import Event, Thread

from django.conf import settings
from django.db import OperationalError, close_old_connections
from django.db.models import F

from clew_studio.jobs import queue
from clew_studio.jobs.supervise import run_job
from clew_studio.shared import news

POLL_SECONDS = 1.0
log = logging.getLogger(__name__)


_born = token_hex(4)


def name_of_workers() -> str:
    """The prefix of the names of the workers whose jobs this process may put back into the queue.

    An embedded site is one process, so these are all workers of its folder on this machine; on a site of
    several processes they are its own, and the jobs of others come back when their lease ends.
    """
    machine = socket.gethostname()[:30]
    if settings.CONFIG.shared is not None:
        return f"{machine}/{os.getpid()}.{_born}/"
    return f"{machine}/{settings.CONFIG.database.stat().st_ino}/"


class Dispatcher:
    """`workers` threads for any job, and one more for jobs that a page waits for."""

    def __init__(self, workers: int) -> None:
        self._ending = Event()
        names = [f"{name_of_workers()}{os.getpid()}.{number}" for number in range(workers + 1)]
        self._general = names[:-1]
        self._threads = [Thread(target=self._work, args=(name,), daemon=True) for name in names]

    def start(self) -> None:
        """Put the jobs of a server that was killed back into the queue, and start."""
        queue.release(name_of_workers())
        news.hear(news.WORK, lambda _: queue.work.set())
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """Stop claiming jobs, and put running ones back: they run again after the next start."""
        self._ending.set()
        close_old_connections()  # this thread has not used its own since the start
        try:
            queue.release(name_of_workers(), attempts=F("attempts") - 1)
        except OperationalError as error:
            log.warning("jobs wait for the end of their leases: %s", str(error).partition("\n")[0])
        queue.work.set()

    def _work(self, name: str) -> None:
        kinds = None if name in self._general else queue.QUICK
        while not self._ending.is_set():
            try:
                job = queue.claim(name, kinds, self._general)
                if job is not None:
                    run_job(job.pk, name)
                    continue
            except OperationalError as error:  # the database does not answer: nothing is lost
                log.warning("a worker waits for the database: %s", str(error).partition("\n")[0])
            except Exception:
                log.exception("a worker goes on after an error")
            close_old_connections()
            if queue.work.wait(POLL_SECONDS):
                queue.work.clear()
