"""Limits how many connections there may be, and how long each may take to send a request or read an answer.

Uvicorn waits indefinitely for the rest of a request head, and for the reader of an answer. A client that
opens connections and sends nothing would use them all up. Here each connection has a time limit, and each
address a maximum number of connections.
"""

from __future__ import annotations

import asyncio
import resource
from collections import Counter
from time import monotonic
from typing import Any, ClassVar

from django.conf import settings
from uvicorn.protocols.http.h11_impl import H11Protocol

from clew_studio.bounds import Bounds
from clew_studio.requests.callers import is_behind_proxy, network_of
from clew_studio.web.sse import ABORT

LOOK_SECONDS = 1.0
LINGER_SECONDS = 5.0
"""How long a closed connection may take to send what is left."""

RESERVED = 200
"""File descriptors for everything except connections: database, solvers, worlds, files."""

FULL = b"Too many connections. Try again in a little while.\n"
REFUSED = (
    b"HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain; charset=utf-8\r\nRetry-After: 5\r\n"
    b"Connection: close\r\nContent-Length: %d\r\n\r\n%s" % (len(FULL), FULL)
)


class Connection(H11Protocol):
    """One connection, counted and timed."""

    open: ClassVar[set[Connection]] = set()
    addresses: ClassVar[Counter[str]] = Counter()

    def __init__(self, *values: Any, **named: Any) -> None:
        super().__init__(*values, **named)
        self.bounds: Bounds = settings.CONFIG.bounds
        self.address = ""
        self.opened = monotonic()
        self.silent_since: float | None = monotonic()
        """When the client began to send an incomplete request head; None otherwise."""
        self.closing_since: float | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Registers the connection, and refuses it if there are too many."""
        super().connection_made(transport)
        self.app_state = {**self.app_state, ABORT: transport.abort}
        self.address = network_of(str(self.client[0])) if self.client else ""
        self.open.add(self)
        self.addresses[self.address] += 1
        if not self._has_room():
            transport.write(REFUSED)
            transport.close()

    def _has_room(self) -> bool:
        """Return whether this connection may stay; if there are too many, one of the busiest address is
        closed for it: the oldest idle one or, if all are being answered, the newest.
        """
        mine = self.addresses[self.address]
        if mine > self.bounds.connections_each and not is_behind_proxy():
            return False
        if len(self.open) <= most_connections(self.bounds):
            return True
        busiest, most = self.addresses.most_common(1)[0]
        if most <= mine:
            return False
        theirs = sorted((one for one in self.open if one.address == busiest), key=lambda one: one.opened)
        idle = (one for one in theirs if not one._is_answering())
        next(idle, theirs[-1]).transport.abort()
        return True

    def connection_lost(self, exc: Exception | None) -> None:
        """Forgets the connection."""
        super().connection_lost(exc)
        self.open.discard(self)
        self.addresses[self.address] -= 1
        if self.addresses[self.address] <= 0:
            del self.addresses[self.address]

    def data_received(self, data: bytes) -> None:
        """Note whether the client still owes the rest of a request."""
        super().data_received(data)
        if self._is_answering():
            self.silent_since = None
        elif self.silent_since is None:
            self.silent_since = monotonic()

    def on_response_complete(self) -> None:
        """The client owes nothing until it begins its next request."""
        super().on_response_complete()
        self.silent_since = None

    def _is_answering(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def look(self, now: float) -> None:
        """Close the connection if its time is over."""
        if self.transport.is_closing():
            if self.closing_since is None:
                self.closing_since = now
            if now - self.closing_since > LINGER_SECONDS:
                self.transport.abort()
        elif self.silent_since is not None and now - self.silent_since > self.bounds.head_seconds:
            self.transport.abort()


async def watch() -> None:
    """Check all connections, again and again."""
    while True:
        await asyncio.sleep(LOOK_SECONDS)
        now = monotonic()
        for connection in list(Connection.open):
            connection.look(now)


def most_connections(bounds: Bounds) -> int:
    """Return how many connections there may be: fewer than the cap if the system allows fewer open files."""
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if files == resource.RLIM_INFINITY:
        return bounds.connections
    return max(min(bounds.connections, files - RESERVED), files // 2 if files <= 2 * RESERVED else 1)


def raise_files(bounds: Bounds) -> None:
    """Let this process open as many files as its caps need, as far as the system allows."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = bounds.connections + RESERVED
    if soft != resource.RLIM_INFINITY and soft < wanted:
        most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
