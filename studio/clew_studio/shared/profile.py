"""The two profiles of a site, from the environment.

The embedded profile is one process with SQLite, and needs no setting. The site profile has PostgreSQL and
Redis, and any number of processes; setting `CLEW_DATABASE_URL` chooses it, and it starts only if all its
settings are there. Imports nothing of Django.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from ipaddress import ip_network
from typing import NamedTuple
from urllib.parse import urlsplit

from clew.errors import ClewError

FILE = "CLEW_CONFIG"
NO_PROXIES = "none"
LEAST_KEY = 32
HOST = re.compile(r"[a-z0-9]{1,8}")
LEAST_SIGNS = 8
"""A key with fewer different characters than this is taken for handmade, and refused."""

NEEDED = {
    "CLEW_DATABASE_URL": "the database: postgresql://USER:PASSWORD@HOST:5432/NAME",
    "CLEW_REDIS_URL": "Redis or Valkey: redis://HOST:6379/0",
    "CLEW_URL": "how people reach the site, with which links in mails begin: https://play.example.org",
    "CLEW_SECRET_KEY": "the key that signs sessions, the same for all processes: a secret of 50 random "
    "characters, as `openssl rand -base64 48` prints",
    "CLEW_MAIL": "how mail is sent: smtp://USER:PASSWORD@HOST:587, smtps://...; or console or "
    "file to keep it here",
    "CLEW_PROXIES": "the addresses or networks of the proxies in front, separated by spaces, or none: only "
    "they are believed who a visitor is",
}
SCHEMES = {
    "CLEW_DATABASE_URL": ("postgresql", "postgres"),
    "CLEW_REDIS_URL": ("redis", "rediss", "unix"),
    "CLEW_URL": ("https", "http"),
}


class Incomplete(ClewError):
    """The settings of a site are missing or wrong; the message names all of them."""


class Shared(NamedTuple):
    """What the processes of the site profile share. `proxies`: the networks of proxies whose word about the
    caller is trusted. `world_host`: the name of this process, the only setting that is its own, if several of
    the site run worlds.
    """

    database_url: str
    redis_url: str
    secret_key: str
    proxies: tuple[str, ...] = ()
    world_host: str = ""


def shared_of(environment: Mapping[str, str]) -> Shared | None:
    """The site profile; None for the embedded one."""
    if not environment.get("CLEW_DATABASE_URL"):
        return None
    proxies = environment.get("CLEW_PROXIES", "").split()
    return Shared(
        environment["CLEW_DATABASE_URL"],
        environment.get("CLEW_REDIS_URL", ""),
        environment.get("CLEW_SECRET_KEY", ""),
        () if proxies == [NO_PROXIES] else tuple(proxies),
        environment.get("CLEW_WORLD_HOST", ""),
    )


def to_environment(shared: Shared | None) -> None:
    """Pass the profile on to the processes that this one starts."""
    if shared is None:
        os.environ.pop("CLEW_DATABASE_URL", None)
        return
    os.environ["CLEW_DATABASE_URL"] = shared.database_url
    os.environ["CLEW_REDIS_URL"] = shared.redis_url
    os.environ["CLEW_SECRET_KEY"] = shared.secret_key
    os.environ["CLEW_PROXIES"] = " ".join(shared.proxies) or NO_PROXIES
    os.environ["CLEW_WORLD_HOST"] = shared.world_host


def check(environment: Mapping[str, str]) -> None:
    """Raise `Incomplete` with every setting that is missing or wrong."""
    faults = [
        f"  {name} is missing: {what}"
        for name, what in NEEDED.items()
        if not environment.get(name, "").strip()
    ]
    faults += [f"  {fault}" for fault in _wrong(environment)]
    if faults:
        raise Incomplete(
            "the site is not ready to start; set these in the environment or in the file that "
            f"{FILE} names:\n" + "\n".join(faults)
        )


def _wrong(environment: Mapping[str, str]) -> list[str]:
    told = []
    for name, schemes in SCHEMES.items():
        value = environment.get(name, "")
        if value and urlsplit(value).scheme not in schemes:
            told.append(f"{name} begins with another word than {' or '.join(schemes)}://: {NEEDED[name]}")
    key = environment.get("CLEW_SECRET_KEY", "")
    if key and (len(key) < LEAST_KEY or len(set(key)) < LEAST_SIGNS):
        told.append(f"CLEW_SECRET_KEY can be guessed: {NEEDED['CLEW_SECRET_KEY']}")
    host = environment.get("CLEW_WORLD_HOST", "")
    if host and not HOST.fullmatch(host):
        told.append(f"CLEW_WORLD_HOST is {host}: write at most 8 small letters and digits")
    for proxy in environment.get("CLEW_PROXIES", "").split():
        if proxy != NO_PROXIES and not _is_network(proxy):
            told.append(f"CLEW_PROXIES names {proxy}, which is not an address or network such as 10.0.0.0/8")
    return told


def _is_network(text: str) -> bool:
    try:
        ip_network(text, strict=False)
    except ValueError:
        return False
    return True
