"""Random games: the engine does what the plain interpreter does, key by key."""

from __future__ import annotations

import tomllib
from collections import deque
from pathlib import Path
from random import Random

import pytest

import clew
from clew.errors import BoardError
from clew.families.puzzlescript.puzzle import PuzzleScript
from clew.testing import check_puzzle
from tests.acceptance.data import FOLDER, rows
from tests.amount import times
from tests.families.puzzlescript import random_board, source
from tests.reference.puzzlescript import PuzzleScript as Plain
from tests.reference.puzzlescript import Refused

WALK = 6
RECORDED = rows("puzzlescript/recordings.json") if (FOLDER / "puzzlescript").is_dir() else []
GAMES = sorted((Path(__file__).parents[2] / "boards" / "puzzlescript").glob("*.toml"))


@pytest.mark.parametrize("seed", range(times(10, 200)))
def test_a_walk_through_a_random_game(seed: int) -> None:
    rng = Random(seed)
    board = random_board(rng)
    puzzle, plain = PuzzleScript(board["game"]), Plain(board)
    state, there = puzzle.initial(), plain.start
    for _ in range(WALK):
        assert plain.read(state) == there
        assert puzzle.is_goal(state) == plain.is_goal(there)
        steps, moves = dict(puzzle.successors(state)), dict(plain.moves(there))
        assert {name: plain.read(after) for name, after in steps.items()} == moves
        if not steps:
            return
        name = rng.choice(sorted(steps))
        state, there = steps[name], moves[str(name)]


def agree(puzzle: PuzzleScript, plain: Plain, most: int) -> int:
    """Compares so many positions, those near the start first, and returns how many there were.

    All are asked of one puzzle, since what an engine keeps from one position must not change another.
    """
    waiting = deque([(puzzle.initial(), plain.start)])
    met = {str(puzzle.initial())}
    compared = 0
    while waiting and compared < most:
        state, there = waiting.popleft()
        compared += 1
        assert puzzle.is_goal(state) == plain.is_goal(there), state
        if plain.is_goal(there):
            continue
        steps, moves = dict(puzzle.successors(state)), dict(plain.moves(there))
        assert {str(name): plain.read(after) for name, after in steps.items()} == moves, state
        for name, after in steps.items():
            if str(after) not in met:
                met.add(str(after))
                waiting.append((after, moves[str(name)]))
    return compared


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_positions_near_the_start_of_a_level(path: Path) -> None:
    keys = tomllib.loads(path.read_text(encoding="utf-8"))
    keys.pop("family")
    puzzle = PuzzleScript(**keys)
    assert agree(puzzle, Plain(puzzle.to_dict()), times(60, 2_000)) > 1


@pytest.mark.skipif(not RECORDED, reason="there are no recordings")
def test_positions_near_the_start_of_recorded_games() -> None:
    compared = 0
    for row in RECORDED[:: times(60, 1)]:
        for level in range(1, times(2, 4)):
            try:
                puzzle = PuzzleScript(row["source"], level=level)
                plain = Plain(puzzle.to_dict())
            except (BoardError, Refused):
                break  # so many levels it does not have
            compared += agree(puzzle, plain, times(20, 150))
    assert compared > 20


ASKED = [
    "sfx0",
    "sfx1",
    "sfx2 sfx1",
    "sfx3 message a",
    "message b",
    "message",
    "cancel sfx4",
    "restart sfx5",
    "again sfx6",
]
"""What rules ask for besides; also in place of what they do."""


def asking(game: str, rng: Random) -> str:
    """The game, with rules that ask for sounds and messages."""
    lines = game.split("\n")
    begin, end = lines.index("RULES") + 1, lines.index("WINCONDITIONS")
    for at in range(begin, end):
        if "->" in lines[at] and rng.random() < 0.8:
            asked = rng.choice(ASKED)
            left, _, right = lines[at].partition("->")
            plain = rng.random() < 0.3 or "cancel" in right
            lines[at] = f"{left}-> {asked}" if plain else f"{lines[at]} {asked}"
    settings = [one for one in ("require_player_movement", "realtime_interval 1") if rng.random() < 0.2]
    return "\n".join([*settings, *lines])


@pytest.mark.parametrize("seed", range(times(60, 2_000)))
def test_what_rules_ask_for_besides(seed: int) -> None:
    rng = Random(seed)
    game = asking(random_board(rng)["game"], rng)
    puzzle, plain = PuzzleScript(game), Plain({"game": game})
    quiet = PuzzleScript(game)
    state = puzzle.initial()
    for _ in range(WALK):
        there = plain.read(state)
        for key in puzzle.keys_here():
            told = plain.told(there, key)
            sounds, messages = puzzle.events(state, key)
            assert list(sounds) == [one for one in told if not one.startswith("message ")], (state, key)
            assert [f"message {text}" for text in messages] == [one for one in told if one not in sounds]
        steps = dict(puzzle.successors(state))
        # Who listens is none of the rules' business.
        assert {str(name): str(after) for name, after in steps.items()} == {
            str(name): str(after) for name, after in quiet.successors(str(state))
        }
        if not steps or puzzle.is_goal(state):
            return
        state = rng.choice(list(steps.values()))


@pytest.mark.parametrize(
    ("setting", "rules", "key", "told"),
    [
        ("", [], "left", ["cantmove"]),
        ("", [], "action", []),
        ("realtime_interval 1", [], "tick", []),
        ("require_player_movement", [], "left", []),
        ("", ["late [ Ball ] -> [ Dot ] again", "[ Dot ] -> cancel message no"], "right", ["no", "cancel"]),
        ("", ["late [ Ball ] -> [ Dot ] again", "[ Dot ] -> cancel"], "right", []),
    ],
)
def test_what_is_heard_of_a_key(setting: str, rules: list[str], key: str, told: list[str]) -> None:
    game = f"{setting}\n{source(rules, ['no Crate'], ['#P.B*'])}"
    puzzle, plain = PuzzleScript(game), Plain({"game": game})
    sounds, messages = puzzle.events(puzzle.initial(), key)
    assert [*messages, *sounds] == told
    assert [one.removeprefix("message ") for one in plain.told(plain.start, key)] == told


SLIDING = [
    "[ left Stand ] -> [ SlideL ]",
    "left [ SlideL | Crate ] -> [ SlideL | left Crate ] again",
    "left [ > Crate | Obstacle ] -> [ Still | Obstacle ]",
    "left [ SlideL | Obstacle ] -> [ Stand | Obstacle ]",
    "[ SlideL ] -> [ left SlideL ] again",
    "[ right Stand ] -> [ SlideR ]",
    "right [ SlideR | Crate ] -> [ SlideR | right Crate ] again",
    "right [ SlideR | Obstacle ] -> [ Stand | Obstacle ]",
]


def test_the_order_in_which_positions_are_asked_changes_nothing() -> None:
    """An engine remembers turns by what they read; here one read more than was noted, trying `again`."""
    game = "noaction\n\n" + source(SLIDING, ["some Stand on Mark"], [".....#", "#.*...", "....P."])
    game = game.replace("Player\nwhite", "Stand\nwhite\n\nSlideL\nwhite\n\nSlideR\nwhite\n\nStill\norange")
    game = game.replace(
        "P = Player", "P = Stand\nPlayer = Stand or SlideL or SlideR\nObstacle = Wall or Still"
    )
    game = game.replace("Player, Wall", "Stand, SlideL, SlideR, Still, Wall")
    plain = Plain({"game": game})
    positions = [str(PuzzleScript(game).initial())]
    moves: dict[str, dict[str, str]] = {}
    for state in positions:
        puzzle = PuzzleScript(game)
        steps = {str(name): str(after) for name, after in puzzle.successors(puzzle.position(state))}
        expected = dict(plain.moves(plain.read(state)))
        assert {name: plain.read(after) for name, after in steps.items()} == expected
        moves[state] = steps
        positions += [after for after in steps.values() if after not in positions]
    rng = Random(1)
    for _ in range(times(30, 500)):
        puzzle = PuzzleScript(game)
        for state in rng.choices(positions, k=2 * len(positions)):
            steps = {str(name): str(after) for name, after in puzzle.successors(puzzle.position(state))}
            assert steps == moves[state]


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_level_with_a_known_optimum(path: Path) -> None:
    keys = tomllib.loads(path.read_text(encoding="utf-8"))
    keys.pop("family")
    solution = clew.solve(PuzzleScript(**keys))
    assert (solution.length, solution.optimal) == (keys["par"], True)


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_the_laws_hold_on_a_level(path: Path) -> None:
    keys = tomllib.loads(path.read_text(encoding="utf-8"))
    keys.pop("family")
    assert check_puzzle(PuzzleScript(**keys), states=times(150, 1_000)).states > 1


@pytest.mark.parametrize("seed", range(100, times(115, 160)))
def test_the_laws_hold_on_a_random_game(seed: int) -> None:
    check_puzzle(PuzzleScript(random_board(Random(seed))["game"]), states=times(60, 150))


PUSH = "[ > Player | Crate ] -> [ > Player | > Crate ]"


@pytest.mark.parametrize(
    ("rule", "win", "rows", "bound", "fewest"),
    [
        (PUSH, "all Mark on Crate", ["P.*..O"], 3, 4),
        (PUSH, "all Crate on Mark", ["P*..O"], 3, 3),
        (PUSH, "all Mark on Crate", ["P*.O", "*..O"], None, None),
        (PUSH, "all Mark on Crate", ["....", "P.O.", "..*."], None, None),
        (PUSH, "all Mark on Crate", ["*....", "P.O..", "....."], None, None),
        (PUSH, "all Mark on Crate", ["PO", "OO"], None, None),
        ("[ < Player | Crate ] -> [ < Player | < Crate ]", "all Mark on Crate", ["O..*P."], 3, None),
        ("late [ Player Mark ] -> [ Player ]", "no Dot", ["P.D.D"], None, None),
        ("[ > Player | Ball ] -> [ > Player | ]", "no Ball", ["P.B.B.B"], 3, 6),
        ("late [ Player | Ball ] -> [ Player | ]", "no Ball", ["P.B.B.B"], 2, 5),
        ("late [ Player Dot ] -> [ Player ]", "no Dot", ["PD.D", "D..D"], 4, 6),
    ],
)
def test_a_bound_of_plain_rules(
    rule: str, win: str, rows: list[str], bound: int | None, fewest: int | None
) -> None:
    board = {"family": "puzzlescript", "game": source([rule], [win], rows)}
    puzzle = PuzzleScript(board["game"])
    assert puzzle.heuristic(puzzle.initial()) == bound
    assert clew.solve(puzzle).length == fewest
    assert fewest == plain_length(Plain(board))


DOOR = "late [ Player Dot ] [ Crate ] -> [ Player Dot ] [ ]"


@pytest.mark.parametrize(
    ("rules", "wins", "rows", "fewest"),
    [
        ([PUSH], [], ["P.*.O"], None),
        ([PUSH], ["some Player on Mark"], ["P#O."], None),
        ([DOOR], ["some Player on Mark"], ["P.*O", "..#."], None),
        ([DOOR], ["some Player on Mark"], ["P.*O", "D.#."], 5),
        ([PUSH], ["some Ball"], ["P.*.O"], None),
        (["[ > Player | Ball ] -> [ > Player | ]"], ["some Ball on Mark"], ["P.B.O"], None),
        (["[ > Player | Ball ] -> [ > Player | > Ball ]"], ["some Ball on Mark"], ["P.B.O"], 3),
        (["[ > Player | ... | Ball ] -> [ > Player | ... | ]"], ["no Ball"], ["P.#B", "...."], 1),
        (["[ > Player | ... | Ball ] -> [ > Player | ... | ]"], ["no Ball"], ["P#..", "###B"], None),
        (["[ action Player ] [ Dot ] -> [ Player ] [ Ball ]"], ["some Ball"], ["P.", "D."], 1),
        (["[ action Player ] [ Dot ] -> [ Player ] [ Ball ]"], ["some Ball"], ["P.", ".."], None),
        (["late [ Player Dot ] -> win"], [], ["P.D"], 2),
        (["late [ Player Dot ] -> win"], [], ["P#D"], None),
        (["late [ Player Dot ] -> restart"], ["some Player on Mark"], ["PDO"], None),
    ],
)
def test_a_level_that_is_lost_is_told_at_once(
    rules: list[str], wins: list[str], rows: list[str], fewest: int | None
) -> None:
    board = {"family": "puzzlescript", "game": source(rules, wins, rows)}
    solution = clew.solve(PuzzleScript(board["game"]))
    assert solution.length == fewest == plain_length(Plain(board))
    if fewest is None:
        assert (solution.status, solution.expanded) == ("unsolvable", 0)


@pytest.mark.parametrize(
    "rule",
    [
        "random [ | ] -> [ random Thing | random Thing ]",
        "random [ Ball | no Ball ] -> [ Ball | Ball ]",
        "random horizontal [ no Solid ] -> [ Ball ]",
        "random left down [ Dot ] -> [ Ball ]",
        "random [ Dot ] [ no Solid ] -> [ ] [ Dot ]",
        "random [ Dot | ... | no Solid ] -> [ | ... | Dot ]",
    ],
)
def test_chance_chooses_among_the_same_places(rule: str) -> None:
    for seed in "0123456789":
        board = {"game": source([rule], ["no Crate"], ["D.D.", "*#P.", "..DB"]), "seed": seed}
        puzzle, plain = PuzzleScript(board["game"], seed=seed), Plain(board)
        moves = dict(plain.moves(plain.start))
        assert moves
        assert {name: plain.read(after) for name, after in puzzle.successors(puzzle.initial())} == moves


def test_what_follows_the_start_by_itself_can_win() -> None:
    spread = "[ moving Ball | no Ball no Solid ] -> [ moving Ball | Ball ] again"
    rules = ["[ stationary Ball ] -> [ > Ball ]", spread, "late [ Ball | Ball | Player ] -> win"]
    game = source(rules, ["some Dot"], ["B..P"])
    puzzle = PuzzleScript("run_rules_on_level_start\n\n" + game)
    plain = Plain({"game": puzzle.source_text})
    assert plain.read(puzzle.initial()) == plain.start
    assert puzzle.is_goal(puzzle.initial()) and plain.is_goal(plain.start)
    assert clew.solve(puzzle).length == 0  # a turn by itself, as in the published player


def plain_length(plain: Plain) -> int | None:
    """The fewest moves, by breadth-first search in Python."""
    layer, seen, length = [plain.start], {plain.start}, 0
    while layer:
        if any(map(plain.is_goal, layer)):
            return length
        layer = [after for state in layer for _, after in plain.moves(state)]
        layer = [state for state in dict.fromkeys(layer) if state not in seen]
        seen.update(layer)
        length += 1
    return None
