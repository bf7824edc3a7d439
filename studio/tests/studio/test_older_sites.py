"""Sites of older versions: what migrations make of their rows, forwards and backwards."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.promptness import HANGS

BEGIN = """
import sys
from pathlib import Path

from clew_studio.server.prepare import prepare
from clew_studio.shared.config import Config

prepare(Config(Path(sys.argv[1]), limited=False, shared=None))

from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

def at(name):
    call_command("migrate", "studio", name, verbosity=0)
    return MigrationExecutor(connection).loader.project_state([("studio", full(name))]).apps

def full(name):
    (found,) = (key[1] for key in MigrationExecutor(connection).loader.disk_migrations
                if key[0] == "studio" and key[1].startswith(name))
    return found

def game(apps, player, board, status):
    now = timezone.now()
    return apps.get_model("studio", "Game").objects.create(
        player=player, board=board, keys={}, family="blocks", start="AAo", attempt=1, status=status,
        started=now, touched=now).pk
"""


def told(tmp_path: Path, steps: str) -> list[str]:
    """What a script prints that begins with a new site."""
    (tmp_path / "data").mkdir()
    done = subprocess.run(
        [sys.executable, "-c", BEGIN + steps, str(tmp_path / "data")],
        capture_output=True,
        text=True,
        timeout=HANGS,
        check=False,
    )
    assert not done.returncode, done.stderr
    return done.stdout.splitlines()


def test_games_with_repeated_numbers_get_their_own_and_records(tmp_path: Path) -> None:
    steps = """
old = at("0002")
board = old.get_model("studio", "Board").objects.create(family="blocks", keys={}, puzzle="blocks:AAo")
player = old.get_model("studio", "Player").objects.create(guest_name="Old")
games = [game(old, player, board, status) for status in ("won", "playing")]
new = at("0013")
print(sorted(new.get_model("studio", "Game").objects.values_list("attempt", flat=True)))
print(list(new.get_model("studio", "PlayRecord").objects.values_list("attempts", flat=True)))
print(new.get_model("studio", "FirstResult").objects.count())
"""
    assert told(tmp_path, steps) == ["[1, 2]", "[2]", "1"]


def test_first_results_go_forwards_and_backwards(tmp_path: Path) -> None:
    """Also after one of the boards was deleted. Boards that are the same have one first result."""
    steps = """
old = at("0012")
boards = [old.get_model("studio", "Board").objects.create(family="blocks", keys={}, puzzle=f"blocks:{one}",
          symmetry_class=kind) for one, kind in (("AAo", "a"), ("oAA", "a"), ("BBo", "b"), ("CCo", ""))]
player = old.get_model("studio", "Player").objects.create(guest_name="Old")
records = old.get_model("studio", "PlayRecord").objects
for board, ended in zip(boards, (True, True, True, False)):
    records.create(player=player, board=board, attempts=3, ended=ended)
new = at("0013")
results = new.get_model("studio", "FirstResult").objects
print(sorted(results.values_list("key", flat=True)))
new.get_model("studio", "Board").objects.get(pk=boards[2].pk).delete()
old = at("0012")
print(list(old.get_model("studio", "PlayRecord").objects.order_by("pk").values_list("attempts", "ended")))
at("0013")
print(sorted(results.values_list("key", flat=True)))
"""
    assert told(tmp_path, steps) == [
        "['a', 'b']",
        "[(3, True), (3, True), (3, False)]",
        "['a']",
    ]
