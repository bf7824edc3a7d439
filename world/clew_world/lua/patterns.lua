-- How many steps matching a pattern can take, at most, up to a small factor: what repeats can end at any place, and
-- Lua tries the places one by one. A repetition whose characters the next item cannot match ends at one place alone.

local S = ...
local string, table, math, coroutine, pcall, error = string, table, math, coroutine, pcall, error
local byte, sub, find, gsub = string.byte, string.sub, string.find, string.gsub

local LONGEST, KEPT = 100, 500 -- characters of a pattern that is looked at closely; how many are remembered
local END, ANY = "end", "any" -- items: the end of the text, and what may match anything

local every = {}
for code = 0, 255 do every[code + 1] = string.char(code) end
every = table.concat(every)

-- The end of the single character class that begins at that place of a pattern.
local function class_end(pattern, place)
  local c = byte(pattern, place)
  if c == 37 then return place + 2 end -- %
  if c ~= 91 then return place + 1 end -- [
  place = place + 1
  if byte(pattern, place) == 94 then place = place + 1 end -- ^
  repeat
    c = byte(pattern, place)
    place = place + (c == 37 and 2 or 1)
  until not c or byte(pattern, place) == 93 -- ]
  return place + 1
end

-- The items of a pattern in order, and the repetition of each, or "".
local function items_of(pattern, place)
  local items, repeats = {}, {}
  local function add(item, by, next_place)
    items[#items + 1], repeats[#items + 1] = item, by
    place = next_place
  end
  while place <= #pattern do
    local c, kind = byte(pattern, place, place + 1)
    if c == 40 or c == 41 then -- parentheses
      place = place + 1
    elseif c == 36 and place == #pattern then
      add(END, "", place + 1)
    elseif c == 37 and kind == 98 then -- %b()
      add(ANY, "*", place + 4)
    elseif c == 37 and kind == 102 then -- %f[a]
      add(ANY, "", class_end(pattern, place + 2))
    elseif c == 37 and kind and kind >= 48 and kind <= 57 then -- %1
      add(ANY, "*", place + 2)
    else
      local stop = class_end(pattern, place)
      local by = sub(pattern, stop, stop)
      if not find(by, "^[*+?-]") then by = "" end
      add(sub(pattern, place, stop - 1), by, stop + #by)
    end
  end
  return items, repeats
end

-- The characters that an item matches.
local function letters_of(item)
  local c = byte(item)
  if item == "." then return every end
  if c == 91 then -- a set, without those of its opposite
    local opposite = byte(item, 2) == 94 and "[" .. sub(item, 3) or "[^" .. sub(item, 2)
    return (gsub(every, opposite, ""))
  end
  if c ~= 37 then return item end
  local kind = sub(item, 2)
  if not find(kind, "^%a") then return kind end
  local opposite = kind == kind:lower() and kind:upper() or kind:lower()
  return (gsub(every, "%" .. opposite, ""))
end

-- Whether what comes after an item may match a character of the item itself.
local function goes_on(items, repeats, first)
  if items[first] == ANY then return true end
  local letters = letters_of(items[first])
  for i = first + 1, #items do
    if items[i] == END then return false end
    if items[i] == ANY or find(letters, items[i]) then return true end
    if repeats[i] == "" or repeats[i] == "+" then return false end
  end
  return false
end

-- How many places are chosen, and by how much optional items multiply that.
local function analysed(pattern, anchored)
  local items, repeats = items_of(pattern, anchored and 2 or 1)
  local places, doubts = anchored and 0 or 1, 1.0
  local most = places
  for i = 1, #items do
    local by = repeats[i]
    -- What nothing follows is matched once.
    if by ~= "" and (i < #items or items[i] == ANY) then
      if #pattern > LONGEST or goes_on(items, repeats, i) then
        if by == "?" then doubts = doubts * 2 else places = places + 1 end
        most = math.max(most, places)
      elseif by ~= "?" then
        most = math.max(most, places + 1) -- to find its end takes as many steps
      end
    end
  end
  return most, doubts
end

-- One coroutine analyses for all, in which no instruction is counted: it remembers, so its work is not the same in
-- every run.
local function new_analyst()
  local known, count = {}, 0
  return coroutine.create(function(pattern, anchored)
    while true do
      local key = (anchored and "^" or " ") .. pattern
      local found = known[key]
      if not found then
        local ok, places, doubts = pcall(analysed, pattern, anchored)
        found = ok and { places, doubts } or { 1, 1.0 } -- Lua will say what is wrong with it
        if count >= KEPT then known, count = {}, 0 end
        if #pattern <= LONGEST then known[key], count = found, count + 1 end
      end
      pattern, anchored = coroutine.yield(found[1], found[2])
    end
  end)
end
local analyst = new_analyst()

-- The steps that a match of that pattern can take on a text of so many characters.
local function steps(pattern, length, anchors)
  local ok, places, doubts = coroutine.resume(analyst, pattern, anchors and byte(pattern) == 94)
  if not ok then
    if coroutine.status(analyst) == "dead" then analyst = new_analyst() end -- there was no memory
    error(places, 0)
  end
  local ways = 1.0
  for i = 1, places do ways = ways * (length + i) / i end
  return 20 * #pattern + (2 + #pattern // 8) * (ways * doubts + length)
end

S.steps = steps
