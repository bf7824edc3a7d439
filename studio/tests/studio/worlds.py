"""Worlds as a page sees them: started, watched, read."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from urllib.request import Request

from tests.promptness import HANGS
from tests.studio.client import Client, Json

HOSTILE = """
size = [22.0, 12.5]
ground = [{ x = 0.0, y = 1.2, width = 22.0, height = 1.2 }]
player = { x = 1.5, y = 1.2 }
animal = [
  { kind = "fox", name = "Loop", x = 6.0, y = 1.2, script = "loop.lua" },
  { kind = "cat", name = "Oops", x = 9.0, y = 1.2, script = "oops.lua" },
  { kind = "tortoise", name = "Tor", x = 14.0, y = 1.2, script = "patrol" },
]
"""


class Stream:
    """The events of a world, as they come."""

    def __init__(self, client: Client, key: str) -> None:
        request = Request(f"{client.site}/api/v1/worlds/{key}/events")
        self._response = client.opener.open(request, timeout=HANGS)
        self._name = ""

    def __iter__(self) -> Iterator[tuple[str, Json]]:
        for line in self._response:
            text = line.decode().rstrip("\n")
            if text.startswith("event: "):
                self._name = text[7:]
            elif text.startswith("data: "):
                yield self._name, json.loads(text[6:])

    def until(self, name: str, right: Callable[[Json], object] = lambda told: True) -> Json:
        """The first event of that name with which the test is content."""
        end = time.monotonic() + HANGS
        for event, told in self:
            if event == name and right(told):
                return told
            assert event != "end", told
            assert time.monotonic() < end, f"no such {name} came; the last event was {event}: {told}"
        raise AssertionError("the stream has ended")

    def close(self) -> None:
        self._response.close()


@contextmanager
def watching(client: Client, key: str) -> Iterator[Stream]:
    stream = Stream(client, key)
    try:
        yield stream
    finally:
        stream.close()


def begun(client: Client, level: str = "meadow") -> str:
    key: str = client.post("/worlds", {"level": level}).good(201)["id"]
    return key


def place(frame: Json, number: int) -> tuple[float, float]:
    return next((x, y) for one, x, y, *_ in frame["characters"] if one == number)
