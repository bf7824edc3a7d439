"""Django's settings for the database, the caches and the sessions of each profile."""

from __future__ import annotations

from functools import cache
from threading import Lock
from typing import TYPE_CHECKING, Any

from clew.errors import ClewError
from clew.optional import needed

if TYPE_CHECKING:
    from clew_studio.shared.config import Config

Settings = dict[str, Any]

LOCAL = "django.core.cache.backends.locmem.LocMemCache"
FORGIVING = "clew_studio.shared.cache.ForgivingCache"
STRICT = "clew_studio.shared.cache.SessionCache"
CONNECT_SECONDS = 5
STATEMENT_MS = 30_000
LOCK_MS = 10_000
"""How long a statement may take, and how long it may wait for a row that another one changes."""


def database_of(config: Config) -> Settings:
    """The database: SQLite in the data folder, or PostgreSQL. Raises `ClewError` for a bad address."""
    if config.shared is None:
        return {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": config.database,
            "CONN_MAX_AGE": None,
            "OPTIONS": {
                "timeout": 20,
                "transaction_mode": "IMMEDIATE",
                # A commit survives a killed process; only a power cut may lose the last ones. What is deleted
                # is overwritten.
                "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; "
                "PRAGMA busy_timeout=20000; PRAGMA secure_delete=ON",
            },
        }
    told = _parts(config.shared.database_url)
    return {
        "ENGINE": "clew_studio.shared.postgresql",
        "NAME": told.pop("dbname", ""),
        "USER": told.pop("user", ""),
        "PASSWORD": told.pop("password", ""),
        "HOST": told.pop("host", ""),
        "PORT": told.pop("port", ""),
        "CONN_MAX_AGE": None,
        "CONN_HEALTH_CHECKS": True,  # otherwise the first request after its restart fails
        "OPTIONS": {
            "connect_timeout": CONNECT_SECONDS,
            "prepare_threshold": 1,  # of those who ask for it: clew_studio.database
            "options": f"-c statement_timeout={STATEMENT_MS} -c lock_timeout={LOCK_MS}",
            **told,
        },
    }


def _parts(url: str) -> Settings:
    psycopg = needed("psycopg", "the site profile", "site")
    from psycopg.conninfo import conninfo_to_dict

    try:
        return {name: str(value) for name, value in conninfo_to_dict(url).items() if value is not None}
    except psycopg.ProgrammingError as error:  # the message shows no password
        raise ClewError(f"CLEW_DATABASE_URL cannot be read: {error}") from None


def caches_of(config: Config) -> dict[str, Settings]:
    """The caches: of this process, or in Redis, where all processes share them."""
    if config.shared is None:
        return {
            "default": {"BACKEND": LOCAL, "LOCATION": "answers", "OPTIONS": {"MAX_ENTRIES": 4_000}},
            "rates": {"BACKEND": LOCAL, "LOCATION": "rates", "OPTIONS": {"MAX_ENTRIES": 100_000}},
            "sessions": {"BACKEND": LOCAL, "LOCATION": "sessions", "OPTIONS": {"MAX_ENTRIES": 10_000}},
        }
    place = {"LOCATION": config.shared.redis_url, "OPTIONS": redis_options()}
    return {
        "default": {"BACKEND": FORGIVING, "KEY_PREFIX": "clew:answers", **place},
        "rates": {"BACKEND": FORGIVING, "KEY_PREFIX": "clew:rates", **place},
        "sessions": {"BACKEND": STRICT, "KEY_PREFIX": "clew:sessions", **place},
    }


_making = Lock()


def redis_of(config: Config) -> Any:
    """The site's Redis. Only for the site profile."""
    assert config.shared is not None
    # `cache` would give two threads that ask first, at once, a client each; the one that is not kept would be
    # freed while it is in use, and close its connections.
    with _making:
        return _client(config.shared.redis_url)


@cache
def _client(url: str) -> Any:
    """One client, and so one pool of connections, for each address."""
    import redis

    return redis.Redis.from_url(url, **redis_options())


def redis_options() -> Settings:
    """How long anything waits for Redis before it continues without it."""
    return {"socket_connect_timeout": 1.0, "socket_timeout": 2.0, "health_check_interval": 10}
