"""Worlds on the site: played over the stream, bounded, alone with their scripts, and gone with the server."""

from __future__ import annotations

import os
import signal
import time
from base64 import b64decode
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from xml.etree import ElementTree

import pytest

from clew.optional import install
from clew_studio.worlds import manager as keeping
from tests.studio.client import Client, Json
from tests.studio.server import Site, children, command
from tests.studio.test_jobs import until
from tests.studio.worlds import HOSTILE, Stream, begun, place, watching

SHIPPED = [
    "meadow",
    "orchard",
    "hills",
    "harvest",
    "henhouse",
    "stockroom",
    "canyon",
    "gatehouse",
    "round-up",
    "tower",
    "long-way",
]
LAWN = """
size = [6.0, 4.0]
ground = [{ x = 0.0, y = 1.0, width = 6.0, height = 1.0 }]
player = { x = 1.5, y = 1.0 }
"""
PNG = b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=="
)

LOOP = "function process(e) if game.time() > 0.2 then while true do end end end"
OOPS = "function process(e)\n  local a = nil\n  a.b = 1\nend"


# Levels


def test_the_levels_that_come_with_clew_are_there_with_a_picture_each(visitor: Client) -> None:
    found = visitor.get("/worlds/levels").good()
    assert found["can_run"] is True and found["install"] is None
    assert [level["level"] for level in found["items"][: len(SHIPPED)]] == SHIPPED
    for level in found["items"][: len(SHIPPED)]:
        assert visitor.get(f"/worlds/levels/{level['level']}").good() == level
        width, height = level["size"]
        for address in (level["picture"], level["scenery"]):
            reply = visitor.get("/" + address)
            assert reply.headers["Content-Type"] == "image/svg+xml"
            picture = ElementTree.fromstring(reply.data)
            assert picture.get("viewBox") == f"0 0 {width * 100:g} {height * 100:g}"


def test_levels_speak_french(site: Site) -> None:
    french, english = (
        site.client(language).get("/worlds/levels").good()["items"] for language in ("fr", "en")
    )
    for level, other in zip(french[: len(SHIPPED)], english[: len(SHIPPED)], strict=True):
        assert level["title"] != other["title"] and level["notes"] != other["notes"]
        assert level["words"].keys() == other["words"].keys()
        assert level["words"] != other["words"]


def test_every_word_of_a_shipped_level_is_in_the_catalogue() -> None:
    from clew_studio.worlds import levels

    for name in SHIPPED:
        found = levels.find(name)
        assert found is not None
        kinds = {one.kind for one in [*found.level.items, *found.level.characters]}
        assert {found.level.title, found.level.notes, *kinds} <= set(levels.WORDS), name


@pytest.mark.parametrize("name", ["nowhere", "../secret", "a" * 60, ""])
def test_there_is_no_other_level(name: str, visitor: Client) -> None:
    visitor.get(f"/worlds/levels/{name or '-'}").problem(404, "not-found")
    assert visitor.post("/worlds", {"level": name}).status in (404, 422)


def test_a_level_of_the_site_that_is_broken_is_left_out(data: Path, caplog: pytest.LogCaptureFixture) -> None:
    from clew_studio.worlds import levels

    folder = data / "worlds"
    folder.mkdir(exist_ok=True)
    broken = folder / "broken.toml"
    broken.write_text("size = 3")
    try:
        assert levels.find("broken") is None
        assert "size" in caplog.text and "broken.toml" in caplog.text
        assert [found.name for found in levels.all_levels()][: len(SHIPPED)] == SHIPPED
    finally:
        broken.unlink()


def test_a_level_of_the_site_brings_its_own_pictures(data: Path, visitor: Client) -> None:
    folder = data / "worlds"
    folder.mkdir(exist_ok=True)
    content = PNG
    (folder / "hero.png").write_bytes(content)
    (folder / "own.toml").write_text(f'pictures = {{ player = "hero.png" }}\n{LAWN}')
    (folder / "bad.toml").write_text(f'pictures = {{ player = "gone.png" }}\n{LAWN}')
    try:
        (picture,) = visitor.get("/worlds/levels/own").good()["pictures"].values()
        assert picture["frames"] == 1
        answer = visitor.get(picture["picture"].removeprefix("/api/v1"))
        assert (answer.status, answer.data) == (200, content)
        assert answer.headers["Content-Type"] == "image/png"
        visitor.get("/worlds/levels/own/pictures/other.png").problem(404, "not-found")
        visitor.get("/worlds/levels/meadow/pictures/hero.png").problem(404, "not-found")
        visitor.get("/worlds/levels/bad").problem(404, "not-found")
    finally:
        for name in ("hero.png", "own.toml", "bad.toml"):
            (folder / name).unlink()


# Playing


def test_a_touch_is_walked_to_and_what_lies_there_is_taken(visitor: Client) -> None:
    key = begun(visitor)
    with watching(visitor, key) as stream:
        world = stream.until("world")
        player = world["player"]
        number, (_, x, y) = next((n, item) for n, item in world["items"].items() if item[0] == "banana")
        visitor.post(f"/worlds/{key}/touch", {"x": x, "y": y}).good(202)
        going = stream.until("frame", lambda frame: frame["way"])
        assert going["answer"] == "on the way"
        assert "climb" in {kind for _, _, kind in going["way"]}
        there = stream.until("frame", lambda frame: frame["answer"] == "arrived")
        assert place(there, player) == pytest.approx((x, y), abs=0.05)
        assert int(number) not in there["items"]
        assert (there["collected"], there["score"]) == ({"banana": 1}, 10)
        visitor.post(f"/worlds/{key}/touch", {"x": 21.9, "y": 12.4}).good(202)
        stream.until("frame", lambda frame: frame["target"] == [21.9, 12.4])
    assert visitor.get(f"/worlds/{key}").good()["frame"]["collected"] == {"banana": 1}
    visitor.delete(f"/worlds/{key}").good(204)
    visitor.get(f"/worlds/{key}").problem(404, "not-found")


def test_a_world_is_paused_and_begun_anew(visitor: Client) -> None:
    key = begun(visitor)
    with watching(visitor, key) as stream:
        stream.until("frame", lambda frame: frame["tick"] > 10)
        visitor.post(f"/worlds/{key}/pause", {"paused": True}).good(202)
        stood = stream.until("frame", lambda frame: frame["paused"])["tick"]
        again = stream.until("frame")
        assert (again["tick"], again["moving"]) == (stood, False)
        visitor.post(f"/worlds/{key}/pause", {"paused": False}).good(202)
        stream.until("frame", lambda frame: frame["tick"] > stood)
        visitor.post(f"/worlds/{key}/restart").good(202)
        stream.until("frame", lambda frame: frame["round"] == 2)


def test_a_world_that_nobody_watches_stands_still_and_goes_on_later(visitor: Client) -> None:
    key = begun(visitor)
    with watching(visitor, key) as stream:
        stream.until("frame", lambda frame: frame["tick"] > 10)
    frame = until(lambda: _still(visitor.get(f"/worlds/{key}").good()["frame"]))
    time.sleep(0.5)
    assert visitor.get(f"/worlds/{key}").good()["frame"]["tick"] == frame["tick"]
    same = visitor.post("/worlds", {"level": "meadow"}).good(200)
    assert same["id"] == key
    with watching(visitor, key) as stream:
        stream.until("frame", lambda later: later["tick"] > frame["tick"])
    other = visitor.post("/worlds", {"level": "meadow", "resume": False}).good(201)
    assert other["id"] != key


def _still(frame: Json) -> Json:
    return None if frame["moving"] else frame


@pytest.mark.parametrize(
    "body",
    [{"x": 1e9, "y": 1}, {"x": "here", "y": 1}, {"x": 1}, {"x": 1, "y": None}, {"x": 1, "y": 1, "z": 1}],
)
def test_a_touch_that_is_no_point_is_refused(body: Json, visitor: Client) -> None:
    key = begun(visitor)
    visitor.post(f"/worlds/{key}/touch", body).problem(422, "invalid")
    not_a_number = b'{"x": NaN, "y": 1}'
    assert visitor.ask("POST", f"/worlds/{key}/touch", data=not_a_number).status in (400, 422)


def test_keys_steer_until_they_are_let_go(visitor: Client) -> None:
    key = begun(visitor)
    with watching(visitor, key) as stream:
        player = stream.until("world")["player"]
        x, _ = place(stream.until("frame", lambda frame: frame["tick"] > 30), player)
        visitor.post(f"/worlds/{key}/steer", {"dx": 1, "dy": 0}).good(202)
        stream.until("frame", lambda frame: place(frame, player)[0] > x + 1)
        visitor.post(f"/worlds/{key}/steer", {"dx": 0, "dy": 1}).good(202)
        stream.until("frame", lambda frame: place(frame, player)[1] > 2)
        assert stream.until("frame")["answer"] == ""
    for body in ({"dx": 2, "dy": 0}, {"dx": 1}, {"dx": "left", "dy": 0}):
        visitor.post(f"/worlds/{key}/steer", body).problem(422, "invalid")


# Limits


def test_a_player_has_two_worlds_at_once(visitor: Client) -> None:
    first, second = begun(visitor, "meadow"), begun(visitor, "orchard")
    with watching(visitor, first) as one:
        with watching(visitor, second) as two:
            one.until("frame")
            two.until("frame")
            problem = visitor.post("/worlds", {"level": "henhouse"}).problem(429, "too-many")
            assert "2" in problem["detail"]
        until(lambda: not visitor.get(f"/worlds/{second}").good()["frame"]["moving"])
    until(lambda: not visitor.get(f"/worlds/{first}").good()["frame"]["moving"])
    begun(visitor, "henhouse")  # the second was left first: it makes room
    visitor.get(f"/worlds/{second}").problem(404, "not-found")
    visitor.get(f"/worlds/{first}").good()


def test_a_world_is_looked_at_from_few_pages(visitor: Client) -> None:
    from urllib.error import HTTPError

    key = begun(visitor)
    streams = [Stream(visitor, key) for _ in range(keeping.MOST_VIEWERS)]
    try:
        for stream in streams:
            stream.until("frame")
        with pytest.raises(HTTPError) as refused:
            Stream(visitor, key)
        with refused.value as answer:
            assert answer.code == 429
    finally:
        for stream in streams:
            stream.close()


def test_a_world_whose_process_dies_ends_for_its_page(site: Site, visitor: Client) -> None:
    before = set(stages(site))
    key = begun(visitor)
    with watching(visitor, key) as stream:
        stream.until("frame")
        (process,) = set(stages(site)) - before
        os.kill(process, signal.SIGKILL)
        end = next(told for name, told in stream if name == "end")
    assert end["reason"] == "failed"
    assert visitor.get(f"/worlds/{key}").good()["state"] == "ended"
    assert visitor.get("/session").status == 200


# Scripts, and the end


def stages(site: Site) -> list[int]:
    return [pid for pid in children(site.pid) if "worlds.process" in command(pid)]


def family(pid: int) -> list[int]:
    """A process and all that come from it."""
    return [pid, *(one for child in children(pid) for one in family(child))]


def gone(processes: set[int]) -> bool:
    """Is none of these left, whoever its parent is by now?"""
    return not any(word in command(pid) for pid in processes for word in ("worlds.process", "lua.worker"))


@pytest.fixture
def hostile(data: Path) -> Iterator[str]:
    """A level of the site with an animal that never ends its turn."""
    folder = data / "worlds"
    folder.mkdir(exist_ok=True)
    files = {"hostile.toml": HOSTILE, "loop.lua": LOOP, "oops.lua": OOPS}
    for name, text in files.items():
        (folder / name).write_text(text)
    yield "hostile"
    for name in files:
        (folder / name).unlink()


def test_a_hostile_script_is_stopped_and_the_site_goes_on(
    hostile: str, visitor: Client, other: Client
) -> None:
    key = begun(visitor, hostile)
    with watching(visitor, key) as stream:
        stream.until("frame")
        for _ in range(40):
            other.get("/session").good()
        troubles = stream.until("troubles", lambda told: any(one["stopped"] for one in told))
        loop = next(one for one in troubles if one["name"] == "Loop")
        assert loop == {
            "name": "Loop",
            "text": "its turn took more than 10000000 instructions",
            "stopped": True,
        }
        oops = next(one for one in troubles if one["name"] == "Oops")
        assert "oops.lua:3" in oops["text"] and not oops["stopped"]
        here = stream.until("frame")
        tortoise = here["characters"][-1][0]
        stream.until("frame", lambda frame: place(frame, tortoise) != place(here, tortoise))
    french = visitor.ask("GET", f"/worlds/{key}", headers={"Accept-Language": "fr"}).good()
    assert "son tour a pris plus de 10000000 instructions" in {one["text"] for one in french["troubles"]}


@pytest.mark.many
def test_a_server_that_ends_leaves_no_process_of_a_world(tmp_path: Path) -> None:
    site = Site(tmp_path / "data")
    for number in (signal.SIGKILL, signal.SIGTERM):
        site.start()
        try:
            client = site.client()
            keys = [begun(client, level) for level in ("meadow", "orchard")]
            with watching(client, keys[0]) as one, watching(client, keys[1]) as two:
                one.until("frame")
                two.until("frame")
                processes = [pid for stage in stages(site) for pid in family(stage)]
                assert len(processes) >= 4, "a world and its scripts are two processes at least"
                site.stop(number)
            until(partial(gone, set(processes)))
        finally:
            site.stop()


def test_without_clew_world_and_clew_lab_the_site_says_how_to_install_them(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(
        "import sys\nsys.modules['clew_world'] = sys.modules['clew_lab'] = None"
    )
    bare = Site(tmp_path / "data", environment={"PYTHONPATH": str(tmp_path)}).start()
    try:
        client = bare.client()
        found = client.get("/worlds/levels").good()
        assert (found["items"], found["can_run"], found["install"]) == ([], False, install("world"))
        for problem in (
            client.post("/worlds", {"level": "meadow"}).problem(503, "unavailable"),
            client.get("/worlds/parts").problem(503, "unavailable"),
        ):
            assert install("world") in problem["detail"]
        assert install("sweep") in client.get("/exports/events.csv").problem(503, "unavailable")["detail"]
        assert "blocks" in {board["family"] for board in client.get("/boards").good()["items"]}
    finally:
        bare.stop()
