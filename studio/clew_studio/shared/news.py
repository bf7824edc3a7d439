"""Messages between the processes of a site, through Redis: about jobs, work, and worlds that must end.

Nothing depends on them: every listener also checks the database now and then, since Redis may be down. An
embedded site is one process and needs no messages.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread
from time import monotonic

from django.conf import settings
from django.db import transaction

from clew_studio.shared.engines import redis_of

JOBS, WORK, WORLDS = "clew:jobs", "clew:work", "clew:worlds:end"
WAIT_SECONDS = 1.0
log = logging.getLogger(__name__)

PAUSE_SECONDS = 2.0
"""For how long no messages are sent after Redis did not answer, so that requests do not wait for it one by
one.
"""

_quiet_until = [0.0]


def is_quiet() -> bool:
    """Whether Redis did not answer a moment ago, so that asking it would only take time."""
    return monotonic() < _quiet_until[0]


def be_quiet() -> None:
    """Redis did not answer: it is left alone for a while."""
    _quiet_until[0] = monotonic() + PAUSE_SECONDS


_listeners: dict[str, list[Callable[[str], None]]] = {}


def is_shared() -> bool:
    """Whether this site has several processes, which notify each other of changes."""
    return settings.CONFIG.shared is not None


def tell(channel: str, text: str = "") -> None:
    """Tell all processes once the transaction has been committed; does nothing on an embedded site."""
    if is_shared():
        transaction.on_commit(lambda: publish(channel, text))


def hear(channel: str, listener: Callable[[str], None]) -> None:
    """Call a function with each message on a channel, in the listening thread."""
    _listeners.setdefault(channel, []).append(listener)


@contextmanager
def listening() -> Iterator[None]:
    """Listen as long as the context lasts."""
    if not is_shared():
        yield
        return
    ending = Event()
    thread = Thread(target=_listen, args=(ending,), name="news", daemon=True)
    thread.start()
    try:
        yield
    finally:
        ending.set()
        thread.join(2 * WAIT_SECONDS)


def publish(channel: str, text: str) -> None:
    """Tell all processes at once. Only for a site with several."""
    from redis.exceptions import RedisError

    if is_quiet():
        return
    try:
        redis_of(settings.CONFIG).publish(channel, text)
    except RedisError:  # those who wait check the database too
        be_quiet()


def _listen(ending: Event) -> None:
    from redis.exceptions import RedisError

    while not ending.is_set():
        try:
            with redis_of(settings.CONFIG).pubsub(ignore_subscribe_messages=True) as heard:
                heard.subscribe(JOBS, WORK, WORLDS)
                while not ending.is_set():
                    message = heard.get_message(timeout=WAIT_SECONDS)
                    if message is not None:
                        _hand_on(*(message[part].decode(errors="replace") for part in ("channel", "data")))
        except RedisError:
            ending.wait(WAIT_SECONDS)


def _hand_on(channel: str, text: str) -> None:
    for listener in _listeners.get(channel, ()):
        try:
            listener(text)
        except Exception:
            log.exception("news of %s could not be handed on", channel)
