"""Games with far too much of something: a search answers, names its limit, or names the rule."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

import clew
from clew.errors import BoardError, PuzzleError
from clew.families.puzzlescript.puzzle import PuzzleScript
from clew.families.puzzlescript.reader import read
from clew.families.puzzlescript.scene import board_view

if TYPE_CHECKING:
    from pathlib import Path

OBJECTS = ("Background", "Wall", "Player", "Crate", "Ball", "Target")
HEAD = "\n\n".join(f"{name}\ngray" for name in OBJECTS)
LEGEND = ". = Background\n# = Wall\nP = Player\n* = Crate\nB = Ball\nO = Target\n"
LAYERS = "Background\nTarget\nPlayer, Wall, Crate, Ball\n"
ROOM = "P..*\n....\n...O"


def game(*rules: str, level: str = ROOM, prelude: str = "", win: str = "all Target on Crate") -> str:
    parts = (prelude, "OBJECTS", HEAD, "LEGEND", LEGEND, "SOUNDS", "", "COLLISIONLAYERS", LAYERS)
    return "\n\n".join([*parts, "RULES", "\n".join(rules), "WINCONDITIONS", win, "LEVELS", level, ""])


def line_of(source: str, rule: str) -> int:
    return source.split("\n").index(rule) + 1


def refusal(source: str) -> str:
    with pytest.raises(PuzzleError) as caught:
        clew.solve(PuzzleScript(source))
    return str(caught.value)


@pytest.mark.parametrize("old, new", [("Ball\ngray", "Ball ...\ngray"), ("B = Ball", "... = Ball\nB = Ball")])
def test_the_gap_of_rules_is_no_name(old: str, new: str) -> None:
    source = game("[ Player | ... Crate | Ball ] -> [ Player | ... Crate | Ball ]").replace(old, new)
    _, report = read(source)
    line = line_of(source, new.split("\n")[0])
    assert [remark.line for remark in report.remarks if "has a meaning in rules" in remark.message] == [line]


@pytest.mark.parametrize("sign", ["|", "[", "]"])
def test_the_brackets_of_rules_can_be_cells_of_levels(sign: str) -> None:
    source = game("[ > Player | Crate ] -> [ > Player | > Crate ]", level=f"P.{sign}", win="some Ball")
    puzzle = PuzzleScript(source.replace("B = Ball", f"{sign} = Ball"))
    assert clew.solve(puzzle).length == 1


def test_again_that_ends_belongs_to_the_move() -> None:
    rule = "[ Player ] [ Ball | no Wall ] -> [ Player ] [ | Ball ] again"
    puzzle = PuzzleScript(game("right " + rule, level="P....\nB..#O", win="some Target"))
    after = dict(puzzle.successors(puzzle.initial()))
    assert all(str(state).endswith("b#o won") for state in after.values()) and after


def test_a_rule_that_matches_in_far_too_many_places_is_named() -> None:
    rule = "[ Target ] [ Target ] [ Target ] -> [ Target ] [ Target ] [ Crate ]"
    source = game(rule, level="\n".join(["P" + "O" * 79, *["O" * 80] * 59]))
    assert refusal(source).startswith(
        f"line {line_of(source, rule)}: with this rule, the moves of one position"
    )


def test_positions_of_a_huge_level_count_in_the_memory() -> None:
    side = 70
    rows = ["." * side for _ in range(side)]
    rows[60] = "." * 60 + "P" + "." * 9
    rows[0] = "O" + "." * (side - 1)
    rules = ("[ > Player | no Wall ] -> [ Crate | Player ]", "late [ Crate Target ] -> [ Ball Target ]")
    puzzle = PuzzleScript(game(*rules, level="\n".join(rows), win="some Ball"))
    solution = clew.solve(puzzle, memory="1MB")
    assert (solution.status, solution.limit) == ("limit", "memory")
    assert solution.states < 1_000_000 // 1_200


def test_a_game_of_chance_is_played_but_not_proved_without_a_seed() -> None:
    rule = "[ > Player | Crate ] -> [ > Player | randomdir Crate ]"
    source = game(rule, level="#####\n#P*O#\n#...#\n#####")
    puzzle = PuzzleScript(source)
    assert puzzle.moves(puzzle.initial())
    for search in (clew.solve, clew.hint, clew.solutions, clew.explore):
        with pytest.raises(PuzzleError) as caught:
            search(puzzle)
        assert re.match(rf"line {line_of(source, rule)}: .*seed=", str(caught.value))
    found = clew.solve(PuzzleScript(source, seed="1"))
    assert found.status == "solved" and found.optimal


DOUBLING = "".join(f"a{number + 1} = a{number} and a{number}\n" for number in range(60))
THINGS = f"{LEGEND}Thing = Crate or Ball or Wall or Player\n"
FIELD = "." * 250 + "\n." * 249
TOO_LARGE = {
    "objects": "OBJECTS\n\n" + "".join(f"o{number}\nred\n\n" for number in range(2_000)),
    "collision layers": game().replace(LAYERS, "Background\n" + "Wall\n" * 400),
    "rules of one direction": game(f"[ {' | '.join(['moving Thing'] * 6)} ] -> [ | | | | | ]").replace(
        LEGEND, THINGS
    ),
    "a legend that doubles": game().replace(LEGEND, f"{LEGEND}a0 = Crate and Target\n{DOUBLING}"),
    "arrows": game("[ Player ] " + "-> " * 100_000),
    "names in a cell": game("[ " + "Crate " * 50_000 + "] -> [ ]"),
    "loops": game("startloop\n" * 30_000),
    "white space": "OBJECTS\n" + "\n \t" * 100_000,
}


@pytest.mark.parametrize("what", TOO_LARGE)
def test_what_is_far_too_large_is_refused(what: str) -> None:
    with pytest.raises(BoardError):
        PuzzleScript(TOO_LARGE[what])


@pytest.mark.parametrize("large", ["." * 251, "\n".join(["."] * 251)])
def test_a_level_that_is_too_large_is_refused_alone(large: str, tmp_path: Path) -> None:
    source = game("[ > Player | Crate ] -> [ > Player | > Crate ]", level=f"P*.O\n\n{large}\n\nP*O")
    with pytest.raises(BoardError, match=r"`level` is 2, in line .* at most 250 rows and columns"):
        PuzzleScript(source, 2)
    assert clew.solve(PuzzleScript(source, 3)).length == 1
    path = tmp_path / "game.txt"
    path.write_text(source)
    assert [level.number for level in PuzzleScript.levels(path)] == [1, 3]


def test_levels_of_too_many_cells_together_are_refused_where_that_begins() -> None:
    source = game(level="\n\n".join(["\n".join(["." * 250] * 250)] * 17))
    (refused,) = read(source)[1].remarks
    assert "this level cannot be played" in refused.message and refused.severity == "warning"
    with pytest.raises(BoardError, match="all levels of a game together have at most 1,000,000 cells"):
        PuzzleScript(source, 17)


def test_too_many_layers_are_one_error() -> None:
    names = [f"Thing{number}" for number in range(400)]
    things = "\n\n".join(f"{name}\ngray" for name in names)
    source = game(level="P..").replace(HEAD, f"{HEAD}\n\n{things}")
    source = source.replace(LAYERS, LAYERS + "\n".join(names) + "\n")
    errors = [remark for remark in read(source)[1].remarks if remark.severity == "error"]
    assert [remark.message for remark in errors] == ["a game has at most 192 collision layers; combine some"]


def test_too_many_sounds_are_not_kept_and_the_first_is_named() -> None:
    one = game("[ > Player | Crate ] -> [ > Player | > Crate ]")
    many = one.replace("SOUNDS", "SOUNDS\n" + "\n".join(f"Crate move {n}" for n in range(3_000)))
    read_game, report = read(many)
    assert [sound.seed for sound in read_game.sounds] == list(range(100))
    assert (report.errors, report.remarks[0].line) == (0, line_of(many, "Crate move 100"))
    assert report.remarks[0].message == "a game has at most 100 sounds; this one is not played"


def test_a_scene_stays_small_whatever_sounds_a_game_has() -> None:
    names = [f"o{number}" for number in range(900)]
    things = "\n\n".join(f"{name}\ngray" for name in names)
    sounds = "\n".join(f"Thing move {'up ' * 200}{number}" for number in range(90))
    source = game("[ > Player | Crate ] -> [ > Player | > Crate ]").replace(HEAD, f"{HEAD}\n\n{things}")
    source = source.replace(LEGEND, f"{LEGEND}Thing = {' or '.join(names)}\n").replace(
        "SOUNDS", f"SOUNDS\n{sounds}"
    )
    puzzle = PuzzleScript(source.replace(LAYERS, f"{LAYERS}{', '.join(names)}\n"))
    assert [sound["seed"] for sound in board_view(puzzle).board()["sounds"]["sprites"]] == [0, 1, 2, 3, 4]
    assert len(json.dumps(board_view(puzzle).board()["sounds"])) < 50_000
    assert "more than 5,000 objects" in puzzle.game.remarks[0].message


def test_a_level_of_forty_thousand_cells_ends_at_its_limit() -> None:
    side = 200
    rows = [["." for _ in range(side)] for _ in range(side)]
    rows[100][100], rows[90][90], rows[3][3] = "P", "*", "O"
    source = game(
        "[ > Player | Crate ] -> [ > Player | > Crate ]", level="\n".join("".join(row) for row in rows)
    )
    solution = clew.solve(PuzzleScript(source), memory="20MB")
    assert (solution.status, solution.limit) == ("limit", "memory")
    assert solution.lower_bound is not None and solution.lower_bound >= 174


def test_a_game_of_five_thousand_rules_is_solved() -> None:
    far = [f"[ > Player | Ball | Ball | {name} ] -> [ > Player | | | ]" for name in ("Crate", "Wall")]
    source = game("[ > Player | Crate ] -> [ > Player | > Crate ]", *far * 2_500, level="P*.O")
    solution = clew.solve(PuzzleScript(source))
    assert (solution.length, solution.optimal) == (2, True)
