"""What was made of a text, kept until everything together takes too many bytes."""

from __future__ import annotations

import json
from collections import OrderedDict
from hashlib import sha256
from threading import Lock
from typing import TYPE_CHECKING, Any, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")


class Recent(Generic[T]):
    """Calls `make` once for each text, or other JSON, as long as its result is kept. It is known by its
    digest.

    Together they take at most `most` bytes, or there is only one. `size` estimates what one takes, from the
    value and what was made of it. What was used least recently is dropped first.
    """

    def __init__(self, most: int, make: Callable[[Any], T], size: Callable[[Any, T], int]) -> None:
        self.most = most
        self.make = make
        self.size = size
        self.bytes = 0
        self._found: OrderedDict[bytes, tuple[T, int]] = OrderedDict()
        self._lock = Lock()

    def __call__(self, value: Any) -> T:
        """What `make` made of this value. Raises what `make` raises."""
        text = json.dumps(value, sort_keys=True)
        key = sha256(text.encode()).digest()
        with self._lock:
            if key in self._found:
                self._found.move_to_end(key)
                return self._found[key][0]
        made = self.make(value)
        size = self.size(value, made)
        with self._lock:
            if key not in self._found:
                self._found[key] = made, size
                self.bytes += size
                while self.bytes > self.most and len(self._found) > 1:
                    self.bytes -= self._found.popitem(last=False)[1][1]
        return made
