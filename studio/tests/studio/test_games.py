"""Games over the network: every move is checked, kept, and believed only when replayed."""

from __future__ import annotations

from pathlib import Path

import pytest

import clew_lab.study
from tests.studio.client import Client, Json
from tests.studio.server import Site

BOARD = "blocks-gar-1"
EASY = {
    "blocks": "blocks-gar-1",
    "pebbles": "pebbles-chessboard",
    "ricochet": "ricochet-noughts-and-crosses",
    "coroutine": "coroutine-one-row",
}

COLUMNS = [
    *("player", "level", "attempt", "seq", "event", "piece", "from", "to", "move"),
    *("t_client_ms", "t_server", "consent_version", "build"),
]


def solution(client: Client, board: str) -> list[str]:
    """The moves that solve a board, as the API tells them somebody else: this player has no help."""
    line: list[str] = Client(client.site).answered("/hint", {"board": board}).good(200)["line"]
    return line


def win(client: Client, board: str = BOARD, shown: str | None = None) -> Json:
    """Wins a board; `shown` is the board as a stranger may ask about it, where it is a draft."""
    game = client.post("/games", {"board": board, "resume": False}).good(201)
    return client.post(f"/games/{game['id']}/moves", {"moves": solution(client, shown or board)}).good(200)


@pytest.mark.parametrize("family", EASY)
def test_each_family_is_played_to_the_end(visitor: Client, family: str) -> None:
    board = EASY[family]
    game = visitor.post("/games", {"board": board}).good(201)
    assert game["scene"]["family"] == family
    moves = solution(visitor, board)
    for number, move in enumerate(moves):
        assert move in [one["move"] for one in game["position"]["moves"]]
        body = {"moves": [move], "cursor": number}
        game = visitor.post(f"/games/{game['id']}/moves", body).good(200)
        assert game["cursor"] == number + 1
        assert game["status"] == ("won" if number + 1 == len(moves) else "playing")
    assert game["position"]["solved"]
    assert game["score"] == {
        "length": game["board"]["par"],
        "par": game["board"]["par"],
        "time_ms": game["elapsed_ms"],
        "ranked": True,
        "points": 100,
    }
    assert game["board"]["won"]


def test_undo_redo_restart_and_resume(visitor: Client) -> None:
    game = visitor.post("/games", {"board": BOARD}).good(201)
    key = game["id"]
    visitor.post(f"/games/{key}/moves", {"moves": ["CL3", "HU1", "BR1"]}).good()
    undone = visitor.post(f"/games/{key}/undo").good()
    assert (undone["moves"], undone["undone"], undone["length"]) == (["CL3", "HU1"], ["BR1"], 2)
    assert visitor.post(f"/games/{key}/redo").good()["moves"] == ["CL3", "HU1", "BR1"]
    both = visitor.post(f"/games/{key}/undo", {"count": 2, "cursor": 3}).good()
    assert (both["moves"], both["undone"]) == (["CL3"], ["HU1", "BR1"])
    visitor.post(f"/games/{key}/undo", {"count": 2}).problem(409, "conflict")
    visitor.post(f"/games/{key}/redo", {"count": 3}).problem(409, "conflict")
    assert visitor.post(f"/games/{key}/redo", {"count": 2}).good()["moves"] == ["CL3", "HU1", "BR1"]
    back = visitor.post(f"/games/{key}/restart").good()
    assert (back["cursor"], back["undone"]) == (0, ["CL3", "HU1", "BR1"])
    assert back["position"]["state"] == game["position"]["state"]
    visitor.post(f"/games/{key}/redo").good()
    visitor.post(f"/games/{key}/moves", {"moves": ["GD1"]}).good()
    again = visitor.post("/games", {"board": BOARD}).good(200)
    assert again["id"] == key
    assert (again["moves"], again["undone"]) == (["CL3", "GD1"], [])
    assert again["share"] == f"/play/{BOARD}?moves=CL3+GD1"
    assert visitor.get(f"/games/{key}").good()["moves"] == ["CL3", "GD1"]


def test_an_illegal_move_changes_nothing_and_says_why(visitor: Client) -> None:
    game = visitor.post("/games", {"board": BOARD}).good(201)
    reply = visitor.post(f"/games/{game['id']}/moves", {"moves": ["CL3", "AR1"]})
    problem = reply.problem(422, "illegal-move")
    assert problem["reason"] == "piece A has no free cell to its right"
    assert (problem["move"], problem["index"]) == ("AR1", 1)
    assert "HU1" in problem["legal"]
    assert visitor.get(f"/games/{game['id']}").good()["moves"] == []


def test_two_windows_do_not_overwrite_each_other(visitor: Client) -> None:
    key = visitor.post("/games", {"board": BOARD}).good(201)["id"]
    visitor.post(f"/games/{key}/moves", {"moves": ["CL3"], "cursor": 0}).good()
    problem = visitor.post(f"/games/{key}/moves", {"moves": ["HU1"], "cursor": 0}).problem(409, "conflict")
    assert problem["game"]["moves"] == ["CL3"]
    visitor.post(f"/games/{key}/restart", {"cursor": 1}).good()
    visitor.post(f"/games/{key}/undo").problem(409, "conflict")


def test_a_forged_score_is_refused(visitor: Client) -> None:
    game = win(visitor)
    key, moves = game["id"], game["moves"]
    visitor.post(f"/games/{key}/finish", {"moves": moves, "length": len(moves)}).good(200)
    visitor.post(f"/games/{key}/finish", {"length": len(moves) - 1}).problem(422, "forged")
    visitor.post(f"/games/{key}/finish", {"moves": moves[:-1]}).problem(422, "forged")
    other = visitor.post("/games", {"board": BOARD}).good(201)["id"]
    visitor.post(f"/games/{other}/finish", {"moves": moves}).problem(422, "forged")
    visitor.post(f"/games/{other}/finish").problem(409, "conflict")
    assert visitor.get(f"/boards/{BOARD}/leaderboard").good()["me"]["length"] == len(moves)


def test_a_row_with_moves_that_were_never_legal_wins_nothing(visitor: Client) -> None:
    """Somebody who can write into the table still cannot make a win that replays."""
    from clew_studio.games import play as games
    from clew_studio.models import Game

    key = visitor.post("/games", {"board": BOARD}).good(201)["id"]
    game = Game.objects.get(pk=key)
    game.steps = [["AR3", 1, game.start.replace("EAAHoG", "EooHAA")]]
    game.cursor = 1
    with pytest.raises(games.Conflict, match="unsolved"):
        games.check(game, None, None)


def test_leaderboard_stats_and_badges_change_with_a_win(visitor: Client, other: Client) -> None:
    board = "coroutine-bailey-2"
    assert visitor.get("/stats").good()["wins"] == 0
    assert visitor.get(f"/boards/{board}/leaderboard").good()["me"] is None
    game = win(visitor, board)
    assert {badge["key"] for badge in game["badges"]} == {"first-win", "perfect"}
    assert game["rank"] is not None
    mine = visitor.get(f"/boards/{board}/leaderboard").good()["me"]
    assert (mine["length"], mine["me"], mine["guest"]) == (game["length"], True, True)
    stats = visitor.get("/stats").good()
    assert (stats["wins"], stats["boards"], stats["points"], stats["perfect"]) == (1, 1, 100, 1)
    assert stats["streak"] == {"days": 1, "best": 1, "today": True}
    assert stats["rating"]["value"] > 1500
    assert visitor.get("/leaderboard").good()["me"]["points"] == 100
    later = win(other, board)
    assert later["rank"] != game["rank"] or later["elapsed_ms"] != game["elapsed_ms"]
    rows = visitor.get(f"/boards/{board}/leaderboard?limit=100").good()["items"]
    assert [row["length"] for row in rows] == sorted(row["length"] for row in rows)
    assert [row["rank"] for row in rows] == list(range(1, len(rows) + 1))


def test_only_moves_that_come_one_by_one_have_a_time_on_the_leaderboard(site: Site) -> None:
    board = "pebbles-triangle-of-four"
    moves = solution(site.client(), board)
    slow, whole, away, again = (site.client() for _ in range(4))
    game = slow.post("/games", {"board": board}).good(201)
    for move in moves:
        game = slow.post(f"/games/{game['id']}/moves", {"moves": [move]}).good()
    times = slow.get(f"/boards/{board}/others").good()["times"]
    whole.post("/games", {"board": board, "moves": moves}).good(201)
    sent = away.post("/games", {"board": board, "sent": "a name", "spent_ms": 5, "moves": moves[:1]}).good(
        201
    )
    for move in moves[1:]:
        away.post(f"/games/{sent['id']}/moves", {"moves": [move]}).good()
    first = again.post("/games", {"board": board, "moves": moves}).good(201)
    retried = again.post(f"/games/{first['id']}/retry", {"keep": 1}).good(201)
    for move in moves[1:]:
        retried = again.post(f"/games/{retried['id']}/moves", {"moves": [move]}).good()
    assert retried["status"] == "won"
    timed, *untimed = [
        client.get(f"/boards/{board}/leaderboard").good()["me"] for client in (slow, whole, away, again)
    ]
    assert timed["time_ms"] is not None
    assert [row["time_ms"] for row in untimed] == [None] * 3
    assert game["rank"] == timed["rank"] < min(row["rank"] for row in untimed)
    assert slow.get(f"/boards/{board}/others").good()["times"] == times


def test_only_the_best_win_of_a_player_is_in_the_list(visitor: Client) -> None:
    board = "coroutine-bailey-3"
    longer = visitor.post("/games", {"board": board}).good(201)
    first = solution(visitor, board)
    visitor.post(f"/games/{longer['id']}/moves", {"moves": first}).good()
    win(visitor, board)
    rows = visitor.get(f"/boards/{board}/leaderboard?limit=100").good()["items"]
    assert sum(row["me"] for row in rows) == 1
    games = visitor.get(f"/games?board={board}&status=won").good()
    assert games["count"] == 2
    for game in games["items"]:
        visitor.delete(f"/games/{game['id']}").good(204)
    assert visitor.get(f"/boards/{board}/leaderboard").good()["me"] is None


def test_a_hint_tells_no_more_than_its_level_and_is_not_ranked(visitor: Client) -> None:
    game = visitor.post("/games", {"board": BOARD}).good(201)
    path = f"/games/{game['id']}/hint"
    one = visitor.answered(path, {"level": 1}).good(200)
    assert (one["piece"], one["direction"], one["move"], one["line"]) == ("B", None, None, None)
    assert one["levels"] == ["Move piece B."]
    two = visitor.post(path, {"level": 2}).good(200)
    assert (two["piece"], two["direction"], two["move"]) == ("B", "right", None)
    three = visitor.post(path, {"level": 3}).good(200)
    assert three["move"]["move"] == three["best"][0]
    assert (three["hints"], three["distance"]) == (3, 8)
    over = visitor.post(f"/games/{game['id']}/moves", {"moves": three["line"]}).good()
    assert (over["status"], over["score"]["ranked"], over["rank"]) == ("won", False, None)
    assert visitor.get("/stats").good()["hints"] == 3


def test_the_meter_knows_when_the_goal_is_out_of_reach(visitor: Client) -> None:
    board = "ricochet[open]:R../.../..G>.../.../..R"
    visitor.know(board)
    game = visitor.post("/games", {"board": board}).good(201)
    meter = visitor.get(f"/games/{game['id']}/meter").good()
    assert meter == {
        "known": True,
        "distance": None,
        "goal_reachable": False,
        "at_home": {"home": 0, "of": 1},
    }
    visitor.answered(f"/games/{game['id']}/hint", {"level": 1}).good(200)
    assert visitor.get(f"/games/{game['id']}").good()["board"] is None


def test_giving_up_shows_the_way(visitor: Client) -> None:
    key = visitor.post("/games", {"board": BOARD}).good(201)["id"]
    visitor.post(f"/games/{key}/moves", {"moves": ["HU1"]}).good()
    over = visitor.answered(f"/games/{key}/surrender").good(200)
    assert over["game"]["status"] == "surrendered"
    line = {"board": BOARD, "moves": ["HU1", *over["solution"]["moves"]]}
    shown = visitor.post("/replay", line).good(200)
    assert shown["solved"]
    assert len(shown["steps"]) == shown["length"] == 9
    visitor.post(f"/games/{key}/moves", {"moves": ["CL3"]}).problem(409, "conflict")
    assert visitor.answered(f"/games/{key}/surrender").good(200)["game"]["status"] == "surrendered"


def test_time_stops_when_nobody_plays(visitor: Client) -> None:
    from datetime import timedelta

    from clew_studio.models import Game

    key = visitor.post("/games", {"board": BOARD, "moves": ["BR1"]}).good(201)["id"]
    game = Game.objects.get(pk=key)
    game.touched -= timedelta(hours=5)
    game.save()
    now = visitor.post(f"/games/{key}/moves", {"moves": ["CL3"]}).good()
    assert 120_000 <= now["elapsed_ms"] < 125_000


def test_the_log_has_every_event_in_the_columns_of_a_study(visitor: Client) -> None:
    import csv
    import io

    key = visitor.post("/games", {"board": BOARD}).good(201)["id"]
    events = [
        {"event": "drag_start", "piece": "C", "from": "e5", "t_client_ms": 100},
        {"event": "drag_end", "piece": "C", "from": "e5", "to": "b5", "t_client_ms": 400},
        {"event": "blur"},
    ]
    visitor.post(f"/games/{key}/events", {"events": events}).good(204)
    visitor.post(f"/games/{key}/moves", {"moves": ["CL3"], "t_client_ms": 410}).good()
    visitor.post(f"/games/{key}/undo", {"t_client_ms": 900}).good()
    visitor.answered(f"/games/{key}/hint", {"level": 2}).good()
    visitor.answered(f"/games/{key}/surrender").good()
    text = visitor.get("/exports/events.csv?mine=true").data.decode()
    rows = list(csv.DictReader(io.StringIO(text)))
    assert list(rows[0]) == COLUMNS
    told = [row["event"] for row in rows]
    assert told == ["start", "drag_start", "drag_end", "blur", "move", "undo", "hint", "surrender"]
    move = rows[4]
    assert [
        move[key] for key in ("level", "attempt", "seq", "piece", "from", "to", "move", "t_client_ms")
    ] == ([BOARD, "1", "5", "C", "e5", "b5", "CL3", "410"])
    book = list(csv.DictReader(io.StringIO(visitor.get("/exports/codebook.csv").data.decode())))
    assert [row["name"] for row in book] == list(rows[0])
    assert len({row["player"] for row in rows}) == 1


def test_an_event_that_is_sent_again_is_written_down_once(visitor: Client) -> None:
    """As a page sends it whose first request was answered too late, or not at all."""
    import csv
    import io

    key = visitor.post("/games", {"board": BOARD}).good(201)["id"]
    first = [
        {"id": "tab-1", "event": "drag_start", "piece": "C", "t_client_ms": 100},
        {"id": "tab-2", "event": "drag_end", "piece": "C", "t_client_ms": 400},
    ]
    more = [{"id": "tab-3", "event": "blur"}, {"id": "tab-3", "event": "blur"}, {"event": "focus"}]
    for events in (first, first, [*first, *more], [{"event": "focus"}]):
        visitor.post(f"/games/{key}/events", {"events": events}).good(204)
    other = visitor.post("/games", {"board": BOARD, "resume": False}).good(201)["id"]
    visitor.post(f"/games/{other}/events", {"events": first[:1]}).good(204)
    rows = csv.DictReader(io.StringIO(visitor.get("/exports/events.csv?mine=true").data.decode()))
    told = [(row["attempt"], row["seq"], row["event"]) for row in rows]
    assert told == [
        *(("1", "1", "start"), ("1", "2", "drag_start"), ("1", "3", "drag_end"), ("1", "4", "blur")),
        *(("1", "5", "focus"), ("1", "6", "focus"), ("2", "1", "start"), ("2", "2", "drag_start")),
    ]


def test_no_cell_of_an_export_is_a_formula(visitor: Client, tmp_path: Path) -> None:
    """What a page says of a drag does not run in a spreadsheet, and `clew study` reads it as it was."""
    import csv
    import io

    pieces = ["=1+1", "+A1", "-A1", "@SUM(A1)", "'=quoted", "A", "-3"]
    key = visitor.post("/games", {"board": BOARD}).good(201)["id"]
    events = [{"event": "drag_start", "piece": piece, "from": "e5", "t_client_ms": 100} for piece in pieces]
    visitor.post(f"/games/{key}/events", {"events": events}).good(204)
    data = visitor.get("/exports/events.csv?mine=true").data
    rows = list(csv.DictReader(io.StringIO(data.decode())))[1:]
    assert [row["piece"] for row in rows] == ["'=1+1", "'+A1", "'-A1", "'@SUM(A1)", "''=quoted", "A", "-3"]
    assert {row["t_client_ms"] for row in rows} == {"100"}
    cells = [cell for row in rows for cell in row.values()]
    assert [cell for cell in cells if cell.startswith(("=", "+", "-", "@"))] == ["-3"]
    log = tmp_path / "events.csv"
    log.write_bytes(data)
    assert [row.piece for row in clew_lab.study.read_log(str(log)).rows][1:] == pieces


def test_the_log_is_the_same_as_parquet(visitor: Client) -> None:
    import csv
    import io

    import pyarrow.parquet

    empty = visitor.get("/exports/events.parquet?mine=true")
    assert empty.status == 401, "nobody has a log before the first game"
    key = visitor.post("/games", {"board": BOARD}).good(201)["id"]
    visitor.post(f"/games/{key}/moves", {"moves": ["CL3", "HU1"], "t_client_ms": 7}).good()
    table = pyarrow.parquet.read_table(io.BytesIO(visitor.get("/exports/events.parquet?mine=true").data))
    rows = list(csv.DictReader(io.StringIO(visitor.get("/exports/events.csv?mine=true").data.decode())))
    told = [
        {name: "" if value is None else str(value) for name, value in row.items()}
        for row in table.to_pylist()
    ]
    assert told == rows
    nothing = visitor.get("/exports/events.parquet?mine=true&board=none")
    assert pyarrow.parquet.read_table(io.BytesIO(nothing.data)).num_rows == 0


def test_a_guest_lives_in_the_session_alone(visitor: Client, other: Client) -> None:
    assert visitor.get("/session").good()["player"] is None
    visitor.post("/games", {"board": BOARD}).good(201)
    assert visitor.get("/session").good()["player"]["guest"]
    assert other.get("/games").good()["count"] == 0


def test_a_game_is_drawn_as_a_film(visitor: Client) -> None:
    key = visitor.post("/games", {"board": BOARD}).good(201)["id"]
    visitor.post(f"/games/{key}/moves", {"moves": ["CL3", "HU1"]}).good()
    film = visitor.get(f"/games/{key}/film.gif")
    assert (film.status, film.headers["Content-Type"], film.data[:6]) == (200, "image/gif", b"GIF89a")


def test_acknowledged_moves_survive_a_killed_server(tmp_path_factory: pytest.TempPathFactory) -> None:
    import signal

    place = Site(tmp_path_factory.mktemp("killed") / "data").start()
    try:
        player = place.client()
        key = player.post("/games", {"board": BOARD}).good(201)["id"]
        acknowledged = []
        for move in ("CL3", "HU1", "BR1", "GD1"):
            acknowledged = player.post(f"/games/{key}/moves", {"moves": [move]}).good()["moves"]
        place.stop(signal.SIGKILL)
        place.start()
        player.site = place.url
        assert player.get(f"/games/{key}").good()["moves"] == acknowledged == ["CL3", "HU1", "BR1", "GD1"]
    finally:
        place.stop()


def test_a_game_with_a_full_log_takes_no_more_events(visitor: Client) -> None:
    from clew_studio.bounds import Bounds
    from clew_studio.models import Event, Game

    key = visitor.post("/games", {"board": "blocks-gar-1"}).good(201)["id"]
    visitor.post(f"/games/{key}/moves", {"moves": ["CL3"]}).good(200)
    Game.objects.filter(pk=key).update(events=Bounds().game_events)
    count = Event.objects.filter(game=key).count()
    seen = {"events": [{"event": "focus", "t_client_ms": 1}]}
    for path, body in (("events", seen), ("moves", {"moves": ["CR3"]}), ("undo", None), ("restart", None)):
        visitor.post(f"/games/{key}/{path}", body).problem(409, "conflict")
    assert Event.objects.filter(game=key).count() == count
    assert visitor.answered(f"/games/{key}/surrender").good(200)["game"]["status"] == "surrendered"
