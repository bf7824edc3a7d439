"""What an attack is, and the shapes in which scripts are written."""

from __future__ import annotations

from typing import NamedTuple

STOPPED, ERROR, HELD = "stopped", "error", "held"


class Attack(NamedTuple):
    name: str
    fate: str
    source: str


def each_tick(body: str) -> str:
    return f"function process(element)\n{body}\nend"


def at_first(body: str) -> str:
    """In the first two ticks alone: what takes much is stopped if it goes on."""
    return "local n = 0\n" + each_tick(f"n = n + 1\nif n < 3 then\n{body}\nend")


def breach(expression: str) -> str:
    """Tries an expression; anything but nil, false or an error is a breach."""
    return each_tick(
        f"local ok, got = pcall(function() return {expression} end)\n"
        f'if ok and got then game.log("BREACH", [=[{expression}]=]) end'
    )
