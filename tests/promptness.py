"""How much work is done between a request to stop and the answer, in seconds of processor time.

A clock on the wall would measure what else the machine does; a process that waits for its turn is not slow.
"""

from __future__ import annotations

import os
import subprocess
import time

AT_ONCE = 5.0
"""Seconds of processor time, on all threads together. The promise is 0.1 s; what does not listen at all runs
for minutes."""

HANGS = 600
"""Seconds on the wall after which what should have answered is taken to hang: far more than any answer takes
on a machine that does much else."""


def work_so_far(process: int | None = None) -> float:
    """Processor seconds of a process (this one, where none is named), on all its threads."""
    if process is None:
        return time.process_time()
    with open(f"/proc/{process}/stat", encoding="utf-8") as file:
        fields = file.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def work_to_its_end(process: subprocess.Popen[bytes], since: float) -> float:
    """Waits for a child to end; the processor seconds that it worked after it had worked `since`."""
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return usage.ru_utime + usage.ru_stime - since
