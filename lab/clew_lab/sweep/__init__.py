"""Any number of boards, or one space too large for a single machine, on all cores or on a Dask cluster.

`solve`, `rate`, `map` and `census` do what the commands of these names do for every board of a set, and write
one row per board to Parquet; `run` does the same with an operation of your own. `explore` maps one huge space
layer by layer, with a share of the states on every worker. All of them continue where they were stopped.

Needs pyarrow and, for clusters and `explore`, distributed: the extra `sweep`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from clew_lab.sweep.commands import census, map, rate, solve
    from clew_lab.sweep.folder import read
    from clew_lab.sweep.huge import MapProgress, explore
    from clew_lab.sweep.hugemap import HugeMap
    from clew_lab.sweep.operations import Operation
    from clew_lab.sweep.runner import Sweep, SweepProgress, run

_HOMES = {
    "HugeMap": "hugemap",
    "MapProgress": "huge",
    "Operation": "operations",
    "Sweep": "runner",
    "SweepProgress": "runner",
    "census": "commands",
    "explore": "huge",
    "map": "commands",
    "rate": "commands",
    "read": "folder",
    "run": "runner",
    "solve": "commands",
}

__all__ = [
    "HugeMap",
    "MapProgress",
    "Operation",
    "Sweep",
    "SweepProgress",
    "census",
    "explore",
    "map",
    "rate",
    "read",
    "run",
    "solve",
]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'clew_lab.sweep' has no attribute {name!r}")

    value: object = getattr(import_module(f"clew_lab.sweep.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
