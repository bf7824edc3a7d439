"""A studio that really runs, as `clew studio` starts it, in a folder of its own."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from tests.promptness import HANGS
from tests.studio import profiles
from tests.studio.client import Client
from tests.studio.passwords import CLEW

START_SECONDS = HANGS


class Site:
    """A server process on a free port."""

    example: Path | None = None
    """A folder as a first start leaves it. One that is not there yet is a copy of it: to make the tables and
    to read the boards takes seconds."""

    def __init__(
        self, folder: Path, *options: str, limited: bool = False, environment: dict[str, str] | None = None
    ) -> None:
        self.folder = folder
        self.options = options
        self.limited = limited
        self.environment = environment or {}
        self.url = ""
        self.lines: list[str] = []
        self.process: subprocess.Popen[str] | None = None

    def start(self) -> Site:
        """Starts the server and waits until it answers."""
        self.start_listening()
        self._wait()
        return self

    def prepared(self) -> list[str]:
        """Makes the folder without serving it; what was printed."""
        words = [sys.executable, "-m", "clew", "studio", "--data", str(self.folder), "--prepare"]
        environment = {**os.environ, **self.settings("http://127.0.0.1:8000")}
        done = subprocess.run(words, capture_output=True, text=True, check=True, env=environment)
        return done.stdout.splitlines()

    def start_listening(self) -> None:
        """Starts the server and waits for its address."""
        if self.example is not None and not self.folder.exists():
            shutil.copytree(self.example, self.folder)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        environment = {**os.environ, "CLEW_STUDIO_LIMITED": "1" if self.limited else "0"}
        environment.update(self.settings(f"http://127.0.0.1:{port}"))
        environment.update(self.environment)
        words = [*CLEW, "studio", "--data", str(self.folder), "--port", str(port), *self.options]
        self.log = open(self.folder.parent / f"{self.folder.name}.log", "a", encoding="utf-8")  # noqa: SIM115
        self.process = subprocess.Popen(
            words, stdout=subprocess.PIPE, stderr=self.log, text=True, env=environment
        )
        assert self.process.stdout is not None
        self.lines = []
        while not any(line.startswith("Clew studio: ") for line in self.lines):
            line = self.process.stdout.readline()
            assert line, f"the server ended: {Path(self.log.name).read_text(encoding='utf-8')[-3000:]}"
            self.lines.append(line.rstrip())
        self.url = f"http://127.0.0.1:{port}"

    def settings(self, url: str) -> dict[str, str]:
        """What a site on PostgreSQL and Redis is told; nothing for an embedded one."""
        shared = profiles.engines()
        if shared is None:
            return {}
        proxied = {"CLEW_PROXIES": "127.0.0.1"} if "--url" in self.options else {}
        return {**shared.environment(self.folder), "CLEW_URL": url, **proxied}

    def _wait(self) -> None:
        until = time.monotonic() + START_SECONDS
        while True:
            try:
                with urlopen(self.url + "/api/v1/session", timeout=START_SECONDS):
                    return
            except URLError:
                assert time.monotonic() < until, "the server does not answer"
                time.sleep(0.05)

    @property
    def pid(self) -> int:
        assert self.process is not None
        return self.process.pid

    def client(self, language: str | None = None) -> Client:
        return Client(self.url, language)

    def stop(self, number: int = signal.SIGTERM) -> None:
        """Ends the server by a signal, and waits until it is gone."""
        if self.process is not None:
            self.process.send_signal(number)
            self.process.wait(HANGS)
            assert self.process.stdout is not None
            self.process.stdout.close()
            self.log.close()
            self.process = None

    def solvers(self) -> list[int]:
        """The solver processes that this server has started and that still run."""
        return [pid for pid in children(self.pid) if "clew_studio.jobs.solver" in command(pid)]


def children(pid: int) -> list[int]:
    """Processes whose parent this is."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                parent = (entry / "stat").read_text().rpartition(")")[2].split()[1]
            except OSError:
                continue
            if int(parent) == pid:
                found.append(int(entry.name))
    return found


def command(pid: int) -> str:
    """The command line of a process; empty where it has ended."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
    except OSError:
        return ""
