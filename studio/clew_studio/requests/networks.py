"""Where a request comes from: new sessions are easy to make, new addresses are not."""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address

from django.http import HttpRequest

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
