-- Escape: from its hunters for good, to the place that they take longest to reach, over ladders and gaps.

local HUNTERS = { chicken = { "fox", "player" }, mouse = { "cat", "player" }, monkey = { "player" } }
local NEAR = 7

function process(element)
  local hunters = HUNTERS[kind] or { "player" }
  local danger
  for _, hunter in ipairs(hunters) do danger = danger or game.nearest(element, hunter, NEAR) end
  if not danger then
    memory.scared = nil
    return
  end
  if not memory.scared then
    memory.scared = true
    game.say(element, "Away!")
  end
  local plan = game.escape(element, hunters)
  if plan then game.setTarget(element, plan.x, plan.y, hunters) end
end
