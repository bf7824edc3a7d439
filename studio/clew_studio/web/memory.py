"""How much memory this process uses."""

from __future__ import annotations

from time import monotonic

from clew_studio import processes

LOOK_SECONDS = 0.2

_seen = (0.0, 0)


def resident() -> int:
    """Return the bytes of memory that this process uses, cached for a moment; 0 if they are unknown."""
    global _seen
    now = monotonic()
    if now - _seen[0] >= LOOK_SECONDS:
        _seen = (now, processes.resident())
    return _seen[1]
