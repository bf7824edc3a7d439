"""How much memory this process uses."""

from __future__ import annotations

import os
from pathlib import Path
from time import monotonic

STATE = Path("/proc/self/statm")
LOOK_SECONDS = 0.2

_seen = (0.0, 0)


def resident() -> int:
    """Return the bytes of memory that this process uses, cached for a moment; 0 if they are unknown."""
    global _seen
    now = monotonic()
    if now - _seen[0] >= LOOK_SECONDS:
        _seen = (now, _look())
    return _seen[1]


def _look() -> int:
    try:
        return int(STATE.read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0
