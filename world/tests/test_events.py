"""What scripts hear and ask: events, messages, timers, whole plans, and elements that they add."""

from __future__ import annotations

from pathlib import Path

import pytest

from clew.errors import BoardError
from clew_world import World, describe, snapshot
from clew_world.level import parse
from tests.test_fairness import turns_of
from tests.worlds import level, scripted, table, until

LOFT = table("platform", x=15, y=4, width=6, one_way=True) + table("ladder", x=16, y=1, height=3)
BOUNDS = [table("wall", x=x, y=1, width=0.3, height=12) for x in (3.0, 30.0)]


def kim(folder: Path, source: str, *parts: str, **keys: object) -> World:
    """A world with one scripted animal, a monkey called Kim at x = 10."""
    animal = table(
        "animal", **{"kind": "monkey", "name": "Kim", "x": 10, "y": 1, "script": "kim.lua", **keys}
    )
    return scripted(folder, {"kim.lua": source}, level(animal, *parts))


def logged(world: World, name: str = "Kim") -> list[str]:
    return [line.text for line in world.log if line.name == name]


def replayed(world: World) -> None:
    """The record of a game plays the same game again."""
    with World.resume(world.save()) as again:
        assert again.digest() == world.digest()
        assert [item.number for item in again.items] == [item.number for item in world.items]
        assert again.stopped == world.stopped


def test_a_script_hears_what_it_touches_takes_and_where_it_arrives(tmp_path: Path) -> None:
    source = """
function process(element) if not memory.on then memory.on = true game.setTarget(element, 14, 1) end end
function on_touch(element, other) game.log("touches", other.kind, element.name) end
function on_take(element, kind) game.log("takes", kind) end
function on_arrive(element) game.log("arrives", string.format("%.1f", element.x)) end
"""
    parts = [table("item", kind=kind, x=x, y=1) for kind, x in (("banana", 12), ("gem", 13))]
    with kim(tmp_path, source, *parts) as world:
        until(world, lambda: "arrives 14.0" in logged(world))
        world.step(120)
        assert logged(world) == ["takes banana", "touches gem Kim", "arrives 14.0"]
        replayed(world)


def test_a_script_hears_why_it_cannot_get_there(tmp_path: Path) -> None:
    source = """
function process(element) if not memory.on then memory.on = true game.setTarget(element, 17, 9) end end
function on_blocked(element, why) game.log(why) end
"""
    with kim(tmp_path, source, table("platform", x=15, y=9, width=6)) as world:
        world.step(120)
        assert logged(world) == ["no walk, ladder, jump or drop leads there"]


def test_a_timer_runs_out_once_and_can_be_set_anew_or_cancelled(tmp_path: Path) -> None:
    source = """
function on_timer(element, name)
  game.log(name, string.format("%.2f", game.time()))
  if name == "first" then game.cancel(element, "third") end
end
function process(element)
  if memory.on then return end
  memory.on = true
  game.after(element, 0.5, "first")
  game.after(element, 9, "second")
  game.after(element, 0.75, "second")
  game.after(element, 1, "third")
end"""
    with kim(tmp_path, source) as world:
        world.step(30)
        assert not logged(world)
        world.change_script("kim.lua", source)  # timers are kept, as memory is
        world.step(90)
        assert logged(world) == ["first 0.50", "second 0.75"]
        replayed(world)


def test_a_message_is_heard_in_the_next_tick_by_those_it_is_for(tmp_path: Path) -> None:
    scripts = {
        "cock.lua": "function process(e) if game.time() > 1 and not memory.on then memory.on = true\n"
        'game.send(e, "chicken", "fox!") game.send(e, game.nearest(e, "mouse"), "run") end end',
        "hen.lua": "function on_message(e, from, text) game.log(from.name, text) end",
    }
    hens = [table("animal", kind="chicken", name=n, x=8, y=1, script="hen.lua") for n in ("Ada", "Bea")]
    mouse = table("animal", kind="mouse", name="Pip", x=20, y=1, script="hen.lua")
    cock = table("animal", kind="owl", name="Cock", x=5, y=1, script="cock.lua")
    with scripted(tmp_path, scripts, level(cock, *hens, mouse)) as world:
        world.step(120)
        heard = [(line.tick, line.name, line.text) for line in world.log]
        assert heard == [(62, "Ada", "Cock fox!"), (62, "Bea", "Cock fox!"), (62, "Pip", "Cock run")]
        replayed(world)


def test_who_floods_drowns_nobody(tmp_path: Path) -> None:
    scripts = {
        "flood.lua": """
function process(e)
  for i = 1, 16 do game.send(e, "mouse", "x") end
end""",
        "say.lua": 'function process(e) game.send(e, "mouse", "corn here") end',
        "mouse.lua": """
memory.n = 0
function on_message(e, from, text)
  if text == "x" then return end
  memory.n = memory.n + 1
  game.log(memory.n)
end""",
    }
    floods = [
        table("animal", kind="monkey", name=f"flood {n}", x=8, y=1, script="flood.lua") for n in range(12)
    ]
    others = [
        table("animal", kind=k, name=k, x=9, y=1, script=s)
        for k, s in (("owl", "say.lua"), ("mouse", "mouse.lua"))
    ]
    with scripted(tmp_path, scripts, level(*floods, *others)) as world:
        world.step(120)
        assert not world.stopped
        assert int(logged(world, "mouse")[-1]) >= 60, "of thirteen who speak, eight are heard in each tick"
        replayed(world)


def test_a_plan_leads_to_the_nearest_of_a_kind_by_way(tmp_path: Path) -> None:
    source = """
function process(element)
  local plan = game.plan(element, "gem")
  if plan then game.log(plan.element.name, plan.path[1].how, plan.seconds > 1) end
end"""
    gems = [table("item", kind="gem", name=n, x=x, y=y) for n, x, y in (("loft", 10.5, 6), ("far", 18, 1))]
    high = table("platform", x=9, y=6, width=4) + table("ladder", x=12.5, y=1, height=3)
    with kim(tmp_path, source, *gems, high) as world:
        until(world, lambda: bool(logged(world)))
        assert logged(world)[0] == "far walk true"


def test_a_plan_keeps_from_dangers_where_it_can(tmp_path: Path) -> None:
    source = """
function process(element)
  local straight = game.plan(element, {{x = 26, y = 1}})
  local careful = game.plan(element, {{x = 26, y = 1}}, "cat")
  if straight and careful and not memory.on then
    memory.on = true
    game.log(#straight.path, straight.seconds < careful.seconds)
    game.setTarget(element, 26, 1{})
  end
end"""
    bridge = [
        table("platform", x=12, y=4, width=12, one_way=True),
        *(table("ladder", x=x, y=1, height=3) for x in (12.5, 23.5)),
    ]
    cat = table("animal", kind="cat", name="Cat", x=18, y=1)
    heights = {}
    for dangers in ("", ', "cat"'):
        with kim(tmp_path, source.format(dangers), *bridge, cat) as world:
            while not logged(world):
                world.step()
                assert world.tick < 300
            assert logged(world) == ["1 true"]
            monkey, heights[dangers] = world.named("Kim"), 0.0
            while monkey.answer != "arrived":
                world.step()
                heights[dangers] = max(heights[dangers], monkey.y)
                assert world.tick < 1500
            replayed(world)
    assert heights[""] < 2.5 < 3.9 < heights[', "cat"'], "over the bridge, not past the cat"


def test_who_escapes_goes_where_nobody_follows_soon(tmp_path: Path) -> None:
    source = """
function process(element)
  local plan = game.escape(element, "fox")
  if plan then game.setTarget(element, plan.x, plan.y) end
end"""
    fox = table("animal", kind="fox", name="Fox", x=8, y=1, script="chase", speed=1.5, jump=0.4)
    loft = table("platform", x=12, y=2.2, width=4, one_way=True)
    with kim(tmp_path, source, fox, loft, *BOUNDS, kind="chicken", speed=2.0, jump=1.6) as world:
        world.step(600)
        assert world.named("Kim").y > 2.1, "on what the fox cannot jump to"


def test_who_meets_another_cuts_it_off(tmp_path: Path) -> None:
    scripts = {
        "run.lua": "function process(e) game.setTarget(e, 30, 1) end",
        "meet.lua": 'function process(e) local m = game.meet(e, game.nearest(e, "mouse"))\n'
        "if m then game.log(m.x) end end",
    }
    mouse = table("animal", kind="mouse", name="Pip", x=5, y=1, script="run.lua")
    cat = table("animal", kind="cat", name="Cat", x=28, y=1, script="meet.lua")
    with scripted(tmp_path, scripts, level(mouse, cat)) as world:
        world.step(60)
        assert float(logged(world, "Cat")[-1]) == pytest.approx(30)


def test_one_who_asks_much_lets_others_wait_for_no_answer(tmp_path: Path) -> None:
    scripts = {
        "greedy.lua": """
function process(e)
  for i = 1, 40 do game.plan(e, {x = game.random(39), y = 1}) end
end""",
        "innocent.lua": """
memory.turns = 0
function process(e)
  memory.turns = memory.turns + 1
  local plan = game.plan(e, {x = 3 + memory.turns // 20, y = 1})
  if plan then memory.plans = (memory.plans or 0) + 1 end
  game.log(memory.turns)
  if memory.turns == 100 then game.say(e, memory.plans) end
end""",
    }
    lofts = [table("platform", x=2 + 5 * n, y=3, width=3, one_way=True) for n in range(7)]
    greedy = [
        table("animal", kind="monkey", name=f"greedy {n}", x=8, y=1, script="greedy.lua") for n in range(16)
    ]
    others = [table("animal", kind="owl", name=n, x=9, y=1, script="innocent.lua") for n in ("Ann", "Zoe")]
    with scripted(tmp_path, scripts, level(*lofts, *greedy, *others)) as world:
        turns = turns_of(world, 100)
        assert not {"Ann", "Zoe"} & world.stopped.keys()
        for name in ("Ann", "Zoe"):
            assert len(turns[name]) >= 98
            world.step(2)
            assert int(world.named(name).words) > 25, (
                "of five plans, each is answered well before it is too late"
            )


SPAWNER = """
function process(element)
  if game.time() < 1 then
    game.spawn(element, "banana", 5 + game.random(9), 1)
  else
    game.spawn(element, "chicken", 20, 1)
  end
end"""
ALLOWED = '[spawn]\nbanana = 3\nchicken = { most = 2, script = "hen.lua" }\n'


def test_scripts_add_what_the_level_allows_and_no_more(tmp_path: Path) -> None:
    (tmp_path / "hen.lua").write_text("function process(e) game.log(name, game.onGround(e)) end", "utf-8")
    quiet = "[eats]\nplayer = []\n"
    with kim(tmp_path, SPAWNER, ALLOWED, quiet) as world:
        before = describe(world)
        assert not snapshot(world)["items"]
        world.step(240)
        assert [item.kind for item in world.items] == ["banana"] * 3
        hens = [one for one in world.characters if one.kind == "chicken"]
        assert len(hens) == 2
        assert all(f"{hen.name} true" in logged(world, hen.name) for hen in hens)
        there = snapshot(world)["added"]
        assert there == {item.number: [item.x, item.y] for item in world.items}
        assert there.keys() <= before["items"].keys(), "a page knows from the beginning what may come"
        assert {hen.number for hen in hens} <= before["characters"].keys()
        replayed(world)


def test_what_may_still_come_keeps_a_goal_possible(tmp_path: Path) -> None:
    source = """
function on_timer(element) game.spawn(element, "apple", 3, 1) end
function process(element) if not memory.on then memory.on = true game.after(element, 1, "") end end"""
    goal = "[spawn]\napple = 1\n[goal]\ncollect = { apple = 1 }\n"
    with kim(tmp_path, source, goal) as world:
        world.step(30)
        assert world.status == "playing"
        world.touch(3, 1)
        world.step(120)
        assert world.status == "won"


def test_nothing_is_added_inside_a_wall(tmp_path: Path) -> None:
    source = 'function process(e) game.spawn(e, "banana", 12, 1.5) end'
    with kim(tmp_path, source, table("wall", x=11, y=1, width=2, height=3), "[spawn]\nbanana = 1\n") as world:
        world.step(30)
        assert not world.items


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("spawn = 3\n", "must be a table of numbers"),
        ("spawn = { banana = 0 }\n", "most"),
        ("spawn = { banana = 201 }\n", "most"),
        ("spawn = { player = 1 }\n", "cannot add a player"),
        ("spawn = { fox = { most = 1, sped = 3 } }\n", "did you mean `speed`"),
        ('spawn = { fox = { most = 1, script = "patrole" } }\n', "did you mean `patrol`"),
    ],
)
def test_what_is_wrong_with_what_may_be_added_is_said(text: str, words: str) -> None:
    with pytest.raises(BoardError, match=words):
        found = parse(text + level())
        for one in found.cast():
            found.script(one.script or "patrol")


CULPRIT = """
local n = 0
function process(element)
  n = n + 1
  game.send(element, "tortoise", n)
  for i = 1, 9 do game.plan(element, {x = i * 4, y = 1}) end
  game.spawn(element, "gem", 2 + n % 30, 1)
  if n > 40 then END end
end"""
HEARS = """
function on_message(element, sender, text)
  local plan = game.plan(element, {x = 3 + text % 33, y = 1})
  if plan then game.setTarget(element, plan.x, plan.y, "monkey") else game.setTarget(element, 8, 1) end
end
function on_touch(element, other) game.after(element, 0.3, other.kind) end
function on_timer(element, name) if name == "gem" then game.setTarget(element, 30, 1) end end
"""


@pytest.mark.parametrize(
    "end",
    ["while true do end", "for i = 1, 2400000 do end", "error('x')", "coroutine.wrap(error)()"],
)
def test_a_game_in_which_somebody_is_stopped_is_replayed_with_all_that_it_did(
    tmp_path: Path, end: str
) -> None:
    scripts = {"culprit.lua": CULPRIT.replace("END", end), "hears.lua": HEARS}
    loft = table("platform", x=6, y=3.5, width=12, one_way=True) + table("ladder", x=8, y=1, height=2.5)
    others = [
        table("animal", kind="tortoise", name=f"T{n}", x=4 + n, y=1, script="hears.lua") for n in range(6)
    ]
    kong = [table("animal", kind="monkey", name=f"K{n}", x=12, y=1, script="culprit.lua") for n in range(2)]
    quiet = "[eats]\nplayer = []\n[spawn]\ngem = 40\n"
    with scripted(tmp_path, scripts, level(loft, *others[:3], *kong, *others[3:], quiet)) as world:
        world.step(30)
        world.steer(1, 0)
        world.step(120)
        world.steer(0, 0)
        assert ({"K0", "K1"} <= world.stopped.keys()) == ("for" in end or "while" in end)
        assert not {f"T{n}" for n in range(6)} & world.stopped.keys()
        with World.resume(world.save()) as again:
            assert (again.digest(), again.stopped) == (world.digest(), world.stopped)
            for one in (world, again):
                one.touch(9, 3.5)
                one.step(90)
            assert again.digest() == world.digest(), "and goes on in the same way"
