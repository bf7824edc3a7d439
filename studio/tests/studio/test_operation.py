"""What those who run a site rely on: health, copies before an upgrade, a full disk."""

from __future__ import annotations

import os
import resource
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tests.studio.client import Client
from tests.studio.server import Site

FULL = 4096
"""Bytes that a file may have while the disk is full."""


def test_a_site_says_that_it_is_alive_and_ready(site: Site, visitor: Client) -> None:
    assert visitor.get("//healthz").data == b"alive\n"
    ready = visitor.get("//readyz").good(200)
    assert ready == {"ready": True, "faults": []}


@pytest.mark.embedded
def test_an_embedded_site_has_no_figures_for_strangers(visitor: Client) -> None:
    assert visitor.get("//metrics").status == 404


@pytest.mark.many
@pytest.mark.embedded
def test_the_database_is_copied_before_its_tables_change(tmp_path: Path) -> None:
    place = Site(tmp_path / "data")
    place.prepared()
    assert not (place.folder / "copies").exists(), "there was nothing to copy"
    back = [sys.executable, "-m", "django", "migrate", "sessions", "zero"]
    settings = {"DJANGO_SETTINGS_MODULE": "clew_studio.settings", "CLEW_STUDIO_DATA": str(place.folder)}
    subprocess.run(back, env={**os.environ, **settings}, check=True, capture_output=True)
    place.prepared()
    (copy,) = (place.folder / "copies").iterdir()
    assert migrations(copy) < migrations(place.folder / "studio.sqlite3")
    assert boards(copy) == boards(place.folder / "studio.sqlite3") > 0
    place.prepared()
    assert len(list((place.folder / "copies").iterdir())) == 1, "nothing changed, so nothing was copied"


def migrations(database: Path) -> set[str]:
    with closing(sqlite3.connect(database)) as opened:
        return {name for (name,) in opened.execute("SELECT app || name FROM django_migrations")}


def boards(database: Path) -> int:
    with closing(sqlite3.connect(database)) as opened:
        return int(opened.execute("SELECT count(*) FROM studio_board").fetchone()[0])


@pytest.mark.many
@pytest.mark.embedded
def test_a_full_disk_is_answered_with_503_and_loses_nothing(tmp_path: Path) -> None:
    place = Site(tmp_path / "data").start()
    try:
        player = place.client()
        player.get("/session")
        path = f"/games/{player.post('/games', {'board': 'blocks-gar-1'}).good(201)['id']}"
        player.post(f"{path}/moves", {"moves": ["BR1"]}).good()
        before = resource.prlimit(place.pid, resource.RLIMIT_FSIZE, (FULL, resource.RLIM_INFINITY))
        refused = player.post(f"{path}/moves", {"moves": ["CL3"]})
        resource.prlimit(place.pid, resource.RLIMIT_FSIZE, before)
        refused.problem(503, "unavailable")
        assert int(refused.headers["Retry-After"]) > 0
        assert player.get(path).good()["moves"] == ["BR1"]
        assert player.post(f"{path}/moves", {"moves": ["CL3"]}).good()["moves"] == ["BR1", "CL3"]
    finally:
        place.stop()
