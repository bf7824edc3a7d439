"""Conditions and orders: who gets which condition, and in which order they meet its levels."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeVar

Thing = TypeVar("Thing")


def assigned(counts: Sequence[int], seed: str) -> int:
    """The condition of the next participant: the one with the fewest so far, `counts`; a tie is drawn."""
    least = min(counts)
    return Random(seed).choice([number for number, count in enumerate(counts) if count == least])


def latin_square(size: int) -> list[list[int]]:
    """The rows of a Latin square of the numbers below `size`: each number is once in each row and column.

    With an even size it is the design of Williams (1949): each number follows each other number in exactly
    one row, so that carry-over effects are balanced too. With an odd size its rows are shifts of 0, 1, 2, ...
    """
    if size % 2:
        return [[(row + place) % size for place in range(size)] for row in range(size)]
    first = [0]
    for place in range(1, size):
        first.append((place + 1) // 2 if place % 2 else size - place // 2)
    return [[(number + row) % size for number in first] for row in range(size)]


def ordered(things: Sequence[Thing], order: str, row: int, seed: str) -> list[Thing]:
    """Things in the order of a participant: as they are (`fixed`), shuffled (`random`), or by that row of the
    Latin square (`latin`), which begins again after its last.
    """
    found = list(things)
    if order == "random":
        Random(seed).shuffle(found)
    elif order == "latin" and found:
        square = latin_square(len(found))
        found = [found[number] for number in square[row % len(square)]]
    return found
