"""Sokoban for the tests: small random rooms, in which boxes stand anywhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hypothesis import strategies as st

if TYPE_CHECKING:
    from collections.abc import Hashable
    from random import Random

    from clew.families.sokoban.puzzle import Sokoban
    from tests.reference.rules import Rules, State
    from tests.tui.games import Played

STEPS = {"l": (0, -1), "r": (0, 1), "u": (-1, 0), "d": (1, 0)}
METRICS = ("moves", "pushes", "moves-then-pushes", "pushes-then-moves")


def rules() -> type[Rules]:
    from tests.reference.rules import Rules, cell_name, rows_of

    class Warehouse(Rules):
        """A state is the cell (row, column) of the player, then those of the boxes."""

        def __init__(self, board: dict[str, Any]) -> None:
            self.rows = rows_of(board["board"])
            self.by_steps = board.get("metric", "moves").startswith("moves")
            self.walls = self.cells("#")
            self.goals = set(self.cells(".+*"))
            self.start = (*self.cells("@+"), *self.cells("$*"))

        def cells(self, signs: str) -> list[tuple[int, int]]:
            return [(r, c) for r, row in enumerate(self.rows) for c, sign in enumerate(row) if sign in signs]

        def steps(self, state: State) -> list[tuple[str, State]]:
            """Every step of the player, by its letter in LURD."""
            (row, column), *boxes = state
            found = []
            for letter, (down, right) in STEPS.items():
                there, beyond = (row + down, column + right), (row + 2 * down, column + 2 * right)
                if there in self.walls or (there in boxes and (beyond in self.walls or beyond in boxes)):
                    continue
                after = (there, *(beyond if box == there else box for box in boxes))
                found.append((letter.upper() if there in boxes else letter, after))
            return found

        def walked(self, state: State) -> dict[Any, int]:
            """The cells that the player can walk to, each with its distance."""
            found, ring = {state[0]: 0}, [state[0]]
            while ring:
                ends = [
                    after[0]
                    for cell in ring
                    for name, after in self.steps((cell, *state[1:]))
                    if name.islower()
                ]
                far = found[ring[0]] + 1
                ring = list(dict.fromkeys(cell for cell in ends if cell not in found))
                found |= dict.fromkeys(ring, far)
            return found

        def moves(self, state: State) -> list[tuple[str, State]]:
            if self.by_steps:
                return self.steps(state)
            found = []
            for cell in self.walked(state):
                for name, after in self.steps((cell, *state[1:])):
                    if name.isupper():
                        found.append((cell_name(*after[0]) + name, after))
            return found

        def is_goal(self, state: State) -> bool:
            return set(state[1:]) <= self.goals

        def identity(self, state: State) -> Hashable:
            player = state[0] if self.by_steps else min(self.walked(state))
            return player, frozenset(state[1:])

        def text(self, state: State) -> str:
            signs = dict.fromkeys(self.walls, "#") | dict.fromkeys(self.goals, ".")
            signs |= {box: "*" if box in self.goals else "$" for box in state[1:]}
            signs[state[0]] = "+" if state[0] in self.goals else "@"
            wide, high = len(self.rows[0]), len(self.rows)
            return "/".join("".join(signs.get((r, c), "-") for c in range(wide)) for r in range(high))

        def read(self, text: str) -> State:
            rows, self.rows = self.rows, rows_of(text)
            state = (*self.cells("@+"), *self.cells("$*"))
            self.rows = rows
            return state

    return Warehouse


def random_board(rng: Random) -> dict[str, Any]:
    while True:
        high, wide = rng.randint(2, 4), rng.randint(2, 5)
        signs = [rng.choice("------#") for _ in range(high * wide)]
        places = list(range(high * wide))
        rng.shuffle(places)
        boxes = rng.randint(1, 3)
        goals = set(rng.sample(places, min(len(places), boxes + (rng.random() < 0.2))))
        for place in goals:
            signs[place] = "."
        for place in places[:boxes]:
            signs[place] = "*" if place in goals else "$"
        player = places[boxes]
        signs[player] = "+" if player in goals else "@"
        rows = ["".join(signs[at : at + wide]) for at in range(0, high * wide, wide)]
        if len(goals) < boxes:
            continue
        board = ["#" * (wide + 2), *(f"#{row}#" for row in rows), "#" * (wide + 2)]
        return {"family": "sokoban", "board": board, "metric": rng.choice(METRICS[:2])}


def puzzles() -> st.SearchStrategy[Sokoban]:
    from clew.families.sokoban.puzzle import Sokoban
    from tests.boards.strategies import about

    @st.composite
    def made(draw: st.DrawFn) -> Sokoban:
        board = random_board(draw(st.randoms(use_true_random=False)))
        return Sokoban(board["board"], metric=draw(st.sampled_from(METRICS)), **draw(about()))

    return made()


def games() -> list[Played]:
    from tests.tui.games import Mouse, Played

    room = "#######/#@-$-.#/#-----#/#######"
    return [
        Played(
            f"sokoban:{room}",
            "right right right",
            "rRR",
            (Mouse("·", then="1 move "), Mouse("$", then="2 moves"), Mouse("$")),
        ),
        Played(
            f"sokoban[pushes]:{room}",
            "tab enter right right",
            "d2R e2R",
            (Mouse("$"), Mouse("·", 1), Mouse(".")),
        ),
    ]


def drawn() -> dict[str, str]:
    return {
        "sokoban": "sokoban:-#####/##---#/#.$@-#/#-*--###/#--$--.#/########",
        "sokoban-pushes": "sokoban[pushes]:#######/#.-+$-#/#-#*--#/#-----#/#######",
    }


def no_states() -> tuple[str, tuple[object, ...]]:
    return "sokoban:#####/#@$.#/#####", (
        "",
        "#####/#@-.#/#####",
        "#####/#-$.#/#####",
        "#####/#@$-#/#####",
        "######/#@-$.#/######",
        "#####/#@$x#/#####",
    )


def signs(state: str) -> set[str]:
    return set(state) & set("@$*+.")


def moved(rules: Rules, state: State, move: str) -> list[tuple[str, str]]:
    pairs = zip(state, rules.after(state, move), strict=True)
    player, *boxes = [(str(here), str(there)) for here, there in pairs]
    pushed = [(here, there) for here, there in boxes if here != there]
    return [player, *pushed] if len(move) == 1 else pushed


def largest() -> str:
    wall = "#" * 64
    return "/".join(["sokoban:" + wall, *[f"#{'-' * 62}#"] * 60, f"#@$.{'-' * 59}#", f"#{'-' * 62}#", wall])
