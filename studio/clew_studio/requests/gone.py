"""Whether the client that sent a request still waits for the answer."""

from __future__ import annotations

import threading
from collections.abc import Callable

from django.http import HttpRequest

GONE = "clew.gone"
"""The key of a request's `META` for the event that is set once the client has disconnected."""


def is_gone(request: HttpRequest) -> Callable[[], bool]:
    """Return whether the client has gone, so that nobody needs the answer."""
    event: threading.Event | None = request.META.get(GONE)
    return (lambda: False) if event is None else event.is_set
