"""The debug view: what everybody stands on, where it goes and why not, and what it heard."""

from __future__ import annotations

from pathlib import Path

from clew_world import World, snapshot
from clew_world.minds import mind, minds
from clew_world.paint.frame import Painter
from tests.worlds import go, level, scripted, table, until

CALLS = 'function process(e) game.send(e, "chicken", "fox!") game.plan(e, { x = 9, y = 1 }) end'
HEARS = "function on_message(e, sender, text) end"


def test_it_tells_on_what_everybody_stands_and_where_it_goes() -> None:
    ladder = table("ladder", x=8, y=1, height=3) + table("platform", x=7, y=4, width=4, one_way=True)
    slope = table("slope", x=14, y=1, width=4, rise=1)
    with World.parse(level(ladder, slope)) as world:
        player = world.player
        assert mind(world, player).where == "air"
        world.step(30)
        found = mind(world, player)
        assert (found.where, found.target, found.heard, found.asks) == ("ground", None, None, 0)
        assert found.contacts >= 1
        world.touch(9, 4)
        until(world, lambda: player.on_ladder)
        found = mind(world, player)
        assert (found.where, found.answer, found.target) == ("ladder", "on the way", (9, 4))
        assert [kind for _, _, kind in found.line] == ["climb", "walk"]
        assert "on the way: 9.0, 4.0 (climb, walk)" in found.lines()
        go(world, 16, 1.5)
        assert mind(world, player).where == "slope"
        world.touch(20, 19.9)
        world.step(2)
        go(world, 9, 12)
        assert player.answer == "arrived"


def test_it_tells_why_somebody_cannot_get_there() -> None:
    with World.parse(level(table("platform", x=20, y=8, width=5))) as world:
        world.step(30)
        go(world, 22, 8)
        assert mind(world, world.player).lines()[1] == (
            "cannot get there: 22.0, 8.0 (no walk, ladder, jump or drop leads there)"
        )


def test_it_tells_who_said_what_and_how_many_plans_wait(tmp_path: Path) -> None:
    cast = table("animal", kind="owl", name="Ada", x=5, y=1, script="calls.lua")
    cast += table("animal", kind="chicken", name="Berta", x=8, y=1, script="hears.lua")
    with scripted(tmp_path, {"calls.lua": CALLS, "hears.lua": HEARS}, level(cast)) as world:
        world.step(30)
        berta = mind(world, world.named("Berta"))
        assert berta.heard == ("Ada", "fox!")
        assert 'heard "fox!" from Ada' in berta.lines()
        assert {one.number for one in minds(world)} == {one.number for one in world.characters}
        told = snapshot(world, debug=True)["minds"]
        assert [one["heard"] for one in told if one["number"] == berta.number] == [("Ada", "fox!")]
        assert "minds" not in snapshot(world)


def test_it_changes_nothing_in_the_game(tmp_path: Path) -> None:
    digests = set()
    for debug in (False, True):
        with World.load("henhouse") as world:
            for _ in range(20):
                world.step(10)
                snapshot(world, debug=debug)
            digests.add(world.digest())
    assert len(digests) == 1


def test_it_is_drawn_over_the_picture() -> None:
    with World.load("hills") as world:
        world.step(30)
        painter = Painter(world, (800, 400))
        plain = painter.frame().tobytes()
        painter.debug = True
        shown = painter.frame().tobytes()
        assert plain != shown
        painter.debug = False
        assert painter.frame().tobytes() == plain
