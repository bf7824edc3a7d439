"""How long a call does not listen, in processor time: that is the same on a busy machine as on an idle one.

An alarm comes a hundred times a second. Python hears of it only where the call looks for signals, which is
also where it looks at its limits. So the processor time between two alarms that were heard is how long Ctrl-C
would have waited, wherever in the call it had come: one run tries all moments of it.
"""

from __future__ import annotations

import gc
import signal
import time
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

ALARM = 0.005
"""Seconds of the clock between two alarms."""


class Listened(NamedTuple):
    """What came of a call.

    `deaf`: the most processor seconds during which it did not listen, and `when` that began. `late`: those
    from the request to stop until it returned; None where it ended before. `lasted`: those of the whole call.
    `result`: what it returned or raised.
    """

    deaf: float
    when: float
    late: float | None
    lasted: float
    result: object


def listen(call: Callable[[], object], stop: Callable[[], object], busy: float) -> Listened:
    """Runs the call and asks it to stop after so many processor seconds.

    On the main thread only, which alone hears signals. `stop` may raise: as Ctrl-C does. The garbage
    collector leaves out what was there before: walking through thousands of collected tests takes longer
    than the call may be deaf, and is not part of it.
    """
    gc.freeze()
    try:
        return _listen(call, stop, busy)
    finally:
        gc.unfreeze()


def _listen(call: Callable[[], object], stop: Callable[[], object], busy: float) -> Listened:
    began = heard = time.process_time()
    deaf, when = 0.0, 0.0
    asked: float | None = None

    def hear(*_: object) -> None:
        nonlocal heard, deaf, when, asked
        now = time.process_time()
        if now - heard > deaf:
            deaf, when = now - heard, heard - began
        heard = now
        if asked is None and now - began > busy:
            asked = now
            stop()

    result: object = None
    before = signal.signal(signal.SIGALRM, hear)
    signal.setitimer(signal.ITIMER_REAL, ALARM, ALARM)
    try:
        try:
            result = call()
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            ended = time.process_time()
            signal.signal(signal.SIGALRM, before)
    except KeyboardInterrupt as error:
        result = error
    late = None if asked is None else ended - asked
    return Listened(max(deaf, ended - heard), when, late, ended - began, result)


def press() -> None:
    """Ctrl-C."""
    raise KeyboardInterrupt
