"""What a move asks of the database: it is what a site with many players does most."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.studio.test_site import WIN

Json = Any
CHANGES = ["UPDATE", "INSERT"]
"""The statements that write a move."""

FRAME = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE")
_numbers = itertools.count(1)


class Visitor:
    """A browser whose requests are answered in this process, with all that is before and behind the API."""

    def __init__(self) -> None:
        self.client = Client(HTTP_HOST="127.0.0.1", enforce_csrf_checks=True)
        self.client.get("/api/v1/session")

    def post(self, path: str, body: Json) -> Json:
        token = self.client.cookies.get("csrftoken")
        headers = {} if token is None else {"X-CSRFToken": token.value}
        reply = self.client.post(
            f"/api/v1{path}", json.dumps(body), content_type="application/json", headers=headers
        )
        assert reply.status_code < 300, reply.content[:1000]
        return reply.json()

    def counted(self, path: str, body: Json) -> tuple[Json, list[str]]:
        """An answer, and the statements that read or write, in their order."""
        with CaptureQueriesContext(connection) as seen:
            answer = self.post(path, body)
        told = [query["sql"] for query in seen.captured_queries]
        return answer, [sql for sql in told if not sql.startswith(FRAME)]


def most() -> int:
    """How many statements a move may take."""
    return 1 + len(CHANGES)


def guest() -> Visitor:
    return Visitor()


def member() -> Visitor:
    visitor = Visitor()
    name = f"counted{next(_numbers)}"
    visitor.post(
        "/account", {"name": name, "email": f"{name}@example.org", "password": "correct horse battery"}
    )
    return visitor


@pytest.fixture(autouse=True)
def unlimited(data: Path) -> Iterator[None]:
    assert not settings.CONFIG.limited
    assert connection.features.supports_json_field, "which Django asks SQLite once for each connection"
    yield
    connection.close()


@pytest.mark.parametrize("who", [guest, member])
def test_a_move_reads_once_and_writes_once(who: Callable[[], Visitor]) -> None:
    visitor = who()
    game = visitor.post("/games", {"board": "blocks-gar-1"})["id"]
    for number, move in enumerate(["CL3", "CR3", "CL3"]):
        shown, told = visitor.counted(f"/games/{game}/moves", {"moves": [move], "cursor": number})
        assert shown["cursor"] == number + 1
        assert shown["board"]["id"] == "blocks-gar-1"
        assert [sql.split()[0] for sql in told] == ["SELECT", *CHANGES]


@pytest.mark.parametrize("step", ["undo", "redo", "restart"])
def test_and_so_does_what_undoes_it(step: str) -> None:
    visitor = guest()
    game = visitor.post("/games", {"board": "blocks-gar-1", "moves": ["CL3"]})["id"]
    if step == "redo":
        visitor.post(f"/games/{game}/undo", {})
    _, told = visitor.counted(f"/games/{game}/{step}", {})
    assert len(told) <= most(), told


def test_a_warning_that_a_game_is_lost_takes_one_more_and_none_where_it_is_known(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from clew.search.limits import Limits
    from clew_studio.jobs import answers

    monkeypatch.setattr(answers, "_budget", Limits)  # what an instant is not enough for is not known
    visitor = guest()
    game = visitor.post("/games", {"board": "blocks:AAooo/ooooC/BoooC/Boooo"})["id"]  # nobody plays this one
    counts = []
    for move in ("BU1", "BD1", "BU1", "BD1"):
        _, told = visitor.counted(f"/games/{game}/moves", {"moves": [move], "watch": True})
        counts.append(len(told))
    assert counts == [most() + 1, most() + 1, most(), most()]


def test_what_is_read_at_once_is_what_the_board_is() -> None:
    """Tags, the same board published before, the best win: as the board itself shows them."""
    visitor = member()
    first = visitor.post("/games", {"board": "blocks-gar-1", "moves": WIN})
    assert first["status"] == "won"
    again = visitor.post("/games", {"board": "blocks-gar-1", "resume": False})["id"]
    shown, _ = visitor.counted(f"/games/{again}/moves", {"moves": ["CL3"]})
    board = visitor.client.get("/api/v1/boards/blocks-gar-1").json()
    assert board["won"] and board["best"] == len(WIN) and board["tags"]
    assert shown["board"] == {key: board[key] for key in shown["board"]}


def test_a_board_that_is_the_same_as_another_says_so_during_a_game() -> None:
    from clew_studio.models import Board

    first = Board.objects.get(pk="blocks-gar-1")
    twin = Board.objects.get(pk="blocks-gar-1")
    twin.pk, twin.published = f"twin-of-gar-{next(_numbers)}", None
    twin.save(force_insert=True)
    Board.objects.filter(pk=twin.pk).update(published="2100-01-01T00:00:00Z", made_from=first)
    visitor = guest()
    game = visitor.post("/games", {"board": twin.pk})["id"]
    shown, told = visitor.counted(f"/games/{game}/moves", {"moves": ["CL3"]})
    board = visitor.client.get(f"/api/v1/boards/{twin.pk}").json()
    Board.objects.filter(pk=twin.pk).delete()
    assert shown["board"] == {key: board[key] for key in shown["board"]}
    assert shown["board"]["same_as"]["id"] == shown["board"]["made_from"]["id"] == first.pk
    assert len(told) <= most(), told
