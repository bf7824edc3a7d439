"""World environments keep Gymnasium's contract, and play as a world played by hand does."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from clew.errors import ClewError
from clew_world import World, WorldEnv
from tests.amount import few

WORLD = "clew_lab.gym:clew/World-v0"  # the module that registers it, and its id

LEVELS = (
    "meadow",
    "orchard",
    "hills",
    "harvest",
    "henhouse",
    "stockroom",
    "canyon",
    "gatehouse",
    "round-up",
    "tower",
    "long-way",
)

LAWN = """
size = [6.0, 4.0]
ground = [{ x = 0.0, y = 1.0, width = 6.0, height = 1.0 }]
item = [{ kind = "gem", x = 4.0, y = 1.0 }]
goal = { reach = [1.0, 1.0], collect = { gem = 1 } }
player = { x = 1.5, y = 1.0 }
points = { gem = 3 }
"""


@pytest.fixture
def lawn(tmp_path: Path) -> str:
    path = tmp_path / "lawn.toml"
    path.write_text(LAWN)
    return str(path)


@pytest.mark.parametrize("actions", ["touch", "targets"])
@pytest.mark.parametrize("observation", ["numbers", "text", "picture"])
def test_the_contract_of_gymnasium(lawn: str, actions: str, observation: str) -> None:
    made = gymnasium.make(
        WORLD, level=lawn, actions=actions, observation=observation, render_mode="rgb_array", ticks=3
    )
    check_env(made.unwrapped)
    made.close()


def test_the_contract_of_gymnasium_with_scripted_animals(lawn: str) -> None:
    with Path(lawn).open("a") as file:
        file.write('[[animal]]\nkind = "fox"\nx = 5.0\ny = 1.0\nscript = "wander"\n')
    made = gymnasium.make(WORLD, level=lawn, observation="text", ticks=1)
    check_env(made.unwrapped, skip_render_check=True)
    made.close()


@pytest.mark.parametrize("level", few(LEVELS, 3))
def test_every_level_that_comes_with_clew_is_an_environment(level: str) -> None:
    env = WorldEnv(level, actions="targets", ticks=5, render_mode="ansi")
    seen, _ = env.reset(seed=2)
    assert isinstance(env.action_space, gymnasium.spaces.Discrete)
    for action in range(min(4, int(env.action_space.n))):
        assert seen in env.observation_space
        seen, *_ = env.step(action)
    assert env.render().startswith(f"{env.world.player.name} ")
    env.close()


def test_an_agent_wins_by_touching_what_the_goal_wants(lawn: str) -> None:
    env = WorldEnv(lawn, actions="targets", reward="score")
    seen, info = env.reset()
    assert (info["touched"], info["status"]) == (None, "playing")
    assert list(seen[-3:]) == [4.0, 1.0, 1.0]
    rewards, over, action = 0.0, False, 1
    while not over:
        seen, reward, over, cut, info = env.step(action)
        assert not cut
        rewards += reward
        action = 2 if info["score"] else 0
    assert (info["status"], info["score"], info["collected"]) == ("won", 3, {"gem": 1})
    assert rewards == 3 + 1 and list(seen[-3:]) == [0.0, 0.0, 0.0]
    env.close()


def test_a_game_is_a_world_with_the_same_touches() -> None:
    env = WorldEnv("meadow", ticks=20)
    env.reset()
    points = [(6.0, 4.2), (12.0, 1.2), (19.0, 1.2)]
    with World.load("meadow") as world:
        for point in points:
            env.step(np.array([point[0] / world.width, point[1] / world.height]))
            world.touch(point[0] / world.width * world.width, point[1] / world.height * world.height)
            world.step(20)
        assert env.world.digest() == world.digest()
    env.close()


def test_the_seed_decides_the_game_and_its_record_can_be_replayed() -> None:
    env, digests = WorldEnv("meadow", actions="targets", ticks=100), []
    for seed in (1, 1, 2):
        env.reset(seed=seed)
        env.step(1)
        digests.append(env.world.digest())
    assert digests[0] == digests[1] != digests[2]
    with World.resume(env.world.save()) as again:
        assert again.digest() == digests[2]
    env.close()


def test_a_level_without_a_seed_takes_one(lawn: str) -> None:
    env = WorldEnv(lawn)
    env.reset(seed=77)
    assert env.world.seed == 77
    env.close()


def test_games_are_truncated(lawn: str) -> None:
    env = WorldEnv(lawn, ticks=1, max_steps=2)
    env.reset()
    point = np.array([0.9, 0.25], np.float32)
    assert [env.step(point)[2:4] for _ in range(2)] == [(False, False), (False, True)]
    env.close()


def test_the_player_stands_where_the_picture_shows_it(lawn: str) -> None:
    env = WorldEnv(lawn, observation="picture", size=(120, 80))
    empty, _ = env.reset()
    assert empty.shape == (80, 120, 3)
    for _ in range(8):
        there, *_ = env.step(np.array([5 / 6, 0.25]))
    changed = np.flatnonzero((there != empty).any(axis=(0, 2)))
    # 20 pixels per metre: from x = 1.5 to x = 5.
    assert 15 <= changed.min() <= 30 and 95 <= changed.max() <= 112
    env.close()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"actions": "jump"}, "actions='jump'"),
        ({"observation": "smell"}, "observation='smell'"),
        ({"reward": "praise"}, "reward='praise'"),
        ({"ticks": 0}, "ticks=0"),
        ({"max_steps": 1.5}, "max_steps=1.5"),
        ({"observation": "picture", "size": (8, 8)}, "size="),
        ({"render_mode": "smell"}, "render_mode"),
        ({"level": "moon"}, "moon"),
    ],
)
def test_mistakes_are_told(lawn: str, arguments: dict[str, Any], words: str) -> None:
    with pytest.raises(ClewError, match=words):
        WorldEnv(**{"level": lawn, **arguments})


def test_what_is_no_action(lawn: str) -> None:
    touches, targets = WorldEnv(lawn), WorldEnv(lawn, actions="targets")
    touches.reset()
    with pytest.raises(ClewError, match="expected a point"):
        touches.step([1.0])
    with pytest.raises(ClewError, match="from 0 to 1"):
        touches.step([0.5, np.nan])
    with pytest.raises(ClewError, match="0 to 2"):
        targets.step(3)
    touches.close()
    targets.close()


def test_several_worlds_side_by_side(lawn: str) -> None:
    many = gymnasium.make_vec(WORLD, num_envs=2, level=lawn, actions="targets", vectorization_mode="sync")
    seen, _ = many.reset(seed=1)
    assert seen.shape == (2, 7)
    seen, *_ = many.step(np.array([0, 1]))
    assert seen[0, 0] < seen[1, 0]
    many.close()
