"""How long a board takes: forecast from its map or its par, corrected by the players who solve it."""

from __future__ import annotations

from math import exp, log
from pathlib import Path

import pytest

import clew
from clew.measures.predict import predicted_by_moves
from tests.studio.client import Client, Json
from tests.studio.server import Site
from tests.studio.test_assistance import begun, won


def gate(width: int) -> str:
    """A board that no other test has: a block in the way of another, on so many columns."""
    more = "o" * (width - 3)
    return f"blocks:ooC{more}/AAC{more}/ooo{more}/ooo{more}"


def published(client: Client, width: int) -> str:
    key: str = client.post("/boards", {"board": gate(width)}).good(201)["id"]
    assert client.publish(key)["status"] == "published"
    return key


def shown(client: Client, key: str) -> Json:
    return client.get(f"/boards/{key}").good()["forecast"]


def test_a_small_board_is_forecast_from_its_map(visitor: Client) -> None:
    found = visitor.get("/boards?search=Panguru&sort=par&limit=50").good()["items"]
    gar = visitor.get("/boards/coroutine-bailey-1").good()
    expected = clew.predict_difficulty(clew.load(gar["puzzle"])).seconds.value
    if not gar["forecast"]["players"]:
        assert gar["forecast"]["seconds"] == pytest.approx(expected, abs=0.1)
    large = [board for board in found if board["par"] == 25]
    assert large, "ten billion positions"
    by_par = predicted_by_moves(25)["seconds"].value
    assert large[0]["forecast"] == {"seconds": pytest.approx(by_par, abs=0.1), "players": 0}


def test_every_board_of_the_gallery_with_a_par_has_a_time(visitor: Client) -> None:
    items = visitor.get("/boards?limit=100").good()["items"]
    assert items and all(board["forecast"] for board in items if board["par"])


def test_the_gallery_sorts_by_the_times_that_it_shows(visitor: Client) -> None:
    items = visitor.get("/boards?sort=forecast&limit=100").good()["items"]
    times = [board["forecast"]["seconds"] for board in items if board["forecast"]]
    assert len(times) > 10
    assert times == sorted(times)


def test_drafts_have_none(member: Client) -> None:
    draft = member.post("/boards", {"board": gate(7)}).good(201)
    assert draft["forecast"] is None


def test_players_who_solve_it_correct_it(site: Site, member: Client) -> None:
    key = published(member, 8)
    before = shown(member, key)
    assert before["players"] == 0
    won(member, begun(member, key), key)
    after = shown(member, key)
    assert after["players"] == 1 and after["seconds"] < before["seconds"], "a program is fast"
    won(member, begun(member, key), key)
    assert shown(member, key) == after, "whoever knows the way says nothing more"
    other = site.client()
    game = begun(other, key)
    other.answered(f"/games/{game}/hint", {"level": 3}).good(200)
    won(other, game, key)
    assert shown(member, key) == after, "a player with help says nothing"
    listed = {board["id"]: board for board in member.get("/boards?mine=true&limit=50").good()["items"]}
    assert listed[key]["forecast"] == after


def test_games_counted_again_say_the_same(site: Site, member: Client) -> None:
    from clew_studio.boards.forecasts import hear_again
    from clew_studio.models import Board

    key = published(member, 9)
    member.answered(f"/games/{begun(member, key)}/surrender").good(200)
    for client in (site.client(), site.client(), member):
        won(client, begun(client, key), key)
    board = Board.objects.get(pk=key)
    held = board.solvers, board.log_seconds
    assert held[0] == 2
    board.solvers, board.log_seconds = 0, 0.0
    hear_again(board)
    assert (board.solvers, board.log_seconds) == pytest.approx(held)


def test_four_players_weigh_as_much_as_a_forecast() -> None:
    from clew_studio.boards.forecasts import PEOPLE, shown
    from clew_studio.models import Board

    board = Board(forecast=100.0, forecast_spread=PEOPLE / 2, solvers=4, log_seconds=4 * log(400))
    assert shown(board) == {"seconds": 200.0, "players": 4}
    board.solvers, board.log_seconds = 400, 400 * log(400)
    found = shown(board)
    assert found is not None and 390 < found["seconds"] < 400
    board.solvers, board.log_seconds = 0, 0.0
    assert shown(board) == {"seconds": 100.0, "players": 0}


def test_one_time_cannot_move_it_far() -> None:
    from clew_studio.boards.forecasts import FARTHEST, _logarithm

    assert exp(_logarithm(40_000, 30.0)) == pytest.approx(40)
    for odd in (0, 1, 10**9):
        assert abs(_logarithm(odd, 30.0) - log(30)) == pytest.approx(FARTHEST)


def test_a_changed_draft_forgets_its_players(member: Client) -> None:
    from clew_studio.boards.publishing import save
    from clew_studio.models import Board
    from clew_studio.puzzles.reading import read_puzzle

    key = published(member, 10)
    won(member, begun(member, key), key)
    board = Board.objects.get(pk=key)
    assert board.solvers == 1 and board.forecast is not None
    save(board, read_puzzle(gate(13)), {})
    assert (board.solvers, board.log_seconds, board.forecast) == (0, 0.0, None)


def test_boards_of_an_older_version_get_theirs_at_the_next_start(member: Client) -> None:
    from clew_studio.boards.publishing import catch_up
    from clew_studio.models import Board

    key = published(member, 11)
    won(member, begun(member, key), key)
    before = shown(member, key)
    Board.objects.filter(pk=key).update(states=None, forecast=None, solvers=0, log_seconds=0.0)
    assert shown(member, key) is None
    catch_up()
    assert shown(member, key) == before


@pytest.mark.many
def test_a_site_with_enough_players_has_a_model_of_its_own(site: Site, member: Client, data: Path) -> None:
    from django.conf import settings

    from clew.measures.model import read_model
    from clew_studio.boards.forecasts import own_model
    from clew_studio.research.refitting import refit

    assert own_model().parent == settings.CONFIG.folder and not own_model().exists()
    boards = [published(member, width) for width in range(15, 23)]
    for player in (site.client(), site.client(), site.client()):
        for key in boards:
            game = begun(player, key)
            moves = ["CD1", "AR1"] if key == boards[0] else ["CD1"]
            for number, move in enumerate(moves):
                player.post(f"/games/{game}/moves", {"moves": [move], "t_client_ms": 9000 * (number + 1)})
            won(player, begun(player, key), key)
    before = {key: shown(member, key) for key in boards}
    try:
        model = refit()
        assert model.fitted["levels"] >= 8 and model.fitted["players"] >= 3
        assert read_model(own_model()).fitted == model.fitted
        after = {key: shown(member, key) for key in boards}
        assert all(found["players"] == 3 for found in after.values())
        assert after != before
        late = published(member, 23)
        own = clew.predict_difficulty(clew.load(gate(23)), model=model).seconds.value
        assert shown(member, late)["seconds"] == pytest.approx(own, abs=0.1)
        own_model().write_text("{")
        spoilt = published(member, 24)
        usual = clew.predict_difficulty(clew.load(gate(24))).seconds.value
        assert shown(member, spoilt)["seconds"] == pytest.approx(usual, abs=0.1)
    finally:
        own_model().unlink(missing_ok=True)
        from clew_studio.boards.forecasts import forecast
        from clew_studio.jobs.mapping import listed_map
        from clew_studio.models import Board

        for board in Board.objects.filter(status="published"):
            forecast(board, listed_map(board.read()))
            board.save(update_fields=["forecast", "forecast_spread"])
