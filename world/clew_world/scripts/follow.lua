-- Follow: stays near the player, one step behind.

local BEHIND = 1.2

function process(element)
  local leader, distance = game.nearest(element, "player")
  if not leader then return game.stop(element) end
  local x = game.position(element)
  local lx, ly = game.position(leader)
  if distance > BEHIND then
    game.setTarget(element, x < lx and lx - BEHIND * 0.8 or lx + BEHIND * 0.8, ly)
  else
    game.stop(element)
  end
end
