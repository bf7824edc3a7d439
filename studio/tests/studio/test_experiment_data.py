"""The data of an experiment: tables, scripts, and a pilot with simulated players."""

from __future__ import annotations

import csv
import io
import json
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.studio.client import Client, Json
from tests.studio.experiments import (
    BOARDS,
    CHECK,
    MOOD,
    arrive,
    begun,
    design,
    done,
    given_up,
    level,
    made,
    won,
)
from tests.studio.server import Site

TABLES = ("participants", "answers", "levels", "events")


def unpacked(owner: Client, experiment: Json, folder: Path, sort: str = "real") -> Path:
    """The data of an experiment as a folder."""
    reply = owner.get(f"/experiments/{experiment['id']}/data.zip?sort={sort}")
    assert reply.status == 200, reply.data
    with zipfile.ZipFile(io.BytesIO(reply.data)) as archive:
        archive.extractall(folder)
    return folder


def rows(folder: Path, table: str) -> list[dict[str, str]]:
    with open(folder / f"{table}.csv", encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def played(site: Site, owner: Client) -> Json:
    """An experiment with one participant who won, gave up and left something out, and one who withdrew."""
    experiment = made(
        owner,
        before=[MOOD, {"name": "words", "kind": "text", "text": "Say?", "required": False}],
        practice=[level(owner, BOARDS[0])],
        attention=[{"after": 2, "item": {**CHECK, "name": "awake"}}],
    )
    first, second = site.client(), site.client()
    at = done(first, arrive(first, experiment, PID="=1+1", source="poster"), mood=4)
    at = given_up(first, won(first, won(first, at)))
    assert done(first, at, awake=1)["ending"] == "finished"
    at = won(second, done(second, arrive(second, experiment), mood=1, words="secret"))
    begun(second, at)
    second.post(f"/participants/{at['participant']}/withdraw").good()
    return experiment


def test_the_tables_say_what_participants_did(site: Site, member: Client, tmp_path: Path) -> None:
    folder = unpacked(member, played(site, member), tmp_path)
    people = rows(folder, "participants")
    assert [one["ending"] for one in people] == ["finished", "withdrawn"]
    assert [one["pid"] for one in people] == ["'=1+1", ""], "no spreadsheet runs it as a formula"
    assert people[0]["param_source"] == "poster"
    assert (people[0]["checks"], people[0]["checks_right"]) == ("1", "1")
    levels = rows(folder, "levels")
    assert [one["outcome"] for one in levels] == ["won", "won", "gave-up"]
    assert [(one["practice"], one["position"]) for one in levels] == [
        ("true", "1"),
        ("false", "1"),
        ("false", "2"),
    ]
    assert [(one["level"], one["attempt"]) for one in levels][:2] == [(BOARDS[0], "1"), (BOARDS[0], "2")]
    assert levels[0]["moves"] == levels[0]["par"] == levels[0]["moves_made"]
    answers = {one["item"]: one for one in rows(folder, "answers")}
    assert (answers["mood"]["value"], answers["awake"]["label"]) == ("4", "Moves")
    assert answers["words"]["value"] == "" and answers["awake"]["right"] == "true"
    assert "secret" not in (folder / "answers.csv").read_text()
    events = rows(folder, "events")
    assert [one["event"] for one in events if one["level"] == BOARDS[1]] == ["start", "surrender"]
    assert all(one["t_server"].endswith("Z") and one["t_client_ms"] for one in events)


def test_every_column_is_in_the_codebook_and_in_parquet(site: Site, member: Client, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    folder = unpacked(member, played(site, member), tmp_path)
    codebook = {(one["table"], one["name"]) for one in rows(folder, "codebook")}
    described = json.loads((folder / "dataset_description.json").read_text())
    assert (described["@type"], described["name"]) == ("Dataset", "How people plan")
    known = {one["name"] for one in described["variableMeasured"]}
    for table in TABLES:
        found = parquet.read_table(folder / f"{table}.parquet")
        with open(folder / f"{table}.csv", encoding="utf-8") as file:
            names = next(csv.reader(file))
        assert found.column_names == names
        assert found.num_rows == len(rows(folder, table))
        assert {(table, name) for name in names} <= codebook and set(names) <= known
    assert ("answers", "mood") in codebook
    text = (folder / "preregistration.md").read_text()
    assert "# How people plan" in text and "| blocks-gar-1 | blocks | 8 |" in text and "`mood`" in text


def test_a_study_reads_the_events_as_they_are(site: Site, member: Client, tmp_path: Path) -> None:
    folder = unpacked(member, played(site, member), tmp_path)
    words = ["study", "events.csv", "--levels", "levels", "-o", "out", "--no-figures", "--json"]
    run = subprocess.run(
        [sys.executable, "-m", "clew", *words], cwd=folder, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    with open(folder / "out" / "moves.csv", encoding="utf-8", newline="") as file:
        moves = list(csv.DictReader(file))
    made_moves = [one for one in rows(folder, "events") if one["event"] == "move"]
    assert len(moves) >= len(made_moves) > 0


def piloted(owner: Client, players: int = 6) -> Json:
    """A draft with two conditions, of which a pilot was made."""
    plan = design(
        owner,
        *BOARDS[:2],
        consent="May we?",
        give_up_s=30,
        order="latin",
        comprehension={"items": [CHECK]},
        before=[MOOD],
        conditions=[{"name": "a"}, {"name": "b", "seconds": 60}],
    )
    experiment = owner.post("/experiments", {"design": plan}).good(201)
    body = {"players": players}
    assert owner.post(f"/experiments/{experiment['id']}/pilot", body).good() == {"simulated": players}
    return experiment


def test_a_pilot_shows_the_data_to_come(member: Client, tmp_path: Path) -> None:
    experiment = piloted(member)
    folder = unpacked(member, experiment, tmp_path, "simulated")
    people = rows(folder, "participants")
    assert [one["simulated"] for one in people] == ["true"] * 6
    assert sorted(one["condition"] for one in people) == ["a"] * 3 + ["b"] * 3
    levels = rows(folder, "levels")
    assert len(levels) == 12 and {one["outcome"] for one in levels} <= {"won", "gave-up", "timeout"}
    assert all(int(one["time_ms"]) <= 60_000 for one in levels if one["condition"] == "b")
    orders = {(one["participant"], one["level"], one["position"]) for one in levels}
    assert {position for _, board, position in orders if board == BOARDS[0]} == {"1", "2"}
    whole = member.get(f"/experiments/{experiment['id']}/design").good()
    assert (whole["simulated"], whole["arrived"]) == (6, 0)
    empty = unpacked(member, experiment, tmp_path / "real")
    assert rows(empty, "participants") == []


def test_a_change_of_the_design_forgets_its_pilot(member: Client) -> None:
    experiment = piloted(member, 1)
    body = {"version": experiment["version"], "design": {**experiment["design"], "order": "fixed"}}
    assert member.ask("PUT", f"/experiments/{experiment['id']}/design", body).good()["simulated"] == 0


def test_the_script_in_python_prints_a_table(member: Client, tmp_path: Path) -> None:
    folder = unpacked(member, piloted(member), tmp_path, "simulated")
    run = subprocess.run(
        [sys.executable, "analysis.py"], cwd=folder, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    lines = run.stdout.splitlines()
    assert lines[0] == "These are simulated players, no people."
    assert [line.split()[:2] for line in lines[3:]] == [["a", "3"], ["b", "3"]]


@pytest.mark.skipif(shutil.which("Rscript") is None, reason="R is not installed (tools/setup r)")
def test_the_script_in_r_prints_the_same_table(member: Client, tmp_path: Path) -> None:
    folder = unpacked(member, piloted(member), tmp_path, "simulated")
    run = subprocess.run(["Rscript", "analysis.R"], cwd=folder, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    python = subprocess.run(
        [sys.executable, "analysis.py"], cwd=folder, capture_output=True, text=True, check=True
    )

    def table(text: str) -> list[list[float | str]]:
        lines = [line.split() for line in text.splitlines() if line.split()[:1] in (["a"], ["b"])]
        return [[float(cell) if cell[0].isdigit() else cell for cell in line] for line in lines]

    assert table(run.stdout) == table(python.stdout) != []


def test_the_data_are_the_owners_alone(site: Site, member: Client, editor: Client) -> None:
    experiment = played(site, member)
    for stranger in (editor, site.client()):
        stranger.get(f"/experiments/{experiment['id']}/data.zip").problem(404, "not-found")
        stranger.post(f"/experiments/{experiment['id']}/pilot", {}).problem(404, "not-found")
