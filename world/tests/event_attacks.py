"""Hostile uses of events, timers, messages, plans and spawning; all animals of a siege stand on one spot."""

from __future__ import annotations

from tests.shapes_of_attacks import ERROR, HELD, STOPPED, Attack, at_first, each_tick

_FOR_EVER = "while true do end"
_OTHER = "game.nearest(element, 'tortoise')"


def handler(event: str, body: str) -> str:
    """A script that only hears."""
    return f"function {event}(element, other, text)\n{body}\nend"


MESSAGES = [
    Attack(
        "messages to everybody", HELD, each_tick("for i = 1, 20 do game.send(element, 'tortoise', 'x') end")
    ),
    Attack(
        "messages to the player", HELD, each_tick("for i = 1, 20 do game.send(element, 'player', 'x') end")
    ),
    Attack("messages without end", STOPPED, each_tick("while true do game.send(element, 'monkey', 'x') end")),
    Attack("long messages", HELD, at_first("game.send(element, 'monkey', ('x'):rep(1000000))")),
    Attack(
        "answers each message by two", HELD, handler("on_message", "game.send(element, other, text .. text)")
    ),
    Attack(
        "messages to nobody", HELD, each_tick("game.send(element, 5, 'x') ; game.send(element, nil, 'x')")
    ),
    Attack("messages to no kind", HELD, each_tick("game.send(element, 'unicorn', 'x')")),
    Attack("sends for another", ERROR, each_tick(f"game.send({_OTHER}, element, 'I am Ann')")),
    Attack("hears without end", STOPPED, handler("on_message", _FOR_EVER)),
    Attack("hears with an error", ERROR, handler("on_message", "error('what?')")),
    Attack(
        "words without end",
        STOPPED,
        each_tick(
            f"game.send(element, 'monkey', setmetatable({{}}, {{__tostring = function() {_FOR_EVER} end}}))"
        ),
    ),
    Attack("half of a letter as a message", HELD, each_tick("game.send(element, 'monkey', '\\xff\\xfe\\0')")),
]

EVENTS = [
    Attack("touches without end", STOPPED, handler("on_touch", _FOR_EVER)),
    Attack("touches with an error", ERROR, handler("on_touch", "local x = other.x.y.z")),
    Attack("touches and yields", ERROR, handler("on_touch", "coroutine.yield()")),
    Attack("touches and keeps", STOPPED, handler("on_touch", "kept = {} for i = 1, 1e9 do kept[i] = {} end")),
    Attack("a table instead of a handler", HELD, each_tick("on_touch = setmetatable({}, {__call = error})")),
    Attack("handlers come and go", HELD, each_tick("on_touch = on_touch == nil and print or nil")),
    Attack(
        "arrives without end",
        STOPPED,
        "function process(element) game.setTarget(element, 7, 1) end\n" + handler("on_arrive", _FOR_EVER),
    ),
    Attack(
        "is blocked without end",
        STOPPED,
        "function process(element) game.setTarget(element, 7, 15) end\n"
        "function on_blocked(element, why) while true do end end\n"
        "function on_arrive(element) while true do end end",
    ),
    Attack(
        "sets out at each arrival",
        HELD,
        each_tick("if not memory.on then game.setTarget(element, 7, 1) end memory.on = true")
        + "\n"
        + handler("on_arrive", "game.setTarget(element, element.x + 0.01, 1)"),
    ),
]

TIMERS = [
    Attack("too many timers", ERROR, each_tick("for i = 1, 17 do game.after(element, 1, i) end")),
    Attack("a timer in each tick", HELD, each_tick("game.after(element, 0, 'again')")),
    Attack("a timer of no number", ERROR, each_tick("game.after(element, 0 / 0, 'x')")),
    Attack("a timer before now", ERROR, each_tick("game.after(element, -1, 'x')")),
    Attack("a timer for ever", ERROR, each_tick("game.after(element, math.huge, 'x')")),
    Attack("a timer for another", ERROR, each_tick(f"game.after({_OTHER}, 1, 'x')")),
    Attack("cancels those of another", ERROR, each_tick(f"game.cancel({_OTHER}, 'x')")),
    Attack("a long name of a timer", HELD, at_first("game.after(element, 1, ('x'):rep(1000000))")),
    Attack(
        "a timer that sets timers",
        HELD,
        "function process(element) game.after(element, 0, 1) end\n"
        "function on_timer(element, name) for i = 1, 9 do game.after(element, 0, i) end end",
    ),
    Attack(
        "a timer without end",
        STOPPED,
        "function process(element) game.after(element, 0, 1) end\n" + handler("on_timer", _FOR_EVER),
    ),
]

PLANS = [
    Attack("another plan in each tick", HELD, each_tick("game.plan(element, {x = game.random(40), y = 1})")),
    Attack(
        "many plans in each tick", HELD, each_tick("for i = 1, 40 do game.plan(element, {x = i, y = 1}) end")
    ),
    Attack("plans without end", STOPPED, each_tick("while true do game.plan(element, 'player') end")),
    Attack("escapes in each tick", HELD, each_tick("game.escape(element, {'player', 'monkey', 'tortoise'})")),
    Attack("meets in each tick", HELD, each_tick("game.meet(element, game.nearest(element, 'player'))")),
    Attack("plans to no number", ERROR, each_tick("game.plan(element, {x = 0 / 0, y = 1})")),
    Attack("plans beyond the world", HELD, each_tick("game.plan(element, {x = 1e300, y = -1e300})")),
    Attack("plans to nothing", ERROR, each_tick("game.plan(element, 17)")),
    Attack("plans for another", ERROR, each_tick(f"game.plan({_OTHER}, 'player')")),
    Attack(
        "a goal without end",
        STOPPED,
        each_tick(f"game.plan(element, setmetatable({{}}, {{__index = function() {_FOR_EVER} end}}))"),
    ),
    Attack(
        "more dangers than there are",
        ERROR,
        each_tick("game.plan(element, 'player', setmetatable({}, {__len = function() return 1e9 end}))"),
    ),
    Attack("dangers that are no kinds", HELD, each_tick("game.escape(element, {{}, {}, 1 / 0})")),
    Attack(
        "another way around dangers in each tick",
        HELD,
        each_tick("game.setTarget(element, game.random(39), 1, {'player', game.random(9)})"),
    ),
    Attack("sent to and fro in each tick", HELD, each_tick("game.setTarget(element, game.random(39), 1)")),
]

SPAWNS = [
    Attack("spawns what is not allowed", ERROR, each_tick("game.spawn(element, 'banana', 5, 1)")),
    Attack("spawns a player", ERROR, each_tick("game.spawn(element, 'player', 5, 1)")),
    Attack("spawns nowhere", ERROR, each_tick("game.spawn(element, 'banana', 0 / 0, 1)")),
    Attack("spawns a table", ERROR, each_tick("game.spawn(element, {}, 5, 1)")),
    Attack("spawns for another", ERROR, each_tick(f"game.spawn({_OTHER}, 'banana', 5, 1)")),
]

OF_EVENTS = [*MESSAGES, *EVENTS, *TIMERS, *PLANS, *SPAWNS]
