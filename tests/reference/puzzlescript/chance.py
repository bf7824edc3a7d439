"""The luck of a published game: RC4 keyed with the seed, seven bytes for each number."""

from __future__ import annotations


class Luck:
    """A stream of numbers from 0 to 1, the same ones for the same seed."""

    def __init__(self, seed: str) -> None:
        self.numbers = list(range(256))
        self.first = self.second = self.drawn = 0
        key = [byte for sign in seed for byte in _bytes(ord(sign))]
        at = 0
        for index in range(256 if key else 0):
            at = (at + self.numbers[index] + key[index % len(key)]) % 256
            self._swap(index, at)

    def _swap(self, one: int, other: int) -> None:
        self.numbers[one], self.numbers[other] = self.numbers[other], self.numbers[one]

    def _byte(self) -> int:
        self.first = (self.first + 1) % 256
        self.second = (self.second + self.numbers[self.first]) % 256
        self._swap(self.first, self.second)
        return self.numbers[(self.numbers[self.first] + self.numbers[self.second]) % 256]

    def below(self, bound: int) -> int:
        """A whole number from 0 to `bound - 1`."""
        number = 0.0
        for _ in range(7):
            number = number * 256 + self._byte()
        self.drawn += 1
        return int(number / (2**56 - 1) * bound)


def _bytes(code: int) -> list[int]:
    found = [code & 255]
    while code := code >> 8:
        found.insert(0, code & 255)
    return found
