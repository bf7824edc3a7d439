"""Runs Django in a thread: one request in, one complete answer out.

The answer is collected before its first byte is sent, so that a slow reader occupies no thread; a large one
waits in a file. If the client goes away, the work ends: that is checked between two parts of an answer, and a
slow view can call `is_gone`.
"""

from __future__ import annotations

import io
import tempfile
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import IO, Any, cast

from a2wsgi.wsgi import build_environ

from clew_studio.requests.callers import GONE, ROUTE, Scope, Send

IN_MEMORY = 1 << 20
"""A larger answer waits in a file until it is sent."""
PART = 64 << 10

Header = tuple[bytes, bytes]


class TooLargeAnswer(Exception):
    """An answer with more bytes than allowed."""


class Answer:
    """A complete answer. `close` frees its memory or file."""

    def __init__(self) -> None:
        self.status = 500
        self.headers: list[Header] = []
        self.body: IO[bytes] = tempfile.SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115 - closed by `close`
        self.size = 0
        self.route = ""
        """The URL pattern that served it; empty if there is none."""

    def close(self) -> None:
        """Frees the memory or the file that holds the body."""
        self.body.close()

    async def send(self, send: Send) -> None:
        """Send the answer at the reader's pace."""
        await send({"type": "http.response.start", "status": self.status, "headers": self.headers})
        self.body.seek(0)
        left = self.size
        while left > PART:
            part = self.body.read(PART)
            left -= len(part)
            await send({"type": "http.response.body", "body": part, "more_body": True})
        await send({"type": "http.response.body", "body": self.body.read()})


def answer(app: Any, scope: Scope, body: bytes, gone: threading.Event, most: int) -> Answer | None:
    """Return what the application answers; None if the client has gone. Raises `TooLargeAnswer`."""
    held = Answer()
    environ = _environ(scope, body, gone)

    def start(status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> Callable[[bytes], Any]:
        held.status = int(status.split(" ", 1)[0])
        held.headers = [
            (name.strip().lower().encode("latin-1"), text.strip().encode("latin-1")) for name, text in headers
        ]
        return held.body.write

    try:
        with _closing(app(environ, start)) as parts:
            for part in parts:
                held.size += len(part)
                if held.size > most:
                    raise TooLargeAnswer
                held.body.write(part)
                if gone.is_set():
                    held.close()
                    return None
    except BaseException:
        held.close()
        raise
    held.route = environ.get(ROUTE, "")
    return held


def _environ(scope: Scope, body: bytes, gone: threading.Event) -> dict[str, Any]:
    environ: dict[str, Any] = {**build_environ(cast("Any", scope), cast("Any", io.BytesIO(body)))}
    environ[GONE] = gone
    return environ


class _closing:
    """A WSGI answer's parts, closed at the end, as the protocol demands."""

    def __init__(self, parts: Iterable[bytes]) -> None:
        self.parts = parts

    def __enter__(self) -> Iterator[bytes]:
        return iter(self.parts)

    def __exit__(self, *_: object) -> None:
        with suppress(AttributeError):
            self.parts.close()  # type: ignore[attr-defined]
