"""Players' logs, measured move by move against the map of each level.

`read_log` reads a log; `replay` checks every row of it against the rules and returns `Traces`: tables of
moves, attempts, levels and players. `pauses`, `fit_times`, `fit_choice`, `strategies`, `figures` and `export`
work on these. `simulate_players` makes logs of players with known skill and style.

Needs numpy and scipy, figures matplotlib: the extra `study`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from clew.optional import needed

if TYPE_CHECKING:
    from clew_lab.study.charts import figures
    from clew_lab.study.choices import ChoiceFit, fit_choice
    from clew_lab.study.forecasting import fit_difficulty
    from clew_lab.study.levels import Level, read_levels
    from clew_lab.study.log import Log
    from clew_lab.study.outputs import export
    from clew_lab.study.readers import read_log
    from clew_lab.study.replaying import replay
    from clew_lab.study.simulate import simulate_players
    from clew_lab.study.styles import Strategies, strategies
    from clew_lab.study.table import Table
    from clew_lab.study.thinking import Pauses, pauses
    from clew_lab.study.times import TimesFit, fit_times
    from clew_lab.study.traces import Traces

_HOMES = {
    "ChoiceFit": "choices",
    "Level": "levels",
    "Log": "log",
    "Pauses": "thinking",
    "Strategies": "styles",
    "Table": "table",
    "TimesFit": "times",
    "Traces": "traces",
    "export": "outputs",
    "figures": "charts",
    "fit_choice": "choices",
    "fit_difficulty": "forecasting",
    "fit_times": "times",
    "pauses": "thinking",
    "read_levels": "levels",
    "read_log": "readers",
    "replay": "replaying",
    "simulate_players": "simulate",
    "strategies": "styles",
}

__all__ = [
    "ChoiceFit",
    "Level",
    "Log",
    "Pauses",
    "Strategies",
    "Table",
    "TimesFit",
    "Traces",
    "export",
    "figures",
    "fit_choice",
    "fit_difficulty",
    "fit_times",
    "pauses",
    "read_levels",
    "read_log",
    "replay",
    "simulate_players",
    "strategies",
]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'clew_lab.study' has no attribute {name!r}")

    for module in ("numpy", "scipy"):
        needed(module, "a study", "study")
    value: object = getattr(import_module(f"clew_lab.study.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
