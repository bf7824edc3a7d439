"""How much of the machine strangers may take: every cap of the web process, in one place.

Each can be set in the environment: `CLEW_STUDIO_` and its name in capitals, `CLEW_STUDIO_STREAMS=200`.
docs/studio.md has them as a table. An *address* is an IPv4 address or an IPv6 network of 64 bits; a *visitor*
is the account or guest of a session, and the address if there is none.
"""

from __future__ import annotations

import os
from typing import NamedTuple

from clew.errors import ClewError

MIB = 1 << 20


class Bounds(NamedTuple):
    """Caps with their defaults: sizes in bytes, times in seconds, all else a number of things."""

    connections: int = 1000
    connections_each: int = 250
    head_seconds: int = 10
    body_seconds: int = 30
    idle_seconds: int = 5
    send_seconds: int = 30
    send_rate: int = 16 << 10

    body: int = 256 << 10
    upload: int = MIB
    bodies: int = 64 * MIB
    answer: int = 256 * MIB
    answers: int = 512 * MIB
    resident: int = 1024 * MIB

    threads: int = 8
    threads_each: int = 2
    waiting: int = 512
    under_way: int = 128
    heavy: int = 2
    heavy_each: int = 1
    heavy_waiting: int = 32
    heavy_under_way: int = 12
    heavy_visitor: int = 4
    wait_seconds: int = 20

    streams: int = 500
    streams_each: int = 100
    streams_visitor: int = 12
    jobs_each: int = 40
    jobs_visitor: int = 5
    worlds: int = 16
    worlds_each: int = 12
    worlds_visitor: int = 2

    game_events: int = 20_000
    replay_pieces: int = 20_000
    film_frames: int = 200
    picture_seconds: int = 60
    picture_memory: int = 512 * MIB
    proof_seconds: int = 30
    proof_memory: int = 1024 * MIB
    foreign: int = 4
    foreign_each: int = 2
    foreign_seconds: int = 5
    foreign_memory: int = 1024 * MIB
    level_seconds: int = 10
    level_memory: int = 512 * MIB
    level_scenery: int = 4 * MIB


def name_of(field: str) -> str:
    """The variable of the environment that sets a cap."""
    return f"CLEW_STUDIO_{field.upper()}"


def bounds_from_environment() -> Bounds:
    """Return the caps, read from the environment. Raises `ClewError` for anything but whole numbers."""
    told: dict[str, int] = {}
    for field in Bounds._fields:
        text = os.environ.get(name_of(field), "")
        if not text:
            continue
        if not text.isascii() or not text.isdigit() or int(text) < 1:
            raise ClewError(f"{name_of(field)}={text}: write a whole number of at least 1")
        told[field] = int(text)
    return Bounds(**told)


def to_environment(bounds: Bounds) -> None:
    """Pass the caps that differ from the defaults on to the processes that this one starts."""
    for field, default in Bounds._field_defaults.items():
        value = getattr(bounds, field)
        if value != default:
            os.environ[name_of(field)] = str(value)
