"""Levels that people make: the live check, trials, drafts; every limit and every refusal."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest

from clew.boards.entries import toml_values
from clew_studio import text_limits
from clew_studio.bounds import Bounds, name_of
from clew_world import read, shipped
from clew_world.findings import findings
from tests.random_levels import random_level
from tests.studio.client import Client, Json
from tests.studio.server import Site, children, command
from tests.studio.worlds import place, watching


def lawn(**more: Any) -> Json:
    """A small level that is in order."""
    return {
        "title": "Lawn",
        "size": [20, 10],
        "ground": [{"x": 0, "y": 1, "width": 20, "height": 1}],
        "player": {"x": 2, "y": 1},
        "item": [{"kind": "gem", "x": 6, "y": 1}],
        "goal": {"collect": {"gem": 1}},
        **more,
    }


def deep(levels: int) -> Json:
    value: Json = 1
    for _ in range(levels):
        value = {"x": value}
    return {"a": value}


HEAVY = lawn(
    size=[1000, 400],
    platform=[
        {"x": x * 9 + (row % 3), "y": 2 + row * 2, "width": 6, "one_way": row % 2 == 0}
        for x in range(40)
        for row in range(45)
    ],
    door=[{"name": f"d{n}", "x": 990 - n, "y": 1, "height": 2} for n in range(8)],
    switch=[{"x": 10 + n, "y": 1, "opens": [f"d{n}"]} for n in range(8)],
)
"""A level within all limits, whose check takes long: 256 networks of 1,800 platforms."""


# Reading and writing


@pytest.mark.parametrize("name", shipped())
def test_a_shipped_level_that_is_opened_and_written_is_the_same(visitor: Client, name: str) -> None:
    level = visitor.get(f"/worlds/levels/{name}/keys").good()["level"]
    text = visitor.post("/worlds/write", {"level": level}).good()["text"]
    assert toml_values(text) == toml_values(read(name).text)
    assert visitor.post("/worlds/read", {"text": text}).good()["level"] == level
    told = visitor.post("/worlds/check", {"level": level}).good()
    assert told["playable"] and told["reached"] == findings(level).reached


def test_random_levels_come_back_as_they_were(visitor: Client) -> None:
    for seed in range(20):
        level = random_level(Random(seed))
        text = visitor.post("/worlds/write", {"level": level}).good()["text"]
        assert visitor.post("/worlds/read", {"text": text}).good()["level"] == json.loads(json.dumps(level))


@pytest.mark.parametrize("name", ["nowhere", "../meadow", "meadow.toml", "draft"])
def test_only_shipped_levels_can_be_begun_with(visitor: Client, name: str) -> None:
    visitor.get(f"/worlds/levels/{name}/keys").problem(404, "not-found")


def test_toml_with_an_error_is_refused_with_its_line(visitor: Client) -> None:
    body = visitor.post("/worlds/read", {"text": "title = 'a'\nsize = [3 3]"}).problem(422, "bad-board")
    assert "line 2" in body["detail"]


@pytest.mark.parametrize(
    "text", ["a = " + "[" * 90_000, "a = 1979-05-27\n", "x = nan", "x = nan\n" * 2, "a." * 9000 + "b=1"]
)
def test_intricate_toml_is_refused(visitor: Client, text: str) -> None:
    visitor.post("/worlds/read", {"text": text}).problem(422, "bad-board")


# The live check


def test_findings_name_the_part_and_the_property(visitor: Client) -> None:
    level = lawn(
        item=[{"kind": "gem", "x": 6, "y": 8}, {"kind": "gem", "x": 6, "y": 1}],
        platform=[{"x": 3, "y": 3, "width": 99999}],
    )
    (error,) = visitor.post("/worlds/check", {"level": level}).good()["found"]
    assert (error["sort"], error["part"], error["key"]) == ("error", ["platform", 0], "width")
    level["platform"] = []
    (far,) = visitor.post("/worlds/check", {"level": level}).good()["found"]
    assert (far["sort"], far["part"], far["name"]) == ("unreachable", ["item", 0], "gem 2")


def test_findings_are_in_french_too(site: Site) -> None:
    french = site.client("fr")
    level = lawn(item=[{"kind": "gem", "x": 6, "y": 8}], platform=[{"x": 3, "y": 3, "width": -1}])
    (error,) = french.post("/worlds/check", {"level": level}).good()["found"]
    assert error["message"].startswith("vaut -1")
    level["platform"] = []
    (far,) = french.post("/worlds/check", {"level": level}).good()["found"]
    assert far["message"].startswith("un personnage")


@pytest.mark.parametrize(
    "level",
    [
        {},
        {"size": "large"},
        {"size": [1e400, 10]},
        {"nothing": None},
        {"title": "\ud800"},
        deep(50),
        deep(900),
        lawn(player=[1, 2, 3]),
        lawn(ground={"x": 1}),
        lawn(size=[20, 10**40]),
        lawn(size=[float("nan"), 10]),
        lawn(item=[{"kind": "gem", "x": 1, "y": 1}] * 2500),
        lawn(item=[{}] * 30_000),
        lawn(switch=[{"x": 1, "y": 1, "opens": ["no gate"]}]),
        lawn(goal={"collect": {"gem": 99}}),
        lawn(notes="x" * 150_000),
    ],
)
def test_a_bad_level_gets_findings_and_no_error_of_the_server(visitor: Client, level: Json) -> None:
    reply = visitor.post("/worlds/check", {"level": level})
    if reply.status == 200:
        told = reply.json
        assert told["playable"] is ("notes" in level and "size" in level)
        assert told["found"] or told["playable"]
    else:
        assert 400 <= reply.status < 500
        assert reply.headers["Content-Type"] == "application/problem+json"


FOREIGN = [
    lawn(animal=[{"kind": "fox", "x": 4, "y": 1, "script": "../../../../etc/passwd.lua"}]),
    lawn(animal=[{"kind": "fox", "x": 4, "y": 1, "script": "wolf.lua"}]),
    lawn(animal=[{"kind": "fox", "x": 4, "y": 1, "script": "function process(e) end"}]),
    lawn(spawn={"fox": {"most": 2, "script": "evil.lua"}}),
    lawn(pictures={"player": "hero.png"}),
]


@pytest.mark.parametrize("level", FOREIGN)
def test_scripts_and_pictures_that_are_not_shipped_are_refused(visitor: Client, level: Json) -> None:
    told = visitor.post("/worlds/check", {"level": level}).good()
    assert not told["playable"]
    assert told["found"][0]["key"] in ("script", "pictures")
    visitor.post("/worlds/try", {"level": level}).problem(422, "bad-board")


@pytest.mark.parametrize("level", FOREIGN)
def test_the_process_of_a_world_refuses_them_too(level: Json) -> None:
    """Should a level ever get that far."""
    from clew_world.written import written

    task = {"source": "", "text": written(level), "parent": os.getpid()}
    words = [sys.executable, "-m", "clew_studio.worlds.process"]
    done = subprocess.run(words, input=json.dumps(task).encode() + b"\n", capture_output=True, check=True)
    assert done.stdout.startswith(b'failed "this level needs files of its own"')


# Trying


def test_a_level_is_tried_and_played_as_any_world(visitor: Client) -> None:
    made = visitor.post("/worlds/try", {"level": lawn()}).good(201)
    world, level = made["world"], made["level"]
    assert (level["title"], level["goal"]["collect"]) == ("Lawn", {"gem": 1})
    picture = visitor.get(level["scenery"].removeprefix("/api/v1"))
    assert picture.headers["Content-Type"] == "image/svg+xml"
    assert ElementTree.fromstring(picture.data).get("viewBox") == "0 0 2000 1000"
    key = world["id"]
    with watching(visitor, key) as stream:
        player = stream.until("world")["player"]
        visitor.post(f"/worlds/{key}/touch", {"x": 6.0, "y": 1.0}).good(202)
        won = stream.until("frame", lambda frame: frame["status"] == "won")
        assert place(won, player)[0] > 5
        visitor.post(f"/worlds/{key}/restart").good(202)
        again = stream.until("frame", lambda frame: frame["round"] == 2)
        assert again["status"] == "playing"
    visitor.delete(f"/worlds/{key}").good(204)


def test_a_level_with_errors_is_not_tried(visitor: Client) -> None:
    body = visitor.post("/worlds/try", {"level": lawn(player=None)}).problem(422, "bad-board")
    assert body["found"]


def test_the_scenery_of_a_trial_is_that_of_its_player_alone(visitor: Client, other: Client) -> None:
    made = visitor.post("/worlds/try", {"level": lawn()}).good(201)
    address = made["level"]["scenery"].removeprefix("/api/v1")
    other.get(address).problem(404, "not-found")
    visitor.get("/worlds/none/scenery.svg").problem(404, "not-found")
    visitor.delete(f"/worlds/{made['world']['id']}").good(204)


def test_no_level_of_the_site_is_called_draft(visitor: Client) -> None:
    visitor.post("/worlds", {"level": "draft"}).problem(404, "not-found")


# Drafts


def test_a_draft_is_kept_changed_and_deleted(member: Client) -> None:
    made = member.post("/worlds/drafts", {"level": lawn()}).good(201)
    assert (made["title"], made["version"]) == ("Lawn", 1)
    path = f"/worlds/drafts/{made['id']}"
    assert member.get(path).good()["level"] == lawn()
    saved = member.ask("PUT", path, {"level": lawn(title="Meadow"), "version": 1}).good()
    assert (saved["title"], saved["version"]) == ("Meadow", 2)
    assert [one["id"] for one in member.get("/worlds/drafts").good()["items"]] == [made["id"]]
    member.delete(path).good(204)
    member.get(path).problem(404, "not-found")
    assert member.get("/worlds/drafts").good()["items"] == []


def test_an_unfinished_level_is_kept_too(member: Client) -> None:
    level = {"platform": [{"x": "far", "width": -3}], "title": 5}
    made = member.post("/worlds/drafts", {"level": level}).good(201)
    assert made["title"] == ""
    assert member.get(f"/worlds/drafts/{made['id']}").good()["level"] == level


def test_of_two_pages_the_second_one_does_not_overwrite_the_first(member: Client) -> None:
    path = f"/worlds/drafts/{member.post('/worlds/drafts', {'level': lawn()}).good(201)['id']}"
    member.ask("PUT", path, {"level": lawn(title="first"), "version": 1}).good()
    body = member.ask("PUT", path, {"level": lawn(title="second"), "version": 1}).problem(409, "conflict")
    assert body["version"] == 2
    assert member.get(path).good()["title"] == "first"
    member.ask("PUT", path, {"level": lawn(title="second"), "version": 2}).good()


def test_a_guest_has_no_drafts_on_the_server(visitor: Client) -> None:
    visitor.post("/games", {"board": "blocks-gar-1"}).good(201)
    visitor.post("/worlds/drafts", {"level": lawn()}).problem(401, "signed-out")
    visitor.get("/worlds/drafts").problem(401, "signed-out")


def test_drafts_of_others_are_not_there(member: Client, site: Site, name: str) -> None:
    made = member.post("/worlds/drafts", {"level": lawn()}).good(201)["id"]
    stranger = site.client()
    stranger.sign_up(f"{name}-stranger")
    path = f"/worlds/drafts/{made}"
    stranger.get(path).problem(404, "not-found")
    stranger.ask("PUT", path, {"level": lawn(), "version": 1}).problem(404, "not-found")
    stranger.delete(path).problem(404, "not-found")
    assert stranger.get("/worlds/drafts").good()["items"] == []
    assert member.get(path).good()["version"] == 1


@pytest.mark.parametrize(
    ("level", "status"),
    [
        (lawn(notes="x" * (text_limits.WORLD + 1)), 422),
        (lawn(notes="x" * 300_000), 413),
        (lawn(notes=None), 422),
        (lawn(notes="\ud800"), 422),
        (deep(20), 422),
        (lawn(seed=float("nan")), 422),
        (lawn(seed=float("inf")), 422),
    ],
)
def test_a_level_that_cannot_be_written_is_not_kept(member: Client, level: Json, status: int) -> None:
    reply = member.post("/worlds/drafts", {"level": level})
    assert reply.status == status, reply.data[:300]
    assert member.get("/worlds/drafts").good()["count"] == 0


def test_the_data_of_an_account_has_its_drafts_which_go_with_it(member: Client, name: str) -> None:
    from clew_studio.models import WorldDraft

    made = member.post("/worlds/drafts", {"level": lawn()}).good(201)["id"]
    data = member.get("/account/data").good()
    assert [one["id"] for one in data["world_drafts"]] == [made]
    member.delete("/account", {"password": "correct horse battery"}).good(204)
    assert not WorldDraft.objects.filter(pk=made).exists()


# Limits


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site with all limits on, and narrow ones for levels."""
    folder = tmp_path_factory.mktemp("strict") / "data"
    narrow = Bounds(level_seconds=3, level_scenery=40_000)
    told = {name_of(key): str(getattr(narrow, key)) for key in ("level_seconds", "level_scenery")}
    running = Site(folder, limited=True, environment=told).start()
    yield running
    running.stop()


def checkers(site: Site) -> list[int]:
    return [pid for pid in children(site.pid) if "clew_studio.worlds.checker" in command(pid)]


@pytest.mark.many
def test_a_check_that_takes_too_long_is_ended_and_says_so(strict: Site) -> None:
    client = strict.client()
    (finding,) = client.post("/worlds/check", {"level": HEAVY}).good()["found"]
    assert (finding["sort"], finding["part"]) == ("unsure", None)
    assert "too large" in finding["message"]
    assert not checkers(strict), "its process is gone"
    assert client.post("/worlds/check", {"level": lawn()}).good()["playable"]


def test_a_level_that_is_too_large_to_be_drawn_is_not_tried(strict: Site) -> None:
    level = lawn(size=[900, 10], ground=[{"x": 0, "y": 1, "width": 900, "height": 1}])
    client = strict.client()
    body = client.post("/worlds/try", {"level": level}).problem(422, "bad-board")
    assert "too large" in body["detail"]


def test_a_visitor_who_checks_all_the_time_must_wait_and_others_need_not(strict: Site) -> None:
    from clew_studio.api.world_drafts import CHECKS

    client, other = strict.client(), strict.client()
    for one in (client, other):
        one.sign_up(f"checker-{id(one)}")
    replies = [client.post("/worlds/write", {"level": {}}) for _ in range(CHECKS + 40)]
    waiting = [reply for reply in replies if reply.status == 429]
    if len(waiting) < 40:  # a new minute began among them
        replies = [client.post("/worlds/write", {"level": {}}) for _ in range(CHECKS + 40)]
        waiting = [reply for reply in replies if reply.status == 429]
    assert waiting and waiting[0].headers["Retry-After"]
    other.post("/worlds/write", {"level": {}}).good()
