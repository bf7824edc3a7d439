"""Who had help: what the server told about a solution it remembers, whatever the page says of it."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests.studio.client import Client, Json
from tests.studio.server import Site
from tests.studio.test_games import solution, win

BOARD = "blocks-gar-1"
TWIN = "coroutine-bailey-2"
SAME = {
    "as it is": "blocks:BBoooG/EooHoG/EAAHoG/EooHoo/FoooCC/FoDDDo",
    "reflected": "blocks:FoDDDo/FoooCC/EooHoo/EAAHoG/EooHoG/BBoooG",
    "renamed": "blocks:ZZoooG/EooHoG/EAAHoG/EooHoo/YoooCC/YoDDDo",
}
"""The board in other words, none of them its name on the site."""
PASSWORD = "correct horse battery"


@pytest.fixture(autouse=True)
def _known(site: Site) -> None:
    """What the tests ask about is known at once."""
    for board in (BOARD, TWIN, *SAME.values()):
        site.client().know(board)


def begun(client: Client, board: str = BOARD) -> str:
    key: str = client.post("/games", {"board": board, "resume": False}).good(201)["id"]
    return key


def won(client: Client, key: str, board: str = BOARD) -> Json:
    """A game that is played to the end by moves that somebody else was told."""
    return [client.post(f"/games/{key}/moves", {"moves": [move]}).good() for move in solution(client, board)][
        -1
    ]


def asked(client: Client, path: str, **more: Json) -> Json:
    """The answer to a question about the board, once it is known."""
    return client.answered(path, {"board": BOARD, **more}).good()


def is_ranked(game: Json) -> bool:
    assert (game["rank"] is not None) == game["score"]["ranked"] == (not game["aided"])
    return bool(game["score"]["ranked"])


@pytest.mark.parametrize(
    ("path", "more"),
    [
        ("/hint", {}),
        ("/solve", {}),
        ("/distance", {}),
        ("/position", {"distance": True}),
        ("/heatmap", {}),
        ("/map", {}),
        ("/map/state", {"index": 0}),
    ],
)
def test_a_win_after_help_is_not_ranked(visitor: Client, path: str, more: Json) -> None:
    key = begun(visitor)
    asked(visitor, path, **more)
    game = won(visitor, key)
    assert not is_ranked(game)
    assert game["hints"] == 0, "none in the game"
    assert "perfect" not in {badge["key"] for badge in game["badges"]}
    assert visitor.get(f"/boards/{BOARD}/leaderboard").good()["me"] is None
    assert visitor.get("/stats").good()["rating"]["value"] < 1500


def test_what_tells_no_solution_is_no_help(visitor: Client) -> None:
    key = begun(visitor)
    asked(visitor, "/position")
    asked(visitor, "/replay", moves=["CL3"])
    asked(visitor, "/validate")
    visitor.answered("/hint", {"board": "coroutine-one-row"}).good(200)
    assert is_ranked(won(visitor, key))


def test_help_of_the_game_counts_for_the_next_one_too(site: Site) -> None:
    for help_ in ("hint", "surrender"):
        visitor = site.client()
        key = begun(visitor)
        visitor.post(f"/games/{key}/{help_}", {"level": 3} if help_ == "hint" else None).good(200)
        assert not is_ranked(won(visitor, begun(visitor))), help_
    measured = site.client()
    key = begun(measured)
    measured.get(f"/games/{key}/meter").good()
    assert not is_ranked(won(measured, key))


def test_help_before_the_first_game_counts(visitor: Client) -> None:
    visitor.answered("/hint", {"board": BOARD}).good(200)
    assert visitor.cookie("sessionid") is None
    assert not is_ranked(win(visitor))
    assert is_ranked(win(visitor, TWIN))


def test_help_on_a_position_counts_that_the_game_comes_through(visitor: Client) -> None:
    import clew

    key = begun(visitor)
    line = solution(visitor, BOARD)
    game = clew.Game(clew.load("boards/blocks/gar-1.toml"))
    for move in line[:2]:
        game.play(move)
    here = str(game.puzzle.at(game.state))
    visitor.answered("/hint", {"board": here}).good(200)
    assert not is_ranked(won(visitor, key))


@pytest.mark.parametrize("text", SAME.values(), ids=SAME)
@pytest.mark.parametrize("path", ["/hint", "/solve", "/distance", "/map"])
def test_help_on_the_same_board_in_other_words_counts(visitor: Client, text: str, path: str) -> None:
    key = begun(visitor)
    asked(visitor, path, board=text)
    assert not is_ranked(won(visitor, key))


@pytest.mark.parametrize("text", SAME.values(), ids=SAME)
@pytest.mark.parametrize("help_", ["hint", "meter", "surrender"])
def test_help_in_a_game_of_the_same_board_in_other_words_counts(
    visitor: Client, text: str, help_: str
) -> None:
    key = begun(visitor, text)
    if help_ == "meter":
        visitor.get(f"/games/{key}/meter").good(200)
    else:
        visitor.post(f"/games/{key}/{help_}", {"level": 3} if help_ == "hint" else None).good(200)
    assert not is_ranked(won(visitor, begun(visitor)))


def test_help_on_a_position_counts_for_the_board_that_begins_there(site: Site, member: Client) -> None:
    """A board that is one move away, as a text and as a draft: the position after that move is BOARD."""
    before = "blocks:BBoooG/EooHoG/EAAHoG/EooHoo/FoooCC/FDDDoo"
    draft = member.post("/boards", {"board": before}).good(201)["id"]
    for client, board in ((site.client(), before), (member, draft)):
        here = client.post("/position", {"board": board, "move": "DR1"}).good()["position"]["state"]
        client.answered("/hint", {"board": board, "state": here}).good(200)
        assert not is_ranked(won(client, begun(client))), board


def test_help_counts_for_a_day_and_for_nobody_else(visitor: Client, other: Client) -> None:
    from clew_studio.models import Game, Help

    key = begun(visitor)
    visitor.answered("/hint", {"board": BOARD}).good(200)
    assert is_ranked(win(other))
    mine = Help.objects.filter(player=Game.objects.get(pk=key).player)
    assert mine.update(given=mine.get().given - timedelta(hours=25)) == 1
    assert is_ranked(won(visitor, key))


def test_help_comes_along_when_a_guest_signs_in(site: Site, member: Client, name: str) -> None:
    guest = site.client()
    begun(guest, TWIN)
    guest.answered("/hint", {"board": BOARD}).good(200)
    guest.post("/session", {"name": name, "password": PASSWORD}).good()
    assert not is_ranked(win(guest))
    assert len(member.get("/account/data").good()["help"]) == 1
