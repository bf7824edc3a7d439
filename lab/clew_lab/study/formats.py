"""The formats of logs: the columns of each, and its names for events."""

from __future__ import annotations

from typing import NamedTuple

FIELDS = {
    "player": "who played",
    "level": "the name of the level",
    "attempt": "which attempt of this player on this level",
    "order": "what the log counts rows with",
    "event": "what happened; without it every row is a move",
    "piece": "what moved",
    "from": "the cell where it stood",
    "to": "the cell where it went",
    "move": "the move: its name as Clew has it, or piece@cell",
    "t_ms": "time by a clock, in milliseconds",
    "rt_ms": "time before this move, in milliseconds",
    "t_s": "time by a clock, in seconds",
    "rt_s": "time before this move, in seconds",
}
"""The fields that can be read from a row, by the names that `columns` takes."""


class Format(NamedTuple):
    """`columns`: for each field the names of columns that may hold it, the first that is there is taken.

    `events`: the log's words for events that have another name here. `automatic`: an attempt of this name
    marks a row that the program made after a win. `clock_orders`: rows go by the clock where nothing counts
    them. `moves_only`: rows without a move are about something else.
    """

    columns: dict[str, tuple[str, ...]]
    events: dict[str, str]
    automatic: str | None = None
    clock_orders: bool = False
    moves_only: bool = False


_PLAYER = ("player", "subject", "participant", "player_id", "subject_id", "participant_id", "user")
_LEVEL = ("level", "instance", "board", "puzzle")

FORMATS = {
    "generic": Format(
        {
            "player": _PLAYER,
            "level": _LEVEL,
            "attempt": ("attempt", "trial"),
            "order": ("seq", "step", "order"),
            "event": ("event",),
            "piece": ("piece",),
            "from": ("from",),
            "to": ("to", "cell"),
            "move": ("move",),
            "t_ms": ("t_ms", "time_ms", "t"),
            "rt_ms": ("rt_ms", "rt"),
            "t_s": ("t_s", "time_s", "seconds"),
            "rt_s": ("rt_s",),
        },
        {},
        clock_orders=True,
    ),
    "malab": Format(
        {
            "player": ("subject",),
            "level": ("instance",),
            "attempt": ("trial_number",),
            "order": ("move_number",),
            "event": ("meta_move",),
            "move": ("move",),
            "rt_ms": ("rt",),
        },
        {"drag_end": "move"},
        automatic="0",
    ),
    "jspsych": Format(
        {
            "player": (*_PLAYER, "PROLIFIC_PID", "workerId"),
            "level": _LEVEL,
            "attempt": ("attempt", "trial_number"),
            "order": ("seq", "step", "move_number"),
            "event": ("event", "meta_move"),
            "piece": ("piece",),
            "from": ("from",),
            "to": ("to", "cell"),
            "move": ("move", "response"),
            "t_ms": ("t_ms", "time_elapsed"),
            "rt_ms": ("rt_ms", "rt"),
            "t_s": ("t_s",),
            "rt_s": ("rt_s",),
        },
        {"drag_end": "move"},
        clock_orders=True,
        moves_only=True,
    ),
    "studio": Format(
        {
            "player": ("player",),
            "level": ("level",),
            "attempt": ("attempt",),
            "order": ("seq",),
            "event": ("event",),
            "piece": ("piece",),
            "from": ("from",),
            "to": ("to",),
            "move": ("move",),
            "t_ms": ("t_client_ms",),
        },
        {},
    ),
}
REQUIRED = ("player", "level")
