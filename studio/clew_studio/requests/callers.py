"""Who sends a request: an address, known before Django sees it, and the player of the session. New sessions
are easy to make, new addresses are not.
"""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address
from typing import TYPE_CHECKING, NamedTuple

from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import close_old_connections

if TYPE_CHECKING:
    from django.http import HttpRequest

    from clew_studio.requests.scope import Scope, Visitor


IPV6_NETWORK = 64
"""The bits of an IPv6 address that identify a network: within it, a visitor can choose addresses freely."""


def network_of_request(request: HttpRequest) -> str:
    """Where a request comes from, as Django sees it."""
    return network_of(str(request.META.get("REMOTE_ADDR", "")))


def network_of(text: str) -> str:
    """The IPv4 address or IPv6 network that counts as one visitor; any other text is returned unchanged."""
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return text
    if not isinstance(address, IPv6Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return f"{IPv6Address(int(address) >> IPV6_NETWORK << IPV6_NETWORK)}/{IPV6_NETWORK}"


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
