"""Who sends a request, known before Django sees it: an address, and the player of the session."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import close_old_connections

from clew_studio.requests.networks import network_of

if TYPE_CHECKING:
    from clew_studio.requests.scope import Scope, Visitor


class Caller(NamedTuple):
    """`address`: where a request comes from. `visitor`: who sends it, a player or else the address."""

    address: str
    visitor: str


def address_of(scope: Scope) -> str:
    """Return where a request comes from: an IPv4 address, or an IPv6 network; empty if that is unknown."""
    client = scope.get("client")
    return network_of("" if client is None else str(client[0]))


def anybody(scope: Scope) -> Caller:
    """Return the caller by address alone, without a database query."""
    address = address_of(scope)
    return Caller(address, address)


async def caller_of(scope: Scope, visitor: Visitor) -> Caller:
    """Return the caller by account or guest if the session is valid, otherwise by address."""
    address = address_of(scope)
    if not visitor.has_session:
        return Caller(address, address)
    return Caller(address, await sync_to_async(_player)(visitor) or address)


def is_behind_proxy() -> bool:
    """Return whether connections come from a proxy, so that many visitors share them."""
    return bool(settings.CONFIG.proxies)


def _player(visitor: Visitor) -> str | None:
    close_old_connections()
    return visitor.player()
