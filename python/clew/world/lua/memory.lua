-- The saved memory of animals, and how much an animal keeps.

local S = ...
local type, rawequal, rawnext, setmetatable, debug = type, rawequal, next, setmetatable, debug
local X, NUMBER = S.X, S.NUMBER

-- Saved memory: elements that are gone read as nil. It is kept when a script is loaded again.
local function new_memory()
  local store = {}
  local function read(_, key)
    local value = store[key]
    if NUMBER[value] and not X[NUMBER[value]] then
      store[key] = nil
      return nil
    end
    return value
  end
  return setmetatable({}, {
    __index = read,
    __newindex = function(_, key, value) store[key] = value end,
    __len = function() return #store end,
    __pairs = function()
      for key, value in rawnext, store do
        if NUMBER[value] and not X[NUMBER[value]] then store[key] = nil end
      end
      return S.pairs(store)
    end,
    __tostring = function() return "memory" end,
    __metatable = false,
  }), store
end

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
