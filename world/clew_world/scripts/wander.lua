-- Wander: to a random place of its platform, a rest, and another place.

function process(element)
  local left, right, y = game.platform(element)
  if not left then return end
  local x = game.position(element)
  local now = game.time()
  if not memory.to or memory.level ~= y then
    memory.to = left + (right - left) * game.random()
    memory.level = y
    memory.rest = nil
  end
  if math.abs(x - memory.to) > 0.05 then
    game.setTarget(element, memory.to, y)
  elseif not memory.rest then
    memory.rest = now + 0.5 + 2 * game.random()
  elseif now > memory.rest then
    memory.to = nil
  end
end
