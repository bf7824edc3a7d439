"""Players' logs, measured move by move against the map of each level.

`read_log` reads a log; `replay` checks every row of it against the rules and returns `Traces`: tables of
moves, attempts, levels and players. `pauses`, `fit_times`, `fit_choice`, `strategies`, `figures` and `export`
work on these. `simulate_players` makes logs of players with known skill and style.

Needs numpy and scipy, figures matplotlib: the extra `study`.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.study.charts import figures
    from clew.study.choices import ChoiceFit, fit_choice
    from clew.study.forecasting import fit_difficulty
    from clew.study.levels import Level, read_levels
    from clew.study.log import Log
    from clew.study.outputs import export
    from clew.study.readers import read_log
    from clew.study.replaying import replay
    from clew.study.simulate import simulate_players
    from clew.study.styles import Strategies, strategies
    from clew.study.table import Table
    from clew.study.thinking import Pauses, pauses
    from clew.study.times import TimesFit, fit_times
    from clew.study.traces import Traces

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
        raise AttributeError(f"module 'clew.study' has no attribute {name!r}")
    from importlib import import_module

    from clew.optional import needed

    for module in ("numpy", "scipy"):
        needed(module, "a study", "study")
    value: object = getattr(import_module(f"clew.study.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
