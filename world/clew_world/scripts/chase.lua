-- Chase: to the nearest of what it likes to eat, over ladders and gaps; wait if there is none.

local PREY = { monkey = "banana", fox = "chicken", mouse = "corn", chicken = "corn", cat = "mouse" }

function process(element)
  local prey = game.nearest(element, PREY[kind] or "banana")
  if prey then
    game.setTarget(element, game.position(prey))
    if prey ~= memory.prey then
      memory.prey = prey
      game.say(element, "Mmh, " .. prey.kind .. "!")
    end
  else
    game.stop(element)
  end
end
