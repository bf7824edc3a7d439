-- Intercept: runs to where it can cross the path of its prey, instead of after it.

local PREY = { fox = "chicken", cat = "mouse", monkey = "player" }

function process(element)
  local prey = game.nearest(element, PREY[kind] or "player")
  if not prey then return game.stop(element) end
  local plan = game.meet(element, prey)
  if plan then
    game.setTarget(element, plan.x, plan.y)
  else
    game.setTarget(element, game.position(prey))
  end
end
