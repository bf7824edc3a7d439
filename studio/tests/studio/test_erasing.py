"""Who leaves takes their name along: from every table, every file and every mail."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
from contextlib import closing, suppress
from pathlib import Path
from secrets import token_hex

import pytest

from tests.studio.client import Client, Json
from tests.studio.passwords import CLEW
from tests.studio.server import Site
from tests.studio.test_forecasts import gate
from tests.studio.test_jobs import until
from tests.studio.test_sources import STUCK, complete, named

PASSWORD = "correct horse battery"


def left_of(*words: str, folder: Path) -> list[str]:
    """Where the words still are: as text in a table, or as bytes in a file of the data folder."""
    from django.apps import apps

    found = []
    for model in apps.get_models(include_auto_created=True):
        for row in model._base_manager.values():
            told = json.dumps(row, default=str, ensure_ascii=False)
            found += [f"{model._meta.label}: {told[:300]}" for word in words if word.lower() in told.lower()]
    for path in folder.rglob("*"):
        with suppress(FileNotFoundError, IsADirectoryError):  # the server's own temporary ones come and go
            data = path.read_bytes().lower()
            found += [f"{path}: {word}" for word in words if word.lower().encode() in data]
    return found


def lived(name: str, client: Client, other: Client) -> Json:
    """Leaves traces of a name wherever the site writes names; the pack of their game."""
    client.sign_up(name)
    board = {"board": gate(11), "title": "A gate", "author": name, "notes": f"By {name}, with thanks."}
    key = client.post("/boards", board).good(201)["id"]
    client.publish(key)
    client.ask("PATCH", "/account", {"password": PASSWORD, "name": f"{name}-2"}).good()
    text = named("A store of hers").replace("author The Clew project", f"author {name}-2") + STUCK
    found = client.post("/sources/publish", {"text": text}).good(201)
    mine = client.post("/sources/publish", {"text": text, "title": f"Games by {name}-2"}).good(201)
    for pack in (found["pack"]["id"], mine["pack"]["id"]):
        complete(client, pack, 3)
    other.post("/games", {"board": found["levels"][0]["board"], "moves": []}).good(201)
    other.sign_up(f"{name}-friend"[::-1])
    other.post(f"/boards/{key}/comments", {"text": f"Thank you, {name}-2!"}).good(201)
    client.post(f"/boards/{key}/comments", {"text": f"{name}-2 says hello."}).good(201)
    client.post("/account/reset", {"email": f"{name}@example.org"}).good(202)
    return {"kept": found["pack"]["id"], "named": mine["pack"]["id"], "board": key}


def test_a_name_that_left_is_nowhere(site: Site, data: Path, visitor: Client, other: Client) -> None:
    leaving = f"Zephyrine-{token_hex(4)}"
    told = lived(leaving, visitor, other)
    assert left_of(f"{leaving}-2", folder=data), "there is something to erase"
    assert any((data / "mail").iterdir())
    visitor.delete("/account", {"password": PASSWORD}).good(204)
    assert left_of(leaving, folder=cleaned(data)) == []
    assert other.get(f"/boards/{told['board']}").good()["title"] == "A gate"
    assert other.get(f"/packs/{told['kept']}").good()["levels"]
    other.get(f"/packs/{told['named']}").problem(404, "not-found")


def cleaned(folder: Path) -> Path:
    """The folder of data, once the site has overwritten what was deleted, which it does every minute."""
    from clew_studio.database import overwrite_deleted

    overwrite_deleted()
    return folder


def in_files(word: str, folder: Path) -> bool:
    """Whether a word is in a file of the database."""
    return any(word.encode() in path.read_bytes() for path in folder.glob("studio.sqlite3*"))


@pytest.mark.embedded
def test_copies_of_rows_that_were_moved_are_overwritten_too(data: Path) -> None:
    from django.contrib.auth import get_user_model

    from clew_studio.database import overwrite_later

    word, users = f"moved{token_hex(4)}", get_user_model().objects
    for _ in range(4):
        for number in range(1500):  # in no order: SQLite moves them from page to page in the index of names
            users.create(username=f"{token_hex(4)}-{word}" if number % 3 else token_hex(number % 40 + 8))
        users.filter(username__contains=word).delete()
    overwrite_later()
    assert not in_files(word, cleaned(data))


@pytest.mark.embedded
def test_what_a_reader_keeps_from_being_overwritten_is_left_to_the_next_cleanup(
    data: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    from clew_studio import database
    from clew_studio.models import Player
    from clew_studio.server.cleanup import clean_up

    monkeypatch.setattr(database, "TRIES", 1)
    word = f"read{token_hex(4)}"
    Player.objects.create(guest_name=word)
    with closing(sqlite3.connect(data / "studio.sqlite3", isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM studio_player").fetchone()
        Player.objects.filter(guest_name=word).delete()
        database.overwrite_later()
        assert in_files(word, cleaned(data))
        assert "the next cleanup overwrites it" in caplog.text
    clean_up()
    assert not in_files(word, data)


@pytest.mark.embedded
def test_it_is_overwritten_soon(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from django.db import transaction

    from clew_studio.database import overwrite_later
    from clew_studio.models import Player
    from clew_studio.server import cleanup

    assert cleanup.SOON_SECONDS == 60
    monkeypatch.setattr(cleanup, "SOON_SECONDS", 0.01)
    word = f"soon{token_hex(4)}"
    Player.objects.create(guest_name=word)
    with transaction.atomic():
        Player.objects.filter(guest_name=word).delete()
        overwrite_later()
    assert in_files(word, data)
    cleaner = cleanup.Cleaner()
    cleaner.start()
    assert until(lambda: not in_files(word, data))
    cleaner.stop()


def test_an_operator_shows_and_erases_a_person(site: Site, data: Path, visitor: Client, name: str) -> None:
    visitor.sign_up(name)
    words = [*CLEW, "studio", "--data", str(data), "person", name]
    environment = {**os.environ, **site.settings(site.url)}
    shown = subprocess.run(words, capture_output=True, text=True, check=True, env=environment)
    assert json.loads(shown.stdout)["account"]["name"] == name
    subprocess.run([*words, "--erase"], capture_output=True, text=True, check=True, env=environment)
    assert visitor.get("/session").good()["player"] is None
    again = subprocess.run(words, capture_output=True, text=True, check=False, env=environment)
    assert again.returncode == 2 and "there is no such account" in again.stderr


def test_a_pack_is_deleted_by_its_maker_alone(member: Client, other: Client) -> None:
    key = member.post("/sources/publish", {"text": named("To be deleted") + STUCK}).good(201)["pack"]["id"]
    assert member.get(f"/packs/{key}").good()["mine"]
    assert not other.get(f"/packs/{key}").good()["mine"]
    other.delete(f"/packs/{key}").problem(403, "forbidden")
    member.delete(f"/packs/{key}").good(204)
    member.get(f"/packs/{key}").problem(404, "not-found")
    assert until(lambda: member.get("/boards?mine=true").good()["count"] >= 2)
