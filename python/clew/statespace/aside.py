"""Work beside the caller, who can be interrupted meanwhile.

A single call of a library may take seconds on a large map, and hears nothing until it returns. So it runs on
a thread of its own; the caller waits, and leaves when it is time. What is left behind ends at its next pause.
"""

from __future__ import annotations

from threading import Event, Thread
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeVar

    Result = TypeVar("Result")

GLANCE = 0.02
"""Seconds between two looks at whether to go on."""

LARGE = 200_000
"""Edges of a map above which single calls are worth a thread."""


def go_on() -> None:
    """The pause of work that nobody ends."""


def beside(work: Callable[[], Result], pause: Callable[[], None] = go_on) -> Result:
    """What `work` returns or raises, while the caller looks at `pause`, which may raise, and hears Ctrl-C."""
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

    Thread(target=run, name="beside", daemon=True).start()
    while not done.wait(GLANCE):
        pause()
    if errors:
        raise errors[0]
    return results[0]
