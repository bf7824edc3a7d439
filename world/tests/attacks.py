"""Hostile scripts, each with what must become of it.

`stopped`: named and disabled. `error`: an error with file and line, and nothing else. `held`: it runs, and
what it tried was in vain; where it could tell that it was not, it logs a line that begins with BREACH.
"""

from __future__ import annotations

from tests.event_attacks import OF_EVENTS
from tests.more_attacks import MORE
from tests.shapes_of_attacks import ERROR, HELD, STOPPED, Attack, at_first, breach, each_tick

_PATTERN = '(("a"):rep(30)):find((".-"):rep(15) .. "b")'
_DEEP = "local t = {} ; for i = 1, 1e9 do t[i] = {}; end"

LOOPS = [
    Attack("plain loop", STOPPED, each_tick("while true do end")),
    Attack("loop at the top", STOPPED, "while true do end"),
    Attack("goto loop", STOPPED, each_tick("::again:: goto again")),
    Attack("repeat loop", STOPPED, each_tick("repeat until false")),
    Attack("for without end", STOPPED, each_tick("for i = 1, math.huge do end")),
    Attack("loop in a coroutine", STOPPED, each_tick("coroutine.wrap(function() while true do end end)()")),
    Attack("loop of coroutines", STOPPED, each_tick("while true do coroutine.wrap(function() end)() end")),
    Attack(
        "yields for ever",
        STOPPED,
        each_tick(
            "local c = coroutine.wrap(function() while true do coroutine.yield() end end)\n"
            "while true do c() end"
        ),
    ),
    Attack("loop in pcall", STOPPED, each_tick("pcall(function() while true do end end)")),
    Attack("pcall again and again", STOPPED, each_tick("while true do pcall(error, 'x') end")),
    Attack("loop in an error handler", STOPPED, each_tick("xpcall(error, function() while true do end end)")),
    Attack(
        "loop in the handler of its end",
        STOPPED,
        each_tick("xpcall(function() while true do end end, function() while true do end end)"),
    ),
    Attack(
        "loop in what its end closes",
        STOPPED,
        each_tick(
            "coroutine.wrap(function()\n"
            "local x <close> = setmetatable({}, {__close = function() while true do end end})\n"
            "while true do end end)()"
        ),
    ),
    Attack("tail calls", STOPPED, "local function f() return f() end\n" + each_tick("f()")),
    Attack(
        "loop in a comparison",
        STOPPED,
        each_tick(
            "local m = {__lt = function() while true do end end}\n"
            "local a, b = setmetatable({}, m), setmetatable({}, m)\nreturn a < b"
        ),
    ),
    Attack(
        "loop in __index",
        STOPPED,
        each_tick("local t = setmetatable({}, {__index = function() while true do end end})\nreturn t.x"),
    ),
    Attack(
        "loop in __tostring",
        STOPPED,
        each_tick(
            "error(setmetatable({}, {__tostring = function() while true do end end}))\nend\n"
            "function helper() while true do end"
        ).replace("error(", "tostring("),
    ),
    Attack(
        "loop in __close",
        STOPPED,
        each_tick("local x <close> = setmetatable({}, {__close = function() while true do end end})"),
    ),
    Attack(
        "loop in sort",
        STOPPED,
        each_tick("local t = {3, 2, 1}\ntable.sort(t, function() while true do end end)"),
    ),
    Attack("loop in gsub", STOPPED, each_tick("('x'):gsub('x', function() while true do end end)")),
    Attack(
        "late loop", STOPPED, "local n = 0\n" + each_tick("n = n + 1\nif n == 40 then while true do end end")
    ),
    Attack("almost too long", STOPPED, each_tick("for i = 1, 3e7 do end")),
]

LIBRARY = [
    Attack("pattern that never ends", STOPPED, each_tick(_PATTERN)),
    Attack("pattern in pcall", STOPPED, each_tick(f"pcall(function() return {_PATTERN} end)")),
    Attack(
        "pattern in gmatch",
        STOPPED,
        each_tick('for _ in (("a"):rep(40)):gmatch((".-"):rep(18) .. "b") do end'),
    ),
    Attack("pattern in gsub", STOPPED, each_tick('(("a"):rep(40)):gsub((".-"):rep(18) .. "b", "")')),
    Attack(
        "pattern in a coroutine", STOPPED, each_tick(f"coroutine.wrap(function() return {_PATTERN} end)()")
    ),
    Attack(
        "table.concat of much",
        STOPPED,
        each_tick(
            "table.concat(setmetatable({}, "
            "{__len = function() return 1e9 end, __index = function() return 'x' end}))"
        ),
    ),
    Attack(
        "table.move of much",
        STOPPED,
        each_tick(
            "table.move(setmetatable({}, {__index = function() return 1 end}), 1, 1e9, 1, "
            "setmetatable({}, {__newindex = function() end}))"
        ),
    ),
    Attack("table.unpack of much", ERROR, each_tick("table.unpack({}, 1, 1e8)")),
    Attack("string.rep of nothing", STOPPED, each_tick("for i = 1, 1e9 do (''):rep(1e9) end")),
    Attack("string.rep beyond sense", ERROR, each_tick("return ('x'):rep(1 << 60)")),
    Attack(
        "text that is almost found",
        STOPPED,
        each_tick("(('a'):rep(1e6)):find(('a'):rep(5e5) .. 'b', 1, true)"),
    ),
    Attack("pattern of doubts", STOPPED, each_tick("(('a'):rep(40)):find(('a?'):rep(40) .. ('a'):rep(40))")),
    Attack("utf8 of much", STOPPED, each_tick("local s = ('x'):rep(1e6)\nwhile true do utf8.len(s) end")),
    Attack("string.format widths", ERROR, each_tick("return ('%1000d'):format(1)")),
    Attack("string.pack of much", ERROR, each_tick("return ('>!17i16'):pack(1)")),
]

MEMORY = [
    Attack("table bomb", STOPPED, each_tick(_DEEP)),
    Attack("table bomb in pcall", STOPPED, each_tick(f"while true do pcall(function() {_DEEP} end) end")),
    Attack("doubling string", STOPPED, each_tick("local s = 'xxxxxxxx'\nwhile true do s = s .. s end")),
    Attack(
        "doubling string in pcall",
        STOPPED,
        each_tick(
            "while true do pcall(function() local s = 'xxxxxxxx'\nwhile true do s = s .. s end end) end"
        ),
    ),
    Attack("string.rep bomb", STOPPED, each_tick("memory.s = ('x'):rep(1 << 30)")),
    Attack("gsub bomb", STOPPED, each_tick("return (('x'):rep(1e5)):gsub('x', ('y'):rep(1e4))")),
    Attack(
        "closures",
        STOPPED,
        "keep = {}\n" + each_tick("for i = 1, 1e9 do local x = i keep[i] = function() return x end end"),
    ),
    Attack(
        "coroutines kept",
        STOPPED,
        "keep = {}\n" + each_tick("for i = 1, 1e9 do keep[i] = coroutine.create(function() end) end"),
    ),
    Attack(
        "leak in the memory",
        STOPPED,
        "local n = 0\n" + each_tick("n = n + 1\nmemory[n] = ('x'):rep(400000) .. n"),
    ),
    Attack(
        "leak in a local",
        STOPPED,
        "local kept = {}\n" + each_tick("for i = 1, 4000 do kept[#kept + 1] = {#kept} end"),
    ),
    Attack(
        "leak in a coroutine",
        STOPPED,
        "local c = coroutine.wrap(function() local kept = {}\n"
        "while true do for i = 1, 3000 do kept[#kept + 1] = {i} end coroutine.yield() end end)\n"
        + each_tick("c()"),
    ),
    Attack("recursion", STOPPED, "local function f(n) return 1 + f(n + 1) end\n" + each_tick("f(1)")),
    Attack(
        "recursion of gsub", ERROR, "local function f() return (('x'):gsub('x', f)) end\n" + each_tick("f()")
    ),
    Attack(
        "recursion of tostring",
        STOPPED,
        "local t = setmetatable({}, {})\n"
        "getmetatable(t).__tostring = function() return tostring(t) end\n" + each_tick("tostring(t)"),
    ),
    Attack(
        "recursion of __index",
        ERROR,
        at_first("local t = {}\nfor i = 1, 3000 do t = setmetatable({}, {__index = t}) end\nlocal x = t.x"),
    ),
]

REACH = [
    Attack(expression, HELD, breach(expression))
    for expression in (
        "os",
        "io",
        "debug",
        "python",
        "package",
        "require",
        "load",
        "loadstring",
        "loadfile",
        "dofile",
        "collectgarbage",
        "string.dump",
        "os.execute('true')",
        "io.open('/etc/passwd')",
        "debug.sethook()",
        "debug.getregistry()",
        "python.eval('1')",
        "python.builtins",
        "require('os')",
        "package.loaded",
        "_G.python",
        "_ENV.os",
        "_G._G.io",
        "getmetatable('').__index",
        "setmetatable(_G, {__index = error}) and os",
        "math.randomseed",
        "getmetatable(element)",
        "getmetatable(game.nearest(element, 'player'))",
        "getmetatable(memory)",
        "coroutine.wrap(function() return debug end)()",
        "select(2, pcall(load, 'return 1')) == 1",
        "string.format('%p', {})",
        "tostring({}):find('0x')",
        "tostring(print):find('0x')",
        "('x').dump",
        "load(('').dump(function() end))",
    )
]

MEDDLING = [
    Attack(
        "bytecode",
        HELD,
        each_tick('local ok = pcall(load, "\\27Lua")\nif ok then game.log("BREACH bytecode") end'),
    ),
    Attack("gc method", ERROR, each_tick("setmetatable({}, {__gc = function() while true do end end})")),
    Attack(
        "gc method added later",
        HELD,
        each_tick("local m = {}\nlocal t = setmetatable({}, m)\nm.__gc = function() while true do end end"),
    ),
    Attack("weak table", ERROR, each_tick("setmetatable({}, {__mode = 'k'})")),
    Attack("writes to an element", ERROR, each_tick("element.x = 5")),
    Attack("rawset on an element", ERROR, each_tick("rawset(element, 'x', 5)")),
    Attack("table.insert on an element", ERROR, each_tick("table.insert(game.all('player')[1], 1)")),
    Attack("metatable of an element", ERROR, each_tick("setmetatable(element, {})")),
    Attack("metatable of strings", ERROR, each_tick("setmetatable('', {})")),
    Attack("leads another", ERROR, each_tick("game.setTarget(game.nearest(element, 'tortoise'), 1, 1)")),
    Attack("speaks for another", ERROR, each_tick("game.say(game.nearest(element, 'tortoise'), 'x')")),
    Attack("no numbers", ERROR, each_tick("game.setTarget(element, 0 / 0, 1)")),
    Attack("infinite", ERROR, each_tick("game.setTarget(element, math.huge, -math.huge)")),
    Attack("target of the wrong kind", ERROR, each_tick("game.setTarget(element, {}, 'x')")),
    Attack("element of the wrong kind", ERROR, each_tick("game.setTarget(nil, 1, 1)")),
    Attack(
        "poisons string",
        HELD,
        "string.format = error\nstring.sub = nil\ntable.concat = nil\n"
        + each_tick("game.say(element, 'still here')"),
    ),
    Attack("poisons game", ERROR, each_tick("game.setTarget = nil\ngame.position = error\ngame = nil")),
    Attack("poisons globals", HELD, "pcall = nil\ntype = nil\nerror = nil\n_G = nil\n" + each_tick("")),
    Attack(
        "raises a table",
        ERROR,
        each_tick("error(setmetatable({}, {__tostring = function() while true do end end}))"),
    ),
    Attack("raises nothing", ERROR, each_tick("error()")),
    Attack("no function", ERROR, "x = 1"),
    Attack("not Lua", ERROR, "import os\nos.system('true')"),
    Attack("floods setTarget", STOPPED, each_tick("while true do game.setTarget(element, 5, 1) end")),
    Attack("floods log", HELD, each_tick("for i = 1, 60 do game.log(('x'):rep(1000)) end")),
    Attack("floods say", HELD, each_tick("for i = 1, 60 do game.say(element, ('x'):rep(1000) .. i) end")),
    Attack("floods path", HELD, each_tick("for i = 1, 60 do game.path(element, i % 30, 1) end")),
    Attack("floods nearest", STOPPED, each_tick("while true do game.nearest(element, 'tortoise') end")),
    Attack("floods random", STOPPED, each_tick("while true do game.random() end")),
    Attack("says control characters", HELD, each_tick("game.say(element, '\\0\\27[2J\\n\\xff\\xc3')")),
    Attack("look that is none", HELD, each_tick("game.look(element, '../../etc/passwd')")),
    Attack("memory as a bomb of keys", STOPPED, each_tick("for i = 1, 1e9 do memory['k' .. i] = i end")),
]

ATTACKS = [*LOOPS, *LIBRARY, *MEMORY, *REACH, *MEDDLING, *MORE, *OF_EVENTS]
