"""Quotas: what an address may add in an hour, what a player may have; an operator sees and changes them."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from tests.studio.client import Client
from tests.studio.experiments import arrive, made
from tests.studio.server import Site

pytestmark = pytest.mark.embedded
PAGE = "//admin/studio/quota/"
BOARD = "blocks-gar-1"


@contextmanager
def limited(folder: Path, **quotas: int) -> Iterator[Site]:
    """A site with all limits on, and these quotas."""
    assert Site.example is not None
    shutil.copytree(Site.example, folder)
    with closing(sqlite3.connect(folder / "studio.sqlite3")) as database:
        rows = [(name.replace("_", "."), most) for name, most in quotas.items()]
        database.executemany("INSERT INTO studio_quota (name, most) VALUES (?, ?)", rows)
        database.commit()
    site = Site(folder, limited=True).start()
    try:
        yield site
    finally:
        site.stop()


def begin(client: Client) -> int:
    return client.post("/games", {"board": BOARD, "resume": False}).status


def keep(client: Client) -> int:
    return client.post("/boards", {"board": "blocks:AAo/ooo/ooo"}).status


@pytest.mark.parametrize(
    ("name", "most", "do", "left"),
    [
        ("address_bytes", 600, begin, 100),
        ("address_games", 3, begin, 3),
        ("address_boards", 3, keep, 3),
    ],
)
def test_an_address_adds_so_much_in_an_hour(
    tmp_path: Path, name: str, most: int, do: Callable[[Client], int], left: int
) -> None:
    with limited(tmp_path / "data", **{name: most}) as site:
        client = site.client()
        client.sign_up("keen")
        statuses = [do(client) for _ in range(left + 1)]
        assert statuses[0] == 201
        assert statuses[-1] == 429, statuses
        told = client.post("/games", {"board": BOARD}).problem(429, "too-many")
        assert "Try again later" in told["detail"]
        assert client.get("/boards?limit=1").status == 200


def test_a_class_has_so_many_pupils_and_assignments(tmp_path: Path) -> None:
    most = {"player_classes": 1, "class_pupils": 1, "class_assignments": 1, "class_boards": 1}
    with limited(tmp_path / "data", **most) as site:
        teacher = site.client()
        teacher.sign_up("teacher")
        made = teacher.post("/classes", {"title": "Year 7"}).good(201)
        teacher.post("/classes", {"title": "Year 8"}).problem(413, "too-large")
        path = f"/classes/{made['id']}/assignments"
        two = {"title": "Two", "boards": [BOARD, "coroutine-one-row"]}
        assert "too many" in teacher.post(path, two).problem(422, "invalid")["detail"]
        teacher.post(path, {"title": "One", "boards": [BOARD]}).good(201)
        teacher.post(path, {"title": "One", "boards": [BOARD]}).problem(413, "too-large")
        site.client().post(f"{made['link']}/pupils", {"name": "Ada"}).good(201)
        told = site.client().post(f"{made['link']}/pupils", {"name": "Bea"}).problem(422, "invalid")
        assert "full" in told["detail"]


def test_a_full_site_lets_in_who_has_an_account(tmp_path: Path) -> None:
    with limited(tmp_path / "data", site_bytes=1) as site:
        told = site.client().post("/games", {"board": BOARD}).problem(503, "unavailable")
        assert "sign in" in told["detail"]
        client = site.client()
        client.sign_up("known")
        assert begin(client) == 201


def test_an_operator_sees_who_has_stored_most_and_changes_a_quota(
    site: Site, member: Client, name: str
) -> None:
    from clew_studio.models import Quota
    from clew_studio.quotas import SORTS

    assert begin(member) == 201
    operator = operator_of(site, f"op{name}")
    page = operator.get(PAGE).data.decode()
    assert name in page
    assert "boards of one player" in page.lower()
    fields = {key: str(sort.most) for key, sort in SORTS.items()}
    fields["csrfmiddlewaretoken"] = page.split('name="csrfmiddlewaretoken" value="')[1].split('"')[0]
    operator.upload(PAGE, "", b"", **{**fields, "player.boards": "1"})
    assert Quota.objects.get().most == 1
    try:
        assert [keep(member), keep(member)] == [201, 413]
    finally:
        operator.upload(PAGE, "", b"", **fields)
    assert not Quota.objects.exists(), "what is as usual is not stored"
    assert keep(member) == 201
    assert "/login/" in member.get(PAGE).address, "nobody else sees it"


def operator_of(site: Site, name: str) -> Client:
    from django.contrib.auth import get_user_model

    client = site.client()
    client.sign_up(name)
    get_user_model().objects.filter(username=name).update(is_staff=True, is_superuser=True)
    return client


def test_a_player_has_so_many_experiments_and_an_experiment_so_many_participants(tmp_path: Path) -> None:
    with limited(tmp_path / "studio", player_experiments=1, experiment_participants=1) as site:
        owner = site.client()
        owner.sign_up("researcher")
        experiment = made(owner)
        refused = owner.post("/experiments", {"design": {}}).problem(413, "too-large")
        assert refused["detail"] == "You have too many experiments: delete some."
        first = site.client()
        at = arrive(first, experiment)
        token = experiment["link"].rpartition("/")[2]
        late = site.client().post(f"/experiments/{token}/arrive", {}).problem(409, "conflict")
        assert late["reason"] == "full"
        assert arrive(first, experiment) == at
