-- The Lua side of scripted animals: one state, an environment for each animal. It runs in the worker process.
--
-- Nothing that belongs to Python is in this state: the host sends bytes and receives bytes. Nothing that belongs
-- to this file is in a script's reach: what a script sees are the tables made in `environment` below.
--
-- Everything that a script can observe is the same in every run: no clock, no addresses, no garbage collector, no
-- order of hash tables, and only seeded random numbers.

local S = ...
local string, table, math, utf8, coroutine = string, table, math, utf8, coroutine
local xpcall, debug, type, load, rawget, rawnext, ipairs = xpcall, debug, type, load, rawget, next, ipairs
local collectgarbage, unpack, floor = collectgarbage, string.unpack, math.floor
local X, Y, FLAGS, KIND, NAME, LOOK, HANDLE = S.X, S.Y, S.FLAGS, S.KIND, S.NAME, S.LOOK, S.HANDLE
local LEFT, RIGHT, LEVEL = S.LEFT, S.RIGHT, S.LEVEL

local sethook, huge, min, max = debug.sethook, math.huge, math.min, math.max

local DEEPEST = 50 -- calls through which the line of an error is looked for

local animals = {} -- by number
local greatest, most_taken = 0, -1 -- who took most memory in this tick
local left, spender, most_spent = huge, 0, -1 -- instructions that this tick may still take, and who spent most of them
local blamed, blame -- whose script is at fault when a turn was ended, and why
local used = 0 -- kilobytes, when the last turn ended
local accounting = true -- whether the memory of each turn is measured

local function copied(library, without)
  local copy = {}
  for name, value in rawnext, library do
    if not without[name] then copy[name] = value end
  end
  return copy
end

local sandbox = {
  string = S.text_methods,
  table = S.tables,
  math = copied(math, { random = true, randomseed = true }),
  utf8 = S.letters,
  coroutine = S.threads,
  game = S.game,
}
sandbox.table.sort, sandbox.table.unpack = S.sort, S.unpack
sandbox.math.random = S.random

local globals = {
  assert = assert, error = error, ipairs = ipairs, next = S.next, pairs = S.pairs, pcall = S.pcall,
  xpcall = S.xpcall, rawequal = rawequal, rawget = rawget, rawlen = rawlen, rawset = S.rawset, select = select,
  getmetatable = getmetatable, setmetatable = S.setmetatable, tonumber = S.tonumber, tostring = S.tostring,
  type = type, print = S.print, _VERSION = "Lua 5.4",
}

-- Functions that scripts hold but that are not theirs: the walk over what an animal keeps stops there.
S.trusted = {}
for _, value in rawnext, globals do S.trusted[value] = true end
for _, library in rawnext, sandbox do
  for _, value in rawnext, library do S.trusted[value] = true end
end

local function environment(number, memory)
  local env = copied(globals, {})
  for name, library in rawnext, sandbox do env[name] = copied(library, {}) end
  env._G, env.memory, env.name, env.kind, env.look = env, memory, NAME[number], KIND[number], LOOK[number]
  return env
end

local function words_of(problem, chunk)
  if type(problem) == "string" and not string.find(problem, chunk .. ":", 1, true) then
    problem = chunk .. ": " .. problem -- its line is unknown: the call was the last thing that it did
  end
  if type(problem) == "string" or type(problem) == "number" then return S.cut(problem, 400) end
  return chunk .. ": error object is a " .. type(problem) .. " value"
end

-- An error as the host reads it; a "\2" before it says that there was not enough memory.
local function told(problem, chunk)
  local memory = type(problem) == "string" and string.find(problem, "not enough memory", 1, true)
  return (memory and "\2" or "") .. words_of(problem, chunk)
end

-- The file and the line of the script, if an error does not contain them: one that comes from a function of
-- ours or of Lua's library happened where the script called that function.
local function placed(problem)
  if type(problem) ~= "string" then return problem end
  local words = string.gsub(problem, "^%(clew %l+%):%d+: ", "")
  if words == problem and string.find(problem, "^[^:\n]+:%d+: ") then return problem end
  local level, info = 2, nil
  repeat
    info, level = debug.getinfo(level, "Sl"), level + 1
    if info and info.currentline > 0 and not string.find(info.short_src, "^%(clew ") then
      return info.short_src .. ":" .. info.currentline .. ": " .. words
    end
  until not info or level > DEEPEST
  return words
end

-- Runs a function as an animal's turn, which may spend so many instructions. Returns nil, or the error, and what it
-- has spent. A "\3" before the error says that the turn was ended.
local function turn(animal, most, code, argument)
  S.current = animal
  S.begin_turn(most, accounting and used or nil)
  local ok, problem = xpcall(code, placed, argument)
  sethook()
  local spent, ended = S.turn_result()
  if accounting then
    local after = collectgarbage("count")
    local taken = after - used
    used = after
    animal.allocated = animal.allocated + taken
    if taken > most_taken then most_taken, greatest = taken, animal.number end
    if taken > S.TURN and not ended then return "\1took " .. floor(taken / 1024) .. " MB in one turn", spent end
  end
  if ended then return "\3" .. S.cut(ended, 200), spent end
  if not ok then return told(problem, animal.chunk), spent end
  return nil, spent
end
S.turn = turn

-- What the host calls ---------------------------------------------------------------------------------------

local R = {}

function R.setup(bytes)
  local count, place
  S.width, S.height, S.seed, S.burst, count, place = unpack("<ddI4I4I4", bytes)
  S.now, S.tick = 0, 0
  for _ = 1, count do
    local number, kind, name, look
    number, kind, name, look, place = unpack("<I4s2s2s2", bytes, place)
    S.add_element(number, kind, name, look)
  end
  count, place = unpack("<I4", bytes, place)
  for _ = 1, count do
    local kind
    kind, place = unpack("<s2", bytes, place)
    S.spawns[kind] = true
  end
  collectgarbage("stop") -- so that what a turn takes is its own; `R.collect` makes up for it
end

-- The code of a script, with an environment of its own. Animals with the same script share what was compiled, or
-- a thousand of them would fill the processor's caches with a thousand copies.
local makers = {} -- by chunk: its source, and a function that makes the code for an environment

local function compiled(source, chunk, env)
  local known = makers[chunk]
  if not known or known.source ~= source then
    local code, problem = load(source, "=" .. chunk, "t", env)
    if not code then return nil, problem end
    -- A source that is valid by itself cannot end the function around it.
    local make = load("local _ENV = ... return function(...) " .. source .. "\nend", "=" .. chunk, "t", {})
    if not make then return code end -- it is nested as deeply as may be
    known = { source = source, make = make }
    makers[chunk] = known
  end
  return known.make(env)
end

-- Whose script is at fault if that turn was ended: it spent what its animal had saved, or most of what a tick may take.
local function blame_for(animal, ended, spent, may)
  blamed, blame = animal.number, ended
  if spent <= may then return end -- it was its memory
  if may < animal.purse and spent < most_spent then
    blamed, blame = spender, "all turns of a tick took too many instructions, and its turn most of them"
  elseif ended == S.TOO_LONG then
    blame = may < animal.purse and "its turn took more than the " .. floor(may) .. " instructions left of its tick"
      or may < S.burst and "its turns take more than " .. S.share .. " instructions on average"
      or "its turn took more than " .. S.burst .. " instructions"
  end
end

-- A turn within what the animal has saved and the tick has left; without limits if the record says who is stopped.
local function paid_turn(animal, code, argument)
  animal.purse = min(S.burst, animal.purse + S.share * (S.tick - animal.paid))
  animal.paid = S.tick
  local may = min(animal.purse, left)
  local problem, spent = turn(animal, S.limited and may or huge, code, argument)
  if problem and string.byte(problem) == 3 then blame_for(animal, string.sub(problem, 2), spent, may) end
  animal.purse, left = max(animal.purse - spent, 0), left - spent
  if spent > most_spent then most_spent, spender = spent, animal.number end
  return problem
end

-- Loads a script for an animal. Returns nil, or the error; then an animal that had a script keeps it.
function R.load(number, limited, source, chunk)
  local animal = animals[number]
  if not animal then
    animal = { number = number, allocated = 0, timers = {}, purse = S.burst, paid = S.tick }
    animal.memory, animal.store = S.new_memory()
    animal.random = (S.seed + 1) * 0x632BE59BD9B4E019 + number * 0x1E3779B97F4A7C15
  end
  local env = environment(number, animal.memory)
  local code, problem = compiled(source, chunk, env)
  if not code then return words_of(problem, chunk) end
  local old = animal.chunk
  animal.chunk, used = chunk, collectgarbage("count")
  local spent
  problem, spent = turn(animal, limited and S.burst or huge, code)
  if problem and string.byte(problem) == 3 then blame_for(animal, string.sub(problem, 2), spent, S.burst) end
  if problem then animal.chunk = old end
  if problem then return problem end
  if type(rawget(env, "process")) ~= "function" and S.hears(env) == 0 and not rawget(env, "on_timer") then
    return chunk .. ": there is no function process(element); a script is to define one, or one such as on_touch"
  end
  animal.env, animals[number] = env, animal
end

-- The events that the script of an animal handles: see `events.lua`.
function R.hears(number)
  local animal = animals[number]
  return animal and S.hears(animal.env) or 0
end

function R.drop(number)
  animals[number] = nil
  S.forget(number)
end

-- The answer to a question about a route, read from a position in the bytes; and where the next one begins.
local function replied(bytes, place)
  local number, key, points, answer
  number, key, points, place = unpack("<I4s2i4", bytes, place)
  if points < 0 then
    S.reply(number, key, false)
    return place
  end
  answer = { list = {} }
  answer.element, answer.seconds, answer.x, answer.y, place = unpack("<I4ddd", bytes, place)
  for i = 1, points do
    local x, y, how
    x, y, how, place = unpack("<dds1", bytes, place)
    answer.list[i] = { x = x, y = y, how = how }
  end
  S.reply(number, key, answer)
  return place
end

-- What has changed since the last tick: places and flags, who is gone, stretches, answers, what has happened.
function R.begin(bytes)
  local limited, count, gone, stretches, replies, events, place
  S.tick, S.now, S.share, limited, count, gone, stretches, replies, events, place = unpack("<I4dI4BI4I4I4I4I4", bytes)
  S.limited = limited ~= 0
  S.clear()
  greatest, most_taken = 0, -1
  left, spender, most_spent = S.burst, 0, -1
  for _ = 1, count do
    local number, x, y, flags
    number, x, y, flags, place = unpack("<I4ddB", bytes, place)
    X[number], Y[number], FLAGS[number] = x, y, flags
  end
  for _ = 1, gone do
    local number
    number, place = unpack("<I4", bytes, place)
    S.remove_element(number)
    R.drop(number)
  end
  for _ = 1, stretches do
    local number, left, right, level
    number, left, right, level, place = unpack("<I4ddd", bytes, place)
    LEFT[number], RIGHT[number], LEVEL[number] = left, right, level
  end
  for _ = 1, replies do place = replied(bytes, place) end
  for _ = 1, events do
    local number, code, other, text
    number, code, other, text, place = unpack("<I4BI4s2", bytes, place)
    if animals[number] then S.post(animals[number], code, other, text) end
  end
  used = collectgarbage("count")
end

-- One animal's turn. Returns nil, or the error.
function R.run(number)
  local animal = animals[number]
  if not animal then return end
  if animal.inbox or #animal.timers > 0 then return paid_turn(animal, S.live, animal) end
  local process = rawget(animal.env, "process")
  if process then return paid_turn(animal, process, HANDLE[number]) end
end

R.finish = S.wants

-- After a turn was ended: whose script is at fault, and why.
function R.blamed() return blamed, blame end

-- The instructions of this tick so far.
function R.spent() return S.burst - left end

function R.set_look(number, look) LOOK[number] = look end

-- Collects garbage in proportion to what was taken; true at the end of a cycle, when all that is left is alive.
function R.collect(kilobytes) return collectgarbage("step", kilobytes) end

function R.collect_all() collectgarbage("collect") end

-- Querying the memory in use costs as much as a small turn, so the host does it only while much is taken.
function R.account(on) accounting = on end

function R.greatest() return greatest end

-- The animal that took most so far among those not yet looked at, and whether it keeps more than its share, in
-- bytes; nil: all seen.
function R.audit(first, share)
  local suspect
  for _, animal in rawnext, animals do
    animal.seen = animal.seen and not first
    if not animal.seen and (not suspect or animal.allocated > suspect.allocated
      or (animal.allocated == suspect.allocated and animal.number < suspect.number)) then
      suspect = animal
    end
  end
  if not suspect then return nil, false end
  suspect.seen = true
  return suspect.number, S.retained(suspect, share) > share
end

-- The animal that keeps most, if that is more than its share, in bytes.
function R.keeper(share)
  local keeper, most = nil, share
  for number, animal in rawnext, animals do
    local bytes = S.retained(animal, 8 * share)
    if bytes > most or (bytes == most and keeper and number < keeper) then keeper, most = number, bytes end
  end
  return keeper
end

return R
