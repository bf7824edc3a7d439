-- What a turn costs, in instructions of Lua's virtual machine: the same number on every machine, however busy.
--
-- A hook counts the instructions, in every coroutine. Functions of Lua's library take one instruction and may work
-- for long, so they are charged before they work, by the size of what they are given (`charge`). Whoever has spent
-- all ends with an error at the next instruction, and at each one after it, so that `pcall` holds nothing. The hook
-- also ends a turn that takes too much memory.

local S = ...
local string, table, utf8, coroutine, debug, math = string, table, utf8, coroutine, debug, math
local error, type, select, rawequal, ipairs = error, type, select, rawequal, ipairs
local pcall, xpcall, tonumber = pcall, xpcall, tonumber
local sethook, getinfo, collectgarbage = debug.sethook, debug.getinfo, collectgarbage
local tointeger, huge = math.tointeger, math.huge

local PERIOD = 500 -- instructions between two calls of the hook
local TURN = 8 * 1024 -- kilobytes that one turn may take
local TOO_LONG = "its turn took too many instructions"
local LARGEST = 0x7fffffff -- bytes of a string; beyond that Lua refuses at once

local spent, limit = 0, huge -- instructions of this turn
local over -- why the turn is at its end; nil: it is not
local before -- kilobytes in use when the turn began; nil: not known yet
local hook

local function finish()
  over = over or TOO_LONG
  sethook(hook, "", 1)
  error(over, 0)
end

function hook()
  if over then
    if rawequal(getinfo(2, "f").func, S.turn) then return end
    finish()
  end
  spent = spent + PERIOD
  if spent > limit then finish() end
  local now = collectgarbage("count")
  before = before or now
  if now - before > TURN then
    over = "took " .. (now - before) // 1024 // 1 .. " MB in one turn"
    finish()
  end
end

local function charge(instructions)
  spent = spent + instructions
  if over or spent > limit then finish() end
end

-- A turn begins that may spend so many instructions; `used`: the kilobytes in use, or nil.
local function begin(most, used)
  spent, limit, over, before = PERIOD, most, nil, used -- a whole period for the one that is not complete
  sethook(hook, "", PERIOD)
end

-- What the turn has spent, and why it was ended, or nil. Call it when the hook is off.
local function result()
  limit = huge
  local reason = over
  over = nil
  return spent, reason
end

-- Patterns --------------------------------------------------------------------------------------------------

local function size(value) return type(value) == "string" and #value or 32 end

local function rest(text, first)
  local length = size(text)
  first = tointeger(first)
  return first and first > 1 and length > first and length - first or length
end

local function charge_pattern(text, pattern, first, anchors)
  local length = rest(text, first)
  local many = type(pattern) == "string" and S.steps(pattern, length, anchors) or length
  if many > limit then
    over = over or ("the pattern '%s' can take %.3g steps on %d characters"):format(pattern:sub(1, 40), many, length)
  end
  charge(many)
end

-- The libraries of scripts ----------------------------------------------------------------------------------

local function copied(library)
  local copy = {}
  for name, value in next, library do copy[name] = value end
  return copy
end

local strings, tables, letters, threads = copied(string), copied(table), copied(utf8), copied(coroutine)

function strings.find(text, pattern, first, plain)
  if plain then
    charge(rest(text, first) * (1 + size(pattern)) // 8)
  else
    charge_pattern(text, pattern, first, true)
  end
  return string.find(text, pattern, first, plain)
end

function strings.match(text, pattern, first)
  charge_pattern(text, pattern, first, true)
  return string.match(text, pattern, first)
end

function strings.gmatch(text, pattern, first)
  charge_pattern(text, pattern, first, false)
  return string.gmatch(text, pattern, first)
end

function strings.gsub(text, pattern, by, most)
  charge_pattern(text, pattern, 1, true)
  if type(by) == "string" then charge(size(text) * #by // 8) end
  return string.gsub(text, pattern, by, most)
end

function strings.rep(text, count, between)
  local times = tonumber(count) or 0
  local total = (size(text) + (between and size(between) or 0)) * (times + 0.0)
  if times > 0 and total <= LARGEST then charge(total // 8 > times and total // 8 or times) end
  return string.rep(text, count, between)
end

function strings.byte(text, first, last)
  if last then charge(size(text)) end
  return string.byte(text, first, last)
end

function strings.sub(text, first, last)
  local part = string.sub(text, first, last)
  charge(#part // 8)
  return part
end

-- Functions that work through all of the texts that they are given, or through as many values.
local function by_size(work)
  return function(...)
    local total = 1
    for i = 1, select("#", ...) do total = total + size((select(i, ...))) // 8 end
    charge(total)
    return work(...)
  end
end

local function by_first(work)
  return function(text, ...)
    charge(size(text) // 4)
    return work(text, ...)
  end
end

for _, name in ipairs{ "lower", "upper", "reverse", "packsize", "unpack" } do strings[name] = by_first(string[name]) end
for _, name in ipairs{ "len", "codepoint", "offset" } do letters[name] = by_first(utf8[name]) end
strings.pack = by_size(string.pack)

local function many(count)
  count = tointeger(count)
  if count and count > 0 then charge(count) end
end

function tables.concat(list, between, first, last)
  if type(list) == "table" then many((tointeger(last) or tointeger(#list) or 0) - (tointeger(first) or 1) + 1) end
  local text = table.concat(list, between, first, last)
  charge(#text // 8)
  return text
end

function tables.move(from, first, last, to, into)
  many((tointeger(last) or 0) - (tointeger(first) or 0))
  if into == nil then return table.move(from, first, last, to) end
  return table.move(from, first, last, to, into)
end

function tables.insert(list, ...)
  if select("#", ...) > 1 and type(list) == "table" then many((tointeger(#list) or 0) - (tointeger((...)) or 0)) end
  return table.insert(list, ...)
end

function tables.remove(list, ...)
  if select("#", ...) > 0 and type(list) == "table" then many((tointeger(#list) or 0) - (tointeger((...)) or 0)) end
  return table.remove(list, ...)
end

function threads.create(code)
  charge(PERIOD) -- for the one that will not be complete
  local thread = coroutine.create(code)
  sethook(thread, hook, "", PERIOD)
  return thread
end

-- Lua's own closes what has failed, and would close it without the hook after the hook has ended it.
local function passed(thread, ok, ...)
  if ok then return ... end
  if over then finish() end
  local problem = ...
  if coroutine.status(thread) == "dead" then
    local closed, worse = coroutine.close(thread)
    if not closed then problem = worse end
  end
  error(problem, 2)
end

function threads.wrap(code)
  local thread = threads.create(code)
  return function(...) return passed(thread, coroutine.resume(thread, ...)) end
end

-- The handler of a script must not run where the hook has raised the error: there, no hook counts.
local function charged_xpcall(code, handler, ...)
  if type(handler) ~= "function" then return xpcall(code, handler) end
  return xpcall(code, function(problem)
    if over then return over end
    return handler(problem)
  end, ...)
end

local function charged_pcall(...)
  charge(20)
  return pcall(...)
end

local function charged_tonumber(value, ...)
  charge(size(value) // 8)
  return tonumber(value, ...)
end

S.charge, S.begin_turn, S.turn_result, S.TURN = charge, begin, result, TURN
S.strings, S.tables, S.letters, S.threads, S.size = strings, tables, letters, threads, size
S.pcall, S.xpcall, S.tonumber, S.TOO_LONG = charged_pcall, charged_xpcall, charged_tonumber, TOO_LONG
