"""Games made to cost much: their moves, and the reading of their rules, end at a bound that names a line."""

from __future__ import annotations

import re

import pytest

from clew.errors import BoardError, PuzzleError
from clew.families.puzzlescript.puzzle import PuzzleScript
from clew.families.puzzlescript.reader import compile, expand
from tests.search.test_hostile_games import game, line_of

WIDE = "\n".join(["BP" + "." * 248, *["B" + "." * 249] * 99])
STEP = "[ stationary Crate ] -> [ right Crate ] again"


def row(cells: int, last: str) -> str:
    return " | ".join([*["Background"] * cells, last])


LONG = f"[ {row(120, 'Ball')} ] -> [ {row(120, 'Crate')} ]"
TWO_GAPS = "[ Background | ... | Background | ... | Background Ball ] -> [ | ... | | ... | ]"
ONE = "some Target"
ATTACKS = {
    "long rows, of which all but the last cell match": ([LONG] * 100, WIDE, ONE),
    "two gaps": ([TWO_GAPS], WIDE, ONE),
    "win conditions of a large level, again and again": (
        [STEP],
        "P" + "." * 248 + "\n*" + ("." * 249 + "\n") * 100,
        "some Background\n" * 99 + ONE,
    ),
}


@pytest.mark.parametrize("what", ATTACKS)
def test_the_moves_of_a_position_cost_what_is_compared(what: str) -> None:
    rules, level, win = ATTACKS[what]
    puzzle = PuzzleScript(game(*rules, level=level, win=win))
    with pytest.raises(
        PuzzleError, match=r"^line \d+: with this rule, the moves of one position take more than"
    ):
        puzzle.moves(puzzle.initial())


def many(*rules: str, of: int = 70) -> str:
    """A game with a property of many objects, each in a layer of its own."""
    names = [f"thing{number}" for number in range(of)]
    head = "\n\n".join(f"{name}\ngray" for name in ("Background", "Player", "Target", *names))
    legend = f". = Background\nP = Player\nO = Target\nThing = {' or '.join(names)}"
    layers = "\n".join(("Background", "Player", "Target", *names))
    parts = (
        "OBJECTS",
        head,
        "LEGEND",
        legend,
        "SOUNDS",
        "COLLISIONLAYERS",
        layers,
        "RULES",
        "\n".join(rules),
    )
    return "\n\n".join([*parts, "WINCONDITIONS", "no Target", "LEVELS", "P.O", ""])


BOTH = "[ Thing | Thing ] -> [ Thing | ]"
NEVER = "[ Thing Background | Player Background Background ] -> [ Thing | Player ]"


@pytest.mark.parametrize(
    "rule, words",
    [
        (BOTH, "this rule expands to more than 5,000 rules"),
        ("right [ Thing | Thing | Thing ] -> [ | | ]", "this rule expands to more than 5,000 rules"),
        (f"right [ {' | '.join(['Thing Thing Thing'] * 200)} ] -> [ {' | ' * 199} ]", "at most 500 names"),
    ],
)
def test_a_rule_over_many_objects_is_refused(rule: str, words: str) -> None:
    source = many(rule)
    with pytest.raises(BoardError, match=rf"line {line_of(source, rule)}:1: .*{words}"):
        PuzzleScript(source)


@pytest.mark.parametrize(
    "rule, limit, most, words",
    [
        (
            "right [ Thing ] -> [ ]",
            (compile, "BYTES"),
            1 << 20,
            "the rules up to here expand to more than 1 MiB",
        ),
        (NEVER, (expand, "COPIES"), 2_000, "the rules up to here expand to more than 2,000 rules"),
    ],
)
def test_all_rules_together_are_bounded_those_that_never_match_too(
    rule: str, limit: tuple[object, str], most: int, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(*limit, most)
    source = many(*[rule] * 40)
    with pytest.raises(BoardError) as caught:
        PuzzleScript(source)
    [told] = [line for line in str(caught.value).split("\n") if words in line]
    blamed = int(re.findall(r"line (\d+)", told)[0])
    assert line_of(source, rule) < blamed < line_of(source, rule) + 39


def test_a_rule_over_seventy_objects_is_played() -> None:
    puzzle = PuzzleScript(
        many("[ > Player | Thing ] -> [ > Player | > Thing ]", "[ Thing ] [ Player Thing ] -> [ ] [ ]")
    )
    assert [move.name for move in puzzle.moves(puzzle.initial())] == ["right"]


def test_a_level_has_at_most_so_many_cells_and_layers() -> None:
    source = many("[ > Player | Thing ] -> [ > Player | > Thing ]", of=100)
    source = source.replace("P.O\n", "P.O\n\n" + "\n".join(["P" + "." * 99] * 100) + "\n")
    assert PuzzleScript(source).rows == 1
    with pytest.raises(BoardError, match=r"`level`: 2 has too many cells: times 103 collision layers"):
        PuzzleScript(source, level=2)


def test_a_game_has_at_most_a_hundred_win_conditions() -> None:
    source = game("[ > Player | Crate ] -> [ > Player | > Crate ]", win="\n".join(["some Crate"] * 101))
    line = source.split("\n").index("some Crate") + 101
    with pytest.raises(BoardError, match=rf"line {line}:1: a game has at most 100 win conditions"):
        PuzzleScript(source)


def test_chance_does_not_follow_billions_of_numbers() -> None:
    rule = "[ > Player | Crate ] -> [ > Player | randomdir Crate ]"
    puzzle = PuzzleScript(game(rule, level="#####\n#P*O#\n#...#\n#####"), seed="1")
    state = str(puzzle.initial()).replace("~0", "~4000000000")
    with pytest.raises(BoardError, match="chance has drawn 4000000000 numbers"):
        puzzle.position(state)
