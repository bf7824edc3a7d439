"""Statements whose SQL is put together once: they do what Django's own do."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from django.db import DatabaseError, connection
from django.forms.models import model_to_dict
from django.utils import timezone

from tests.studio.client import Client

if TYPE_CHECKING:
    from clew_studio.models import Event, Game

RELATED = ("board", "pack", "player")


@pytest.fixture(autouse=True)
def closed(data: Path) -> Iterator[None]:
    yield
    connection.close()


def same(one: Game | None, other: Game | None) -> None:
    """Both are the same, with everything that was read along."""
    assert one is not None and other is not None
    known = [name for name in vars(other) if not name.startswith("_")]
    assert {name: getattr(one, name) for name in known} == {name: getattr(other, name) for name in known}
    for name in RELATED:
        mine, theirs = getattr(one, name), getattr(other, name)
        assert one._state.fields_cache.keys() == other._state.fields_cache.keys()
        assert (mine is None) == (theirs is None)
        if mine is not None:
            assert model_to_dict(mine) == model_to_dict(theirs)


def read(key: str) -> Any:
    from clew_studio.api.rows import GAME_WITH_BOARD

    return GAME_WITH_BOARD.first(key)


def plainly(key: str) -> Any:
    from clew_studio.api.rows import games_with_board

    return games_with_board().filter(pk=key).first()


def test_a_game_is_read_as_by_the_plain_query(member: Client, visitor: Client) -> None:
    of_board = member.post("/games", {"board": "blocks-gar-1", "moves": ["CL3"]}).good(201)["id"]
    of_text = visitor.post("/games", {"board": "blocks:AAo/ooo/ooo"}).good(201)["id"]
    level = visitor.get("/packs/first-steps").good()["levels"][0]["board"]["id"]
    in_pack = visitor.post("/games", {"board": level, "pack": "first-steps"}).good(201)["id"]
    for key in [of_board, of_text, in_pack] * 2:
        same(read(key), plainly(key))
    assert read(of_board).player.user is not None
    assert read(of_text).board is None


@pytest.mark.parametrize("key", ["none", "", "%s", "'; DROP TABLE studio_game; --", "100%", "é\\"])
def test_an_unknown_key_finds_nothing(key: str) -> None:
    assert read(key) is None
    assert read(key) is None


def test_what_was_changed_since_is_seen(visitor: Client) -> None:
    key = visitor.post("/games", {"board": "blocks-gar-1"}).good(201)["id"]
    assert read(key).steps == []
    visitor.post(f"/games/{key}/moves", {"moves": ["CL3"]}).good()
    assert [step[0] for step in read(key).steps] == ["CL3"]


def test_every_thread_can_use_it(visitor: Client) -> None:
    key = visitor.post("/games", {"board": "blocks-gar-1"}).good(201)["id"]
    found: list[Any] = []

    def work() -> None:
        found.append(read(key))
        connection.close()

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [game.pk for game in found] == [key] * 4


def test_it_outlives_its_connection(visitor: Client) -> None:
    key = visitor.post("/games", {"board": "blocks-gar-1"}).good(201)["id"]
    for _ in range(2):
        assert read(key) is not None
        connection.close()


def test_a_query_without_the_value_is_refused() -> None:
    from clew_studio.database import Prepared
    from clew_studio.models import Board

    with pytest.raises(ValueError, match=r"\[0\] times"):
        Prepared(lambda _: Board.objects.filter(pk="always the same")).first("x")


def game_of_nobody() -> Any:
    from clew_studio.models import Game, Player

    now = timezone.now()
    player = Player.objects.create(guest_name="Somebody with 'quotes' and 100 %")
    return Game.objects.create(player=player, keys={}, start="s", started=now, touched=now)


def test_an_update_changes_what_it_names_of_a_row_that_is_there() -> None:
    from clew_studio.database import Table
    from clew_studio.models import Game

    game, other = game_of_nobody(), game_of_nobody()
    steps = [["A'R1", 1, 'é"\\%s'], ["B", 2, "100%"]]
    table = Table(Game)
    changes = {"steps": steps, "cursor": 2, "events": 4, "touched": timezone.now(), "aided": True}
    for name, value in {**changes, "points": 5}.items():
        setattr(game, name, value)
    for _ in range(2):
        assert table.update(game, tuple(changes))
    game.refresh_from_db()
    other.refresh_from_db()
    assert {name: getattr(game, name) for name in changes} == changes and game.points == 0
    assert other.steps == [] and other.events == 0
    Game.objects.filter(pk=game.pk).delete()
    assert not table.update(game, tuple(changes))


def test_a_query_may_have_several_values_in_any_order() -> None:
    from clew_studio.database import Prepared
    from clew_studio.models import Game

    game, other = game_of_nobody(), game_of_nobody()
    mine: Prepared[Game] = Prepared(lambda key, player: Game.objects.filter(player=player, pk=key))
    for _ in range(2):
        assert mine.first(game.pk, game.player.pk) == game
        assert mine.first(other.pk, game.player.pk) is None
        assert mine.first(game.pk, "%s") is None


@pytest.mark.parametrize("count", [0, 1, 3, 50])
def test_rows_are_written_as_by_django(count: int) -> None:
    from clew_studio.database import Table
    from clew_studio.models import Event

    now = timezone.now()
    plain, quick = game_of_nobody(), game_of_nobody()

    def lines(game: Game) -> list[Event]:
        return [
            Event(
                game=game, seq=k, event="move", move=f"{k}%'é", t_client_ms=k or None, t_server=now, build="b"
            )
            for k in range(count)
        ]

    Event.objects.bulk_create(lines(plain))
    Table(Event).insert(lines(quick))
    written = [
        list(
            game.log.order_by("seq").values("seq", "event", "move", "t_client_ms", "t_server", "build", "key")
        )
        for game in (plain, quick)
    ]
    assert written[0] == written[1] and len(written[0]) == count


@pytest.mark.site
def test_postgresql_plans_it_once(visitor: Client) -> None:
    key = visitor.post("/games", {"board": "blocks-gar-1"}).good(201)["id"]
    for _ in range(10):
        assert read(key) is not None
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT generic_plans FROM pg_prepared_statements WHERE statement LIKE '%studio_game%'"
        )
        assert cursor.fetchall()[0][0] >= 4


@pytest.mark.site
@pytest.mark.parametrize("table", ["studio_pack", "studio_board"])
def test_a_migration_beside_a_running_site_breaks_no_request(visitor: Client, table: str) -> None:
    """As docs/operate.md upgrades a site: the tables change while the old processes still answer."""
    key = visitor.post("/games", {"board": "blocks-gar-1"}).good(201)["id"]
    for move in ("CL3", "CR3") * 10:
        visitor.post(f"/games/{key}/moves", {"moves": [move]}).good()
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT character_maximum_length FROM information_schema.columns"
            " WHERE table_name = %s AND column_name = 'title'",
            [table],
        )
        (length,) = cursor.fetchone()
    for wide in (length + 100, length):
        assert read(key) is not None
        with connection.cursor() as cursor:
            cursor.execute(f"ALTER TABLE {table} ALTER COLUMN title TYPE varchar({wide})")
        for move in ("CL3", "CR3") * 10:
            visitor.post(f"/games/{key}/moves", {"moves": [move]}).good()
            visitor.get(f"/games/{key}").good()
        assert read(key) is not None


@pytest.mark.site
def test_a_statement_that_a_pooler_has_lost_runs_again(visitor: Client) -> None:
    key = visitor.post("/games", {"board": "blocks-gar-1"}).good(201)["id"]
    assert read(key) is not None
    connection.connection.pgconn.exec_(b"DEALLOCATE ALL")
    assert read(key) is not None
    assert read(key) is not None


@pytest.mark.parametrize("number", [2**31, 2**32 + 5, 2**40 + 7, 2**63])
def test_a_number_too_large_for_its_column_is_refused_or_kept(number: int) -> None:
    """SQLite has no sizes; it refuses only what exceeds 64 bits."""
    from clew_studio.database import Table
    from clew_studio.models import Game

    game = game_of_nobody()
    try:
        game.points = number
        Table(Game).update(game, ("points",))
    except (DatabaseError, OverflowError):
        number = 0
    game.refresh_from_db()
    assert game.points == number


@pytest.mark.site
def test_a_connection_that_the_server_ended_is_replaced(visitor: Client) -> None:
    """Without a question to the server before each request."""
    key = visitor.post("/games", {"board": "blocks-gar-1"}).good(201)["id"]
    assert read(key) is not None
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        (number,) = cursor.fetchone()
    assert connection.is_usable()

    def end() -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_terminate_backend(%s, 5000)", [number])
        connection.close()

    thread = threading.Thread(target=end)
    thread.start()
    thread.join()
    assert not connection.is_usable()
    connection.health_check_done = False  # a request begins
    assert read(key) is not None


@pytest.mark.site
def test_requests_share_the_connections_to_redis(visitor: Client) -> None:
    from django.conf import settings

    from clew_studio.shared.engines import redis_of

    redis = redis_of(settings.CONFIG)

    def opened() -> int:
        return int(redis.info("stats")["total_connections_received"])

    visitor.post("/games", {"board": "blocks-gar-1"}).good(201)
    visitor.get("/session").good()
    before = opened()
    for _ in range(20):
        visitor.get("/session").good()
    assert opened() - before < 20
