"""A damaged database is not passed over: the start says so, and keeps the files as they were found."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from clew_studio.server import damaged, wal
from tests.studio.server import Site

pytestmark = pytest.mark.embedded

ROWS = 40
FRAME = 24 + 4096
WRITER = f"""
import os, sqlite3, sys
rows = sqlite3.connect(sys.argv[1], isolation_level=None)
rows.executescript("PRAGMA journal_mode=WAL; PRAGMA wal_autocheckpoint=0; CREATE TABLE t(a)")
rows.execute("PRAGMA wal_checkpoint(TRUNCATE)")
for number in range({ROWS}):
    rows.execute("INSERT INTO t VALUES(randomblob(3000))")
os.kill(os.getpid(), 9)
"""
"""Each row is a transaction; the process is killed, which leaves the log and its index behind."""


@pytest.fixture
def database(tmp_path: Path) -> Path:
    path = tmp_path / "studio.sqlite3"
    done = subprocess.run([sys.executable, "-c", WRITER, str(path)], check=False)
    assert done.returncode == -signal.SIGKILL
    return path


def log_of(database: Path) -> Path:
    return database.with_name(database.name + "-wal")


def spoil(path: Path, place: int) -> None:
    """Turns the bits of one byte round."""
    text = bytearray(path.read_bytes())
    text[place] ^= 0xFF
    path.write_bytes(text)


def count(database: Path) -> int:
    with closing(sqlite3.connect(database)) as rows:
        return int(rows.execute("SELECT count(*) FROM t").fetchone()[0])


def cut(size: int) -> Callable[[Path], None]:
    return lambda database: os.truncate(log_of(database), size)


DAMAGE: dict[str, Callable[[Path], None]] = {
    "a byte of a page": lambda database: spoil(log_of(database), 32 + 20 * FRAME + 2000),
    "a byte of a frame": lambda database: spoil(log_of(database), 32 + 20 * FRAME + 9),
    "a byte of the header": lambda database: spoil(log_of(database), 17),
    "the size of pages": lambda database: spoil(log_of(database), 10),
    "cut off": cut(32 + 21 * FRAME),
    "cut off within a page": cut(32 + 20 * FRAME + 100),
    "emptied": cut(0),
    "deleted": lambda database: log_of(database).unlink(),
}


@pytest.mark.parametrize("kind", DAMAGE)
def test_rows_that_a_damaged_log_loses_are_noticed(database: Path, kind: str) -> None:
    DAMAGE[kind](database)
    lost = wal.loss(database)
    assert lost is not None
    left = count(database)
    assert left < ROWS
    assert 1 <= lost.transactions <= ROWS - left
    if kind == "a byte of a page":
        assert lost.transactions == ROWS - left


def test_a_killed_process_alone_loses_nothing(database: Path) -> None:
    assert wal.loss(database) is None
    assert damaged.look(database) == []
    assert count(database) == ROWS
    assert wal.loss(database) is None, "closed properly, it leaves no log"


def test_a_log_without_its_index_is_read_too(database: Path) -> None:
    database.with_name(database.name + "-shm").unlink()
    assert wal.loss(database) is None
    spoil(log_of(database), 32 + 20 * FRAME + 2000)
    lost = wal.loss(database)
    assert lost is not None
    assert lost.transactions == ROWS - count(database)


def test_what_was_never_acknowledged_is_no_loss(database: Path) -> None:
    """A process that is killed while it writes leaves half a transaction behind."""
    text = log_of(database).read_bytes()
    log_of(database).write_bytes(text + text[-FRAME:-100])
    assert wal.loss(database) is None


def test_damage_is_kept_and_told_once_for_each_reason(database: Path) -> None:
    assert count(database) == ROWS  # which brings the log into the database
    whole = database.read_bytes()
    database.write_bytes(whole[:4096] + b"\xff" * 4096 + whole[8192:])
    (told,) = damaged.look(database)
    assert damaged.look(database) == [told]
    (folder,) = (database.parent / "damaged").iterdir()
    assert str(folder) in told
    assert (folder / database.name).read_bytes()[4096:8192] == b"\xff" * 4096
    assert damaged.reports(database) == [told]
    database.write_bytes(b"no database at all" * 999)
    with pytest.raises(damaged.Unreadable, match="restore an intact copy"):
        damaged.look(database)


@pytest.mark.many
def test_the_site_says_that_rows_were_lost(tmp_path_factory: pytest.TempPathFactory) -> None:
    """In its log and to administrators; it goes on, with the damaged files beside."""
    from tests.studio.test_accounts import BOARD, PASSWORD

    place = Site(tmp_path_factory.mktemp("damaged") / "data").start()
    try:
        administrator = place.client()
        link = next(line for line in place.lines if line.startswith("Administrator")).rpartition("/reset/")[2]
        uid, _, token = link.partition("/")
        body = {"uid": uid, "token": token, "password": PASSWORD}
        administrator.get("/session").good()
        administrator.post("/account/reset/confirm", body).good()
        player = place.client()
        key = player.post("/games", {"board": BOARD}).good(201)["id"]
        for move in ("CL3", "HU1", "BR1", "GD1"):
            player.post(f"/games/{key}/moves", {"moves": [move]}).good()
        place.stop(signal.SIGKILL)
        log = log_of(place.folder / "studio.sqlite3")
        spoil(log, log.stat().st_size - 6 * FRAME + 2000)  # before the last moves
        spoiled = log.read_bytes()
        place.start()
        (folder,) = (place.folder / "damaged").iterdir()
        assert (folder / log.name).read_bytes() == spoiled
        said = Path(place.log.name).read_text(encoding="utf-8")
        assert "was found damaged: the write-ahead log cannot be read from page" in said
        administrator.site = player.site = place.url
        administrator.post("/session", {"name": "admin", "password": PASSWORD}).good()
        assert f"as they were found are in {folder}" in administrator.get("//admin/").data.decode()
        assert player.get("/boards").good()["count"] >= 40
        for path in folder.iterdir():
            path.unlink()
        folder.rmdir()
        assert "were found" not in administrator.get("//admin/").data.decode()
    finally:
        place.stop()
