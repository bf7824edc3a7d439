-- Patrol: to and fro on the platform where it stands, turning at the edges.

local MARGIN = 0.4

function process(element)
  local left, right, y = game.platform(element)
  if not left then return end
  local x = game.position(element)
  local low, high = left + MARGIN, right - MARGIN
  if high <= low then return game.stop(element) end
  memory.way = memory.way or 1
  if x >= high - 0.05 then memory.way = -1 end
  if x <= low + 0.05 then memory.way = 1 end
  game.setTarget(element, memory.way > 0 and high or low, y)
end
