"""Who gets the next thread or stream: nobody keeps the others out, and a full house says so at once."""

from __future__ import annotations

import asyncio
import re
import threading
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from clew.errors import ClewError
from tests.promptness import HANGS

SOON = HANGS


def pool(**caps: Any) -> Any:
    from clew_studio.web.request_pools import PoolLimits, RequestPool

    usual = {"threads": 2, "each": 1, "waiting": 10, "under_way": 5, "visitor": 5, "seconds": SOON}
    return RequestPool("test", PoolLimits(**{**usual, **caps}))


def caller(address: str, visitor: str | None = None) -> Any:
    from clew_studio.requests.callers import Caller

    return Caller(address, visitor or address)


class Works:
    """Requests whose work lasts until it is let go; records which have begun."""

    def __init__(self, of: Any) -> None:
        self.pool = of
        self.begun: list[str] = []
        self.let_go = threading.Event()
        self.gone: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def ask(self, who: Any, gone: asyncio.Future[None] | None = None) -> asyncio.Task[str]:
        async def whole() -> str:
            with self.pool.admitted(who):
                found: str = await self.pool.run(who, gone or self.gone, lambda: self._work(who.visitor))
                return found

        return asyncio.create_task(whole())

    def _work(self, name: str) -> str:
        self.begun.append(name)
        assert self.let_go.wait(SOON)
        return name

    async def until(self, right: Callable[[], object]) -> None:
        async with asyncio.timeout(SOON):
            while not right():
                await asyncio.sleep(0.005)


def run(test: Callable[[], Awaitable[None]]) -> None:
    async def whole() -> None:
        await test()

    asyncio.run(whole())


def test_addresses_take_turns() -> None:
    async def test() -> None:
        works = Works(pool(threads=1))
        first = works.ask(caller("a", "a1"))
        await works.until(lambda: works.begun)
        rest = [works.ask(caller("a", f"a{n}")) for n in (2, 3, 4)]
        await asyncio.sleep(0)
        rest.append(works.ask(caller("b")))
        await asyncio.sleep(0)
        works.let_go.set()
        await asyncio.gather(first, *rest)
        assert works.begun.index("b") <= 2, "at most one of the many goes before the other address"

    run(test)


def test_one_address_never_has_all_threads() -> None:
    async def test() -> None:
        works = Works(pool())
        many = [works.ask(caller("a", f"a{n}")) for n in range(4)]
        other = works.ask(caller("b"))
        await works.until(lambda: len(works.begun) == 2)
        assert "b" in works.begun
        works.let_go.set()
        await asyncio.gather(*many, other)
        assert len(works.begun) == 5

    run(test)


def test_who_has_much_under_way_is_refused_and_the_others_are_not() -> None:
    from clew_studio.web.request_pools import Busy

    async def test() -> None:
        works = Works(pool(threads=2, each=1, under_way=3, visitor=2, waiting=3))
        held = [works.ask(caller("a", "x")), works.ask(caller("a", "x"))]
        await works.until(lambda: works.begun)
        with pytest.raises(Busy) as visitor:
            await works.ask(caller("a", "x"))
        held.append(works.ask(caller("a", "y")))
        await asyncio.sleep(0)
        with pytest.raises(Busy) as address:
            await works.ask(caller("a", "z"))
        assert visitor.value.mine and address.value.mine
        held += [works.ask(caller("b")), works.ask(caller("c"))]
        await asyncio.sleep(0)
        with pytest.raises(Busy) as house:
            await works.ask(caller("d"))
        assert not house.value.mine and house.value.seconds > 0
        works.let_go.set()
        await asyncio.gather(*held)
        assert await works.ask(caller("d")) == "d", "there is room again"

    run(test)


def test_who_goes_while_waiting_costs_nothing() -> None:
    from clew_studio.web.request_pools import Gone

    async def test() -> None:
        works = Works(pool(threads=1))
        first = works.ask(caller("a"))
        await works.until(lambda: works.begun)
        gone: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        second = works.ask(caller("b"), gone)
        await asyncio.sleep(0)
        gone.set_result(None)
        with pytest.raises(Gone):
            await second
        works.let_go.set()
        await first
        assert await works.ask(caller("c")) == "c"
        assert "b" not in works.begun

    run(test)


def test_nobody_waits_for_ever() -> None:
    from clew_studio.web.request_pools import Busy

    async def test() -> None:
        works = Works(pool(threads=1, seconds=0.0))
        first = works.ask(caller("a"))
        await works.until(lambda: works.begun)
        with pytest.raises(Busy):
            await works.ask(caller("b"))
        works.let_go.set()
        await first

    run(test)


def test_streams_are_few_for_a_visitor_an_address_and_all(monkeypatch: pytest.MonkeyPatch) -> None:
    from contextlib import ExitStack

    from clew_studio.web.request_pools import Busy
    from clew_studio.web.sse import StreamLimits
    from tests.studio.test_manager import bounded

    bounded(monkeypatch, streams=4, streams_each=3, streams_visitor=2)
    streams = StreamLimits()
    with ExitStack() as held:
        for address in ("a", "a", "a", "b"):
            held.enter_context(streams.at(address))
        for address, mine in (("a", True), ("c", False)):
            with pytest.raises(Busy) as refused, streams.at(address):
                pass
            assert refused.value.mine == mine
        for _ in range(2):
            held.enter_context(streams.of("x"))
        with pytest.raises(Busy), streams.of("x"):
            pass
        held.enter_context(streams.of("y"))
    with streams.at("c"), streams.of("x"):
        pass


def test_an_answer_ends_where_nobody_waits_for_it() -> None:
    from clew_studio.web.bridge import answer

    gone = threading.Event()
    closed = []

    def parts() -> Iterator[bytes]:
        try:
            while True:
                yield b"a line\n"
                gone.set()
        finally:
            closed.append(True)

    def app(environ: Any, start: Any) -> Iterator[bytes]:
        start("200 OK", [])
        return parts()

    scope = {"method": "GET", "path": "/", "query_string": b"", "http_version": "1.1", "headers": []}
    assert answer(app, scope, b"", gone, 1 << 30) is None
    assert closed == [True]


def test_an_answer_has_a_largest_size() -> None:
    from clew_studio.web.bridge import TooLargeAnswer, answer

    def app(environ: Any, start: Any) -> Iterator[bytes]:
        start("200 OK", [])
        while True:
            yield bytes(1 << 16)

    scope = {"method": "GET", "path": "/", "query_string": b"", "http_version": "1.1", "headers": []}
    with pytest.raises(TooLargeAnswer):
        answer(app, scope, b"", threading.Event(), 3 << 20)


def test_django_gets_the_body_and_the_address() -> None:
    from clew_studio.web.bridge import answer

    def app(environ: Any, start: Any) -> list[bytes]:
        start("201 Created", [("X-One", "1"), ("X-One", "2")])
        return [environ["wsgi.input"].read(), environ["REMOTE_ADDR"].encode()]

    scope = {
        **{"method": "POST", "path": "/", "query_string": b"", "http_version": "1.1", "headers": []},
        "client": ("10.0.0.1", 5),
    }
    found = answer(app, scope, b"body ", threading.Event(), 100)
    assert found is not None
    found.body.seek(0)
    assert (found.status, found.body.read()) == (201, b"body 10.0.0.1")
    assert found.headers == [(b"x-one", b"1"), (b"x-one", b"2")]
    found.close()


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("10.1.2.3", "10.1.2.3"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("::ffff:10.1.2.3", "10.1.2.3"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
    ],
)
def test_visitors_are_told_apart_by_networks(address: str, network: str) -> None:
    from clew_studio.requests.callers import network_of

    assert network_of(address) == network


def test_every_cap_can_be_set_and_is_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    from clew_studio.bounds import Bounds, bounds_from_environment, name_of

    monkeypatch.setenv("CLEW_STUDIO_STREAMS", "7")
    assert bounds_from_environment() == Bounds(streams=7)
    for bad in ("0", "-1", "many", "1.5"):
        monkeypatch.setenv(name_of("streams"), bad)
        with pytest.raises(ClewError, match="CLEW_STUDIO_STREAMS"):
            bounds_from_environment()


def test_every_cap_stands_in_the_documentation_with_its_default() -> None:
    from clew_studio.bounds import Bounds

    page = (Path(__file__).parents[3] / "docs" / "studio.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `(\w+)` \| (\d+) \| ", page, re.MULTILINE))
    assert rows == {name: str(value) for name, value in Bounds()._asdict().items()}


@pytest.mark.parametrize(
    ("path", "size", "costs_much"),
    [
        ("/api/v1/replay", 10, True),
        ("/api/v1/replay//", 10, True),
        ("/api/v1/film.gif///", 10, True),
        ("/api/v1/games/abc/moves", 50, False),
        ("/api/v1/games/abc/moves", 1000, True),
        ("/api/v1/games/abc/moves//", 1000, True),
        ("/api/v1/map/data", 10, True),
        ("/api/v1/sources/answers/", 10, True),
        ("/api/v1/solve", 1000, False),
        ("/api/v1/solve", 10_000, True),
        ("/api/v1/position", 10_000, False),
    ],
)
def test_what_costs_much_has_a_lane_of_its_own_however_it_is_spelled(
    path: str, size: int, costs_much: bool
) -> None:
    from clew_studio.web.asgi import Application

    app = Application()
    assert (app._pool({"method": "POST", "path": path}, size) is not app.light) == costs_much
