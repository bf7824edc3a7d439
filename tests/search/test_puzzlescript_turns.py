"""What a turn is, as in the published player: it wins, it is stopped, or it never ends."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import clew
import clew_lab
from clew.cli.main import main
from clew.families.puzzlescript.puzzle import PuzzleScript
from tests.families.puzzlescript import LAYERS, LEGEND, source
from tests.reference.puzzlescript import PuzzleScript as Plain

PUSH = "[ > Player | Crate ] -> [ > Player | > Crate ]"
MARKED = ["late [ Dot ] -> [ ]", "late [ Player no Mark ] -> [ Player Dot ]"]
"""Every turn marks what is missing; before the first, nothing is marked."""


def plain_length(plain: Plain) -> int | None:
    """The fewest moves, by breadth-first search in Python."""
    layer, seen, length = [plain.start], {plain.start}, 0
    while layer:
        if any(map(plain.is_goal, layer)):
            return length
        layer = [after for state in layer for _, after in plain.moves(state) if not plain.is_goal(state)]
        layer = [state for state in dict.fromkeys(layer) if state not in seen]
        seen.update(layer)
        length += 1
    return None


def lengths(game: str) -> tuple[int | None, int | None]:
    """The fewest moves for Clew and for the plain interpreter."""
    return clew.solve(PuzzleScript(game)).length, plain_length(Plain({"game": game}))


@pytest.mark.parametrize(
    ("rules", "win", "rows", "fewest"),
    [
        (MARKED, "no Dot", ["P..O"], 3),
        ([], "no Dot", ["P."], 1),
        ([], "no Dot", ["P"], 1),
        ([PUSH], "all Mark on Crate", ["P.@"], 1),
        ([PUSH, "late [ Player | Wall ] -> cancel"], "no Dot", ["P#", ".."], 1),
        ([PUSH, "[ right Player ] -> win"], "no Dot", ["P"], 1),
        ([*MARKED, "[ action Player ] -> restart"], "no Dot", ["P.O"], 1),
    ],
)
def test_the_start_is_never_a_win(rules: list[str], win: str, rows: list[str], fewest: int) -> None:
    assert lengths(source(rules, [win], rows)) == (fewest, fewest)


ROOMS = ["########", "#P*O#.O#", "########"]
"""Two rooms, and nobody comes from one into the other."""


def test_play_may_begin_where_the_level_cannot_come() -> None:
    there = "######## #.*o#po# ########"
    puzzle = PuzzleScript(source([PUSH], ["some Player on Mark"], ROOMS), start=there)
    assert puzzle.initial() == there
    assert [str(move) for move in clew.solve(puzzle).moves or ()] == ["right"]
    assert clew.parse(str(puzzle)).initial() == there


@pytest.mark.parametrize(
    ("rule", "fewest"),
    [
        ("down [ Crate | no Wall ] -> [ | Crate ]", 1),
        ("down [ Crate | no Solid ] -> [ | Crate ]", 1),
        ("down [ Crate | no Mark ] -> [ | Crate ]", None),
        ("down [ Crate | Player ] -> [ | Crate ]", 1),
    ],
)
def test_what_appears_keeps_the_movement_of_a_layer_that_its_cell_named(
    rule: str, fewest: int | None
) -> None:
    """The crate takes the player's place, and its movement where the rule named its layer."""
    rows = [".*.", ".PO", "###"]
    assert lengths(source([rule], ["all Mark on Crate"], rows)) == (fewest, fewest)


@pytest.mark.parametrize("blocks", [[], ["[ > Player | Dot ] -> [ Player | Dot ]"]])
@pytest.mark.parametrize(
    "rows",
    [
        ["P@D.", "P@D.", "P@D."],
        [".D@P", ".D@P", ".D@P"],
        ["PPP", "@@@", "DDD", "..."],
        ["...", "DDD", "@@@", "PPP"],
        ["P@D#", "P@D#", "P@D#"],
    ],
)
def test_a_movement_without_an_object_carries_what_comes_there(rows: list[str], blocks: list[str]) -> None:
    """The crates are taken away after they were pushed, and their movements stay for the players."""
    rules = [PUSH, "[ Mark ] -> [ Mark no Crate ]", *blocks, "late [ Player Dot ] -> win"]
    ours, plain = lengths(source(rules, ["no Background"], rows))
    assert ours == plain


@pytest.mark.parametrize(
    ("key", "rows", "wrong"),
    [
        ("state", "######## #.*O#PO# ########", "row 2, column 6: player can never come here"),
        ("start", "######## #P*O..O# ########", "row 2, column 5: wall never leaves this cell"),
        ("start", "######## #P*O##O# ########", "row 2, column 6: wall can never come here"),
        ("state", "######## #{Player+Crate}.O#.O# ########", "row 2, column 2: player and crate share a"),
        ("start", "######## #{Player+Crate}.O#.O# ########", "row 2, column 2: player and crate share a"),
        ("state", "######## #P{Crat}O#.O# ########", 'row 2, column 3: "crat" is not an object'),
    ],
)
def test_a_position_that_is_none_of_this_level_is_refused(key: str, rows: str, wrong: str) -> None:
    game = source([PUSH], ["some Player on Mark"], ROOMS)
    with pytest.raises(clew.BoardError, match=wrong):
        PuzzleScript(game).position(rows) if key == "state" else PuzzleScript(game, start=rows)


def test_a_cell_has_the_background_of_the_level_unless_it_says_that_it_has_none() -> None:
    push = PuzzleScript(source([PUSH], ["some Player on Mark"], ROOMS))
    assert push.position("######## #.{player}O#.O# ########") == "######## #.po#.o# ########"
    takes = source(["[ > Player Background ] -> [ > Player ]"], ["some Player on Mark"], ["P.O"])
    puzzle, plain = PuzzleScript(takes), Plain({"game": takes})
    todo = [puzzle.initial()]
    seen = set(todo)
    while todo:
        state = todo.pop()
        assert puzzle.position(str(state)) == state
        steps = {str(move): after for move, after in puzzle.successors(state)}
        assert {name: plain.read(after) for name, after in steps.items()} == dict(
            plain.moves(plain.read(state))
        )
        todo += set(steps.values()) - seen
        seen |= {*steps.values()}
    assert "{no+background}po" in seen and "{player+no+background}.o" in seen


@pytest.mark.parametrize(("move", "name"), [("u", "up"), ("left", "left"), ("x", "action")])
def test_a_key_that_changes_nothing_is_called_so_by_either_name(move: str, name: str) -> None:
    puzzle = PuzzleScript(source([PUSH], ["some Player on Mark"], ROOMS))
    with pytest.raises(clew.IllegalMove, match=f"`{name}` changes nothing here"):
        puzzle.apply(puzzle.initial(), move)


def test_every_question_takes_a_start_that_meets_its_conditions_as_not_solved() -> None:
    puzzle = PuzzleScript(source(MARKED, ["no Dot"], ["P.O"]))
    start = puzzle.initial()
    assert not puzzle.is_goal(start)
    assert (clew.distance(puzzle), clew.hint(puzzle).distance, clew.solutions(puzzle).count) == (2, 2, 1)
    space = clew.explore(puzzle)
    assert (int(space.distance[space.start]), bool(space.is_goal[space.start])) == (2, False)
    assert not clew.verify(puzzle, "").solved and clew.verify(puzzle, "right right").solved
    game = clew.Game(puzzle)
    assert not game.is_solved
    game.play("right")
    game.play("right")
    assert game.is_solved


def test_the_same_position_is_a_goal_once_a_turn_has_led_to_it() -> None:
    puzzle = PuzzleScript(
        source(["late [ Dot ] -> [ ]", "late [ Player Mark ] -> [ Player Mark Dot ]"], ["no Dot"], ["OP"])
    )
    start = puzzle.initial()
    after: dict[Any, Any] = dict(puzzle.successors(start))
    assert not puzzle.is_goal(after["left"])
    back = after["left"].play("right")
    assert puzzle.is_goal(back) and back == f"{start} won"
    assert puzzle.position(start) == start and puzzle.position(back) == back
    assert puzzle.at(start).initial() == start and not puzzle.at(start).is_goal(start)
    assert clew.solve(puzzle.at(back)).length == 0


def test_a_restart_is_a_turn_like_any_other() -> None:
    """It wins where chance puts the level so when it begins again."""
    rules = ["[ Wall ] -> [ random Thing ]", PUSH, "[ action Player ] -> restart", "[ Dot ] -> again"]
    game = "run_rules_on_level_start\n\n" + source(rules, ["no Ball"], ["P.#", "..."])
    for seed in "0123456":
        puzzle, plain = PuzzleScript(game, seed=seed), Plain({"game": game, "seed": seed})
        state, there = puzzle.initial(), plain.start
        for key in ("right", "action", "action", "down"):
            assert plain.read(state) == there and puzzle.is_goal(state) == plain.is_goal(there)
            assert puzzle.position(state) == state
            steps, moves = {str(k): v for k, v in puzzle.successors(state)}, dict(plain.moves(there))
            assert {name: plain.read(after) for name, after in steps.items()} == moves
            if key not in steps:
                break
            state, there = steps[key], moves[key]


PARTS = "Player = Body and Hat\nQ = Body and Hat\n"


def test_a_player_of_parts_has_moved_where_none_is_left() -> None:
    game = source([], ["all Player on Mark"], ["Q#.O", "...."])
    game = game.replace("Player\nwhite", "Body\nwhite\n\nHat\nred").replace("P = Player\n", "")
    game = game.replace(LEGEND.replace("P = Player\n", ""), LEGEND.replace("P = Player\n", "") + PARTS)
    game = game.replace(LAYERS, LAYERS.replace("Player", "Body") + "Hat\n")
    assert lengths(game) == (1, 1)  # the hat goes alone, and nothing is a player any more
    assert lengths("require_player_movement\n\n" + game) == (5, 5)


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        (["[ Dot ] -> [ Mark ]", "+ [ Mark ] -> [ Dot ]"], "the rules of this group still change something"),
        (
            ["startloop", "[ Dot ] -> [ Mark ]", "[ Mark ] -> [ Dot ]", "endloop"],
            "the loop that begins here still changes something",
        ),
        (["late [ Dot ] -> [ Mark ]", "+ late [ Mark ] -> [ Dot ]"], "the rules of this group"),
    ],
)
@pytest.mark.parametrize("prelude", ["", "run_rules_on_level_start\n\n"])
def test_rules_without_end_are_stopped_and_play_goes_on(rules: list[str], words: str, prelude: str) -> None:
    game = prelude + source(["[ > Player | Ball ] -> [ > Player | ]", *rules], ["no Ball"], ["P.B", "D.."])
    found = clew.solve(PuzzleScript(game))
    assert (found.length, found.optimal) == (2, True) and plain_length(Plain({"game": game})) == 2
    assert found.stopped is not None and words in found.stopped and found.left_out is None
    line = game.split("\n").index(rules[0] if rules[0] != "startloop" else rules[1]) + 1
    assert found.stopped.startswith(f"line {line}: ") and found.to_dict()["stopped"] == found.stopped


def test_a_turn_without_end_is_no_move_and_every_answer_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = [
        "[ action Player ] [ Dot ] -> [ Player ] [ Mark ]",
        "[ Mark ] -> [ Ball ] again",
        "[ Crate ] -> [ Mark ] again",
        "[ Ball ] -> [ Crate ]",
    ]
    game = source([*rules, "[ > Player | Wall ] -> [ > Player | ]"], ["no Wall"], ["P.#", "D.."])
    puzzle = PuzzleScript(game)
    assert "action" not in puzzle.moves(puzzle.initial()) and "right" in puzzle.moves(puzzle.initial())
    found = clew.solve(puzzle)
    assert (found.length, found.optimal) == (2, True) == (plain_length(Plain({"game": game})), True)
    lines = [game.split("\n").index(rule) + 1 for rule in rules[1:3]]
    assert found.left_out is not None and found.to_dict()["left_out"] == found.left_out
    assert found.left_out.startswith(
        tuple(f"line {line}: this rule asks for `again` without end" for line in lines)
    )
    assert "what is proved holds for play without such turns" in found.left_out
    assert clew.hint(puzzle).to_dict()["left_out"] == found.left_out
    space = clew.explore(puzzle)
    assert (space.left_out, space.proof) == (found.left_out, "if turns without end are left out")
    space.save(tmp_path / "map.npz")
    assert clew.StateSpace.load(tmp_path / "map.npz").rests_on == space.rests_on
    assert clew.compare(puzzle).rests_on == space.rests_on == clew.review(puzzle, "right").rests_on
    (tmp_path / "game.txt").write_text(game)
    path = str(tmp_path / "game.txt")
    for command, *more in (
        ["solve"], ["check"], ["compare"], ["rate"], ["map"], ["hint"], ["review", "right"],
    ):  # fmt: skip
        main([command, path, *more])
        told = " ".join(capsys.readouterr().out.split())
        assert "play without such turns" in told and "if turns without end are left out" in told, command
        main([command, "--json", path, *more])
        (line,) = capsys.readouterr().out.splitlines()
        assert space.rests_on.items() <= json.loads(line).items(), command
    (row,) = clew_lab.sweep.map(path, tmp_path / "out", workers=1).rows()
    assert space.rests_on.items() <= row.items()


def test_a_level_that_never_begins_is_refused() -> None:
    rules = ["[ Mark ] -> [ Ball ] again", "[ Crate ] -> [ Mark ] again", "[ Ball ] -> [ Crate ]"]
    game = "run_rules_on_level_start\n\n" + source(rules, ["no Wall"], ["P.", "*#"])
    with pytest.raises(clew.BoardError, match="asks for `again` without end"):
        PuzzleScript(game)
