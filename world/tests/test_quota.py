"""Scripts are stopped by the instructions that they take: in the same tick, however slow the clock."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from lupa.lua54 import LuaRuntime

from clew_world import World
from clew_world.lua import link
from tests.promptness import HANGS
from tests.worlds import level, scripted, table

SCRIPTS = {
    "walks.lua": "function process(e) game.setTarget(e, 4 + game.time() * 7 % 20, 1) end",
    "endless.lua": """
local n = 0
function process(e)
  n = n + 1
  game.setTarget(e, 20, 1)
  if n == 40 then pcall(function() while true do end end) end
end""",
    "much.lua": """
function process(e)
  game.setTarget(e, 30, 1)
  for i = 1, 1000 do
    local words = {}
    for word in ("one two three four"):gmatch("%a+") do words[#words + 1] = word end
    memory[table.concat(words, "-", 1, 2)] = i
    for key in pairs({ a = 1, b = 2, c = 3, d = 4 }) do memory[key] = words end
  end
end""",
    "often.lua": """
local n = 0
function process(e)
  n = n + 1
  game.setTarget(e, 10, 1)
  if n % 20 == 0 then coroutine.wrap(function() for i = 1, 4e6 do end end)() end
end""",
}
PLAY = """
import sys
from pathlib import Path
from clew_world.lua import link
from tests.test_quota import played
slowed = float(sys.argv[2])
honest = link._worked
link._worked = lambda process: None if (worked := honest(process)) is None else slowed * worked
print(played(Path(sys.argv[1])))
"""


def crowd(folder: Path) -> World:
    """Three animals that take too much in different ways, between others that walk."""
    names = ["walks", "endless", "much", "often", "walks"]
    animals = [
        table("animal", kind="tortoise", name=f"{name} {n}", x=5 + n, y=1, script=f"{name}.lua")
        for n, name in enumerate(names)
    ]
    return scripted(folder, SCRIPTS, level(*animals))


def played(folder: Path) -> str:
    """All that a game of theirs gives: its digest, and who was stopped in which tick and why."""
    with crowd(folder) as world:
        world.touch(12, 1)
        world.step(80)
        record = world.save()
        stops = [entry for entry in record["inputs"] if entry[1] in ("off", "skip")]
        return f"{world.digest()} {stops}"


def test_the_same_touches_give_the_same_world_however_slow_the_clock_is(tmp_path: Path) -> None:
    told = []
    for slowed, seed in (("1", "1"), ("6", "2")):
        place = tmp_path / seed
        place.mkdir()
        told.append(
            subprocess.run(
                [sys.executable, "-c", PLAY, str(place), slowed],
                env={**os.environ, "PYTHONHASHSEED": seed},
                stdout=subprocess.PIPE,
                text=True,
                cwd=Path(__file__).parents[2],
                timeout=HANGS,
                check=True,
            ).stdout
        )
    assert told[0] == told[1]
    assert "[39, 'off'" in told[0], "the endless one, in its fortieth turn"
    assert told[0].count("'off'") >= 2, "and the one that takes much"


def test_a_saved_game_goes_on_to_stop_the_same_scripts_in_the_same_ticks(tmp_path: Path) -> None:
    with crowd(tmp_path) as world:
        world.step(20)
        with World.resume(world.save()) as again:
            for one in (world, again):
                one.step(30)
            assert again.save() == world.save()
            assert "endless 1" in again.stopped


def test_what_the_clock_ends_is_said_to_be_another_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Long texts that are equal: one instruction compares them, so that few of them take long."""
    source = """
local a, b = ("x"):rep(3000000), ("x"):rep(3000000)
function process(e) while a == b do end end"""
    honest = link._worked
    monkeypatch.setattr(link, "_worked", lambda process: 20 * (honest(process) or 0.0))
    animal = table("animal", kind="monkey", name="Kim", x=5, y=1, script="kim.lua")
    with scripted(tmp_path, {"kim.lua": source}, level(animal)) as world:
        world.step(3)
        assert "the same input may give another game" in world.stopped["Kim"]
        record = world.save()
        assert [entry[3] for entry in record["inputs"] if entry[1] == "off"] == [world.stopped["Kim"]]
        with World.resume(record) as again:
            assert (again.digest(), again.stopped) == (world.digest(), world.stopped)


EXPRESSIONS = (
    "('hello world'):find('o w'), ('hello'):find('l', 1, true), ('a.b'):find('.', 2, true)",
    "('key = value'):match('^(%w+)%s*=%s*(%w+)$'), ('x'):match('y'), ('  trim '):match('^%s*(.-)%s*$')",
    "('a,b,,c'):gsub(',', ';'), ('abc'):gsub('%w', '%0%0', 2), ('abc'):gsub('', '-')",
    "('abc'):gsub('b', {b = 'x'}), ('f(a(b)c)d'):match('%b()'), ('THE (quick)'):find('%f[%a]%a+')",
    "('[test]'):gsub('[%]%[]', ''), ('x=1'):gsub('(%w)=(%w)', '%2=%1'), ('aa'):match('(a)%1')",
    "('ab'):rep(3, '-'), ('x'):rep(0), ('x'):rep(-1), ('hello'):sub(-3), ('hello'):byte(1, -1)",
    "('Hi'):upper(), ('Hi'):lower(), ('Hi'):reverse(), ('<i4'):pack(7):len(), ('<i4'):unpack('\\7\\0\\0\\0')",
    "tonumber('0x10'), tonumber('z', 36), tonumber('no'), tonumber(5), #table.pack(1, nil, 3)",
    "table.concat({1, 2, 3}, ', '), table.concat({1, 2, 3}, '', 2), table.concat({'a', 'b', 'c'}, '-', 1, 2)",
    "table.concat(table.move({1, 2, 3}, 1, 2, 2), ' '), table.remove({1, 2, 3}), table.remove({1, 2, 3}, 1)",
    "(function() local t = {1, 2} table.insert(t, 3) table.insert(t, 1, 0) return table.unpack(t) end)()",
    "utf8.len('\u00e9a'), utf8.codepoint('\u00e9', 1), utf8.offset('\u00e9a', 2), utf8.char(233)",
    "coroutine.wrap(function(...) local a = coroutine.yield(...) return a end)(1, 2)",
    "pcall(coroutine.wrap(function() error({}) end)) == false, pcall(error, 'x')",
    "xpcall(error, function(m) return m end, 'y')",
    "(function() local n = 0 for w in ('one two'):gmatch('%a+') do n = n + #w end return n end)()",
    "select(2, xpcall(function(a, b) return a + b end, print, 2, 3)), coroutine.isyieldable()",
)


def test_the_library_gives_what_that_of_lua_gives(tmp_path: Path) -> None:
    lines = "\n".join(f"said[#said + 1] = all({expression})" for expression in EXPRESSIONS)
    head = """
local said = {}
local function all(...)
  local parts = {}
  for i = 1, select("#", ...) do parts[i] = tostring((select(i, ...))) end
  return table.concat(parts, "|")
end
"""
    own = LuaRuntime().execute(f"{head}{lines}\nreturn table.concat(said, '\\n')").splitlines()
    shown = "function process(e) for i = 1, math.min(4, #said) do game.log(table.remove(said, 1)) end end"
    animal = table("animal", kind="monkey", name="Kim", x=5, y=1, script="kim.lua")
    with scripted(tmp_path, {"kim.lua": f"{head}{lines}\n{shown}"}, level(animal)) as world:
        world.step(len(EXPRESSIONS))
        assert not world.troubles
        assert [line.text for line in world.log] == own


def test_texts_may_be_taken_apart_in_every_tick(tmp_path: Path) -> None:
    source = """
local line = ("  walk to 12.5, -3 ; say 'hello there, all of you' ; wait 3 "):rep(2)
function process(e)
  for part in line:gmatch("[^;]+") do
    local word, rest = part:match("^%s*(%a+)%s+(.-)%s*$")
    local x, y = rest:match("(%-?%d+%.?%d*),%s*(%-?%d+)")
    memory[word] = rest:gsub("%s+", " ")
  end
end"""
    animal = table("animal", kind="monkey", name="Kim", x=5, y=1, script="kim.lua")
    with scripted(tmp_path, {"kim.lua": source}, level(animal)) as world:
        world.step(100)
        assert not world.troubles
