"""`export`: the tables as CSV, what their columns mean, a script for R, and the figures of the study."""

from __future__ import annotations

import csv
import json
import os
from typing import TYPE_CHECKING, Any

from clew.errors import ClewError
from clew.replacement import Replacement, write_whole
from clew_lab.study.choices import fit_choice
from clew_lab.study.codebook import INDEXED
from clew_lab.study.groups import times_or_none
from clew_lab.study.rscript import script
from clew_lab.study.styles import strategies
from clew_lab.study.summary import summary

if TYPE_CHECKING:
    from os import PathLike

    from clew_lab.study.table import Table
    from clew_lab.study.traces import Traces


def export(traces: Traces, folder: str | PathLike[str], *, one_based: bool = False) -> list[str]:
    """Writes moves.csv, attempts.csv, levels.csv, players.csv, codebook.csv, summary.json and read.R.

    Text is UTF-8, and `NA` stands for missing values. `one_based`: `step` and `run_id` count from 1, as in R.
    The folder is created if needed. Returns the names of the files. Raises `OSError` if they cannot be
    written.
    """
    target = os.fspath(folder)
    os.makedirs(target, exist_ok=True)
    tables = tables_of(traces)
    for name, table in tables.items():
        shifted = {column: table[column] + 1 for column in INDEXED if one_based and column in table}
        table.changed(**shifted).to_csv(os.path.join(target, f"{name}.csv"))
    _write_codebook(tables, os.path.join(target, "codebook.csv"), 1 if one_based else 0)
    told = json.dumps(whole_summary(traces), indent=1) + "\n"
    write_whole(os.path.join(target, "summary.json"), told.encode())
    write_whole(os.path.join(target, "read.R"), script(tables).encode())
    return [*(f"{name}.csv" for name in tables), "codebook.csv", "summary.json", "read.R"]


def tables_of(traces: Traces) -> dict[str, Table]:
    """The four tables by the names of their files."""
    return {
        "moves": traces.moves(),
        "attempts": traces.attempts(),
        "levels": traces.levels(),
        "players": traces.players(),
    }


def whole_summary(traces: Traces) -> dict[str, Any]:
    """The counts of the log and every fit, for JSON; None for a fit without enough data."""
    times = times_or_none(traces)
    try:
        choice = fit_choice(traces).to_dict()
    except ClewError:
        choice = None
    return {
        **summary(traces),
        "times": None if times is None else times.to_dict(),
        "choice": choice,
        "strategies": strategies(traces).to_dict(),
    }


def _write_codebook(tables: dict[str, Table], path: str, first: int) -> None:
    with Replacement(path) as new, open(new.path, "w", encoding="utf-8", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(("table", "name", "kind", "unit", "definition"))
        for name, table in tables.items():
            for column in table.columns:
                told = column.definition
                if column.name in INDEXED and first:
                    told += f" (here counted from {first}, one more)"
                out.writerow((name, column.name, column.kind, column.unit, told))
