"""The words of the language."""

from __future__ import annotations

SECTIONS = ("objects", "legend", "sounds", "collisionlayers", "rules", "winconditions", "levels")

DIRECTIONS = ("up", "down", "left", "right")
RELATIVE = ("^", "v", "<", ">", "parallel", "perpendicular")
AGGREGATE_DIRECTIONS = {
    "horizontal": ("left", "right"),
    "horizontal_par": ("left", "right"),
    "horizontal_perp": ("left", "right"),
    "vertical": ("up", "down"),
    "vertical_par": ("up", "down"),
    "vertical_perp": ("up", "down"),
    "moving": ("up", "down", "left", "right", "action"),
    "orthogonal": ("up", "down", "left", "right"),
}
"""Words for several movements; those with `_par` and `_perp` are made from `parallel` and `perpendicular`."""

TURNED = {
    "right": ("up", "down", "left", "right", "horizontal_par", "vertical_perp"),
    "up": ("left", "right", "down", "up", "vertical_par", "horizontal_perp"),
    "down": ("right", "left", "up", "down", "vertical_par", "horizontal_perp"),
    "left": ("down", "up", "right", "left", "horizontal_par", "vertical_perp"),
}
"""What the words of `RELATIVE` stand for in a rule of each direction."""

RULE_DIRECTIONS = {
    "up": ("up",),
    "down": ("down",),
    "left": ("left",),
    "right": ("right",),
    "horizontal": ("left", "right"),
    "vertical": ("up", "down"),
    "orthogonal": ("up", "down", "left", "right"),
}
"""The directions in which a rule is applied."""

MOVEMENTS = frozenset(
    (*DIRECTIONS, *RELATIVE, "moving", "stationary", "no", "randomdir", "random", "action")
) | frozenset(("horizontal", "vertical", "orthogonal"))
"""The words that may precede an object in a rule."""

BITS = {"up": 1, "down": 2, "left": 4, "right": 8, "action": 16}

SOUND_NUMBERS = tuple(f"sfx{number}" for number in range(11))
COMMANDS = frozenset(("again", "cancel", "checkpoint", "restart", "win", "message", *SOUND_NUMBERS))

SOUND_EVENTS = frozenset(
    (
        "titlescreen",
        "startgame",
        "cancel",
        "endgame",
        "startlevel",
        "undo",
        "restart",
        "endlevel",
        "showmessage",
        "closemessage",
        *SOUND_NUMBERS,
    )
)
SOUND_VERBS = frozenset(("move", "action", "create", "destroy", "cantmove"))
SOUND_WAYS = frozenset((*DIRECTIONS, "horizontal", "vertical", "orthogonal", "action", "move"))

KEYWORDS = (
    frozenset(SECTIONS)
    | frozenset((*DIRECTIONS, *RELATIVE, "horizontal", "vertical", "orthogonal"))
    | frozenset(("no", "randomdir", "random", "moving", "stationary", "action"))
    | frozenset(("late", "rigid", "startloop", "endloop", "any", "all", "some", "on", "and", "or"))
    | frozenset(("...", "|", "[", "]", "->"))
    | COMMANDS
    | SOUND_EVENTS
)
"""Names that an object should not have."""

WITH_VALUE = frozenset(
    (
        "title",
        "author",
        "homepage",
        "background_color",
        "text_color",
        "key_repeat_interval",
        "realtime_interval",
        "again_interval",
        "flickscreen",
        "zoomscreen",
        "color_palette",
        "youtube",
    )
)
WITHOUT_VALUE = frozenset(
    (
        "run_rules_on_level_start",
        "norepeat_action",
        "require_player_movement",
        "debug",
        "verbose_logging",
        "throttle_movement",
        "noundo",
        "noaction",
        "norestart",
        "scanline",
        "case_sensitive",
    )
)
