-- The functions of `game`, and what animals ask for during a tick. S.current is the animal whose turn it is.

local S = ...
local string, table, math, utf8, error, type, ipairs = string, table, math, utf8, error, type, ipairs
local pack, concat, huge, floor = string.pack, table.concat, math.huge, math.floor
local X, Y, FLAGS, KIND, NAME, LOOK, HANDLE = S.X, S.Y, S.FLAGS, S.KIND, S.NAME, S.LOOK, S.HANDLE
local LEFT, RIGHT, LEVEL, NUMBER, OF_KIND = S.LEFT, S.RIGHT, S.LEVEL, S.NUMBER, S.OF_KIND

local WORDS, LINE = 80, 200 -- the longest text of game.say, of game.log, in bytes
local LINES, PATHS = 5, 4 -- how many game.log and game.path an animal may ask for in a tick
local FRESH, KEPT = 30, 64 -- ticks until a route is requested again; answers kept per animal
local LATE = 300 -- ticks without an answer after which a question is asked again
local MESSAGES = 16 -- how many animals an animal may send a message to in a tick
local DANGERS = 8 -- kinds of elements that one route may avoid
local POINT, ELEMENT, KIND_OF, ESCAPE, MEET = 1, 2, 3, 4, 5 -- what is asked for, see wire.py
local ON_GROUND, ON_LADDER = 1, 2
local FARTHEST = 1e9 -- metres: beyond that there is no path

local target_order, words, looks, lines, asked, sent, spawned, avoided -- of this tick
local TX, TY, AIMED = {}, {}, {} -- where animals go, and the tick in which they said so
local AVOID = {} -- the kinds that they avoid on their way, joined; nil: none
local answers = {} -- of game.path: by animal, by "x y"

local function own(element, what)
  local number = NUMBER[element]
  if number ~= S.current.number then
    error(what .. ": a script leads its own animal alone; pass the element that process was called with", 3)
  end
  return number
end

-- How much of something an animal has had in this tick.
local function spend(what, most)
  local animal = S.current
  if animal.tick ~= S.tick then
    animal.tick, animal.lines, animal.paths, animal.messages, animal.spawns = S.tick, 0, 0, 0, 0
  end
  if animal[what] >= most then return false end
  animal[what] = animal[what] + 1
  return true
end

local function number_of(element)
  local number = NUMBER[element]
  return number and X[number] and number
end

local function finite(x, y, what)
  if type(x) ~= "number" or type(y) ~= "number" then
    error(what .. ": x and y must be numbers, not " .. type(x) .. " and " .. type(y), 3)
  end
  if x ~= x or y ~= y or x == huge or x == -huge or y == huge or y == -huge then
    error(what .. ": x and y must be finite numbers", 3)
  end
end

local function cut(text, most)
  text = S.tostring(text)
  text = string.gsub(string.sub(text, 1, most), "[%c\x80-\xff]", function(c)
    return c >= "\x80" and c or " "
  end)
  while #text > 0 and not utf8.len(text) do text = string.sub(text, 1, #text - 1) end
  return text
end

-- SplitMix64 (Steele, Lea, Flood 2014), a stream for each animal.
local function random_bits()
  local s = S.current.random + 0x9E3779B97F4A7C15
  S.current.random = s
  s = (s ~ (s >> 30)) * 0xBF58476D1CE4E5B9
  s = (s ~ (s >> 27)) * 0x94D049BB133111EB
  return s ~ (s >> 31)
end

local function random(low, high)
  local part = (random_bits() >> 11) * (1.0 / (1 << 53))
  if low == nil then return part end
  if high == nil then low, high = 1, low end
  if math.type(low) ~= "integer" or math.type(high) ~= "integer" then
    error("game.random: whole numbers are needed: game.random(6), game.random(2, 5), or none", 2)
  end
  if low > high then error("game.random: there is no number from " .. low .. " to " .. high, 2) end
  return low + floor(part * (high - low + 1))
end

local function log_line(...)
  local parts = table.pack(...)
  for i = 1, parts.n do parts[i] = S.tostring(parts[i]) end
  if spend("lines", LINES) then
    lines[#lines + 1] = pack("<I4s4", S.current.number, cut(concat(parts, " "), LINE))
  end
end

-- Kinds of elements that a route should avoid, joined in order: one kind, or a list.
local function joined_kinds(dangers, what)
  if dangers == nil then return nil end
  local kinds = dangers
  if type(dangers) == "string" then kinds = { dangers } end
  if type(kinds) ~= "table" or #kinds > DANGERS then
    error(what .. ": the dangers are a kind such as \"fox\", or a list of at most " .. DANGERS, 3)
  end
  local names = {}
  for i = 1, #kinds do names[i] = cut(kinds[i], 40) end
  if #names == 0 then return nil end
  return concat(names, "\0")
end

local function avoid(number, kinds)
  if AVOID[number] ~= kinds then
    AVOID[number] = kinds
    avoided[number] = kinds or ""
  end
end

-- The answer to a question, as it was last given; asks when it is old. nil: it has not been answered yet.
local function answer_to(number, key, kind, element, x, y, what, dangers)
  local mine = answers[number]
  if not mine or mine.count >= KEPT then
    mine = { count = 0, by_key = {} }
    answers[number] = mine
  end
  local known = mine.by_key[key]
  if not known then
    known = { asked = -LATE, told = -FRESH }
    mine.by_key[key], mine.count = known, mine.count + 1
  end
  local waits = known.asked > known.told and S.tick - known.asked < LATE
  if not waits and S.tick - known.told >= FRESH and spend("paths", PATHS) then
    known.asked = S.tick
    asked[#asked + 1] = pack("<I4BI4dds2s2s2", number, kind, element, x, y, key, what, dangers)
  end
  return known.answer
end

local function copied_path(list)
  local copy = {}
  for i, point in ipairs(list) do copy[i] = { x = point.x, y = point.y, how = point.how } end
  return copy
end

local function plan_of(known)
  if not known then return known end -- nil: not answered yet; false: there is no route
  return {
    x = known.x, y = known.y, seconds = known.seconds, element = HANDLE[known.element], path = copied_path(known.list),
  }
end

local function plan(element, goal, dangers)
  local number = own(element, "game.plan")
  local kinds = joined_kinds(dangers, "game.plan") or ""
  local kind, other, x, y, what = POINT, 0, 0.0, 0.0, ""
  if NUMBER[goal] then
    kind, other = ELEMENT, NUMBER[goal]
  elseif type(goal) == "string" then
    kind, what = KIND_OF, cut(goal, 40)
  elseif type(goal) == "table" then
    x, y = goal.x, goal.y
    finite(x, y, "game.plan")
    if x > FARTHEST or x < -FARTHEST or y > FARTHEST or y < -FARTHEST then return false end
  else
    error("game.plan: the goal is an element, a kind such as \"banana\", or a point {x = 3, y = 1}", 2)
  end
  local key = string.format("%d %d %.1f %.1f %s %s", kind, other, x, y, what, kinds)
  return plan_of(answer_to(number, key, kind, other, x, y, what, kinds))
end

local function aim(number, x, y)
  if AIMED[number] ~= S.tick then
    AIMED[number] = S.tick
    target_order[#target_order + 1] = number
  end
  TX[number], TY[number] = x, y
end

local game = {
  setTarget = function(element, x, y, dangers)
    local number = NUMBER[element]
    if number ~= S.current.number then own(element, "game.setTarget") end
    -- For what is infinite or not a number, the difference from itself is not 0.
    if type(x) ~= "number" or type(y) ~= "number" or x - x ~= 0 or y - y ~= 0 then finite(x, y, "game.setTarget") end
    if dangers ~= AVOID[number] then avoid(number, joined_kinds(dangers, "game.setTarget")) end
    aim(number, x, y)
  end,
  stop = function(element)
    local number = own(element, "game.stop")
    aim(number, X[number], Y[number])
  end,
  position = function(element)
    local number = NUMBER[element]
    return X[number], Y[number] -- nil if it is gone
  end,
  exists = function(element) return number_of(element) and true or false end,
  nearest = function(element, kind, within)
    local number = number_of(element)
    local row = OF_KIND[kind]
    if not number or not row then return nil end
    local x, y, best, found = X[number], Y[number], within and within * within or huge, nil
    for i = 1, #row do
      local other = row[i]
      local ox = X[other]
      if ox and other ~= number then
        local dx, dy = ox - x, Y[other] - y
        local d = dx * dx + dy * dy
        if d < best then best, found = d, other end
      end
    end
    if found then return HANDLE[found], best ^ 0.5 end
  end,
  all = function(kind)
    local found = {}
    for _, number in ipairs(OF_KIND[kind] or {}) do
      if X[number] then found[#found + 1] = HANDLE[number] end
    end
    return found
  end,
  onGround = function(element)
    local number = number_of(element)
    return number ~= nil and number ~= false and FLAGS[number] & ON_GROUND ~= 0
  end,
  onLadder = function(element)
    local number = number_of(element)
    return number ~= nil and number ~= false and FLAGS[number] & ON_LADDER ~= 0
  end,
  platform = function(element)
    local number = number_of(element)
    if number then return LEFT[number], RIGHT[number], LEVEL[number] end
  end,
  time = function() return S.now end,
  size = function() return S.width, S.height end,
  random = random,
  path = function(element, x, y)
    local number = own(element, "game.path")
    finite(x, y, "game.path")
    if x > FARTHEST or x < -FARTHEST or y > FARTHEST or y < -FARTHEST then return false end
    local key = string.format("%.1f %.1f", x, y)
    local known = answer_to(number, key, POINT, 0, x, y, "", "")
    return known and copied_path(known.list) or known
  end,
  plan = plan,
  escape = function(element, dangers)
    local number = own(element, "game.escape")
    local kinds = joined_kinds(dangers, "game.escape") or ""
    return plan_of(answer_to(number, "escape " .. kinds, ESCAPE, 0, 0.0, 0.0, "", kinds))
  end,
  meet = function(element, other)
    local number, theirs = own(element, "game.meet"), NUMBER[other]
    if not theirs then error("game.meet: whom? Pass another element", 2) end
    return plan_of(answer_to(number, "meet " .. theirs, MEET, theirs, 0.0, 0.0, "", ""))
  end,
  send = function(element, to, text)
    local number = own(element, "game.send")
    local words = cut(text, WORDS)
    local row = type(to) == "string" and OF_KIND[to] or { NUMBER[to] }
    for i = 1, #row do
      if row[i] ~= number and X[row[i]] then
        if not spend("messages", MESSAGES) then return end
        sent[#sent + 1] = pack("<I4I4s4", number, row[i], words)
      end
    end
  end,
  spawn = function(element, kind, x, y)
    local number = own(element, "game.spawn")
    finite(x, y, "game.spawn")
    if not S.spawns[kind] then
      error("game.spawn: the level does not allow " .. cut(kind, 40) .. "; write [spawn] " .. cut(kind, 40) .. " = 5", 2)
    end
    if spend("spawns", 1) then spawned[#spawned + 1] = pack("<I4dds4", number, x, y, kind) end
  end,
  say = function(element, text) words[own(element, "game.say")] = cut(text, WORDS) end,
  look = function(element, new)
    if new ~= nil then looks[own(element, "game.look")] = cut(new, 20) end
    local number = number_of(element)
    return number and LOOK[number] or nil
  end,
  name = function(element) return NAME[number_of(element)] end,
  kind = function(element) return KIND[number_of(element)] end,
  log = log_line,
}

-- A new tick begins.
local function clear()
  target_order, words, looks, lines, asked, sent, spawned, avoided = {}, {}, {}, {}, {}, {}, {}, {}
end

-- The answer to a question about a route: its points, where it ends, who is there, how long it takes; or false.
local function reply(number, key, answer)
  local mine = answers[number]
  local known = mine and mine.by_key[key]
  if known then known.told, known.answer = S.tick, answer end
end

-- What an animal asked for does not count: it is gone, or was stopped in its turn.
local function forget(number)
  AIMED[number], words[number], looks[number], answers[number] = nil, nil, nil, nil
  AVOID[number], avoided[number] = nil, nil
end

-- What the animals want, as bytes: see wire.Wants, whose fields are these in order.
local function wants()
  local places, said, seen, kept, count = {}, {}, {}, {}, 0
  for i = 1, #target_order do
    local number = target_order[i]
    if AIMED[number] == S.tick then -- else it was stopped since
      count = count + 1
      places[count] = pack("<I4dd", number, TX[number], TY[number])
    end
  end
  for number, text in S.pairs(words) do said[#said + 1] = pack("<I4s4", number, text) end
  for number, text in S.pairs(looks) do seen[#seen + 1] = pack("<I4s4", number, text) end
  for number, text in S.pairs(avoided) do kept[#kept + 1] = pack("<I4s4", number, text) end
  local heads = pack("<I4I4I4I4I4I4I4I4", count, #said, #seen, #lines, #kept, #sent, #spawned, #asked)
  return heads .. concat(places) .. concat(said) .. concat(seen) .. concat(lines) .. concat(kept) .. concat(sent)
    .. concat(spawned) .. concat(asked)
end

clear()
S.game, S.random, S.print, S.cut, S.own, S.WORDS = game, random, log_line, cut, own, WORDS
S.spawns = {} -- the kinds that the level lets scripts add
S.clear, S.reply, S.forget, S.wants = clear, reply, forget, wants
