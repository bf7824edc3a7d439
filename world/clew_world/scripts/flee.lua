-- Flee: away from the player or a hunter that comes near, to the far end of the platform.

local HUNTER = { chicken = "fox", mouse = "cat", banana = "monkey" }
local NEAR = 4

function process(element)
  local hunter, distance = game.nearest(element, HUNTER[kind] or "player")
  local left, right, y = game.platform(element)
  if not left then return end
  if not hunter or distance > NEAR then
    if memory.scared then
      memory.scared = false
      game.stop(element)
    end
    return
  end
  local x, hx = game.position(element), game.position(hunter)
  if not memory.scared then
    memory.scared = true
    game.say(element, "Help!")
  end
  -- Towards the end that is farther from the hunter; in a corner it runs past.
  local cornered = (x - left < 0.6 and hx > x) or (right - x < 0.6 and hx < x)
  local away = x >= hx and right or left
  if cornered then away = away == right and left or right end
  game.setTarget(element, away, y)
end
