"""Animations as files: GIF, and WebM or MP4 by the program ffmpeg, if it is installed."""

from __future__ import annotations

import shutil
import subprocess
from abc import ABC, abstractmethod
from contextlib import suppress
from tempfile import TemporaryFile
from typing import IO, TYPE_CHECKING, Self

from clew.errors import ClewError
from clew.pictures.gif import Gif
from clew.pictures.raster import needed
from clew.replacement import Replacement

if TYPE_CHECKING:
    from types import TracebackType

    from PIL.Image import Image

ENCODERS = {
    "webm": ("-c:v", "libvpx-vp9", "-crf", "34", "-b:v", "0", "-pix_fmt", "yuv420p", "-f", "webm"),
    "mp4": ("-c:v", "libx264", "-crf", "22", "-pix_fmt", "yuv420p", "-movflags", "+faststart", "-f", "mp4"),
}
"""The options of ffmpeg for each format."""

RATES = {"gif": 10.0, "webm": 25.0, "mp4": 25.0}
"""Frames per second."""

FORMATS = tuple(RATES)


class Reel(ABC):
    """Takes frames of one size. They are written beside `path`, which is replaced at the end; if there is an
    error before, it is left as it was.
    """

    def __init__(self, path: str) -> None:
        self._path = path
        self._new = Replacement(path)
        self._part = self._new.path

    @abstractmethod
    def add(self, frame: Image) -> None:
        """Adds the next frame."""

    @abstractmethod
    def _write(self) -> None:
        """Writes what is left of the file."""

    @abstractmethod
    def _close(self) -> None:
        """Ends whatever still works on the file."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if error is None:
                self._write()
                self._new.put()
        finally:
            self._close()
            self._new.drop()


def check(form: str) -> None:
    """Raises `ClewError` if this computer lacks what the format needs."""
    needed("PIL.Image", "an animation")
    needed("resvg_py", "an animation")
    if form in ENCODERS and shutil.which("ffmpeg") is None:
        raise ClewError(f"a .{form} needs the program ffmpeg, which is not installed; a .gif does not")


def reel(path: str, form: str, size: tuple[int, int], samples: Image) -> Reel:
    """A reel for a file; `samples` has all the colours of the frames, from which a GIF chooses its own."""
    if form == "gif":
        return _Gif(path, size, samples)
    return _Video(path, form, size)


class _Gif(Reel):
    def __init__(self, path: str, size: tuple[int, int], samples: Image) -> None:
        super().__init__(path)
        self._gif = Gif(size, samples)

    def add(self, frame: Image) -> None:
        self._gif.add(frame, (0, 0), round(100 / RATES["gif"]))

    def _write(self) -> None:
        with open(self._part, "wb") as stream:
            stream.write(self._gif.bytes())

    def _close(self) -> None:
        """Does nothing: there is nothing to end."""


class _Video(Reel):
    """ffmpeg reads the pixels from a pipe."""

    def __init__(self, path: str, form: str, size: tuple[int, int]) -> None:
        super().__init__(path)
        wide, high = size
        pixels = ("-f", "rawvideo", "-pix_fmt", "rgb24", "-s", f"{wide}x{high}", "-r", str(RATES[form]))
        self._told: IO[bytes] = TemporaryFile()  # noqa: SIM115 - `_close` closes it
        self._program = subprocess.Popen(
            ["ffmpeg", "-y", "-loglevel", "error", *pixels, "-i", "-", "-an", *ENCODERS[form], self._part],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=self._told,
        )

    def add(self, frame: Image) -> None:
        assert self._program.stdin is not None
        try:
            self._program.stdin.write(frame.tobytes())
        except BrokenPipeError:
            raise self._failed() from None

    def _write(self) -> None:
        self._program.communicate()
        if self._program.returncode:
            raise self._failed()

    def _close(self) -> None:
        if self._program.poll() is None:
            self._program.kill()
            self._program.wait()
        if self._program.stdin is not None:
            with suppress(BrokenPipeError):
                self._program.stdin.close()
        self._told.close()

    def _failed(self) -> ClewError:
        self._program.wait()
        self._told.seek(0)
        lines = self._told.read().decode("utf-8", "replace").strip().splitlines()
        return ClewError(
            f"ffmpeg could not write {self._path}: {lines[-1] if lines else 'it gave no reason'}"
        )
