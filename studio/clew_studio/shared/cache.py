"""Caches in Redis; if Redis is down, the site works without them."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import cache, cached_property
from time import monotonic
from typing import Any

from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from django.db import OperationalError
from redis.exceptions import RedisError

log = logging.getLogger(__name__)

QUIET_SECONDS = 30.0
_last = [-QUIET_SECONDS]


def _complain(error: RedisError) -> None:
    """Log that Redis does not answer, at most once in a while."""
    if monotonic() - _last[0] >= QUIET_SECONDS:
        _last[0] = monotonic()
        log.warning("Redis does not answer, so the site goes on without its caches: %s", error)


def _or(plain: Any, call: Callable[..., Any], *values: Any, **named: Any) -> Any:
    try:
        return call(*values, **named)
    except RedisError as error:
        _complain(error)
        return plain


class _Client(RedisCacheClient):
    """Keeps what it calls Redis with."""

    def get_client(self, key: Any = None, *, write: bool = False) -> Any:
        return self._redis

    @cached_property
    def _redis(self) -> Any:
        return super().get_client(write=True)


@cache
def _client(url: str, **options: Any) -> _Client:
    """The connections of this process to a Redis. Django makes its caches again for each context, and so for
    each request; left to themselves, they would open a connection each.
    """
    return _Client([url], **options)


class SessionCache(RedisCache):
    """Everything read here is in the database too, so while Redis does not answer, the cache counts as empty.
    A deletion must reach it, though: otherwise a session that was ended would be found again.
    """

    @cached_property
    def _cache(self) -> _Client:
        return _client(*self._servers, **self._options)

    def get(self, key: Any, default: Any = None, version: Any = None) -> Any:
        """The value; the default if there is none, or if Redis does not answer."""
        return _or(default, super().get, key, default, version)

    def set(self, *values: Any, **named: Any) -> None:
        """Set a value, if Redis answers."""
        _or(None, super().set, *values, **named)

    def has_key(self, key: Any, version: Any = None) -> bool:
        """Whether a value exists: a new session checks this way that its name is free."""
        return bool(_or(False, super().has_key, key, version))

    def delete(self, *values: Any, **named: Any) -> bool:
        """Delete a value. Returns whether there was one. Raises `OperationalError` if Redis does not
        answer.
        """
        try:
            return bool(super().delete(*values, **named))
        except RedisError as error:
            raise OperationalError("a session could not be ended: Redis does not answer") from error


class ForgivingCache(SessionCache):
    """A cache that is empty while Redis does not answer. Rates are not counted meanwhile; what must always be
    counted is in the database (`clew_studio.requests.attempts`).
    """

    def add(self, *values: Any, **named: Any) -> bool:
        """Set a value if there is none yet. Returns whether it was set."""
        return bool(_or(False, super().add, *values, **named))

    def incr(self, *values: Any, **named: Any) -> Any:
        """Increment a count. Returns 0 if Redis does not answer."""
        return _or(0, super().incr, *values, **named)

    def delete(self, *values: Any, **named: Any) -> bool:
        """Delete a value, if Redis answers. Returns whether there was one."""
        return bool(_or(False, RedisCache.delete, self, *values, **named))
