"""A game with everything that a level may have, by touches and by hand.

`python -m tests.everything RECORD` continues a saved one to its end and prints its digest.
"""

from __future__ import annotations

import sys
from pathlib import Path

from clew_world import World
from tests.worlds import level, table

RELOADED, SAVED, END = 400, 1200, 2100
"""Ticks: when a script is reloaded, when the game is saved, and when it ends."""

SOWER = """
function process(element)
  if game.onGround(element) then
    local at = memory.west and 51 or 54
    game.setTarget(element, at, 1)
  end
  if game.time() > 1 and not memory.told then
    memory.told = true
    game.after(element, 1.5, "turn")
    game.send(element, "monkey", "come")
    game.spawn(element, "gem", game.position(element), 1.5)
  end
end
function on_timer(element, name)
  memory.west = not memory.west
  game.say(element, name)
  game.spawn(element, "corn", 36.5 + game.random(5), 4)
  game.after(element, 1 + game.random(), "turn")
end
function on_touch(element, other) memory.touched = (memory.touched or 0) + 1 end
"""
MONKEY = """
function on_message(element, sender, text)
  game.log(sender.name, text)
  game.setTarget(element, game.position(sender))
  game.after(element, 2, "on")
end
function on_timer(element)
  local meal = game.nearest(element, "corn", 40)
  if meal then game.setTarget(element, meal.x, meal.y) end
  game.after(element, 1, "on")
end
function on_arrive(element) game.log("arrived") end
function on_blocked(element, why) game.log(why) end
function on_take(element, kind) game.log("took", kind) end
"""
ANOTHER_TIMER = "function on_timer(element) game.spawn(element, 'gem', 9, 5) end"
"""What is added to the monkeys' script while they play."""
TOUCHES = [(30, 13.0, 3.0), (330, 24.0, 1.2), (530, 31.0, 1.0), (820, 40.0, 4.0), (1150, 50.5, 7.0)]
"""Over the hill, against the crate, to the lever, up the ladder to a plank, by the lift to a shelf."""
STEERS = [(260, 1.0, 0.0), (290, 1.0, 1.0), (1950, -1.0, 0.0), (2000, 0.0, -1.0)]


def text() -> str:
    """The level."""
    parts = [
        table("slope", x=8, y=1, width=4, rise=2),
        table("ground", x=12, y=3, width=3, height=2),
        table("slope", x=15, y=3, width=4, rise=-2),
        table("crate", x=24, y=1, mass=15),
        table("crate", x=41, y=6, width=0.6),
        table("switch", name="plate", x=25.2, y=1, opens=["hatch"], by=["crate"]),
        table("door", name="hatch", x=33, y=1, height=4),
        table("switch", name="lever", x=31, y=1, opens=["gate"]),
        table("door", name="gate", x=34.5, y=1, height=4),
        table("ladder", x=37, y=1, height=3),
        table("platform", x=36, y=4, width=6, one_way=True),
        table("lift", x=44, y=1.4, width=2, to=[47, 7], wait=3, seconds=3),
        table("platform", x=49.2, y=7, width=4),
        table("wall", x=55, y=1, width=0.5, height=2),
        *(table("item", kind="banana", x=x, y=y) for x, y in ((13, 3), (40, 4), (51, 7), (45, 1))),
        table("animal", kind="owl", name="Sow", x=52, y=1, script="sower.lua"),
        table("animal", kind="monkey", name="Mo", x=56.5, y=1, script="monkey.lua"),
        table("animal", kind="monkey", name="Jo", x=38.5, y=4, script="monkey.lua"),
        table("animal", kind="fox", name="Rex", x=57.2, y=1, script="chase"),
        table("animal", kind="chicken", name="Ada", x=58.5, y=1, script="escape"),
    ]
    rules = (
        '[eats]\nplayer = ["banana"]\nmonkey = ["corn"]\nfox = ["chicken"]\n'
        "[spawn]\ngem = 9\ncorn = 30\n[goal]\ncollect = { banana = 4 }\n"
        '[pictures]\nbanana = "fruit.png"\nfox = { file = "wolf.png", frames = 2 }\n'
    )
    return level(*parts, width=60, collide=True, theme="day") + rules


def write(folder: Path, picture: bytes, walk: bytes) -> Path:
    """The level's files in a folder: its TOML file."""
    for name, script in (("sower.lua", SOWER), ("monkey.lua", MONKEY)):
        (folder / name).write_text(script, encoding="utf-8")
    (folder / "fruit.png").write_bytes(picture)
    (folder / "wolf.png").write_bytes(walk)
    file = folder / "everything.toml"
    file.write_text(text(), encoding="utf-8")
    return file


def play_on(world: World, end: int = END) -> None:
    """Plays to a tick: touches, steering, and the reloading of a script, each at its tick."""
    while world.tick < end:
        for tick, x, y in TOUCHES:
            if tick == world.tick:
                world.touch(x, y)
        for tick, dx, dy in STEERS:
            if tick == world.tick:
                world.steer(dx, dy)
        if world.tick == RELOADED:
            world.change_script("monkey.lua", MONKEY + ANOTHER_TIMER)
        world.step()


def of_a_saved_game(record: Path) -> str:
    """The digest of a saved game at its end."""
    with World.resume(record) as again:
        play_on(again)
        return again.digest()


if __name__ == "__main__":
    print(of_a_saved_game(Path(sys.argv[1])))
