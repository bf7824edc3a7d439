"""Missionaries and cannibals: three of each cross a river in a boat for two, and missionaries are never
outnumbered.

Eleven crossings are needed (Amarel, "On representations of problems of reasoning about actions", 1968).
State: missionaries, cannibals and boats on the first bank.
"""

from __future__ import annotations

from typing import NamedTuple

import clew


class Bank(NamedTuple):
    missionaries: int
    cannibals: int
    boat: bool


class River(clew.Puzzle):
    """`each` missionaries and as many cannibals, and a boat that holds `seats`."""

    def __init__(self, each: int = 3, seats: int = 2) -> None:
        self.each = each
        self.seats = seats

    def initial(self) -> Bank:
        return Bank(self.each, self.each, True)

    def moves(self, state: Bank) -> list[str]:
        """Who goes in the boat: "MC" is one of each."""
        crews = [
            "M" * missionaries + "C" * cannibals
            for missionaries in range(self.seats + 1)
            for cannibals in range(self.seats + 1 - missionaries)
            if missionaries + cannibals
        ]
        return [crew for crew in crews if self.valid(self.apply(state, crew))]

    def apply(self, state: Bank, move: str) -> Bank:
        sign = -1 if state.boat else 1
        return Bank(
            state.missionaries + sign * move.count("M"),
            state.cannibals + sign * move.count("C"),
            not state.boat,
        )

    def valid(self, state: Bank) -> bool:
        """Nobody is missing, and on neither bank are missionaries outnumbered."""
        here = (state.missionaries, state.cannibals)
        there = (self.each - state.missionaries, self.each - state.cannibals)
        return all(
            min(missionaries, cannibals) >= 0 and (not missionaries or missionaries >= cannibals)
            for missionaries, cannibals in (here, there)
        )

    def is_goal(self, state: Bank) -> bool:
        return state == Bank(0, 0, False)

    def draw(self, state: Bank) -> str:
        left = "M" * state.missionaries + "C" * state.cannibals
        right = "M" * (self.each - state.missionaries) + "C" * (self.each - state.cannibals)
        boat = "\\_/ ~~~" if state.boat else "~~~ \\_/"
        return f"{left:>{2 * self.each}} {boat} {right}"
