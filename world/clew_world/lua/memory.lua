-- The saved memory of animals, and how much an animal keeps.

local S = ...
local type, rawequal, rawnext, setmetatable, debug = type, rawequal, next, setmetatable, debug
local X, NUMBER = S.X, S.NUMBER

-- Saved memory: elements that are gone read as nil. It is kept when a script is loaded again. A script sees an
-- empty table; what is in it is in the store of the animal whose turn it is, since nobody else can have the table.
local function is_gone(value) return type(value) == "table" and NUMBER[value] and not X[NUMBER[value]] end

local memory_meta = {
  __index = function(_, key)
    local store = S.current.store
    local value = store[key]
    if is_gone(value) then
      store[key] = nil
      return nil
    end
    return value
  end,
  __newindex = function(_, key, value) S.current.store[key] = value end,
  __len = function() return #S.current.store end,
  __pairs = function(memory)
    local store = S.current.store
    for key, value in rawnext, store do
      if is_gone(value) then store[key] = nil end
    end
    return (S.pairs(store)), memory, nil -- the walk needs no table, and a script must not get hold of the store
  end,
  __tostring = function() return "memory" end,
  __metatable = false,
}

local function new_memory() return setmetatable({}, memory_meta), {} end

-- What an animal keeps is what can be reached from its environment and its memory: tables, texts, closures and
-- the locals of coroutines. The walk ends as soon as that is more than `most`.

local function retained(animal, most)
  local seen, waiting, bytes = {}, { animal.env, animal.store }, 0
  local function visit(value)
    local kind = type(value)
    if kind == "string" then
      if #value > 40 and not seen[value] then
        seen[value] = true
        bytes = bytes + #value + 24
      end
    elseif (kind == "table" or kind == "function" or kind == "thread") and not seen[value]
      and not S.trusted[value] and not NUMBER[value] and not rawequal(value, animal.memory) then
      seen[value] = true
      waiting[#waiting + 1] = value
    end
  end
  while #waiting > 0 and bytes <= most do
    local value = waiting[#waiting]
    waiting[#waiting] = nil
    local kind = type(value)
    bytes = bytes + 64
    if kind == "table" then
      for key, item in rawnext, value do
        bytes = bytes + 32
        visit(key)
        visit(item)
        if bytes > most then break end
      end
      visit(debug.getmetatable(value))
    elseif kind == "function" then
      local i = 1
      while true do
        local name, item = debug.getupvalue(value, i)
        if not name then break end
        visit(item)
        i = i + 1
      end
    else
      local level = 0
      while debug.getinfo(value, level, "f") do
        local i = 1
        while true do
          local name, item = debug.getlocal(value, level, i)
          if not name then break end
          bytes = bytes + 16
          visit(item)
          i = i + 1
        end
        level = level + 1
      end
    end
  end
  return bytes
end

S.new_memory, S.retained = new_memory, retained
