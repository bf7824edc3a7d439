-- The elements of the world as scripts see them: handles, and what is known about each by its number.

local S = ...
local error, setmetatable = error, setmetatable

local X, Y, FLAGS, KIND, NAME, LOOK, HANDLE = {}, {}, {}, {}, {}, {}, {}
local LEFT, RIGHT, LEVEL = {}, {}, {} -- the stretch on which an animal stands, or stood last
local NUMBER = setmetatable({}, { __mode = "k" }) -- of a handle
local OF_KIND = {} -- numbers, by kind

local fields = {
  x = function(n) return X[n] end,
  y = function(n) return Y[n] end,
  kind = function(n) return KIND[n] end,
  name = function(n) return NAME[n] end,
  look = function(n) return LOOK[n] end,
}

-- A handle is an empty table that nobody can write to; what is known of its element is looked up. The fields
-- of an element that is gone are nil.
local handle_meta = {
  __index = function(handle, key)
    local number = NUMBER[handle]
    local field = X[number] and fields[key]
    return field and field(number) or nil
  end,
  __newindex = function() error("an element cannot be written to", 2) end,
  __tostring = function(handle) return NAME[NUMBER[handle]] or "nobody" end,
  __metatable = false,
}

local function add_element(number, kind, name, look)
  local handle = setmetatable({}, handle_meta)
  HANDLE[number], NUMBER[handle] = handle, number
  KIND[number], NAME[number], LOOK[number] = kind, name, look
  local row = OF_KIND[kind] or {}
  OF_KIND[kind] = row
  row[#row + 1] = number
end

-- Forgets an element that is gone.
local function remove_element(number)
  X[number], Y[number] = nil, nil
  local row, kept = OF_KIND[KIND[number]], {}
  for i = 1, #row do
    if row[i] ~= number then kept[#kept + 1] = row[i] end
  end
  OF_KIND[KIND[number]] = kept
end

S.X, S.Y, S.FLAGS, S.KIND, S.NAME, S.LOOK, S.HANDLE = X, Y, FLAGS, KIND, NAME, LOOK, HANDLE
S.LEFT, S.RIGHT, S.LEVEL, S.NUMBER, S.OF_KIND = LEFT, RIGHT, LEVEL, NUMBER, OF_KIND
S.add_element, S.remove_element = add_element, remove_element
