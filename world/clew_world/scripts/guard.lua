-- Guard: keeps its post; goes for the player who comes near on its platform, and returns.

local NEAR = 5

function process(element)
  local x, y = game.position(element)
  if not memory.x then
    if not game.onGround(element) then return end
    memory.x, memory.y = x, y
  end
  local left, right, level = game.platform(element)
  local intruder, distance = game.nearest(element, "player")
  if intruder and left and distance < NEAR then
    local px, py = game.position(intruder)
    if px > left - 0.5 and px < right + 0.5 and math.abs(py - level) < 1 then
      if not memory.alarm then
        memory.alarm = true
        game.say(element, "Halt!")
      end
      return game.setTarget(element, px, level)
    end
  end
  memory.alarm = nil
  game.setTarget(element, memory.x, memory.y)
end
