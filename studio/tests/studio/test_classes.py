"""Classes: from a link to a table, without e-mail; nobody outside sees them, and nothing is left behind."""

from __future__ import annotations

import csv
import io
from datetime import timedelta
from importlib import import_module
from pathlib import Path
from secrets import token_hex
from types import SimpleNamespace
from typing import Any

import pytest

from tests.studio.client import Client, Json
from tests.studio.server import Site
from tests.studio.test_cleanup import tidied
from tests.studio.test_erasing import cleaned, in_files, left_of
from tests.studio.test_forecasts import gate
from tests.studio.test_games import solution, win

BOARDS = ("blocks-gar-1", "coroutine-one-row")


@pytest.fixture
def made(member: Client) -> Json:
    """A class of somebody with an account."""
    return member.post("/classes", {"title": "Year 7"}).good(201)


@pytest.fixture
def pupil(site: Site, made: Json) -> Client:
    client = site.client()
    joined(client, made, "Zoé")
    return client


def joined(client: Client, made: Json, name: str) -> str:
    """Joins a class; the number."""
    number: str = client.post(f"/class{made['link'].removeprefix('/class')}/pupils", {"name": name}).good(
        201
    )["number"]
    return number


def room(made: Json) -> str:
    """The page of a class for those with its link, as a path of the API."""
    link: str = made["link"]
    return link


def assigned(teacher: Client, made: Json, *boards: str, **about: object) -> str:
    body = {"title": "For Monday", "boards": boards or BOARDS, **about}
    key: str = teacher.post(f"/classes/{made['id']}/assignments", body).good(201)["id"]
    return key


def table(teacher: Client, made: Json, task: str) -> Json:
    return teacher.get(f"/classes/{made['id']}/assignments/{task}/table").good()


def solve(client: Client, board: str, pack: str) -> Json:
    """Wins a board of an assignment, after a false start."""
    game = client.post("/games", {"board": board, "pack": pack}).good(201)
    moves = solution(client, board)
    client.post(f"/games/{game['id']}/moves", {"moves": moves[:1]}).good()
    client.post(f"/games/{game['id']}/restart").good()
    return client.post(f"/games/{game['id']}/moves", {"moves": moves}).good()


def in_days(days: float) -> str:
    from django.utils import timezone

    return str((timezone.now() + timedelta(days=days)).isoformat())


def test_a_class_takes_an_account(visitor: Client) -> None:
    visitor.get("/session")
    visitor.post("/classes", {"title": "Year 7"}).problem(401, "signed-out")
    visitor.post("/games", {"board": BOARDS[0]}).good(201)
    visitor.post("/classes", {"title": "Year 7"}).problem(401, "signed-out")
    assert visitor.get("/classes").good()["items"] == []


def test_from_the_link_to_the_table(site: Site, member: Client, made: Json, pupil: Client) -> None:
    task = assigned(member, made)
    other = site.client()
    joined(other, made, "Ada")
    page = pupil.get(room(made)).good()
    assert (page["title"], page["me"], [one["title"] for one in page["tasks"]]) == (
        "Year 7",
        "Zoé",
        ["For Monday"],
    )
    assert [level["board"]["id"] for level in page["tasks"][0]["levels"]] == list(BOARDS)
    assert pupil.get("/session").good()["player"]["classroom"]["title"] == "Year 7"
    game = solve(pupil, BOARDS[0], task)
    assert not game["score"]["ranked"]
    other.post("/games", {"board": BOARDS[0], "pack": task}).good(201)
    found = table(member, made, task)
    assert [row["name"] for row in found["rows"]] == ["Ada", "Zoé"]
    ada, zoe = found["rows"]
    assert (ada["solved"], ada["cells"][0]["solved"], ada["cells"][0]["attempts"]) == (0, False, 1)
    assert zoe["cells"][0] == {
        "game": game["id"],
        "solved": True,
        "length": game["board"]["par"],
        "attempts": 1,
        "time_ms": game["elapsed_ms"],
        "hints": 0,
    }
    assert zoe["cells"][1]["game"] is None
    assert found["solved"] == [1, 0]
    seen = member.get(f"/classes/{made['id']}/games/{game['id']}").good()
    assert (seen["pupil"], seen["game"]["moves"]) == ("Zoé", game["moves"])
    assert pupil.get(room(made)).good()["tasks"][0]["levels"][0]["won"]


def test_the_table_as_csv_runs_no_formula(site: Site, member: Client, made: Json) -> None:
    client = site.client()
    joined(client, made, '=cmd, "x"')
    task = assigned(member, made, BOARDS[0])
    solve(client, BOARDS[0], task)
    reply = member.get(f"/classes/{made['id']}/assignments/{task}/table.csv")
    assert reply.headers["Content-Type"] == "text/csv; charset=utf-8"
    head, row = csv.reader(io.StringIO(reply.data.decode("utf-8-sig"), newline=""))
    assert head[:2] == ["pupil", "board"]
    assert row[:2] == ['\'=cmd, "x"', BOARDS[0]]
    assert dict(zip(head, row, strict=True))["solved"] == "1"
    assert reply.data.count(b"\r\n") == 2


def test_names_are_unique_and_a_number_brings_a_pupil_back(site: Site, member: Client, made: Json) -> None:
    first, again, wrong = site.client(), site.client(), site.client()
    number = joined(first, made, "Zoé")
    path = f"{room(made)}/pupils"
    told = again.post(path, {"name": "\u200b\u3164"}).problem(422, "invalid")
    assert told["errors"] == [{"where": "name", "message": "Type your name."}]
    told = again.post(path, {"name": " ZO\u200bÉ\u3164 "}).problem(422, "invalid")
    assert told["errors"][0]["where"] == "number"
    back = again.post(path, {"name": "zoé", "number": number}).good(200)
    assert back == {"name": "Zoé", "number": None}
    assert again.get(room(made)).good()["me"] == "Zoé"
    for _ in range(5):
        wrong.post(path, {"name": "Zoé", "number": "12345"}).problem(422, "invalid")
    wrong.post(path, {"name": "Zoé", "number": number}).problem(429, "too-many")
    key = made["id"]
    pupil = member.get(f"/classes/{key}").good()["members"][0]
    new = member.post(f"/classes/{key}/pupils/{pupil['id']}/number").good()["number"]
    assert wrong.post(path, {"name": "Zoé", "number": new}).good(200)["name"] == "Zoé"
    joined(site.client(), made, "Ada")
    member.ask("PATCH", f"/classes/{key}/pupils/{pupil['id']}", {"name": "ada"}).problem(422, "invalid")
    renamed = member.ask("PATCH", f"/classes/{key}/pupils/{pupil['id']}", {"name": "Zoé B."}).good()
    assert renamed["name"] == "Zoé B." and first.get(room(made)).good()["me"] == "Zoé B."


def test_a_code_leads_to_the_link(visitor: Client, made: Json) -> None:
    visitor.get("/session")
    code = f" {made['code'][:3]} {made['code'][3:].upper()}"
    assert visitor.post("/class", {"code": code}).good()["link"] == made["link"]
    told = visitor.post("/class", {"code": "never"}).problem(422, "invalid")
    assert told["errors"][0]["where"] == "code"


def test_codes_cannot_be_guessed_for_long(visitor: Client, made: Json) -> None:
    from clew_studio.models import Tries

    visitor.get("/session")
    try:
        while (reply := visitor.post("/class", {"code": "never"})).status == 422:
            pass
        reply.problem(429, "too-many")
        visitor.post("/class", {"code": made["code"]}).problem(429, "too-many")
    finally:
        Tries.objects.filter(key__startswith="class-codes").delete()


def test_a_closed_class_takes_nobody_new(site: Site, member: Client, made: Json) -> None:
    number = joined(site.client(), made, "Zoé")
    assert not member.ask("PATCH", f"/classes/{made['id']}", {"open": False}).good()["open"]
    late = site.client()
    told = late.post(f"{room(made)}/pupils", {"name": "Ada"}).problem(422, "invalid")
    assert "takes no new pupils" in told["detail"]
    late.post(f"{room(made)}/pupils", {"name": "Zoé", "number": number}).good(200)


def test_who_has_only_the_link_sees_the_title_alone(site: Site, member: Client, made: Json) -> None:
    assigned(member, made)
    joined(site.client(), made, "Zoé")
    page = site.client().get(room(made)).good()
    assert page == {"title": "Year 7", "open": True, "me": None, "mine": None, "expires": None, "tasks": []}
    assert member.get(room(made)).good()["mine"] == made["id"]
    site.client().get("/class/no-such-token").problem(404, "not-found")


def test_an_account_joins_no_class(other: Client, made: Json) -> None:
    other.sign_up(f"busy-{token_hex(4)}")
    other.post(f"{room(made)}/pupils", {"name": "Ada"}).problem(409, "conflict")


def test_a_guest_is_back_after_the_class(site: Site, made: Json) -> None:
    guest = site.client()
    game = guest.post("/games", {"board": BOARDS[0]}).good(201)["id"]
    joined(guest, made, "Zoé")
    assert guest.get("/games").good()["items"] == []
    guest.delete("/session").good(204)
    assert [one["id"] for one in guest.get("/games").good()["items"]] == [game]


def test_a_pupil_who_signs_up_leaves_the_class_as_it_is(pupil: Client, member: Client, made: Json) -> None:
    task = assigned(member, made, BOARDS[0])
    solve(pupil, BOARDS[0], task)
    pupil.sign_up(f"later-{token_hex(4)}")
    assert pupil.get("/games").good()["items"] == []
    assert table(member, made, task)["rows"][0]["solved"] == 1


@pytest.mark.parametrize("what", ["hints", "distances", "solution"])
def test_help_that_is_off_is_refused(what: str, member: Client, made: Json, pupil: Client) -> None:
    helped = {"hints": True, "distances": True, "solution": True}
    task = assigned(member, made, BOARDS[0], **{**helped, what: False})
    game = pupil.post("/games", {"board": BOARDS[0], "pack": task}).good(201)
    pupil.know(BOARDS[0])
    assert game["permitted"] == {**helped, what: False}
    key, board = game["id"], {"board": BOARDS[0]}
    asked: dict[str, list[tuple[str, str, Json]]] = {
        "hints": [("POST", f"/games/{key}/hint", {"level": 1}), ("POST", "/hint", board)],
        "distances": [("GET", f"/games/{key}/meter", None), ("POST", "/distance", board)],
        "solution": [
            ("POST", "/solve", board),
            ("POST", "/map", board),
            ("POST", "/heatmap", board),
            ("POST", "/board.proof", board),
            ("POST", f"/games/{key}/surrender", None),
        ],
    }
    for name, operations in asked.items():
        for method, path, body in operations:
            reply = pupil.ask(method, path, body)
            if name == what:
                assert "turned off for this board" in reply.problem(403, "forbidden")["detail"], path
            else:
                assert reply.status in (200, 201, 202), (path, reply.data[:300])


def test_a_game_without_solution_is_not_reviewed(member: Client, made: Json, pupil: Client) -> None:
    task = assigned(member, made, BOARDS[0])
    game = solve(pupil, BOARDS[0], task)
    pupil.get(f"/games/{game['id']}/review").problem(403, "forbidden")
    pupil.get(f"/games/{game['id']}/solutions").problem(403, "forbidden")


def test_an_assignment_has_a_beginning_and_an_end(member: Client, made: Json, pupil: Client) -> None:
    path = f"/classes/{made['id']}/assignments"
    body = {"title": "Later", "boards": [BOARDS[0]], "opens": in_days(2), "closes": in_days(1)}
    told = member.post(path, body).problem(422, "invalid")
    assert [error["where"] for error in told["errors"]] == ["closes"]
    task = member.post(path, {**body, "closes": in_days(3)}).good(201)["id"]
    page = pupil.get(room(made)).good()["tasks"][0]
    assert (page["state"], page["levels"]) == ("coming", [])
    pupil.post("/games", {"board": BOARDS[0], "pack": task}).problem(404, "not-found")
    member.ask("PUT", f"{path}/{task}", {**body, "opens": None, "closes": in_days(1)}).good()
    game = pupil.post("/games", {"board": BOARDS[0], "pack": task}).good(201)["id"]
    member.ask("PUT", f"{path}/{task}", {**body, "opens": None, "closes": in_days(-1)}).good()
    assert pupil.get(room(made)).good()["tasks"][0]["state"] == "closed"
    pupil.post(f"/games/{game}/moves", {"moves": ["CL3"]}).problem(409, "conflict")
    pupil.post("/games", {"board": BOARDS[0], "pack": task, "resume": False}).problem(409, "conflict")


def test_in_order_a_win_elsewhere_opens_nothing(member: Client, made: Json, pupil: Client) -> None:
    task = assigned(member, made, rule="in-order")
    win(pupil, BOARDS[0])
    levels = pupil.get(room(made)).good()["tasks"][0]["levels"]
    assert [level["unlocked"] for level in levels] == [True, False]
    pupil.post("/games", {"board": BOARDS[1], "pack": task}).problem(403, "forbidden")
    solve(pupil, BOARDS[0], task)
    pupil.post("/games", {"board": BOARDS[1], "pack": task}).good(201)


def test_a_draft_of_the_teacher_can_be_assigned(
    site: Site, member: Client, other: Client, made: Json, pupil: Client
) -> None:
    draft = member.post("/boards", {"board": gate(3), "title": "Mine"}).good(201)["id"]
    foreign = other.post("/boards", {"board": gate(4)}).good(201)["id"]
    body = {"title": "Mine", "boards": [foreign]}
    told = member.post(f"/classes/{made['id']}/assignments", body).problem(422, "invalid")
    assert told["errors"][0]["where"] == "boards"
    pupil.get(f"/boards/{draft}").problem(404, "not-found")
    task = assigned(member, made, draft, foreign)
    assert [one["board"]["id"] for one in pupil.get(room(made)).good()["tasks"][0]["levels"]] == [draft]
    pupil.post("/games", {"board": draft, "pack": task}).good(201)
    site.client().get(f"/boards/{draft}").problem(404, "not-found")


def test_nobody_outside_sees_a_pupil(
    site: Site, member: Client, other: Client, editor: Client, made: Json, pupil: Client
) -> None:
    from clew_studio.models import Board, Game, Player, RatingPoint

    board = BOARDS[0]
    task = assigned(member, made, board)
    before = Board.objects.values("plays", "wins", "rating", "solvers").get(pk=board)
    game = solve(pupil, board, task)
    key = pupil.get("/session").good()["player"]["id"]
    assert Board.objects.values("plays", "wins", "rating", "solvers").get(pk=board) == before
    assert not Game.objects.get(pk=game["id"]).best
    assert not RatingPoint.objects.filter(player=key).exists()
    assert Player.objects.get(pk=key).rating == 1500
    assert key.encode() not in other.get(f"/boards/{board}/leaderboard?limit=100").data
    assert other.get(f"/players/{key}").status == 404
    assert other.get(f"/packs/{task}").status == 404
    assert editor.get(f"/packs/{task}").status == 404, "editors have no part in classes"
    log = editor.get(f"/exports/events.csv?board={board}").data.decode()
    from clew_studio.research.exporting import pseudonym

    assert pseudonym(Player.objects.get(pk=key)) not in log
    pupil.ask("PUT", "/nickname", {"name": "Zora"}).problem(409, "conflict")


def test_a_deleted_class_leaves_nothing(site: Site, data: Path, member: Client, made: Json) -> None:
    from clew_studio.models import Board, Event, Game, Pack, Player

    name = f"Zephyr {token_hex(4)}"
    pupil = site.client()
    joined(pupil, made, name)
    task = assigned(member, made, BOARDS[0])
    game = solve(pupil, BOARDS[0], task)["id"]
    draft = pupil.post("/boards", {"board": gate(5)}).good(201)["id"]
    pupil.post(f"/boards/{BOARDS[0]}/reports", {"reason": "other", "text": f"{name} says"}).good(201)
    player = pupil.get("/session").good()["player"]["id"]
    assert left_of(name, folder=data), "there is something to delete"
    member.delete(f"/classes/{made['id']}").good(204)
    assert left_of(name, player, game, folder=cleaned(data)) == []
    gone: list[tuple[Any, str]] = [(Player, player), (Game, game), (Pack, task), (Board, draft)]
    assert [model for model, key in gone if model._default_manager.filter(pk=key).exists()] == []
    assert not Event.objects.filter(game=game).exists()
    assert pupil.get("/session").good()["player"] is None
    pupil.get(room(made)).problem(404, "not-found")


def test_names_of_older_versions_are_found_by_what_is_seen_of_them(site: Site, made: Json) -> None:
    from django.apps import apps
    from django.db import connection

    from clew_studio.models import Pupil

    pupils = Pupil.objects.filter(classroom=made["id"])
    numbers = {name: joined(site.client(), made, name) for name in ("Lea", "Ada \u2764", "Ada")}
    pupils.filter(name="Lea").update(name="Lea\u2764\ufe0f", folded="lea\u2764\ufe0f")
    pupils.filter(name="Ada").update(name="Ada \u2764\ufe0f", folded="ada \u2764\ufe0f")
    migration = import_module("clew_studio.migrations.0006_visible_names")
    migration.take_out(apps, SimpleNamespace(connection=connection))
    back = {"name": "Lea\u2764\ufe0f", "number": numbers["Lea"]}
    assert site.client().post(f"{room(made)}/pupils", back).good(200)["name"] == "Lea\u2764"
    assert pupils.filter(folded="ada \u2764").get().number == numbers["Ada \u2764"]
    assert pupils.count() == 3


def test_a_pupil_can_be_removed(data: Path, site: Site, member: Client, made: Json) -> None:
    name, pupil = f"Zephyr {token_hex(4)}", site.client()
    joined(pupil, made, name)
    joined(site.client(), made, "Ada")
    key = pupil.get("/session").good()["player"]["id"]
    member.delete(f"/classes/{made['id']}/pupils/{key}").good(204)
    assert left_of(name, folder=cleaned(data)) == []
    assert [one["name"] for one in member.get(f"/classes/{made['id']}").good()["members"]] == ["Ada"]


def test_a_teacher_who_leaves_takes_the_classes_along(
    data: Path, site: Site, member: Client, made: Json
) -> None:
    name, title, pupil = f"Zephyr {token_hex(4)}", f"Task {token_hex(4)}", site.client()
    joined(pupil, made, name)
    task = assigned(member, made, BOARDS[0], title=title)
    game = solve(pupil, BOARDS[0], task)["id"]
    key = pupil.get("/session").good()["player"]["id"]
    assert member.get("/account/data").good()["classes"][0]["title"] == "Year 7"
    member.delete("/account", {"password": "correct horse battery"}).good(204)
    assert left_of(name, title, key, game, folder=cleaned(data)) == []


def test_a_class_that_nobody_uses_expires(
    site: Site, data: Path, member: Client, made: Json, pupil: Client
) -> None:
    from clew_studio.models import Classroom, Game, Player
    from tests.studio.test_cleanup import make_old, player_of

    name = f"Old{token_hex(4)}"
    joined(site.client(), made, name)
    game = pupil.post("/games", {"board": BOARDS[0]}).good(201)["id"]
    player = player_of(pupil)
    make_old(player)
    tidied()
    assert Game.objects.filter(pk=game).exists(), "a class keeps its pupils, however long ago they played"
    assert made["expires"] > in_days(300)
    rows = Classroom.objects.filter(pk=made["id"])
    rows.update(used=rows.get().used - timedelta(days=400))
    assert tidied()["classes"] == 1
    assert not rows.exists() and not Player.objects.filter(pk=player.pk).exists()
    assert not in_files(name, data)


def test_a_withdrawn_assignment_leaves_the_games(member: Client, made: Json, pupil: Client) -> None:
    task = assigned(member, made, BOARDS[0])
    game = solve(pupil, BOARDS[0], task)["id"]
    member.delete(f"/classes/{made['id']}/assignments/{task}").good(204)
    assert pupil.get(room(made)).good()["tasks"] == []
    assert pupil.get(f"/games/{game}").good()["status"] == "won"
