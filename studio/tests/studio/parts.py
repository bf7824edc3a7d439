"""A site of several processes: pages, jobs and worlds apart, as `clew studio web` and its like start them."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from tests.promptness import HANGS
from tests.studio import profiles
from tests.studio.client import Client
from tests.studio.engines import free_port
from tests.studio.passwords import CLEW

SECONDS = HANGS


class Part:
    """One process of a site."""

    def __init__(self, folder: Path, part: str, number: int, **environment: str) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.part = part
        self.log = folder.parent / f"{folder.name}-{part}-{number}.log"
        self.environment = {**os.environ, "CLEW_STUDIO_LIMITED": "0"}
        self.environment.update(profiles.begin().environment(folder), CLEW_URL="http://127.0.0.1:8000")
        self.environment.update(environment)
        self.words = [*CLEW, "studio", part, "--data", str(folder)]
        self.words += ["--port", str(self.port)]
        self.process: subprocess.Popen[bytes] | None = None
        self.begun_at = 0
        """How long the log was at the last start."""

    def start(self) -> Part:
        """Starts the process, and waits until it serves or works."""
        self.begun_at = self.log.stat().st_size if self.log.exists() else 0
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(self.words, stdout=log, stderr=log, env=self.environment)
        until = time.monotonic() + SECONDS
        while not self.is_there():
            assert self.process.poll() is None, self.log.read_text()[-3000:]
            assert time.monotonic() < until, f"{self.part} does not start"
            time.sleep(0.05)
        return self

    def is_there(self) -> bool:
        if self.part == "work":
            return b"running jobs" in self.log.read_bytes()[self.begun_at :]
        try:
            with urlopen(f"{self.url}/healthz", timeout=SECONDS):
                return True
        except URLError:
            return False

    def client(self) -> Client:
        return Client(self.url)

    def stop(self, number: int = signal.SIGTERM) -> int:
        """Ends the process; its exit status."""
        if self.process is None:
            return 0
        self.process.send_signal(number)
        status = self.process.wait(SECONDS)
        self.process = None
        return status


@contextmanager
def site(folder: Path, *parts: str, **environment: str) -> Iterator[list[Part]]:
    """The parts of a site whose tables are up to date. ``worlds:a`` runs worlds under the name of `a`."""
    made = Part(folder, "migrate", 0, **environment)
    subprocess.run(made.words, env=made.environment, check=True, capture_output=True)
    running = []
    for number, part in enumerate(parts):
        kind, _, host = part.partition(":")
        running.append(Part(folder, kind, number, CLEW_WORLD_HOST=host, **environment))
    try:
        yield [one.start() for one in running]
    finally:
        for one in running:
            one.stop()
