"""Scripts: errors with their place, memory, reload, the functions of `game`, the same in every run."""

from __future__ import annotations

from pathlib import Path

import pytest

from clew.errors import BoardError, WorldError
from clew_world import World
from clew_world.controllers.python import Game
from clew_world.elements import Character
from tests.worlds import level, scripted, table, until


def one(folder: Path, source: str, *parts: str, kind: str = "monkey", x: float = 10) -> World:
    """A world with one scripted animal, Kim."""
    animal = table("animal", kind=kind, name="Kim", x=x, y=1, script="kim.lua")
    return scripted(folder, {"kim.lua": source}, level(animal, *parts))


def logged(world: World) -> list[str]:
    return [line.text for line in world.log]


def test_an_error_shows_file_and_line_once(tmp_path: Path) -> None:
    with one(tmp_path, "function process(e)\n  local x = nil\n  return x.y\nend") as world:
        world.step(60)
        (line,) = world.troubles
        assert line.name == "Kim"
        assert line.text.startswith("kim.lua:3: attempt to index a nil value")


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("x = = 1", "kim.lua:1: unexpected symbol near '='"),
        ("\n\nboom()", "kim.lua:3: attempt to call a nil value (global 'boom')"),
        ("x = 1", "kim.lua: there is no function process(element)"),
        ("function process(e) game.setTarget(e) end", "kim.lua:1: game.setTarget: x and y must be numbers"),
        ("function process(e) game.setTarget(5, 1, 1) end", "a script leads its own animal alone"),
        ("function process(e) game.random(0) end", "kim.lua:1: game.random: there is no number from 1 to 0"),
    ],
)
def test_what_is_wrong_is_said(tmp_path: Path, source: str, words: str) -> None:
    with one(tmp_path, source) as world:
        world.step(2)
        assert words in world.troubles[0].text


def test_a_script_that_is_not_there_is_said_with_what_would_be_right() -> None:
    with pytest.raises(BoardError, match="did you mean `patrol`"):
        World.parse(level(table("animal", kind="fox", x=5, y=1, script="patrole")))
    with pytest.raises(BoardError, match=r"nowhere\.lua cannot be read"):
        World.parse(level(table("animal", kind="fox", x=5, y=1, script="nowhere.lua")))


def test_changed_scripts_keep_the_memory_and_wrong_ones_the_old_code(tmp_path: Path) -> None:
    count = "function process(e) memory.n = (memory.n or 0) + 1 game.log('{}', memory.n) end"
    with one(tmp_path, count.format("old")) as world:
        world.step(10)
        assert logged(world)[-1] == "old 10"
        world.change_script("kim.lua", count.format("new"))
        world.step(5)
        assert logged(world)[-1] == "new 15"
        world.change_script("kim.lua", "function process(e")
        world.step(5)
        assert "kim.lua:1:" in world.troubles[-1].text
        assert logged(world)[-1] == "new 20"
        with World.resume(world.save()) as again:
            assert again.digest() == world.digest()
            again.step()
            assert logged(again)[-1] == "new 21"


def test_an_element_that_is_eaten_is_nil(tmp_path: Path) -> None:
    source = """
function process(e)
  memory.prey = memory.prey or game.nearest(e, "banana")
  if not memory.seen then memory.seen, kept = true, memory.prey end
  local count = 0
  for key, value in pairs(memory) do count = count + 1 end
  game.log(memory.prey and memory.prey.kind, game.position(kept), kept.x, game.exists(kept), count)
  if memory.prey then game.setTarget(e, game.position(memory.prey)) end
end"""
    with one(tmp_path, source, table("item", kind="banana", x=12, y=1)) as world:
        world.step()
        # game.position gives two values, of which all but the last argument keep the first.
        assert logged(world)[-1] == "banana 12.0 12.0 true 2"
        until(world, lambda: not world.items)
        world.step(2)
        assert logged(world)[-1] == "nil nil nil false 1"


def test_a_script_never_gets_hold_of_what_its_memory_is_kept_in(tmp_path: Path) -> None:
    source = """
function process(e)
  memory.key = 1
  local walk, walked, first = pairs(memory)
  game.log(rawequal(walked, memory), first, rawget(walked, "key"), walk())
end"""
    with one(tmp_path, source) as world:
        world.step()
        assert logged(world)[-1] == "true nil nil key 1"


def test_what_game_says_is_what_is(tmp_path: Path) -> None:
    source = """
function process(e)
  local x, y = game.position(e)
  local left, right, level = game.platform(e)
  local w, h = game.size()
  local nearest, distance = game.nearest(e, "player")
  game.log(string.format("%.2f %.2f %s %s", x, y, game.onGround(e), game.onLadder(e)))
  game.log(left and string.format("%.1f %.1f %.1f", left, right, level), w, h)
  game.log(name, kind, look, e.name, game.kind(e), nearest.name, string.format("%.1f", distance))
  game.log(string.format("%.2f", game.time()), #game.all("player"), tostring(e), tostring(nearest))
end"""
    with one(tmp_path, source, kind="fox") as world:
        world.step(61)
        place, ground, names, rest = logged(world)[-4:]
        assert place == "10.00 1.01 true false" or place == "10.00 1.02 true false"
        assert ground == "0.4 39.6 1.0 40.0 20.0" or ground.startswith("0.3")
        assert names == "Kim fox fox Kim fox player 8.0"
        assert rest == "1.00 1 Kim player"


def test_a_path_is_answered_in_the_next_tick(tmp_path: Path) -> None:
    plank = table("platform", x=15, y=4, width=6, one_way=True) + table("ladder", x=16, y=1, height=3)
    source = """
function process(e)
  local way, none = game.path(e, 20, 4), game.path(e, 30, 15)
  local parts = {}
  for _, leg in ipairs(way or {}) do parts[#parts + 1] = leg.how end
  game.log(way and table.concat(parts, " "), none)
end"""
    high = table("platform", x=28, y=15, width=4)
    with one(tmp_path, source, plank, high) as world:
        world.step(50)
        assert logged(world)[0] == "nil nil"
        assert logged(world)[-1] == "walk climb walk false"


def test_order_and_chance_are_the_same_in_every_world(tmp_path: Path) -> None:
    source = """
local t = {}
for _, key in ipairs{"pear", "fig", "apple", "plum", "date", 3, 1, 2, 10, true} do t[key] = key end
local words = {}
for i = 1, 300 do words[i] = { i % 7, i } end
table.sort(words, function(a, b) return a[1] < b[1] end)
function process(e)
  local parts = {}
  for key in pairs(t) do parts[#parts + 1] = tostring(key) end
  game.log(table.concat(parts, " "), game.random(1000), math.random(1000), words[1][2], words[2][2])
end"""
    lines = set()
    for _ in range(3):
        with one(tmp_path, source) as world:
            world.step(3)
            lines.add(tuple(logged(world)))
    ((first, *_),) = lines
    assert first.startswith("1 2 3 10 apple date fig pear plum true ")
    assert first.endswith(" 7 14"), "what compares equal keeps its order"


def test_tables_are_unpacked_as_lua_does(tmp_path: Path) -> None:
    source = """
function process(e)
  game.log(table.unpack{ 1, nil, 3 })
  game.log(table.unpack({ 1, 2, 3 }, 2), table.unpack({ 1, 2, 3 }, -1, 1))
  game.log(select("#", table.unpack({}, 1, 100000)), select("#", table.unpack({}, 2, 1)))
  local words = {}
  for _, range in ipairs{ { 1, 1e8 }, { math.mininteger, math.maxinteger }, { "x", 2 }, { 1.5, 2 } } do
    local _, why = pcall(table.unpack, {}, range[1], range[2])
    words[#words + 1] = why
  end
  game.log(table.concat(words, "; "))
  game.log(pcall(table.unpack))
end"""
    with one(tmp_path, source) as world:
        world.step()
        lines = logged(world)
    assert lines[:3] == ["1 nil 3", "2 nil nil 1", "100000 0"]
    large, whole, word, broken = lines[3].split("; ")
    assert large == whole == "too many results to unpack"
    assert word == "bad argument #2 to 'unpack' (integer expected, got string)"
    assert broken == "bad argument #2 to 'unpack' (integer expected, got number)"
    assert lines[4] == "false bad argument #1 to 'unpack' (table expected, got nil)"


def test_words_and_looks_are_shown(tmp_path: Path) -> None:
    source = 'function process(e) if game.time() < 0.1 then game.say(e, "Hello") game.look(e, "owl") end end'
    with one(tmp_path, source) as world:
        kim = world.named("Kim")
        world.step(2)
        assert (kim.words, kim.look) == ("Hello", "owl")
        world.step(200)
        assert kim.words == ""


def test_python_leads_animals_with_the_same_functions() -> None:
    def process(element: Character, game: Game) -> None:
        prey = game.nearest(element, "banana")
        if prey is not None:
            game.set_target(element, prey.x, prey.y)
            game.say(element, "Mine!")

    text = level(
        table("animal", kind="monkey", name="Kim", x=5, y=1), table("item", kind="banana", x=12, y=1)
    )
    with World.parse(text) as world:
        world.add_python(["Kim"], process)
        until(world, lambda: not world.items)
        assert world.named("Kim").words == "Mine!"
        record = world.save()
        # A record keeps what the function wanted: it plays again without the function.
        with World.resume(record) as again:
            assert again.digest() == world.digest()
        with pytest.raises(WorldError, match='there is no "Kong"'):
            world.add_python(["Kong"], process)


def test_a_closed_world_leaves_no_process_behind(tmp_path: Path) -> None:
    world = one(tmp_path, "function process(e) end")
    world.step(100)
    assert world.scripts is not None
    process = world.scripts.process
    world.close()
    status = Path(f"/proc/{process}/stat")
    assert not status.exists() or " Z " in status.read_text(encoding="ascii")
    world.close()
