"""Sixty more hostile scripts: those that came to mind once the first were held (`attacks.py`)."""

from __future__ import annotations

from tests.shapes_of_attacks import ERROR, HELD, STOPPED, Attack, at_first, breach, each_tick

_KEEP = "local kept, n = {}, 0\n"


def keeping(what: str, a_tick: int = 2000) -> str:
    """A script that keeps ever more of something, so much of it in each tick."""
    return _KEEP + each_tick(f"for i = 1, {a_tick} do n = n + 1\nkept[n] = {what} end")


HOARDS = [
    Attack("keeps closures", STOPPED, keeping("function() return n + i end")),
    Attack("keeps coroutines", STOPPED, keeping("coroutine.create(function() coroutine.yield() end)", 200)),
    Attack(
        "keeps suspended coroutines",
        STOPPED,
        keeping(
            "coroutine.wrap(function(...) local a = ('x'):rep(5000) .. n\ncoroutine.yield(a) end)\nkept[n]()",
            30,
        ),
    ),
    Attack(
        "keeps tables in tables", STOPPED, "local t = {}\n" + each_tick("for i = 1, 3000 do t = {t, {i}} end")
    ),
    Attack("keeps metatables", STOPPED, keeping("setmetatable({}, {__index = {n}})")),
    Attack(
        "keeps texts of one letter more",
        STOPPED,
        _KEEP + each_tick("n = n + 1\nkept[n] = ('y'):rep(250000 + n)"),
    ),
    Attack(
        "keeps in its environment",
        STOPPED,
        each_tick("for i = 1, 3000 do _G['v' .. #_G .. i .. game.time()] = {} end"),
    ),
    Attack(
        "keeps in its libraries",
        STOPPED,
        "local n = 0\n" + each_tick("for i = 1, 3000 do n = n + 1\nstring['f' .. n] = {} end"),
    ),
    Attack(
        "keeps in game",
        STOPPED,
        "local n = 0\n" + each_tick("for i = 1, 3000 do n = n + 1\ngame['f' .. n] = {} end"),
    ),
    Attack(
        "keeps in upvalues of upvalues",
        STOPPED,
        "local f = function() end\n"
        + each_tick("for i = 1, 2000 do local g = f\nf = function() return g end end"),
    ),
    Attack("keeps varargs", STOPPED, keeping("table.pack(table.unpack(kept, 1, 200))", 40)),
    Attack("keeps as keys", STOPPED, each_tick("memory[#memory + 1] = ('z'):rep(150000) .. game.time()")),
    Attack(
        "keeps arguments of a coroutine",
        STOPPED,
        keeping(
            "coroutine.create(function(a) coroutine.yield(a) end)\n"
            "coroutine.resume(kept[n], ('w'):rep(9000) .. n)",
            30,
        ),
    ),
    Attack(
        "keeps integers in a list",
        STOPPED,
        "local kept, n = {}, 0\n" + each_tick("for i = 1, 40000 do n = n + 1\nkept[n] = n end"),
    ),
]


def without_end(body: str) -> str:
    """A turn that does this again and again, without end."""
    return each_tick(f"while true do\n{body}\nend")


SLOW = [
    Attack("slow in every tick", STOPPED, without_end("for i = 1, 1.5e6 do end")),
    Attack(
        "slow by sorting",
        STOPPED,
        without_end("local t = {}\nfor i = 1, 20000 do t[i] = game.random() end\ntable.sort(t)"),
    ),
    Attack(
        "slow by pairs",
        STOPPED,
        "local t = {}\nfor i = 1, 20000 do t['k' .. i] = i end\n" + without_end("for k in pairs(t) do end"),
    ),
    Attack(
        "slow by next",
        STOPPED,
        "local t = {}\nfor i = 1, 3000 do t['k' .. i] = i end\n"
        + without_end("local k = next(t)\nwhile k do k = next(t, k) end"),
    ),
    Attack(
        "slow by concat", STOPPED, without_end("local s = ''\nfor i = 1, 4000 do s = s .. 'xxxxxxxx' end")
    ),
    Attack("slow by gsub", STOPPED, without_end("(('a'):rep(20000)):gsub('a', 'b')")),
    Attack("slow by a pattern", STOPPED, without_end("(('a'):rep(2000)):find('.-.-b')")),
    Attack(
        "slow by formats", STOPPED, without_end("for i = 1, 30000 do string.format('%20.10f', i / 3) end")
    ),
    Attack("slow by pcall", STOPPED, without_end("for i = 1, 100000 do pcall(error) end")),
    Attack(
        "slow by coroutines", STOPPED, without_end("for i = 1, 40000 do coroutine.wrap(function() end)() end")
    ),
    Attack(
        "slow by metamethods",
        STOPPED,
        "local t = setmetatable({}, {__index = function(_, k) return k end})\nlocal x\n"
        + without_end("for i = 1, 600000 do x = t[i] end"),
    ),
    Attack(
        "slow by nearest", STOPPED, without_end("for i = 1, 40000 do game.nearest(element, 'tortoise') end")
    ),
    Attack("slow by all", STOPPED, without_end("for i = 1, 20000 do game.all('monkey') end")),
    Attack("slow by random", STOPPED, without_end("for i = 1, 100000 do game.random(100) end")),
    Attack("slow by elements", STOPPED, without_end("local x\nfor i = 1, 200000 do x = element.x end")),
    Attack(
        "slow by its memory", STOPPED, without_end("for i = 1, 100000 do memory.x = (memory.x or 0) + 1 end")
    ),
    Attack("slow by utf8", STOPPED, without_end("for p in utf8.codes(('\u00e9'):rep(20000)) do end")),
    Attack("slow by tonumber", STOPPED, without_end("for i = 1, 300000 do tonumber('12345') end")),
]

FLOODS = [
    Attack(
        "asks for new plans in every tick",
        HELD,
        "local n = 0\n"
        + each_tick("n = n + 1\nfor i = 1, 4 do game.path(element, (n * 4 + i) % 400 / 10, 1) end"),
    ),
    Attack("asks for plans far away", HELD, each_tick("game.path(element, 1e300, -1e300)")),
    Attack(
        "asks for plans of another", ERROR, each_tick("game.path(game.nearest(element, 'tortoise'), 1, 1)")
    ),
    Attack("asks for a plan to nowhere", ERROR, each_tick("game.path(element, 0 / 0, 1)")),
    Attack(
        "changes its target all the time",
        HELD,
        "local n = 0\n" + each_tick("n = n + 1\ngame.setTarget(element, n % 2 * 30 + 2, 1)"),
    ),
    Attack("targets beyond the world", HELD, each_tick("game.setTarget(element, -1e308, 1e308)")),
    Attack(
        "changes its look all the time",
        HELD,
        "local n = 0\n" + each_tick("n = n + 1\ngame.look(element, n % 2 == 0 and 'fox' or 'owl')"),
    ),
    Attack(
        "says another text in every tick",
        HELD,
        "local n = 0\n" + each_tick("n = n + 1\ngame.say(element, n .. ('\\u{1F98A}'):rep(100))"),
    ),
    Attack("logs tables", HELD, each_tick("for i = 1, 50 do game.log({}, print, element, nil, 0 / 0) end")),
    Attack(
        "logs what raises",
        ERROR,
        each_tick("game.log(setmetatable({}, {__tostring = function() error('no') end}))"),
    ),
    Attack("prints without end", STOPPED, each_tick("while true do print('x') end")),
    Attack("logs a long text", HELD, at_first("game.log(('x'):rep(1000000))")),
    Attack("raises in every tick", ERROR, each_tick("error('again ' .. game.time())")),
    Attack("raises long texts", ERROR, each_tick("error(('x'):rep(200000))")),
    Attack("raises half of a letter", ERROR, each_tick("error('\\xff\\xfe\\0')")),
    Attack("raises itself", ERROR, each_tick("error(element)")),
]

TRICKS = [
    Attack(
        "closes by a loop",
        STOPPED,
        each_tick("local x <close> = setmetatable({}, {__close = function() while true do end end})"),
    ),
    Attack(
        "closes by an error",
        ERROR,
        each_tick("local x <close> = setmetatable({}, {__close = function() error('late') end})"),
    ),
    Attack(
        "pairs without end",
        STOPPED,
        each_tick(
            "local t = setmetatable({}, {__pairs = function() return function() return 1 end end})\n"
            "for k in pairs(t) do end"
        ),
    ),
    Attack(
        "compares without end",
        ERROR,
        each_tick(
            "local m = {}\nm.__eq = function(a, b) return a == setmetatable({}, m) end\n"
            "while true do local x = setmetatable({}, m) == setmetatable({}, m) end"
        ),
    ),
    Attack(
        "sorts by a lie",
        STOPPED,
        each_tick(
            "local t = {}\nfor i = 1, 100000 do t[i] = i end\ntable.sort(t, function() return true end)"
        ),
    ),
    Attack("sorts by an error", ERROR, each_tick("table.sort({1, 2}, function() error('no order') end)")),
    Attack("yields its turn", ERROR, each_tick("coroutine.yield()")),
    Attack("closes its own coroutine", ERROR, each_tick("coroutine.close(coroutine.running())")),
    Attack(
        "keeps a dead element",
        HELD,
        "local kept\n"
        + each_tick(
            "kept = kept or game.all('player')[1]\nif kept and kept.x == nil then local y = kept.y end"
        ),
    ),
    Attack("a form of a million places", ERROR, each_tick("string.format('%1000000d', 1)")),
    Attack("packs a million places", ERROR, each_tick("string.pack('!16 i17', 1)")),
    Attack("an environment of its own", HELD, breach("(function() local _ENV = {os = os}\nreturn os end)()")),
    Attack("the registry of loaded parts", HELD, breach("getmetatable(_G) or rawget(_G, 'package')")),
    Attack("the code of a function of the game", HELD, breach("string.dump(game.say)")),
]

MORE = [*HOARDS, *SLOW, *FLOODS, *TRICKS]
