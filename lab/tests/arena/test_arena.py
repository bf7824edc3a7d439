"""Agents on boards: what they do right and wrong is counted, and measured as `clew study` measures people."""

from __future__ import annotations

import json
import sys
from collections import Counter
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

import clew
from clew.errors import ClewError
from clew_lab import arena
from clew_lab.arena import Agent, AgentFailed, Program, Question, Transcripts
from clew_lab.arena.boards import SHIPPED
from clew_lab.arena.games import PATIENCE, shape
from clew_lab.arena.transcripts import moves_in
from clew_lab.study import read_log, replay
from tests.amount import few
from tests.cli.program import Inside
from tests.reference import rules_of
from tests.search.boards import COINS, GAR, STUCK
from tests.space.judge import Plain

if TYPE_CHECKING:
    from clew_lab.arena.contest import Player

SOLUTION = ["BR1", "EU1", "FU1", "CL3", "GD3", "DL2", "HD2", "AR3"]
LUNAR = str(Path(__file__).parents[3] / "boards/ricochet/lunar-lockout.toml")
BOARDS = {"gar": clew.load(GAR), "coins": clew.load(COINS), "lunar": clew.load(LUNAR)}


@pytest.fixture
def clew_(capsys: pytest.CaptureFixture[str]) -> Inside:
    return Inside(capsys)


def one(agent: Player, max_ratio: float = 10) -> tuple[arena.Game, arena.Standing]:
    found = arena.run({"me": agent}, {"gar": BOARDS["gar"]}, max_ratio=max_ratio)
    return found.games[0], found.standings[0]


# ------------------------------------------------------------ the boards that come with Clew


def test_the_shipped_boards_need_the_moves_that_they_say() -> None:
    entries = list(clew.read_boards(SHIPPED))
    found = [(str(entry.input["id"]).rsplit("-", 1)[0], entry.puzzle) for entry in entries]
    assert all(
        entry.puzzle is not None and str(entry.puzzle.par) == str(entry.input["id"]).split("-")[1]
        for entry in entries
    )
    assert len({str(puzzle) for _, puzzle in found}) == len({entry.input["id"] for entry in entries}) == 200
    assert set(Counter(name for name, _ in found).values()) == {10} and len(dict(found)) == 20
    for name, puzzle in found:
        assert puzzle is not None and puzzle.family == name.split("-")[0]
        assert clew.solve(puzzle).length == int(name.split("-")[1])


def test_some_of_them_by_a_plain_search() -> None:
    names = few(("blocks-5-01", "coroutine-6-02", "pebbles-4-03", "ricochet-6-04"), 2)
    chosen = {
        entry.input["id"]: entry.puzzle for entry in clew.read_boards(SHIPPED) if entry.input["id"] in names
    }
    assert len(chosen) == len(names)
    for name, puzzle in chosen.items():
        assert puzzle is not None
        plain = Plain(rules_of({"family": puzzle.family, **puzzle.to_dict()}), expand_goals=False)
        assert plain.distance[plain.start] == int(name.split("-")[1])


# ------------------------------------------------------------ baselines


def test_the_optimum_has_no_regret() -> None:
    found = arena.run(["optimal"], BOARDS)
    (standing,) = found.standings
    assert standing.solved.value == standing.ratio.value == 1 and standing.regret.value == 0
    assert standing.moves == 8 + 19 + 14 and standing.left is None and standing.ended == {"solved": 3}


def test_the_baselines_stand_in_their_order() -> None:
    found = arena.run(["random", "greedy", "lookahead:3"], {"gar": BOARDS["gar"]}, seed=1)
    at_random, _, ahead = found.standings
    assert at_random.regret.value is not None and ahead.regret.value is not None
    assert at_random.regret.value > ahead.regret.value
    assert all(standing.illegal == standing.malformed == 0 for standing in found.standings)
    again = arena.run(["random"], {"gar": BOARDS["gar"]}, seed=1)
    assert again.games[0] == found.games[0]
    assert arena.run(["random"], {"gar": BOARDS["gar"]}, seed=2).games[0] != found.games[0]


def test_a_simulated_player_errs_less_than_chance_and_more_than_the_optimum() -> None:
    found = arena.run(["random", "player", "optimal"], BOARDS, seed=2)
    regrets = [standing.regret.value or 0.0 for standing in found.standings]
    assert regrets[0] > regrets[1] > regrets[2] == 0
    assert found.standings[1].illegal == found.standings[1].malformed == 0
    again = arena.run(["player"], BOARDS, seed=2)
    assert again.games == found.games[3:6]


def test_one_move_ahead_takes_the_goal_next_to_it() -> None:
    found = arena.run(["greedy"], {"near": clew.load("null:1")})
    assert found.games[0].ended == "solved" and found.standings[0].moves == 1


# ------------------------------------------------------------ what is measured


def test_figures_are_those_of_the_moves_counted_by_hand() -> None:
    wandering = ["BR1", "BL1", "BR1", *SOLUTION[1:]]
    game, standing = one(lambda position: wandering[position.made])
    assert (game.ended, standing.moves, standing.left) == ("solved", 10, 2)
    assert standing.ratio.value == 10 / 8
    space = clew.explore(BOARDS["gar"])
    state, regrets = BOARDS["gar"].initial(), []
    for move in wandering:
        after = BOARDS["gar"].apply(state, move)
        regrets.append(1 + int(space.distance[space.index(after)]) - int(space.distance[space.index(state)]))
        state = after
    assert standing.regret.value == pytest.approx(sum(regrets) / 10)


def test_the_measures_are_those_of_a_study(tmp_path: Path) -> None:
    found = arena.run(["random", "greedy"], BOARDS, seed=3)
    found.traces.log.to_csv(tmp_path / "log.csv")
    again = replay(read_log(tmp_path / "log.csv", anonymize=False), BOARDS)
    ours, theirs = found.traces.attempts(), again.attempts()
    for name in ("solved", "moves", "min_moves", "excess", "share_better", "revisit_rate", "d_last"):
        assert np.array_equal(ours[name], theirs[name], equal_nan=True), name
    for standing in found.standings:
        mine = theirs["player"] == standing.agent
        assert standing.moves == theirs["moves"][mine].sum()
        assert standing.solved.value == theirs["solved"][mine].mean()


def test_a_move_that_loses_is_counted() -> None:
    puzzle = BOARDS["lunar"]
    space = clew.explore(puzzle)
    losing = [
        name
        for name, after in puzzle.successors(puzzle.initial())
        if space.distance[space.index(after)] == 65535
    ]
    answers = iter([losing[0], None])
    found = arena.run({"me": lambda position: next(answers)}, {"lunar": puzzle})
    (standing,) = found.standings
    assert (standing.lost, standing.left, standing.ended) == (1, 1, {"gave up": 1})


# ------------------------------------------------------------ what agents do wrong


def test_wrong_answers_are_counted_and_told() -> None:
    told: list[str | None] = []
    answers = iter(["AR3", "hello", "", *SOLUTION])

    def agent(position: Question) -> str:
        told.append(position.error)
        return next(answers)

    game, standing = one(agent)
    assert (game.ended, standing.illegal, standing.malformed, standing.moves) == ("solved", 1, 2, 8)
    assert told[0] is None and "AR3" in str(told[1]) and "hello" in str(told[2]) and told[4] is None


def test_a_game_ends_after_wrong_answers_in_a_row() -> None:
    game, standing = one(lambda position: "AR5")
    assert (game.ended, standing.illegal, standing.solved.value) == ("answers", PATIENCE, 0)


def test_several_moves_in_an_answer_are_played_up_to_the_first_wrong_one() -> None:
    answers = iter(["BR1 EU1 AR5 FU1", None])
    game, standing = one(lambda position: next(answers))
    assert (standing.moves, standing.illegal, game.ended) == (2, 1, "gave up")
    assert one(lambda position: " ".join(SOLUTION))[0].ended == "solved"


def test_a_function_that_raises_loses_its_game() -> None:
    def agent(position: Question) -> str:
        raise RuntimeError("out of ideas")

    game, standing = one(agent)
    assert (game.ended, game.note) == ("crashed", "RuntimeError: out of ideas")
    assert standing.solved.value == 0


@pytest.mark.parametrize("answer", [7, ["BR1"], b"BR1", object(), "\0", "AR" + "9" * 10_000])
def test_odd_answers_are_malformed_or_illegal(answer: object) -> None:
    game, standing = one(lambda position: answer)  # type: ignore[arg-type, return-value]
    assert game.ended == "answers" and standing.illegal + standing.malformed == PATIENCE


def test_a_game_ends_at_its_limit_of_moves() -> None:
    game, standing = one(lambda position: "BL1" if "BL1" in position.moves else "BR1", max_ratio=2)
    assert (game.ended, standing.moves) == ("moves", 16)


def test_an_agent_of_ones_own_sees_each_game_begin_and_the_end() -> None:
    class Counting(Agent):
        begun = closed = 0

        def begin(self, position: Question) -> None:
            self.begun += 1

        def answer(self, position: Question) -> str | None:
            if self.begun == 2:
                raise AgentFailed("timeout", "too slow")
            return None

        def close(self) -> None:
            self.closed += 1

    agent = Counting()
    found = arena.run({"me": agent}, BOARDS)
    assert (agent.begun, agent.closed) == (3, 1)
    assert [game.ended for game in found.games] == ["gave up", "timeout", "gave up"]


@pytest.mark.parametrize(
    ("agents", "boards", "words"),
    [
        (["nobody"], GAR, "no baseline 'nobody'"),
        (["lookahead:0"], GAR, "at least 1"),
        ([], GAR, "no agent"),
        (["optimal"], STUCK, "cannot be solved"),
        ({"me": 7}, GAR, "agent 'me'"),
        (["optimal"], [], "no board"),
    ],
)
def test_mistakes_are_told(agents: object, boards: str, words: str) -> None:
    with pytest.raises(ClewError, match=words):
        arena.run(agents, boards)  # type: ignore[arg-type]


def test_names_that_boards_share_are_numbered() -> None:
    assert list(arena.boards_of([GAR, GAR])) == [GAR, f"{GAR} (2)"]


# ------------------------------------------------------------ programs

PROGRAM = """\
import json, sys, time
answers = iter(ANSWERS)
for line in sys.stdin:
    told = json.loads(line)
    assert told["moves"] and told["text"] and told["puzzle"].startswith("blocks:")
    answer = next(answers)
    if answer == "hang":
        time.sleep(1000)
    if answer == "end":
        sys.exit(1)
    print(answer if isinstance(answer, str) else json.dumps(answer), flush=True)
"""


def program(folder: Path, answers: list[object], seconds: float = 60.0) -> Program:
    path = folder / "agent.py"
    path.write_text(PROGRAM.replace("ANSWERS", repr(answers)))
    return Program(f"{sys.executable} {path}", seconds)


def test_a_program_speaks_lines_of_json(tmp_path: Path) -> None:
    answers: list[object] = [
        "no JSON",
        "[1]",
        {"move": 3},
        {"move": "AR5"},
        *({"move": move} for move in SOLUTION),
    ]
    game, standing = one(program(tmp_path, answers))
    assert (game.ended, standing.malformed, standing.illegal) == ("solved", 3, 1)
    assert standing.moves == 8 and standing.regret.value == 0


def test_a_program_gives_up(tmp_path: Path) -> None:
    assert one(program(tmp_path, [{"give_up": True}]))[0].ended == "gave up"


def test_a_program_that_hangs_is_ended_and_begins_again(tmp_path: Path) -> None:
    agent = program(tmp_path, [{"move": "BR1"}, "hang"], 3.0)
    found = arena.run({"me": agent}, {"a": BOARDS["gar"], "b": BOARDS["gar"]})
    assert [game.ended for game in found.games] == ["timeout", "timeout"]
    assert found.standings[0].moves == 2
    assert agent._child is None


def test_a_program_that_ends_loses_its_game(tmp_path: Path) -> None:
    game, standing = one(program(tmp_path, [{"move": "BR1"}, "end"]))
    assert (game.ended, standing.moves) == ("crashed", 1)


def test_programs_that_cannot_be_started() -> None:
    with pytest.raises(ClewError, match="cannot be started"):
        one(Program("./no-such-program-here"))
    with pytest.raises(ClewError, match="not a command"):
        Program("'")


# ------------------------------------------------------------ transcripts


def test_moves_are_found_in_a_text() -> None:
    assert moves_in("First I move B.\n\n**Moves:** `BR1` EU1\n\nThat is all.") == "BR1  EU1"
    assert moves_in("BR1\nor rather\nEU1 FU1\n\n") == "EU1 FU1"
    assert moves_in("moves: AR1\nMoves:\nBR1 EU1") == "BR1 EU1"
    assert moves_in("") == ""


def test_transcripts(tmp_path: Path) -> None:
    path = tmp_path / "answers.jsonl"
    lines = [
        {"board": "good", "answer": "I think so.\nMoves: " + " ".join(SOLUTION)},
        {"board": "wrong", "answer": "Moves: BR1 AR5 EU1"},
        {"board": "words", "answer": "I cannot solve it"},
    ]
    path.write_text("\n".join(map(json.dumps, lines)) + "\n")
    boards = dict.fromkeys(("good", "wrong", "words", "missing"), BOARDS["gar"])
    found = arena.run({"model": Transcripts(path)}, boards)
    assert [game.ended for game in found.games] == ["solved", "gave up", "gave up", "gave up"]
    (standing,) = found.standings
    assert (standing.illegal, standing.malformed, standing.moves) == (1, 1, 9)


@pytest.mark.parametrize("line", ["{", "[]", '{"board": "a"}', '{"board": "a", "answer": 1}', "[" * 5000])
def test_transcripts_that_cannot_be_read(line: str, tmp_path: Path) -> None:
    path = tmp_path / "answers.jsonl"
    path.write_text('{"board": "a", "answer": "x"}\n' + line + "\n")
    with pytest.raises(ClewError, match="line 2"):
        Transcripts(path)
    path.write_text('{"board": "a", "answer": "x"}\n' * 2)
    with pytest.raises(ClewError, match="line 2: a second answer"):
        Transcripts(path)


def test_shapes_of_moves() -> None:
    assert shape("AR12") == shape("BU3") != shape("3-4") == shape("0-11")


# ------------------------------------------------------------ the command


def test_the_command(clew_: Inside, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my_agent.py").write_text("def play(position):\n    return position.moves[0]\n")
    boards = ("--boards", GAR, "--boards", COINS, "--boards", "blocks:oooB/AAoB/oooo/CCoo")
    lines = clew_("arena", "optimal", "my_agent:play", *boards, "-o", "out").out.splitlines()
    assert lines[0].split()[:2] == ["agent", "solved"]
    assert lines[1].split()[:2] == ["optimal", "100%"] and lines[2].startswith("my_agent:play")
    assert (tmp_path / "out" / "moves.csv").exists()
    (found,) = clew_("arena", "optimal", "random", "--json", *boards).json
    assert [standing["agent"] for standing in found["standings"]] == ["optimal", "random"]
    assert found["standings"][0]["regret"]["value"] == 0 and isfinite(found["standings"][1]["regret"]["high"])
    assert len(found["games"]) == 6 and found["games"][0]["moves"] == clew.solve(clew.load(GAR)).moves


def test_questions_and_answers_by_the_command(clew_: Inside, tmp_path: Path) -> None:
    (asked,) = clew_("arena", "--prompts", "--boards", GAR).json
    assert asked["board"] == GAR and "Moves:" in asked["prompt"] and "BBoooG" in asked["prompt"]
    assert "piece A must reach the right edge" in asked["prompt"], "what it is to solve"
    path = tmp_path / "answers.jsonl"
    path.write_text(json.dumps({"board": GAR, "answer": "Moves: " + ", ".join(SOLUTION)}) + "\n")
    (found,) = clew_("arena", "--transcripts", str(path), "--boards", GAR, "--json").json
    assert found["standings"][0]["solved"]["value"] == 1


def test_a_program_by_the_command(clew_: Inside, tmp_path: Path) -> None:
    made = program(tmp_path, [{"move": move} for move in SOLUTION])
    result = clew_("arena", "--program", " ".join(made.words), "--boards", GAR)
    assert result.status == 0 and "100%" in result.out


@pytest.mark.parametrize("words", [(), ("no_module_of_this_name:play",), ("json:nothing",)])
def test_mistakes_of_the_command(clew_: Inside, words: tuple[str, ...]) -> None:
    assert clew_("arena", *words).status == 2
