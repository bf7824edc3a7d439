"""Worlds on several machines, as docs/operate.md puts them up: each is found where it was started."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.studio.client import Client
from tests.studio.front import NAME, Front, running
from tests.studio.parts import Part, site
from tests.studio.test_jobs import until
from tests.studio.worlds import begun, watching

pytestmark = pytest.mark.site

OPERATE = Path(__file__).parents[3] / "docs" / "operate.md"
VISITOR, ADDRESS = 2, 4
"""Worlds that a visitor, and an address, may have at once."""
CAPS = {"CLEW_STUDIO_WORLDS_VISITOR": str(VISITOR), "CLEW_STUDIO_WORLDS_EACH": str(ADDRESS)}


@pytest.fixture(scope="module")
def hosts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Part]]:
    """Two processes with worlds, and no proxy in front."""
    with site(tmp_path_factory.mktemp("hosts") / "data", "worlds:a", "worlds:b", **CAPS) as parts:
        yield parts


NEW = {"level": "meadow", "resume": False}


def at(client: Client, host: Part) -> Client:
    """The same visitor at another process."""
    client.site = host.url
    return client


def test_a_world_is_named_after_its_host(hosts: list[Part]) -> None:
    assert [begun(host.client()).split("-")[0] for host in hosts] == ["a", "b"]


def test_a_visitor_returns_to_a_world_on_another_host(hosts: list[Part]) -> None:
    first, second = hosts

    def returns() -> bool:
        client = first.client()
        key = begun(client)
        answer = at(client, second).post("/worlds", {"level": "meadow"})
        found = answer.good()
        if answer.status != 200:  # Redis did not answer in time just now: a host then knows only its own
            return False
        assert (found["id"], found["state"]) == (key, "starting")
        assert client.post("/worlds", NEW).good(201)["id"].startswith("b-")
        return True

    until(returns)


def test_a_world_that_was_closed_is_not_resumed_elsewhere(hosts: list[Part]) -> None:
    first, second = hosts
    client = first.client()
    client.delete(f"/worlds/{begun(client)}")
    assert at(client, second).post("/worlds", {"level": "meadow"}).good(201)["id"].startswith("b-")


def test_a_visitor_has_no_more_worlds_on_two_hosts_than_on_one(hosts: list[Part]) -> None:
    first, second = hosts
    client = first.client()
    keys = [begun(client)]
    until(lambda: client.get(f"/worlds/{keys[0]}").good(200)["state"] == "running")
    with watching(client, keys[0]) as stream:
        stream.until("frame")
        keys.append(client.post("/worlds", NEW).good(201)["id"])
        third = at(client, second).post("/worlds", NEW).good(201)["id"]
        at(client, first)
        # The one that nobody watches makes room.
        until(lambda: client.get(f"/worlds/{keys[1]}").status == 404)
        assert client.get(f"/worlds/{keys[0]}").status == 200
        assert at(client, second).get(f"/worlds/{third}").status == 200
        at(client, first)
        fourth = client.post("/worlds", NEW).good(201)["id"]
        at(client, second)
        until(lambda: client.get(f"/worlds/{third}").status == 404)
        with watching(at(client, first), fourth) as other:
            other.until("frame")
            until(lambda: at(client, second).post("/worlds", NEW).status == 429)
        at(client, first)


def test_others_can_not_ask_for_the_world(hosts: list[Part]) -> None:
    key = begun(hosts[0].client())
    assert hosts[1].client().get(f"/worlds/{key}").status == 404
    assert hosts[0].client().get(f"/worlds/{key}").status == 404


def _lines() -> str:
    """What the page says to write into nginx.conf, with both machines on this one."""
    text = OPERATE.read_text(encoding="utf-8")
    lines = re.search(r"```text\n(upstream clew_worlds .*?)```", text, re.DOTALL)
    assert lines is not None, "docs/operate.md has no example of worlds on several machines"
    return lines[1].replace("10.0.0.5:8003", "127.0.0.1:8003").replace("10.0.0.6:8003", "127.0.0.1:8004")


@pytest.fixture(scope="module")
def front(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Front]:
    folder = tmp_path_factory.mktemp("front")
    with running(folder, "web", "web", "worlds:a", "worlds:b", worlds=_lines()) as found:
        yield found


class Visitor:
    """Somebody who plays a world through nginx."""

    def __init__(self, front: Front) -> None:
        self.front, self.sent = front, dict[str, str]()
        status, data, head = front.ask("POST", "/api/v1/worlds", {"level": "meadow"})
        assert status == 201, data
        self.key: str = json.loads(data)["id"]
        token = re.search(r"csrftoken=([^;]+)", head["cookies"])
        assert token is not None
        self.sent = {"Cookie": head["cookies"], "X-CSRFToken": token[1], "Referer": f"https://{NAME}/"}

    def looks(self) -> int:
        return self.front.ask("GET", f"/api/v1/worlds/{self.key}", **self.sent)[0]

    def touches(self) -> int:
        path = f"/api/v1/worlds/{self.key}/touch"
        return self.front.ask("POST", path, {"x": 3.0, "y": 1.0}, **self.sent)[0]


def test_requests_go_where_the_world_is_and_a_lost_host_loses_only_its_own(front: Front) -> None:
    visitors = [Visitor(front) for _ in range(4)]
    assert {visitor.key.split("-")[0] for visitor in visitors} == {"a", "b"}
    for _ in range(3):
        assert {visitor.looks() for visitor in visitors} == {200}
        assert {visitor.touches() for visitor in visitors} == {202}
    front.parts[2].stop()
    try:
        statuses = {visitor.key.split("-")[0]: visitor.looks() for visitor in visitors}
        assert statuses == {"a": 404, "b": 200}
        assert Visitor(front).key.startswith("b-")
    finally:
        front.parts[2].start()


def test_a_name_that_no_host_has_is_nobodys_world(front: Front) -> None:
    assert front.ask("GET", "/api/v1/worlds/zz-23456789abcdef")[0] == 404
