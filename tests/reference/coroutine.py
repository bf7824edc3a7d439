"""coroutine: two coins take turns; where one may go is printed under the other (or under itself)."""

from typing import Any

from .rules import Rules, State, cell_at, cell_name

COMPASS = {
    "N": (-1, 0), "NE": (-1, 1), "E": (0, 1), "SE": (1, 1),
    "S": (1, 0), "SW": (1, -1), "W": (0, -1), "NW": (-1, -1),
}  # fmt: skip


class Coroutine(Rules):
    """A state is the cell (row, column) of coin 0, that of coin 1, and whose turn it is."""

    def __init__(self, board: dict[str, Any]) -> None:
        self.squares = [[square.split() for square in row] for row in board["squares"]]
        self.height, self.width = len(self.squares), len(self.squares[0])
        corners = [cell_name(0, 0), cell_name(self.height - 1, self.width - 1)]
        first, second = board.get("coins", corners)
        self.start = cell_at(first), cell_at(second), 0
        middle = cell_name(self.height // 2, self.width // 2)
        self.target = cell_at(board.get("target", middle))
        self.own = board.get("rule", "other") == "own"
        self.steps = board.get("metric", "turns") == "steps"
        self.least_cost = 0 if self.steps else 1

    def moves(self, state: State) -> list[tuple[str, State]]:
        coin = state[2]
        here, other = state[coin], state[1 - coin]
        source = here if self.own else other
        found = []
        for direction in self.squares[source[0]][source[1]]:
            there = here[0] + COMPASS[direction][0], here[1] + COMPASS[direction][1]
            if 0 <= there[0] < self.height and 0 <= there[1] < self.width and there != other:
                coins = (there, other) if coin == 0 else (other, there)
                found.append((f"{coin}{direction}", (*coins, 1 - coin)))
        return found or [(f"{coin}-", (state[0], state[1], 1 - coin))]

    def is_goal(self, state: State) -> bool:
        return self.target in state[:2]

    def cost(self, name: str) -> int:
        return 0 if self.steps and name.endswith("-") else 1

    def text(self, state: State) -> str:
        return f"{cell_name(*state[0])},{cell_name(*state[1])},{state[2]}"

    def read(self, text: str) -> State:
        first, second, turn = text.split(",")
        return cell_at(first), cell_at(second), int(turn)
