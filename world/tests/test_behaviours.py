"""The stock scripts do what their names say."""

from __future__ import annotations

import itertools
from pathlib import Path
from random import Random

import pytest

from clew_world import World
from clew_world.elements import Character
from clew_world.parts import STOCK
from tests.amount import times
from tests.worlds import level, scripted, table, until


def animal(kind: str, script: str, x: float, y: float = 1, **more: object) -> str:
    return table("animal", kind=kind, name=kind.title(), script=script, x=x, y=y, **more)


def test_hens_escape_to_where_the_fox_needs_longest() -> None:
    fox = animal("fox", "chase", 12, jump=0.3)
    hen = animal("chicken", "escape", 16, speed=2.2, jump=1.6)
    loft = table("platform", x=18, y=2.3, width=5, one_way=True)
    with World.parse(level(loft, fox, hen, width=26)) as world:
        world.step(900)
        assert world.named("Chicken").alive, "it is where the fox cannot jump to"
        assert not world.troubles


ESCAPES = """
function process(element)
  local plan = game.escape(element, "fox")
  if plan then game.setTarget(element, plan.x, plan.y) end
end
"""


def fled(random: Random, folder: Path) -> bool:
    """Whether a hen runs from a fox on level ground. It has more than a metre of it behind it."""
    width = random.choice((18, 20, 30))
    x, side = random.uniform(8, width - 8), random.choice((-1, 1))
    fox = animal("fox", "chase", x + side * random.uniform(2.5, 6.5), speed=random.uniform(1, 3))
    hen = animal("chicken", "own.lua", x, speed=random.uniform(1, 3))
    text = level(fox, hen, width=width, player=(0.5, 1))
    with scripted(folder, {"own.lua": ESCAPES}, text) as world:
        world.step(40)
        return (x - world.named("Chicken").x) * side > 0.2


def test_prey_flees_where_a_farther_place_is_reached_first(tmp_path: Path) -> None:
    random = Random(5)
    assert all(fled(random, tmp_path) for _ in range(times(3, 8)))


def test_who_intercepts_goes_to_where_its_prey_will_be() -> None:
    mouse = animal("mouse", "patrol", 6, speed=1.0)
    cat = animal("cat", "intercept", 20)
    with World.parse(level(mouse, cat, width=26)) as world:
        world.step(60)
        hunter, prey = world.named("Cat"), world.named("Mouse")
        assert prey.target is not None
        assert hunter.target == pytest.approx(prey.target, abs=0.5), "it waits at the end of the platform"
        assert abs(prey.x - prey.target[0]) > 10


def test_an_owl_sows_what_the_level_allows() -> None:
    with World.parse(level(animal("owl", "sow", 10, speed=4.0)) + "[spawn]\nbanana = 4\n") as world:
        until(world, lambda: len(world.items) == 4, 3000)
        world.step(300)
        assert len(world.items) == 4
        assert len({item.x for item in world.items}) == 4
        assert not world.troubles


PLANK = table("platform", x=10, y=4, width=8, one_way=True) + table("ladder", x=12, y=1, height=3)


def test_monkeys_come_to_bananas_over_ladders() -> None:
    bananas = table("item", kind="banana", x=16, y=4) + table("item", kind="banana", x=25, y=1)
    with World.parse(level(PLANK, bananas, animal("monkey", "chase", 5))) as world:
        until(world, lambda: not world.items)
        assert not world.troubles
        assert world.rules.score == 0, "what a monkey eats is not the player's"


def test_foxes_catch_chickens_and_a_chicken_that_is_gone_is_nil() -> None:
    with World.parse(level(animal("fox", "chase", 20), animal("chicken", "flee", 12), width=26)) as world:
        until(world, lambda: len(world.characters) == 2)
        fox = world.named("Fox")
        world.step(60)
        x = fox.x
        world.step(60)
        assert fox.x == pytest.approx(x, abs=0.01), "with nothing left to chase it stands"
        assert not world.troubles


def test_a_patrol_turns_at_the_edges() -> None:
    with World.parse(level(PLANK, animal("tortoise", "patrol", 14, 4))) as world:
        tortoise = world.named("Tortoise")
        places, ways = [], []
        for _ in range(2600):
            world.step()
            places.append(tortoise.x)
            if abs(tortoise.vx) > 0.1:
                ways.append(tortoise.vx > 0)
            assert tortoise.y > 3.9
        assert min(places) < 11
        assert max(places) > 17
        assert sum(a != b for a, b in itertools.pairwise(ways)) >= 3


def test_flee_keeps_away() -> None:
    with World.parse(level(animal("owl", "flee", 12), animal("chicken", "flee", 12.5), width=40)) as world:
        owl, chicken = world.named("Owl"), world.named("Chicken")
        world.step(30)
        world.touch(9.5, 1)
        world.step(200)
        assert owl.x > 13.4
        assert chicken.x == pytest.approx(12.5, abs=0.01), "chickens fear foxes alone"


def test_follow_stays_near_the_player() -> None:
    with World.parse(level(PLANK, animal("mouse", "follow", 4))) as world:
        mouse = world.named("Mouse")
        world.touch(25, 1)
        world.step(700)
        assert 0.5 < abs(mouse.x - world.player.x) < 1.6
        world.touch(16, 4)
        world.step(900)
        assert mouse.y > 3.9, "it comes up the ladder too"


def test_a_guard_goes_for_who_comes_near_and_returns() -> None:
    with World.parse(level(animal("owl", "guard", 15), width=40)) as world:
        owl: Character = world.named("Owl")
        world.step(60)
        assert owl.x == pytest.approx(15, abs=0.02)
        world.touch(11.5, 1)
        world.step(300)
        assert owl.x < 13.5
        assert any(line.text for line in world.log) or owl.words == "Halt!"
        world.touch(2, 1)
        world.step(700)
        assert owl.x == pytest.approx(15, abs=0.02)


def test_wander_goes_about_and_stays_on_its_platform() -> None:
    with World.parse(level(PLANK, animal("cat", "wander", 14, 4))) as world:
        cat = world.named("Cat")
        places = []
        for _ in range(1500):
            world.step()
            places.append(round(cat.x, 1))
            assert cat.y > 3.9
        assert max(places) - min(places) > 2


def test_pounce_waits_then_goes_for_its_prey() -> None:
    with World.parse(level(animal("cat", "pounce", 20), animal("mouse", "patrol", 10), width=24)) as world:
        cat = world.named("Cat")
        places = []
        for _ in range(120):
            world.step()
            places.append(cat.x)
        assert max(places) - min(places) < 0.02, "nothing is near: it lies still"
        until(world, lambda: len(world.characters) == 2, most=4000)


@pytest.mark.parametrize("script", STOCK)
def test_stock_scripts_run_without_trouble_where_there_is_nothing_to_do(script: str) -> None:
    with World.parse(level(animal("fox", script, 10))) as world:
        world.step(120)
        assert not world.troubles
