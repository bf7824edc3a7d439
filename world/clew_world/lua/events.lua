-- Tells scripts what happens to their animals: it touched something, arrived, got a message, or a timer ran out.
--
-- The world says what happened (`post`); timers are kept here. Each handler runs in the turn of its own animal, so
-- that its time and its memory count as that animal's.

local S = ...
local type, rawget, error, remove = type, rawget, error, table.remove
local HANDLE, NUMBER = S.HANDLE, S.NUMBER

local TIMERS = 16 -- of one animal
local LONGEST = 86400 -- seconds
local TICKS = 60 -- in a second

local HANDLERS = { "on_touch", "on_take", "on_arrive", "on_blocked", "on_message" }
local TOUCH, TAKE, ARRIVE, BLOCKED, MESSAGE = 1, 2, 3, 4, 5

-- The events for which the script has a function, as one bit each.
local function hears(env)
  local bits = 0
  for code = 1, #HANDLERS do
    if type(rawget(env, HANDLERS[code])) == "function" then bits = bits | 1 << (code - 1) end
  end
  return bits
end

local function post(animal, code, other, text)
  local inbox = animal.inbox
  if not inbox then
    inbox = {}
    animal.inbox = inbox
  end
  inbox[#inbox + 1] = { code, other, text }
end

local function handle(animal, event)
  local code, other, text = event[1], event[2], event[3]
  local handler = rawget(animal.env, HANDLERS[code])
  if type(handler) ~= "function" then return end
  local me = HANDLE[animal.number]
  if code == TOUCH then
    handler(me, HANDLE[other])
  elseif code == MESSAGE then
    handler(me, HANDLE[other], text)
  elseif code == ARRIVE then
    handler(me)
  elseif code == BLOCKED or code == TAKE then
    handler(me, text)
  end
end

-- The first timer that has run out, taken out of the list; nil if there is none.
local function due(timers)
  local first
  for i = 1, #timers do
    if timers[i].tick <= S.tick and (not first or timers[i].tick < timers[first].tick) then first = i end
  end
  return first and remove(timers, first)
end

-- A turn in which something has happened: the handlers, then process.
local function live(animal)
  local inbox, timers = animal.inbox, animal.timers
  animal.inbox = nil
  if inbox then
    for i = 1, #inbox do handle(animal, inbox[i]) end
  end
  -- A timer that a handler sets is for a later tick, so no more than these can be due now.
  for _ = 1, #timers do
    local timer = due(timers)
    if not timer then break end
    local handler = rawget(animal.env, "on_timer")
    if type(handler) == "function" then handler(HANDLE[animal.number], timer.name) end
  end
  local process = rawget(animal.env, "process")
  if process then process(HANDLE[animal.number]) end
end

local function seconds_of(seconds)
  if type(seconds) ~= "number" or seconds ~= seconds or seconds < 0 or seconds > LONGEST then
    error("game.after: the seconds are a number from 0 to " .. LONGEST, 3)
  end
  return seconds
end

local function cancel(element, name)
  S.own(element, "game.cancel")
  local timers = S.current.timers
  name = S.cut(name, S.WORDS)
  for i = #timers, 1, -1 do
    if timers[i].name == name then remove(timers, i) end
  end
end

local function after(element, seconds, name)
  S.own(element, "game.after")
  local ticks = seconds_of(seconds) * TICKS
  cancel(element, name)
  local timers = S.current.timers
  if #timers >= TIMERS then error("game.after: an animal has at most " .. TIMERS .. " timers", 2) end
  local tick = S.tick + ticks // 1
  timers[#timers + 1] = { tick = tick > S.tick and tick or S.tick + 1, name = S.cut(name, S.WORDS) }
end

S.game.after, S.game.cancel = after, cancel
S.hears, S.post, S.live = hears, post, live
