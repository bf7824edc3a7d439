"""Caches in Redis that the site can do without for a while."""

from __future__ import annotations

import logging
from collections.abc import Callable
from time import monotonic
from typing import Any

from django.core.cache.backends.redis import RedisCache
from django.db import OperationalError
from redis.exceptions import RedisError

log = logging.getLogger(__name__)

QUIET_SECONDS = 30.0
_last = [-QUIET_SECONDS]


def _complain(error: RedisError) -> None:
    """Say that Redis does not answer, once in a while."""
    if monotonic() - _last[0] >= QUIET_SECONDS:
        _last[0] = monotonic()
        log.warning("Redis does not answer, so the site goes on without its caches: %s", error)


def _or(plain: Any, call: Callable[..., Any], *values: Any, **named: Any) -> Any:
    try:
        return call(*values, **named)
    except RedisError as error:
        _complain(error)
        return plain


class SessionCache(RedisCache):
    """What is read here is in the database too, so a silent Redis counts as empty. But what is deleted must
    be: otherwise a session that was ended would be found again.
    """

    def get(self, key: Any, default: Any = None, version: Any = None) -> Any:
        """The value; the default if there is none, or if Redis does not answer."""
        return _or(default, super().get, key, default, version)

    def set(self, *values: Any, **named: Any) -> None:
        """Set a value, if Redis answers."""
        _or(None, super().set, *values, **named)

    def has_key(self, key: Any, version: Any = None) -> bool:
        """Whether a value is there: a new session asks so whether its name is free."""
        return bool(_or(False, super().has_key, key, version))

    def delete(self, *values: Any, **named: Any) -> bool:
        """Delete a value; whether there was one. Raises `OperationalError` if Redis does not answer."""
        try:
            return bool(super().delete(*values, **named))
        except RedisError as error:
            raise OperationalError("a session could not be ended: Redis does not answer") from error


class ForgivingCache(SessionCache):
    """A cache that is empty while Redis does not answer. Rates are not counted meanwhile; what must be
    counted in any case is in the database (`clew.studio.requests.attempts`).
    """

    def add(self, *values: Any, **named: Any) -> bool:
        """Set a value that is not there yet; whether that was done."""
        return bool(_or(False, super().add, *values, **named))

    def incr(self, *values: Any, **named: Any) -> Any:
        """Count. 0 if Redis does not answer."""
        return _or(0, super().incr, *values, **named)

    def delete(self, *values: Any, **named: Any) -> bool:
        """Delete a value, if Redis answers; whether there was one."""
        return bool(_or(False, RedisCache.delete, self, *values, **named))
