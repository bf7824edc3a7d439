"""The null puzzle for the tests: a counter that goes down and up. The template of a new family's module."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hypothesis import strategies as st

if TYPE_CHECKING:
    from random import Random

    from clew.families.null.puzzle import Null
    from tests.reference.rules import Rules, State
    from tests.tui.games import Played

HIGHEST = 65_535


def rules() -> type[Rules]:
    from tests.reference.rules import Rules

    class Counter(Rules):
        """A state is the counter."""

        def __init__(self, board: dict[str, Any]) -> None:
            self.start = (board["start"],)
            self.highest = board.get("highest", board["start"])

        def moves(self, state: State) -> list[tuple[str, State]]:
            (value,) = state
            found = [("down", value - 1), ("up", value + 1)]
            return [(name, (after,)) for name, after in found if 0 <= after <= self.highest]

        def is_goal(self, state: State) -> bool:
            return bool(state == (0,))

        def text(self, state: State) -> str:
            return str(state[0])

        def read(self, text: str) -> State:
            return (int(text),)

    return Counter


def random_board(rng: Random) -> dict[str, Any]:
    start = rng.randint(0, 40)
    highest = {"highest": start + rng.randint(0, 10)} if rng.random() < 0.5 else {}
    return {"family": "null", "start": start, **highest}


def puzzles() -> st.SearchStrategy[Null]:
    from clew.families.null.puzzle import Null
    from tests.boards.strategies import about

    @st.composite
    def made(draw: st.DrawFn) -> Null:
        start = draw(st.integers(0, 50))
        return Null(start, highest=draw(st.none() | st.integers(start, HIGHEST)), **draw(about()))

    return made()


def games() -> list[Played]:
    from tests.tui.games import Mouse, Played

    return [Played("null:2", "down down", "down down", (Mouse("↓ down"), Mouse("↓ down")))]


def drawn() -> dict[str, str]:
    return {"null": "null[highest=9]:3"}


def no_states() -> tuple[str, tuple[object, ...]]:
    return "null:3", ("-1", "7", "three")


def signs(state: str) -> set[str]:
    return {state}


def piece(_: str) -> str:
    return "the counter"


def largest() -> str:
    return f"null:{HIGHEST}"
