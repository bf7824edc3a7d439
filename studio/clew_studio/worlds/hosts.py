"""Worlds on several machines: each process that runs some, a host, announces its worlds in Redis.

    clew:hosts           {a, b}                 their names, which `CLEW_WORLD_HOST` sets
    clew:worlds:a        [[KEY, PLAYER, ...]]   the worlds of `a`; Redis forgets them when `a` falls silent

A world stays in the process in which it was started. The proxy in front finds it there, because its key
begins with the name of the host: ``a-k3v9...``. What is announced here is for starting others: a visitor who
has worlds on two machines has no more of them than on one. While Redis does not answer, each host counts its
own.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Sequence
from typing import Any, NamedTuple

from django.conf import settings

from clew_studio.shared import news
from clew_studio.shared.engines import redis_of

HOSTS, WORLDS = "clew:hosts", "clew:worlds:"
SILENT_SECONDS = 5
"""A host that has announced nothing for this long has no worlds."""
log = logging.getLogger(__name__)


class Elsewhere(NamedTuple):
    """A world as other hosts see it."""

    key: str
    player: str
    address: str
    level: str
    is_watched: bool


def name() -> str:
    """The name of this host; empty if it is the only one."""
    shared = settings.CONFIG.shared
    return "" if shared is None else str(shared.world_host)


def new_key() -> str:
    """A key for a new world of this host."""
    from clew_studio.database import fresh  # the tables must have been set up before

    return f"{name()}-{fresh()}" if name() else fresh()


def announce(worlds: Sequence[Elsewhere]) -> None:
    """Tell the other hosts which worlds are here. Does nothing if there are none."""
    if not name() or news.is_quiet():
        return
    from redis.exceptions import RedisError

    try:
        with redis_of(settings.CONFIG).pipeline(transaction=False) as both:
            both.sadd(HOSTS, name())
            both.set(WORLDS + name(), json.dumps(worlds), ex=SILENT_SECONDS)
            both.execute()
    except RedisError as error:
        news.be_quiet()
        log.debug("worlds are not announced: %s", error)


def elsewhere() -> list[Elsewhere]:
    """The worlds of all other hosts."""
    if not name() or news.is_quiet():
        return []
    from redis.exceptions import RedisError

    redis: Any = redis_of(settings.CONFIG)
    try:
        names = {host.decode(errors="replace") for host in redis.smembers(HOSTS)}
        others = sorted(names - {name()})
        lists = redis.mget([WORLDS + host for host in others]) if others else []
    except RedisError as error:
        news.be_quiet()
        log.debug("worlds of other hosts are not known: %s", error)
        return []
    return [world for told in lists if told is not None for world in _read(told)]


def _read(told: bytes) -> list[Elsewhere]:
    """The worlds that a host has announced; none if it speaks another version's language."""
    try:
        return [Elsewhere(*world) for world in json.loads(told)]
    except (ValueError, TypeError) as error:
        log.warning("what another host says about its worlds cannot be read: %s", error)
        return []


def end(world: Elsewhere) -> None:
    """Ask its host to end a world that nobody watches."""
    news.publish(news.WORLDS, world.key)
