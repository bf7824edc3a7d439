"""A site moves from SQLite to PostgreSQL and back with all its rows, and only into an empty database."""

from __future__ import annotations

import gzip
import json
import os
import sqlite3
import subprocess
import sys
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest

from tests.studio import profiles
from tests.studio.authenticator import turn_on
from tests.studio.client import Client
from tests.studio.server import Site

pytestmark = pytest.mark.site

TABLES = (
    "game",
    "event",
    "board",
    "player",
    "ratingpoint",
    "badge",
    "playrecord",
    "comment",
    "help",
    "worlddraft",
)


def studio(folder: Path, *words: str, on: str = profiles.EMBEDDED) -> subprocess.CompletedProcess[str]:
    """One run of the command, on that profile."""
    environment = {**os.environ, "CLEW_DATABASE_URL": ""}
    if on == profiles.SITE:
        environment.update(profiles.begin().environment(folder), CLEW_URL="http://127.0.0.1:8000")
    command = [sys.executable, "-m", "clew", "studio", "--data", str(folder), *words]
    return subprocess.run(command, capture_output=True, text=True, check=False, env=environment)


def lines(path: Path) -> list[str]:
    """The rows of a file, in an order that no database's sorting decides."""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        return sorted(list(file)[1:])


@pytest.fixture(scope="module")
def lived_in(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An embedded site on which somebody has played, drawn and commented."""
    folder = tmp_path_factory.mktemp("moving") / "embedded"
    place = Site(folder, environment={"CLEW_DATABASE_URL": ""}).start()
    try:
        guest = place.client()
        guest.get("/session").good()
        game = guest.post("/games", {"board": "blocks-gar-1"}).good()["id"]
        guest.post(f"/games/{game}/moves", {"moves": ["BR1", "CL3"]}).good()
        guest.post(f"/games/{game}/undo").good()
        member = place.client()
        member.sign_up("elodie")
        won = member.post("/games", {"board": "blocks-gar-1"}).good()["id"]
        moves = ["BR1", "CL3", "EU1", "FU1", "DL2", "GD3", "HD2", "AR3"]
        assert member.post(f"/games/{won}/moves", {"moves": moves}).good()["status"] == "won"
        drawn = {"board": "blocks:AAo/ooo/ooo", "title": "Ébauche", "notes": "one\ntwo"}
        member.post("/boards", drawn).good(201)
        _comment(member)
        member.post("/worlds/drafts", {"level": {"title": "Begun"}}).good(201)
        careful = place.client()
        careful.sign_up("agathe")
        turn_on(careful, "agathe")
    finally:
        place.stop()
    return folder


def _comment(member: Client) -> None:
    member.post("/boards/blocks-gar-1/comments", {"text": "Très bien — vraiment ✓"}).good(201)


def test_all_rows_arrive_there_and_back(lived_in: Path, tmp_path: Path) -> None:
    first, second, third = (tmp_path / f"{name}.jsonl.gz" for name in ("sqlite", "postgresql", "again"))
    done = studio(lived_in, "dump", str(first))
    assert done.returncode == 0, done.stderr
    assert "studio.game 2" in done.stdout
    assert "studio.secondstep 1" in done.stdout and "studio.recoverycode 10" in done.stdout
    loaded = studio(tmp_path / "site", "load", str(first), on=profiles.SITE)
    assert loaded.returncode == 0, loaded.stderr
    assert studio(tmp_path / "site", "dump", str(second), on=profiles.SITE).returncode == 0
    back = studio(tmp_path / "back", "load", str(second))
    assert back.returncode == 0, back.stderr
    assert studio(tmp_path / "back", "dump", str(third)).returncode == 0
    assert lines(first) == lines(second) == lines(third)
    assert tables(lived_in) == tables(tmp_path / "back"), "the columns themselves, read without Django"
    kinds = Counter(json.loads(line)["model"] for line in lines(first))
    assert kinds["studio.game"] == 2 and kinds["studio.event"] >= 12 and kinds["studio.ratingpoint"] == 1


def tables(folder: Path) -> dict[str, list[str]]:
    found = {}
    with closing(sqlite3.connect(folder / "studio.sqlite3")) as opened:
        for table in (f"studio_{name}" for name in TABLES):
            found[table] = sorted(map(repr, opened.execute(f"SELECT * FROM {table}")))
            assert found[table] or table == "studio_help", table
    return found


def test_new_rows_are_numbered_after_those_that_came(lived_in: Path, tmp_path: Path) -> None:
    file = tmp_path / "site.jsonl.gz"
    assert studio(lived_in, "dump", str(file)).returncode == 0
    assert studio(tmp_path / "site", "load", str(file), on=profiles.SITE).returncode == 0
    profiles.begin()
    place = Site(tmp_path / "site").start()
    try:
        guest = place.client()
        guest.get("/session").good()
        game = guest.post("/games", {"board": "blocks-gar-1"}).good()["id"]
        assert guest.post(f"/games/{game}/moves", {"moves": ["BR1"]}).good()["cursor"] == 1
        other = place.client()
        other.post("/session", {"name": "elodie", "password": "correct horse battery"}).good()
        assert other.get("/games").good()["items"][0]["status"] == "won"
    finally:
        place.stop()


def test_a_site_that_is_not_empty_stays_as_it_is(lived_in: Path, tmp_path: Path) -> None:
    file = tmp_path / "site.jsonl.gz"
    assert studio(lived_in, "dump", str(file)).returncode == 0
    before = tables(lived_in)
    done = studio(lived_in, "load", str(file))
    assert done.returncode == 2
    assert "not empty" in done.stderr and "studio.game" in done.stderr
    assert tables(lived_in) == before


def test_a_file_that_was_cut_short_loads_nothing(lived_in: Path, tmp_path: Path) -> None:
    file = tmp_path / "site.jsonl.gz"
    assert studio(lived_in, "dump", str(file)).returncode == 0
    file.write_bytes(file.read_bytes()[:-2000])
    done = studio(tmp_path / "new", "load", str(file))
    assert done.returncode == 2
    assert "nothing was loaded" in done.stderr
    with closing(sqlite3.connect(tmp_path / "new" / "studio.sqlite3")) as opened:
        assert opened.execute("SELECT count(*) FROM studio_board").fetchone() == (0,)
    (tmp_path / "other.gz").write_bytes(gzip.compress(b"{}\n"))
    assert "clew studio dump" in studio(tmp_path / "newer", "load", str(tmp_path / "other.gz")).stderr
