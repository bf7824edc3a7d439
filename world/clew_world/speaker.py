"""Plays the notes of `sounds` through pygame; without a device for sound it is silent."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from math import exp, pi, sin
from typing import Any

from clew_world.sounds import SOUNDS, Note

_RATE = 22_050
"""Samples per second."""
_LOUDNESS = 0.12
_RISE = 0.008
"""Seconds in which a tone swells, because one that begins at once clicks."""


class Speaker:
    """Plays sounds by name. `muted` may be changed at any time."""

    def __init__(self, pygame: Any, *, muted: bool = False) -> None:
        self.muted = muted
        self._pygame = pygame
        self._sounds: dict[str, Any] = {}

    def open(self) -> None:
        """Takes the device, if there is one."""
        pygame = self._pygame
        try:
            pygame.mixer.init(frequency=_RATE, size=-16, channels=1)
        except pygame.error:
            return
        for name, notes in SOUNDS.items():
            self._sounds[name] = pygame.mixer.Sound(buffer=samples(notes).tobytes())

    def play(self, names: Iterable[str]) -> None:
        """Plays these sounds at once, and does not wait for their end."""
        if self.muted:
            return
        for name in names:
            if name in self._sounds:
                self._sounds[name].play()

    def close(self) -> None:
        """Gives the device back."""
        self._pygame.mixer.quit()


def samples(notes: Sequence[Note]) -> array[int]:
    """The notes as signed 16-bit samples, one channel, `_RATE` in a second."""
    length = max(note.after + note.seconds for note in notes)
    wave = [0.0] * round(length * _RATE)
    for note in notes:
        begin = round(note.after * _RATE)
        for place in range(min(round(note.seconds * _RATE), len(wave) - begin)):
            time = place / _RATE
            # It fades to a thousandth, as the page's tones do.
            fade = min(time / _RISE, 1.0) * exp(-7 * time / note.seconds)
            wave[begin + place] += fade * sin(2 * pi * note.hertz * time)
    return array("h", (round(32_767 * max(-1.0, min(1.0, _LOUDNESS * value))) for value in wave))
