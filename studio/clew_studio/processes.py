"""What each process of the site does first: tie its end to the site's, and limit its memory.

Imports nothing of Django: these processes do not load it.
"""

from __future__ import annotations

import ctypes
import os
import resource
import signal
import sys
from pathlib import Path

PR_SET_PDEATHSIG = 1


def resident(pid: int | str = "self") -> int:
    """Return the bytes of memory that a process uses; 0 if they are unknown."""
    try:
        return int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1]) * os.sysconf(
            "SC_PAGE_SIZE"
        )
    except OSError:
        return 0


def end_with(parent: int) -> None:
    """Ask the kernel to kill this process when the thread that started it ends; check that it still runs."""
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:
        sys.exit("the process that started this one is gone")


def bound_memory(most: int) -> None:
    """Limit this process, and each that it starts, to that many bytes of address space; no core files."""
    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    if hard != resource.RLIM_INFINITY:
        most = min(most, hard)
    resource.setrlimit(resource.RLIMIT_AS, (most, hard))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
