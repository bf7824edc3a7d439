"""Boards that a page plays by itself, and games that were played so: the server still judges them."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.studio.client import Client, Json
from tests.studio.test_assistance import BOARD, begun, is_ranked, won
from tests.studio.test_games import solution

HINT: Json = {"id": "t-1", "event": "hint", "to": "2", "t_client_ms": 500}
DISTANCE: Json = {"id": "t-2", "event": "distance", "t_client_ms": 500}
REVIEW: Json = {"id": "t-3", "event": "review", "t_client_ms": 500}


def saw(client: Client, key: str, *events: Json) -> None:
    assert client.post(f"/games/{key}/events", {"events": list(events)}).status == 204


def sent(client: Client, **more: Json) -> Json:
    """A game that was played to its end without the server."""
    body = {"board": BOARD, "resume": False, "moves": solution(client, BOARD), "sent": "a-1", **more}
    return client.post("/games", body).good()


def test_there_is_no_other_engine(visitor: Client) -> None:
    for name in ("null.wasm", "nothing.wasm", "worker.wasm"):
        visitor.get(f"//engine/{name}").problem(404, "not-found")


def test_a_hint_that_the_page_gave_is_help(visitor: Client) -> None:
    key = begun(visitor)
    for _ in range(2):  # sent twice, it is one hint
        saw(visitor, key, HINT)
    assert visitor.get(f"/games/{key}").good()["hints"] == 1
    game = won(visitor, key)
    assert game["aided"] and not is_ranked(game)


def test_a_distance_that_the_page_showed_is_help_and_no_hint(visitor: Client) -> None:
    key = begun(visitor)
    saw(visitor, key, DISTANCE)
    assert visitor.get(f"/games/{key}").good()["hints"] == 0
    assert not is_ranked(won(visitor, key))


def test_help_counts_in_the_next_game_too(visitor: Client) -> None:
    saw(visitor, begun(visitor), HINT)
    assert not is_ranked(won(visitor, begun(visitor)))


@pytest.mark.parametrize("event", [HINT, DISTANCE])
def test_help_that_is_told_after_the_win_takes_it_off_the_leaderboard(visitor: Client, event: Json) -> None:
    slow = begun(visitor)
    moves = solution(visitor, BOARD)
    back = {"L": "R", "R": "L", "U": "D", "D": "U"}
    first = moves[0]
    visitor.post(f"/games/{slow}/moves", {"moves": [first, first[0] + back[first[1]] + first[2:]]}).good()
    assert is_ranked(won(visitor, slow))
    key = begun(visitor)
    assert is_ranked(won(visitor, key))
    assert leader(visitor) == len(moves)
    saw(visitor, key, event)
    game = visitor.get(f"/games/{key}").good()
    assert game["aided"] and not is_ranked(game)
    assert leader(visitor) == len(moves) + 2


def test_a_review_of_the_page_is_help_in_the_games_after_it(visitor: Client) -> None:
    key = begun(visitor)
    assert is_ranked(won(visitor, key))
    for _ in range(2):
        saw(visitor, key, REVIEW)
    game = visitor.get(f"/games/{key}").good()
    assert is_ranked(game) and not game["hints"] and not game["aided"]
    assert leader(visitor) == len(solution(visitor, BOARD))
    again = won(visitor, begun(visitor))
    assert again["aided"] and not is_ranked(again)


def test_a_review_in_a_game_that_goes_on_is_help(visitor: Client) -> None:
    key = begun(visitor)
    saw(visitor, key, REVIEW)
    assert not is_ranked(won(visitor, key))


def leader(client: Client) -> int:
    """The length of my win on the leaderboard."""
    length: int = client.get(f"/boards/{BOARD}/leaderboard").good()["me"]["length"]
    return length


def test_a_game_played_without_the_server_is_judged_like_any_other(visitor: Client) -> None:
    game = sent(visitor, spent_ms=61_000)
    assert game["status"] == "won"
    assert is_ranked(game)
    assert game["score"]["time_ms"] >= 61_000


def test_it_arrives_once(visitor: Client) -> None:
    first = sent(visitor)
    again = sent(visitor)
    assert again["id"] == first["id"]
    assert visitor.get(f"/games?board={BOARD}").good()["count"] == 1


def test_a_name_is_known_among_ones_own_games_only(visitor: Client, other: Client) -> None:
    assert sent(visitor)["id"] != sent(other)["id"]


def test_a_game_with_help_that_was_played_so_is_not_ranked(visitor: Client) -> None:
    game = sent(visitor, helped=True)
    assert (game["status"], game["hints"]) == ("won", 1)
    assert not is_ranked(game)


@pytest.mark.parametrize("name", ["x", ""])
def test_a_server_that_dies_before_the_help_is_recorded_has_begun_no_game(
    visitor: Client, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    from clew_studio.games import arrivals, assistance
    from clew_studio.models import Board, Player
    from clew_studio.puzzles.reading import read_puzzle

    class Dead(BaseException):
        """No handler catches it."""

    def die(*_: object) -> None:
        raise Dead

    begun(visitor)
    player = Player.objects.get(pk=visitor.get("/session").good()["player"]["id"])
    board = Board.objects.get(pk=BOARD)
    monkeypatch.setattr(assistance, "record_in_game", die)
    with pytest.raises(Dead):
        arrivals.arrive(player, read_puzzle(board.keys), board, None, sent=name, spent_ms=0, had_help=True)
    assert visitor.get("/games").good()["count"] == 1


def test_help_without_a_move_is_help_for_the_next_game(visitor: Client) -> None:
    game = sent(visitor, helped=True, moves=[])
    assert (game["status"], game["hints"]) == ("playing", 1)
    assert not is_ranked(won(visitor, begun(visitor)))


def test_one_with_a_wrong_move_leaves_no_game(visitor: Client) -> None:
    visitor.post("/games", {"board": BOARD, "resume": False, "moves": ["AR9"], "sent": "x"}).problem(
        422, "illegal-move"
    )
    assert visitor.get("/games").good()["count"] == 0


def test_moves_that_go_on_after_the_win_leave_no_game(visitor: Client) -> None:
    moves = solution(visitor, BOARD)
    begun(visitor)
    known = visitor.get("/games").good()["count"]
    body = {"board": BOARD, "resume": False, "moves": [*moves, moves[-1]], "sent": "x"}
    visitor.post("/games", body).problem(409, "conflict")
    assert visitor.get("/games").good()["count"] == known
    assert sent(visitor, sent="x")["status"] == "won"


@pytest.mark.parametrize("first", [1, None], ids=["in the middle", "won"])
def test_help_of_which_only_a_later_sending_tells_counts(visitor: Client, first: int | None) -> None:
    """A page sends the beginning of a game, and its player asks for a hint after that."""
    game = sent(visitor, moves=solution(visitor, BOARD)[:first])
    assert game["hints"] == 0
    again = sent(visitor, helped=True)
    assert again["id"] == game["id"]
    if first is not None:
        rest = {"moves": solution(visitor, BOARD)[first:], "cursor": first}
        again = visitor.post(f"/games/{game['id']}/moves", rest).good()
    assert again["status"] == "won" and again["aided"]
    assert not is_ranked(again)


def test_it_arrives_once_from_several_pages_at_once(visitor: Client) -> None:
    begun(visitor)
    moves = solution(visitor, BOARD)

    def send(_: int) -> str:
        return str(sent(visitor, moves=moves, sent="at-once")["id"])

    with ThreadPoolExecutor(8) as pages:
        assert len(set(pages.map(send, range(8)))) == 1
    won = visitor.get(f"/games?board={BOARD}&status=won").good()
    assert won["count"] == 1


def test_the_page_without_the_server_knows_nobody(member: Client, name: str) -> None:
    page = member.get("//offline")
    assert page.status == 200
    assert b'id="app"' in page.data
    assert b'id="answers"' not in page.data
    assert name.encode() not in page.data


def test_a_game_that_went_on_without_the_server_takes_as_long_as_the_page_says(visitor: Client) -> None:
    key, moves = begun(visitor), solution(visitor, BOARD)
    path = f"/games/{key}/moves"
    visitor.post(path, {"moves": moves[:2], "cursor": 0}).good()
    away = {"moves": moves[2:], "cursor": 2, "elapsed_ms": 61_000}
    game = visitor.post(path, away).good()
    assert game["status"] == "won" and is_ranked(game)
    assert 61_000 <= game["score"]["time_ms"] < 70_000
    # The answer was lost: the page looks, and finds all its moves.
    assert visitor.get(f"/games/{key}").good()["moves"] == moves


def test_the_page_cannot_make_a_game_shorter(visitor: Client) -> None:
    game = sent(visitor, spent_ms=61_000, moves=solution(visitor, BOARD)[:1])
    part = {"moves": solution(visitor, BOARD)[1:], "cursor": 1, "elapsed_ms": 5}
    won = visitor.post(f"/games/{game['id']}/moves", part).good()
    assert won["score"]["time_ms"] >= 61_000


def test_moves_without_the_server_are_refused_where_the_game_went_on(visitor: Client) -> None:
    key, moves = begun(visitor), solution(visitor, BOARD)
    visitor.post(f"/games/{key}/moves", {"moves": moves[:2]}).good()
    late = {"moves": moves[1:], "cursor": 1, "elapsed_ms": 61_000}
    visitor.post(f"/games/{key}/moves", late).problem(409, "conflict")
    game = visitor.get(f"/games/{key}").good()
    assert game["moves"] == moves[:2] and game["elapsed_ms"] < 61_000


def test_a_first_move_whose_answer_was_lost_begins_one_game(visitor: Client) -> None:
    """The page names the game that it asks the server to begin, and sends the rest under that name."""
    moves = solution(visitor, BOARD)
    first = visitor.post("/games", {"board": BOARD, "moves": moves[:1], "sent": "b-1"}).good(201)
    again = sent(visitor, sent="b-1", moves=moves)
    assert (again["id"], again["moves"]) == (first["id"], moves[:1])
    assert visitor.get("/games").good()["count"] == 1
