"""What stays when games and boards are deleted: numbers of attempts, ratings, points."""

from __future__ import annotations

import csv
import io

from tests.studio.client import Client, Json
from tests.studio.server import Site
from tests.studio.test_accounts import PASSWORD
from tests.studio.test_games import BOARD, win
from tests.studio.test_makers import fresh

TINY = "coroutine-one-row"


def attempts(client: Client, board: str = BOARD) -> list[int]:
    """The numbers of my games on a board, as researchers get them."""
    text = client.get(f"/exports/events.csv?mine=true&board={board}").data.decode()
    rows = csv.DictReader(io.StringIO(text))
    return sorted(int(row["attempt"]) for row in rows if row["event"] == "start")


def begin(client: Client, board: str = BOARD) -> str:
    key: str = client.post("/games", {"board": board, "resume": False}).good(201)["id"]
    return key


def published(client: Client, number: int) -> str:
    """A board of one move, published by its maker."""
    key: str = client.post("/boards", {"board": fresh(number)}).good(201)["id"]
    assert client.publish(key)["status"] == "published"
    return key


def rating(client: Client) -> Json:
    return client.get("/stats").good()["rating"]


def test_a_number_of_an_attempt_is_given_once(visitor: Client) -> None:
    keys = [begin(visitor) for _ in range(3)]
    assert attempts(visitor) == [1, 2, 3]
    visitor.delete(f"/games/{keys[0]}").good(204)
    visitor.delete(f"/games/{keys[2]}").good(204)
    begin(visitor)
    assert attempts(visitor) == [2, 4], "3 was deleted, and nobody else gets its number"


def test_games_of_a_guest_are_numbered_after_those_of_the_account(
    site: Site, member: Client, name: str
) -> None:
    begin(member)
    begin(member)
    guest = site.client()
    begin(guest)
    key = begin(guest)
    guest.delete(f"/games/{key}").good(204)
    begin(guest, TINY)
    guest.post("/session", {"name": name, "password": PASSWORD}).good()
    assert attempts(guest) == [1, 2, 3]
    assert attempts(guest, TINY) == [1]
    begin(guest)
    assert attempts(guest) == [1, 2, 3, 5], "the guest had two attempts, of which one was deleted"


def test_winning_deleting_and_winning_again_moves_no_rating(visitor: Client) -> None:
    first = win(visitor, TINY)
    ours = rating(visitor)
    theirs = visitor.get(f"/boards/{TINY}").good()["rating"]
    assert ours["value"] > 1500
    for _ in range(3):
        visitor.delete(f"/games/{first['id']}").good(204)
        first = win(visitor, TINY)
    assert rating(visitor) == ours
    assert visitor.get(f"/boards/{TINY}").good()["rating"] == theirs


def test_giving_up_deleting_and_winning_moves_no_rating(visitor: Client) -> None:
    key = begin(visitor, TINY)
    visitor.answered(f"/games/{key}/surrender").good()
    ours = rating(visitor)
    assert ours["value"] < 1500
    visitor.delete(f"/games/{key}").good(204)
    win(visitor, TINY)
    assert rating(visitor) == ours


def test_a_guest_who_signs_in_is_not_rated_a_second_time(site: Site, member: Client, name: str) -> None:
    guest = site.client()
    win(guest, TINY)
    guest.post("/session", {"name": name, "password": PASSWORD}).good()
    ours = rating(guest)
    win(guest, TINY)
    assert rating(guest) == ours


def test_drafts_and_copies_move_no_rating(member: Client) -> None:
    win(member, member.post("/boards", {"board": fresh(60)}).good(201)["id"], shown=fresh(60))
    assert rating(member)["value"] == 1500, "a draft is its maker's alone"
    published(member, 61)
    win(member, published(member, 61))
    assert rating(member)["value"] == 1500, "the second of two equal boards"


def test_points_go_with_their_board_and_with_nothing_else(member: Client, visitor: Client) -> None:
    """Deleting another game changes no points, of boards that stand or of boards that do not."""
    gone, stays = published(member, 62), published(member, 63)
    deleted = win(visitor, gone)
    win(visitor, stays)
    worse = win(visitor, TINY)
    assert visitor.get("/stats").good()["points"] == 300
    member.delete(f"/boards/{gone}").good(204)
    assert visitor.get("/stats").good()["points"] == 200
    assert visitor.get("/leaderboard").good()["me"]["points"] == 200
    shown = visitor.get(f"/games/{deleted['id']}").good()
    assert (shown["status"], shown["rank"]) == ("won", None), "the game stays, and is in no list"
    visitor.delete(f"/games/{worse['id']}").good(204)
    stats = visitor.get("/stats").good()
    assert (stats["points"], stats["ranked"]) == (100, 1)
    assert visitor.get("/leaderboard").good()["me"]["points"] == 100


def test_publishing_winning_and_deleting_gathers_no_points_and_moves_no_rating(member: Client) -> None:
    ratings = []
    for _ in range(3):
        key = published(member, 64)
        win(member, key)
        ratings.append(rating(member))
        member.delete(f"/boards/{key}").good(204)
    assert member.get("/stats").good()["points"] == 0
    assert ratings[0]["value"] != 1500, "the first win is one"
    assert ratings == [ratings[0]] * 3


def test_a_guest_who_becomes_a_player_has_played_boards_that_are_gone(
    site: Site, member: Client, name: str
) -> None:
    """A record without a board goes over to the account like the others."""
    guest, maker = site.client(), site.client()
    maker.sign_up(f"{name}b")
    for number in (69, 70):
        key = published(maker, number)
        win(guest, key)
        maker.delete(f"/boards/{key}").good(204)
    guest.post("/session", {"name": name, "password": PASSWORD}).good()
    ours = rating(guest)
    for number in (69, 70):
        win(guest, published(maker, number))
    assert rating(guest) == ours


def test_a_game_that_has_not_ended_leaves_nothing_behind(member: Client, other: Client) -> None:
    key = published(member, 71)
    begin(other, key)
    member.delete(f"/boards/{key}").good(204)
    win(other, published(member, 71))
    assert rating(other)["value"] != 1500


def test_the_copy_of_a_deleted_board_takes_its_place(member: Client, visitor: Client) -> None:
    first, copy = published(member, 65), published(member, 65)
    assert win(visitor, copy)["score"]["points"] == 0
    member.delete(f"/boards/{first}").good(204)
    assert visitor.get("/stats").good()["points"] == 100
    assert visitor.get("/leaderboard").good()["me"]["points"] == 100


def test_ranking_again_changes_nothing(member: Client, visitor: Client) -> None:
    """The best games and points that stand are those that are found from the games alone."""
    from clew_studio.games import results
    from clew_studio.models import Game, Player

    def standing() -> set[tuple[str, int]]:
        rows = Game.objects.filter(player=player, best=True).values_list("pk", "points")
        return set(rows)

    gone, key = published(member, 66), published(member, 67)
    for board in (gone, key, key, TINY, TINY, BOARD):
        last = win(visitor, board)
    visitor.delete(f"/games/{last['id']}").good(204)
    member.delete(f"/boards/{gone}").good(204)
    player = Player.objects.get(pk=visitor.get("/account/data").good()["player"]["id"])
    before = standing()
    assert len(before) == 2
    results.rank_again(player)
    assert standing() == before


def test_an_edited_draft_is_another_board(member: Client, other: Client, site: Site, name: str) -> None:
    """What counts is what the board was when the game ended, not what is made of it later."""
    maker = site.client()
    maker.sign_up(f"{name}b")
    key = published(maker, 72)
    draft = member.post("/boards", {"board": fresh(73)}).good(201)["id"]
    win(member, draft, shown=fresh(73))
    member.ask("PUT", f"/boards/{draft}", {"board": fresh(72)}).good()
    win(member, key)
    assert rating(member)["value"] != 1500, "the player's first game on that board"
    before = rating(member)
    member.delete(f"/boards/{draft}").good(204)
    win(member, published(maker, 73))
    assert rating(member) == before, "but not the first on this one"
