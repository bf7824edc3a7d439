"""What a study writes: tables with their codebook, a summary, a script for R, figures; and the command."""

from __future__ import annotations

import csv
import json
import resource
import shutil
import signal
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pandas
import pyarrow.parquet
import pytest
from PIL import Image

from clew_lab.study import Traces, export, figures, replay, simulate_players
from clew_lab.study.charts import CHARTS
from clew_lab.study.outputs import _write_codebook, tables_of
from tests.cli.program import Inside
from tests.study.logs import LEVELS, file_of, traces_of, wandering

TABLES = ("moves", "attempts", "levels", "players")


@pytest.fixture(scope="module")
def traces() -> Traces:
    return replay(simulate_players(LEVELS, 8, seed=1).log, LEVELS)


@pytest.fixture(scope="module")
def folder(traces: Traces, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path: Path = tmp_path_factory.mktemp("study")
    export(traces, path / "out")
    return path / "out"


def read(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_every_column_is_in_the_codebook(folder: Path) -> None:
    book = read(folder / "codebook.csv")
    for table in TABLES:
        named = [row["name"] for row in book if row["table"] == table]
        assert named == list(read(folder / f"{table}.csv")[0])
    assert all(row["definition"] and row["kind"] in ("text", "int", "float", "bool") for row in book)


def test_tables_say_na_and_whole_numbers(traces: Traces, folder: Path) -> None:
    rows = read(folder / "moves.csv")
    assert len(rows) == len(traces.log)
    assert (rows[0]["d_before"], rows[0]["effective"], rows[0]["lag_revisit"]) == ("8", "TRUE", "NA")
    assert float(rows[3]["rt_ms"]) == traces.moves()["rt_ms"][3]
    assert not any(value == "" or value == "nan" for row in rows for value in row.values())


def test_indexes_from_one(traces: Traces, tmp_path: Path) -> None:
    export(traces, tmp_path, one_based=True)
    row = read(tmp_path / "moves.csv")[0]
    assert (row["step"], row["run_id"], row["attempt"]) == ("1", "1", "1")
    assert (traces.moves()["step"][0], traces.moves()["run_id"][0]) == (0, 0)


def test_the_summary_is_json_without_nan(folder: Path) -> None:
    def none(word: str) -> None:
        raise AssertionError(f"{word} is no JSON")

    found = json.loads((folder / "summary.json").read_text(encoding="utf-8"), parse_constant=none)
    assert found["players"] == 8 and found["levels"] == 2
    assert found["level"]["gar"] == {"min_moves": 8, "states": 1247}
    assert {"times", "choice", "strategies", "flags"} <= set(found)


def test_tables_go_to_pandas_and_parquet(traces: Traces, tmp_path: Path) -> None:
    assert (traces.moves().to_csv() or "").startswith("player,level,attempt,step,")
    frame = traces.moves().to_pandas()
    assert isinstance(frame, pandas.DataFrame)
    assert frame["step"].dtype == "Int64" and frame["lag_revisit"].isna().any()
    traces.moves().to_parquet(tmp_path / "moves.parquet")
    table = pyarrow.parquet.read_table(tmp_path / "moves.parquet")
    assert table.num_rows == len(frame)
    assert table["lag_revisit"].null_count == int(frame["lag_revisit"].isna().sum())


def test_read_r_names_every_column_and_file(traces: Traces, folder: Path) -> None:
    text = (folder / "read.R").read_text(encoding="utf-8")
    for table in TABLES:
        assert f'{table} <- read_table("{table}.csv", c(' in text
    assert all(f'  {name} = "' in text for name in traces.moves())
    assert text.count("(") == text.count(")") and text.count("{") == text.count("}")


def test_figures_are_drawn(traces: Traces, tmp_path: Path) -> None:
    written = figures(traces, tmp_path, formats=("png",))
    assert written == [f"{name}.png" for name in CHARTS]
    for name in written:
        with Image.open(tmp_path / name) as picture:
            assert len(np.unique(np.asarray(picture.convert("L")))) > 20, name


def test_figures_that_have_nothing_to_show_are_left_out(tmp_path: Path) -> None:
    lone = traces_of(tmp_path / "log.csv", [("ann", "nowhere", 1, "move", "BR1", 5)])
    assert figures(lone, tmp_path, formats=("png",)) == []
    assert export(lone, tmp_path / "out")


@pytest.fixture
def full() -> Iterator[None]:
    """Files that cannot grow, as on a full disk."""
    usual = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (10, usual[1]))
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, usual)
    signal.signal(signal.SIGXFSZ, handler)


WRITERS: dict[str, Callable[[Traces, Path], object]] = {
    "log.csv": lambda traces, path: traces.log.to_csv(path),
    "moves.csv": lambda traces, path: traces.moves().to_csv(path),
    "moves.parquet": lambda traces, path: traces.moves().to_parquet(path),
    "distance_by_step.svg": lambda traces, path: figures(traces, path.parent, formats=("svg",)),
    "codebook.csv": lambda traces, path: _write_codebook(tables_of(traces), str(path), 0),
}


@pytest.mark.parametrize("name", WRITERS)
def test_a_file_that_cannot_be_written_whole_is_not_touched(
    traces: Traces, tmp_path: Path, name: str, full: None
) -> None:
    path = tmp_path / name
    path.write_text("old")
    with pytest.raises(OSError, match="File too large"):
        WRITERS[name](traces, path)
    assert [one.read_text() for one in tmp_path.iterdir()] == ["old"]


@pytest.fixture
def clew(capsys: pytest.CaptureFixture[str]) -> Inside:
    return Inside(capsys)


def levels_in(folder: Path) -> Path:
    folder.mkdir()
    for name, puzzle in LEVELS.items():
        (folder / f"{name}.toml").write_text(puzzle.to_toml(), encoding="utf-8")
    return folder


def test_the_command(clew: Inside, tmp_path: Path) -> None:
    rows = [*wandering("ann"), *wandering("bob"), ("bob", "gar", 1, "move", "AR9", 500)]
    log, levels = file_of(tmp_path / "log.csv", rows), levels_in(tmp_path / "levels")
    out = tmp_path / "out"
    told = clew("study", str(log), "--levels", str(levels), "-o", str(out), "--no-figures")
    assert (told.status, told.err) == (0, "")
    assert "25 rows, 2 players, 1 levels, 2 attempts, 2 solved" in told.out
    assert "flag illegal: 1 rows (26)" in told.out
    assert sorted(path.name for path in out.iterdir()) == sorted(
        [*(f"{table}.csv" for table in TABLES), "codebook.csv", "read.R", "summary.json"]
    )
    assert "ann" not in {row["player"] for row in read(out / "moves.csv")}
    stopped = clew("study", str(log), "--levels", str(levels), "-o", str(out), "--on-illegal", "error")
    assert stopped.status == 2 and "line 26: AR9 is not legal here" in stopped.err
    (found,) = clew("study", str(log), "--levels", str(levels), "-o", str(out), "--no-figures", "--json").json
    assert found["rows"] == 25
    lacking = clew("study", str(log))
    assert lacking.status == 2 and "required: --levels" in lacking.err


@pytest.mark.skipif(shutil.which("Rscript") is None, reason="R is not installed (tools/setup r)")
def test_read_r_runs(folder: Path) -> None:
    command = (
        "source('read.R'); stopifnot(nrow(moves) > 0, is.numeric(moves$d_after), is.logical(moves$undo))"
    )
    done = subprocess.run(["Rscript", "-e", command], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
