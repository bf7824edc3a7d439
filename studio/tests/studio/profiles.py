"""Which profile the tests of the studio and of the browser run on: `pytest --profile site`, else the embedded
one.

On the site profile one PostgreSQL and one Redis serve all tests of a process; each folder of data stands for
a database of its own.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.studio.engines import Postgres, Redis

EMBEDDED, SITE = "embedded", "site"
KEY = "a-key-for-tests-of-the-site-profile-0123456789"


DATABASES = 16
"""Of a Redis: sites that run at the same time have one each."""
_numbers: dict[str, int] = {}


class Engines(NamedTuple):
    """What a site of several processes needs."""

    postgres: Postgres
    redis: Redis

    def environment(self, folder: Path) -> dict[str, str]:
        """The settings of a site whose data would be in that folder, but for its address."""
        name = hashlib.sha256(str(folder).encode()).hexdigest()[:16]
        return {
            "CLEW_DATABASE_URL": self.postgres.database(f"site_{name}"),
            "CLEW_REDIS_URL": self.redis.url(_numbers.setdefault(name, len(_numbers) % DATABASES)),
            "CLEW_SECRET_KEY": KEY,
            "CLEW_MAIL": "file",
            "CLEW_PROXIES": "none",
        }


_running: list[Engines] = []


def engines() -> Engines | None:
    """What this run's sites share; None on the embedded profile."""
    return _running[0] if _running else None


def begin() -> Engines:
    """Starts PostgreSQL and Redis, if that was not done."""
    if not _running:
        found = Engines(Postgres(), Redis())
        _running.append(found)
        found.postgres.start()
        found.redis.start()
    return _running[0]


def end() -> None:
    """Stops and removes them."""
    while _running:
        for engine in _running.pop():
            engine.remove()


def choose(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leaves out what is about the other profile."""
    other = EMBEDDED if config.getoption("--profile") == SITE else SITE
    left = [item for item in items if item.get_closest_marker(other)]
    if left:
        items[:] = [item for item in items if not item.get_closest_marker(other)]
        config.hook.pytest_deselected(items=left)


def header(config: pytest.Config) -> str | None:
    """Says which profile it is, unless it is the usual one."""
    chosen = config.getoption("--profile")
    return None if chosen == EMBEDDED else f"profile: {chosen}"


def add_option(parser: pytest.Parser) -> None:
    parser.addoption(
        "--profile",
        choices=[EMBEDDED, SITE],
        default=EMBEDDED,
        help="the studio's tests: on SQLite, or on PostgreSQL and Redis",
    )
