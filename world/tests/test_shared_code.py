"""Animals with the same script share what was compiled, and nothing else."""

from __future__ import annotations

from pathlib import Path

from clew_world import World

LEVEL = """
size = [20.0, 10.0]
[player]
x = 1.0
y = 1.0
[[ground]]
x = 0.0
y = 1.0
width = 20.0
height = 1.0
[[animal]]
kind = "monkey"
name = "Ape"
x = 5.0
y = 1.0
script = "same.lua"
[[animal]]
kind = "owl"
name = "Owl"
x = 9.0
y = 1.0
script = "same.lua"
"""


def lines(folder: Path, script: str, ticks: int = 3) -> dict[str, list[str]]:
    """What each of two animals with this script logs."""
    (folder / "same.lua").write_text(script, encoding="utf-8")
    told: dict[str, list[str]] = {}
    with World.parse(LEVEL, folder=folder) as world:
        world.step(ticks)
        assert not world.troubles, world.troubles
        for line in world.log:
            told.setdefault(line.name, []).append(line.text)
    return told


def test_each_has_its_own_globals_locals_and_memory(tmp_path: Path) -> None:
    script = """local l = 0
function process(e)
  g, l, memory.m = (g or 0) + 1, l + 1, (memory.m or 0) + 1
  math.mine = name
  game.log(name, g, l, memory.m, math.mine, _G.g)
end -- the last line has no end of line"""
    found = lines(tmp_path, script)
    assert len(found) == 2
    for name, told in found.items():
        assert told == [f"{name} {n} {n} {n} {name} {n}" for n in (1, 2, 3)], name


def test_a_script_may_return_and_its_errors_have_their_lines(tmp_path: Path) -> None:
    script = "process = function(e)\n  game.log(select('#', nothing))\nend\nreturn 1"
    assert set(map(tuple, lines(tmp_path, script, 1).values())) == {("1",)}
    (tmp_path / "same.lua").write_text("function process(e)\n\n  nothing()\nend", encoding="utf-8")
    with World.parse(LEVEL, folder=tmp_path) as world:
        world.step()
        assert len(world.troubles) == 2
        for trouble in world.troubles:
            assert "same.lua:3: " in trouble.text and "global 'nothing'" in trouble.text
