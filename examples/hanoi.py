"""The Tower of Hanoi (Lucas 1883). State: the peg of each disc, the smallest first; a move: (disc, peg).

With three pegs and n discs 2^n - 1 moves are needed; with four, those of Frame and Stewart (1941), which
Bousch (2014) proved to be the fewest: 17 for 6 discs.
"""

from __future__ import annotations

from collections.abc import Iterator

import clew

State = tuple[int, ...]
Move = tuple[int, int]


class Hanoi(clew.Puzzle):
    """`pegs` pegs and `discs` discs: from the first peg to the last."""

    def __init__(self, pegs: int = 3, discs: int = 7) -> None:
        self.pegs = pegs
        self.discs = discs

    def initial(self) -> State:
        return (0,) * self.discs

    def moves(self, state: State) -> Iterator[Move]:
        for disc, peg in enumerate(state):
            if peg in state[:disc]:
                continue  # a smaller disc lies on it
            for other in range(self.pegs):
                if other != peg and other not in state[:disc]:
                    yield disc, other

    def apply(self, state: State, move: Move) -> State:
        disc, peg = move
        return (*state[:disc], peg, *state[disc + 1 :])

    def is_goal(self, state: State) -> bool:
        return all(peg == self.pegs - 1 for peg in state)

    def heuristic(self, state: State) -> int:
        return sum(peg != self.pegs - 1 for peg in state)

    def predecessors(self, state: State) -> list[State]:
        return [self.apply(state, move) for move in self.moves(state)]  # every move can be taken back

    def goals(self) -> list[State]:
        return [(self.pegs - 1,) * self.discs]

    def valid(self, state: State) -> bool:
        return len(state) == self.discs and all(0 <= peg < self.pegs for peg in state)

    def draw(self, state: State) -> str:
        rows = []
        stacks = [[disc for disc, where in enumerate(state) if where == peg] for peg in range(self.pegs)]
        for height in range(self.discs, 0, -1):
            discs = [stack[-height] if len(stack) >= height else None for stack in stacks]
            rows.append(" ".join("|" if disc is None else str(disc) for disc in discs))
        return "\n".join(rows)
