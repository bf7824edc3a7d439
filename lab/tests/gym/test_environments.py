"""Environments keep Gymnasium's contract, and their values are those of a plain search."""

from __future__ import annotations

import subprocess
import sys
from math import inf, isnan
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import clew
from clew.errors import ClewError
from clew_lab.gym import PuzzleEnv, PuzzleVectorEnv
from clew_lab.gym.registration import ID
from tests.reference import rules_of
from tests.search.boards import COINS, GAR, STUCK
from tests.space.judge import Plain

LUNAR = str(Path(__file__).parents[3] / "boards/ricochet/lunar-lockout.toml")
COUNTER = "null[highest=40]:9"
GRID = "pebbles[grid 2x4]:RRGGBB--/-BG-RGBR"
STORE = str(Path(__file__).parents[3] / "boards/puzzlescript/store-1.toml")
BOARDS = (GAR, LUNAR, COINS, COUNTER, GRID)


class Jugs(clew.Puzzle):
    """Measure 4 litres with jugs of 3 and 5."""

    def initial(self) -> tuple[int, int]:
        return 0, 0

    def moves(self, state: tuple[int, int]) -> list[str]:
        return ["fill3", "fill5", "empty3", "empty5", "3to5", "5to3"]

    def apply(self, state: tuple[int, int], move: str) -> tuple[int, int]:
        a, b = state
        right, left = min(a, 5 - b), min(b, 3 - a)
        return {
            "fill3": (3, b),
            "fill5": (a, 5),
            "empty3": (0, b),
            "empty5": (a, 0),
            "3to5": (a - right, b + right),
            "5to3": (a + left, b - left),
        }[move]

    def is_goal(self, state: tuple[int, int]) -> bool:
        return state[1] == 4


@pytest.mark.parametrize("observation", ["grid", "text", "index"])
@pytest.mark.parametrize("board", [*BOARDS, STORE, Jugs()], ids=[*BOARDS, STORE, "jugs"])
def test_the_contract_of_gymnasium(board: Any, observation: str) -> None:
    made = gymnasium.make(ID, board=board, observation=observation, start="any", render_mode="ansi")
    check_env(made.unwrapped)


@pytest.mark.parametrize("board", [*BOARDS, STORE, Jugs()], ids=[*BOARDS, STORE, "jugs"])
def test_the_contract_of_gymnasium_with_pictures(board: Any) -> None:
    made = gymnasium.make(ID, board=board, observation="picture", width=48, render_mode="rgb_array")
    check_env(made.unwrapped)


def test_pictures_are_those_of_the_board() -> None:
    env = PuzzleEnv(GAR, observation="picture", width=60, render_mode="rgb_array")
    first, _ = env.reset()
    assert first.shape == (60, 60, 3) and (env.render() == first).all()
    after, *_, info = env.step(0)
    assert info["move"] == "BR1"
    changed = np.argwhere((after != first).any(axis=2))
    # B, of two cells in the upper left corner, moves one cell of ten pixels to the right.
    assert changed.max(axis=0)[0] < 12 and changed.max(axis=0)[1] < 32


def test_gymnasium_imports_the_environments_by_their_module() -> None:
    program = (
        f"import gymnasium; print(gymnasium.make('clew_lab.gym:{ID}', board='null:3').reset()[1]['distance'])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "3\n"


@pytest.mark.parametrize("board", BOARDS)
def test_values_are_those_of_a_plain_search(board: str) -> None:
    puzzle = clew.load(board)
    rules = rules_of({"family": puzzle.family, **puzzle.to_dict()})
    plain = Plain(rules)
    env = PuzzleEnv(board, start="any")
    by_text = {rules.identity(rules.read(env.observer.text(i))): i for i in range(env.tables.n)}
    assert by_text.keys() == plain.edges.keys()
    for identity, number in list(by_text.items())[:1000]:
        if identity in plain.goals:
            continue
        env.reset(options={"state": number})
        found, distance = env.optimal(), plain.distance.get(identity)
        after = [there for _, there in plain.edges[identity]]
        wanted = [1.0 + plain.distance.get(there, inf) for there in after]
        assert found.distance == distance
        assert sorted(value for value in found.value if not isnan(value)) == sorted(wanted)
        assert len(found.actions) == (0 if distance is None else wanted.count(distance))
        for action in found.actions:
            env.reset(options={"state": number})
            _, _, _, _, info = env.step(action)
            assert (info["distance"], info["regret"]) == ((distance or 0) - 1, 0)


def test_best_moves_are_those_of_hints() -> None:
    env = PuzzleEnv(GAR, start="any")
    for seed in range(40):
        env.reset(seed=seed)
        told = clew.hint(GAR, env.state)
        assert (env.optimal().distance, env.optimal().moves) == (told.distance, [*map(str, told.best)])
        assert env.moves() == [move for move, _ in told.moves]


def test_a_solution_played_move_by_move() -> None:
    env = PuzzleEnv(GAR, observation="text", reward="moves", render_mode="ansi")
    seen, info = env.reset(seed=1)
    total, ended = 0.0, False
    while not ended:
        assert seen == env.state and str(env.render()).replace("\n", "/") == seen
        best = env.optimal()
        assert info["distance"] == best.distance
        seen, reward, ended, cut, info = env.step(best.actions[0])
        assert (info["move"], info["regret"], info["illegal"], cut) == (best.moves[0], 0, 0, False)
        total += reward
    assert total == -8 and info["distance"] == 0 and env.optimal().actions == []


@pytest.mark.parametrize(("reward", "sum_"), [("goal", 1), ("moves", -8), ("distance", 8)])
def test_returns_of_a_shortest_solution(reward: str, sum_: float) -> None:
    env = PuzzleEnv(GAR, reward=reward)
    env.reset()
    total = 0.0
    while env.optimal().actions:
        total += env.step(env.optimal().actions[-1])[1]
    assert total == sum_


def test_what_is_not_legal_changes_nothing_and_costs() -> None:
    env = PuzzleEnv(GAR, observation="text")
    seen, info = env.reset()
    (worst,) = np.flatnonzero(info["action_mask"] == 0)[-1:]
    after, reward, ended, _, info = env.step(worst)
    assert (after, reward, ended, info["illegal"], info["move"]) == (seen, -1, False, 1, None)
    with pytest.raises(ClewError, match="there is no action"):
        env.step(99)


def test_a_lost_position_has_infinite_regret_and_is_the_farthest() -> None:
    env = PuzzleEnv(LUNAR, reward="distance")
    env.reset()
    value = env.optimal().value
    losing = int(np.flatnonzero(np.isinf(value))[0])
    _, reward, _, _, info = env.step(losing)
    assert info["regret"] == inf and info["distance"] is None and reward < 0
    assert env.optimal().distance is None and env.optimal().actions == []


def test_games_are_truncated() -> None:
    env = PuzzleEnv("null[highest=40]:20", max_moves=3)
    env.reset()
    assert [env.step(0)[3] for _ in range(3)] == [False, False, True]


def test_starts() -> None:
    far = PuzzleEnv(GAR, start=9)
    starts = {far.reset(seed=seed)[1]["distance"] for seed in range(9)}
    assert starts == {9}
    anywhere = PuzzleEnv(GAR, start="any", observation="text")
    assert len({anywhere.reset(seed=seed)[0] for seed in range(30)}) > 20
    again = [anywhere.reset(seed=7)[0] for _ in range(2)]
    assert again[0] == again[1]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"observation": "smell"}, "observation='smell'"),
        ({"reward": "praise"}, "reward='praise'"),
        ({"start": "end"}, "start='end'"),
        ({"start": 50}, "no unsolved state"),
        ({"states": 100}, "more than 100 states"),
        ({"render_mode": "smell"}, "render_mode"),
        ({"observation": "picture", "width": 3}, "width=3"),
    ],
)
def test_mistakes_are_told(arguments: dict[str, Any], words: str) -> None:
    with pytest.raises(ClewError, match=words):
        PuzzleEnv(GAR, **arguments)


def test_states_that_no_game_starts_in() -> None:
    env = PuzzleEnv(GAR)
    with pytest.raises(ClewError, match="is solved"):
        env.reset(options={"state": int(np.flatnonzero(env.tables.goal)[0])})
    with pytest.raises(ClewError, match="no state"):
        env.reset(options={"state": -1})
    with pytest.raises(ClewError):
        PuzzleEnv("null:0")
    assert PuzzleEnv(STUCK).optimal().distance is None


@pytest.mark.parametrize("board", BOARDS)
def test_many_games_are_as_many_single_ones(board: str) -> None:
    count, steps = 16, 60
    many = gymnasium.make_vec(
        ID, num_envs=count, board=board, reward="distance", start="any", max_moves=20,
        vectorization_mode="vector_entry_point",
    )  # fmt: skip
    assert isinstance(many, PuzzleVectorEnv)
    single = [PuzzleEnv(board, observation="index", reward="distance", max_moves=20) for _ in range(count)]
    seen, info = many.reset(seed=3)
    for k, env in enumerate(single):
        env.reset(options={"state": int(seen[k])})
    rng, done = np.random.default_rng(1), [False] * count
    for _ in range(steps):
        actions = rng.integers(0, many.tables.actions, count)
        seen, reward, ended, cut, info = many.step(actions)
        for k, env in enumerate(single):
            if done[k]:
                env.reset(options={"state": int(seen[k])})
                done[k] = False
                assert (reward[k], ended[k], cut[k], info["regret"][k]) == (0, False, False, 0)
                continue
            wanted = env.step(actions[k])
            assert (seen[k], reward[k], ended[k], cut[k]) == (*wanted[:4],)
            assert (info["action_mask"][k] == wanted[4]["action_mask"]).all()
            assert info["distance"][k] == (inf if wanted[4]["distance"] is None else wanted[4]["distance"])
            assert info["regret"][k] == pytest.approx(np.nan_to_num(wanted[4]["regret"], posinf=inf))
            done[k] = bool(ended[k] or cut[k])
    assert seen in many.observation_space


def test_grids_of_many_games_are_those_of_one() -> None:
    many, one = PuzzleVectorEnv(GAR, 4, observation="grid", start="any"), PuzzleEnv(GAR)
    seen, _ = many.reset(seed=5)
    for k in range(4):
        assert (seen[k] == one.reset(options={"state": int(many.state[k])})[0]).all()


def test_mistakes_with_many_games() -> None:
    many = PuzzleVectorEnv(GAR, 3)
    many.reset(seed=1)
    for actions in ([0, 0], [0, 0, 99], [-1, 0, 0]):
        with pytest.raises(ClewError, match="expected 3 actions"):
            many.step(np.array(actions))
    with pytest.raises(ClewError, match="num_envs"):
        PuzzleVectorEnv(GAR, 0)
    for observation in ("text", "picture"):
        with pytest.raises(ClewError, match=observation):
            PuzzleVectorEnv(GAR, 2, observation=observation)
