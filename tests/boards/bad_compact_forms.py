"""Compact forms that are wrong, each with what the message must name."""

from __future__ import annotations

from tests.boards.bad import Bad

COMPACT_FORMS = [
    Bad("unknown prefix", "argument", "block:AAo", ('no family "block"', "did you mean `blocks`?")),
    Bad("unknown option", "argument", "blocks[fre]:AAo", ("`options`", '"fre"', "did you mean `free`?")),
    Bad(
        "two metrics",
        "argument",
        "blocks[step,piece]:AAo",
        ("`options`", '"piece"', "give only one for metric"),
    ),
    Bad("open bracket", "argument", "blocks[free:AAo", ("blocks[free:AAo", "closing `]:`", "family:body")),
    Bad("exit without edge", "argument", "blocks[exit=A]:AAo", ("`options`", "exit=A", "exit=A-right")),
    Bad(
        "control character after a turn",
        "argument",
        "coroutine:N,S,E/W,,N/S,E,W@a1,b2,1\x1f>",
        ("`target`", "a1 to c3"),
    ),
    Bad("null: no number", "argument", "null:five", ("`start`", '"five"', "from 0 to 65535")),
    Bad("null: too large", "argument", "null:65536", ("`start`", "65536", "from 0 to 65535")),
    Bad("null: below", "argument", "null[highest=3]:5", ("`highest`", "below the start", "make it larger")),
    Bad("null: unknown option", "argument", "null[low=3]:5", ("`options`", "low=3", "highest=9")),
]
