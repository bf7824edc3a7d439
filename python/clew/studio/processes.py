"""What a process that the site starts does first: end with the site, and take no more memory than it may.

Imports nothing of Django: these processes do not load it.
"""

from __future__ import annotations

import ctypes
import os
import resource
import signal
import sys

PR_SET_PDEATHSIG = 1


def end_with(parent: int) -> None:
    """Asks the kernel for a SIGKILL when the thread that started this process ends, and checks it has not."""
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:
        sys.exit("the process that started this one is gone")


def bound_memory(most: int) -> None:
    """Limits this process, and each that it starts, to so many bytes of addresses; no core files."""
    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    if hard != resource.RLIM_INFINITY:
        most = min(most, hard)
    resource.setrlimit(resource.RLIMIT_AS, (most, hard))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
