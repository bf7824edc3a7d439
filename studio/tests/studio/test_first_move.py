"""A game begins with its first move: no clock, no game, no help before it."""

from __future__ import annotations

import re
import time

import pytest

import clew
from tests.studio.client import Client
from tests.studio.server import Site

BOARD = "blocks-gar-1"
ONE_WAY = "ricochet:..#./##../..../..R.>..../...R/..../...."


def line_of(board: str) -> list[str]:
    family, name = board.split("-", 1)
    moves = clew.solve(clew.load(f"boards/{family}/{name}.toml")).moves
    assert moves
    return [*map(str, moves)]


def test_looking_at_a_board_starts_no_game(site: Site) -> None:
    somebody = site.client()
    opened = somebody.get(f"/boards/{BOARD}/play").good()
    assert opened["game"] is None
    assert opened["board"]["position"]["moves"]
    somebody.get(f"//play/{BOARD}")
    assert somebody.get("/games").good()["count"] == 0
    assert somebody.get("/session").good()["player"] is None


def test_the_first_move_starts_the_game_in_one_request(site: Site) -> None:
    somebody, line = site.client(), line_of(BOARD)
    game = somebody.post("/games", {"board": BOARD, "moves": line[:1]}).good(201)
    assert (game["moves"], game["cursor"], game["elapsed_ms"]) == (line[:1], 1, 0)
    going = somebody.get(f"/boards/{BOARD}/play").good()["game"]
    assert going["id"] == game["id"]
    again = somebody.post("/games", {"board": BOARD, "moves": line[:1]}).problem(409, "conflict")
    assert again["game"]["id"] == game["id"]


def test_an_illegal_first_move_starts_none(site: Site) -> None:
    somebody = site.client()
    somebody.post("/games", {"board": BOARD, "moves": ["AR9"]}).problem(422, "illegal-move")
    assert somebody.get("/games").good()["count"] == 0


def test_a_game_that_is_sent_twice_at_once_stays() -> None:
    """Both requests find that it has just begun; the second to play in it must not take it away."""
    from clew_studio.api.games import _opened
    from clew_studio.api.schemas import GameIn
    from clew_studio.games import arrivals, play
    from clew_studio.models import Board, Game, Player
    from clew_studio.requests.problems import Problem

    player, board, line = (
        Player.objects.create(guest_name="twice"),
        Board.objects.get(pk=BOARD),
        line_of(BOARD),
    )
    sent, _ = arrivals.arrive(player, board.read(), board, None, sent="one", spent_ms=0, had_help=False)
    play.play(sent.pk, line, 0, None)
    with pytest.raises(Problem):
        _opened(sent, GameIn(board=BOARD, moves=line, sent="one"))
    assert Game.objects.get(pk=sent.pk).status == "won"
    player.delete()


def test_the_clock_stands_until_the_first_touch(site: Site) -> None:
    """Looking, and leaving the window, is not yet playing; thinking after the first move is."""
    somebody, line = site.client(), line_of(BOARD)
    game = somebody.post("/games", {"board": BOARD}).good(201)["id"]
    time.sleep(0.3)
    seen = {"id": "t-1", "event": "blur", "t_client_ms": 0}
    somebody.post(f"/games/{game}/events", {"events": [seen]}).good(204)
    time.sleep(0.2)
    first = somebody.post(f"/games/{game}/moves", {"moves": line[:1]}).good()
    assert first["elapsed_ms"] == 0
    time.sleep(0.3)
    second = somebody.post(f"/games/{game}/moves", {"moves": line[1:2]}).good()
    assert second["elapsed_ms"] >= 300


def test_that_a_goal_is_lost_is_said_without_counting_as_help(site: Site) -> None:
    """Every player of such a board is warned: it must not take wins off the leaderboard."""
    somebody = site.client()
    lost = clew.Game(ONE_WAY)
    somebody.know(ONE_WAY, lost.play("c4L"))
    game = somebody.post("/games", {"board": ONE_WAY, "moves": ["c4L"], "watch": True}).good(201)
    assert game["lost"] is True
    back = somebody.post(f"/games/{game['id']}/undo", {"watch": True}).good()
    assert back["lost"] is False
    key = "ricochet-noughts-and-crosses"
    line = line_of(key)
    won = somebody.post("/games", {"board": key, "moves": line[:1], "watch": True}).good(201)
    for move in line[1:]:
        won = somebody.post(f"/games/{won['id']}/moves", {"moves": [move], "watch": True}).good()
    assert (won["status"], won["aided"], won["score"]["ranked"]) == ("won", False, True)


def test_statistics_count_boards_not_games(member: Client) -> None:
    line = line_of(BOARD)
    for _ in range(2):
        member.post("/games", {"board": BOARD, "moves": line}).good(201)
    row = member.get("/stats").good()["families"][0]
    assert (row["family"], row["games"], row["wins"], row["solved"]) == ("blocks", 2, 2, 1)
    assert row["boards"] >= 11


def test_a_link_for_a_password_names_its_account_and_signs_in(admin_link: str, site: Site) -> None:
    uid, token = re.fullmatch(r"/account/reset/(\w+)/([\w-]+)", admin_link).groups()  # type: ignore[union-attr]
    admin = site.client()
    assert admin.get(admin_link).good() == {"name": "admin", "second_step": False}
    body = {"uid": uid, "token": token, "password": "the administrators battery"}
    assert admin.post("/account/reset/confirm", body).good()["player"]["staff"]
    page = admin.get("//admin/").data.decode()
    assert "puzzles of the day" in page.lower()
    assert "starts of experiments" in page.lower()
    assert "Dailies" not in page and "Sittings" not in page and "Django administration" not in page
    admin.get(admin_link).problem(403, "forbidden")


def test_the_admin_asks_for_a_name_where_everybody_signs_in(visitor: Client) -> None:
    page = visitor.get("//admin/studio/board/")
    assert b'<div id="app">' in page.data
    assert b"Django" not in page.data
