"""Small logs for tests: the board GAR, whose shortest solution is known, and files of rows."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path

import clew
from clew_lab.study import read_log, replay
from clew_lab.study.traces import Traces

GAR = "blocks:BBoooG/EooHoG/EAAHoG/EooHoo/FoooCC/FoDDDo"
SHORT = "blocks:oooB/AAoB/oooo/CCoo"
LEVELS = {"gar": clew.load(GAR), "short": clew.load(SHORT)}
SOLUTION = ["BR1", "EU1", "FU1", "CL3", "GD3", "DL2", "HD2", "AR3"]
WANDERING = ["BR1", "BL1", "CL1", "CL1", "CL1", "BR1", "EU1", "FU1", "GD3", "DL2", "HD2", "AR3"]
TIMES = [4000, 500, 400, 450, 9000, 500, 520, 480, 510, 390, 430, 470]
COLUMNS = ("player", "level", "attempt", "event", "move", "rt_ms")

Row = Sequence[object]


def file_of(path: Path, rows: Sequence[Row], columns: Sequence[str] = COLUMNS) -> Path:
    with path.open("w", encoding="utf-8", newline="") as file:
        out = csv.writer(file)
        out.writerow(columns)
        out.writerows(rows)
    return path


def wandering(player: str = "ann", level: str = "gar") -> list[Row]:
    return [(player, level, 1, "move", move, rt) for move, rt in zip(WANDERING, TIMES, strict=True)]


def traces_of(
    path: Path, rows: Sequence[Row], columns: Sequence[str] = COLUMNS, on_illegal: str = "flag"
) -> Traces:
    log = read_log(file_of(path, rows, columns), anonymize=False)
    return replay(log, LEVELS, on_illegal=on_illegal)
