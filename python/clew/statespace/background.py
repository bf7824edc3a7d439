"""Runs long calls on a thread of their own, so that the caller can be interrupted.

A single library call may take seconds on a large map and cannot be interrupted until it returns. So it runs
on a thread of its own; the caller waits, and stops waiting when it has to. The abandoned call ends at its
next pause.
"""

from __future__ import annotations

from threading import Event, Thread
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

    Result = TypeVar("Result")

GLANCE = 0.02
"""Seconds between two checks whether to continue."""

LARGE = 200_000
"""The number of edges above which single calls are worth a thread."""


def no_pause() -> None:
    """A pause that never ends the work."""


def run_in_background(work: Callable[[], Result], pause: Callable[[], None] = no_pause) -> Result:
    """What `work` returns or raises; meanwhile the caller calls `pause`, which may raise, and responds to
    Ctrl-C.
    """
    done = Event()
    results: list[Result] = []
    errors: list[BaseException] = []

    def run() -> None:
        try:
            results.append(work())
        except BaseException as error:
            errors.append(error)
        finally:
            done.set()

    Thread(target=run, name="background", daemon=True).start()
    while not done.wait(GLANCE):
        pause()
    if errors:
        raise errors[0]
    return results[0]
