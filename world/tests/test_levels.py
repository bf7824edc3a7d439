"""Levels: what is wrong in a file is said with its place; the shipped ones are in order."""

from __future__ import annotations

from pathlib import Path

import pytest

from clew.errors import BoardError
from clew_world import World, parse, read, shipped
from clew_world.level import BY_DIFFICULTY
from clew_world.paint.frame import USUAL
from tests.amount import few
from tests.wins import win
from tests.worlds import level, table

GOOD = level(table("platform", x=5, y=4, width=3, one_way=True), table("item", kind="gem", x=6, y=4))


@pytest.mark.parametrize("name", few(BY_DIFFICULTY, 3))
def test_every_shipped_level_can_be_won_by_touches(name: str) -> None:
    with World.load(name) as world:
        win(name, world)
        assert world.status == "won"


def test_ten_levels_are_shipped_and_one_scrolls() -> None:
    levels = [read(name) for name in shipped()]
    assert len(levels) >= 10
    assert sorted(BY_DIFFICULTY) == shipped()
    assert len({plan.title for plan in levels}) == len(levels)
    larger = [plan for plan in levels if plan.width * plan.zoom > 2 * USUAL[0]]
    assert larger, "one level is larger than any screen"


@pytest.mark.parametrize("name", few(shipped(), 4))
def test_shipped_levels_run_without_trouble(name: str) -> None:
    with World.load(name) as world:
        world.step(240)
        assert not world.troubles
        assert world.rules._goal["collect"]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (("size = [40, 20]", "size = [40]"), r"line 1: `size` must be width and height"),
        (("size = [40, 20]", "size = [40, nan]"), r"`size` is nan; it must be from 2 to 1000"),
        (("size = [40, 20]", "size = [inf, 20]"), r"`size` is inf"),
        (("size = [40, 20]", 'size = "big"'), r"`size` is a string"),
        (("size = [40, 20]", ""), r"`size`"),
        (("[player]\nx = 2", "[player]\nx = nan"), r"`x` is nan; it must be from 0 to 40"),
        (("[player]\nx = 2", "[player]\nx = 41"), r"`x` is 41; it must be from 0 to 40"),
        (("[player]\nx = 2", "[player]\nz = 2"), r"`z` is an unknown key"),
        (("[player]", "[gamer]"), r"`gamer` is an unknown key"),
        (("one_way = true", 'one_way = "yes"'), r"`one_way` is a string; it must be true or false"),
        (("one_way = true", "oneway = true"), r"`oneway` is an unknown key; did you mean `one_way`"),
        (('kind = "gem"', "kind = 5"), r"`kind` is a number; it must be a string"),
        (("width = 3", "width = -3"), r"`width` is -3"),
        (("width = 3\n", ""), r"`width` is missing"),
        (("size", 'theme = "magic"\nsize'), r'`theme`: "magic" is not a valid value'),
        (("size", "gravity = 0\nsize"), r"`gravity` is 0"),
        (("[[ground]]", "[ground]"), r"`ground` is a table; it must be a list"),
        (("size", "size = "), r"this is not valid TOML"),
        (("[player]", '[player]\nscript = "patrol"'), r"`script`: the player follows touches"),
        (("[player]", '[player]\nlook = "cube"'), r'`look`: "cube" is not a valid value'),
        (
            ("[player]", "[goal]\ncollect = { gem = 2 }\n[player]"),
            r"`collect` asks for 2 gem, but there are 1",
        ),
        (("[player]", "[goal]\nreach = [1.0]\n[player]"), r"`reach` must be a point"),
        (("[player]", '[goal]\nwin = "yes"\n[player]'), r"`win` is an unknown key"),
        (("[player]", '[eats]\nfox = "chicken"\n[player]'), r"`eats` is a string"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(change: tuple[str, str], words: str) -> None:
    text = GOOD.replace(*change, 1)
    assert text != GOOD
    with pytest.raises(BoardError, match=words):
        parse(text)


def test_two_elements_may_not_share_a_name() -> None:
    with pytest.raises(BoardError, match='"a" is the name of two elements'):
        parse(level(*(table("item", kind="gem", name="a", x=x, y=1) for x in (1, 2))))


def test_there_is_a_most_of_elements() -> None:
    with pytest.raises(BoardError, match="more than 2000 elements"):
        parse(level(*(table("item", kind="gem", x=1, y=1) for _ in range(2001))))


def test_a_level_that_is_not_there_is_said_with_those_that_are() -> None:
    with pytest.raises(BoardError, match='"medow" is not a level that comes with Clew; those are "canyon'):
        read("medow")
    with pytest.raises(OSError, match="nowhere"):
        read("nowhere.toml")


def test_a_file_is_named_in_its_errors(tmp_path: Path) -> None:
    path = tmp_path / "wrong.toml"
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(BoardError, match=r"wrong\.toml"):
        read(path)
    path.write_text("size = [20, 10]\nplayer = { x = 30, y = 1 }\n", encoding="utf-8")
    with pytest.raises(BoardError, match=r"wrong\.toml.*`x` is 30"):
        read(path)


def test_goal_and_score() -> None:
    items = [table("item", kind="gem", x=x, y=1) for x in (4, 6)] + [table("item", kind="apple", x=5, y=1)]
    extra = "[goal]\ncollect = { gem = 2 }\nreach = [9.0, 1.0]\n[points]\ngem = 7\n"
    with World.parse(level(*items) + extra) as world:
        world.touch(7, 1)
        world.step(150)
        assert (world.status, world.rules.score, world.rules.collected) == (
            "playing",
            15,
            {"gem": 2, "apple": 1},
        )
        world.touch(9, 1)
        world.step(100)
        assert world.status == "won"


def test_a_goal_that_cannot_be_met_any_more_is_lost() -> None:
    gem = table("item", kind="gem", x=10, y=1)
    fox = table("animal", kind="fox", x=15, y=1, script="walk.lua")
    text = level(gem, fox) + '[eats]\nfox = ["gem"]\n[goal]\ncollect = { gem = 1 }\n'
    with World.parse(text.replace('script = "walk.lua"\n', "")) as world:
        world.add_python([world.characters[1].name], lambda fox, game: game.set_target(fox, 8, 1))
        world.step(300)
        assert world.status == "lost"
        assert world.rules.score == 0


def test_a_level_that_names_a_shape_of_bodies_is_still_read() -> None:
    text = level().replace("[player]\n", '[player]\nbody = "ball"\n')
    with pytest.warns(DeprecationWarning, match="`body` has no effect"):
        assert parse(text).player.build == parse(level()).player.build
