-- Sow: goes to places of its own choice and leaves something there, as long as the level has any (see [spawn]).

local THING = { owl = "banana", monkey = "apple", chicken = "corn" }
local REST = 1 -- seconds

local function onward(element)
  local width, height = game.size()
  game.setTarget(element, game.random() * width, game.random() * height)
end

function on_arrive(element)
  pcall(game.spawn, element, THING[kind] or "gem", game.position(element))
  game.after(element, REST, "onward")
end

function on_blocked(element) game.after(element, 0.2, "onward") end

function on_timer(element) onward(element) end

function process(element)
  if memory.begun or not game.onGround(element) then return end
  memory.begun = true
  onward(element)
end
