"""PostgreSQL and Redis for tests: started on free ports from the system's packages, gone at the end.

PostgreSQL refuses to run as root, so where the tests do, it runs as the user that its package made.
"""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path

from tests.promptness import HANGS

PLACES = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
USER = "postgres"
SECONDS = HANGS
HINT = "tools/setup site installs it on Debian"


def free_port() -> int:
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        return int(held.getsockname()[1])


def program(name: str) -> str:
    """Where a program of PostgreSQL or Redis is."""
    found = shutil.which(
        name, path=os.pathsep.join([*map(str, PLACES), os.environ.get("PATH", ""), "/usr/sbin"])
    )
    assert found, f"{name} is missing; {HINT}"
    return found


class Engine:
    """A server in a folder of its own."""

    def __init__(self) -> None:
        self.port = free_port()
        self.folder = Path(tempfile.mkdtemp(prefix="clew-engine-"))
        self.process: subprocess.Popen[bytes] | None = None

    def words(self) -> list[str]:
        raise NotImplementedError

    def start(self) -> None:
        """Starts the server, and waits until it takes connections."""
        log = open(self.folder / "log", "ab")  # noqa: SIM115 - closed after the server has it
        self.process = subprocess.Popen(self.words(), stdout=log, stderr=log, **as_user())  # type: ignore[call-overload]
        log.close()
        until = time.monotonic() + SECONDS
        while not self.answers():
            assert self.process.poll() is None, (self.folder / "log").read_text()[-2000:]
            assert time.monotonic() < until, "the server does not answer"
            time.sleep(0.05)

    def answers(self) -> bool:
        raise NotImplementedError

    def stop(self, number: int = signal.SIGINT) -> None:
        if self.process is not None:
            self.process.send_signal(number)
            self.process.wait(SECONDS)
            self.process = None

    def remove(self) -> None:
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


def as_user() -> dict[str, object]:
    """What makes a child run as PostgreSQL's user, where these tests run as root."""
    if os.geteuid() != 0:
        return {}
    found = pwd.getpwnam(USER)
    return {"user": found.pw_uid, "group": found.pw_gid, "extra_groups": []}


class Postgres(Engine):
    """A cluster that trusts this machine and does not wait for the disk."""

    def __init__(self) -> None:
        super().__init__()
        if os.geteuid() == 0:
            shutil.chown(self.folder, USER)
        made = [program("initdb"), "-D", str(self.folder / "data"), "-U", "clew", "-A", "trust"]
        made += ["--no-sync", "-E", "UTF8", "--locale=C.UTF-8"]
        subprocess.run(made, check=True, capture_output=True, **as_user())  # type: ignore[call-overload]

    def words(self) -> list[str]:
        words = [program("postgres"), "-D", str(self.folder / "data"), "-p", str(self.port)]
        for setting in (
            "listen_addresses=127.0.0.1",
            f"unix_socket_directories={self.folder}",
            "fsync=off",
            "synchronous_commit=off",
            "full_page_writes=off",
            "max_connections=200",
        ):
            words += ["-c", setting]
        return words

    def answers(self) -> bool:
        words = [program("pg_isready"), "-h", "127.0.0.1", "-p", str(self.port), "-q"]
        return subprocess.run(words, check=False).returncode == 0

    def url(self, name: str) -> str:
        return f"postgresql://clew@127.0.0.1:{self.port}/{name}"

    def database(self, name: str) -> str:
        """The address of the database of that name, which is made if it is missing."""
        import psycopg

        with psycopg.connect(self.url("postgres"), autocommit=True) as opened:
            known = opened.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name]).fetchone()
            if known is None:
                opened.execute(f'CREATE DATABASE "{name}"')
        return self.url(name)


class Redis(Engine):
    """A server that keeps nothing."""

    def words(self) -> list[str]:
        return [
            program("redis-server"),
            *("--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"),
            *("--dir", str(self.folder)),
        ]

    def answers(self) -> bool:
        with socket.socket() as held:
            return held.connect_ex(("127.0.0.1", self.port)) == 0

    def start(self) -> None:
        if os.geteuid() == 0:
            shutil.chown(self.folder, USER)
        super().start()

    def url(self, number: int = 0) -> str:
        return f"redis://127.0.0.1:{self.port}/{number}"
