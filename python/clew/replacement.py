"""Files that are written whole or not at all."""

from __future__ import annotations

import os
from contextlib import suppress
from itertools import count
from shutil import copymode
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from os import PathLike
    from types import TracebackType

_STREAMS = ("/dev/fd/", "/dev/std", "/proc/")
"""Names of what is open already: that is written to, even if it is a file."""
_LONGEST = 50
"""Characters of a file's name in the name beside it: folders allow 255 bytes."""


class Replacement:
    """A file beside another one, whose place it takes when it is whole.

    Write to `path`, which is `NAME.PID.part` in the same folder, and close it; then `put` it in its place or
    `drop` it. A `with` block puts it at its end, and drops it after an error. Until then, the old file is as
    it was. The new one keeps its permissions; of a link, the file is replaced that it points to. A pipe or a
    device is itself the `path`.

    Raises `OSError` if there can be no such file.
    """

    def __init__(self, path: str | PathLike[str]) -> None:
        name = os.fspath(path)
        self._target: str | None = None
        self.path = name
        if name.startswith(_STREAMS) or (os.path.exists(name) and not os.path.isfile(name)):
            return
        self._target = os.path.realpath(name)
        if os.path.exists(self._target):
            open(self._target, "rb+").close()  # a file that may not be written is not replaced either
        try:
            self.path = self._reserved(self._target)
        except OSError as error:
            error.filename = name  # nobody knows the name beside it
            raise

    @staticmethod
    def _reserved(target: str) -> str:
        folder, name = os.path.split(target)
        for number in count():
            more = f".{number}" if number else ""
            path = os.path.join(folder, f"{name[:_LONGEST]}.{os.getpid()}{more}.part")
            try:
                open(path, "xb").close()
            except FileExistsError:
                continue
            return path
        raise AssertionError("there are always more numbers")

    def put(self) -> None:
        """Put the file in its place. Does nothing after `drop` or `put`."""
        target, self._target = self._target, None
        if target is None:
            return
        try:
            if os.path.exists(target):
                copymode(target, self.path)
                with open(self.path, "rb+") as file:
                    os.fsync(file.fileno())  # the old one is gone then, even if the power fails
            os.replace(self.path, target)
        except BaseException:
            os.unlink(self.path)
            raise

    def drop(self) -> None:
        """Remove the file, and leave the old one. Does nothing after `drop` or `put`."""
        if self._target is not None:
            self._target = None
            with suppress(FileNotFoundError):  # pyarrow removes what it could not write to its end
                os.unlink(self.path)

    def __enter__(self) -> Replacement:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None:
            self.put()
        else:
            self.drop()


def write_whole(path: str | PathLike[str], data: bytes) -> None:
    """Write a file, whole or not at all. Raises `OSError`."""
    with Replacement(path) as new, open(new.path, "wb") as file:
        file.write(data)
