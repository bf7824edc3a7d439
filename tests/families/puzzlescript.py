"""PuzzleScript for the tests: small random levels under rules drawn from a list of many kinds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hypothesis import strategies as st

if TYPE_CHECKING:
    from random import Random

    from clew.families.puzzlescript.puzzle import PuzzleScript
    from tests.reference.rules import Rules
    from tests.tui.games import Played

OBJECTS = ("Background", "Mark", "Dot", "Player", "Wall", "Crate", "Ball")
HEAD = "\n\n".join(
    f"{name}\n{colour}"
    for name, colour in zip(
        OBJECTS, ("black", "darkblue", "green", "white", "brown", "orange", "red"), strict=True
    )
)
LEGEND = """. = Background
# = Wall
P = Player
* = Crate
O = Mark
B = Ball
D = Dot
@ = Crate and Mark
Thing = Crate or Ball
Solid = Wall or Crate or Ball
"""
LAYERS = "Background\nMark\nDot\nPlayer, Wall, Crate, Ball\n"
RULES = (
    "[ > Player | Crate ] -> [ > Player | > Crate ]",
    "[ > Player | Thing ] -> [ > Player | > Thing ]",
    "[ < Player | Crate ] -> [ < Player | < Crate ]",
    "[ > Thing | Thing ] -> [ > Thing | > Thing ]",
    "[ > Ball | stationary Crate ] -> [ | Ball ]",
    "[ > Crate | Ball ] -> [ Crate | ]",
    "[ > Player | Wall ] -> [ > Player | ]",
    "[ ^ Player | Ball ] -> [ ^ Player | ^ Ball ]",
    "[ > Player ] [ Ball ] -> [ > Player ] [ < Ball ]",
    "[ moving Player Mark ] -> [ Player Mark ]",
    "[ > Player | no Solid ] -> [ > Player Dot | ]",
    "horizontal [ > Crate ] -> [ Crate ]",
    "down [ Ball | no Solid ] -> [ down Ball | ]",
    "down [ Crate | no Wall ] -> [ | Crate ]",
    "down [ Crate | no Mark ] -> [ | Crate ]",
    "[ action Player | Crate ] -> [ Player | Ball ]",
    "+ [ action Player | Wall ] -> [ Player | Crate ]",
    "late [ Crate Mark ] -> [ Ball Mark ]",
    "late [ Ball Dot ] -> [ Ball ]",
    "late [ Player | Ball ] -> [ Player Dot | Ball ]",
    "late [ Crate | Crate | Crate ] -> [ | | ]",
    "late [ Player Dot ] -> cancel",
    "late down [ Ball | no Solid ] -> [ | Ball ] again",
    "[ > Player | ] -> [ | > Player ]",
)
WINS = ("all Mark on Crate", "some Player on Mark", "no Crate", "no Ball", "all Ball on Mark", "some Dot")


def source(rules: list[str], wins: list[str], rows: list[str]) -> str:
    """The source of a game with these rules and one level."""
    parts = ("OBJECTS", HEAD, "", "LEGEND", LEGEND, "SOUNDS", "", "COLLISIONLAYERS", LAYERS, "RULES")
    return "\n".join([*parts, *rules, "", "WINCONDITIONS", *wins, "", "LEVELS", "", *rows, ""])


def rules() -> type[Rules]:
    from tests.reference.puzzlescript import PuzzleScript

    return PuzzleScript


def random_board(rng: Random) -> dict[str, Any]:
    wide, high = rng.randint(2, 4), rng.randint(2, 4)
    signs = [rng.choice("...##**OBD@") for _ in range(wide * high)]
    signs[rng.randrange(wide * high)] = "P"
    rows = ["".join(signs[begin : begin + wide]) for begin in range(0, wide * high, wide)]
    chosen = rng.sample(RULES, rng.randint(1, 4))
    if chosen[0].startswith("+"):
        chosen = chosen[1:] or [RULES[0]]
    late = [rule for rule in chosen if rule.startswith("late")]
    early = [rule for rule in chosen if not rule.startswith("late")]
    ordered = [*early, *late]
    if ordered[0].startswith("+"):
        ordered = ordered[1:] or [RULES[0]]
    return {"family": "puzzlescript", "game": source(ordered, rng.sample(WINS, 1), rows)}


def most_states() -> int:
    return 40


def puzzles() -> st.SearchStrategy[PuzzleScript]:
    from clew.families.puzzlescript.puzzle import PuzzleScript
    from tests.boards.strategies import about

    @st.composite
    def made(draw: st.DrawFn) -> PuzzleScript:
        board = random_board(draw(st.randoms(use_true_random=False)))
        return PuzzleScript(board["game"], **draw(about()))

    return made()


def games() -> list[Played]:
    from clew.families.puzzlescript import FAMILY
    from tests.tui.games import Mouse, Played

    push = (Mouse("right"), Mouse("right"), Mouse("right"))
    return [Played(FAMILY.sample[0], "right right right", "right right right", push)]


def drawn() -> dict[str, str]:
    from clew.families.puzzlescript import FAMILY

    return {"puzzlescript": FAMILY.sample[0]}


def no_states() -> tuple[str, tuple[object, ...]]:
    from clew.families.puzzlescript import FAMILY

    return FAMILY.sample[0], ("", "#######", "####### #P*..O# ######!", "####### #P*.{mouse}O# #######")


def signs(state: str) -> set[str]:
    return {sign for sign in state if sign != " "}


def piece(move: str) -> str:
    """A key moves whatever the player is: the board as a whole."""
    return "the board"
