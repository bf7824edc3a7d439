-- A script is reloaded as soon as you save it, even while the level runs; `memory` is kept.

local NEAR = 3 -- metres

-- Called 60 times a second with the animal that this script controls.
function process(element)
  local player, distance = game.nearest(element, "player")
  local left, right, y = game.platform(element) -- where it stands: nil until it has landed
  if not left then return end

  if distance < NEAR then
    -- Away from the player, to the end of the platform that is farther from it.
    local x, px = game.position(element), game.position(player)
    game.setTarget(element, x < px and left or right, y)
    if not memory.scared then
      memory.scared = true
      game.say(element, "Cluck!")
    end
    return
  end

  -- Otherwise it walks to a place of its own choice, and then to another one.
  memory.scared = false
  if not memory.to or math.abs(game.position(element) - memory.to) < 0.1 then
    memory.to = left + (right - left) * game.random()
  end
  game.setTarget(element, memory.to, y)
end
