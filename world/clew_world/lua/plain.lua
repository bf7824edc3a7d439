-- Functions of Lua whose originals would show something that is not the same in every run (the order of hash
-- tables, addresses, random pivots, the garbage collector), would let a script write where it must not, or would take
-- long to fail.

local S = ...
local string, table, math, error, type, debug = string, table, math, error, type, debug
local rawget, rawset, rawequal, rawnext = rawget, rawset, rawequal, next
local getmetatable, setmetatable, realtostring = getmetatable, setmetatable, tostring
local pcall, coroutine = pcall, coroutine
local NUMBER, charge = S.NUMBER, S.charge

local RANK = { number = 1, string = 2, boolean = 3, table = 4 }

local function rank(key)
  local known = RANK[type(key)]
  if known == 4 and not NUMBER[key] then known = nil end
  if not known then
    error("a table with " .. type(key) .. "s as keys has no order; use numbers, strings or elements", 0)
  end
  return known
end

local function before(a, b)
  local ra, rb = rank(a), rank(b)
  if ra ~= rb then return ra < rb end
  if ra == 3 then return b and not a end
  if ra == 4 then return NUMBER[a] < NUMBER[b] end
  return a < b
end

-- The keys of a table in order, how many, and what that costs in instructions. How long sorting takes depends on the
-- order in which Lua finds the keys, which is not the same in every run, so the cost is counted by their number.
local function sorted_keys(t)
  local keys, n, sorted, last, numbers = {}, 0, true, nil, true
  for key in rawnext, t do
    n = n + 1
    keys[n] = key
    if type(key) ~= "number" then
      sorted, numbers = false, false
    elseif sorted then
      sorted = last == nil or last < key
      last = key
    end
  end
  if n == 1 then rank(keys[1]) end
  if not sorted and n > 1 then table.sort(keys, before) end
  local rounds = numbers and sorted and 1 or 4
  if rounds > 1 then
    local reached = 1
    while reached < n do reached, rounds = 2 * reached, rounds + 20 end
  end
  return keys, n, 4 + n * rounds
end

-- Sorts for all, in a coroutine in which no instruction is counted.
local function new_sorter()
  return coroutine.create(function(t)
    while true do t = coroutine.yield(pcall(sorted_keys, t)) end
  end)
end
local sorter = new_sorter()

local function ordered_keys(t)
  local alive, ok, keys, n, cost = coroutine.resume(sorter, t)
  if not alive and coroutine.status(sorter) == "dead" then sorter = new_sorter() end -- there was no memory
  if not alive then error(ok, 0) end
  if not ok then error(keys, 3) end
  charge(cost)
  return keys, n
end

local function safe_next(t, key)
  if type(t) ~= "table" then error("bad argument #1 to 'next' (table expected, got " .. type(t) .. ")", 2) end
  if rawnext(t) == nil then return nil end
  local keys, n = ordered_keys(t)
  if key == nil then return keys[1], rawget(t, keys[1]) end
  for i = 1, n do
    if rawequal(keys[i], key) then
      if i == n then return nil end
      return keys[i + 1], rawget(t, keys[i + 1])
    end
  end
  error("invalid key to 'next'", 2)
end

local function safe_pairs(t)
  local meta = debug.getmetatable(t)
  local own = type(meta) == "table" and rawget(meta, "__pairs")
  if own then
    local a, b, c = own(t)
    return a, b, c
  end
  if type(t) ~= "table" then error("bad argument #1 to 'pairs' (table expected, got " .. type(t) .. ")", 2) end
  local keys, n = ordered_keys(t)
  local i = 0
  return function()
    while i < n do
      i = i + 1
      local value = rawget(t, keys[i])
      if value ~= nil then return keys[i], value end
    end
  end, t, nil
end

-- A stable merge sort: Lua's own takes random pivots, which shows where elements compare equal.
local function merge_sort(t, less)
  if type(t) ~= "table" then error("bad argument #1 to 'sort' (table expected, got " .. type(t) .. ")", 2) end
  less = less or function(a, b) return a < b end
  local n, from, to, width = #t, {}, {}, 1
  for i = 1, n do from[i] = t[i] end
  while width < n do
    local left = 1
    while left <= n do
      local middle, stop = left + width, left + 2 * width
      if middle > n + 1 then middle = n + 1 end
      if stop > n + 1 then stop = n + 1 end
      local a, b = left, middle
      for k = left, stop - 1 do
        if a < middle and (b >= stop or not less(from[b], from[a])) then
          to[k], a = from[a], a + 1
        else
          to[k], b = from[b], b + 1
        end
      end
      left = stop
    end
    from, to, width = to, from, 2 * width
  end
  for i = 1, n do t[i] = from[i] end
end

local function safe_tostring(value)
  local kind = type(value)
  if kind == "string" or kind == "number" or kind == "boolean" or kind == "nil" then return realtostring(value) end
  if kind ~= "table" then return kind end
  local meta = getmetatable(value)
  if rawequal(meta, false) then return realtostring(value) end -- a handle, or the memory
  local own = type(meta) == "table" and rawget(meta, "__tostring")
  if own then
    local text = own(value)
    if type(text) ~= "string" then error("'__tostring' must return a string", 2) end
    return text
  end
  return kind
end

local function safe_format(form, ...)
  if type(form) ~= "string" then form = safe_tostring(form) end
  if string.find(form, "%%[^%a%%]*p") then error("%p is not available: it shows an address", 2) end
  local values, total = table.pack(...), #form
  for i = 1, values.n do
    local kind = type(values[i])
    total = total + S.size(values[i])
    if kind ~= "string" and kind ~= "number" and kind ~= "nil" then values[i] = safe_tostring(values[i]) end
  end
  charge(total // 4)
  return string.format(form, table.unpack(values, 1, values.n))
end

-- Lua's own makes a stack of 16 MB for the error that a million results do not fit, which takes 5 ms and more.
local MOST_RESULTS = 1000000

local function place_of(value, number)
  local place = math.tointeger(value)
  if not place then
    error("bad argument #" .. number .. " to 'unpack' (integer expected, got " .. type(value) .. ")", 3)
  end
  return place
end

local function safe_unpack(t, first, last)
  if type(t) ~= "table" then error("bad argument #1 to 'unpack' (table expected, got " .. type(t) .. ")", 2) end
  local from = first == nil and 1 or place_of(first, 2)
  local to = last == nil and #t or place_of(last, 3)
  local more = to - from -- below 0 too where that is beyond all integers
  if from <= to and (more < 0 or more >= MOST_RESULTS) then error("too many results to unpack", 2) end
  if more > 0 then charge(more) end
  return table.unpack(t, from, to)
end

-- The methods of strings. No script can reach this table itself, nor the original one.
local text_methods = S.strings
text_methods.dump, text_methods.format = nil, safe_format
local strings = getmetatable("")
strings.__index, strings.__metatable = text_methods, false

local function safe_setmetatable(t, meta)
  if type(meta) == "table" and (rawget(meta, "__gc") ~= nil or rawget(meta, "__mode") ~= nil) then
    error("metatables with __gc or __mode are not available", 2)
  end
  return setmetatable(t, meta)
end

local function safe_rawset(t, key, value)
  if NUMBER[t] then error("an element cannot be written to", 2) end
  return rawset(t, key, value)
end

S.next, S.pairs, S.sort, S.tostring, S.format = safe_next, safe_pairs, merge_sort, safe_tostring, safe_format
S.setmetatable, S.rawset, S.unpack, S.text_methods = safe_setmetatable, safe_rawset, safe_unpack, text_methods
