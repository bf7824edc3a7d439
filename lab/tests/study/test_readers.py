"""Logs of every format, and logs with everything wrong that may be: flagged, counted, never dropped."""

from __future__ import annotations

import json
import re
from pathlib import Path
from zipfile import ZipFile

import numpy as np
import pytest

from clew.errors import ClewError
from clew_lab.study import read_levels, read_log, replay
from clew_lab.study.summary import summary
from tests.study.logs import COLUMNS, LEVELS, SOLUTION, WANDERING, file_of, traces_of, wandering

STUDIO = (
    "player", "level", "attempt", "seq", "event", "piece", "from", "to", "move", "t_client_ms", "t_server",
    "consent_version", "build",
)  # fmt: skip


def flagged(path: Path, rows: list[tuple[object, ...]]) -> dict[int, str]:
    traces = traces_of(path, rows)
    table = traces.moves()
    assert table.n == len(rows)
    return {int(row): flag for row, flag in zip(table["source_row"], table["flag"], strict=True) if flag}


def test_everything_that_may_be_wrong_is_flagged_and_counted(tmp_path: Path) -> None:
    rows = [
        ("ann", "gar", 1, "move", "BR1", 500),
        ("ann", "gar", 1, "move", "AR9", 500),
        ("ann", "gar", 1, "move", "A@77", 500),
        ("ann", "gar", 1, "move", "Q@3", 500),
        ("ann", "gar", 1, "move", "E@undefined", 500),
        ("ann", "gar", 1, "move", "undefined", 500),
        ("ann", "gar", 1, "move", "E@0", 500),
        ("ann", "gar", 1, "move", "E@0", ""),
        ("ann", "nowhere", 1, "move", "BR1", 500),
        ("", "gar", 1, "move", "BR1", 500),
        ("ann", "gar", 1, "move", "FU1", -3),
        ("ann", "gar", 1, "move", "FD1", "soon"),
        ("ann", "gar", 1, "move", "CL1"),
    ]
    found = flagged(tmp_path / "log.csv", rows)
    assert found == {
        3: "illegal",
        4: "unreadable",
        5: "unreadable",
        6: "undefined",
        7: "undefined",
        9: "missing_time;zero_length",
        10: "unknown_level",
        11: "no_player",
        12: "bad_time",
        13: "bad_time",
        14: "short_row;missing_time",
    }
    told = summary(replay(read_log(tmp_path / "log.csv"), LEVELS))
    assert told["flags"]["undefined"]["rows"] == 2
    assert told["flags"]["illegal"]["source_rows"][0] == 3
    assert told["rows"] == 13
    assert told["rows_outside_attempts"] == 2


def test_an_illegal_move_can_be_an_error_that_names_the_line(tmp_path: Path) -> None:
    rows = [*wandering()[:3], ("ann", "gar", 1, "move", "AR9", 500)]
    with pytest.raises(ClewError, match=r"log\.csv, line 5: AR9 is not legal here"):
        traces_of(tmp_path / "log.csv", rows, on_illegal="error")
    table = traces_of(tmp_path / "log.csv", rows).moves()
    assert table["state_before"][3] == table["state_after"][3]


def test_a_row_without_an_attempt_goes_with_the_one_before(tmp_path: Path) -> None:
    rows = wandering()
    rows[5] = ("ann", "gar", "", "move", "BR1", 500)
    traces = traces_of(tmp_path / "log.csv", rows)
    assert (traces.attempts().n, traces.moves()["flag"][5]) == (1, "missing_attempt")
    assert traces.attempts()["solved"].tolist() == [True]


COUNTED = ("player", "level", "attempt", "seq", "move", "rt_ms")


def test_shuffled_rows_are_put_in_order(tmp_path: Path) -> None:
    rows = [("ann", "gar", 1, k, move, 100 + k) for k, move in enumerate(WANDERING)]
    mixed = [rows[k] for k in np.random.default_rng(1).permutation(len(rows))]
    table = traces_of(tmp_path / "log.csv", mixed, COUNTED).moves()
    assert not np.isin(table["flag"].astype(str), ("illegal",)).any()
    assert [table["move"][k] for k in np.argsort([row[3] for row in mixed])] == WANDERING
    assert "out_of_order" in set(table["flag"])


def test_repeated_rows_move_nothing(tmp_path: Path) -> None:
    rows = [("ann", "gar", 1, k, move, 100 + k) for k, move in enumerate(WANDERING)]
    traces = traces_of(tmp_path / "log.csv", [*rows[:4], rows[3], *rows[4:]], COUNTED)
    table, attempts = traces.moves(), traces.attempts()
    assert [row for row, flag in zip(table["source_row"], table["flag"], strict=True) if flag] == [6]
    assert table["flag"][4] == "duplicate"
    assert (attempts["moves"][0], attempts["solved"][0]) == (12, True)
    assert attempts["time_ms"][0] == sum(100 + k for k in range(12))


def test_the_same_move_twice_is_no_duplicate_where_nothing_tells_when(tmp_path: Path) -> None:
    rows = [("ann", "gar", 1, "move", "CL1", 500), ("ann", "gar", 1, "move", "CL1", 500)]
    assert traces_of(tmp_path / "log.csv", rows).moves()["effective"].tolist() == [True, True]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "cp1252"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_encodings_and_delimiters(tmp_path: Path, encoding: str, delimiter: str) -> None:
    lines = [COLUMNS, *wandering("Zoë"), *wandering("Ömer")]
    text = "\r\n".join(delimiter.join(map(str, line)) for line in lines) + "\r\n"
    path = tmp_path / "log.csv"
    path.write_bytes(text.encode(encoding))
    log = read_log(path, anonymize=False)
    assert log.players == ["Zoë", "Ömer"]
    assert replay(log, LEVELS).attempts()["solved"].all()


def test_players_are_pseudonyms_unless_asked_for(tmp_path: Path) -> None:
    path = file_of(tmp_path / "log.csv", wandering("ann"))
    salted, again, other = (read_log(path, anonymize=salt).players for salt in ("x", "x", "y"))
    assert salted == again != other
    assert "ann" not in (*salted, *read_log(path).players)
    assert read_log(path, anonymize=False).players == ["ann"]
    assert read_log(path).players == read_log(path).players


def test_columns_of_other_names(tmp_path: Path) -> None:
    path = file_of(tmp_path / "log.csv", [("ann", "gar", "BR1")], ("who", "where", "what"))
    with pytest.raises(ClewError, match=r"no column for player .* --column player=NAME"):
        read_log(path)
    log = read_log(path, columns={"player": "who", "level": "where", "move": "what"})
    assert replay(log, LEVELS).moves()["effective"].tolist() == [True]
    with pytest.raises(ClewError, match="has no column 'whom'; it has who, where, what"):
        read_log(path, columns={"player": "whom"})
    with pytest.raises(ClewError, match="there is no field 'playr'"):
        read_log(path, columns={"playr": "who"})


@pytest.mark.parametrize("text", ["", "\n\n", "[1,", '{"a": '])
def test_files_that_are_no_logs(tmp_path: Path, text: str) -> None:
    path = tmp_path / "log.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ClewError, match=r"log\.json"):
        read_log(path)


def studio(event: str, seq: int, t: object, move: str = "", piece: str = "", ends: str = "") -> list[object]:
    begin, _, end = ends.partition(">")
    return ["p1", "gar", 1, seq, event, piece, begin, end, move, t, "2026-01-01T00:00:00Z", "1", "0.1"]


BAD_ROWS = [
    (
        "player,level,step,move\na,x,1.234,AR1\n",
        "line 2: step, which counts rows, is 1.234: it must be whole",
    ),
    (
        "player,level,move,rt\na,x,AR1,700\na,x,AR1,1.234\n",
        "line 3: rt, which is a time, is 1.234: 1.234 may",
    ),
    ("player,level,move,rt\na,x,AR1,1,234\n", "line 2: 5 cells, but the header has 4"),
    ('player,level,move\na,x,AR1\na,"x,AR1\na,x,AR2\n', "line 3: this is not valid CSV: a quote that begins"),
    ('{"player": 1}\n{"player": 1]\n', "line 2: this is not JSON"),
]


@pytest.mark.parametrize(("text", "words"), BAD_ROWS)
def test_a_row_that_cannot_be_meant_is_refused_with_its_line(tmp_path: Path, text: str, words: str) -> None:
    (tmp_path / "log.csv").write_text(text)
    with pytest.raises(ClewError, match=re.escape(words)):
        read_log(tmp_path / "log.csv")


def test_points_of_fractions_are_fractions(tmp_path: Path) -> None:
    for times in (["1.234", "0.5"], ["1.234", "1200"], ["0.125", "2.250"]):
        rows = "".join(f"a,x,{step}.0,AR1,{time}\n" for step, time in enumerate(times))
        (tmp_path / "log.csv").write_text(f"player,level,step,move,rt_ms\n{rows}")
        log = read_log(tmp_path / "log.csv", anonymize=False)
        assert [row.rt_ms for row in log.rows] == [float(time) for time in times]
        log.rows = log.rows[:1]
        log.to_csv(tmp_path / "again.csv")
        assert read_log(tmp_path / "again.csv").rows[0].rt_ms == float(times[0])


def timed(tmp_path: Path, column: str, times: list[str]) -> Path:
    rows = "".join(f"a;x;AR1;{time}\n" for time in times)
    (tmp_path / "log.csv").write_text(f"player;level;move;{column}\n{rows}")
    return tmp_path / "log.csv"


def test_decimal_commas_are_fractions(tmp_path: Path) -> None:
    log = read_log(timed(tmp_path, "rt_ms", ["800,25", "1,500", "900"]))
    assert [row.rt_ms for row in log.rows] == [800.25, 1.5, 900]
    with pytest.raises(ClewError, match=r"line 2: rt_ms, which is a time, is 1,234: that may be a thousand"):
        read_log(timed(tmp_path, "rt_ms", ["1,234", "900"]))


def test_seconds_are_said_or_asked_for(tmp_path: Path) -> None:
    for column, field in (("t_s", "t_ms"), ("rt_s", "rt_ms")):
        log = read_log(timed(tmp_path, column, ["0,5", "1,234", "12"]))
        assert [getattr(row, field) for row in log.rows] == [500, 1234, 12_000]
    for column, times in (("t", ["0.5", "1.25", "3"]), ("rt", ["0.5", "0.75", "1.5"])):
        path = timed(tmp_path, column, times)
        with pytest.raises(ClewError, match=f"say --column {column}_s={column}, if they are milliseconds"):
            read_log(path)
        assert read_log(path, columns={f"{column}_s": column}).rows[0]
        assert read_log(path, columns={f"{column}_ms": column}).rows[0]
    assert read_log(timed(tmp_path, "t", ["500", "1250", "3000"])).rows[1].t_ms == 1250


def test_a_game_of_the_studio(tmp_path: Path) -> None:
    rows = [
        studio("start", 1, 0),
        studio("drag_start", 2, 900, piece="B", ends="a1>"),
        studio("drag_end", 3, 1000, piece="B", ends="a1>a1"),
        studio("move", 4, 2000, "BR1", "B", "a1>b1"),
        studio("undo", 5, 2500, "BR1"),
        studio("redo", 6, 2600, "BR1"),
        studio("hint", 7, 3000, ends=">1"),
        studio("restart", 8, 3500),
        *(studio("move", 9 + k, 4000 + 100 * k, move) for k, move in enumerate(SOLUTION)),
        studio("win", 17, 4700),
    ]
    traces = traces_of(tmp_path / "events.csv", rows, STUDIO)
    assert traces.log.format == "studio"
    table, attempts = traces.moves(), traces.attempts()
    assert table["effective"].tolist() == [False] * 3 + [True] * 3 + [False] * 2 + [True] * 8 + [False]
    assert table["rt_ms"][3:6].tolist() == [2000, 500, 100]
    assert table["no_effect"].nonzero()[0].tolist() == [2, 16]
    assert (table["undo"][4], table["move"][4], table["flag"][2]) == (True, "undo", "zero_length")
    assert attempts["restarted"].tolist() == [True, False]
    assert attempts["solved"].tolist() == [False, True]
    assert attempts["won"].tolist() == [False, True]
    assert (attempts["hints"].tolist(), attempts["moves"].tolist()) == ([1, 0], [3, 8])
    assert attempts["first_rt_ms"].tolist() == [2000, 500]


def test_trials_of_jspsych(tmp_path: Path) -> None:
    trials = [
        {"trial_type": "html", "trial_index": 0, "subject": "s1", "rt": 900},
        {"trial_type": "move", "trial_index": 1, "subject": "s1", "level": "gar", "response": "BR1",
         "rt": 800},
        {"trial_type": "board", "trial_index": 2, "subject": "s2", "level": "gar",
         "moves": [{"move": move, "rt": 100} for move in SOLUTION]},
    ]  # fmt: skip
    path = tmp_path / "data.json"
    path.write_text(json.dumps(trials), encoding="utf-8")
    log = read_log(path, anonymize=False)
    assert (log.format, len(log)) == ("jspsych", 10)
    traces = replay(log, LEVELS)
    assert traces.moves()["flag"].tolist() == ["not_a_move;unknown_level", *[""] * 9]
    assert traces.attempts()["solved"].tolist() == [False, True]


def test_json_in_the_cells_of_jspsych(tmp_path: Path) -> None:
    moves = json.dumps([{"move": move, "rt": 100} for move in SOLUTION])
    rows = [
        ("html-button-response", 0, "s1", "", 0, 900),
        ("survey", 1, "s1", "", '{"Q0": "a, b"}', 900),
        ("move", 2, "s1", "gar", '{"move": "BR1"}', 800),
        ("move", 3, "s1", "gar", '{"piece": "B", "to": 1}', 800),
        ("move", 4, "s1", "gar", '"CL3"', 700),
        ("board", 5, "s2", "gar", moves, 700),
        ("board", 6, "s3", "gar", json.dumps(SOLUTION), 700),
    ]
    columns = ("trial_type", "trial_index", "subject", "level", "response", "rt")
    log = read_log(file_of(tmp_path / "data.csv", rows, columns), anonymize=False)
    assert log.format == "jspsych"
    traces = replay(log, LEVELS)
    assert not any("illegal" in flag for flag in traces.moves()["flag"])
    assert traces.moves()["move"][2] == "BR1"
    solved = dict(zip(traces.attempts()["player"], traces.attempts()["solved"], strict=True))
    assert solved["s2"] and solved["s3"]


@pytest.mark.parametrize("data", [b"PK\x03\x04\x14\0\x06\0", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"])
def test_a_workbook_is_named_as_one(tmp_path: Path, data: bytes) -> None:
    for name in ("log.xlsx", "log.csv"):
        (tmp_path / name).write_bytes(data)
        with pytest.raises(ClewError, match=r"is a workbook .* save it as CSV"):
            read_log(tmp_path / name)


def test_a_log_without_rows_says_so(tmp_path: Path) -> None:
    for text in ("player,level,move\n", "[]"):
        (tmp_path / "log.csv").write_text(text)
        with pytest.raises(ClewError, match="has no rows"):
            read_log(tmp_path / "log.csv")


def test_a_log_says_how_its_cells_are_separated(tmp_path: Path) -> None:
    lines = [COLUMNS, *wandering()]
    text = "sep=;\r\n" + "\r\n".join(";".join(map(str, line)) + ";;" for line in lines)
    (tmp_path / "log.csv").write_text(text)
    assert replay(read_log(tmp_path / "log.csv"), LEVELS).attempts()["solved"].all()


CARS = {
    "id": "two",
    "cars": [
        {"id": "r", "player": True, "position": 12, "length": 2, "orientation": "horizontal"},
        {"id": "0", "player": False, "position": 2, "length": 3, "orientation": "vertical"},
    ],
}
MALAB = ("subject", "instance", "optimal_length", "move_number", "move", "meta_move", "rt", "trial_number")


def test_a_log_of_cars(tmp_path: Path) -> None:
    (tmp_path / "levels").mkdir()
    (tmp_path / "levels" / "two.json").write_text(json.dumps(CARS), encoding="utf-8")
    rows = [
        ("s", "two", 3, 0, "0@2", "drag_end", 300, 1),
        ("s", "two", 3, 0, "0@20", "drag_end", 400, 1),
        ("s", "two", 3, 0, "0@20", "drag_end", 500, 2),
        ("s", "two", 3, 1, "r@12", "win", 10, 2),
        ("s", "two", 3, 1, "r@16", "drag_end", 90, 0),
    ]
    log = read_log(file_of(tmp_path / "log.csv", rows, MALAB), "malab")
    traces = replay(log, tmp_path / "levels")
    table, attempts = traces.moves(), traces.attempts()
    assert table["effective"].tolist() == [False, True, True, False, True]
    assert table["no_effect"].tolist() == [True, False, False, True, False]
    assert table["automatic"].tolist() == [False] * 4 + [True]
    assert table["move"].tolist() == ["", "BD3", "BD3", "", "AR4"]
    assert attempts["attempt"].tolist() == [1, 2]
    assert attempts["restarted"].tolist() == [True, False]
    assert (attempts["solved"][1], attempts["time_ms"][1], attempts["excess"][1]) == (True, 510, 0)


def test_levels_are_found_by_the_names_of_files() -> None:
    levels = read_levels("boards/blocks")
    assert "gar-1" in levels
    with pytest.raises(ClewError, match="contains no level"):
        read_levels("docs/tutorials")


def test_levels_are_read_from_a_zip(tmp_path: Path) -> None:
    packed = tmp_path / "levels.zip"
    with ZipFile(packed, "w") as archive:
        archive.writestr("gar.toml", LEVELS["gar"].to_toml())
    log = read_log(file_of(tmp_path / "log.csv", wandering()))
    assert replay(log, packed).attempts()["solved"].tolist() == [True]
    packed.write_bytes(b"PK nothing")
    with pytest.raises(ClewError, match=r"levels\.zip is not a zip file"):
        read_levels(packed)


def test_maps_are_kept_by_content(tmp_path: Path) -> None:
    log = read_log(file_of(tmp_path / "log.csv", wandering()))
    first = replay(log, LEVELS, cache=tmp_path / "maps").moves()
    (kept,) = (tmp_path / "maps").iterdir()
    stamp = kept.stat().st_mtime_ns
    again = replay(log, {"gar": LEVELS["gar"]}, cache=tmp_path / "maps").moves()
    assert kept.stat().st_mtime_ns == stamp
    assert again["d_after"].tolist() == first["d_after"].tolist()
