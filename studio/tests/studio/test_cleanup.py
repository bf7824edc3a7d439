"""What is out of date goes; what somebody made, won or published stays."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.promptness import HANGS
from tests.studio.client import Client
from tests.studio.server import Site
from tests.studio.test_games import win
from tests.studio.test_makers import fresh
from tests.studio.test_packs import BOARDS, come_by_link, pack_of

BOARD = "blocks-gar-1"
LONG_AGO = timedelta(days=400)


def player_of(client: Client) -> Any:
    """The player of a browser that has played."""
    from clew_studio.models import Game

    return Game.objects.get(pk=client.get("/games?limit=1").good()["items"][0]["id"]).player


def make_old(player: Any, age: timedelta = LONG_AGO) -> None:
    """Moves all that a player has done into the past."""
    from django.db.models import F

    from clew_studio.models import Board, Game, Job, Player

    Player.objects.filter(pk=player.pk).update(created=F("created") - age)
    Game.objects.filter(player=player).update(touched=F("touched") - age, started=F("started") - age)
    Board.objects.filter(owner=player).update(created=F("created") - age)
    Job.objects.filter(player=player).update(created=F("created") - age)


def tidied() -> dict[str, int]:
    from clew_studio.server.cleanup import clean_up

    return clean_up()


def there(rows: Any) -> bool:
    return bool(type(rows).objects.filter(pk=rows.pk).exists())


def test_guests_who_did_nothing_go_after_a_day(visitor: Client) -> None:
    from clew_studio.models import Player

    old, new = Player.objects.create(guest_name="Old"), Player.objects.create(guest_name="New")
    visitor.post("/games", {"board": BOARD}).good(201)
    busy = player_of(visitor)
    for player in (old, busy):
        make_old(player, timedelta(days=2))
    tidied()
    assert [there(player) for player in (old, new, busy)] == [False, True, True]
    assert visitor.get("/games").good()["count"] == 1


def test_what_absent_guests_left_goes_but_not_their_wins(site: Site) -> None:
    from clew_studio.models import Event, Game

    idle, winner = site.client(), site.client()
    for client in (idle, winner):
        client.post("/games", {"board": BOARD}).good(201)
        client.post("/boards", {"board": fresh(50)}).good(201)
    idle_player, winning = player_of(idle), player_of(winner)
    best = Game.objects.get(pk=win(winner)["id"])
    for player in (idle_player, winning):
        make_old(player)
    tidied()
    assert not there(idle_player)
    assert there(winning) and there(best)
    assert list(Game.objects.filter(player=winning)) == [best]
    assert winning.boards.count() == 0
    assert Event.objects.filter(game=best).count() == best.events
    assert not Event.objects.filter(game__player=idle_player.pk).exists()


def test_a_guest_who_was_seen_lately_keeps_old_things(visitor: Client) -> None:
    draft = visitor.post("/boards", {"board": fresh(51)}).good(201)["id"]
    game = visitor.post("/games", {"board": BOARD}).good(201)["id"]
    make_old(player_of(visitor))
    visitor.post(f"/games/{game}/moves", {"moves": ["CL3"]}).good()
    tidied()
    assert visitor.get(f"/boards/{draft}").good()["mine"]
    assert visitor.get(f"/games/{game}").good()["moves"] == ["CL3"]


def test_what_accounts_and_participants_did_stays(site: Site, member: Client) -> None:
    from clew_studio.models import Event

    draft = member.post("/boards", {"board": fresh(52)}).good(201)["id"]
    public = member.post("/boards", {"board": fresh(53), "title": "Mine"}).good(201)["id"]
    member.publish(public)
    game = member.post("/games", {"board": BOARD}).good(201)["id"]
    participant = site.client()
    key = pack_of(*BOARDS, kind="experiment", is_public=False)
    come_by_link(participant, key)
    studied = participant.post("/games", {"board": BOARDS[0], "pack": key}).good(201)["id"]
    for client in (member, participant):
        make_old(player_of(client))
    tidied()
    assert member.get(f"/boards/{draft}").good()["mine"]
    assert site.client().get(f"/boards/{public}").good()["title"] == "Mine"
    assert member.get(f"/games/{game}").good()["status"] == "playing"
    assert participant.get(f"/games/{studied}").good()["status"] == "playing"
    assert Event.objects.filter(game=studied).count() == 1


def test_counts_help_and_files_go(data: Path) -> None:
    from django.utils import timezone

    from clew_studio.models import Help, Player, Tries

    player = Player.objects.create(guest_name="Helped")
    ages = {"old": timedelta(days=2), "new": timedelta(hours=2)}
    for name, age in ages.items():
        then = timezone.now() - age
        Tries.objects.create(key=f"tidy:{name}", since=then)
        Help.objects.create(player=player, key=name, given=then)
    mails = data / "mail"
    mails.mkdir(exist_ok=True)
    (mails / "old.log").write_text("a link", encoding="utf-8")
    os.utime(mails / "old.log", (0, time.time() - 30 * 86_400))
    (mails / "new.log").write_text("a link", encoding="utf-8")
    found = tidied()
    assert found["mails"] == 1
    assert [path.exists() for path in (mails / "old.log", mails / "new.log")] == [False, True]
    assert [Tries.objects.filter(key=f"tidy:{name}").exists() for name in ages] == [False, True]
    assert [row.key for row in player.help.all()] == ["new"]


def test_a_site_may_keep_things_for_ever(visitor: Client) -> None:
    from clew_studio.server.cleanup import clean_up
    from clew_studio.shared.config import Retention

    visitor.post("/games", {"board": BOARD}).good(201)
    player = player_of(visitor)
    make_old(player)
    clean_up(Retention(guests=0, empty_guests=0, jobs=0, answers=0, mail=0))
    assert there(player) and player.games.count() == 1
    clean_up(Retention(guests=500))
    assert there(player)


def test_it_is_tidied_by_the_hour(monkeypatch: pytest.MonkeyPatch) -> None:
    import threading

    from clew_studio.server import cleanup

    calls = iter([RuntimeError("not this time"), {}, {}])
    often, done = cleanup.EVERY_SECONDS, threading.Event()

    def next_call() -> dict[str, int]:
        told = next(calls, None)
        if isinstance(told, RuntimeError):
            raise told
        done.set()
        return {}

    assert often == 3600
    monkeypatch.setattr(cleanup, "EVERY_SECONDS", 0.01)
    monkeypatch.setattr(cleanup, "SOON_SECONDS", 0.01)
    monkeypatch.setattr(cleanup, "clean_up", next_call)
    cleaner = cleanup.Cleaner()
    cleaner.start()
    assert done.wait(HANGS), "it goes on after an error"
    cleaner.stop()
    cleaner._thread.join(HANGS)


@pytest.mark.many
def test_the_command_tidies_says_what_has_gone_and_ends(tmp_path: Path) -> None:
    site = Site(tmp_path / "data")
    site.prepared()
    mails, left = site.folder / "mail", site.folder / "tmp" / "picture"
    for folder in (mails, left):
        folder.mkdir(parents=True)
        (folder / "one").write_text("x", encoding="utf-8")
    for path in (mails / "one", left):
        os.utime(path, (0, 0))
    words = [sys.executable, "-m", "clew", "studio", "--data", str(site.folder), "--tidy"]
    environment = {**os.environ, **site.settings("http://127.0.0.1:8000"), "CLEW_STUDIO_KEEP_MAIL": "3"}
    done = subprocess.run(words, capture_output=True, text=True, timeout=HANGS, check=True, env=environment)
    assert done.stdout.strip() == f"{site.folder}: deleted mails 1, files 1"
    assert not left.exists()
    again = subprocess.run(words, capture_output=True, text=True, timeout=HANGS, check=True, env=environment)
    assert again.stdout.strip() == f"{site.folder}: deleted nothing"


@pytest.mark.parametrize("days", ["-1", "1.5", "soon", "9999999"])
def test_a_setting_that_is_no_number_of_days_is_refused(tmp_path: Path, days: str) -> None:
    words = [sys.executable, "-m", "clew", "studio", "--data", str(tmp_path / "data"), "--tidy"]
    environment = {**os.environ, "CLEW_STUDIO_KEEP_GUESTS": days}
    done = subprocess.run(words, capture_output=True, text=True, timeout=HANGS, check=False, env=environment)
    assert done.returncode == 2
    assert f"CLEW_STUDIO_KEEP_GUESTS={days}: write a whole number" in done.stderr
    assert not (tmp_path / "data").exists()


@pytest.mark.many
@pytest.mark.embedded
def test_what_a_killed_server_left_is_gone_at_the_next_start(tmp_path: Path) -> None:
    site = Site(tmp_path / "data")
    (site.folder / "tmp").mkdir(parents=True)
    (site.folder / "tmp" / "left").write_text("x", encoding="utf-8")
    site.start()
    try:
        assert list((site.folder / "tmp").iterdir()) == []
        assert site.client().get(f"/boards/{BOARD}/sheet.pdf").status == 200
    finally:
        site.stop()
