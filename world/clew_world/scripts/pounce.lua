-- Wait and pounce: lies still until prey comes near, then goes for it, and tires after three seconds.

local PREY = { fox = "chicken", cat = "mouse", monkey = "banana", owl = "mouse" }
local NEAR, BREATH, REST = 4, 3, 2

function process(element)
  local now = game.time()
  local prey = game.nearest(element, PREY[kind] or "player", NEAR)
  if memory.until_ and now < memory.until_ and prey then
    return game.setTarget(element, game.position(prey))
  end
  if memory.until_ and now >= memory.until_ then
    memory.until_ = nil
    memory.tired = now + REST
    game.stop(element)
  end
  if prey and not memory.until_ and now >= (memory.tired or 0) then
    memory.until_ = now + BREATH
    game.say(element, "Got you!")
  end
end
